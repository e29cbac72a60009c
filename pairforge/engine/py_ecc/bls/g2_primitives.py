"""Points of keys and signatures, with the names of py_ecc.bls.g2_primitives."""

from __future__ import annotations

from pairforge import engine
from pairforge.engine.py_ecc import optimized_bls12_381 as curve
from pairforge.engine.py_ecc.elements import FQ, FQ2
from pairforge.engine.py_ecc.optimized_bls12_381 import curve_order, is_inf, multiply

__all__ = [
    "G1_to_pubkey",
    "G2_to_signature",
    "curve_order",
    "is_inf",
    "multiply",
    "pubkey_to_G1",
    "signature_to_G2",
    "subgroup_check",
]

_PAIRING = engine.pairing("ate-bls12-381")
_KEY, _SIGNATURE = 48, 96


def pubkey_to_G1(pubkey: bytes) -> tuple[FQ, FQ, FQ]:
    """The point of a public key; ValueError where it is none of the subgroup."""
    if len(pubkey) != _KEY:
        raise ValueError(f"{len(pubkey)} bytes where {_KEY} are needed")
    point = _PAIRING.G1.decode(pubkey)
    if point.is_identity():
        return curve.Z1
    x, y = point.coordinates
    return curve.FQ(x), curve.FQ(y), curve.FQ.one()  # type: ignore[arg-type]


def signature_to_G2(signature: bytes) -> tuple[FQ2, FQ2, FQ2]:
    """The point of a signature; ValueError where it is none of the subgroup."""
    if len(signature) != _SIGNATURE:
        raise ValueError(f"{len(signature)} bytes where {_SIGNATURE} are needed")
    point = _PAIRING.G2.decode(signature)
    if point.is_identity():
        return curve.Z2
    x, y = point.coordinates
    return curve.FQ2(x), curve.FQ2(y), curve.FQ2.one()  # type: ignore[arg-type]


def G1_to_pubkey(pt: tuple[FQ, FQ, FQ]) -> bytes:
    """The compressed encoding of a point of G1."""
    if is_inf(pt):
        return _PAIRING.G1.identity.encode()
    x, y = curve.normalize(pt)
    return _PAIRING.G1.encode((x.n, y.n))


def G2_to_signature(pt: tuple[FQ2, FQ2, FQ2]) -> bytes:
    """The compressed encoding of a point of G2."""
    if is_inf(pt):
        return _PAIRING.G2.identity.encode()
    x, y = curve.normalize(pt)
    return _PAIRING.G2.encode((x.coeffs, y.coeffs))


def subgroup_check(P: tuple[FQ, FQ, FQ] | tuple[FQ2, FQ2, FQ2]) -> bool:
    """Whether r times the point is the point at infinity."""
    return is_inf(multiply(P, curve_order))  # type: ignore[type-var]
