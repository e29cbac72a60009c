"""F_q as a quadratic or cubic extension of a field of the tower: F_p3, F_p4, F_p8.

What the structure gives, products and squares, is that of `Fq2` and `Fq3`.
"""

from __future__ import annotations

from typing import Any, Self

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.fq import Fq, Rules, Small, times_constant
from pairforge.pairings.ate.fq2 import Fq2
from pairforge.pairings.ate.fq3 import Fq3


class Extended(Fq[E]):
    """The coefficients, elements of the field below."""

    __slots__ = ("c",)

    def __init__(self, rules: Rules, *c: Fq[E]) -> None:
        super().__init__(rules)
        self.c = c

    def _made(self, *c: Fq[E]) -> Self:
        return type(self)(self.rules, *c)

    @property
    def flat(self) -> tuple[E, ...]:
        """Those of the coefficients, one after the other."""
        return tuple(part for c in self.c for part in c.flat)

    def like(self, flat: tuple[E, ...]) -> Self:
        """From those of the coefficients."""
        width = len(flat) // len(self.c)
        return self._made(*(c.like(flat[i * width : (i + 1) * width]) for i, c in enumerate(self.c)))

    def __add__(self, other: Self) -> Self:
        return self._made(*(a + b for a, b in zip(self.c, other.c, strict=True)))

    def __sub__(self, other: Self) -> Self:
        return self._made(*(a - b for a, b in zip(self.c, other.c, strict=True)))

    def __neg__(self) -> Self:
        return self._made(*(-a for a in self.c))

    def scale(self, factor: E) -> Self:
        """Each coefficient by it."""
        return self._made(*(a.scale(factor) for a in self.c))

    def plus(self, x: E) -> Self:
        """The first coefficient plus it."""
        return self._made(self.c[0].plus(x), *self.c[1:])

    def times_small(self, z: Small) -> Self:
        """The products of the coefficients; no multiplications."""
        n, width = len(self.c), len(z) // len(self.c)
        sums: list[Fq[E] | None] = [None] * n
        for i in range(n):
            part = z[i * width : (i + 1) * width]
            if not any(part):
                continue
            for j, own in enumerate(self.c):
                product = own.times_small(part)
                if i + j >= n:
                    product = product.times_xi()
                total = sums[(i + j) % n]
                sums[(i + j) % n] = product if total is None else total + product
        return self._made(*(total for total in sums if total is not None))

    def times_constant(self, k: Any, c: tuple[int, ...]) -> Self:
        """A constant with one coefficient in the field below takes a product each, others one here."""
        n, width = len(self.c), len(c) // len(self.c)
        parts = [c[i * width : (i + 1) * width] for i in range(n)]
        used = [i for i, part in enumerate(parts) if any(part)]
        if len(used) == 1:
            (i,) = used
            made = [times_constant(k, own, parts[i]) for own in self.c]
            return self._made(*(a.times_xi() for a in made[n - i :]), *made[: n - i])
        return self * self.constant(k, c)


class Quadratic(Extended[E]):
    """a + b s, s^2 the xi of the field below."""

    __slots__ = ()

    def _of(self, x: Fq2[E]) -> Self:
        return self._made(x.a, x.b)

    def __mul__(self, other: Self) -> Self:
        return self._of(Fq2(*self.c) * Fq2(*other.c))

    def square(self) -> Self:
        """Two multiplications below: (a + b)(a + xi b) - (1 + xi) a b + 2 a b s."""
        a, b = self.c
        half = a * b
        both = (a + b) * (a + b.times_xi())
        return self._made(both - (half + half.times_xi()), half + half)

    def inverse(self, k: PrimeArithmetic[E]) -> Self:
        """(a - b s) / (a^2 - xi b^2)."""
        a, b = self.c
        inverse = (a.square() - b.square().times_xi()).inverse(k)
        return self._made(a * inverse, -(b * inverse))


class Cubic(Extended[E]):
    """a + b v + c v^2, v^3 the xi of the field below."""

    __slots__ = ()

    def _of(self, x: Fq3[E]) -> Self:
        return self._made(x.a, x.b, x.c)

    def __mul__(self, other: Self) -> Self:
        return self._of(Fq3(*self.c) * Fq3(*other.c))

    def square(self) -> Self:
        """As in `Fq3`."""
        return self._of(Fq3(*self.c).square())

    def inverse(self, k: PrimeArithmetic[E]) -> Self:
        """The adjugate over the norm."""
        adjugate, norm = Fq3(*self.c).adjugate()
        return self._of(adjugate.scale(norm.inverse(k)))
