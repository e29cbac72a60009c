"""F_q3 = F_q(v), v^3 = xi: elements with operators."""

from __future__ import annotations

from typing import Generic

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.fq import Fq


class Fq3(Generic[E]):
    """a + b v + c v^2."""

    __slots__ = ("a", "b", "c")
    linear = 2
    """What `times_linear` multiplies by beside the line."""

    def __init__(self, a: Fq[E], b: Fq[E], c: Fq[E]) -> None:
        self.a, self.b, self.c = a, b, c

    @property
    def parts(self) -> tuple[Fq[E], ...]:
        """The coefficients."""
        return self.a, self.b, self.c

    def __add__(self, other: Fq3[E]) -> Fq3[E]:
        return Fq3(self.a + other.a, self.b + other.b, self.c + other.c)

    def __sub__(self, other: Fq3[E]) -> Fq3[E]:
        return Fq3(self.a - other.a, self.b - other.b, self.c - other.c)

    def __neg__(self) -> Fq3[E]:
        return Fq3(-self.a, -self.b, -self.c)

    def __mul__(self, other: Fq3[E]) -> Fq3[E]:
        """Karatsuba: six multiplications in F_q, at the end of few additions."""
        a, b, c = self.a * other.a, self.b * other.b, self.c * other.c
        ab = (self.a + self.b) * (other.a + other.b)
        ac = (self.a + self.c) * (other.a + other.c)
        bc = (self.b + self.c) * (other.b + other.c)
        return Fq3(
            a + (bc - (b + c)).times_xi(),
            ab - (a + b - c.times_xi()),
            ac - (a + c - b),
        )

    def square(self) -> Fq3[E]:
        """Three squares and two multiplications in F_q: Chung and Hasan (ARITH 2007), their SQR2.

        a^2, 2 a b, (a - b + c)^2, 2 b c and c^2; the third and the products give b^2 + 2 a c.
        """
        aa, cc = self.a.square(), self.c.square()
        ab, bc = self.a * self.b, self.b * self.c
        ab, bc = ab + ab, bc + bc
        middle = (self.a - self.b + self.c).square() + ab + bc - aa - cc
        return Fq3(aa + bc.times_xi(), ab + cc.times_xi(), middle)

    def times_root(self) -> Fq3[E]:
        """The product with v."""
        return Fq3(self.c.times_xi(), self.a, self.b)

    def scale(self, factor: Fq[E]) -> Fq3[E]:
        """The product with an element of F_q."""
        return Fq3(self.a * factor, self.b * factor, self.c * factor)

    def adjugate(self) -> tuple[Fq3[E], Fq[E]]:
        """y and n with x y = n, the norm to F_q: 9 multiplications and 3 squares there."""
        a, b, c = self.a, self.b, self.c
        first = a.square() - (b * c).times_xi()
        second = c.square().times_xi() - a * b
        third = b.square() - a * c
        return Fq3(first, second, third), a * first + (b * third + c * second).times_xi()

    def times_linear(self, a: Fq[E], b: Fq[E]) -> Fq3[E]:
        """The double of the product with a + b v, from its values at 0, 1, -1 and infinity (Toom)."""
        first, last = self.a * a.times(2), self.c * b.times(2)
        outer = self.a + self.c
        plus, minus = (outer + self.b) * (a + b), (outer - self.b) * (a - b)
        return Fq3(first + last.times_xi(), plus - minus - last, plus + minus - first)
