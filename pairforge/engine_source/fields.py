"""Fields by python-flint, F_p2 = F_p(i) with i^2 = -1 among them, and points of curves over F_p and F_p2."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from flint import fmpz, fmpz_mod_ctx, fmpz_mod_poly_ctx, fq_default_ctx, nmod_poly

from pairforge.algebra.weierstrass import Affine, Curve

__all__ = [
    "check_generator",
    "check_irreducible",
    "check_prime",
    "coefficients",
    "first_point",
    "prime_field",
    "quadratic_field",
    "square_root",
]


def prime_field(p: int) -> Any:
    """F_p; an element is `field(c)`."""
    return fmpz_mod_ctx(p)


@cache
def quadratic_field(p: int) -> Any:
    """F_p2; an element is `field([c0, c1])`.

    Raises
    ------
    ValueError
        -1 is a square modulo p.
    """
    if p % 4 != 3:
        raise ValueError("the engine has F_p2 = F_p(i) with i^2 = -1 alone, so p must be 3 modulo 4")
    return fq_default_ctx(modulus=fmpz_mod_poly_ctx(fmpz_mod_ctx(p))([1, 0, 1]))


def coefficients(element: Any, degree: int) -> tuple[int, ...]:
    """The coefficients of an element, that of 1 first."""
    if degree == 1:
        return (int(element),)
    digits = [int(c) for c in element.to_list()]
    return tuple(digits + [0] * (degree - len(digits)))


def check_prime(n: int, what: str) -> int:
    """n, if that is a prime."""
    if not fmpz(n).is_probable_prime():
        raise ValueError(f"{what} is no prime")
    return n


def check_irreducible(terms: Sequence[tuple[int, int]], p: int) -> None:
    """Refuse a polynomial over F_p, (exponent, coefficient) with the largest exponent first, that factors."""
    values = [0] * (terms[0][0] + 1)
    for exponent, value in terms:
        values[exponent] = value % p
    _, factors = nmod_poly(values, p).factor()
    if [power for _, power in factors] != [1]:
        raise ValueError(f"the polynomial of degree {terms[0][0]} over F_{p} is reducible")


def square_root(p: int, a: int) -> int:
    """a^((p + 1) / 4): of the two roots of a square modulo p = 3 (mod 4) that which is a square itself."""
    root = pow(a, (p + 1) // 4, p)
    if root * root % p != a % p:
        raise ValueError("no square")
    return root


def check_generator(curve: Curve, point: Affine, r: int, name: str) -> None:
    """Refuse what is no point of order r, a prime."""
    if not curve.contains(point):
        raise ValueError(f"{name}: the generator is not on its curve")
    if curve.multiply(r, point) is not None:
        raise ValueError(f"{name}: the generator's order is not r")


def first_point(curve: Curve, x: Any, cofactor: int, degree: int) -> Affine:
    """The cofactor times the point with this x whose y has an even coefficient of 1."""
    y = (x * x * x + curve.a * x + curve.b).sqrt()
    if coefficients(y, degree)[0] % 2:
        y = -y
    point = curve.multiply(cofactor, (x, y))
    if point is None:
        raise ValueError("the cofactor takes the point to infinity")
    return point
