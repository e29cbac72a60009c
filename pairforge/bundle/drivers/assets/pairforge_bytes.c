@HEADER_C@
#include "pairforge_bytes.h"

#define FLAGS 0xe0u /* the bits of the first byte that are flags */

void pairforge_read_number(uint32_t *element, uint32_t words, const uint8_t *bytes, size_t size) {
  size_t i;
  for (i = 0; i < words; ++i) element[i] = 0;
  for (i = 0; i < size; ++i) element[i / 4] |= (uint32_t)bytes[size - 1 - i] << (8 * (i % 4));
}

void pairforge_write_number(uint8_t *bytes, size_t size, const uint32_t *element) {
  size_t i;
  for (i = 0; i < size; ++i) bytes[size - 1 - i] = (uint8_t)(element[i / 4] >> (8 * (i % 4)));
}

void pairforge_read_point(uint32_t *elements, uint32_t words, uint32_t count, const uint8_t *bytes, size_t size) {
  uint32_t *const last = &elements[count * words];
  uint32_t i;
  for (i = 0; i < words; ++i) elements[i] = 0;
  elements[0] = bytes[0] >> 5;
  for (i = 1; i <= count; ++i)
    pairforge_read_number(&elements[i * words], words, &bytes[(count - i) * size], size);
  last[(size - 1) / 4] &= ~(FLAGS << (8 * ((size - 1) % 4)));
}

void pairforge_write_point(uint8_t *bytes, size_t size, const uint32_t *elements, uint32_t words, uint32_t count) {
  uint32_t i;
  for (i = 1; i <= count; ++i) pairforge_write_number(&bytes[(count - i) * size], size, &elements[i * words]);
  bytes[0] |= (uint8_t)(elements[0] << 5);
}

void pairforge_wipe(uint32_t *words, size_t count) {
  volatile uint32_t *place = words;
  while (count--) *place++ = 0;
}
