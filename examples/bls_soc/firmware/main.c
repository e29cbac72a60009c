/* Verifies and makes BLS signatures through the driver, says how long each took, and ends with 0 where all came out
   as it must. */
#include "bls_core.h"
#include "bls_jobs.h"
#include "field.h"
#include "pairforge_bytes.h"
#include "pairforge_mmio.h"
#include "system.h"
#include "vectors.h"

#define LOOKS 10000000u
#define STREAM 8u /* signatures on the way at a time */

static void print(const char *text) {
  while (*text) HOST = (uint32_t)*text++;
}

static void print_number(uint32_t number) {
  char digits[11];
  char *place = digits + 10;
  *place = 0;
  do *--place = (char)('0' + number % 10);
  while (number /= 10);
  print(place);
}

static void report(const char *what, uint32_t cycles) {
  print(what);
  print(": ");
  print_number(cycles);
  print(" cycles\n");
}

static int wrong(const char *what, pairforge_status status) {
  print("wrong: ");
  print(what);
  print(": ");
  print(pairforge_text(status));
  print("\n");
  return 1;
}

/* One call, from bytes to the answer. */
static int verify(pairforge *device) {
  const uint32_t begin = HOST;
  const pairforge_status status = bls_bls_verify_bytes(device, key, signature, message, LOOKS);
  if (status != PAIRFORGE_OK) return wrong("a right signature", status);
  report("verify", HOST - begin);
  return 0;
}

static int sign(pairforge *device) {
  uint8_t made[96];
  const uint32_t begin = HOST;
  const pairforge_status status = bls_bls_sign_bytes(device, secret, message, made, LOOKS);
  uint32_t i;
  if (status != PAIRFORGE_OK) return wrong("signing", status);
  report("sign", HOST - begin);
  for (i = 0; i < sizeof made; ++i)
    if (made[i] != signature[i]) return wrong("the signature", status);
  return 0;
}

/* What is refused without a word to the core: an x that is not below p. */
static int refuse(pairforge *device) {
  uint8_t large[48];
  pairforge_status status;
  uint32_t i;
  for (i = 0; i < sizeof large; ++i) large[i] = 0xff;
  large[0] = 0x9f;
  status = bls_bls_verify_bytes(device, large, signature, message, LOOKS);
  return status == PAIRFORGE_RANGE ? 0 : wrong("a key that is none", status);
}

/* Several on the way, every second one of another message. */
static int stream(pairforge *device) {
  uint32_t in[6 * BLS_ELEMENT_WORDS], begin, sent = 0, taken = 0, moved;
  pairforge_status status;
  pairforge_read_point(&in[0], BLS_ELEMENT_WORDS, 1, key, 48);
  pairforge_read_point(&in[2 * BLS_ELEMENT_WORDS], BLS_ELEMENT_WORDS, 2, signature, 48);
  pairforge_read_number(&in[5 * BLS_ELEMENT_WORDS], BLS_ELEMENT_WORDS, message, 32);
  begin = HOST;
  while (taken < STREAM) {
    if (sent < STREAM && (status = pairforge_job_send(device, &bls_bls_verify_job, in)) != PAIRFORGE_FULL) {
      if (status != PAIRFORGE_OK) return wrong("sending", status);
      ++sent;
      in[5 * BLS_ELEMENT_WORDS] ^= 1u;
      continue;
    }
    status = pairforge_job_wait(device, &bls_bls_verify_job, NULL, LOOKS);
    if (status != (taken % 2 ? PAIRFORGE_JOB_INVALID : PAIRFORGE_OK)) return wrong("one of several", status);
    ++taken;
  }
  moved = STREAM * (device->words_in + device->words_out);
  report("stream", HOST - begin);
  print("words: ");
  print_number(moved / STREAM);
  print(" for each\n");
  return 0;
}

/* A multiplication modulo p on this CPU, from a loop of them. */
static void multiply(void) {
  uint32_t a[LIMBS], b[LIMBS], begin, i;
  pairforge_read_number(a, LIMBS, key + 1, 47);
  pairforge_read_number(b, LIMBS, signature + 1, 47);
  begin = HOST;
  for (i = 0; i < 16; ++i) field_multiply(a, a, b);
  report("multiplication on the CPU", (HOST - begin) / 16);
  print("check: ");
  print_number(a[0]);
  print("\n");
}

int main(void) {
  const pairforge_registers registers = pairforge_mmio(CORE);
  const pairforge_core expected = BLS_CORE;
  pairforge device;
  const pairforge_status status = pairforge_open(&device, &registers, &expected);
  if (status != PAIRFORGE_OK) return wrong("the core", status);
  multiply();
  return verify(&device) || sign(&device) || refuse(&device) || stream(&device);
}
