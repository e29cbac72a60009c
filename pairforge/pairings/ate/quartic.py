"""F_p4 = F_p2(s), s^2 = xi: elements with operators."""

from __future__ import annotations

from typing import Generic

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.quadratic import Fp2


class Fp4(Generic[E]):
    """a + b s."""

    __slots__ = ("a", "b")

    def __init__(self, a: Fp2[E], b: Fp2[E]) -> None:
        self.a, self.b = a, b

    def __add__(self, other: Fp4[E]) -> Fp4[E]:
        return Fp4(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Fp4[E]) -> Fp4[E]:
        return Fp4(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Fp4[E]:
        return Fp4(-self.a, -self.b)

    def __mul__(self, other: Fp4[E]) -> Fp4[E]:
        low, high = self.a * other.a, self.b * other.b
        cross = (self.a + self.b) * (other.a + other.b)
        return Fp4(low + high.times_xi(), cross - (low + high))

    def square(self) -> Fp4[E]:
        """Three squares in F_p2: 6 products in F_p."""
        low, high = self.a.square(), self.b.square()
        return Fp4(low + high.times_xi(), (self.a + self.b).square() - (low + high))

    def times_s(self) -> Fp4[E]:
        """The product with s."""
        return Fp4(self.b.times_xi(), self.a)

    def double(self) -> Fp4[E]:
        """Twice the element."""
        return self + self
