"""Multiples of Q on a quartic twist, y^2 = x^3 + a xi x. T = (X, Y, Z) stands for (X/Z, Y/Z^2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.line import Line, Point


@dataclass(frozen=True)
class QuarticTwist(Generic[E]):
    """`a` of y^2 = x^3 + a x; `constant`: the coefficients of a xi."""

    a: int
    constant: tuple[int, ...]

    def at(self, k: Arithmetic[E], x: E, y: E) -> tuple[E, ...]:
        """x and -y."""
        return x, -y

    def first(self, k: Arithmetic[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], Line[E]]:
        """`double` where Z is 1."""
        xP, less_y = at
        A, B, D = x.square(), y.square(), x.constant(k, self.constant)
        less, more = A - D, A + D
        X, y2 = less.square(), y.times(2)
        Y = (more.square().times(2) - X) * (less * y2)
        return Point(X, Y, B.times(4)), Line(-(x * less), (A.times(2) + more).scale(xP), y2.scale(less_y))

    def double(self, T: Point[E], at: tuple[E, ...]) -> tuple[Point[E], Line[E]]:
        """2T and the tangent at T: 3 multiplications, 7 squares, and 2 products with elements of F_p.

        Costello, Lange, Naehrig (PKC 2010): with A = X^2, B = Y^2, D = a xi Z^2

            X' = (A - D)^2,   Y' = 2 (2 (A + D)^2 - X') (A - D) Y,   Z' = 4 B,

        as B = X Z (A + D); and the tangent -X (A - D) + (3 A + D) Z x w^2 - 2 Y Z y w^3.
        """
        xP, less_y = at
        A, B, C = T.X.square(), T.Y.square(), T.Z.square()
        D = C.times_xi().times(self.a)
        less, more = A - D, A + D
        X = less.square()
        Y = (more.square().times(2) - X) * less.twice_product(T.Y, X + B)
        H = T.Y.twice_product(T.Z, B + C)
        tangent = Line(-(T.X * less), ((A.times(2) + more) * T.Z).scale(xP), H.scale(less_y))
        return Point(X, Y, B.times(4)), tangent

    def add(self, T: Point[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], Line[E]]:
        """T + (x, y) and the chord: 12 multiplications, 5 squares, and 2 products with elements of F_p.

        The slope is t / l with t = Y - y Z^2, l = Z (X - x Z); the chord (y l - x t) + t xP w^2 - l yP w^3.
        The sum has Z' = l^2, X' = t^2 - Z (X - x Z)^2 (X + x Z), Y' = t l (x Z' - X') - y Z'^2.
        """
        xP, less_y = at
        xZ = x * T.Z
        t, less = T.Y - y * T.Z.square(), T.X - xZ
        length = T.Z * less
        Z = length.square()
        X = t.square() - length * less * (T.X + xZ)
        Y = t * length * (x * Z - X) - y * Z.square()
        return Point(X, Y, Z), Line(y * length - x * t, t.scale(xP), length.scale(less_y))
