@HEADER_C@
/* Registers of a core that stand in memory. */
#ifndef PAIRFORGE_MMIO_H
#define PAIRFORGE_MMIO_H

#include "pairforge.h"

static inline int pairforge_mmio_read(void *base, uint32_t offset, uint32_t *value) {
  *value = ((volatile uint32_t *)base)[offset / 4];
  return 0;
}

static inline int pairforge_mmio_write(void *base, uint32_t offset, uint32_t value) {
  ((volatile uint32_t *)base)[offset / 4] = value;
  return 0;
}

/* `base`: where the registers stand, mapped without a cache. */
static inline pairforge_registers pairforge_mmio(void *base) {
  pairforge_registers registers = {base, pairforge_mmio_read, pairforge_mmio_write};
  return registers;
}

#endif
