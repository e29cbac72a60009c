"""The fields of the curves, with the names of py_ecc.fields."""

# ruff: noqa: N801 - the names are py_ecc's

from __future__ import annotations

from pairforge.engine.py_ecc.elements import FQ, FQ2, FQ12, FQP, Nested2, Nested12

__all__ = [
    "FQ",
    "FQ2",
    "FQ12",
    "FQP",
    "bls12_381_FQ",
    "bls12_381_FQ2",
    "bls12_381_FQ12",
    "bls12_381_FQP",
    "bn128_FQ",
    "bn128_FQ2",
    "bn128_FQ12",
    "bn128_FQP",
    "field_properties",
    "optimized_FQ",
    "optimized_FQ2",
    "optimized_FQ12",
    "optimized_FQP",
    "optimized_bls12_381_FQ",
    "optimized_bls12_381_FQ2",
    "optimized_bls12_381_FQ12",
    "optimized_bls12_381_FQP",
    "optimized_bn128_FQ",
    "optimized_bn128_FQ2",
    "optimized_bn128_FQ12",
    "optimized_bn128_FQP",
]

_BN128 = 0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47
_BLS12_381 = (
    0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
)

_BN128_W = (82, 0, 0, 0, 0, 0, -18, 0, 0, 0, 0, 0)
_BLS12_381_W = (2, 0, 0, 0, 0, 0, -2, 0, 0, 0, 0, 0)
"""The coefficients of w^12 - 2 s w^6 + s^2 + 1 below the leading one."""

field_properties = {
    "bn128": {
        "field_modulus": _BN128,
        "fq2_modulus_coeffs": (1, 0),
        "fq12_modulus_coeffs": _BN128_W,
    },
    "bls12_381": {
        "field_modulus": _BLS12_381,
        "fq2_modulus_coeffs": (1, 0),
        "fq12_modulus_coeffs": _BLS12_381_W,
    },
}
"""p, and the polynomials of the extensions."""

optimized_FQ = FQ
optimized_FQP = FQP
optimized_FQ2 = FQ2
optimized_FQ12 = FQ12


class optimized_bn128_FQ(FQ):
    """F_p of BN254."""

    field_modulus = _BN128
    __slots__ = ()


class optimized_bn128_FQ2(FQ2):
    """F_p[i] / (i^2 + 1) of BN254."""

    field_modulus = _BN128
    __slots__ = ()


class optimized_bn128_FQ12(FQ12):
    """F_p[w] / (w^12 - 18 w^6 + 82) of BN254."""

    field_modulus = _BN128
    modulus_coeffs = _BN128_W
    __slots__ = ()


class bn128_FQ2(Nested2):
    """F_p[i] / (i^2 + 1) of BN254, of elements of F_p."""

    field_modulus = _BN128
    base = optimized_bn128_FQ
    __slots__ = ()


class bn128_FQ12(Nested12):
    """F_p[w] / (w^12 - 18 w^6 + 82) of BN254, of elements of F_p."""

    field_modulus = _BN128
    modulus_coeffs = _BN128_W
    base = optimized_bn128_FQ
    __slots__ = ()


bn128_FQ = optimized_bn128_FQ
bn128_FQP = FQP
optimized_bn128_FQP = FQP


class optimized_bls12_381_FQ(FQ):
    """F_p of BLS12-381."""

    field_modulus = _BLS12_381
    __slots__ = ()


class optimized_bls12_381_FQ2(FQ2):
    """F_p[i] / (i^2 + 1) of BLS12-381."""

    field_modulus = _BLS12_381
    __slots__ = ()


class optimized_bls12_381_FQ12(FQ12):
    """F_p[w] / (w^12 - 2 w^6 + 2) of BLS12-381."""

    field_modulus = _BLS12_381
    modulus_coeffs = _BLS12_381_W
    __slots__ = ()


class bls12_381_FQ2(Nested2):
    """F_p[i] / (i^2 + 1) of BLS12-381, of elements of F_p."""

    field_modulus = _BLS12_381
    base = optimized_bls12_381_FQ
    __slots__ = ()


class bls12_381_FQ12(Nested12):
    """F_p[w] / (w^12 - 2 w^6 + 2) of BLS12-381, of elements of F_p."""

    field_modulus = _BLS12_381
    modulus_coeffs = _BLS12_381_W
    base = optimized_bls12_381_FQ
    __slots__ = ()


bls12_381_FQ = optimized_bls12_381_FQ
bls12_381_FQP = FQP
optimized_bls12_381_FQP = FQP
