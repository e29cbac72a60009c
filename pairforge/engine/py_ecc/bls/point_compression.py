"""Compressed points as integers, with the names of py_ecc.bls.point_compression.

A point decompressed here lies on the curve, and not always in its subgroup; `pubkey_to_G1` and
`signature_to_G2` test that, too.
"""

from __future__ import annotations

from pairforge.engine.py_ecc import elements
from pairforge.engine.py_ecc.bls.typing import G1Compressed, G1Uncompressed, G2Compressed, G2Uncompressed
from pairforge.engine.py_ecc.optimized_bls12_381 import (
    FQ,
    FQ2,
    Z1,
    Z2,
    b,
    b2,
    is_inf,
    is_on_curve,
    normalize,
)
from pairforge.engine.py_ecc.optimized_bls12_381 import field_modulus as q

__all__ = [
    "compress_G1",
    "compress_G2",
    "decompress_G1",
    "decompress_G2",
    "get_flags",
    "is_point_at_infinity",
    "modular_squareroot_in_FQ2",
]

_TOP = 381
"""Bits below the flags."""
_COMPRESSED, _INFINITY, _LARGER = 1 << 383, 1 << 382, 1 << 381


def get_flags(z: int) -> tuple[bool, bool, bool]:
    """The three highest bits of 384: compressed, at infinity, the larger y."""
    return bool(z & _COMPRESSED), bool(z & _INFINITY), bool(z & _LARGER)


def is_point_at_infinity(z1: int, z2: int | None = None) -> bool:
    """Whether nothing stands below the flags."""
    return z1 % (1 << _TOP) == 0 and not z2


def _is_larger(y: elements.FQ | elements.FQ2) -> bool:
    """Whether y is larger than -y, by the coefficient of i where that is not 0."""
    c0, c1 = (y.n, 0) if isinstance(y, elements.FQ) else y.residues
    return 2 * (c1 or c0) > q


def compress_G1(pt: G1Uncompressed) -> G1Compressed:
    """Flags and x."""
    if is_inf(pt):
        return G1Compressed(_COMPRESSED + _INFINITY)
    x, y = normalize(pt)
    return G1Compressed(_COMPRESSED + _LARGER * _is_larger(y) + x.n)


def compress_G2(pt: G2Uncompressed) -> G2Compressed:
    """Flags and the coefficient of i in x; its other coefficient. ValueError for no point of the twist."""
    if not is_on_curve(pt, b2):
        raise ValueError("not a point of the twist")
    if is_inf(pt):
        return G2Compressed((_COMPRESSED + _INFINITY, 0))
    x, y = normalize(pt)
    low, high = x.residues
    return G2Compressed((_COMPRESSED + _LARGER * _is_larger(y) + high, low))


def _check_flags(z1: int, z2: int | None = None) -> bool:
    """Whether this is the point at infinity; ValueError where the flags contradict that, or each other."""
    compressed, infinity, larger = get_flags(z1)
    if not compressed:
        raise ValueError("the flag of a compressed point is not set")
    if infinity != is_point_at_infinity(z1, z2):
        state = "set beside an x" if infinity else "not set, but x is 0"
        raise ValueError(f"the flag of the point at infinity is {state}")
    if infinity and larger:
        raise ValueError("the point at infinity has no larger y")
    return infinity


def _coordinate(z: int) -> int:
    c = z % (1 << _TOP) if z >> 384 == 0 else z
    if c >= q:
        raise ValueError("a coefficient of x is not below the prime of the field")
    return c


def decompress_G1(z: G1Compressed) -> G1Uncompressed:
    """The point of the curve; ValueError where there is none."""
    if _check_flags(z):
        return Z1
    x = FQ(_coordinate(z))
    square = x**3 + b
    y = square ** ((q + 1) // 4)
    if y * y != square:
        raise ValueError("no point of the curve has this x")
    return x, y if _is_larger(y) == get_flags(z)[2] else -y, FQ.one()


def decompress_G2(p: G2Compressed) -> G2Uncompressed:
    """The point of the twist; ValueError where there is none."""
    z1, z2 = p
    if _check_flags(z1, z2):
        return Z2
    if z2 >= q:
        raise ValueError("a coefficient of x is not below the prime of the field")
    x = FQ2([z2, _coordinate(z1)])
    y = modular_squareroot_in_FQ2(x**3 + b2)
    if y is None:
        raise ValueError("no point of the twist has this x")
    return x, y if _is_larger(y) == get_flags(z1)[2] else -y, FQ2.one()


def modular_squareroot_in_FQ2(value: elements.FQ2) -> elements.FQ2 | None:
    """The square root whose coefficients, that of i before the other, are larger; None where there is none.

    (x + y i)^2 = a + b i has x^2 = (a + n) / 2 or (a - n) / 2 for n^2 = a^2 + b^2, and y = b / (2 x).
    """
    field = type(value)
    a, imaginary = (FQ(c) for c in value.residues)
    norm = _root(a * a + imaginary * imaginary)
    if norm is None:
        return None
    for half in (a + norm) / 2, (a - norm) / 2:
        x = _root(half)
        if x is None:
            continue
        # x = 0 has a = -y^2.
        y = imaginary / (2 * x) if x != 0 else _root(-a)
        if y is not None and field([x, y]) ** 2 == value:
            root = field([x, y])
            return root if _is_larger(root) else -root
    return None


def _root(square: FQ) -> FQ | None:
    root = square ** ((q + 1) // 4)
    return root if root * root == square else None
