"""Multiples in the subgroup, with the names of py_ecc.optimized_bls12_381.optimized_clear_cofactor."""

from __future__ import annotations

from pairforge.engine.py_ecc.elements import FQ, FQ2
from pairforge.engine.py_ecc.optimized_bls12_381.optimized_curve import multiply

__all__ = ["multiply_clear_cofactor_G1", "multiply_clear_cofactor_G2"]

_U = -0xD201000000010000
"""The seed of the curve."""
_H2 = (_U**8 - 4 * _U**7 + 5 * _U**6 - 4 * _U**4 + 6 * _U**3 - 4 * _U**2 - 4 * _U + 13) // 9
"""The order of the twist divided by r."""


def multiply_clear_cofactor_G1(p: tuple[FQ, FQ, FQ]) -> tuple[FQ, FQ, FQ]:
    """h_eff times a point of E(F_p) (RFC 9380, section 8.8.1)."""
    return multiply(p, 1 - _U)


def multiply_clear_cofactor_G2(p: tuple[FQ2, FQ2, FQ2]) -> tuple[FQ2, FQ2, FQ2]:
    """h_eff times a point of the twist (RFC 9380, section 8.8.2)."""
    return multiply(p, 3 * (_U**2 - 1) * _H2)
