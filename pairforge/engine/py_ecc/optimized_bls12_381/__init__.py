"""BLS12-381, with the names of py_ecc.optimized_bls12_381."""

from __future__ import annotations

from pairforge.engine.py_ecc.optimized_bls12_381.optimized_clear_cofactor import (
    multiply_clear_cofactor_G1,
    multiply_clear_cofactor_G2,
)
from pairforge.engine.py_ecc.optimized_bls12_381.optimized_curve import (
    FQ,
    FQ2,
    FQ12,
    FQP,
    G1,
    G2,
    G12,
    Z1,
    Z2,
    add,
    b,
    b2,
    b12,
    curve_order,
    double,
    eq,
    field_modulus,
    is_inf,
    is_on_curve,
    multiply,
    neg,
    normalize,
    twist,
)
from pairforge.engine.py_ecc.optimized_bls12_381.optimized_pairing import (
    final_exponentiate,
    miller_loop,
    pairing,
)

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
    "miller_loop",
    "multiply",
    "multiply_clear_cofactor_G1",
    "multiply_clear_cofactor_G2",
    "neg",
    "normalize",
    "pairing",
    "twist",
]
