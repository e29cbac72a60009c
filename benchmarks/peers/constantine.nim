## Functions of constantine, timed when someone asks. The first line of standard output says which there are; each line
## of standard input names one of them, and a line of standard output answers with the nanoseconds of a call.

import
  std/[monotimes, strutils, times],
  constantine/platforms/abstractions,
  constantine/named/[algebras, zoo_generators, zoo_pairings, zoo_subgroups],
  constantine/math/[arithmetic, ec_shortweierstrass, extension_fields],
  constantine/math/elliptic/[
    ec_multi_scalar_mul, ec_multi_scalar_mul_parallel, ec_scalar_mul, ec_scalar_mul_vartime,
    ec_shortweierstrass_batch_ops],
  constantine/math/io/[io_bigints, io_extfields, io_fields],
  constantine/math/pairings/[cyclotomic_subgroups, miller_loops, pairings_bls12, pairings_bn],
  constantine/[ethereum_bls_signatures, hashes],
  constantine/hash_to_curve/hash_to_curve,
  constantine/serialization/codecs_bls12_381,
  constantine/threadpool/threadpool

when defined(amd64):
  import constantine/platforms/isa_x86/cpudetect_x86
else:
  proc hasAdx(): bool = false

export abstractions, arithmetic, zoo_pairings  # its generic functions look for these where they are used

const
  Version {.strdefine.} = "unknown"
  Message = "as long as a digest, which it is"
  Tag = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
  ScalarWithoutTop = "5555aaaa3333ccccfedcba98765432100123456789abcdef"
  Product = 8
  Moment = 1_500_000  ## Nanoseconds that a function is called, unless one call takes longer.

type Function = ref object
  name: string
  run: proc ()
  result: proc (): string  ## The coordinates of the point that it computes, or nil.
  calls: int

var functions: seq[Function]

proc add(name: string, run: proc (), result: proc (): string = nil) =
  functions.add Function(name: name, run: run, result: result)

proc name(curve: static Algebra): string =
  when curve == BLS12_381: "bls12-381" else: "bn254"

proc top(curve: static Algebra): string =
  ## The highest word of the scalar of a multiple.
  when curve == BLS12_381: "73579bdf02468ace" else: "30579bdf02468ace"

proc digits(a: Fp): string = a.toHex()[2 .. ^1]
proc digits(a: Fp2): string = a.c1.digits & a.c0.digits
proc coordinates[F, G](p: EC_ShortW_Aff[F, G]): string = p.x.digits & p.y.digits

type SplitMix = object
  state: uint64

proc next(random: var SplitMix): uint64 =
  random.state += 0x9e3779b97f4a7c15'u64
  var mixed = (random.state xor random.state shr 30) * 0xbf58476d1ce4e5b9'u64
  mixed = (mixed xor mixed shr 27) * 0x94d049bb133111eb'u64
  mixed xor mixed shr 31

proc first[F, G](generator: EC_ShortW_Aff[F, G], count: int): seq[EC_ShortW_Aff[F, G]] =
  ## i times the generator for i = 1 to count.
  var sums = newSeq[EC_ShortW_Jac[F, G]](count)
  sums[0].fromAffine(generator)
  for i in 1 ..< count:
    sums[i].sum_vartime(sums[i - 1], sums[0])
  result.setLen(count)
  result.batchAffine_vartime(sums)

proc addGroup[F, G](curve: static Algebra, group: string, log: static int, generator: EC_ShortW_Aff[F, G]) =
  ## Multiples, and sums of 2^log of them.
  type
    Affine = EC_ShortW_Aff[F, G]
    Jacobian = EC_ShortW_Jac[F, G]
    Scalar = Fr[curve].getBigInt()
  let
    prefix = curve.name & " " & group
    scalar = Scalar.fromHex(curve.top & ScalarWithoutTop)
    affine = new Affine
    sum = new Jacobian

  let encode = proc (): string = affine[].coordinates
  add prefix & " multiple", proc () =
    sum[].scalarMul(scalar, generator)
    affine[].affine(sum[])
  , encode
  add prefix & " multiple, public scalar", proc () =
    sum[].scalarMul_vartime(scalar, generator)
    affine[].affine(sum[])
  , encode

  type Inputs = ref object
    points: seq[Affine]
    scalars: seq[Scalar]
  let inputs = Inputs()
  proc prepare() =
    if inputs.points.len > 0: return
    inputs.points = generator.first(1 shl log)
    var random = SplitMix()
    for _ in 0 ..< 1 shl log:
      var words: array[4, uint64]
      for word in words.mitems: word = random.next
      words[3] = words[3] and (when curve == BLS12_381: not 0'u64 shr 2 else: not 0'u64 shr 3)
      inputs.scalars.add Scalar.fromHex(words[3].toHex & words[2].toHex & words[1].toHex & words[0].toHex)

  let sumName = prefix & " sum of 2^" & $log & ", "
  add sumName & "1 thread", proc () =
    prepare()
    sum[].multiScalarMul_vartime(inputs.scalars, inputs.points)
    affine[].affine(sum[])
  , encode
  add sumName & "2 threads", proc () =
    # Idle threads of a pool look for work, so it is there for this function alone.
    var pool {.global.}: Threadpool
    prepare()
    if pool.isNil: pool = Threadpool.new(2)
    pool.multiScalarMul_vartime_parallel(sum[], inputs.scalars, inputs.points)
    affine[].affine(sum[])
  , encode

proc addPairings(curve: static Algebra) =
  let
    p = curve.getGenerator("G1")
    q = curve.getGenerator("G2")
    ps = p.first(Product)
    qs = q.first(Product)
    value = new Fp12[curve]
    miller = new Fp12[curve]

  template finish(f: var Fp12[curve]) =
    f.finalExpEasy()
    when curve == BLS12_381: f.finalExpHard_BLS12() else: f.finalExpHard_BN()
  template loop(f: var Fp12[curve]) =
    when curve == BLS12_381: f.millerLoopAddchain(q, p) else: f.millerLoopGenericBN(q, p)
  loop(miller[])

  add curve.name & " pairing", proc () =
    when curve == BLS12_381: value[].pairing_bls12(p, q) else: value[].pairing_bn(p, q)
  add curve.name & " Miller loop", proc () = loop(value[])
  add curve.name & " final exponentiation", proc () =
    value[] = miller[]
    finish(value[])
  add curve.name & " product of 8 pairings", proc () =
    when curve == BLS12_381: value[].pairing_bls12(ps, qs) else: value[].pairing_bn(ps, qs)
  curve.addGroup("G1", 16, p)
  curve.addGroup("G2", 12, q)

template addEncodings(group: string, generator: typed, bytes: static int, decode, encode: untyped) =
  block:
    type Affine = typeof(generator)
    let
      point = new Affine
      seven = generator.first(7)[6]
      text = new array[bytes, byte]
      sum = new EC_ShortW_Jac[Affine.F, Affine.G]
      result = proc (): string = point[].coordinates
    doAssert encode(text[], seven) == cttCodecEcc_Success
    add "bls12-381 hash to " & group, proc () =
      sha256.hashToCurve(k = 128, output = sum[], augmentation = "", message = Message, domainSepTag = Tag)
      point[].affine(sum[])
    , result
    add "bls12-381 " & group & " subgroup test", proc () = doAssert bool(seven.isInSubgroup())
    add "bls12-381 " & group & " decompression", proc () =
      doAssert decode(point[], text[]) == cttCodecEcc_Success
    , result

proc addSignatures() =
  var
    secret {.global.}: SecretKey
    public {.global.}: PublicKey
    signature {.global.}: Signature
  var bytes: array[32, byte]
  for i, digit in parseHexStr(top(BLS12_381) & ScalarWithoutTop): bytes[i] = byte(digit)
  doAssert secret.deserialize_seckey(bytes) == cttCodecScalar_Success
  public.derive_pubkey(secret)
  signature.sign(secret, Message)
  add "bls12-381 sign", proc () = signature.sign(secret, Message)
  , proc (): string =
    var
      text: array[96, byte]
      point: EC_ShortW_Aff[Fp2[BLS12_381], G2]
    doAssert text.serialize_signature_compressed(signature) == cttCodecEcc_Success
    doAssert point.deserialize_g2_compressed(text) == cttCodecEcc_Success
    point.coordinates
  add "bls12-381 verify", proc () = doAssert public.verify(Message, signature) == cttEthBls_Success

proc took(function: Function, calls: int): int64 =
  let began = getMonoTime()
  for _ in 0 ..< calls: function.run()
  inNanoseconds(getMonoTime() - began)

proc callsOf(function: Function): int =
  ## How many calls make a moment; warms up on the way.
  result = 1
  while true:
    let ns = function.took(result)
    if ns >= Moment div 2: return max(1, int(Moment * result div ns))
    result *= 2

proc answer(function: Function) =
  ## The nanoseconds of a call, after one that brings its code and tables back into the caches.
  var line = "{\"function\": \"" & function.name & "\""
  if function.calls == 0:
    if not function.result.isNil:
      function.run()
      line &= ", \"result\": \"" & function.result() & "\""
    function.calls = function.callsOf
  if function.calls > 1: function.run()
  let ns = function.took(function.calls) / function.calls
  echo line & ", \"ns\": " & $ns & "}"
  flushFile(stdout)

proc main() =
  addPairings(BLS12_381)
  addEncodings("G1", BLS12_381.getGenerator("G1"), 48, deserialize_g1_compressed_unchecked, serialize_g1_compressed)
  addEncodings("G2", BLS12_381.getGenerator("G2"), 96, deserialize_g2_compressed_unchecked, serialize_g2_compressed)
  addSignatures()
  addPairings(BN254_Snarks)
  var names: seq[string]
  for function in functions: names.add "\"" & function.name & "\""
  echo "{\"library\": \"constantine\", \"version\": \"" & Version & "\", \"level\": \"" &
    (if hasAdx(): "ADX" else: "baseline") & "\", \"functions\": [" & names.join(", ") & "]}"
  flushFile(stdout)
  for asked in stdin.lines:
    for function in functions:
      if function.name == asked: function.answer()

main()
