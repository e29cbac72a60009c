// The loader of the modules. pairforge.d.ts says what everything takes and gives.

/** An input that the engine refuses. The message is one line: which input, what is wrong, what would be right. */
export class Refused extends Error {
  name = "Refused";
}

/** Signature schemes of draft-irtf-cfrg-bls-signature. */
export const Scheme = Object.freeze({ Basic: 0, MessageAugmentation: 1, ProofOfPossession: 2 });

/** The module with the curves of all families. */
export const families = new URL("families.wasm", import.meta.url);

const VARIANTS = { minimalPublicKey: 0, minimalSignature: 1 };

/** Compiles the module and starts it. */
export async function load(source = new URL("pairforge.wasm", import.meta.url)) {
  const module = source instanceof WebAssembly.Module ? source : await compile(await source);
  return new Engine((await WebAssembly.instantiate(module)).exports);
}

async function compile(source) {
  if (source instanceof URL && source.protocol === "file:") {
    // Node's fetch has no files, and a bundler for browsers is not to look for Node's modules.
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(source));
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** More bytes than the module's memory has. */
const NO_BOUND = 2 ** 32 - 1;

const number = (value) => new Uint8Array(new Uint32Array([value]).buffer);
const byte = (value) => Uint8Array.of(value);
const truth = (bytes) => bytes[0] === 1;

/** A scalar as the module takes it, little-endian. */
function scalar(value) {
  if (typeof value !== "bigint") return value;
  if (value < 0n) throw new RangeError("a scalar must not be negative");
  const bytes = [];
  for (; value > 0n; value >>= 8n) bytes.push(Number(value & 255n));
  return Uint8Array.from(bytes);
}

/** A bound on the bytes of a table as the module takes it. */
function bound(bytes) {
  if (Number.isInteger(bytes) && bytes >= 0 && bytes <= NO_BOUND) return number(bytes);
  throw new RangeError(`mostBytes is ${bytes}; give an integer from 0 to ${NO_BOUND}`);
}

/** Scalars filled up with zeros to the length of the longest. */
function aligned(scalars) {
  const all = scalars.map(scalar);
  const width = Math.max(0, ...all.map((bytes) => bytes.length));
  return all.map((bytes) => {
    const filled = new Uint8Array(width);
    filled.set(bytes);
    return filled;
  });
}

/** What calls the module: items in, bytes or a refusal out. */
class Calls {
  #module;

  constructor(module) {
    this.#module = module;
  }

  run(operation, ...items) {
    if (this.#module === null) throw new Error("this engine has stopped at a defect; load it again");
    for (const item of items) {
      if (!(item instanceof Uint8Array)) throw new TypeError(`${operation} takes Uint8Array, not ${typeof item}`);
    }
    const module = this.#module;
    const length = items.reduce((sum, item) => sum + 4 + item.length, 0);
    // Views of memory are made anew after every call, as it may have grown.
    const start = module.arguments(length);
    const room = new DataView(module.memory.buffer, start, length);
    let at = 0;
    for (const item of items) {
      room.setUint32(at, item.length, true);
      new Uint8Array(module.memory.buffer, start + at + 4, item.length).set(item);
      at += 4 + item.length;
    }
    let status;
    try {
      status = module[operation]();
    } catch (defect) {
      // Whatever it was in the middle of is lost.
      this.#module = null;
      throw defect;
    }
    const bytes = new Uint8Array(module.memory.buffer, module.result(), module.result_length()).slice();
    module.forget();
    if (status !== 0) throw new Refused(new TextDecoder().decode(bytes));
    return bytes;
  }

  text(operation) {
    return new TextDecoder().decode(this.run(operation));
  }
}

class Engine {
  #calls;

  constructor(module) {
    this.#calls = new Calls(module);
    this.pairings = Object.freeze(this.#calls.text("pairing_names").split("\n"));
    const variant = ([name, value]) => [name, new Signatures(this.#calls, byte(value))];
    this.bls = Object.freeze(Object.fromEntries(Object.entries(VARIANTS).map(variant)));
  }

  pairing(name) {
    const place = this.pairings.indexOf(name);
    if (place < 0) throw new Refused(`no pairing named ${JSON.stringify(name)}; there are ${this.pairings.join(", ")}`);
    return new Pairing(this.#calls, name, number(place));
  }

  precompile(address, input) {
    return this.#calls.run("precompile", byte(address), input);
  }

  ethAggregatePubkeys(keys) {
    return this.#calls.run("eth_aggregate_pubkeys", ...keys);
  }

  ethFastAggregateVerify(keys, message, signature) {
    return truth(this.#calls.run("eth_fast_aggregate_verify", signature, message, ...keys));
  }
}

class Pairing {
  #calls;
  #place;

  constructor(calls, name, place) {
    this.#calls = calls;
    this.#place = place;
    const facts = calls.run("pairing_facts", place);
    const view = new DataView(facts.buffer);
    const fact = (i) => view.getUint32(4 * i, true);
    this.name = name;
    this.security = fact(0);
    this.securityNote = new TextDecoder().decode(facts.subarray(28));
    this.coefficients = fact(1);
    this.coefficientBytes = fact(2);
    this.g1 = new Group(calls, place, 0, fact(3), fact(4));
    this.g2 = new Group(calls, place, 1, fact(5), fact(6));
    Object.freeze(this);
  }

  pair(p, q) {
    return this.product([[p, q]]);
  }

  product(terms) {
    return this.#calls.run("pairing_product", this.#place, ...terms.flatMap(([p, q]) => [p, q]));
  }

  multiply(a, b) {
    return this.#calls.run("value_multiply", this.#place, a, b);
  }

  power(a, exponent) {
    return this.#calls.run("value_power", this.#place, a, scalar(exponent));
  }

  inverse(a) {
    return this.#calls.run("value_inverse", this.#place, a);
  }
}

class Group {
  #calls;
  #which;

  constructor(calls, place, group, compressedBytes, uncompressedBytes) {
    this.#calls = calls;
    this.#which = [place, byte(group)];
    this.compressedBytes = compressedBytes;
    this.uncompressedBytes = uncompressedBytes;
    Object.freeze(this);
  }

  #run(operation, ...items) {
    return this.#calls.run(operation, ...this.#which, ...items);
  }

  generator() {
    return this.#run("group_generator");
  }

  hash(message, tag) {
    return this.#run("group_hash", message, tag);
  }

  sum(points) {
    return this.#run("group_sum", ...points);
  }

  negate(point) {
    return this.#run("group_negate", point);
  }

  multiply(point, by) {
    return this.#run("group_multiply", point, scalar(by));
  }

  combine(terms) {
    const scalars = aligned(terms.map(([, by]) => by));
    return this.#run("group_combine", ...terms.flatMap(([point], i) => [point, scalars[i]]));
  }

  fixedBase(point, mostBytes = NO_BOUND) {
    return new FixedBase(new Table(this.#calls, this.#run("table_of_point", bound(mostBytes), point)));
  }

  fixedBases(points, mostBytes = NO_BOUND) {
    const table = new Table(this.#calls, this.#run("table_of_points", bound(mostBytes), ...points));
    return new FixedBases(table, points.length);
  }

  compress(point) {
    return this.#run("group_compress", point);
  }

  uncompress(point) {
    return this.#run("group_uncompress", point);
  }
}

/** A table that the module keeps under a number. */
class Table {
  #calls;
  #number;

  constructor(calls, facts) {
    this.#calls = calls;
    this.#number = facts.subarray(0, 4);
    this.bytes = new DataView(facts.buffer).getUint32(4, true);
  }

  run(operation, ...items) {
    if (this.#number === null) throw new Error("this table was freed");
    return this.#calls.run(operation, this.#number, ...items);
  }

  free() {
    if (this.#number !== null) this.run("table_free");
    this.#number = null;
  }
}

class FixedBase {
  #table;

  constructor(table) {
    this.#table = table;
    this.bytes = table.bytes;
    Object.freeze(this);
  }

  multiply(by) {
    return this.#table.run("table_multiply", scalar(by));
  }

  free() {
    this.#table.free();
  }
}

class FixedBases {
  #table;

  constructor(table, points) {
    this.#table = table;
    this.bytes = table.bytes;
    this.points = points;
    Object.freeze(this);
  }

  combine(scalars) {
    return this.#table.run("table_combine", ...aligned(scalars));
  }

  free() {
    this.#table.free();
  }
}

class Signatures {
  #calls;
  #variant;

  constructor(calls, variant) {
    this.#calls = calls;
    this.#variant = variant;
    Object.freeze(this);
  }

  #run(operation, ...items) {
    return this.#calls.run(operation, this.#variant, ...items);
  }

  generate(material, keyInfo = new Uint8Array()) {
    return this.#run("bls_generate", material, keyInfo);
  }

  publicKey(secret) {
    return this.#run("bls_public_key", secret);
  }

  sign(scheme, secret, message) {
    return this.#run("bls_sign", byte(scheme), secret, message);
  }

  coreSign(tag, secret, message) {
    return this.#run("bls_core_sign", tag, secret, message);
  }

  verify(scheme, key, message, signature) {
    return truth(this.#run("bls_verify", byte(scheme), key, signature, message));
  }

  coreVerify(tag, key, message, signature) {
    return truth(this.#run("bls_core_verify", tag, key, signature, message));
  }

  aggregate(signatures) {
    return this.#run("bls_aggregate", ...signatures);
  }

  aggregateKeys(keys) {
    return this.#run("bls_aggregate_keys", ...keys);
  }

  aggregateVerify(scheme, pairs, signature) {
    return truth(this.#run("bls_aggregate_verify", byte(scheme), signature, ...pairs.flat()));
  }

  fastAggregateVerify(keys, message, signature) {
    return truth(this.#run("bls_fast_aggregate_verify", signature, message, ...keys));
  }

  verifyBatch(scheme, claims, seed) {
    return truth(this.#run("bls_verify_batch", byte(scheme), seed, ...claims.flat()));
  }

  provePossession(secret) {
    return this.#run("bls_prove_possession", secret);
  }

  verifyPossession(key, proof) {
    return truth(this.#run("bls_verify_possession", key, proof));
  }
}
