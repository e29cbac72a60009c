"""Curve equations as algorithms: left side minus right side, which is zero for points of the curve alone.

In characteristic 2 and 3 an algorithm may give the p-th root of that, which is zero where it is: a machine
has units for one direction of the Frobenius map, or for the other, or for neither. Only the equation is
looked at, not the order of the point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.computation import Algorithm

Equation = Callable[[Arithmetic[Any], int, Any, Any], Any]
"""Of the arithmetic, the curve's b and a point (x, y)."""


def _binary_by_powers(k: Arithmetic[E], b: int, x: E, y: E) -> E:
    return y.frobenius(1) + y + x.frobenius(1) * x + x + k.constant(b)


def _binary_by_roots(k: Arithmetic[E], b: int, x: E, y: E) -> E:
    root = x.frobenius(-1)
    return y + y.frobenius(-1) + x * root + root + k.constant(b)


def _binary_by_products(k: Arithmetic[E], b: int, x: E, y: E) -> E:
    return y * y + y + x * x * x + x + k.constant(b)


def _ternary_by_powers(k: Arithmetic[E], b: int, x: E, y: E) -> E:
    return y * y - x.frobenius(1) + x - k.constant(b % 3)


def _ternary_by_roots(k: Arithmetic[E], b: int, x: E, y: E) -> E:
    root = y.frobenius(-1)
    return root * root - x + x.frobenius(-1) - k.constant(b % 3)


def _ternary_by_products(k: Arithmetic[E], b: int, x: E, y: E) -> E:
    return y * y - x * x * x + x - k.constant(b % 3)


BINARY: Mapping[str, Equation] = {
    "powers": _binary_by_powers,
    "roots": _binary_by_roots,
    "products": _binary_by_products,
}
"""y^2 + y = x^3 + x + b."""

TERNARY: Mapping[str, Equation] = {
    "powers": _ternary_by_powers,
    "roots": _ternary_by_roots,
    "products": _ternary_by_products,
}
"""y^2 = x^3 - x + b."""


def of_both(equations: Mapping[str, Equation], b: int) -> Mapping[str, Algorithm]:
    """Algorithms for the points (xP, yP) and (xQ, yQ) of one curve."""

    def algorithm(equation: Equation) -> Algorithm:
        def residuals(k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
            xP, yP, xQ, yQ = inputs
            return equation(k, b, xP, yP), equation(k, b, xQ, yQ)

        return residuals

    return {name: algorithm(equation) for name, equation in equations.items()}


def weierstrass(k: Arithmetic[E], a: int, b: int, x: E, y: E) -> E:
    """y^2 - x^3 - a x - b over F_p; a and b are integers of any size and sign."""
    p = k.characteristic
    inner = x * x + k.constant(a % p) if a % p else x * x
    left = y * y - x * inner
    return left - k.constant(b % p) if b % p else left
