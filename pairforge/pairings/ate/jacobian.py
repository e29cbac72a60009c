"""Doubles and sums in Jacobian coordinates: T = (X, Y, Z) stands for (X/Z^2, Y/Z^3)."""

from __future__ import annotations

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.line import Point


def doubled(X: Fq[E], A: Fq[E], B: Fq[E], slope: Fq[E], Z: Fq[E]) -> Point[E]:
    """2T from A = X^2, B = Y^2, Z = 2 Y times that of T, and the slope M / Z of the tangent.

    With S = 4 X B: M^2 - 2 S, M (S - X') - 8 B^2.
    """
    BB = B.square()
    S = X.twice_product(B, A + BB).times(2)
    sum_ = slope.square() - S.times(2)
    return Point(sum_, slope * (S - sum_) - BB.times(8), Z)


def added(T: Point[E], x: Fq[E], y: Fq[E]) -> tuple[Point[E], Fq[E]]:
    """T + (x, y), and t: the slope of the chord is t / Z'. 8 multiplications, 3 squares.

    With t = y Z^3 - Y, l = x Z^2 - X: t^2 - l^3 - 2 X l^2, t (X l^2 - X') - Y l^3, Z l.
    """
    C = T.Z.square()
    t, less = y * (T.Z * C) - T.Y, x * C - T.X
    ll = less.square()
    lll, Xll = less * ll, T.X * ll
    X = t.square() - lll - Xll.times(2)
    return Point(X, t * (Xll - X) - T.Y * lll, T.Z * less), t
