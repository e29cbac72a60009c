"""F_p2 = F_p(i), i^2 = beta: an element as two of F_p.

Where beta = -1 an element with two multiplications fewer is at hand in places; those are marked.
"""

from __future__ import annotations

from math import gcd
from typing import Any, Self

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.fq import Fq, Rules, Small, combination, plus_times


class Pair(Fq[E]):
    """a + b i as a and b."""

    __slots__ = ("a", "b")

    def __init__(self, rules: Rules, a: E, b: E) -> None:
        super().__init__(rules)
        self.a, self.b = a, b

    def _made(self, a: E, b: E) -> Self:
        return type(self)(self.rules, a, b)

    @property
    def _beta(self) -> int:
        lower = self.rules.lower
        assert lower is not None
        return lower.xi[0]

    @property
    def flat(self) -> tuple[E, ...]:
        """a and b."""
        return self.a, self.b

    def like(self, flat: tuple[E, ...]) -> Self:
        """a + b i."""
        return self._made(*flat)

    def __add__(self, other: Self) -> Self:
        return self._made(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Self) -> Self:
        return self._made(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Self:
        return self._made(-self.a, -self.b)

    def __mul__(self, other: Self) -> Self:
        first, second = self.a * other.a, self.b * other.b
        if self.rules.way == "karatsuba":
            cross = (self.a + self.b) * (other.a + other.b) - (first + second)
        else:
            cross = self.a * other.b + self.b * other.a
        return self._made(plus_times(first, self._beta, second), cross)

    def square(self) -> Self:
        """Two multiplications: (a + b)(a + beta b) - (1 + beta) a b + 2 a b i; paired a^2 - b^2 + 2 a b i."""
        beta, half = self._beta, self.a * self.b
        if self.rules.paired:
            real = self.a * self.a - self.b * self.b
        else:
            real = plus_times((self.a + self.b) * plus_times(self.a, beta, self.b), -(1 + beta), half)
        return self._made(real, half + half)

    def scale(self, factor: E) -> Self:
        """Two multiplications."""
        return self._made(self.a * factor, self.b * factor)

    def conjugate(self) -> Self:
        """a - b i, the p-th power."""
        return self._made(self.a, -self.b)

    def norm(self) -> E:
        """a^2 - beta b^2."""
        return plus_times(self.a * self.a, -self._beta, self.b * self.b)

    def inverse(self, k: PrimeArithmetic[E]) -> Self:
        """Four multiplications and an inversion in F_p."""
        return self.conjugate().scale(k.inverse(self.norm()))

    def inverse_square(self, k: PrimeArithmetic[E]) -> Self:
        """As much as can be done is done beside the inversion."""
        inverse = k.inverse(self.norm())
        return self.conjugate().square().scale(inverse * inverse)

    def plus(self, x: E) -> Self:
        """The sum with an element of F_p."""
        return self._made(self.a + x, self.b)

    def times_small(self, z: Small) -> Self:
        """No multiplications; what the coefficients have in common comes last."""
        common = gcd(*z)
        z0, z1 = (n // common for n in z)
        real = combination(z0, self.a, self._beta * z1, self.b)
        imaginary = combination(z1, self.a, z0, self.b)
        if common == 1:
            return self._made(real, imaginary)
        return self._made(real, imaginary).times(common)

    def plus_multiple(self, z: Small, y: Self) -> Self:
        """x + (z0 + z1 i) y for small integers: no multiplications."""
        (z0, z1), a, b = z, self.a, self.b
        for n, m, part in ((z0, z1, y.a), (self._beta * z1, z0, y.b)):
            a, b = plus_times(a, n, part), plus_times(b, m, part)
        return self._made(a, b)

    def times_constant(self, k: Any, c: tuple[int, ...]) -> Self:
        """Two multiplications where one of the coefficients is 0, or they are equal and beta = -1."""
        c0, c1 = c
        if c1 == 0:
            return self.scale(k.constant(c0))
        if c0 == 0:
            factor = k.constant(c1)
            b = self.b * factor
            return self._made(combination(self._beta, b, 0, b), self.a * factor)
        if c0 == c1 and self._beta == -1:  # c0 (1 + i)
            return self._made(self.a - self.b, self.a + self.b).scale(k.constant(c0))
        real, imaginary = k.constant(c0), k.constant(c1)
        if self.rules.way == "karatsuba":
            first, second = self.a * real, self.b * imaginary
            both = k.constant((c0 + c1) % k.characteristic)
            cross = (self.a + self.b) * both - (first + second)
            return self._made(plus_times(first, self._beta, second), cross)
        return self * self._made(real, imaginary)
