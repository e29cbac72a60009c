"""F_p2 for an arithmetic whose elements are in F_p2: a product, a sum, a conjugate are one operation each.

Elements of F_p are elements of it without an imaginary part.
"""

from __future__ import annotations

from typing import Any, Self

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.fq import Fq, Rules, Small, multiple, plus_times


class Whole(Fq[E]):
    """An element as one of the arithmetic's own, which can be multiplied by i (`times_i`)."""

    __slots__ = ("x",)

    def __init__(self, rules: Rules, x: E) -> None:
        super().__init__(rules)
        self.x = x

    def _made(self, x: E) -> Self:
        return type(self)(self.rules, x)

    @property
    def flat(self) -> tuple[E, ...]:
        """The element."""
        return (self.x,)

    @property
    def coordinates(self) -> tuple[E, E]:
        """x and -i x: their real parts are those of a + b i."""
        return self.x, -times_i(self.x)

    def constant(self, k: Any, c: tuple[int, ...]) -> Self:
        """c0 + c1 i."""
        return self._made(k.constant(c[0]) + times_i(k.constant(c[1])))

    def like(self, flat: tuple[E, ...]) -> Self:
        """The element."""
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
        """A product with itself."""
        return self._made(self.x * self.x)

    def scale(self, factor: E) -> Self:
        """The product with an element of F_p."""
        return self._made(self.x * factor)

    def conjugate(self) -> Self:
        """The p-th power."""
        return self._made(self.x.frobenius(1))

    def norm(self) -> E:
        """The product with the conjugate, which has no imaginary part."""
        return self.x * self.x.frobenius(1)

    def plus(self, x: E) -> Self:
        """The sum with an element of F_p."""
        return self._made(self.x + x)

    def times_small(self, z: Small) -> Self:
        """No multiplications; both coefficients are positive."""
        z0, z1 = z
        return self._made(multiple(z0, self.x) + multiple(z1, times_i(self.x)))

    def inverse(self, k: PrimeArithmetic[E]) -> Self:
        """The conjugate over the norm."""
        return self.conjugate().scale(k.inverse(self.norm()))

    def inverse_square(self, k: PrimeArithmetic[E]) -> Self:
        """As much as can be done is done beside the inversion."""
        inverse = k.inverse(self.norm())
        return self.conjugate().square().scale(inverse * inverse)

    def plus_multiple(self, z: Small, y: Self) -> Self:
        """x + (z0 + z1 i) y for small integers: no multiplications."""
        real = plus_times(self.x, z[0], y.x)
        return self._made(plus_times(real, z[1], times_i(y.x)) if z[1] else real)

    def times_constant(self, k: Any, c: tuple[int, ...]) -> Self:
        """The product with c0 + c1 i; with an element of F_p where one of them is 0 or they are equal."""
        c0, c1 = c
        if c1 == 0:
            return self.scale(k.constant(c0))
        if c0 == 0:
            return self._made(times_i(self.scale(k.constant(c1)).x))
        if c0 == c1:  # c0 (1 + i)
            return self._made(self.x + times_i(self.x)).scale(k.constant(c0))
        return self._made(self.x * k.constant(c0 | c1 << k.characteristic.bit_length()))


def times_i(x: Any) -> Any:
    """The product of an element of the arithmetic with i."""
    return x.times_i()
