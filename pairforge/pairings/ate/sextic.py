"""F_p6 = F_p2(v), v^3 = xi: elements with operators."""

from __future__ import annotations

from typing import Generic

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.quadratic import Fp2


class Fp6(Generic[E]):
    """a + b v + c v^2."""

    __slots__ = ("a", "b", "c")

    def __init__(self, a: Fp2[E], b: Fp2[E], c: Fp2[E]) -> None:
        self.a, self.b, self.c = a, b, c

    def __add__(self, other: Fp6[E]) -> Fp6[E]:
        return Fp6(self.a + other.a, self.b + other.b, self.c + other.c)

    def __sub__(self, other: Fp6[E]) -> Fp6[E]:
        return Fp6(self.a - other.a, self.b - other.b, self.c - other.c)

    def __neg__(self) -> Fp6[E]:
        return Fp6(-self.a, -self.b, -self.c)

    def __mul__(self, other: Fp6[E]) -> Fp6[E]:
        """Karatsuba: six multiplications in F_p2, at the end of few additions."""
        a, b, c = self.a * other.a, self.b * other.b, self.c * other.c
        ab = (self.a + self.b) * (other.a + other.b)
        ac = (self.a + self.c) * (other.a + other.c)
        bc = (self.b + self.c) * (other.b + other.c)
        return Fp6(
            a + (bc - (b + c)).times_xi(),
            ab - (a + b - c.times_xi()),
            ac - (a + c - b),
        )

    def square(self) -> Fp6[E]:
        """Three squares and two multiplications in F_p2: Chung and Hasan (ARITH 2007), their SQR2.

        a^2, 2 a b, (a - b + c)^2, 2 b c and c^2; the third and the products give b^2 + 2 a c.
        """
        aa, cc = self.a.square(), self.c.square()
        ab, bc = self.a * self.b, self.b * self.c
        ab, bc = ab + ab, bc + bc
        middle = (self.a - self.b + self.c).square() + ab + bc - aa - cc
        return Fp6(aa + bc.times_xi(), ab + cc.times_xi(), middle)

    def times_v(self) -> Fp6[E]:
        """The product with v."""
        return Fp6(self.c.times_xi(), self.a, self.b)

    def scale(self, factor: Fp2[E]) -> Fp6[E]:
        """The product with an element of F_p2."""
        return Fp6(self.a * factor, self.b * factor, self.c * factor)

    def adjugate(self) -> tuple[Fp6[E], Fp2[E]]:
        """y and n with x y = n, the norm to F_p2: 9 multiplications and 3 squares there."""
        a, b, c = self.a, self.b, self.c
        first = a.square() - (b * c).times_xi()
        second = c.square().times_xi() - a * b
        third = b.square() - a * c
        return Fp6(first, second, third), a * first + (b * third + c * second).times_xi()
