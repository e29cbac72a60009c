@HEADER_C@
/* Elements from and to strings of bytes: numbers with the highest byte first, and compressed points. */
#ifndef PAIRFORGE_BYTES_H
#define PAIRFORGE_BYTES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An element of `words` words from a number of `size` bytes, and the reverse; the words hold all of the bytes. */
void pairforge_read_number(uint32_t *element, uint32_t words, const uint8_t *bytes, size_t size);
void pairforge_write_number(uint8_t *bytes, size_t size, const uint32_t *element);

/* Flags and `count` coefficients of x, elements one behind the other, from a compressed point, and the reverse.
   `size`: bytes of a coefficient. The last coefficient comes first, and the flags are the three highest bits. */
void pairforge_read_point(uint32_t *elements, uint32_t words, uint32_t count, const uint8_t *bytes, size_t size);
void pairforge_write_point(uint8_t *bytes, size_t size, const uint32_t *elements, uint32_t words, uint32_t count);

/* Zeros over a secret, which no compiler leaves out. */
void pairforge_wipe(uint32_t *words, size_t count);

#ifdef __cplusplus
}
#endif
#endif
