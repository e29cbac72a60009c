// What Node and browsers run alike: known answers, properties and refusals. The text that `check` returns counts them.

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
const text = (string) => new TextEncoder().encode(string);

function equal(got, wanted, where) {
  const [a, b] = [got, wanted].map((value) => (value instanceof Uint8Array ? hex(value) : String(value)));
  if (a !== b) throw new Error(`${where}: ${a} instead of ${b}`);
}

/** What a call gives, or false where it is refused with the one line that this expects. */
function accepted(Refused, call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Refused) || !/^[^\n]+$/.test(error.message)) throw error;
    return false;
  }
}

function refused(Refused, line, call) {
  try {
    call();
  } catch (error) {
    if (error instanceof Refused) return equal(error.message, line, "a refusal");
    throw error;
  }
  throw new Error(`not refused: ${line}`);
}

/** The message of what a call throws. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    return error.message;
  }
  throw new Error("nothing was thrown");
}

function pairings(engine, cases) {
  for (const { name, security, note, P, Q, e } of cases) {
    const pairing = engine.pairing(name);
    equal(pairing.security, security, name);
    equal(pairing.securityNote, note, name);
    const [p, q] = [bytes(P), bytes(Q)];
    const value = pairing.pair(p, q);
    equal(value, bytes(e), name);
    const product = pairing.product([[p, q], [pairing.g1.negate(p), q]]);
    equal(product, pairing.product([]), name);
    equal(pairing.multiply(value, pairing.inverse(value)), product, name);
    const scalar = Uint8Array.of(3, 1);
    equal(pairing.pair(pairing.g1.multiply(p, scalar), q), pairing.power(value, scalar), name);
    equal(pairing.pair(p, pairing.g2.multiply(q, 259n)), pairing.power(value, 259n), name);
    for (const [group, point] of [[pairing.g1, p], [pairing.g2, q]]) {
      const twice = group.sum([point, group.compress(point)]);
      equal(group.multiply(point, 2n), twice, name);
      equal(group.combine([[point, 258n], [twice, 1n]]), group.multiply(point, 260n), name);
      equal(group.uncompress(group.compress(twice)), twice, name);
      tables(group, [point, twice, group.compress(point)], name);
      equal(group.sum([]), group.sum([point, group.negate(point)]), name);
      equal(group.generator().length, group.uncompressedBytes, name);
      equal(group.compress(group.generator()).length, group.compressedBytes, name);
    }
  }
  return `${cases.length} pairings`;
}

/** Tables of the first point and of all, under bounds on memory, against none. */
function tables(group, points, name) {
  for (const mostBytes of [undefined, 1 << 14]) {
    const one = group.fixedBase(points[0], mostBytes);
    const many = group.fixedBases(points, mostBytes);
    for (const { bytes } of [one, many]) equal(bytes > 0 && bytes <= (mostBytes ?? 2 ** 32), true, name);
    equal(many.points, 3, name);
    for (const by of [0n, 1n, 0xa7a7a7n, new Uint8Array(32).fill(0xa7), new Uint8Array(100).fill(0xfe)]) {
      equal(one.multiply(by), group.multiply(points[0], by), name);
      const scalars = [by, 3n, by];
      equal(many.combine(scalars), group.combine(points.map((point, i) => [point, scalars[i]])), name);
    }
    one.free();
    many.free();
  }
  equal(group.fixedBases([]).combine([]), group.sum([]), name);
}

function hashes(engine, cases) {
  for (const { name, message, tag, G1, G2 } of cases) {
    const pairing = engine.pairing(name);
    equal(pairing.g1.hash(text(message), text(tag)), bytes(G1), name);
    equal(pairing.g2.hash(text(message), text(tag)), bytes(G2), name);
  }
  return `${2 * cases.length} hashes`;
}

function precompiles(engine, Refused, cases) {
  for (const { address, data, out } of cases) {
    const got = accepted(Refused, () => engine.precompile(address, bytes(data)));
    equal(got, out === null ? false : bytes(out), `precompile ${address}`);
  }
  return `${cases.length} precompiled calls`;
}

function ethereum(bls, { Scheme, Refused }, { sign, verify }) {
  const scheme = Scheme.ProofOfPossession;
  for (const { sk, msg, sig } of sign) {
    equal(bls.sign(scheme, bytes(sk), bytes(msg)), bytes(sig), "sign");
  }
  for (const { pk, msg, sig, valid } of verify) {
    const call = () => bls.verify(scheme, bytes(pk), bytes(msg), bytes(sig));
    equal(accepted(Refused, call), valid, "verify");
  }
  return `${sign.length + verify.length} signatures`;
}

/** What is refused has no sum, and is no valid signature. */
function consensus(engine, Refused, { eth_aggregate_pubkeys: sums, eth_fast_aggregate_verify: aggregates }) {
  for (const { name, pubkeys, aggregate } of sums) {
    const sum = accepted(Refused, () => engine.ethAggregatePubkeys(pubkeys.map(bytes)));
    equal(sum, aggregate === null ? false : bytes(aggregate), name);
  }
  for (const { name, pubkeys, message, signature, valid } of aggregates) {
    const call = () => engine.ethFastAggregateVerify(pubkeys.map(bytes), bytes(message), bytes(signature));
    equal(accepted(Refused, call), valid, name);
  }
  const key = engine.bls.minimalPublicKey.publicKey(new Uint8Array(32).fill(1));
  const opposite = key.slice();
  opposite[0] ^= 0x20;
  equal(engine.ethAggregatePubkeys([key, opposite]), Uint8Array.of(0xc0, ...new Uint8Array(47)), "keys that cancel");
  return `${sums.length + aggregates.length} cases of the consensus`;
}

function cardano(bls, { sign, aggregate_keys: sums, same_message: aggregates }) {
  const tag = text("BLS_DST_CARDANO_BASE_V1");
  for (const { seed, sk, vk, msg, sig } of sign) {
    equal(bls.generate(bytes(seed)), bytes(sk), "generate");
    equal(bls.publicKey(bytes(sk)), bytes(vk), "public key");
    equal(bls.coreSign(tag, bytes(sk), bytes(msg)), bytes(sig), "core sign");
    equal(bls.coreVerify(tag, bytes(vk), bytes(msg), bytes(sig)), true, "core verify");
  }
  for (const { signers, agg_vk } of sums) {
    equal(bls.aggregateKeys(signers.map(({ vk }) => bytes(vk))), bytes(agg_vk), "sum of keys");
  }
  for (const { signers, agg_sig } of aggregates) {
    equal(bls.aggregate(signers.map(({ sig }) => bytes(sig))), bytes(agg_sig), "aggregate");
  }
  return `${sign.length + sums.length + aggregates.length} cases under a tag`;
}

function schemes(bls, Scheme) {
  const messages = ["one", "two"].map(text);
  const secrets = [1, 2].map((n) => bls.generate(new Uint8Array(32).fill(n)));
  const keys = secrets.map((secret) => bls.publicKey(secret));
  for (const scheme of Object.values(Scheme)) {
    const signatures = secrets.map((secret, i) => bls.sign(scheme, secret, messages[i]));
    equal(bls.verify(scheme, keys[0], messages[0], signatures[0]), true, "verify");
    equal(bls.verify(scheme, keys[1], messages[0], signatures[0]), false, "verify");
    const pairs = keys.map((key, i) => [key, messages[i]]);
    const aggregate = bls.aggregate(signatures);
    equal(bls.aggregateVerify(scheme, pairs, aggregate), true, "aggregate verify");
    equal(bls.aggregateVerify(scheme, pairs.slice(1), aggregate), false, "aggregate verify");
    const claims = pairs.map(([key, message], i) => [key, message, signatures[i]]);
    const seed = new Uint8Array(32).fill(7);
    equal(bls.verifyBatch(scheme, claims, seed), true, "batch");
    equal(bls.verifyBatch(scheme, [[keys[1], messages[0], signatures[0]], claims[1]], seed), false, "batch");
  }
  const same = bls.aggregate(secrets.map((secret) => bls.sign(Scheme.ProofOfPossession, secret, messages[0])));
  equal(bls.fastAggregateVerify(keys, messages[0], same), true, "fast aggregate verify");
  equal(bls.fastAggregateVerify(keys, messages[1], same), false, "fast aggregate verify");
  const proof = bls.provePossession(secrets[0]);
  equal(bls.verifyPossession(keys[0], proof), true, "possession");
  equal(bls.verifyPossession(keys[1], proof), false, "possession");
}

function refusals(engine, { Refused, Scheme }) {
  const pairing = engine.pairing("ate-bls12-381");
  const [p, q] = [pairing.g1.generator(), pairing.g2.generator()];
  const off = p.slice();
  off[95] ^= 1;
  refused(Refused, "term 0: P: not a point of the curve", () => pairing.pair(off, q));
  refused(Refused, "term 1: Q: 3 bytes where 192 are needed", () => pairing.product([[p, q], [p, bytes("010203")]]));
  refused(Refused, "not an element of the target group", () => pairing.inverse(new Uint8Array(576).fill(1)));
  refused(Refused, "no precompile at address 0x09", () => engine.precompile(9, p));
  const tagless = "an empty domain separation tag; it must name the application in a byte or more";
  refused(Refused, tagless, () => pairing.g1.hash(p, new Uint8Array(0)));
  refused(Refused, tagless, () => engine.bls.minimalPublicKey.coreSign(new Uint8Array(0), new Uint8Array(32).fill(1), p));
  refused(Refused, "no signatures to aggregate", () => engine.bls.minimalPublicKey.aggregate([]));
  refused(Refused, "31 bytes where 32 are needed", () => engine.bls.minimalPublicKey.generate(new Uint8Array(31)));
  refused(Refused, "no scheme of this number", () => engine.bls.minimalPublicKey.sign(3, new Uint8Array(32), p));
  refused(Refused, `no pairing named "x"; there are ${engine.pairings.join(", ")}`, () => engine.pairing("x"));
  refused(Refused, "no keys to aggregate", () => engine.ethAggregatePubkeys([]));
  const small = (most, least) => `a table of at most ${most} bytes where the smallest one has ${least}`;
  refused(Refused, small(207, 208), () => pairing.g1.fixedBase(p, 207));
  refused(Refused, small(0, 208), () => pairing.g1.fixedBases([p, p], 0));
  refused(Refused, "not a point of the curve", () => pairing.g1.fixedBase(off));
  refused(Refused, "point 1: not a point of the curve", () => pairing.g1.fixedBases([p, off]));
  const keys = [pairing.g1.compress(p), bytes("010203")];
  refused(Refused, "key 1: 3 bytes where 48 are needed", () => engine.ethAggregatePubkeys(keys));
  const [one, many] = [pairing.g1.fixedBase(p), pairing.g1.fixedBases([p, p])];
  const counts = "1 scalars for a table of 2 points; give as many scalars as points";
  refused(Refused, counts, () => many.combine([1n]));
  one.free();
  one.free();
  const range = "give an integer from 0 to 4294967295";
  for (const [line, call] of [
    ["this table was freed", () => one.multiply(1n)],
    [`mostBytes is -1; ${range}`, () => pairing.g1.fixedBase(p, -1)],
    [`mostBytes is 0.5; ${range}`, () => pairing.g1.fixedBases([p], 0.5)],
    [`mostBytes is 4294967296; ${range}`, () => pairing.g1.fixedBase(p, 2 ** 32)],
    ["a scalar must not be negative", () => many.combine([1n, -1n])],
  ]) {
    equal(thrown(call), line, "an error");
  }
  for (const wrong of [null, "00", [1]]) {
    try {
      engine.bls.minimalPublicKey.sign(Scheme.Basic, wrong, p);
    } catch (error) {
      if (error instanceof TypeError) continue;
    }
    throw new Error(`not refused: ${wrong}`);
  }
}

/** Secrets that come in or go out are nowhere in the module's memory afterwards. */
function wiped(exports, engine) {
  const bls = engine.bls.minimalPublicKey;
  const material = Uint8Array.from({ length: 32 }, (_, i) => (37 * i + 11) % 256);
  const secret = bls.generate(material);
  bls.sign(0, secret, text("message"));
  const { g1 } = engine.pairing("ate-bls12-381");
  g1.fixedBase(g1.generator()).multiply(secret.slice().reverse());
  const memory = new Uint8Array(exports.memory.buffer);
  for (const bytes of [material, secret, secret.slice().reverse()]) {
    for (let at = memory.indexOf(bytes[0]); at >= 0; at = memory.indexOf(bytes[0], at + 1)) {
      if (bytes.slice(0, 16).every((byte, i) => memory[at + i] === byte)) throw new Error(`a secret is left at ${at}`);
    }
  }
}

export async function check(pairforge, vectors) {
  const engine = await pairforge.load();
  const all = await pairforge.load(pairforge.families);
  const ofEngine = (cases) => cases.filter(({ name }) => engine.pairings.includes(name));
  const said = [
    pairings(all, vectors.pairings),
    pairings(engine, ofEngine(vectors.pairings)),
    hashes(all, vectors.hashes),
    hashes(engine, ofEngine(vectors.hashes)),
    precompiles(engine, pairforge.Refused, vectors.precompiles),
    ethereum(engine.bls.minimalPublicKey, pairforge, vectors.ethereum),
    consensus(engine, pairforge.Refused, vectors.consensus),
    cardano(engine.bls.minimalPublicKey, vectors.cardano.minpk),
    cardano(engine.bls.minimalSignature, vectors.cardano.minsig),
  ];
  schemes(engine.bls.minimalPublicKey, pairforge.Scheme);
  schemes(engine.bls.minimalSignature, pairforge.Scheme);
  refusals(engine, pairforge);
  return said.join(", ");
}

/** The memory of a module of our own is looked at, so this starts one by the package's loader on the side. */
export async function checkWiped(pairforge, module) {
  const instantiate = WebAssembly.instantiate;
  let exports;
  WebAssembly.instantiate = async (given, ...more) => {
    const instance = await instantiate.call(WebAssembly, given, ...more);
    exports = instance.exports;
    return instance;
  };
  const engine = await pairforge.load(module);
  WebAssembly.instantiate = instantiate;
  wiped(exports, engine);
  return "wiped";
}
