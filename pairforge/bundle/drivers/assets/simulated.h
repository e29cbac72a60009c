@HEADER_C@
/* The core behind Wishbone, simulated by Verilator: its registers, its clock and its interrupt. */
#ifndef PAIRFORGE_SIMULATED_H
#define PAIRFORGE_SIMULATED_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A core after a reset; `seed` is for the initial values of its registers. */
void *simulated_open(uint32_t seed);
void simulated_close(void *core);

/* An access takes two cycles. Returns 0, or 1 where the core answers with an error. */
int simulated_read(void *core, uint32_t offset, uint32_t *value);
int simulated_write(void *core, uint32_t offset, uint32_t value);

/* Let cycles pass; whether the interrupt is raised. */
void simulated_step(void *core, uint32_t cycles);
int simulated_interrupt(void *core);

#ifdef __cplusplus
}
#endif
#endif
