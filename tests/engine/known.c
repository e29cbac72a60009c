/* Known answers from C: run by test_c.py. Arguments: the name of a pairing, then hexadecimal digits of P, Q, e, of the hash of
 * "message" to G1 and G2 as compressed points. Checks the pairing and what groups and values have. */
#include <pairforge.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

#define GOOD(call) EXPECT((call) == PAIRFORGE_STATUS_OK)

enum { ROOM = 8192 };

static size_t bytes_of(const char *digits, uint8_t *out) {
  const size_t length = strlen(digits) / 2;
  for (size_t i = 0; i < length && i < ROOM; i++) {
    const char pair[3] = {digits[2 * i], digits[2 * i + 1], 0};
    out[i] = (uint8_t)strtoul(pair, NULL, 16);
  }
  return length;
}

static size_t size_of(const pairforge_pairing *pairing, pairforge_argument which) {
  const pairforge_shape shape = pairforge_shape_of(pairing, which);
  return shape.count * shape.width;
}

/* Tables of a point, and of it and another: by scalars of some lengths, under bounds on memory, against no tables. */
static int tables(const pairforge_point *a, const pairforge_point *b) {
  const pairforge_point *points[] = {a, b, a};
  uint8_t scalars[3 * 100];
  memset(scalars, 0xa7, sizeof scalars);
  const size_t bounds[] = {SIZE_MAX, 1 << 14}, widths[] = {0, 1, 32, 100};
  for (int i = 0; i < 2; i++) {
    pairforge_fixed_base *one;
    pairforge_fixed_bases *many;
    GOOD(pairforge_fixed_base_of(a, bounds[i], &one));
    GOOD(pairforge_fixed_bases_of(points, 3, bounds[i], 2, &many));
    EXPECT(pairforge_fixed_base_bytes(one) > 0 && pairforge_fixed_base_bytes(one) <= bounds[i]);
    EXPECT(pairforge_fixed_bases_bytes(many) > 0 && pairforge_fixed_bases_bytes(many) <= bounds[i]);
    EXPECT(pairforge_fixed_bases_points(many) == 3);
    for (int j = 0; j < 4; j++) {
      pairforge_point *product, *sum, *expected;
      GOOD(pairforge_fixed_base_mul(one, scalars, widths[j], &product));
      GOOD(pairforge_point_mul(a, scalars, widths[j], &expected));
      EXPECT(pairforge_point_equal(product, expected));
      pairforge_point_free(expected);
      GOOD(pairforge_fixed_bases_multi_mul(many, scalars, widths[j], 3, 2, &sum));
      GOOD(pairforge_point_multi_mul(points, scalars, widths[j], 3, 1, &expected));
      EXPECT(pairforge_point_equal(sum, expected));
      pairforge_point_free(expected);
      pairforge_point_free(sum);
      pairforge_point_free(product);
    }
    pairforge_fixed_bases_free(many);
    pairforge_fixed_base_free(one);
  }
  return 0;
}

/* The group of `which`: multiples, encodings, the hash of "message". */
static int group(const pairforge_pairing *pairing, pairforge_argument which, const pairforge_point *a, const char *hash) {
  uint8_t encoded[ROOM], expected[ROOM];
  pairforge_point *twice, *sum, *product, *opposite, *zero, *decoded, *hashed;
  GOOD(pairforge_point_double(a, &twice));
  GOOD(pairforge_point_add(a, a, &sum));
  const uint8_t two[] = {2};
  GOOD(pairforge_point_mul(a, two, sizeof two, &product));
  EXPECT(pairforge_point_equal(twice, sum) && pairforge_point_equal(twice, product));
  GOOD(pairforge_point_neg(a, &opposite));
  pairforge_point_free(sum);
  GOOD(pairforge_point_add(a, opposite, &sum));
  GOOD(pairforge_point_identity(pairing, which, &zero));
  EXPECT(pairforge_point_equal(sum, zero) && pairforge_point_is_identity(sum));
  EXPECT(pairforge_point_is_in_subgroup(a));
  for (int compressed = 0; compressed < 2; compressed++) {
    const size_t size = pairforge_point_encoded_size(pairing, which, compressed);
    EXPECT(size > 0 && size <= ROOM);
    GOOD(pairforge_point_encode(a, compressed, encoded));
    GOOD(pairforge_point_decode(pairing, which, encoded, size, compressed, &decoded));
    EXPECT(pairforge_point_equal(a, decoded));
    pairforge_point_free(decoded);
  }
  if (tables(a, twice)) return 1;
  const size_t length = pairforge_point_encoded_size(pairing, which, true);
  const uint8_t seed[32] = {1};
  uint8_t both[2 * ROOM];
  pairforge_point *all[2];
  GOOD(pairforge_point_encode(a, true, both));
  GOOD(pairforge_point_encode(twice, true, both + length));
  GOOD(pairforge_point_decode_all(pairing, which, both, 2, seed, 1, all));
  EXPECT(pairforge_point_equal(all[0], a) && pairforge_point_equal(all[1], twice));
  pairforge_point_free(all[0]);
  pairforge_point_free(all[1]);
  memset(both + length, 0xff, length);
  EXPECT(pairforge_point_decode_all(pairing, which, both, 2, seed, 1, all) != PAIRFORGE_STATUS_OK);
  char line[16];
  EXPECT(pairforge_last_error(line, sizeof line) > sizeof line && strcmp(line, "encoding 1: ") > 0);
  const uint8_t *message = (const uint8_t *)"message", *dst = (const uint8_t *)"domain";
  GOOD(pairforge_point_hash(pairing, which, message, 7, dst, 6, &hashed));
  GOOD(pairforge_point_encode(hashed, true, encoded));
  EXPECT(bytes_of(hash, expected) == pairforge_point_encoded_size(pairing, which, true));
  EXPECT(memcmp(encoded, expected, strlen(hash) / 2) == 0);
  pairforge_point_free(hashed);
  pairforge_point_free(zero);
  pairforge_point_free(opposite);
  pairforge_point_free(product);
  pairforge_point_free(sum);
  pairforge_point_free(twice);
  return 0;
}

int main(int argc, char **argv) {
  EXPECT(argc == 7);
  const pairforge_pairing *pairing = pairforge_by_name(argv[1]);
  EXPECT(pairing);
  static uint8_t p[ROOM], q[ROOM], e[ROOM], found[ROOM];
  EXPECT(bytes_of(argv[2], p) == size_of(pairing, PAIRFORGE_ARGUMENT_P));
  EXPECT(bytes_of(argv[3], q) == size_of(pairing, PAIRFORGE_ARGUMENT_Q));
  const size_t size = size_of(pairing, PAIRFORGE_ARGUMENT_E);
  EXPECT(bytes_of(argv[4], e) == size);
  GOOD(pairforge_pair(pairing, p, q, found));
  EXPECT(memcmp(found, e, size) == 0);

  pairforge_point *a, *b;
  pairforge_miller *miller;
  pairforge_value *value, *known;
  pairforge_prepared *prepared;
  GOOD(pairforge_point_read(pairing, PAIRFORGE_ARGUMENT_P, p, &a));
  GOOD(pairforge_point_read(pairing, PAIRFORGE_ARGUMENT_Q, q, &b));
  if (group(pairing, PAIRFORGE_ARGUMENT_P, a, argv[5]) || group(pairing, PAIRFORGE_ARGUMENT_Q, b, argv[6])) return 1;
  GOOD(pairforge_value_read(pairing, e, &known));
  const pairforge_point *as[] = {a}, *bs[] = {b};
  GOOD(pairforge_miller_loop(pairing, as, bs, 1, &miller));
  GOOD(pairforge_final_exponentiation(miller, &value));
  EXPECT(pairforge_value_equal(value, known));
  pairforge_value_free(value);
  const bool first = pairforge_fixed_argument(pairing) == PAIRFORGE_ARGUMENT_P;
  GOOD(pairforge_prepare(pairing, first ? a : b, &prepared));
  GOOD(pairforge_pair_prepared(prepared, first ? b : a, &value));
  EXPECT(pairforge_value_equal(value, known));
  pairforge_prepared_free(prepared);
  pairforge_value_free(value);
  pairforge_value_free(known);
  pairforge_miller_free(miller);
  pairforge_point_free(b);
  pairforge_point_free(a);
  puts("good");
  return 0;
}
