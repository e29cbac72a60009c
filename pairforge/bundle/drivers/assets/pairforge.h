@HEADER_C@
/* Driver for a Pairforge core behind its registers: C99, no allocation, no operating system.

   One structure says how registers are reached, one is the driver. Functions return one of the PAIRFORGE_
   values below. Nothing here is locked: calls for one core must not run side by side. */
#ifndef PAIRFORGE_H
#define PAIRFORGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  PAIRFORGE_OK = 0,
  PAIRFORGE_BUS,         /* an access to a register failed */
  PAIRFORGE_NO_CORE,     /* ID is not that of a Pairforge core */
  PAIRFORGE_OTHER_MAP,   /* the register map has another version */
  PAIRFORGE_OTHER_CORE,  /* a Pairforge core, but not this one */
  PAIRFORGE_LENGTH,      /* another number of words is wanted */
  PAIRFORGE_RANGE,       /* an input of a job is no element of the field: nothing was sent */
  PAIRFORGE_FULL,        /* no room for an input now: take results, then try again */
  PAIRFORGE_EMPTY,       /* no whole result now */
  PAIRFORGE_OFF_CURVE,   /* the points of this result are not on their curves: it is taken and means nothing */
  PAIRFORGE_FRAMING,     /* a packet of the stream ended in the wrong place: reset */
  PAIRFORGE_REFUSED,     /* the core refused a word: somebody else uses it */
  PAIRFORGE_TIMEOUT,     /* it took longer than was allowed */
  PAIRFORGE_FAULT,       /* the core saw a fault: there is no result; send the input again */
  /* What a job says of its input: its status and PAIRFORGE_JOB. All results of the job are 0 then. */
  PAIRFORGE_JOB = 256,
@STATUSES_C@
} pairforge_status;

/* How registers are reached: `offset` in bytes, a multiple of four. Both return 0, or something else where the
   access failed. `context` is passed on. */
typedef struct {
  void *context;
  int (*read)(void *context, uint32_t offset, uint32_t *value);
  int (*write)(void *context, uint32_t offset, uint32_t value);
} pairforge_registers;

/* What a core is; NAME_core.h has that of yours. */
typedef struct {
  uint32_t capability;     /* register CAPABILITY, the bit `streams` aside */
  uint32_t words;          /* register WORDS */
  uint32_t load_words;     /* register LOAD_WORDS */
} pairforge_core;

typedef struct {
  pairforge_registers registers;
  uint32_t words_in;       /* of an input */
  uint32_t words_out;      /* of a result */
  uint32_t load_words;     /* after a reset, before the first input */
  uint32_t latency;        /* cycles from the first input word to the last output word; 0: not known */
  int checks_curve;        /* whether points are checked */
  int detects_faults;      /* whether faults are seen */
} pairforge;

/* A job of a core; NAME_jobs.h has those of yours. */
typedef struct {
  int32_t opcode;          /* the element in front of its inputs; -1: there is none, as the core has one job */
  uint32_t inputs;         /* elements, the opcode aside */
  uint32_t outputs;        /* elements, the status aside */
  int has_status;          /* whether a status comes in front of its outputs */
  uint32_t element_words;
  const uint32_t *modulus; /* every input must be below it; NULL: they are not looked at */
} pairforge_job;

/* Find a core: look at ID and VERSION, compare with `core` (NULL: any), read its sizes, reset it, and have data
   come and go through registers. */
pairforge_status pairforge_open(pairforge *device, const pairforge_registers *registers, const pairforge_core *core);

/* Discard everything under way. What was loaded must be loaded again. */
pairforge_status pairforge_reset(pairforge *device);

/* Load modulus and constants, `count` words, after a reset. */
pairforge_status pairforge_load(pairforge *device, const uint32_t *words, size_t count);

/* Send an input, `words_in` words; it may be one of several on the way. PAIRFORGE_FULL: nothing was sent. */
pairforge_status pairforge_send(pairforge *device, const uint32_t *words);

/* Take the oldest result, `words_out` words. PAIRFORGE_EMPTY: nothing was taken. PAIRFORGE_OFF_CURVE,
   PAIRFORGE_FAULT: it was taken, and `words` are set to zero. */
pairforge_status pairforge_receive(pairforge *device, uint32_t *words);

/* The same, looking up to `looks` times whether there is a result. */
pairforge_status pairforge_wait(pairforge *device, uint32_t *words, uint32_t looks);

/* Send an input and wait for its result; no other may be on the way. */
pairforge_status pairforge_compute(pairforge *device, const uint32_t *in, uint32_t *out, uint32_t looks);

/* The same four for a job: its inputs and outputs alone, an element behind the other, lowest word first. Sending
   adds opcode and zeros. Receiving returns PAIRFORGE_JOB and more where the status is not 0, and PAIRFORGE_FAULT as
   above; `outputs` are 0 then.
   `outputs` may be NULL where the job has none. */
pairforge_status pairforge_job_send(pairforge *device, const pairforge_job *job, const uint32_t *inputs);
pairforge_status pairforge_job_receive(pairforge *device, const pairforge_job *job, uint32_t *outputs);
pairforge_status pairforge_job_wait(pairforge *device, const pairforge_job *job, uint32_t *outputs, uint32_t looks);
pairforge_status pairforge_job_compute(pairforge *device, const pairforge_job *job, const uint32_t *inputs,
                                       uint32_t *outputs, uint32_t looks);

/* What shall raise the interrupt: bits PAIRFORGE_INTERRUPT_... of pairforge_registers.h. */
pairforge_status pairforge_interrupts(pairforge *device, uint32_t enable);

/* For a handler: what has happened since, which is cleared. Returns PAIRFORGE_FRAMING or PAIRFORGE_REFUSED where
   that is among it. */
pairforge_status pairforge_events(pairforge *device, uint32_t *events);

/* Results taken since the last reset, modulo 2^32. */
pairforge_status pairforge_results(pairforge *device, uint32_t *count);

/* What a status means, for people. */
const char *pairforge_text(pairforge_status status);

#ifdef __cplusplus
}
#endif
#endif
