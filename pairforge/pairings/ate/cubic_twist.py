"""Multiples of Q on a cubic twist, y^2 = x^3 + b xi^2. T = (X, Y, Z) stands for (X/Z^2, Y/Z^3).

The point is (x/w^2, y/xi) on the curve, w^3 = xi. Verticals are in no proper subfield of F_p^k. On the curve,
the line of slope t through two points, over the vertical through their sum (x, y), is

    (yP + y)/(xP - x) - t = (xP^2 + xP x + x^2 - t (yP - y))/(yP - y),

for yP^2 - y^2 = xP^3 - x^3; and yP - y, in F_q, is eliminated (Lin, Zhao, Zhang, Wang, Pairing 2008).
"""

from __future__ import annotations

from typing import Generic

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.jacobian import added, doubled
from pairforge.pairings.ate.line import FullLine, Point


class CubicTwist(Generic[E]):
    """y^2 = x^3 + b xi^2; b does not matter."""

    def at(self, k: Arithmetic[E], x: E, y: E) -> tuple[E, ...]:
        """x, x^2 and y."""
        return x, x * x, y

    def first(self, k: Arithmetic[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], FullLine[E]]:
        """`double` where Z is 1."""
        A, B = x.square(), y.square()
        slope = A.times(3)
        return self._with_line(doubled(x, A, B, slope, y.times(2)), slope, at)

    def double(self, T: Point[E], at: tuple[E, ...]) -> tuple[Point[E], FullLine[E]]:
        """2T and the tangent over the vertical: 5 multiplications, 8 squares, and 3 products with elements of
        F_p.

        The slope is 3 X^2 / Z', Z' = 2 Y Z.
        """
        A, B = T.X.square(), T.Y.square()
        slope, Z = A.times(3), (T.Y * T.Z).times(2)
        return self._with_line(doubled(T.X, A, B, slope, Z), slope, at)

    def add(self, T: Point[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], FullLine[E]]:
        """T + (x, y) and the chord over the vertical: 11 multiplications, 6 squares, 3 products with elements
        of F_p.
        """
        return self._with_line(*added(T, x, y), at)

    def _with_line(self, S: Point[E], t: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], FullLine[E]]:
        """S and xi^2 Z^4 times the line above, the slope on the twist t / Z:

        xi^2 xP^2 Z^4 + xi xP X Z^2 w + (X^2 - t (xi yP Z^3 - Y)) w^2.
        """
        xP, xxP, yP = at
        C = S.Z.square()
        a = C.square().scale(xxP).times_xi().times_xi()
        b = (S.X * C).scale(xP).times_xi()
        c = S.X.square() - t * ((S.Z * C).scale(yP).times_xi() - S.Y)
        return S, FullLine(a, b, c)
