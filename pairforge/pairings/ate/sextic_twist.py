"""Multiples of Q on a sextic twist, y^2 = x^3 + b xi. T = (X, Y, Z) stands for (X/Z, Y/Z)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.line import Line, Point


@dataclass(frozen=True)
class SexticTwist(Generic[E]):
    """`b` of y^2 = x^3 + b; `constants`: the coefficients of 3 b xi, 9 b xi and 12 (3 b xi)^2."""

    b: int
    constants: tuple[tuple[int, ...], ...]

    def at(self, k: Arithmetic[E], x: E, y: E) -> tuple[E, ...]:
        """x, 3 x and -y."""
        return x, x + x + x, -y

    def first(self, k: Arithmetic[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], Line[E]]:
        """`double` where Z is 1."""
        _, x3, less_y = at
        e, e3, ee12 = (x.constant(k, c) for c in self.constants)
        xx, yy = x.square(), y.square()
        H = y.times(2)
        X = (x * y).times(2) * (yy - e3)
        Y = (yy + e3).square() - ee12
        return Point(X, Y, (yy * H).times(4)), Line(e - yy, xx.scale(x3), H.scale(less_y))

    def double(self, T: Point[E], at: tuple[E, ...]) -> tuple[Point[E], Line[E]]:
        """2T and the tangent at T: 2 multiplications, 7 squares, and 2 products with elements of F_p.

        Costello, Lange, Naehrig (PKC 2010) as in Aranha et al. (EUROCRYPT 2011), all coordinates times 4:
        with B = Y^2, e = 3 b xi Z^2, H = 2 Y Z

            X' = 2 X Y (B - 3 e),   Y' = (B + 3 e)^2 - 12 e^2,   Z' = 4 B H,

        and the tangent (e - B) + 3 X^2 x w^2 - H y w^3. Where F_q = F_p2 that is 4 multiplications in F_p
        for the tangent; paired 4 multiplications, 5 squares and these.
        """
        _, x3, less_y = at
        XX, B, ZZ = T.X.square(), T.Y.square(), T.Z.square()
        XY2 = T.X.twice_product(T.Y, XX + B)
        H = T.Y.twice_product(T.Z, B + ZZ)
        e = ZZ.times_xi().times(3 * self.b)
        e3 = e.times(3)
        X = XY2 * (B - e3)
        Y = (B + e3).square() - e.square().times(12)
        return Point(X, Y, (B * H).times(4)), Line(e - B, XX.scale(x3), H.scale(less_y))

    def add(self, T: Point[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], Line[E]]:
        """T + (x, y) and the chord: 11 multiplications, 2 squares, and 2 products with elements of F_p.

        The slope is t / l with t = Y - y Z, l = X - x Z; the chord (y l - x t) + t xP w^2 - l yP w^3.
        """
        xP, _, less_y = at
        t, less = T.Y - y * T.Z, T.X - x * T.Z
        ll = less.square()
        lll = ll * less
        Xll = T.X * ll
        h = lll + T.Z * t.square() - Xll.times(2)
        sum_ = Point(less * h, t * (Xll - h) - T.Y * lll, T.Z * lll)
        return sum_, Line(y * less - x * t, t.scale(xP), less.scale(less_y))
