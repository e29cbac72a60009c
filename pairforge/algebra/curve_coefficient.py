"""The coefficient of the curve of a family that has p + 1 - trace points."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from flint import fmpz_mod_ctx

from pairforge.algebra.pairing_families import PairingFamily
from pairforge.algebra.weierstrass import Affine, Curve

_LARGEST = 200
_POINTS = 3


def curve_coefficient(family: PairingFamily, u: int) -> int:
    """The first of `curve_coefficients` (ValueError where there is none)."""
    for value in curve_coefficients(family, u):
        return value
    raise ValueError(f"no coefficient up to {_LARGEST}")


def curve_coefficients(family: PairingFamily, u: int) -> Iterator[int]:
    """b of y^2 = x^3 + b, or a of y^2 = x^3 + a x where the discriminant is 1, for a seed with p prime.

    Those for which p + 1 - trace sends random points to O: the positive ones up to 200, then the negative.
    """
    p, trace = family.p(u), family.trace(u)
    assert p is not None and trace is not None
    field = fmpz_mod_ctx(p)
    magnitudes = range(1, _LARGEST + 1)
    for value in (*magnitudes, *(-magnitude for magnitude in magnitudes)):
        if value % p == 0:
            continue
        a, b = (field(0), field(value)) if family.discriminant == 3 else (field(value), field(0))
        curve = Curve(a, b)
        points = (_point(curve, field, Random(seed)) for seed in range(_POINTS))
        if all(curve.multiply(p + 1 - trace, point) is None for point in points):
            yield value


def _point(curve: Curve, field: Any, rng: Random) -> Affine:
    p = int(field.modulus())
    while True:
        x = field(rng.randrange(p))
        right = x * x * x + curve.a * x + curve.b
        if right == 0 or right ** ((p - 1) // 2) == 1:
            return x, right.sqrt()
