"""Lines through multiples of Q at P, and their product with a value.

The point (x, y) of the twist, with w^d = xi, is (x/w^2, y/w^3) on the curve: times w^3, the line of slope t
through it is (t x - y) - t xP w^2 + yP w^3. So a line is a + b w^2 + c w^3 with a, b, c in F_q, up to a
factor that the final exponentiation eliminates: any of a proper subfield of F_p^k. Where d = 2 a and b w^2
are in one field, and a line may as well be a + c w^3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.fq import Fq, multiple
from pairforge.pairings.ate.fq1 import Fq1
from pairforge.pairings.ate.fq2 import Fq2
from pairforge.pairings.ate.fq3 import Fq3
from pairforge.pairings.ate.top import Top

H = TypeVar("H", Fq1[Any], Fq2[Any], Fq3[Any])
T = TypeVar("T", bound=Top[Any])


@dataclass(frozen=True)
class Line(Generic[E]):
    """a + b w^2 + c w^3."""

    a: Fq[E]
    b: Fq[E]
    c: Fq[E]

    def even_times(self, x: H) -> H:
        """(a + b w^2) x, times the factor of `times_linear`."""
        return x.times_linear(self.a, self.b)

    def sum_times(self, x: H) -> H:
        """(a + (b + c) w^2) x, times the same factor."""
        return x.times_linear(self.a, self.b + self.c)

    def c_times(self, x: H, factor: int) -> H:
        """factor c x: as many multiplications in F_q as x has parts."""
        return x.scale(self.c.times(factor))


@dataclass(frozen=True)
class ShortLine(Generic[E]):
    """a + c w^3, where d = 2."""

    a: Fq[E]
    c: Fq[E]

    def even_times(self, x: H) -> H:
        """a x."""
        return x.scale(self.a)

    def sum_times(self, x: H) -> H:
        """(a + c w^2) x."""
        return x.scale(self.a + self.c.times_xi())

    def c_times(self, x: H, factor: int) -> H:
        """factor c x."""
        return x.scale(self.c.times(factor))


@dataclass(frozen=True)
class PreparedLine(Generic[E]):
    """a + b w^2 + c w^3 with c in F_p: a line whose slope is known, at P."""

    a: Fq[E]
    b: Fq[E]
    c: E

    def even_times(self, x: H) -> H:
        """(a + b w^2) x, times the factor of `times_linear`."""
        return x.times_linear(self.a, self.b)

    def sum_times(self, x: H) -> H:
        """(a + (b + c) w^2) x, times the same factor."""
        return x.times_linear(self.a, self.b.plus(self.c))

    def c_times(self, x: H, factor: int) -> H:
        """factor c x: multiplications with an element of F_p."""
        c = multiple(factor, self.c)
        return type(x)(*(part.scale(c) for part in x.parts))


@dataclass(frozen=True)
class FullLine(Generic[E]):
    """a + b w + c w^2, where d = 3: a line over a vertical."""

    a: Fq[E]
    b: Fq[E]
    c: Fq[E]


AnyLine: TypeAlias = Line[E] | ShortLine[E] | PreparedLine[E] | FullLine[E]


@dataclass(frozen=True)
class Point(Generic[E]):
    """X, Y, Z; what they stand for is the twist's matter."""

    X: Fq[E]
    Y: Fq[E]
    Z: Fq[E]


class Steps(Protocol[E]):
    """Multiples of Q on a twist, and lines through them at P, in the coordinates that suit the twist."""

    def at(self, k: Arithmetic[E], x: E, y: E) -> tuple[E, ...]:
        """What the steps take of P = (x, y): the `at` of the others."""

    def first(self, k: Arithmetic[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], AnyLine[E]]:
        """2 (x, y) and the tangent at (x, y)."""

    def double(self, T: Point[E], at: tuple[E, ...]) -> tuple[Point[E], AnyLine[E]]:
        """2T and the tangent at T."""

    def add(self, T: Point[E], x: Fq[E], y: Fq[E], at: tuple[E, ...]) -> tuple[Point[E], AnyLine[E]]:
        """T + (x, y) and the chord."""


def times(f: T, line: AnyLine[Any]) -> T:
    """f times a line, times 2 where d = 6: with F_q = F_p2 11 multiplications there, with c in F_p 8 there
    and 6 in F_p.

    Over the field of w^2 the line is (a + b w^2) + c w^2 w: Karatsuba, with two multiplications with a linear
    polynomial in w^2 and one with a monomial. Where d = 2 all are elements of F_q. Where d = 3 it is any
    element.
    """
    if isinstance(line, FullLine):
        return f * type(f)(line.a, line.b, line.c)
    even, odd = f.halves
    low = line.even_times(even)
    high = line.c_times(odd, odd.linear).times_root()
    both = line.sum_times(even + odd)
    return type(f).of_halves(low + high.times_root(), both - (low + high))


def alone(kind: type[T], line: AnyLine[E], zero: E) -> T:
    """The line as an element of F_p^k."""
    if isinstance(line, FullLine):
        return kind(line.a, line.b, line.c)
    rest = (zero,) * (len(line.a.flat) - 1)
    nothing = line.a.like((zero, *rest))
    c = line.a.like((line.c, *rest)) if isinstance(line, PreparedLine) else line.c
    if isinstance(line, ShortLine):
        return kind(line.a, c.times_xi())
    if kind.degree == 2:
        return kind(line.a + line.b.times_xi(), c.times_xi())
    return kind(*(line.a, nothing, line.b, c, nothing, nothing)[: kind.degree])
