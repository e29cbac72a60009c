"""BLS12-381, with the names of py_ecc.optimized_bls12_381."""

from __future__ import annotations

from pairforge.engine.py_ecc import fields
from pairforge.engine.py_ecc.curve import Curve, add, double, eq, is_inf, is_on_curve, neg, normalize
from pairforge.engine.py_ecc.fields import FQP

__all__ = [
    "FQ",
    "FQ2",
    "FQ12",
    "FQP",
    "G1",
    "G2",
    "G12",
    "Z1",
    "Z2",
    "add",
    "b",
    "b2",
    "b12",
    "curve_order",
    "double",
    "eq",
    "field_modulus",
    "final_exponentiate",
    "is_inf",
    "is_on_curve",
    "multiply",
    "neg",
    "normalize",
    "pairing",
    "twist",
]

field_modulus = (
    0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
)
"""p."""


class FQ(fields.FQ):
    """An element of F_p."""

    field_modulus = field_modulus


class FQ2(fields.FQ2):
    """An element of F_p2 = F_p[i] / (i^2 + 1)."""

    field_modulus = field_modulus


class FQ12(fields.FQ12):
    """An element of F_p12 = F_p[w] / (w^12 - 2 w^6 + 2)."""

    field_modulus = field_modulus
    modulus_coeffs = (2, 0, 0, 0, 0, 0, -2, 0, 0, 0, 0, 0)


_CURVE = Curve("ate-bls12-381", (FQ, FQ2, FQ12), s=1, inverted=True)

curve_order = _CURVE.order
"""r."""
b = FQ(4)
b2 = FQ2([4, 4])
b12 = FQ12([4] + [0] * 11)
G1 = _CURVE.generator1()
G2 = _CURVE.generator2()
Z1 = FQ.one(), FQ.one(), FQ.zero()
Z2 = FQ2.one(), FQ2.one(), FQ2.zero()

multiply = _CURVE.multiply
pairing = _CURVE.pairing
final_exponentiate = _CURVE.final_exponentiate


def twist(pt: tuple[fields.FQ2, fields.FQ2, fields.FQ2]) -> tuple[fields.FQ12, fields.FQ12, fields.FQ12]:
    """A point of the twist as one of E(F_p12): (x / w^2, y / w^3)."""
    x, y, z = pt
    return _CURVE.embedded(x, 1), _CURVE.embedded(y, 0), _CURVE.embedded(z, 3)


G12 = twist(G2)
"""The generator of G2 on E(F_p12)."""
