"""Multiples of Q on a quadratic twist, y^2 = x^3 + a xi^2 x + b xi^3.

T = (X, Y, Z) stands for (X/Z^2, Y/Z^3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.fq import Fq
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
        A, B = x.square(), y.square()
        slope = A.times(3) + x.constant(k, self.constant) if self.a else A.times(3)
        BB = B.square()
        S = x.twice_product(B, A + BB).times(2)
        X, Z = slope.square() - S.times(2), y.times(2)
        Y = slope * (S - X) - BB.times(8)
        a = slope * x - slope.scale(xP).times_xi() - B.times(2)
        return Point(X, Y, Z), ShortLine(a, Z.scale(yP))

    def double(self, T: Point[E], at: tuple[E, ...]) -> tuple[Point[E], ShortLine[E]]:
        """2T and the tangent at T: 3 multiplications, 8 squares, and 2 products with elements of F_p.

        With A = X^2, B = Y^2, C = Z^2, M = 3 A + a xi^2 C^2, S = 4 X B

            X' = M^2 - 2 S,   Y' = M (S - X') - 8 B^2,   Z' = 2 Y Z,

        and the tangent M (X - xi C x) - 2 B + Z' C y w^3: the slope is M / Z'.
        """
        xP, yP, *_ = at
        A, B, C = T.X.square(), T.Y.square(), T.Z.square()
        slope = A.times(3)
        if self.a:
            slope = self._plus_a_times(slope, C.square().times_xi().times_xi(), at)
        BB = B.square()
        S = T.X.twice_product(B, A + BB).times(2)
        X, Z = slope.square() - S.times(2), T.Y.twice_product(T.Z, B + C)
        Y = slope * (S - X) - BB.times(8)
        a = slope * (T.X - C.scale(xP).times_xi()) - B.times(2)
        return Point(X, Y, Z), ShortLine(a, (Z * C).scale(yP))

    def add(self, T: Point[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], ShortLine[E]]:
        """T + (x, y) and the chord: 10 multiplications, 3 squares, and 2 products with elements of F_p.

        The slope is t / Z' with t = y Z^3 - Y, l = x Z^2 - X, Z' = Z l; the chord
        t x - y Z' - t xi xP + Z' yP w^3.
        """
        xP, yP, *_ = at
        C = T.Z.square()
        t, less = y * (T.Z * C) - T.Y, x * C - T.X
        ll = less.square()
        lll, Xll = less * ll, T.X * ll
        X, Z = t.square() - lll - Xll.times(2), T.Z * less
        Y = t * (Xll - X) - T.Y * lll
        a = t * x - y * Z - t.scale(xP).times_xi()
        return Point(X, Y, Z), ShortLine(a, Z.scale(yP))
