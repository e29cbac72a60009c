/* What C programs get wrong with BLS signatures is answered with a status, never with a crash, and secret keys and scalars are
 * wiped: run by test_bls_in_c.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pairforge.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"

#define GOOD(call) EXPECT((call) == PAIRFORGE_STATUS_OK)
#define NONE(call) EXPECT((call) == PAIRFORGE_STATUS_NULL_POINTER)
#define NO_TAG(call)                                                                                 \
  do {                                                                                               \
    char line[64];                                                                                   \
    EXPECT((call) == PAIRFORGE_STATUS_REFUSED);                                                      \
    EXPECT(pairforge_last_error(line, sizeof line) > 1);                                             \
    EXPECT(strncmp(line, "an empty domain separation tag", 30) == 0);                                \
  } while (0)
#define OTHER(call) EXPECT((call) == PAIRFORGE_STATUS_OTHER_PAIRING)

enum { KEYS = PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY, SIGNATURES = PAIRFORGE_BLS_VARIANT_MINIMAL_SIGNATURE };

/* The block of a secret key: whether it still has the key when it is freed. */
static void *watched;
static uint8_t needle[32];
static bool seen_before, seen_when_freed, was_freed;
/* Whether all blocks are looked at, and how many were freed meanwhile. */
static bool watching;
static size_t freed;

static bool has_key(void *block) { return memmem(block, malloc_usable_size(block), needle, sizeof needle) != NULL; }

/* The library frees by this function, too. */
void free(void *block) {
  static void (*next)(void *);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "free");
  if (block && block == watched) {
    was_freed = true;
    seen_when_freed = has_key(block);
  }
  if (block && watching) {
    freed++;
    seen_when_freed |= has_key(block);
  }
  next(block);
}

/* A key, a signature and a proof of one variant. */
typedef struct {
  pairforge_bls_secret_key *secret;
  pairforge_bls_public_key *key;
  pairforge_bls_signature *signature;
  pairforge_bls_possession *proof;
} owner;

static int make(int variant, owner *made) {
  const uint8_t material[32] = {1};
  GOOD(pairforge_bls_secret_key_generate(variant, material, sizeof material, NULL, 0, &made->secret));
  GOOD(pairforge_bls_public_key_of(made->secret, &made->key));
  GOOD(pairforge_bls_sign(made->secret, PAIRFORGE_BLS_SCHEME_BASIC, NULL, 0, &made->signature));
  GOOD(pairforge_bls_prove_possession(made->secret, &made->proof));
  return 0;
}

static int wiped(owner *owner) {
  uint8_t bytes[32];
  GOOD(pairforge_bls_secret_key_encode(owner->secret, bytes));
  for (int i = 0; i < 32; i++) needle[i] = bytes[31 - i];
  watched = owner->secret;
  seen_before = has_key(watched);
  pairforge_bls_secret_key_free(owner->secret);
  watched = NULL;
  EXPECT(was_freed && seen_before && !seen_when_freed);
  return 0;
}

/* A secret scalar is in no block that is freed while a table multiplies by it. */
static int wiped_scalar(void) {
  pairforge_point *generator, *product;
  pairforge_fixed_base *table;
  GOOD(pairforge_point_generator(pairforge_by_name("ate-bls12-381"), PAIRFORGE_ARGUMENT_P, &generator));
  GOOD(pairforge_fixed_base_of(generator, 1 << 16, &table));
  uint8_t scalar[32];
  for (int i = 0; i < 32; i++) needle[i] = scalar[i] = (uint8_t)(37 * i + 11);
  seen_when_freed = false;
  watching = true;
  const pairforge_status status = pairforge_fixed_base_mul(table, scalar, sizeof scalar, &product);
  watching = false;
  GOOD(status);
  EXPECT(freed > 0 && !seen_when_freed);
  pairforge_point_free(product);
  pairforge_fixed_base_free(table);
  pairforge_point_free(generator);
  return 0;
}

int main(void) {
  owner a, b;
  if (make(KEYS, &a) || make(SIGNATURES, &b)) return 1;
  const uint8_t *bytes = (const uint8_t *)"0123456789012345678901234567890123456789012345678901234567890123456789"
                                          "01234567890123456789012345678901234567890123456789";
  uint8_t room[96];
  pairforge_bls_secret_key *secret = NULL;
  pairforge_bls_public_key *key = NULL;
  pairforge_bls_signature *signature = NULL;
  pairforge_bls_possession *proof = NULL;
  const pairforge_bls_public_key *const keys[] = {a.key, a.key}, *const mixed_keys[] = {a.key, b.key},
                                        *const no_keys[] = {a.key, NULL};
  const pairforge_bls_signature *const signatures[] = {a.signature, a.signature},
                                       *const mixed_signatures[] = {a.signature, b.signature},
                                       *const no_signatures[] = {NULL, a.signature};
  const uint8_t *const messages[] = {NULL, NULL};
  const size_t lengths[] = {0, 0}, no_lengths[] = {0, 1}, endless[] = {0, SIZE_MAX};
  const uint8_t *const wrong_messages[] = {NULL, bytes};
  size_t places[2], found = 9;
  const int scheme = PAIRFORGE_BLS_SCHEME_MESSAGE_AUGMENTATION, basic = PAIRFORGE_BLS_SCHEME_BASIC;

  EXPECT(pairforge_bls_public_key_bytes(KEYS) == 48 && pairforge_bls_signature_bytes(KEYS) == 96);
  EXPECT(pairforge_bls_public_key_bytes(SIGNATURES) == 96 && pairforge_bls_signature_bytes(SIGNATURES) == 48);
  EXPECT(pairforge_bls_public_key_bytes(2) == 0 && pairforge_bls_signature_bytes(-1) == 0);

  NONE(pairforge_bls_secret_key_generate(KEYS, NULL, 32, NULL, 0, &secret));
  NONE(pairforge_bls_secret_key_generate(KEYS, bytes, 32, NULL, 1, &secret));
  NONE(pairforge_bls_secret_key_generate(KEYS, bytes, 32, NULL, 0, NULL));
  EXPECT(pairforge_bls_secret_key_generate(2, bytes, 32, NULL, 0, &secret) == PAIRFORGE_STATUS_REFUSED);
  EXPECT(pairforge_bls_secret_key_generate(KEYS, bytes, SIZE_MAX, NULL, 0, &secret) == PAIRFORGE_STATUS_LENGTH);
  NONE(pairforge_bls_secret_key_decode(KEYS, NULL, 32, &secret));
  EXPECT(pairforge_bls_secret_key_decode(KEYS, NULL, 0, &secret) == PAIRFORGE_STATUS_LENGTH);
  NONE(pairforge_bls_secret_key_encode(NULL, room));
  NONE(pairforge_bls_secret_key_encode(a.secret, NULL));
  EXPECT(secret == NULL);
  NONE(pairforge_bls_public_key_of(NULL, &key));
  NONE(pairforge_bls_public_key_of(a.secret, NULL));
  NONE(pairforge_bls_public_key_decode(KEYS, NULL, 48, &key));
  NONE(pairforge_bls_public_key_encode(NULL, room));
  NONE(pairforge_bls_public_key_encode(a.key, NULL));
  NONE(pairforge_bls_public_key_decode_all(KEYS, bytes, 2, NULL, 1, &key));
  NONE(pairforge_bls_public_key_decode_all(KEYS, NULL, 2, bytes, 1, &key));
  NONE(pairforge_bls_public_key_decode_all(KEYS, bytes, 2, bytes, 1, NULL));
  EXPECT(pairforge_bls_public_key_decode_all(KEYS, bytes, SIZE_MAX / 3, bytes, 1, &key) == PAIRFORGE_STATUS_LENGTH);
  EXPECT(pairforge_bls_public_key_decode_all(7, bytes, 1, bytes, 1, &key) == PAIRFORGE_STATUS_REFUSED);
  NONE(pairforge_bls_public_key_aggregate(NULL, 2, &key));
  NONE(pairforge_bls_public_key_aggregate(no_keys, 2, &key));
  NONE(pairforge_bls_public_key_aggregate(keys, 2, NULL));
  OTHER(pairforge_bls_public_key_aggregate(mixed_keys, 2, &key));
  EXPECT(key == NULL && pairforge_bls_public_key_equal(a.key, keys[1]));
  EXPECT(!pairforge_bls_public_key_equal(a.key, NULL) && !pairforge_bls_public_key_equal(a.key, b.key));

  NONE(pairforge_bls_sign(NULL, scheme, bytes, 1, &signature));
  NONE(pairforge_bls_sign(a.secret, scheme, NULL, 1, &signature));
  NONE(pairforge_bls_sign(a.secret, scheme, bytes, 1, NULL));
  EXPECT(pairforge_bls_sign(a.secret, 3, bytes, 1, &signature) == PAIRFORGE_STATUS_REFUSED);
  NONE(pairforge_bls_core_sign(NULL, bytes, 1, bytes, 1, &signature));
  NONE(pairforge_bls_core_sign(a.secret, NULL, 1, bytes, 1, &signature));
  NONE(pairforge_bls_core_sign(a.secret, bytes, 1, NULL, 1, &signature));
  NONE(pairforge_bls_core_sign(a.secret, bytes, 1, bytes, 1, NULL));
  NO_TAG(pairforge_bls_core_sign(a.secret, NULL, 0, bytes, 1, &signature));
  NONE(pairforge_bls_signature_decode(KEYS, NULL, 96, &signature));
  NONE(pairforge_bls_signature_encode(NULL, room));
  NONE(pairforge_bls_signature_encode(a.signature, NULL));
  NONE(pairforge_bls_signature_decode_all(KEYS, bytes, 1, NULL, 1, &signature));
  NONE(pairforge_bls_signature_decode_all(KEYS, NULL, 1, bytes, 1, &signature));
  NONE(pairforge_bls_signature_decode_all(KEYS, bytes, 1, bytes, 1, NULL));
  NONE(pairforge_bls_signature_aggregate(NULL, 2, &signature));
  NONE(pairforge_bls_signature_aggregate(no_signatures, 2, &signature));
  NONE(pairforge_bls_signature_aggregate(signatures, 2, NULL));
  OTHER(pairforge_bls_signature_aggregate(mixed_signatures, 2, &signature));
  EXPECT(signature == NULL && pairforge_bls_signature_equal(a.signature, signatures[1]));
  EXPECT(!pairforge_bls_signature_equal(NULL, b.signature) && !pairforge_bls_signature_equal(a.signature, b.signature));

  NONE(pairforge_bls_verify(NULL, basic, a.key, NULL, 0));
  NONE(pairforge_bls_verify(a.signature, basic, NULL, NULL, 0));
  NONE(pairforge_bls_verify(a.signature, basic, a.key, NULL, 1));
  OTHER(pairforge_bls_verify(a.signature, basic, b.key, NULL, 0));
  char line[64];
  EXPECT(pairforge_last_error(line, sizeof line) > 1);
  EXPECT(strcmp(line, "public key: a handle of the other BLS variant") == 0);
  EXPECT(pairforge_bls_verify(a.signature, -1, a.key, NULL, 0) == PAIRFORGE_STATUS_REFUSED);
  EXPECT(pairforge_bls_verify(a.signature, scheme, a.key, NULL, 0) == PAIRFORGE_STATUS_INVALID_SIGNATURE);
  GOOD(pairforge_bls_verify(a.signature, basic, a.key, NULL, 0));
  GOOD(pairforge_bls_verify(b.signature, basic, b.key, NULL, 0));
  NONE(pairforge_bls_core_verify(NULL, bytes, 1, a.key, bytes, 1));
  NONE(pairforge_bls_core_verify(a.signature, NULL, 1, a.key, bytes, 1));
  NONE(pairforge_bls_core_verify(a.signature, bytes, 1, NULL, bytes, 1));
  NO_TAG(pairforge_bls_core_verify(a.signature, bytes, 0, a.key, bytes, 1));
  OTHER(pairforge_bls_core_verify(b.signature, bytes, 1, a.key, bytes, 1));

  NONE(pairforge_bls_aggregate_verify(NULL, scheme, keys, messages, lengths, 2));
  NONE(pairforge_bls_aggregate_verify(a.signature, scheme, no_keys, messages, lengths, 2));
  NONE(pairforge_bls_aggregate_verify(a.signature, scheme, NULL, messages, lengths, 2));
  NONE(pairforge_bls_aggregate_verify(a.signature, scheme, keys, NULL, lengths, 2));
  NONE(pairforge_bls_aggregate_verify(a.signature, scheme, keys, messages, NULL, 2));
  NONE(pairforge_bls_aggregate_verify(a.signature, scheme, keys, messages, no_lengths, 2));
  EXPECT(pairforge_bls_aggregate_verify(a.signature, scheme, keys, wrong_messages, endless, 2) ==
         PAIRFORGE_STATUS_LENGTH);
  EXPECT(pairforge_bls_aggregate_verify(a.signature, scheme, keys, messages, lengths, SIZE_MAX) ==
         PAIRFORGE_STATUS_LENGTH);
  OTHER(pairforge_bls_aggregate_verify(a.signature, scheme, mixed_keys, messages, lengths, 2));
  EXPECT(pairforge_bls_aggregate_verify(a.signature, scheme, NULL, NULL, NULL, 0) ==
         PAIRFORGE_STATUS_INVALID_SIGNATURE);
  NONE(pairforge_bls_core_aggregate_verify(a.signature, NULL, 1, keys, messages, lengths, 2));
  NO_TAG(pairforge_bls_core_aggregate_verify(a.signature, NULL, 0, keys, messages, lengths, 2));
  NONE(pairforge_bls_core_aggregate_verify(a.signature, bytes, 1, keys, messages, no_lengths, 2));
  OTHER(pairforge_bls_core_aggregate_verify(b.signature, bytes, 1, keys, messages, lengths, 2));
  NONE(pairforge_bls_fast_aggregate_verify(NULL, keys, 2, bytes, 1));
  NONE(pairforge_bls_fast_aggregate_verify(a.signature, no_keys, 2, bytes, 1));
  NONE(pairforge_bls_fast_aggregate_verify(a.signature, keys, 2, NULL, 1));
  OTHER(pairforge_bls_fast_aggregate_verify(a.signature, mixed_keys, 2, bytes, 1));

  NONE(pairforge_eth_aggregate_pubkeys(NULL, 2, room));
  NONE(pairforge_eth_aggregate_pubkeys(no_keys, 2, room));
  NONE(pairforge_eth_aggregate_pubkeys(keys, 2, NULL));
  OTHER(pairforge_eth_aggregate_pubkeys(mixed_keys, 2, room));
  EXPECT(pairforge_eth_aggregate_pubkeys(NULL, 0, room) == PAIRFORGE_STATUS_REFUSED);
  EXPECT(pairforge_eth_aggregate_pubkeys(keys, SIZE_MAX, room) == PAIRFORGE_STATUS_LENGTH);
  NONE(pairforge_eth_fast_aggregate_verify(NULL, keys, 2, bytes, 1));
  NONE(pairforge_eth_fast_aggregate_verify(a.signature, no_keys, 2, bytes, 1));
  NONE(pairforge_eth_fast_aggregate_verify(a.signature, NULL, 2, bytes, 1));
  NONE(pairforge_eth_fast_aggregate_verify(a.signature, keys, 2, NULL, 1));
  OTHER(pairforge_eth_fast_aggregate_verify(a.signature, mixed_keys, 2, bytes, 1));
  OTHER(pairforge_eth_fast_aggregate_verify(b.signature, keys, 2, bytes, 1));
  EXPECT(pairforge_eth_fast_aggregate_verify(a.signature, NULL, 0, bytes, 1) == PAIRFORGE_STATUS_INVALID_SIGNATURE);

  NONE(pairforge_bls_verify_batch(basic, keys, messages, lengths, signatures, 2, NULL, 1));
  NONE(pairforge_bls_verify_batch(basic, no_keys, messages, lengths, signatures, 2, bytes, 1));
  NONE(pairforge_bls_verify_batch(basic, keys, messages, lengths, no_signatures, 2, bytes, 1));
  NONE(pairforge_bls_verify_batch(basic, keys, messages, no_lengths, signatures, 2, bytes, 1));
  OTHER(pairforge_bls_verify_batch(basic, mixed_keys, messages, lengths, signatures, 2, bytes, 1));
  OTHER(pairforge_bls_verify_batch(basic, keys, messages, lengths, mixed_signatures, 2, bytes, 1));
  EXPECT(pairforge_bls_verify_batch(9, keys, messages, lengths, signatures, 2, bytes, 1) == PAIRFORGE_STATUS_REFUSED);
  GOOD(pairforge_bls_verify_batch(basic, keys, messages, lengths, signatures, 2, bytes, 1));
  GOOD(pairforge_bls_verify_batch(basic, NULL, NULL, NULL, NULL, 0, bytes, 1));
  NONE(pairforge_bls_find_invalid(basic, keys, messages, lengths, signatures, 2, bytes, 1, NULL, &found));
  NONE(pairforge_bls_find_invalid(basic, keys, messages, lengths, signatures, 2, bytes, 1, places, NULL));
  OTHER(pairforge_bls_find_invalid(basic, keys, messages, lengths, mixed_signatures, 2, bytes, 1, places, &found));
  EXPECT(found == 9);
  GOOD(pairforge_bls_find_invalid(basic, NULL, NULL, NULL, NULL, 0, bytes, 1, NULL, &found));
  EXPECT(found == 0);

  NONE(pairforge_bls_prove_possession(NULL, &proof));
  NONE(pairforge_bls_prove_possession(a.secret, NULL));
  NONE(pairforge_bls_verify_possession(NULL, a.proof));
  NONE(pairforge_bls_verify_possession(a.key, NULL));
  OTHER(pairforge_bls_verify_possession(a.key, b.proof));
  GOOD(pairforge_bls_verify_possession(b.key, b.proof));
  NONE(pairforge_bls_possession_decode(KEYS, NULL, 96, &proof));
  NONE(pairforge_bls_possession_encode(NULL, room));
  NONE(pairforge_bls_possession_encode(a.proof, NULL));
  EXPECT(proof == NULL);

  if (wiped(&a) || wiped_scalar()) return 1;
  pairforge_bls_secret_key_free(b.secret);
  pairforge_bls_public_key_free(a.key);
  pairforge_bls_public_key_free(b.key);
  pairforge_bls_signature_free(a.signature);
  pairforge_bls_signature_free(b.signature);
  pairforge_bls_possession_free(a.proof);
  pairforge_bls_possession_free(b.proof);
  pairforge_bls_secret_key_free(NULL);
  pairforge_bls_public_key_free(NULL);
  pairforge_bls_signature_free(NULL);
  pairforge_bls_possession_free(NULL);
  puts("good");
  return 0;
}
