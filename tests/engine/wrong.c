/* What C programs get wrong is answered with a status, never with a crash: run by test_c.py. */
#include <pairforge.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

int main(int argc, char **argv) {
  (void)argc;
  const pairforge_pairing *pairing = pairforge_by_name(argv[1]);
  pairforge_point *point = NULL, *sum = NULL, *product = NULL;
  pairforge_value *value = NULL;
  uint8_t bytes[8192] = {0};
  char line[64];
  EXPECT(pairforge_by_name("x") == NULL && pairforge_by_name(NULL) == NULL);
  EXPECT(pairforge_at(pairforge_count()) == NULL && pairforge_name(NULL) == NULL);
  EXPECT(strcmp(pairforge_name(pairing), argv[1]) == 0);
  EXPECT(pairforge_security(NULL, NULL) == 0 && pairforge_security(pairing, NULL) > 0);
  EXPECT(pairforge_pair(NULL, bytes, bytes, bytes) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_pair(pairing, NULL, bytes, bytes) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_last_error(line, sizeof line) == strlen("a pointer is NULL") + 1);
  EXPECT(strcmp(line, "a pointer is NULL") == 0);
  EXPECT(pairforge_last_error(line, 4) == strlen("a pointer is NULL") + 1 && strcmp(line, "a p") == 0);
  EXPECT(pairforge_last_error(NULL, 0) > 1);
  EXPECT(pairforge_point_generator(pairing, PAIRFORGE_ARGUMENT_E, &point) == PAIRFORGE_STATUS_NOT_A_POINT);
  EXPECT(point == NULL);
  EXPECT(pairforge_point_generator(pairing, PAIRFORGE_ARGUMENT_P, NULL) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_point_hash(pairing, PAIRFORGE_ARGUMENT_P, bytes, 1, NULL, 0, &point) ==
         PAIRFORGE_STATUS_REFUSED);
  EXPECT(pairforge_last_error(line, sizeof line) > 1 && strncmp(line, "an empty domain separation tag", 30) == 0);
  EXPECT(pairforge_point_decode(pairing, PAIRFORGE_ARGUMENT_P, bytes, 1, true, &point) ==
         PAIRFORGE_STATUS_LENGTH);
  EXPECT(pairforge_point_decode_all(pairing, PAIRFORGE_ARGUMENT_P, bytes, 1, NULL, 1, &point) ==
         PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_point_decode_all(pairing, PAIRFORGE_ARGUMENT_P, bytes, 1, bytes, 1, NULL) ==
         PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_point_identity(pairing, PAIRFORGE_ARGUMENT_P, &point) == PAIRFORGE_STATUS_OK);
  EXPECT(pairforge_point_is_identity(point) && !pairforge_point_is_identity(NULL));
  EXPECT(pairforge_point_write(point, bytes) == PAIRFORGE_STATUS_INFINITY);
  EXPECT(pairforge_point_add(point, NULL, &sum) == PAIRFORGE_STATUS_NULL_POINTER && sum == NULL);
  EXPECT(pairforge_pair_points(pairing, point, NULL, &value) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(value == NULL);
  EXPECT(pairforge_point_mul(point, NULL, 0, &sum) == PAIRFORGE_STATUS_OK);
  EXPECT(pairforge_point_equal(sum, point));
  pairforge_fixed_base *base = NULL;
  pairforge_fixed_bases *bases = NULL;
  pairforge_point *other;
  const pairforge_pairing *another = pairforge_at(pairforge_count() - 1);
  EXPECT(another != pairing);
  EXPECT(pairforge_point_generator(another, PAIRFORGE_ARGUMENT_P, &other) == PAIRFORGE_STATUS_OK);
  const pairforge_point *two[] = {point, sum}, *none[] = {point, NULL}, *mixed[] = {point, other};
  EXPECT(pairforge_fixed_base_of(NULL, SIZE_MAX, &base) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_base_of(point, SIZE_MAX, NULL) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_base_of(point, 1, &base) == PAIRFORGE_STATUS_REFUSED && base == NULL);
  EXPECT(pairforge_last_error(line, sizeof line) > 1);
  EXPECT(strncmp(line, "a table of at most 1 bytes where the smallest one has ", 54) == 0);
  EXPECT(pairforge_fixed_base_bytes(NULL) == 0);
  EXPECT(pairforge_fixed_base_of(point, SIZE_MAX, &base) == PAIRFORGE_STATUS_OK);
  EXPECT(pairforge_fixed_base_mul(NULL, bytes, 1, &product) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_base_mul(base, NULL, 1, &product) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_base_mul(base, bytes, 1, NULL) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_bases_of(NULL, 2, SIZE_MAX, 1, &bases) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_bases_of(none, 2, SIZE_MAX, 1, &bases) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_bases_of(two, 2, SIZE_MAX, 1, NULL) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_bases_of(mixed, 2, SIZE_MAX, 1, &bases) == PAIRFORGE_STATUS_OTHER_PAIRING);
  EXPECT(pairforge_fixed_bases_of(two, 2, 1, 1, &bases) == PAIRFORGE_STATUS_REFUSED);
  EXPECT(pairforge_fixed_bases_of(NULL, 0, SIZE_MAX, 1, &bases) == PAIRFORGE_STATUS_REFUSED && bases == NULL);
  EXPECT(pairforge_last_error(line, sizeof line) > 1);
  EXPECT(strcmp(line, "no points for a table; give one at least") == 0);
  EXPECT(pairforge_fixed_bases_points(NULL) == 0 && pairforge_fixed_bases_bytes(NULL) == 0);
  EXPECT(pairforge_fixed_bases_of(two, 2, SIZE_MAX, 1, &bases) == PAIRFORGE_STATUS_OK);
  EXPECT(pairforge_fixed_bases_multi_mul(NULL, bytes, 1, 2, 1, &product) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_bases_multi_mul(bases, NULL, 1, 2, 1, &product) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_bases_multi_mul(bases, bytes, 1, 2, 1, NULL) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_fixed_bases_multi_mul(bases, bytes, SIZE_MAX, 2, 1, &product) == PAIRFORGE_STATUS_LENGTH);
  EXPECT(pairforge_fixed_bases_multi_mul(bases, bytes, 1, 3, 1, &product) == PAIRFORGE_STATUS_LENGTH);
  EXPECT(product == NULL && pairforge_last_error(line, sizeof line) > 1);
  EXPECT(strcmp(line, "3 scalars for a table of 2 points; give as many scalars as poin") == 0);
  pairforge_fixed_bases_free(bases);
  pairforge_fixed_base_free(base);
  pairforge_fixed_bases_free(NULL);
  pairforge_fixed_base_free(NULL);
  pairforge_point_free(other);
  EXPECT(pairforge_product(pairing, NULL, NULL, 0, bytes) == PAIRFORGE_STATUS_OK && bytes[0] == 1);
  EXPECT(strcmp(pairforge_message(PAIRFORGE_STATUS_OK), "done") == 0);
  EXPECT(strcmp(pairforge_message(99), "no status of this library") == 0);
  EXPECT(pairforge_precompile_bytes(9) == 0 && pairforge_precompile_bytes(6) == 64);
  EXPECT(pairforge_precompile(9, bytes, 1, bytes) == PAIRFORGE_STATUS_REFUSED);
  EXPECT(pairforge_last_error(line, sizeof line) > 1 && strcmp(line, "no precompile at address 0x09") == 0);
  EXPECT(pairforge_precompile(6, NULL, 128, bytes) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_precompile(6, NULL, 0, NULL) == PAIRFORGE_STATUS_NULL_POINTER);
  EXPECT(pairforge_precompile(6, NULL, 0, bytes) == PAIRFORGE_STATUS_OK && bytes[0] == 0);
  EXPECT(pairforge_precompile(0x0b, bytes, 255, bytes) == PAIRFORGE_STATUS_LENGTH);
  EXPECT(pairforge_last_error(line, sizeof line) > 1);
  EXPECT(strcmp(line, "255 bytes of input; must be 256") == 0);
  memset(bytes, 0xff, 64);
  EXPECT(pairforge_precompile(7, bytes, 64, bytes) == PAIRFORGE_STATUS_NOT_CANONICAL);
  memset(bytes, 0, 64);
  bytes[31] = 1;
  EXPECT(pairforge_precompile(7, bytes, 64, bytes) == PAIRFORGE_STATUS_NOT_ON_CURVE);
  bytes[63] = 2;
  bytes[95] = 1;
  EXPECT(pairforge_precompile(7, bytes, 96, bytes + 128) == PAIRFORGE_STATUS_OK);
  EXPECT(memcmp(bytes, bytes + 128, 64) == 0);
  pairforge_point_free(sum);
  pairforge_point_free(point);
  pairforge_point_free(NULL);
  pairforge_value_free(NULL);
  puts("good");
  return 0;
}
