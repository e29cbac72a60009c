"""F_p2 = F_p(i), i^2 = -1, p = 3 (mod 4): an element is a pair (c, d) for c + i d."""

from __future__ import annotations

from typing import TypeAlias

from pairforge.algebra.arithmetic import E

Complex: TypeAlias = tuple[E, E]


def square(f: Complex[E]) -> Complex[E]:
    """f^2 = (c + d)(c - d) + 2 c d i: 2 products, 3 sums."""
    c, d = f
    half = c * d
    return (c + d) * (c - d), half + half


def multiply(f: Complex[E], g: Complex[E]) -> Complex[E]:
    """f g by Karatsuba's three products, 5 sums."""
    (c, d), (a, b) = f, g
    real, imaginary = c * a, d * b
    return real - imaginary, (c + d) * (a + b) - real - imaginary
