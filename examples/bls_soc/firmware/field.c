#include "field.h"

static const uint32_t p[LIMBS] = {0xffffaaab, 0xb9feffff, 0xb153ffff, 0x1eabfffe, 0xf6b0f624, 0x6730d2a0,
                                  0xf38512bf, 0x64774b84, 0x434bacd7, 0x4b1ba7b6, 0x397fe69a, 0x1a0111ea};
#define INVERSE 0xfffcfffdu /* -1/p mod 2^32 */

void field_multiply(uint32_t *result, const uint32_t *a, const uint32_t *b) {
  uint32_t t[LIMBS + 1] = {0}, borrow = 0, i, j;
  for (i = 0; i < LIMBS; ++i) {
    uint32_t carry = 0, m;
    uint64_t sum;
    for (j = 0; j < LIMBS; ++j) {
      sum = (uint64_t)a[j] * b[i] + t[j] + carry;
      t[j] = (uint32_t)sum;
      carry = (uint32_t)(sum >> 32);
    }
    t[LIMBS] += carry;
    m = t[0] * INVERSE;
    carry = (uint32_t)(((uint64_t)m * p[0] + t[0]) >> 32);
    for (j = 1; j < LIMBS; ++j) {
      sum = (uint64_t)m * p[j] + t[j] + carry;
      t[j - 1] = (uint32_t)sum;
      carry = (uint32_t)(sum >> 32);
    }
    sum = (uint64_t)t[LIMBS] + carry;
    t[LIMBS - 1] = (uint32_t)sum;
    t[LIMBS] = (uint32_t)(sum >> 32);
  }
  for (i = 0; i < LIMBS; ++i) { /* p off, and kept where it was not too much */
    const uint64_t difference = (uint64_t)t[i] - p[i] - borrow;
    result[i] = (uint32_t)difference;
    borrow = (uint32_t)(difference >> 32) & 1u;
  }
  for (i = 0; i < LIMBS; ++i) result[i] = (result[i] & (borrow - 1u)) | (t[i] & (0u - borrow));
}
