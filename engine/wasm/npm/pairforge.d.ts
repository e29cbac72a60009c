/**
 * Pairings, BLS signatures and Ethereum's precompiles, from bytes to bytes.
 *
 * What is refused throws `Refused`. Points are encodings: either of the two goes in, the uncompressed one comes out.
 * Every point, key and signature that goes in is validated. There is no source of randomness: where secrets are made,
 * pass bytes of `crypto.getRandomValues`.
 */

/** An input that the engine refuses. The message is one line: which input, what is wrong, what would be right. */
export class Refused extends Error {}

/** Signature schemes of draft-irtf-cfrg-bls-signature. */
export const Scheme: {
  /** The messages of an aggregate must differ. */
  readonly Basic: 0;
  /** What is signed is the public key followed by the message. */
  readonly MessageAugmentation: 1;
  /** Every public key comes with a proof that its owner knows the secret; verify it before use. */
  readonly ProofOfPossession: 2;
};
export type Scheme = 0 | 1 | 2;

/**
 * A scalar: little-endian bytes, or an integer from 0 on. Arithmetic on a bigint takes time that depends on its value, so
 * secrets are bytes.
 */
export type Scalar = Uint8Array | bigint;

/** The module with the curves of all families: `load(families)`. It is three times as large as the other. */
export const families: URL;

/**
 * Compiles the module and starts it.
 * @param source where the module is; by default that with BLS12-381, the BN curves and type A, beside the loader
 */
export function load(
  source?: URL | string | Response | Promise<Response> | BufferSource | WebAssembly.Module,
): Promise<Engine>;

export interface Engine {
  /** The names of all pairings. */
  readonly pairings: readonly string[];
  /** BLS signatures over BLS12-381. */
  readonly bls: {
    /** Public keys of 48 bytes, signatures of 96. */
    readonly minimalPublicKey: Signatures;
    /** Public keys of 96 bytes, signatures of 48. */
    readonly minimalSignature: Signatures;
  };
  /** The pairing of this name. */
  pairing(name: string): Pairing;
  /** What Ethereum's precompile at an address from 0x06 to 0x11 gives for an input. Time depends on the input. */
  precompile(address: number, input: Uint8Array): Uint8Array;
  /**
   * eth_aggregate_pubkeys of Ethereum's consensus: the compressed sum of public keys of 48 bytes, at least one. It is the
   * point at infinity, which is no key, where they cancel.
   */
  ethAggregatePubkeys(keys: readonly Uint8Array[]): Uint8Array;
  /**
   * eth_fast_aggregate_verify of Ethereum's consensus: `fastAggregateVerify` with public keys of 48 bytes, but of no keys
   * the point at infinity is a signature.
   */
  ethFastAggregateVerify(keys: readonly Uint8Array[], message: Uint8Array, signature: Uint8Array): boolean;
}

export interface Pairing {
  readonly name: string;
  /** Estimated bits of security today, and what the estimate rests on. */
  readonly security: number;
  readonly securityNote: string;
  /** Values are so many coefficients, little-endian, of so many bytes each. */
  readonly coefficients: number;
  readonly coefficientBytes: number;
  readonly g1: Group;
  readonly g2: Group;
  /** The pairing of two points. */
  pair(p: Uint8Array, q: Uint8Array): Uint8Array;
  /** The product of the pairings of all terms; of none: 1. */
  product(terms: readonly (readonly [p: Uint8Array, q: Uint8Array])[]): Uint8Array;
  /** The product of two values. */
  multiply(a: Uint8Array, b: Uint8Array): Uint8Array;
  /** A power of a value, in time that depends on the length of the exponent alone. */
  power(a: Uint8Array, exponent: Scalar): Uint8Array;
  /** The inverse of a value. */
  inverse(a: Uint8Array): Uint8Array;
}

export interface Group {
  /** Bytes of either encoding. */
  readonly compressedBytes: number;
  readonly uncompressedBytes: number;
  /** The generator of the subgroup of order r. */
  generator(): Uint8Array;
  /** The point that a message hashes to under a domain separation tag, which must not be empty. */
  hash(message: Uint8Array, tag: Uint8Array): Uint8Array;
  /** The sum of all points; of none: the point at infinity. */
  sum(points: readonly Uint8Array[]): Uint8Array;
  /** The opposite point. */
  negate(point: Uint8Array): Uint8Array;
  /** A multiple of a point, in time that depends on the length of the scalar alone. */
  multiply(point: Uint8Array, scalar: Scalar): Uint8Array;
  /** The sum of scalar times point over all terms, for public scalars: time depends on them. */
  combine(terms: readonly (readonly [point: Uint8Array, scalar: Scalar])[]): Uint8Array;
  /**
   * A table for multiples of one point, which is public.
   * @param mostBytes what it may take of the module's memory; by default as much as the fastest one takes
   */
  fixedBase(point: Uint8Array, mostBytes?: number): FixedBase;
  /**
   * A table for sums of multiples of these points.
   * @param mostBytes as for one point
   */
  fixedBases(points: readonly Uint8Array[], mostBytes?: number): FixedBases;
  /** The compressed encoding. */
  compress(point: Uint8Array): Uint8Array;
  /** The uncompressed encoding. */
  uncompress(point: Uint8Array): Uint8Array;
}

/** A table for multiples of one point. It stays in the module's memory until it is freed. */
export interface FixedBase {
  /** Bytes of the table. */
  readonly bytes: number;
  /** A multiple of the point, in time that depends on the length of the scalar alone. */
  multiply(scalar: Scalar): Uint8Array;
  /** Frees the table, which can no longer be used. */
  free(): void;
}

/** A table for sums of multiples of some points. It stays in the module's memory until it is freed. */
export interface FixedBases {
  /** Bytes of the table. */
  readonly bytes: number;
  /** How many points it has. */
  readonly points: number;
  /** The sum of scalar times point over all points, for as many public scalars: time depends on them. */
  combine(scalars: readonly Scalar[]): Uint8Array;
  /** Frees the table, which can no longer be used. */
  free(): void;
}

/** BLS signatures, draft-irtf-cfrg-bls-signature-05. Secret keys are 32 bytes, big-endian. */
export interface Signatures {
  /** KeyGen, from at least 32 bytes of secret randomness. */
  generate(material: Uint8Array, keyInfo?: Uint8Array): Uint8Array;
  /** SkToPk. */
  publicKey(secret: Uint8Array): Uint8Array;
  /** Sign. */
  sign(scheme: Scheme, secret: Uint8Array, message: Uint8Array): Uint8Array;
  /** CoreSign, under a domain separation tag of your own. */
  coreSign(tag: Uint8Array, secret: Uint8Array, message: Uint8Array): Uint8Array;
  /** Verify. As below, what is no key or no signature throws. */
  verify(scheme: Scheme, key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  /** CoreVerify, under a domain separation tag of your own. */
  coreVerify(tag: Uint8Array, key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  /** Aggregate; at least one signature. */
  aggregate(signatures: readonly Uint8Array[]): Uint8Array;
  /** The sum of public keys, which verifies an aggregate of signatures of one message. */
  aggregateKeys(keys: readonly Uint8Array[]): Uint8Array;
  /** AggregateVerify. */
  aggregateVerify(
    scheme: Scheme,
    pairs: readonly (readonly [key: Uint8Array, message: Uint8Array])[],
    signature: Uint8Array,
  ): boolean;
  /** FastAggregateVerify, in the scheme with proofs of possession. */
  fastAggregateVerify(keys: readonly Uint8Array[], message: Uint8Array, signature: Uint8Array): boolean;
  /**
   * Whether all of these signatures are valid.
   * @param seed 32 bytes that whoever made the signatures could not guess, drawn for this call
   */
  verifyBatch(
    scheme: Scheme,
    claims: readonly (readonly [key: Uint8Array, message: Uint8Array, signature: Uint8Array])[],
    seed: Uint8Array,
  ): boolean;
  /** PopProve. */
  provePossession(secret: Uint8Array): Uint8Array;
  /** PopVerify. */
  verifyPossession(key: Uint8Array, proof: Uint8Array): boolean;
}
