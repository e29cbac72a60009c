/*
 * BLS signatures: three owners of keys prove that they know their secrets and sign one message; their signatures become one.
 * Then signatures of different messages are verified at once, and the wrong one among them is found.
 *
 *   cc sign.c $(pkg-config --cflags --libs pairforge) -o sign
 */
#include <pairforge.h>

#include <stdio.h>
#include <stdlib.h>

enum { OWNERS = 3, VARIANT = PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY, SCHEME = PAIRFORGE_BLS_SCHEME_PROOF_OF_POSSESSION };

static void check(pairforge_status status) {
  if (status == PAIRFORGE_STATUS_OK) return;
  char line[200];
  pairforge_last_error(line, sizeof line);
  fprintf(stderr, "%s: %s\n", pairforge_message(status), line);
  exit(1);
}

/* 32 bytes that nobody can guess, of the system. */
static void random_bytes(uint8_t bytes[32]) {
  FILE *source = fopen("/dev/urandom", "rb");
  if (!source || fread(bytes, 1, 32, source) != 32) exit(1);
  fclose(source);
}

/* Through a volatile pointer, so that no compiler leaves it out. */
static void wipe(volatile uint8_t *bytes, size_t length) {
  while (length--) *bytes++ = 0;
}

int main(void) {
  pairforge_bls_secret_key *secrets[OWNERS];
  pairforge_bls_public_key *keys[OWNERS];
  pairforge_bls_signature *signatures[OWNERS], *aggregate;
  const uint8_t *messages[OWNERS] = {(const uint8_t *)"one", (const uint8_t *)"two", (const uint8_t *)"three"};
  const size_t lengths[OWNERS] = {3, 3, 5};
  uint8_t material[32], encoded[96];

  for (int i = 0; i < OWNERS; i++) {
    random_bytes(material);
    check(pairforge_bls_secret_key_generate(VARIANT, material, sizeof material, NULL, 0, &secrets[i]));
    check(pairforge_bls_public_key_of(secrets[i], &keys[i]));
    pairforge_bls_possession *proof;
    check(pairforge_bls_prove_possession(secrets[i], &proof));
    check(pairforge_bls_verify_possession(keys[i], proof));
    pairforge_bls_possession_free(proof);
    check(pairforge_bls_sign(secrets[i], SCHEME, messages[0], lengths[0], &signatures[i]));
  }
  wipe(material, sizeof material);

  const pairforge_bls_public_key *const *all_keys = (const pairforge_bls_public_key *const *)keys;
  const pairforge_bls_signature *const *all_signatures = (const pairforge_bls_signature *const *)signatures;
  check(pairforge_bls_signature_aggregate(all_signatures, OWNERS, &aggregate));
  check(pairforge_bls_signature_encode(aggregate, encoded));
  check(pairforge_bls_fast_aggregate_verify(aggregate, all_keys, OWNERS, messages[0], lengths[0]));
  printf("%d signatures of one message in %zu bytes\n", OWNERS, pairforge_bls_signature_bytes(VARIANT));
  const pairforge_status other =
      pairforge_bls_fast_aggregate_verify(aggregate, all_keys, OWNERS, messages[1], lengths[1]);
  printf("of another message: %s\n", pairforge_message(other));

  for (int i = 1; i < OWNERS; i++) {
    pairforge_bls_signature_free(signatures[i]);
    check(pairforge_bls_sign(secrets[i], SCHEME, messages[i], lengths[i], &signatures[i]));
  }
  uint8_t seed[32];
  random_bytes(seed);
  check(pairforge_bls_verify_batch(SCHEME, all_keys, messages, lengths, all_signatures, OWNERS, seed, 0));
  printf("%d signatures of different messages are valid\n", OWNERS);

  messages[2] = (const uint8_t *)"THREE";
  size_t places[OWNERS], found;
  check(pairforge_bls_find_invalid(SCHEME, all_keys, messages, lengths, all_signatures, OWNERS, seed, 0, places, &found));
  for (size_t i = 0; i < found; i++) printf("invalid: number %zu\n", places[i]);

  /* What is no key is refused, with a status and a line that says why. */
  char line[200];
  pairforge_bls_public_key *no_key;
  const pairforge_status refused = pairforge_bls_public_key_decode(VARIANT, encoded, 47, &no_key);
  pairforge_last_error(line, sizeof line);
  printf("refused: %s (%s)\n", line, pairforge_message(refused));

  pairforge_bls_signature_free(aggregate);
  for (int i = 0; i < OWNERS; i++) {
    pairforge_bls_signature_free(signatures[i]);
    pairforge_bls_public_key_free(keys[i]);
    pairforge_bls_secret_key_free(secrets[i]); /* wiped */
  }
  return 0;
}
