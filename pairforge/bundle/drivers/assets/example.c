@HEADER_C@
/* Sends the inputs of the test bench to a core, several on the way, and compares what comes. The core is a
   simulated one here (make -C ../simulation); in a system it is pairforge_mmio(base). */
#include <stdio.h>

#include "@NAME@_core.h"
#include "pairforge.h"
#include "simulated.h"

#define LOOKS 1000000u /* at a result that is not there yet */

enum { VECTORS_IN, VECTORS_OUT, OFF_CURVE, LOAD, FILES };
static const char *const names[FILES] = {"vectors_in.hex", "vectors_out.hex", "off_curve.hex", "load.hex"};
static FILE *files[FILES];

static int fail(const char *what, pairforge_status status) {
  fprintf(stderr, "%s: %s\n", what, pairforge_text(status));
  return 1;
}

/* The next words of a file; whether there are as many. */
static int next(int file, uint32_t *words, uint32_t count) {
  uint32_t i;
  unsigned value;
  for (i = 0; i < count; ++i) {
    if (!files[file] || fscanf(files[file], "%x", &value) != 1) return 0;
    words[i] = value;
  }
  return 1;
}

/* Take the next result and compare it with the vectors. */
static pairforge_status compare(pairforge *device, unsigned *off_curve) {
  uint32_t words[@UPPER@_WORDS_OUT], wanted[@UPPER@_WORDS_OUT], off = 0, i;
  pairforge_status status = pairforge_wait(device, words, LOOKS);
  if (status != PAIRFORGE_OK && status != PAIRFORGE_OFF_CURVE) return status;
  if (!next(VECTORS_OUT, wanted, device->words_out)) return PAIRFORGE_LENGTH;
  (void)next(OFF_CURVE, &off, 1);
  if ((status == PAIRFORGE_OFF_CURVE) != (off != 0)) return PAIRFORGE_OFF_CURVE;
  *off_curve += off;
  for (i = 0; i < device->words_out && !off; ++i)
    if (words[i] != wanted[i]) return PAIRFORGE_OTHER_CORE;
  return PAIRFORGE_OK;
}

int main(int argc, char **argv) {
  static uint32_t load[@UPPER@_LOAD_WORDS + 1];
  uint32_t in[@UPPER@_WORDS_IN], results;
  const pairforge_core expected = @UPPER@_CORE;
  unsigned i, sent = 0, taken = 0, off_curve = 0;
  pairforge device;
  pairforge_registers registers = {simulated_open(1), simulated_read, simulated_write};
  pairforge_status status = pairforge_open(&device, &registers, &expected);
  if (status != PAIRFORGE_OK) return fail("open", status);
  for (i = 0; i < FILES; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", argc > 1 ? argv[1] : "../../tb", names[i]);
    files[i] = fopen(path, "r");
  }
  if (device.load_words && !next(LOAD, load, device.load_words)) return fail("load.hex", PAIRFORGE_LENGTH);
  if ((status = pairforge_load(&device, load, device.load_words)) != PAIRFORGE_OK) return fail("load", status);
  while (next(VECTORS_IN, in, device.words_in)) {
    while ((status = pairforge_send(&device, in)) == PAIRFORGE_FULL && taken < sent) {
      if ((status = compare(&device, &off_curve)) != PAIRFORGE_OK) return fail("compare", status);
      ++taken;
    }
    if (status != PAIRFORGE_OK) return fail("send", status);
    ++sent;
  }
  for (; taken < sent; ++taken)
    if ((status = compare(&device, &off_curve)) != PAIRFORGE_OK) return fail("compare", status);
  if ((status = pairforge_results(&device, &results)) != PAIRFORGE_OK) return fail("results", status);
  printf("%u results right, %u of them of points off their curves\n", (unsigned)results, off_curve);
  simulated_close(registers.context);
  return sent == 0 || results != sent;
}
