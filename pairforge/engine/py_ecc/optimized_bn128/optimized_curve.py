"""BN254, which py_ecc calls bn128, with the names of py_ecc.optimized_bn128.optimized_curve."""

from __future__ import annotations

from pairforge.engine.py_ecc.curve import Curve, add, double, eq, is_inf, is_on_curve, neg, normalize
from pairforge.engine.py_ecc.fields import optimized_bn128_FQ as FQ
from pairforge.engine.py_ecc.fields import optimized_bn128_FQ2 as FQ2
from pairforge.engine.py_ecc.fields import optimized_bn128_FQ12 as FQ12
from pairforge.engine.py_ecc.fields import optimized_bn128_FQP as FQP

__all__ = [
    "CURVE",
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
    "is_inf",
    "is_on_curve",
    "multiply",
    "neg",
    "normalize",
    "twist",
]

CURVE = Curve("ate-bn254", (FQ, FQ2, FQ12), s=9, twist=(2, 3, 0), inverted=False)

field_modulus = FQ.field_modulus
"""p."""
curve_order = CURVE.order
"""r."""
b = FQ(3)
b2 = FQ2([3, 0]) / FQ2([9, 1])
b12 = FQ12([3] + [0] * 11)
G1 = CURVE.generator1()
G2 = CURVE.generator2()
Z1 = FQ.one(), FQ.one(), FQ.zero()
Z2 = FQ2.one(), FQ2.one(), FQ2.zero()

multiply = CURVE.multiply
twist = CURVE.twist
G12 = twist(G2)
"""The generator of G2 on E(F_p12)."""
