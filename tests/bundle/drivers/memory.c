/* The driver on registers that are memory: what it says of a core that is none, or not right. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "pairforge_mmio.h"
#include "pairforge_registers.h"

static uint32_t memory[64];

static int broken_read(void *context, uint32_t offset, uint32_t *value) {
  (void)context;
  (void)offset;
  *value = 0;
  return 1;
}

int main(void) {
  pairforge device;
  pairforge_registers registers = pairforge_mmio(memory), broken = {0, broken_read, pairforge_mmio_write};
  pairforge_core other = {0, 0, 0};
  pairforge_job job = {-1, 1, 3, 1, 1, 0};
  uint32_t words[4] = {0}, events;
  assert(pairforge_open(&device, &registers, 0) == PAIRFORGE_NO_CORE);
  memory[PAIRFORGE_ID / 4] = PAIRFORGE_IDENTITY;
  memory[PAIRFORGE_VERSION / 4] = (PAIRFORGE_MAP_VERSION + 1) << 24;
  assert(pairforge_open(&device, &registers, 0) == PAIRFORGE_OTHER_MAP);
  memory[PAIRFORGE_VERSION / 4] = PAIRFORGE_MAP_VERSION << 24;
  memory[PAIRFORGE_WORDS / 4] = 4 << 16 | 4;
  assert(pairforge_open(&device, &registers, &other) == PAIRFORGE_OTHER_CORE);
  assert(pairforge_open(&device, &registers, 0) == PAIRFORGE_OK);
  assert(memory[PAIRFORGE_CONTROL / 4] == 7 && device.words_in == 4 && device.words_out == 4);
  assert(pairforge_open(&device, &broken, 0) == PAIRFORGE_BUS);
  device.registers = registers;
  assert(pairforge_load(&device, words, 1) == PAIRFORGE_LENGTH);
  assert(pairforge_send(&device, words) == PAIRFORGE_FULL);
  assert(pairforge_receive(&device, words) == PAIRFORGE_EMPTY);
  assert(pairforge_wait(&device, words, 3) == PAIRFORGE_TIMEOUT);
  memory[PAIRFORGE_STATUS / 4] = PAIRFORGE_STATUS_OUTPUT_VALID | PAIRFORGE_STATUS_OFF_CURVE;
  memory[PAIRFORGE_DATA_OUT / 4] = 5;
  assert(pairforge_receive(&device, words) == PAIRFORGE_OFF_CURVE && words[0] == 0);
  /* A job's status of zero is no answer beside a fault. */
  memory[PAIRFORGE_STATUS / 4] = PAIRFORGE_STATUS_OUTPUT_VALID | PAIRFORGE_STATUS_FAULT;
  memory[PAIRFORGE_DATA_OUT / 4] = 0;
  assert(pairforge_receive(&device, words) == PAIRFORGE_FAULT);
  assert(pairforge_job_receive(&device, &job, words) == PAIRFORGE_FAULT);
  memory[PAIRFORGE_STATUS / 4] = PAIRFORGE_STATUS_OUTPUT_VALID;
  assert(pairforge_job_receive(&device, &job, words) == PAIRFORGE_OK);
  assert(pairforge_events(&device, &events) == PAIRFORGE_OK && events == 0);
  memory[PAIRFORGE_INTERRUPT_STATUS / 4] = PAIRFORGE_INTERRUPT_FRAMING | PAIRFORGE_INTERRUPT_RESULT;
  assert(pairforge_events(&device, &events) == PAIRFORGE_FRAMING);
  memory[PAIRFORGE_INTERRUPT_STATUS / 4] = PAIRFORGE_INTERRUPT_INPUT_REFUSED;
  assert(pairforge_events(&device, &events) == PAIRFORGE_REFUSED);
  assert(strcmp(pairforge_text(PAIRFORGE_TIMEOUT), "it took too long") == 0);
  assert(strcmp(pairforge_text(PAIRFORGE_FAULT), "the core saw a fault: there is no result") == 0);
  assert(strcmp(pairforge_text(PAIRFORGE_OFF_CURVE), "the points are not on their curves") == 0);
  puts("done");
  return 0;
}
