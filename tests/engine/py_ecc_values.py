"""What py_ecc computes, or whatever has its names. `python py_ecc_values.py` with py_ecc 8.0.0 prints
tests/vectors/py_ecc.json.
"""

import json
from importlib import import_module
from typing import Any

VERSION = "8.0.0"


def flat(value: Any) -> Any:
    """Hexadecimal digits of field elements and bytes, in lists as they are nested."""
    if isinstance(value, bool):
        return value
    if isinstance(value, bytes):
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


def values(bls12_381: Any, bn128: Any, bls: Any) -> dict[str, Any]:
    """Of the modules with these names."""
    return {
        "optimized_bls12_381": of_curve(bls12_381, 4),
        "optimized_bn128": of_curve(bn128, 1),
        "bls": of_signatures(bls),
    }


if __name__ == "__main__":
    names = ("optimized_bls12_381", "optimized_bn128", "bls")
    made = values(*(import_module(f"py_ecc.{name}") for name in names))
    source = (
        f"computed by py_ecc {VERSION} (github.com/ethereum/py_ecc, MIT) with tests/engine/py_ecc_values.py"
    )
    print(json.dumps({"source": source, "values": made}, indent=1))
