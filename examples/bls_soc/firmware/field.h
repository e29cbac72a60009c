/* Multiplication modulo the p of BLS12-381 on the CPU itself, to see what the core saves it. */
#ifndef FIELD_H
#define FIELD_H

#include <stdint.h>

#define LIMBS 12

/* result = a b / 2^384 mod p for a, b below p: Montgomery's multiplication, word by word (Koc, Acar, Kaliski 1996,
   coarsely integrated operand scanning). */
void field_multiply(uint32_t *result, const uint32_t *a, const uint32_t *b);

#endif
