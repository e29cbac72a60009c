"""Multiples of Q on a quadratic twist, y^2 = x^3 + a xi^2 x + b xi^3.

T = (X, Y, Z) stands for (X/Z^2, Y/Z^3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.jacobian import added, doubled
from pairforge.pairings.ate.line import Point, ShortLine

_SMALL = 256
"""A product with an a below this is made of additions."""


@dataclass(frozen=True)
class QuadraticTwist(Generic[E]):
    """`a` of y^2 = x^3 + a x + b, around 0; `constant`: the coefficients of a xi^2."""

    a: int
    constant: tuple[int, ...]

    def at(self, k: Arithmetic[E], x: E, y: E) -> tuple[E, ...]:
        """x, y, and a where it is not small."""
        return (x, y) if abs(self.a) < _SMALL else (x, y, k.constant(self.a % k.characteristic))

    def _plus_a_times(self, x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> Fq[E]:
        """x + a y; only where a is not small with multiplications, one for each coefficient."""
        if abs(self.a) >= _SMALL:
            return x + y.scale(at[2])
        return x + y.times(self.a) if self.a else x

    def first(self, k: Arithmetic[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], ShortLine[E]]:
        """`double` where Z is 1."""
        xP, yP, *_ = at
        A, B, Z = x.square(), y.square(), y.times(2)
        slope = A.times(3) + x.constant(k, self.constant) if self.a else A.times(3)
        a = slope * x - slope.scale(xP).times_xi() - B.times(2)
        return doubled(x, A, B, slope, Z), ShortLine(a, Z.scale(yP))

    def double(self, T: Point[E], at: tuple[E, ...]) -> tuple[Point[E], ShortLine[E]]:
        """2T and the tangent at T: 3 multiplications, 8 squares, and 2 products with elements of F_p.

        With A = X^2, B = Y^2, C = Z^2, M = 3 A + a xi^2 C^2, Z' = 2 Y Z the slope is M / Z', the tangent

            M (X - xi C x) - 2 B + Z' C y w^3.
        """
        xP, yP, *_ = at
        A, B, C = T.X.square(), T.Y.square(), T.Z.square()
        slope = A.times(3)
        if self.a:
            slope = self._plus_a_times(slope, C.square().times_xi().times_xi(), at)
        Z = T.Y.twice_product(T.Z, B + C)
        a = slope * (T.X - C.scale(xP).times_xi()) - B.times(2)
        return doubled(T.X, A, B, slope, Z), ShortLine(a, (Z * C).scale(yP))

    def add(self, T: Point[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], ShortLine[E]]:
        """T + (x, y) and the chord: 10 multiplications, 3 squares, and 2 products with elements of F_p.

        The slope is t / Z'; the chord t x - y Z' - t xi xP + Z' yP w^3.
        """
        xP, yP, *_ = at
        sum_, t = added(T, x, y)
        a = t * x - y * sum_.Z - t.scale(xP).times_xi()
        return sum_, ShortLine(a, sum_.Z.scale(yP))
