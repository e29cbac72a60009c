@HEADER_C@
#include "pairforge.h"

#include "pairforge_registers.h"

static pairforge_status get(pairforge *device, uint32_t offset, uint32_t *value) {
  return device->registers.read(device->registers.context, offset, value) ? PAIRFORGE_BUS : PAIRFORGE_OK;
}

static pairforge_status put(pairforge *device, uint32_t offset, uint32_t value) {
  return device->registers.write(device->registers.context, offset, value) ? PAIRFORGE_BUS : PAIRFORGE_OK;
}

static pairforge_status put_all(pairforge *device, const uint32_t *words, size_t count) {
  pairforge_status status = PAIRFORGE_OK;
  size_t i;
  for (i = 0; i < count && status == PAIRFORGE_OK; ++i) status = put(device, PAIRFORGE_DATA_IN, words[i]);
  return status;
}

pairforge_status pairforge_open(pairforge *device, const pairforge_registers *registers, const pairforge_core *core) {
  uint32_t id, version, capability, words;
  pairforge_status status;
  device->registers = *registers;
  if ((status = get(device, PAIRFORGE_ID, &id)) != PAIRFORGE_OK) return status;
  if (id != PAIRFORGE_IDENTITY) return PAIRFORGE_NO_CORE;
  if ((status = get(device, PAIRFORGE_VERSION, &version)) != PAIRFORGE_OK) return status;
  if (version >> 24 != PAIRFORGE_MAP_VERSION) return PAIRFORGE_OTHER_MAP;
  if ((status = get(device, PAIRFORGE_CAPABILITY, &capability)) != PAIRFORGE_OK) return status;
  if ((status = get(device, PAIRFORGE_WORDS, &words)) != PAIRFORGE_OK) return status;
  if ((status = get(device, PAIRFORGE_LOAD_WORDS, &device->load_words)) != PAIRFORGE_OK) return status;
  if ((status = get(device, PAIRFORGE_LATENCY, &device->latency)) != PAIRFORGE_OK) return status;
  if (core && ((capability & ~PAIRFORGE_CAPABILITY_STREAMS) != core->capability || words != core->words ||
               device->load_words != core->load_words))
    return PAIRFORGE_OTHER_CORE;
  device->words_in = words & 0xffffu;
  device->words_out = words >> 16;
  device->checks_curve = (capability & PAIRFORGE_CAPABILITY_CHECKS_CURVE) != 0;
  device->detects_faults = (capability & PAIRFORGE_CAPABILITY_DETECTS_FAULTS) != 0;
  return pairforge_reset(device);
}

pairforge_status pairforge_reset(pairforge *device) {
  return put(device, PAIRFORGE_CONTROL,
             PAIRFORGE_CONTROL_RESET | PAIRFORGE_CONTROL_DATA_IN | PAIRFORGE_CONTROL_DATA_OUT);
}

pairforge_status pairforge_load(pairforge *device, const uint32_t *words, size_t count) {
  if (count != device->load_words) return PAIRFORGE_LENGTH;
  while (count) { /* more than the queue holds may have to go in; the core takes a word in every cycle */
    uint32_t state, room;
    pairforge_status status = get(device, PAIRFORGE_STATUS, &state);
    if (status != PAIRFORGE_OK) return status;
    room = state >> PAIRFORGE_STATUS_INPUT_ROOM_SHIFT;
    if (room > count) room = (uint32_t)count;
    if ((status = put_all(device, words, room)) != PAIRFORGE_OK) return status;
    words += room;
    count -= room;
  }
  return PAIRFORGE_OK;
}

pairforge_status pairforge_send(pairforge *device, const uint32_t *words) {
  uint32_t state;
  pairforge_status status = get(device, PAIRFORGE_STATUS, &state);
  if (status != PAIRFORGE_OK) return status;
  if (!(state & PAIRFORGE_STATUS_INPUT_READY)) return PAIRFORGE_FULL;
  return put_all(device, words, device->words_in);
}

pairforge_status pairforge_receive(pairforge *device, uint32_t *words) {
  uint32_t state, i;
  pairforge_status status = get(device, PAIRFORGE_STATUS, &state);
  if (status != PAIRFORGE_OK) return status;
  if (!(state & PAIRFORGE_STATUS_OUTPUT_VALID)) return PAIRFORGE_EMPTY;
  for (i = 0; i < device->words_out; ++i)
    if ((status = get(device, PAIRFORGE_DATA_OUT, &words[i])) != PAIRFORGE_OK) return status;
  if (!(state & (PAIRFORGE_STATUS_OFF_CURVE | PAIRFORGE_STATUS_FAULT))) return PAIRFORGE_OK;
  for (i = 0; i < device->words_out; ++i) words[i] = 0;
  return state & PAIRFORGE_STATUS_FAULT ? PAIRFORGE_FAULT : PAIRFORGE_OFF_CURVE;
}

pairforge_status pairforge_wait(pairforge *device, uint32_t *words, uint32_t looks) {
  while (looks--) {
    pairforge_status status = pairforge_receive(device, words);
    if (status != PAIRFORGE_EMPTY) return status;
  }
  return PAIRFORGE_TIMEOUT;
}

pairforge_status pairforge_compute(pairforge *device, const uint32_t *in, uint32_t *out, uint32_t looks) {
  pairforge_status status = pairforge_send(device, in);
  return status == PAIRFORGE_OK ? pairforge_wait(device, out, looks) : status;
}

/* Whether a number is below another one of as many words; in constant time. */
static uint32_t is_below(const uint32_t *number, const uint32_t *limit, uint32_t words) {
  uint32_t borrow = 0, i;
  for (i = 0; i < words; ++i) {
    const uint64_t difference = (uint64_t)number[i] - limit[i] - borrow;
    borrow = (uint32_t)(difference >> 32) & 1u;
  }
  return borrow;
}

/* Zeros up to the end of an input. */
static pairforge_status fill(pairforge *device, uint32_t count) {
  pairforge_status status = PAIRFORGE_OK;
  while (count-- && status == PAIRFORGE_OK) status = put(device, PAIRFORGE_DATA_IN, 0);
  return status;
}

pairforge_status pairforge_job_send(pairforge *device, const pairforge_job *job, const uint32_t *inputs) {
  const uint32_t size = job->element_words, count = job->inputs * size, front = job->opcode < 0 ? 0 : size;
  uint32_t state, i;
  pairforge_status status;
  if (front + count > device->words_in) return PAIRFORGE_LENGTH;
  for (i = 0; job->modulus && i < count; i += size)
    if (!is_below(&inputs[i], job->modulus, size)) return PAIRFORGE_RANGE;
  if ((status = get(device, PAIRFORGE_STATUS, &state)) != PAIRFORGE_OK) return status;
  if (!(state & PAIRFORGE_STATUS_INPUT_READY)) return PAIRFORGE_FULL;
  if (front) {
    if ((status = put(device, PAIRFORGE_DATA_IN, (uint32_t)job->opcode)) != PAIRFORGE_OK) return status;
    if ((status = fill(device, size - 1)) != PAIRFORGE_OK) return status;
  }
  if ((status = put_all(device, inputs, count)) != PAIRFORGE_OK) return status;
  return fill(device, device->words_in - front - count);
}

pairforge_status pairforge_job_receive(pairforge *device, const pairforge_job *job, uint32_t *outputs) {
  const uint32_t front = job->has_status ? job->element_words : 0, count = job->outputs * job->element_words;
  uint32_t state, word, said = 0, i;
  pairforge_status status = get(device, PAIRFORGE_STATUS, &state);
  if (status != PAIRFORGE_OK) return status;
  if (front + count > device->words_out) return PAIRFORGE_LENGTH;
  if (!(state & PAIRFORGE_STATUS_OUTPUT_VALID)) return PAIRFORGE_EMPTY;
  for (i = 0; i < device->words_out; ++i) {
    if ((status = get(device, PAIRFORGE_DATA_OUT, &word)) != PAIRFORGE_OK) return status;
    if (i < front) said |= word;
    else if (i < front + count) outputs[i - front] = word;
  }
  /* A status of zero says that all is well, and so do the zeros of a fault but for this bit. */
  if (state & PAIRFORGE_STATUS_FAULT) return PAIRFORGE_FAULT;
  return said ? (pairforge_status)(PAIRFORGE_JOB + said) : PAIRFORGE_OK;
}

pairforge_status pairforge_job_wait(pairforge *device, const pairforge_job *job, uint32_t *outputs, uint32_t looks) {
  while (looks--) {
    pairforge_status status = pairforge_job_receive(device, job, outputs);
    if (status != PAIRFORGE_EMPTY) return status;
  }
  return PAIRFORGE_TIMEOUT;
}

pairforge_status pairforge_job_compute(pairforge *device, const pairforge_job *job, const uint32_t *inputs,
                                       uint32_t *outputs, uint32_t looks) {
  pairforge_status status = pairforge_job_send(device, job, inputs);
  return status == PAIRFORGE_OK ? pairforge_job_wait(device, job, outputs, looks) : status;
}

pairforge_status pairforge_interrupts(pairforge *device, uint32_t enable) {
  return put(device, PAIRFORGE_INTERRUPT_ENABLE, enable);
}

pairforge_status pairforge_events(pairforge *device, uint32_t *events) {
  pairforge_status status = get(device, PAIRFORGE_INTERRUPT_STATUS, events);
  if (status != PAIRFORGE_OK) return status;
  if ((status = put(device, PAIRFORGE_INTERRUPT_STATUS, *events)) != PAIRFORGE_OK) return status;
  if (*events & PAIRFORGE_INTERRUPT_FRAMING) return PAIRFORGE_FRAMING;
  if (*events & (PAIRFORGE_INTERRUPT_INPUT_REFUSED | PAIRFORGE_INTERRUPT_OUTPUT_REFUSED)) return PAIRFORGE_REFUSED;
  return PAIRFORGE_OK;
}

pairforge_status pairforge_results(pairforge *device, uint32_t *count) {
  return get(device, PAIRFORGE_RESULTS, count);
}

const char *pairforge_text(pairforge_status status) {
  static const char *const texts[] = {
      "done",
      "an access to a register failed",
      "there is no Pairforge core",
      "the register map has another version",
      "it is another core",
      "another number of words is wanted",
      "an input is no element of the field",
      "no room for an input now",
      "no result now",
      "the points are not on their curves",
      "a packet of the stream ended in the wrong place",
      "the core refused a word",
      "it took too long",
      "the core saw a fault: there is no result",
  };
  static const char *const said[] = {
@TEXTS_C@
  };
  if (status >= PAIRFORGE_JOB && (size_t)(status - PAIRFORGE_JOB) < sizeof said / sizeof *said)
    return said[status - PAIRFORGE_JOB];
  return (size_t)status < sizeof texts / sizeof *texts ? texts[status] : "unknown";
}
