/* BLS signatures from C: run by test_bls_in_c.py. Each line of standard input is a function, a variant, and what the function
 * takes: numbers as they are, bytes as hexadecimal digits, "-" for none of them. The answer is a line: the status, and what
 * came out or why nothing did. */
#include <pairforge.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64, ROOM = 1 << 16, CALLS = 17 };

typedef struct {
  const uint8_t *at;
  size_t length;
} bytes;

/* What the line in work says, and what was made for it. */
static int variant;
static bytes words[WORDS];
static size_t count;
static uint8_t out[96];
static size_t out_length;
static char numbers[512];
static pairforge_bls_secret_key *secret;
static pairforge_bls_public_key *keys[WORDS], *sum_of_keys;
static pairforge_bls_signature *signatures[WORDS], *sum;
static pairforge_bls_possession *proof;
static const uint8_t *messages[WORDS];
static size_t lengths[WORDS], n;

#define TRY(call)                                                   \
  do {                                                              \
    const pairforge_status status_ = (call);                        \
    if (status_ != PAIRFORGE_STATUS_OK) return status_;             \
  } while (0)

static pairforge_status read_secret(size_t word) {
  return pairforge_bls_secret_key_decode(variant, words[word].at, words[word].length, &secret);
}

static pairforge_status read_key(size_t word, size_t place) {
  return pairforge_bls_public_key_decode(variant, words[word].at, words[word].length, &keys[place]);
}

static pairforge_status read_signature(size_t word, size_t place) {
  return pairforge_bls_signature_decode(variant, words[word].at, words[word].length, &signatures[place]);
}

static void read_message(size_t word, size_t place) {
  messages[place] = words[word].at;
  lengths[place] = words[word].length;
}

static int number(size_t word) { return words[word].length ? words[word].at[0] : 0; }

static pairforge_status write_key(const pairforge_bls_public_key *key) {
  out_length = pairforge_bls_public_key_bytes(variant);
  return pairforge_bls_public_key_encode(key, out);
}

static pairforge_status write_signature(const pairforge_bls_signature *signature) {
  out_length = pairforge_bls_signature_bytes(variant);
  return pairforge_bls_signature_encode(signature, out);
}

static pairforge_status generate(void) {
  TRY(pairforge_bls_secret_key_generate(variant, words[0].at, words[0].length, words[1].at, words[1].length, &secret));
  out_length = 32;
  return pairforge_bls_secret_key_encode(secret, out);
}

static pairforge_status public_key(void) {
  TRY(read_secret(0));
  TRY(pairforge_bls_public_key_of(secret, &keys[0]));
  return write_key(keys[0]);
}

static pairforge_status sign(void) {
  TRY(read_secret(1));
  TRY(pairforge_bls_sign(secret, number(0), words[2].at, words[2].length, &sum));
  return write_signature(sum);
}

static pairforge_status core_sign(void) {
  TRY(read_secret(1));
  TRY(pairforge_bls_core_sign(secret, words[0].at, words[0].length, words[2].at, words[2].length, &sum));
  return write_signature(sum);
}

static pairforge_status verify(void) {
  TRY(read_key(1, 0));
  TRY(read_signature(3, 0));
  return pairforge_bls_verify(signatures[0], number(0), keys[0], words[2].at, words[2].length);
}

static pairforge_status core_verify(void) {
  TRY(read_key(1, 0));
  TRY(read_signature(3, 0));
  return pairforge_bls_core_verify(signatures[0], words[0].at, words[0].length, keys[0], words[2].at, words[2].length);
}

static pairforge_status aggregate(void) {
  for (; n < count; n++) TRY(read_signature(n, n));
  TRY(pairforge_bls_signature_aggregate((void *)signatures, n, &sum));
  return write_signature(sum);
}

static pairforge_status aggregate_keys(void) {
  for (; n < count; n++) TRY(read_key(n, n));
  TRY(pairforge_bls_public_key_aggregate((void *)keys, n, &sum_of_keys));
  return write_key(sum_of_keys);
}

/* A signature, then keys and messages by turns. */
static pairforge_status read_pairs(void) {
  TRY(read_signature(1, 0));
  for (; 3 + 2 * n < count; n++) {
    TRY(read_key(2 + 2 * n, n));
    read_message(3 + 2 * n, n);
  }
  return PAIRFORGE_STATUS_OK;
}

static pairforge_status aggregate_verify(void) {
  TRY(read_pairs());
  return pairforge_bls_aggregate_verify(signatures[0], number(0), (void *)keys, messages, lengths, n);
}

static pairforge_status core_aggregate_verify(void) {
  TRY(read_pairs());
  return pairforge_bls_core_aggregate_verify(signatures[0], words[0].at, words[0].length, (void *)keys, messages,
                                             lengths, n);
}

static pairforge_status fast_aggregate_verify(void) {
  TRY(read_signature(0, 0));
  for (; 2 + n < count; n++) TRY(read_key(2 + n, n));
  return pairforge_bls_fast_aggregate_verify(signatures[0], (void *)keys, n, words[1].at, words[1].length);
}

static pairforge_status eth_aggregate_pubkeys(void) {
  for (; n < count; n++) TRY(read_key(n, n));
  out_length = 48;
  return pairforge_eth_aggregate_pubkeys((void *)keys, n, out);
}

static pairforge_status eth_fast_aggregate_verify(void) {
  TRY(read_signature(0, 0));
  for (; 2 + n < count; n++) TRY(read_key(2 + n, n));
  return pairforge_eth_fast_aggregate_verify(signatures[0], (void *)keys, n, words[1].at, words[1].length);
}

/* Keys, messages and signatures by turns, those of one kind decoded together. */
static pairforge_status read_claims(void) {
  static uint8_t all_keys[WORDS * 96], all_signatures[WORDS * 96];
  const size_t of_key = pairforge_bls_public_key_bytes(variant), of_signature = pairforge_bls_signature_bytes(variant);
  for (; 4 + 3 * n < count; n++) {
    if (words[2 + 3 * n].length != of_key || words[4 + 3 * n].length != of_signature) return PAIRFORGE_STATUS_LENGTH;
    memcpy(all_keys + n * of_key, words[2 + 3 * n].at, of_key);
    read_message(3 + 3 * n, n);
    memcpy(all_signatures + n * of_signature, words[4 + 3 * n].at, of_signature);
  }
  TRY(pairforge_bls_public_key_decode_all(variant, all_keys, n, words[1].at, 1, keys));
  return pairforge_bls_signature_decode_all(variant, all_signatures, n, words[1].at, 1, signatures);
}

static pairforge_status verify_batch(void) {
  TRY(read_claims());
  return pairforge_bls_verify_batch(number(0), (void *)keys, messages, lengths, (void *)signatures, n, words[1].at, 2);
}

static pairforge_status find_invalid(void) {
  size_t places[WORDS], found;
  TRY(read_claims());
  TRY(pairforge_bls_find_invalid(number(0), (void *)keys, messages, lengths, (void *)signatures, n, words[1].at, 1, places,
                                 &found));
  for (size_t i = 0, end = 0; i < found; i++)
    end += (size_t)snprintf(numbers + end, sizeof numbers - end, "%s%zu", i ? " " : "", places[i]);
  return PAIRFORGE_STATUS_OK;
}

static pairforge_status prove_possession(void) {
  TRY(read_secret(0));
  TRY(pairforge_bls_prove_possession(secret, &proof));
  out_length = pairforge_bls_signature_bytes(variant);
  return pairforge_bls_possession_encode(proof, out);
}

static pairforge_status verify_possession(void) {
  TRY(read_key(0, 0));
  TRY(pairforge_bls_possession_decode(variant, words[1].at, words[1].length, &proof));
  return pairforge_bls_verify_possession(keys[0], proof);
}

static const struct {
  const char *name;
  pairforge_status (*call)(void);
} CALL[CALLS] = {
    {"generate", generate},
    {"public_key", public_key},
    {"sign", sign},
    {"core_sign", core_sign},
    {"verify", verify},
    {"core_verify", core_verify},
    {"aggregate", aggregate},
    {"aggregate_keys", aggregate_keys},
    {"aggregate_verify", aggregate_verify},
    {"core_aggregate_verify", core_aggregate_verify},
    {"fast_aggregate_verify", fast_aggregate_verify},
    {"eth_aggregate_pubkeys", eth_aggregate_pubkeys},
    {"eth_fast_aggregate_verify", eth_fast_aggregate_verify},
    {"verify_batch", verify_batch},
    {"find_invalid", find_invalid},
    {"prove_possession", prove_possession},
    {"verify_possession", verify_possession},
};

static void free_all(void) {
  pairforge_bls_secret_key_free(secret);
  pairforge_bls_possession_free(proof);
  pairforge_bls_public_key_free(sum_of_keys);
  pairforge_bls_signature_free(sum);
  for (size_t i = 0; i < WORDS; i++) {
    pairforge_bls_public_key_free(keys[i]);
    pairforge_bls_signature_free(signatures[i]);
    keys[i] = NULL;
    signatures[i] = NULL;
  }
  secret = NULL;
  proof = NULL;
  sum_of_keys = NULL;
  sum = NULL;
  count = n = out_length = numbers[0] = 0;
}

int main(void) {
  static char line[ROOM];
  static uint8_t room[ROOM];
  while (fgets(line, sizeof line, stdin)) {
    const char *name = strtok(line, " \n");
    variant = atoi(strtok(NULL, " \n"));
    uint8_t *end = room;
    for (const char *word; (word = strtok(NULL, " \n"));) {
      if (count == WORDS) return 2;
      words[count].at = end;
      words[count].length = strcmp(word, "-") ? strlen(word) / 2 : 0;
      for (size_t i = 0; i < words[count].length; i++) {
        const char digits[3] = {word[2 * i], word[2 * i + 1], 0};
        *end++ = (uint8_t)strtoul(digits, NULL, 16);
      }
      count++;
    }
    size_t which = 0;
    while (which < CALLS && strcmp(CALL[which].name, name) != 0) which++;
    if (which == CALLS) return 2;
    const pairforge_status status = CALL[which].call();
    printf("%d ", status);
    if (status == PAIRFORGE_STATUS_OK) {
      for (size_t i = 0; i < out_length; i++) printf("%02x", out[i]);
      printf("%s\n", numbers);
    } else {
      char why[200];
      pairforge_last_error(why, sizeof why);
      printf("%s\n", why);
    }
    free_all();
  }
  return 0;
}
