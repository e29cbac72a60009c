"""F_q as the field of w^2 where d = 2, w^2 = xi: elements with the operators of `Fq2` and `Fq3`."""

from __future__ import annotations

from typing import Generic

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.fq import Fq


class Fq1(Generic[E]):
    """a."""

    __slots__ = ("a",)
    linear = 1
    """What `times_linear` multiplies by beside the line."""

    def __init__(self, a: Fq[E]) -> None:
        self.a = a

    @property
    def parts(self) -> tuple[Fq[E], ...]:
        """The element itself."""
        return (self.a,)

    def __add__(self, other: Fq1[E]) -> Fq1[E]:
        return Fq1(self.a + other.a)

    def __sub__(self, other: Fq1[E]) -> Fq1[E]:
        return Fq1(self.a - other.a)

    def __neg__(self) -> Fq1[E]:
        return Fq1(-self.a)

    def __mul__(self, other: Fq1[E]) -> Fq1[E]:
        return Fq1(self.a * other.a)

    def square(self) -> Fq1[E]:
        """A square in F_q."""
        return Fq1(self.a.square())

    def times_root(self) -> Fq1[E]:
        """The product with xi."""
        return Fq1(self.a.times_xi())

    def scale(self, factor: Fq[E]) -> Fq1[E]:
        """The product with an element of F_q."""
        return Fq1(self.a * factor)

    def times_linear(self, a: Fq[E], b: Fq[E]) -> Fq1[E]:
        """The product with a + b xi."""
        return Fq1(self.a * (a + b.times_xi()))

    def double(self) -> Fq1[E]:
        """Twice the element."""
        return Fq1(self.a.times(2))
