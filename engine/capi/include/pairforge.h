/*
 * Pairforge: fast pairings in characteristic two, three and over large prime fields.
 * Made by cbindgen from engine/capi; docs/reference/engine/c.md has examples.
 *
 * Rules for all functions
 *  - Pointers must be valid for what is read or written through them; NULL gives PAIRFORGE_STATUS_NULL_POINTER.
 *  - What a function hands out through a pointer to a pointer belongs to the caller, who frees it with the matching
 *    _free function. Freeing NULL does nothing. Nothing is handed out where the status is not PAIRFORGE_STATUS_OK.
 *  - All handles are constant once made: any number of threads may use one at the same time.
 *  - Coefficients are little-endian integers in the order of the vectors, `width` bytes each, `count` of them
 *    (pairforge_shape_of). Everything that comes in as bytes is validated.
 *  - Scalars and exponents are little-endian; time and memory accesses depend on their length, not on their value.
 *  - BLS signatures (pairforge_bls_...) are those of draft-irtf-cfrg-bls-signature-05 over BLS12-381. `variant` and
 *    `scheme` are numbers of pairforge_bls_variant and pairforge_bls_scheme. Public keys, signatures and proofs are
 *    compressed points, secret keys 32 bytes, big-endian. Arrays have `n` handles, messages, lengths each.
 *  - Curves of small characteristic (f2, f3) are broken: pairforge_security says what each is worth.
 */


#ifndef PAIRFORGE_H
#define PAIRFORGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An argument of a pairing.
typedef enum {
  // The first, of G1.
  PAIRFORGE_ARGUMENT_P = 0,
  // The second, of G2.
  PAIRFORGE_ARGUMENT_Q = 1,
  // The value, of the target group.
  PAIRFORGE_ARGUMENT_E = 2,
} pairforge_argument;

// What became of a call.
typedef enum {
  // Done.
  PAIRFORGE_STATUS_OK = 0,
  // An encoding has the wrong number of bytes.
  PAIRFORGE_STATUS_LENGTH = 1,
  // A coefficient is not in its canonical range.
  PAIRFORGE_STATUS_NOT_CANONICAL = 2,
  // Flag bits of an encoding contradict each other.
  PAIRFORGE_STATUS_FLAGS = 3,
  // Not a point of the curve.
  PAIRFORGE_STATUS_NOT_ON_CURVE = 4,
  // A point outside the subgroup of order r, which this pairing needs.
  PAIRFORGE_STATUS_NOT_IN_SUBGROUP = 5,
  // The point at infinity where a finite point is needed.
  PAIRFORGE_STATUS_INFINITY = 6,
  // Not an element of the target group.
  PAIRFORGE_STATUS_NOT_IN_TARGET_GROUP = 7,
  // A handle of another pairing or group.
  PAIRFORGE_STATUS_OTHER_PAIRING = 8,
  // A pointer is NULL that must not be.
  PAIRFORGE_STATUS_NULL_POINTER = 9,
  // PAIRFORGE_ARGUMENT_E where an argument of the pairing is meant.
  PAIRFORGE_STATUS_NOT_A_POINT = 10,
  // Another input is refused; pairforge_last_error says why.
  PAIRFORGE_STATUS_REFUSED = 11,
  // A defect of the library. Please report it.
  PAIRFORGE_STATUS_INTERNAL = 12,
  // A signature, an aggregate or a proof of possession is not valid.
  PAIRFORGE_STATUS_INVALID_SIGNATURE = 13,
} pairforge_status;

// Which group holds public keys, and which signatures.
typedef enum {
  // Public keys in G1, 48 bytes; signatures in G2, 96 bytes.
  PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY = 0,
  // Signatures in G1, 48 bytes; public keys in G2, 96 bytes.
  PAIRFORGE_BLS_VARIANT_MINIMAL_SIGNATURE = 1,
} pairforge_bls_variant;

// How a scheme keeps an attacker from choosing a public key that cancels others.
typedef enum {
  // The messages of an aggregate must differ.
  PAIRFORGE_BLS_SCHEME_BASIC = 0,
  // What is signed is the public key followed by the message.
  PAIRFORGE_BLS_SCHEME_MESSAGE_AUGMENTATION = 1,
  // Each public key comes with a proof that its owner knows the secret; verify it before use.
  PAIRFORGE_BLS_SCHEME_PROOF_OF_POSSESSION = 2,
} pairforge_bls_scheme;

// A table for multiples of one point.
typedef struct pairforge_fixed_base pairforge_fixed_base;

// A table for sums of multiples of some points.
typedef struct pairforge_fixed_bases pairforge_fixed_bases;

// A value of the Miller loop.
typedef struct pairforge_miller pairforge_miller;

// A pairing. Never freed.
typedef struct pairforge_pairing pairforge_pairing;

// A point of one of a pairing's groups.
typedef struct pairforge_point pairforge_point;

// A proof of possession: a point of the subgroup of order r.
typedef struct pairforge_bls_possession pairforge_bls_possession;

// What was precomputed for a fixed argument.
typedef struct pairforge_prepared pairforge_prepared;

// A public key: a point of the subgroup of order r other than the point at infinity.
typedef struct pairforge_bls_public_key pairforge_bls_public_key;

// A secret key. It is wiped when it is freed.
typedef struct pairforge_bls_secret_key pairforge_bls_secret_key;

// A signature, of one message or an aggregate: a point of the subgroup of order r.
typedef struct pairforge_bls_signature pairforge_bls_signature;

// A value of the target group.
typedef struct pairforge_value pairforge_value;

// How values are laid out.
typedef struct {
  // Number of coefficients.
  size_t count;
  // Bytes of each.
  size_t width;
} pairforge_shape;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The number of pairings.
size_t pairforge_count(void);

// The pairing of this index, or NULL.
const pairforge_pairing *pairforge_at(size_t index);

// The pairing of this name, as in the vectors, or NULL.
const pairforge_pairing *pairforge_by_name(const char *name);

// The name of a pairing; NULL for NULL.
const char *pairforge_name(const pairforge_pairing *pairing);

// Estimated bits of security today; `*note` becomes what the estimate rests on, unless `note` is NULL. 0 for NULL.
uint32_t pairforge_security(const pairforge_pairing *pairing,
                            const char **note);

// The layout of an argument or of the value; zeros for NULL.
pairforge_shape pairforge_shape_of(const pairforge_pairing *pairing, pairforge_argument which);

// The level of instructions in use: "portable", "base", "avx2", "vpclmulqdq" or "avx512".
const char *pairforge_cpu(void);

// The pairing of one P and one Q, each the bytes of its coordinates; `e` has room for the value.
pairforge_status pairforge_pair(const pairforge_pairing *pairing,
                                const uint8_t *p,
                                const uint8_t *q,
                                uint8_t *e);

// The product of the pairings of `n` terms, one after the other in `p` and in `q`; `e` has room for one value.
pairforge_status pairforge_product(const pairforge_pairing *pairing,
                                   const uint8_t *p,
                                   const uint8_t *q,
                                   size_t n,
                                   uint8_t *e);

// `n` independent pairings, one after the other in `p`, `q` and `e`, on so many threads (0: all cores).
pairforge_status pairforge_batch(const pairforge_pairing *pairing,
                                 const uint8_t *p,
                                 const uint8_t *q,
                                 uint8_t *e,
                                 size_t n,
                                 size_t threads);

// Bytes of a public key of this variant; 0 where there is none of this number.
size_t pairforge_bls_public_key_bytes(int variant);

// Bytes of a signature of this variant, and of a proof of possession; 0 where there is none of this number.
size_t pairforge_bls_signature_bytes(int variant);

// Whether all of `n` signatures are valid, each of its message under its key, faster than one by one; they are where `n` is
// 0. An invalid one is missed with a probability of 2^-127, provided that whoever made the signatures could not guess the
// 32 bytes of `seed`: draw them afresh from a cryptographic generator once the signatures are there. `threads`: 0 takes
// all cores.
pairforge_status pairforge_bls_verify_batch(int scheme,
                                            const pairforge_bls_public_key *const *keys,
                                            const uint8_t *const *messages,
                                            const size_t *message_lengths,
                                            const pairforge_bls_signature *const *signatures,
                                            size_t n,
                                            const uint8_t *seed,
                                            size_t threads);

// Which of `n` signatures are not valid, quick where they are few: `*found` becomes how many, and `places`, with room for
// `n`, begins with their places in rising order. The status is PAIRFORGE_STATUS_OK whatever is found. The rest is that of
// pairforge_bls_verify_batch.
pairforge_status pairforge_bls_find_invalid(int scheme,
                                            const pairforge_bls_public_key *const *keys,
                                            const uint8_t *const *messages,
                                            const size_t *message_lengths,
                                            const pairforge_bls_signature *const *signatures,
                                            size_t n,
                                            const uint8_t *seed,
                                            size_t threads,
                                            size_t *places,
                                            size_t *found);

// eth_aggregate_pubkeys of Ethereum's consensus: the sum of `n` public keys, at least 1, all of the variant
// PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY. `bytes` has room for 48, which are the point at infinity, no public key, where
// the keys cancel.
pairforge_status pairforge_eth_aggregate_pubkeys(const pairforge_bls_public_key *const *keys,
                                                 size_t n,
                                                 uint8_t *bytes);

// eth_fast_aggregate_verify of Ethereum's consensus: pairforge_bls_fast_aggregate_verify for the variant
// PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY, but where `n` is 0 the point at infinity is a signature.
pairforge_status pairforge_eth_fast_aggregate_verify(const pairforge_bls_signature *signature,
                                                     const pairforge_bls_public_key *const *keys,
                                                     size_t n,
                                                     const uint8_t *message,
                                                     size_t message_length);

// KeyValidate: the public key of pairforge_bls_public_key_bytes bytes.
pairforge_status pairforge_bls_public_key_decode(int variant,
                                                 const uint8_t *bytes,
                                                 size_t length,
                                                 pairforge_bls_public_key **out);

// `n` public keys, one after the other, faster than one by one; `seed`, `threads`, `out` and what is missed are those of
// pairforge_point_decode_all.
pairforge_status pairforge_bls_public_key_decode_all(int variant,
                                                     const uint8_t *bytes,
                                                     size_t n,
                                                     const uint8_t *seed,
                                                     size_t threads,
                                                     pairforge_bls_public_key **out);

// The bytes of a public key, pairforge_bls_public_key_bytes.
pairforge_status pairforge_bls_public_key_encode(const pairforge_bls_public_key *key,
                                                 uint8_t *bytes);

// The sum of `n` public keys, which verifies an aggregate of signatures of one message. Keys that cancel have none:
// PAIRFORGE_STATUS_INFINITY.
pairforge_status pairforge_bls_public_key_aggregate(const pairforge_bls_public_key *const *keys,
                                                    size_t n,
                                                    pairforge_bls_public_key **out);

// Whether two public keys are the same. False where either is NULL or they are of different variants.
bool pairforge_bls_public_key_equal(const pairforge_bls_public_key *a,
                                    const pairforge_bls_public_key *b);

// Frees a public key.
void pairforge_bls_public_key_free(pairforge_bls_public_key *key);

// PopProve: a proof that the secret key is known.
pairforge_status pairforge_bls_prove_possession(const pairforge_bls_secret_key *key,
                                                pairforge_bls_possession **out);

// PopVerify: PAIRFORGE_STATUS_OK if the proof is one of this key.
pairforge_status pairforge_bls_verify_possession(const pairforge_bls_public_key *key,
                                                 const pairforge_bls_possession *proof);

// The proof of pairforge_bls_signature_bytes bytes.
pairforge_status pairforge_bls_possession_decode(int variant,
                                                 const uint8_t *bytes,
                                                 size_t length,
                                                 pairforge_bls_possession **out);

// The bytes of a proof, pairforge_bls_signature_bytes.
pairforge_status pairforge_bls_possession_encode(const pairforge_bls_possession *proof,
                                                 uint8_t *bytes);

// Frees a proof.
void pairforge_bls_possession_free(pairforge_bls_possession *proof);

// KeyGen: the secret key of at least 32 bytes of secret randomness, and of public `info`, which may be empty.
pairforge_status pairforge_bls_secret_key_generate(int variant,
                                                   const uint8_t *material,
                                                   size_t material_length,
                                                   const uint8_t *info,
                                                   size_t info_length,
                                                   pairforge_bls_secret_key **out);

// The secret key of 32 bytes, a big-endian integer from 1 to r - 1.
pairforge_status pairforge_bls_secret_key_decode(int variant,
                                                 const uint8_t *bytes,
                                                 size_t length,
                                                 pairforge_bls_secret_key **out);

// The 32 bytes of a secret key.
pairforge_status pairforge_bls_secret_key_encode(const pairforge_bls_secret_key *key,
                                                 uint8_t *bytes);

// SkToPk: the public key of a secret one.
pairforge_status pairforge_bls_public_key_of(const pairforge_bls_secret_key *key,
                                             pairforge_bls_public_key **out);

// Sign: the signature of a message in a scheme, one of pairforge_bls_scheme.
pairforge_status pairforge_bls_sign(const pairforge_bls_secret_key *key,
                                    int scheme,
                                    const uint8_t *message,
                                    size_t message_length,
                                    pairforge_bls_signature **out);

// CoreSign: the signature of a message under a tag of the caller's, not empty, for suites that are none of the
// draft's.
pairforge_status pairforge_bls_core_sign(const pairforge_bls_secret_key *key,
                                         const uint8_t *tag,
                                         size_t tag_length,
                                         const uint8_t *message,
                                         size_t message_length,
                                         pairforge_bls_signature **out);

// Wipes and frees a secret key.
void pairforge_bls_secret_key_free(pairforge_bls_secret_key *key);

// The signature of pairforge_bls_signature_bytes bytes.
pairforge_status pairforge_bls_signature_decode(int variant,
                                                const uint8_t *bytes,
                                                size_t length,
                                                pairforge_bls_signature **out);

// `n` signatures, one after the other, faster than one by one; `seed`, `threads`, `out` and what is missed are those of
// pairforge_point_decode_all.
pairforge_status pairforge_bls_signature_decode_all(int variant,
                                                    const uint8_t *bytes,
                                                    size_t n,
                                                    const uint8_t *seed,
                                                    size_t threads,
                                                    pairforge_bls_signature **out);

// The bytes of a signature, pairforge_bls_signature_bytes.
pairforge_status pairforge_bls_signature_encode(const pairforge_bls_signature *signature,
                                                uint8_t *bytes);

// Aggregate: one signature of `n`, at least 1.
pairforge_status pairforge_bls_signature_aggregate(const pairforge_bls_signature *const *signatures,
                                                   size_t n,
                                                   pairforge_bls_signature **out);

// Verify: PAIRFORGE_STATUS_OK if this is the key's signature of the message, PAIRFORGE_STATUS_INVALID_SIGNATURE if it is
// not. So say all that verify.
pairforge_status pairforge_bls_verify(const pairforge_bls_signature *signature,
                                      int scheme,
                                      const pairforge_bls_public_key *key,
                                      const uint8_t *message,
                                      size_t message_length);

// CoreVerify: the same under a domain separation tag of the caller's, which must not be empty.
pairforge_status pairforge_bls_core_verify(const pairforge_bls_signature *signature,
                                           const uint8_t *tag,
                                           size_t tag_length,
                                           const pairforge_bls_public_key *key,
                                           const uint8_t *message,
                                           size_t message_length);

// AggregateVerify: whether this aggregates signatures of `n` messages, each under its key. It does not where `n` is 0, or in
// the basic scheme where two messages are equal.
pairforge_status pairforge_bls_aggregate_verify(const pairforge_bls_signature *signature,
                                                int scheme,
                                                const pairforge_bls_public_key *const *keys,
                                                const uint8_t *const *messages,
                                                const size_t *message_lengths,
                                                size_t n);

// CoreAggregateVerify: the same under such a tag. Messages may be equal.
pairforge_status pairforge_bls_core_aggregate_verify(const pairforge_bls_signature *signature,
                                                     const uint8_t *tag,
                                                     size_t tag_length,
                                                     const pairforge_bls_public_key *const *keys,
                                                     const uint8_t *const *messages,
                                                     const size_t *message_lengths,
                                                     size_t n);

// FastAggregateVerify: whether this aggregates signatures of one message under all `n` keys, in the scheme with proofs of
// possession. Possession must have been verified for every key. It does not where `n` is 0.
pairforge_status pairforge_bls_fast_aggregate_verify(const pairforge_bls_signature *signature,
                                                     const pairforge_bls_public_key *const *keys,
                                                     size_t n,
                                                     const uint8_t *message,
                                                     size_t message_length);

// Whether two signatures are the same. False where either is NULL or they are of different variants.
bool pairforge_bls_signature_equal(const pairforge_bls_signature *a,
                                   const pairforge_bls_signature *b);

// Frees a signature.
void pairforge_bls_signature_free(pairforge_bls_signature *signature);

// Bytes of the output of the precompile at this address of one byte; 0 where there is none.
size_t pairforge_precompile_bytes(uint8_t address);

// Calls the precompile of Ethereum at this address: 0x06 to 0x08 (EIP-196, EIP-197), 0x0a (EIP-4844), 0x0b to 0x11
// (EIP-2537). `out` has room for pairforge_precompile_bytes(address). No gas is counted.
pairforge_status pairforge_precompile(uint8_t address,
                                      const uint8_t *data,
                                      size_t length,
                                      uint8_t *out);

// What a status means, in a few words; never NULL.
const char *pairforge_message(int status);

// Writes the line that says why the last call of this thread that failed did so, such as
// "term 3: Q: not a point of the curve", and a zero byte, cut to `size` bytes. Returns the bytes of the whole line
// with its zero byte.
size_t pairforge_last_error(char *buffer,
                            size_t size);

// A table for multiples of a point, which is public: of those of at most `most_bytes` the one with the fastest multiples by
// secret scalars. SIZE_MAX sets no bound. A bound below the smallest table is refused: PAIRFORGE_STATUS_REFUSED.
pairforge_status pairforge_fixed_base_of(const pairforge_point *point,
                                         size_t most_bytes,
                                         pairforge_fixed_base **out);

// Bytes of a table. 0 for NULL.
size_t pairforge_fixed_base_bytes(const pairforge_fixed_base *table);

// scalar times the point of the table. The scalar may be secret, as for pairforge_point_mul.
pairforge_status pairforge_fixed_base_mul(const pairforge_fixed_base *table,
                                          const uint8_t *scalar,
                                          size_t scalar_length,
                                          pairforge_point **out);

// Frees a table of one point.
void pairforge_fixed_base_free(pairforge_fixed_base *table);

// A table for sums of multiples of `n` points of one group, at least 1: of those of at most `most_bytes` the one with the
// fastest sums. SIZE_MAX sets no bound. A bound below the smallest table is refused: PAIRFORGE_STATUS_REFUSED. `threads`:
// 0 takes all cores.
pairforge_status pairforge_fixed_bases_of(const pairforge_point *const *points,
                                          size_t n,
                                          size_t most_bytes,
                                          size_t threads,
                                          pairforge_fixed_bases **out);

// How many points a table has. 0 for NULL.
size_t pairforge_fixed_bases_points(const pairforge_fixed_bases *table);

// Bytes of a table. 0 for NULL.
size_t pairforge_fixed_bases_bytes(const pairforge_fixed_bases *table);

// The sum of scalar times point over all points of the table, for `n` public scalars, one for each point: `width`
// little-endian bytes each, one after the other. Time and memory accesses depend on the scalars. `threads`: 0 takes all
// cores.
pairforge_status pairforge_fixed_bases_multi_mul(const pairforge_fixed_bases *table,
                                                 const uint8_t *scalars,
                                                 size_t width,
                                                 size_t n,
                                                 size_t threads,
                                                 pairforge_point **out);

// Frees a table of some points.
void pairforge_fixed_bases_free(pairforge_fixed_bases *table);

// The point at infinity.
pairforge_status pairforge_point_identity(const pairforge_pairing *pairing,
                                          pairforge_argument which,
                                          pairforge_point **out);

// The generator of the subgroup of order r.
pairforge_status pairforge_point_generator(const pairforge_pairing *pairing,
                                           pairforge_argument which,
                                           pairforge_point **out);

// A random point that the pairing takes, from a seed of 32 bytes.
pairforge_status pairforge_point_random(const pairforge_pairing *pairing,
                                        pairforge_argument which,
                                        const uint8_t *seed,
                                        pairforge_point **out);

// The point that a message hashes to under a domain separation tag, which must not be empty.
pairforge_status pairforge_point_hash(const pairforge_pairing *pairing,
                                      pairforge_argument which,
                                      const uint8_t *message,
                                      size_t message_length,
                                      const uint8_t *dst,
                                      size_t dst_length,
                                      pairforge_point **out);

// The point of these coordinates, `count * width` bytes.
pairforge_status pairforge_point_read(const pairforge_pairing *pairing,
                                      pairforge_argument which,
                                      const uint8_t *bytes,
                                      pairforge_point **out);

// The coordinates of a finite point, `count * width` bytes.
pairforge_status pairforge_point_write(const pairforge_point *a, uint8_t *bytes);

// Bytes of an encoding of this group's points; 0 for NULL.
size_t pairforge_point_encoded_size(const pairforge_pairing *pairing,
                                    pairforge_argument which,
                                    bool compressed);

// The point that was encoded.
pairforge_status pairforge_point_decode(const pairforge_pairing *pairing,
                                        pairforge_argument which,
                                        const uint8_t *bytes,
                                        size_t length,
                                        bool compressed,
                                        pairforge_point **out);

// The points of `n` compressed encodings, one after the other, in the groups of large primes faster than one by one. There
// a point outside the subgroup is missed with a probability of at most 2^-128, provided that whoever made the encodings
// could not guess the 32 bytes of `seed`: draw them afresh from a cryptographic generator. `threads`: 0 takes all cores.
// `out` has room for `n` handles; where an encoding is refused it has none, and pairforge_last_error says which one.
pairforge_status pairforge_point_decode_all(const pairforge_pairing *pairing,
                                            pairforge_argument which,
                                            const uint8_t *bytes,
                                            size_t n,
                                            const uint8_t *seed,
                                            size_t threads,
                                            pairforge_point **out);

// The encoding of a point, pairforge_point_encoded_size bytes.
pairforge_status pairforge_point_encode(const pairforge_point *a, bool compressed, uint8_t *bytes);

// a + b.
pairforge_status pairforge_point_add(const pairforge_point *a,
                                     const pairforge_point *b,
                                     pairforge_point **out);

// 2a.
pairforge_status pairforge_point_double(const pairforge_point *a, pairforge_point **out);

// -a.
pairforge_status pairforge_point_neg(const pairforge_point *a, pairforge_point **out);

// scalar * a.
pairforge_status pairforge_point_mul(const pairforge_point *a,
                                     const uint8_t *scalar,
                                     size_t scalar_length,
                                     pairforge_point **out);

// The sum of scalar times point over `n` terms, for public scalars: `width` little-endian bytes each, one after the
// other. All points are of one group. Time and memory accesses depend on the scalars. `threads`: 0 takes all cores. `n` is
// at least 1.
pairforge_status pairforge_point_multi_mul(const pairforge_point *const *points,
                                           const uint8_t *scalars,
                                           size_t width,
                                           size_t n,
                                           size_t threads,
                                           pairforge_point **out);

// Whether two points are the same. False where either is NULL or they are of different groups.
bool pairforge_point_equal(const pairforge_point *a, const pairforge_point *b);

// Whether this is the point at infinity. False for NULL.
bool pairforge_point_is_identity(const pairforge_point *a);

// Whether r times the point is the point at infinity. False for NULL.
bool pairforge_point_is_in_subgroup(const pairforge_point *a);

// Frees a point.
void pairforge_point_free(pairforge_point *a);

// The pairing of two points.
pairforge_status pairforge_pair_points(const pairforge_pairing *pairing,
                                       const pairforge_point *p,
                                       const pairforge_point *q,
                                       pairforge_value **out);

// The product of the pairings of `n` terms, from arrays of points.
pairforge_status pairforge_product_points(const pairforge_pairing *pairing,
                                          const pairforge_point *const *p,
                                          const pairforge_point *const *q,
                                          size_t n,
                                          pairforge_value **out);

// The product of the Miller loops of `n` terms, from arrays of points.
pairforge_status pairforge_miller_loop(const pairforge_pairing *pairing,
                                       const pairforge_point *const *p,
                                       const pairforge_point *const *q,
                                       size_t n,
                                       pairforge_miller **out);

// The product of two values of the Miller loop.
pairforge_status pairforge_miller_mul(const pairforge_miller *f,
                                      const pairforge_miller *g,
                                      pairforge_miller **out);

// The final exponentiation.
pairforge_status pairforge_final_exponentiation(const pairforge_miller *f, pairforge_value **out);

// Frees a value of the Miller loop.
void pairforge_miller_free(pairforge_miller *f);

// Which argument pairforge_prepare takes. P for NULL.
pairforge_argument pairforge_fixed_argument(const pairforge_pairing *pairing);

// Precomputes what depends on the fixed argument alone.
pairforge_status pairforge_prepare(const pairforge_pairing *pairing,
                                   const pairforge_point *fixed,
                                   pairforge_prepared **out);

// The pairing with a prepared argument.
pairforge_status pairforge_pair_prepared(const pairforge_prepared *prepared,
                                         const pairforge_point *free,
                                         pairforge_value **out);

// Frees a prepared argument.
void pairforge_prepared_free(pairforge_prepared *prepared);

// The value of these coefficients, `count * width` bytes.
pairforge_status pairforge_value_read(const pairforge_pairing *pairing,
                                      const uint8_t *bytes,
                                      pairforge_value **out);

// The coefficients of a value, `count * width` bytes.
pairforge_status pairforge_value_write(const pairforge_value *a, uint8_t *bytes);

// a * b.
pairforge_status pairforge_value_mul(const pairforge_value *a,
                                     const pairforge_value *b,
                                     pairforge_value **out);

// a^2.
pairforge_status pairforge_value_square(const pairforge_value *a, pairforge_value **out);

// 1 / a.
pairforge_status pairforge_value_inverse(const pairforge_value *a, pairforge_value **out);

// a^exponent.
pairforge_status pairforge_value_pow(const pairforge_value *a,
                                     const uint8_t *exponent,
                                     size_t exponent_length,
                                     pairforge_value **out);

// Whether two values are the same. False where either is NULL or they are of different groups.
bool pairforge_value_equal(const pairforge_value *a, const pairforge_value *b);

// Frees a value.
void pairforge_value_free(pairforge_value *a);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PAIRFORGE_H */
