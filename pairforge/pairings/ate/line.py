"""Multiples of Q on the twist y^2 = x^3 + b xi, the lines through them at P, and their product with a value.

T = (X, Y, Z) stands for (X/Z, Y/Z). A line is a + b w^2 + c w^3 with a, b, c in F_p2, up to a factor that the
final exponentiation eliminates: any of F_p4 or F_p6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.quadratic import Fp2
from pairforge.pairings.ate.sextic import Fp6
from pairforge.pairings.ate.twelfth import Fp12
from pairforge.pairings.ate.whole import element


@dataclass(frozen=True)
class Line(Generic[E]):
    """a + b w^2 + c w^3."""

    a: Fp2[E]
    b: Fp2[E]
    c: Fp2[E]

    @property
    def b_and_c(self) -> Fp2[E]:
        """b + c."""
        return self.b + self.c

    def twice_c_times(self, x: Fp6[E]) -> Fp6[E]:
        """2 c x: three multiplications in F_p2."""
        return x.scale(self.c.times(2))


@dataclass(frozen=True)
class PreparedLine(Generic[E]):
    """a + b w^2 + c w^3 with c in F_p: a line whose slope is known, at P."""

    a: Fp2[E]
    b: Fp2[E]
    c: E

    @property
    def b_and_c(self) -> Fp2[E]:
        """b + c."""
        return self.b.plus(self.c)

    def twice_c_times(self, x: Fp6[E]) -> Fp6[E]:
        """2 c x: six multiplications in F_p."""
        twice = self.c + self.c
        return Fp6(x.a.scale(twice), x.b.scale(twice), x.c.scale(twice))


AnyLine: TypeAlias = Line[E] | PreparedLine[E]


@dataclass(frozen=True)
class Point(Generic[E]):
    """X, Y, Z."""

    X: Fp2[E]
    Y: Fp2[E]
    Z: Fp2[E]


@dataclass(frozen=True)
class At(Generic[E]):
    """Where lines are evaluated: x and 3 x of P, and -y."""

    x: E
    x3: E
    less_y: E


def first(b: tuple[Fp2[E], Fp2[E], Fp2[E]], x: Fp2[E], y: Fp2[E], at: At[E]) -> tuple[Point[E], Line[E]]:
    """2 (x, y) and the tangent at (x, y): `double` where Z is 1. `b`: 3 b xi, 9 b xi and 12 (3 b xi)^2."""
    e, e3, ee12 = b
    xx, yy = x.square(), y.square()
    H = y.times(2)
    X = (x * y).times(2) * (yy - e3)
    Y = (yy + e3).square() - ee12
    return Point(X, Y, (yy * H).times(4)), Line(e - yy, xx.scale(at.x3), H.scale(at.less_y))


def double(b: int, T: Point[E], at: At[E]) -> tuple[Point[E], Line[E]]:
    """2T and the tangent at T: 2 multiplications, 7 squares, and 4 multiplications in F_p; paired 4, 5 and 4.

    Costello, Lange, Naehrig (PKC 2010) as in Aranha et al. (EUROCRYPT 2011), all coordinates times 4: with
    B = Y^2, e = 3 b xi Z^2, H = 2 Y Z

        X' = 2 X Y (B - 3 e),   Y' = (B + 3 e)^2 - 12 e^2,   Z' = 4 B H,

    and the tangent (e - B) + 3 X^2 x w^2 - H y w^3.
    """
    XX, B, ZZ = T.X.square(), T.Y.square(), T.Z.square()
    XY2 = T.X.twice_product(T.Y, XX + B)
    H = T.Y.twice_product(T.Z, B + ZZ)
    e = ZZ.times_xi().times(3 * b)
    e3 = e.times(3)
    X = XY2 * (B - e3)
    Y = (B + e3).square() - e.square().times(12)
    return Point(X, Y, (B * H).times(4)), Line(e - B, XX.scale(at.x3), H.scale(at.less_y))


def add(T: Point[E], x: Fp2[E], y: Fp2[E], at: At[E]) -> tuple[Point[E], Line[E]]:
    """T + (x, y) and the chord: 11 multiplications, 2 squares, and 4 multiplications in F_p.

    The slope is t / l with t = Y - y Z, l = X - x Z; the chord (y l - x t) + t xP w^2 - l yP w^3.
    """
    t, less = T.Y - y * T.Z, T.X - x * T.Z
    ll = less.square()
    lll = ll * less
    Xll = T.X * ll
    h = lll + T.Z * t.square() - Xll.times(2)
    sum_ = Point(less * h, t * (Xll - h) - T.Y * lll, T.Z * lll)
    return sum_, Line(y * less - x * t, t.scale(at.x), less.scale(at.less_y))


def times(f: Fp12[E], line: AnyLine[E]) -> Fp12[E]:
    """2 f times a line: 11 multiplications in F_p2, with c in F_p 8 there and 6 in F_p.

    Over F_p6 = F_p2(v), v = w^2, the line is (a + b v) + c v w: Karatsuba, with two multiplications of a
    quadratic and a linear polynomial of four multiplications each and one with a monomial.
    """
    even, odd = f.halves
    low = _times_linear(even, line.a, line.b)
    high = line.twice_c_times(odd).times_v()
    both = _times_linear(even + odd, line.a, line.b_and_c)
    return Fp12.of_halves(low + high.times_v(), both - (low + high))


def alone(line: AnyLine[E], zero: E) -> Fp12[E]:
    """The line as an element of F_p12."""
    nothing = element(line.a.rules, zero, zero)
    c = line.c if isinstance(line, Line) else element(line.a.rules, line.c, zero)
    return Fp12(line.a, nothing, line.b, c, nothing, nothing)


def _times_linear(f: Fp6[E], a: Fp2[E], b: Fp2[E]) -> Fp6[E]:
    """2 f (a + b v), from its values at 0, 1, -1 and infinity (Toom)."""
    first, last = f.a * a.times(2), f.c * b.times(2)
    outer = f.a + f.c
    plus, minus = (outer + f.b) * (a + b), (outer - f.b) * (a - b)
    return Fp6(first + last.times_xi(), plus - minus - last, plus + minus - first)
