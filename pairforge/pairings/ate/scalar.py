"""F_p as the field of the twist: an element of the arithmetic with the operations of `Fq`."""

from __future__ import annotations

from typing import Any, Self

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.fq import Fq, Rules, Small, multiple


class Scalar(Fq[E]):
    """x."""

    __slots__ = ("x",)

    def __init__(self, rules: Rules, x: E) -> None:
        super().__init__(rules)
        self.x = x

    def _made(self, x: E) -> Self:
        return type(self)(self.rules, x)

    @property
    def flat(self) -> tuple[E, ...]:
        """x."""
        return (self.x,)

    def like(self, flat: tuple[E, ...]) -> Self:
        """The element itself."""
        return self._made(*flat)

    def __add__(self, other: Self) -> Self:
        return self._made(self.x + other.x)

    def __sub__(self, other: Self) -> Self:
        return self._made(self.x - other.x)

    def __neg__(self) -> Self:
        return self._made(-self.x)

    def __mul__(self, other: Self) -> Self:
        return self._made(self.x * other.x)

    def square(self) -> Self:
        """One multiplication."""
        return self._made(self.x * self.x)

    def scale(self, factor: E) -> Self:
        """One multiplication."""
        return self._made(self.x * factor)

    def plus(self, x: E) -> Self:
        """The sum."""
        return self._made(self.x + x)

    def times_small(self, z: Small) -> Self:
        """A multiple."""
        (n,) = z
        return self._made(multiple(n, self.x) if n > 0 else -multiple(-n, self.x))

    def times_constant(self, k: Any, c: tuple[int, ...]) -> Self:
        """One multiplication."""
        return self._made(self.x * k.constant(c[0]))

    def inverse(self, k: PrimeArithmetic[E]) -> Self:
        """An inversion."""
        return self._made(k.inverse(self.x))
