/* What a C compiler calls without being asked. */
#include <stddef.h>

void *memset(void *to, int value, size_t count) {
  volatile unsigned char *place = to; /* volatile, or this loop becomes a call of itself */
  while (count--) *place++ = (unsigned char)value;
  return to;
}

void *memcpy(void *to, const void *from, size_t count) {
  volatile unsigned char *place = to;
  const unsigned char *source = from;
  while (count--) *place++ = *source++;
  return to;
}
