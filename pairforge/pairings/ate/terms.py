"""One term (P, Q) of a product in the Miller loop: where its lines come from, step by step.

A *running* term computes the multiples of Q as it goes. A term with a *prepared* Q is given the lines through
them: (a, b) for a + b xP w^2 + yP w^3, with b the negative slope and a = slope x - y at a
point (x, y) of the line. `flat` is loop-carried; `refreshed` the same term with that replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate import line
from pairforge.pairings.ate.line import At, Line, Point, PreparedLine
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.quadratic import Fp2
from pairforge.pairings.ate.whole import of_flat

Coefficients: TypeAlias = tuple[Fp2[E], Fp2[E]]


@dataclass(frozen=True)
class Running(Generic[E]):
    """`T`: the multiple of Q; (x, y): what is added next; `Q` itself; `at`: where lines are evaluated."""

    T: Point[E]
    x: Fp2[E]
    y: Fp2[E]
    Q: tuple[Fp2[E], Fp2[E]]
    at: At[E]

    @classmethod
    def begin(cls, tower: AteTower, one: E, zero: E, P: tuple[E, E], Q: tuple[Fp2[E], Fp2[E]]) -> Running[E]:
        """The term (P, Q), T = Q."""
        (xP, yP), (x, y) = P, Q
        return cls(Point(x, y, tower.element(one, zero)), x, y, Q, At(xP, xP + xP + xP, -yP))

    @property
    def flat(self) -> tuple[E, ...]:
        """T and the point to be added, in five elements of F_p2; xP, 3 xP, -yP."""
        pairs = (self.T.X, self.T.Y, self.T.Z, self.x, self.y)
        return *(part for c in pairs for part in c.flat), self.at.x, self.at.x3, self.at.less_y

    def refreshed(self, flat: tuple[E, ...]) -> Running[E]:
        """With what comes out of a loop."""
        X, Y, Z, x, y = of_flat(self.x.rules, flat[:-3])
        return Running(Point(X, Y, Z), x, y, self.Q, At(*flat[-3:]))

    def first(self, k: Arithmetic[E], tower: AteTower) -> tuple[Running[E], Line[E]]:
        """2Q and the tangent at Q."""
        T, tangent = line.first(_coefficients(k, tower), self.x, self.y, self.at)
        return replace(self, T=T), tangent

    def double(self, tower: AteTower) -> tuple[Running[E], Line[E]]:
        """2T and the tangent at T."""
        T, tangent = line.double(tower.curve.b, self.T, self.at)
        return replace(self, T=T), tangent

    def add(self) -> tuple[Running[E], Line[E]]:
        """T + (x, y) and the chord through them."""
        T, chord = line.add(self.T, self.x, self.y, self.at)
        return replace(self, T=T), chord

    def next(self, sign: int = 1) -> Running[E]:
        """Ready to add Q or -Q."""
        x, y = self.Q
        return replace(self, x=x, y=y if sign > 0 else -y)

    def negated(self) -> Running[E]:
        """-T in the place of T."""
        return replace(self, T=Point(self.T.X, -self.T.Y, self.T.Z))

    def image(self, k: Arithmetic[E], tower: AteTower, power: int, sign: int) -> Running[E]:
        """Ready to add the point sign pi^power(Q)."""
        x, y = tower.frobenius_of_point(k, *self.Q, power)
        return replace(self, x=x, y=y if sign > 0 else -y)


@dataclass(frozen=True)
class Prepared(Generic[E]):
    """`now`: a and b of the line at hand; `coming`: those after it."""

    now: Coefficients[E]
    coming: tuple[Coefficients[E], ...]
    xP: E
    yP: E

    @classmethod
    def begin(cls, P: tuple[E, E], lines: Sequence[Coefficients[E]]) -> Prepared[E]:
        """The term (P, Q), `lines` those of `lines_of`."""
        return cls(lines[0], tuple(lines[1:]), *P)

    @property
    def flat(self) -> tuple[E, ...]:
        """a and b, two elements of F_p2; xP, yP."""
        a, b = self.now
        return *a.flat, *b.flat, self.xP, self.yP

    def refreshed(self, flat: tuple[E, ...]) -> Prepared[E]:
        """With what comes out of a loop."""
        a, b = of_flat(self.now[0].rules, flat[:-2])
        return Prepared((a, b), self.coming, *flat[-2:])

    def first(self, k: Arithmetic[E], tower: AteTower) -> tuple[Prepared[E], PreparedLine[E]]:
        """The first line, at P."""
        return self.add()

    def double(self, tower: AteTower) -> tuple[Prepared[E], PreparedLine[E]]:
        """The line at hand, at P."""
        return self.add()

    def add(self) -> tuple[Prepared[E], PreparedLine[E]]:
        """The line at hand, at P: two multiplications."""
        a, b = self.now
        return self, PreparedLine(a, b.scale(self.xP), self.yP)

    def next(self, sign: int = 1) -> Prepared[E]:
        """With the next line at hand."""
        return Prepared(self.coming[0], self.coming[1:], self.xP, self.yP)

    def negated(self) -> Prepared[E]:
        """The lines that come are those of the negated multiple already."""
        return self

    def image(self, k: Arithmetic[E], tower: AteTower, power: int, sign: int) -> Prepared[E]:
        """With the next line at hand."""
        return self.next()


Term: TypeAlias = Running[E] | Prepared[E]


def _coefficients(k: Arithmetic[E], tower: AteTower) -> tuple[Fp2[E], Fp2[E], Fp2[E]]:
    """3 b xi, 9 b xi and 12 (3 b xi)^2."""
    b, (x0, x1), p = tower.curve.b, tower.rules.xi, k.characteristic
    e = 3 * b * x0, 3 * b * x1
    squared = 12 * (e[0] * e[0] - e[1] * e[1]), 24 * e[0] * e[1]

    def constant(c0: int, c1: int) -> Fp2[E]:
        return tower.element(k.constant(c0 % p), k.constant(c1 % p))

    return constant(*e), constant(3 * e[0], 3 * e[1]), constant(*squared)
