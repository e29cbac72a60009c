"""What py_ecc computes, or whatever has its names. `python py_ecc_values.py` with py_ecc 8.0.0 prints
tests/vectors/py_ecc.json.
"""

import hashlib
import json
from importlib import import_module
from typing import Any

VERSION = "8.0.0"


def flat(value: Any) -> Any:
    """Hexadecimal digits of field elements and bytes, in lists as they are nested."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, bytes | bytearray):
        return value.hex()
    if isinstance(value, (tuple, list)):
        return [flat(part) for part in value]
    if hasattr(value, "coeffs"):
        return [f"{int(c):x}" for c in value.coeffs]
    return f"{int(value):x}"


def of_curve(m: Any, outside: int) -> dict[str, Any]:
    """`outside`: x of a point of E(F_p) with coordinates that any library takes."""

    def affine(pt: Any) -> Any:
        return flat(m.normalize(pt))

    r = m.curve_order
    x, y = m.FQ(outside), None
    square = x**3 + m.b
    y = square ** ((m.field_modulus + 1) // 4)
    assert y * y == square
    other = (x, y, m.FQ.one())
    scaled = tuple(c * 7 for c in m.add(m.G2, m.double(m.G2)))
    a, b = m.FQ2([3, 5]), m.FQ12(list(range(2, 14)))
    e = m.pairing(m.multiply(m.G2, 11), m.multiply(m.G1, 5))
    halves = [m.pairing(scaled, m.G1, False), m.pairing(m.neg(m.G2), m.multiply(m.G1, 3), False)]
    return {
        "constants": flat([m.field_modulus, r, m.b, m.b2, m.b12, m.G1, m.G2, m.Z1, m.Z2]),
        "G12": affine(m.G12),
        "G12 is on the curve": m.is_on_curve(m.G12, m.b12),
        "multiples of G1": [affine(m.multiply(m.G1, k)) for k in (0, 1, 2, 12345, r - 1, r, r + 3, 1 << 300)],
        "multiples of G2": [affine(m.multiply(m.G2, k)) for k in (0, 1, 2, 12345, r - 1, r, r + 3)],
        "a multiple of G12": affine(m.multiply(m.G12, 5)),
        "of any order": [affine(m.multiply(other, k)) for k in (1, 9)],
        "sums": [
            affine(m.add(m.G1, m.double(m.G1))),
            affine(m.add(m.G1, m.Z1)),
            affine(m.add(m.Z2, m.G2)),
            affine(m.add(m.G2, m.neg(m.G2))),
            affine(m.add(scaled, m.G2)),
        ],
        "equal": [m.eq(scaled, m.multiply(m.G2, 3)), m.eq(m.G1, m.neg(m.G1)), m.is_inf(m.Z1), m.is_inf(m.G2)],
        "on the curve": [m.is_on_curve(scaled, m.b2), m.is_on_curve((x, y + 1, m.FQ.one()), m.b)],
        "pairing": flat([e, m.pairing(m.Z2, m.G1), m.pairing(m.G2, m.G1)]),
        "product is one": m.final_exponentiate(halves[0] * halves[1]) == m.FQ12.one(),
        "half is not": m.final_exponentiate(halves[0]) == m.pairing(scaled, m.G1),
        "final exponentiation": flat(m.final_exponentiate(b)),
        "F_p": flat(
            [m.FQ(5) / 7, 5 / m.FQ(7), m.FQ(5) - 7, 5 - m.FQ(7), -m.FQ(5), m.FQ(5) ** 9, m.FQ(5) * 3]
        ),
        "F_p2": flat([a * a, a / a.one(), a / (a + a * a), a**77, -a, a * 3, a / 3, a - a * a, a.inv()]),
        "F_p12": flat([b * b, b.inv(), b / (b + b.one()), b**5, -b, b * 3]),
    }


def of_affine_curve(m: Any, parts: Any, outside: int) -> dict[str, Any]:
    """Of a module whose points are pairs; `parts`: that of its pairing."""
    r, zero = m.curve_order, m.Z1
    x = m.FQ(outside)
    y = (x**3 + m.b) ** ((m.field_modulus + 1) // 4)
    three = m.add(m.G2, m.double(m.G2))
    e = m.pairing(m.multiply(m.G2, 11), m.multiply(m.G1, 5))
    a = m.FQ2([3, 5])
    return {
        "constants": flat([m.field_modulus, r, m.b, m.b2, m.b12, m.G1, m.G2, m.G12, zero, m.Z2]),
        "multiples of G1": flat([m.multiply(m.G1, k) for k in (0, 1, 2, 12345, r - 1, r, r + 3)]),
        "multiples of G2": flat([m.multiply(m.G2, k) for k in (0, 1, 12345, r - 1, r)]),
        "other multiples": flat([m.multiply(m.G12, 5), m.multiply((x, y), 9), m.multiply(zero, 5)]),
        "sums": flat(
            [
                three,
                m.add(m.G1, zero),
                m.add(zero, m.G2),
                m.add(zero, zero),
                m.add(m.G2, m.neg(m.G2)),
                m.add(m.G1, m.G1),
                m.add(m.G12, m.twist(three)),
                m.double(zero),
                m.neg(zero),
                m.twist(zero),
            ]
        ),
        "equal": [
            m.eq(three, m.multiply(m.G2, 3)),
            m.eq(m.G1, m.neg(m.G1)),
            m.eq(zero, zero),
            m.eq(zero, m.G1),
        ],
        "infinite": [m.is_inf(zero), m.is_inf(m.G1)],
        "on the curve": [
            m.is_on_curve(three, m.b2),
            m.is_on_curve((x, y + 1), m.b),
            m.is_on_curve(zero, m.b),
        ],
        "pairing": flat([e, m.pairing(zero, m.G1), m.pairing(m.G2, zero)]),
        "Miller loop": flat(
            [
                parts.miller_loop(m.twist(three), parts.cast_point_to_fq12(m.double(m.G1))),
                parts.miller_loop(zero, parts.cast_point_to_fq12(m.G1)),
                parts.miller_loop(m.G12, parts.cast_point_to_fq12(zero)),
            ]
        ),
        "F_p2": flat([a * a, a + a, a.inv(), a / (a + a * a), a**7, a * 3, a / 3, 3 * a]),
        "coefficients": flat([a.coeffs[0] / m.FQ(2), a.coeffs[1].n, a.coeffs[0] - 7]),
        "F_p12": flat([e * e, e.inv(), e.coeffs[3] * 2]),
    }


def refused(calls: Any) -> list[bool]:
    """Which calls raise ValueError."""
    found = []
    for call in calls:
        try:
            call()
        except ValueError:
            found.append(True)
        else:
            found.append(False)
    return found


def of_parts_of_signatures(package: str) -> dict[str, Any]:
    """Of what py_ecc's signatures are made of."""
    names = ("hash", "hash_to_curve", "point_compression", "g2_primitives", "typing")
    strings, h, c, points, types = (import_module(f"{package}.bls.{name}") for name in names)
    m, utils = (import_module(f"{package}.{name}") for name in ("optimized_bls12_381", "utils"))
    parts = import_module(f"{package}.optimized_bls12_381.optimized_pairing")
    x = m.FQ(4)
    outside = x, (x**3 + m.b) ** ((m.field_modulus + 1) // 4), m.FQ.one()
    twisted = c.decompress_G2((1 << 383, 2))
    tag, sha256 = b"TAG", hashlib.sha256
    bits = [1 << i for i in (381, 382, 383)]
    pairs = [m.multiply(m.G2, k) for k in (0, 1, 7)]

    def affine(pt: Any) -> Any:
        return flat(m.normalize(pt))

    return {
        "strings": flat(
            [
                strings.i2osp(1000, 4),
                strings.os2ip(b"\x01\x02\x03"),
                strings.sha256(b"m"),
                strings.xor(b"\x0f\xff", b"\xf0\x0f\x01"),
                strings.hkdf_extract(b"salt", b"material"),
                strings.hkdf_expand(b"key", b"info", 80),
                strings.expand_message_xmd(b"m", tag, 100, sha256),
                strings.expand_message_xmd(b"m", tag, 100, hashlib.sha512),
            ]
        ),
        "hashes": [affine(h.hash_to_G1(b"m", tag, sha256)), affine(h.hash_to_G2(b"m", tag, sha256))],
        "fields": flat([h.hash_to_field_FQ(b"m", 3, tag, sha256), h.hash_to_field_FQ2(b"m", 2, tag, sha256)]),
        "cofactors": [affine(h.clear_cofactor_G1(outside)), affine(h.clear_cofactor_G2(twisted))],
        "also": [
            affine(m.multiply_clear_cofactor_G1(m.add(outside, m.G1))),
            affine(m.multiply_clear_cofactor_G2(m.G2)),
        ],
        "compressed": flat(
            [
                *(c.compress_G1(m.multiply(m.G1, k)) for k in (0, 1, 2, 3, 4)),
                c.compress_G1(outside),
                *map(c.compress_G2, [*pairs, *map(m.neg, pairs), twisted]),
            ]
        ),
        "decompressed": [
            *(affine(c.decompress_G1(types.G1Compressed(z))) for z in (bits[2] | bits[1], bits[2] | 4)),
            *(affine(c.decompress_G2(types.G2Compressed(c.compress_G2(pt)))) for pt in (*pairs, m.neg(m.G2))),
            affine(twisted),
        ],
        "flags": [list(c.get_flags(z)) for z in (0, *bits, sum(bits) + 5)],
        "infinite": [c.is_point_at_infinity(*z) for z in ((0,), (bits[2],), (1,), (0, 0), (0, 1))],
        "refused": refused(
            [
                *(lambda z=z: c.decompress_G1(z) for z in (4, bits[2], sum(bits), bits[1] | bits[2] | 4)),
                *(lambda z=z: c.decompress_G1(bits[2] | z) for z in (m.field_modulus, 1, 4)),
                *(lambda z=z: c.decompress_G2((bits[2], z)) for z in (m.field_modulus, 0, 1, 2, 1 << 383)),
                lambda: c.compress_G2((m.FQ2([1, 1]), m.FQ2([1, 1]), m.FQ2.one())),
            ]
        ),
        "roots": [
            flat(c.modular_squareroot_in_FQ2(m.FQ2(z)))
            for z in ([4, 0], [-4, 0], [2, 0], [0, 2], [-5, 12], [1, 1], [3, 1], [2, 1])
        ],
        "encodings": flat([points.G1_to_pubkey(m.G1), points.G2_to_signature(m.G2), points.curve_order]),
        "Miller loop": flat([parts.miller_loop(m.multiply(m.G2, 2), m.G1), parts.miller_loop(m.G2, None)]),
        "product of Miller loops": flat(
            m.final_exponentiate(
                parts.miller_loop(m.G2, m.G1, final_exponentiate=False)
                * parts.miller_loop(m.G2, m.multiply(m.G1, 2), final_exponentiate=False)
            )
        ),
        "integers": flat(
            [utils.prime_field_inv(5, 103), utils.prime_field_inv(206, 103), utils.deg([1, 2, 0])]
        ),
    }


def of_signatures(bls: Any) -> dict[str, Any]:
    def of_scheme(s: Any) -> dict[str, Any]:
        secrets = [s.KeyGen(bytes([i]) * 32, b"info") for i in range(3)]
        keys = [s.SkToPk(secret) for secret in secrets]
        messages = [b"", b"a", b"b" * 100]
        signed = [s.Sign(secret, message) for secret, message in zip(secrets, messages, strict=True)]
        whole = s.Aggregate(signed)
        infinity = b"\xc0" + bytes(47)
        return {
            "keys": flat([secrets, keys]),
            "signatures": flat([signed, whole]),
            "valid keys": [s.KeyValidate(k) for k in (*keys, infinity, bytes(48), keys[0][1:], b"")],
            "verified": [
                s.Verify(keys[0], messages[0], signed[0]),
                s.Verify(keys[1], messages[0], signed[0]),
                s.Verify(keys[0], messages[0], signed[0][1:]),
                s.Verify(infinity, messages[0], signed[0]),
                s.AggregateVerify(keys, messages, whole),
                s.AggregateVerify(keys, messages[::-1], whole),
                s.AggregateVerify(keys[1:], messages, whole),
                s.AggregateVerify([], [], whole),
                s.AggregateVerify(keys[:2], [b"m"] * 2, s.Aggregate([s.Sign(k, b"m") for k in secrets[:2]])),
            ],
        }

    found = {
        name: of_scheme(getattr(bls, name))
        for name in ("G2Basic", "G2MessageAugmentation", "G2ProofOfPossession")
    }
    pop = bls.G2ProofOfPossession
    secrets = [5, 6, 7]
    keys = [pop.SkToPk(secret) for secret in secrets]
    whole = pop.Aggregate([pop.Sign(secret, b"m") for secret in secrets])
    proofs = [pop.PopProve(secret) for secret in secrets]
    found["possession"] = {
        "proofs": flat(proofs),
        "sum of keys": flat(pop._AggregatePKs(keys)),
        "verified": [
            pop.PopVerify(keys[0], proofs[0]),
            pop.PopVerify(keys[0], proofs[1]),
            pop.PopVerify(keys[0], proofs[0][:5]),
            pop.FastAggregateVerify(keys, b"m", whole),
            pop.FastAggregateVerify(keys, b"n", whole),
            pop.FastAggregateVerify(keys[:2], b"m", whole),
            pop.FastAggregateVerify([], b"m", whole),
        ],
    }
    return found


def values(package: str) -> dict[str, Any]:
    """Of the package of this name."""
    curves = {"bls12_381": 4, "bn128": 1}
    found = {}
    for name, outside in curves.items():
        found[f"optimized_{name}"] = of_curve(import_module(f"{package}.optimized_{name}"), outside)
        parts = import_module(f"{package}.{name}.{name}_pairing")
        found[name] = of_affine_curve(import_module(f"{package}.{name}"), parts, outside)
    found["bls"] = of_signatures(import_module(f"{package}.bls"))
    found["parts of bls"] = of_parts_of_signatures(package)
    return found


if __name__ == "__main__":
    source = (
        f"computed by py_ecc {VERSION} (github.com/ethereum/py_ecc, MIT) with tests/engine/py_ecc_values.py"
    )
    print(json.dumps({"source": source, "values": values("py_ecc")}, indent=1))
