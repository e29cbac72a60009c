"""F_p2 = F_p(i), i^2 = -n: an element is a pair (c, d) for c + i d; n = 1 where p = 3 (mod 4)."""

from __future__ import annotations

from typing import TypeAlias

from pairforge.algebra.arithmetic import E

Complex: TypeAlias = tuple[E, E]


def times(n: int, x: E) -> E:
    """n x, n positive, by doublings and sums."""
    if n == 1:
        return x
    half = times(n // 2, x)
    return half + half + x if n % 2 else half + half


def square(f: Complex[E], n: int = 1) -> Complex[E]:
    """f^2 = (c + d)(c - n d) + (n - 1) c d + 2 c d i: 2 multiplications, and 3 additions where n = 1."""
    c, d = f
    half = c * d
    real = (c + d) * (c - times(n, d))
    return real if n == 1 else real + times(n - 1, half), half + half


def multiply(f: Complex[E], g: Complex[E], n: int = 1) -> Complex[E]:
    """f g by Karatsuba's three multiplications, and 5 additions where n = 1."""
    (c, d), (a, b) = f, g
    real, imaginary = c * a, d * b
    return real - times(n, imaginary), (c + d) * (a + b) - real - imaginary
