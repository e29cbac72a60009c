"""One term (P, Q) of a product in the Miller loop: where its lines come from, step by step.

A *running* term computes the multiples of Q as it goes. A term with a *prepared* Q is given the lines through
them: (a, b) for a + b xP w^2 + yP w^3, with b the negative slope and a = slope x - y at a
point (x, y) of the line. `flat` is loop-carried; `refreshed` the same term with that replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.elements import of_flat
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.line import AnyLine, Point, PreparedLine
from pairforge.pairings.ate.parameters import AteTower

Coefficients: TypeAlias = tuple[Fq[E], Fq[E]]


@dataclass(frozen=True)
class Running(Generic[E]):
    """`T`: the multiple of Q; (x, y): what is added next; `Q` itself; `at`: P for the steps; `images`: those
    of Q that the loop adds, Q among them.
    """

    T: Point[E]
    x: Fq[E]
    y: Fq[E]
    Q: tuple[Fq[E], Fq[E]]
    at: tuple[E, ...]
    images: Mapping[int, tuple[Fq[E], Fq[E]]]

    @classmethod
    def begin(cls, k: Arithmetic[E], tower: AteTower, P: tuple[E, E], Q: tuple[Fq[E], Fq[E]]) -> Running[E]:
        """The term (P, Q), T = Q."""
        x, y = Q
        one = x.constant(k, (1, *(0,) * (tower.field.degree - 1)))
        return cls(Point(x, y, one), x, y, Q, tower.steps.at(k, *P), {0: Q})

    @property
    def flat(self) -> tuple[E, ...]:
        """T and the point to be added, in five elements of F_q; `at`."""
        pairs = (self.T.X, self.T.Y, self.T.Z, self.x, self.y)
        return *(part for c in pairs for part in c.flat), *self.at

    def refreshed(self, flat: tuple[E, ...]) -> Running[E]:
        """With what comes out of a loop."""
        points = len(flat) - len(self.at)
        X, Y, Z, x, y = of_flat(self.x.rules, flat[:points])
        return Running(Point(X, Y, Z), x, y, self.Q, flat[points:], self.images)

    def first(self, k: Arithmetic[E], tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """2Q and the tangent at Q."""
        T, tangent = tower.steps.first(k, self.x, self.y, self.at)
        return replace(self, T=T), tangent

    def double(self, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """2T and the tangent at T."""
        T, tangent = tower.steps.double(self.T, self.at)
        return replace(self, T=T), tangent

    def add(self, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """T + (x, y) and the chord through them."""
        T, chord = tower.steps.add(self.T, self.x, self.y, self.at)
        return replace(self, T=T), chord

    def prepared(self, k: Arithmetic[E], tower: AteTower, powers: Iterable[int]) -> Running[E]:
        """With the images pi^n(Q) of these n at hand."""
        images = {n: tower.frobenius_of_point(k, *self.Q, n) for n in powers}
        return replace(self, images={**self.images, **images})

    def next(self, n: int = 0, sign: int = 1) -> Running[E]:
        """Ready to add sign pi^n(Q), of which the image is at hand."""
        x, y = self.images[n]
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
        """a and b, two elements of F_q; xP, yP."""
        a, b = self.now
        return *a.flat, *b.flat, self.xP, self.yP

    def refreshed(self, flat: tuple[E, ...]) -> Prepared[E]:
        """With what comes out of a loop."""
        a, b = of_flat(self.now[0].rules, flat[:-2])
        return Prepared((a, b), self.coming, *flat[-2:])

    def first(self, k: Arithmetic[E], tower: AteTower) -> tuple[Prepared[E], PreparedLine[E]]:
        """The first line, at P."""
        return self.add(tower)

    def double(self, tower: AteTower) -> tuple[Prepared[E], PreparedLine[E]]:
        """The line at hand, at P."""
        return self.add(tower)

    def add(self, tower: AteTower) -> tuple[Prepared[E], PreparedLine[E]]:
        """The line at hand, at P: a product with an element of F_p."""
        a, b = self.now
        return self, PreparedLine(a, b.scale(self.xP), self.yP)

    def prepared(self, k: Arithmetic[E], tower: AteTower, powers: Iterable[int]) -> Prepared[E]:
        """The lines that come are those through the images."""
        return self

    def next(self, n: int = 0, sign: int = 1) -> Prepared[E]:
        """With the next line at hand."""
        return Prepared(self.coming[0], self.coming[1:], self.xP, self.yP)

    def negated(self) -> Prepared[E]:
        """The lines that come are those of the negated multiple already."""
        return self

    def image(self, k: Arithmetic[E], tower: AteTower, power: int, sign: int) -> Prepared[E]:
        """With the next line at hand."""
        return self.next()


Term: TypeAlias = Running[E] | Prepared[E]
