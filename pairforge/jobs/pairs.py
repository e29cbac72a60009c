"""Pairs (P, Q) among the inputs of a job, points at infinity among them: checks, and the Miller loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import both, choose, choose_element, either, opposite
from pairforge.jobs.group import Group
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.pairing_products import ends_as_member
from pairforge.jobs.statuses import OFF_CURVE, SUBGROUP
from pairforge.jobs.subgroup import in_subgroup
from pairforge.pairings.ate.line import AnyLine, Line
from pairforge.pairings.ate.miller import product_of_terms
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.terms import Running
from pairforge.pairings.ate.top import Top
from pairforge.pairings.families.optimal_ate import AteCurve


@dataclass(frozen=True)
class OptionalTerm(Running[E]):
    """A term of a product that is 1 where the flag `absent` is: P is (0, 0) then, and each of its lines 1.

    `k`: what selects.
    """

    k: Any
    absent: E

    @property
    def flat(self) -> tuple[E, ...]:
        """With the flag."""
        return *super().flat, self.absent

    def refreshed(self, flat: tuple[E, ...]) -> OptionalTerm[E]:
        """With what comes out of a loop."""
        made = super().refreshed(flat[:-1])
        return replace(self, T=made.T, x=made.x, y=made.y, at=made.at, absent=flat[-1])

    def first(self, k: Any, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """As without a flag."""
        return self._with_line(*super().first(k, tower))

    def double(self, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """As without a flag."""
        return self._with_line(*super().double(tower))

    def add(self, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """As without a flag."""
        return self._with_line(*super().add(tower))

    def _with_line(self, term: Running[E], line: AnyLine[E]) -> tuple[Running[E], AnyLine[E]]:
        """The line is a + b xP w^2 + c yP w^3: where P is (0, 0), a is left, and is to be 1."""
        assert isinstance(line, Line)
        one = line.a.constant(self.k, (1, *(0,) * (len(line.a.flat) - 1)))
        return term, replace(line, a=choose_element(self.k, self.absent, one, line.a))


@dataclass(frozen=True)
class InputPair(Generic[E]):
    """Two points; `absent`: a flag, whether one of them is at infinity, so that the pairing is 1."""

    P: InputPoint[E]
    Q: InputPoint[E]
    absent: E

    def wrong(self, k: DecidingArithmetic[E], P_inside: E, Q_inside: E) -> list[tuple[E, int]]:
        """Flags with their statuses, the gravest first, from flags for points of the order r: that of Q means
        nothing at infinity.
        """
        Q_outside = both(k, opposite(k, self.Q.at_infinity), opposite(k, Q_inside))
        return [
            (self.P.off_curve, OFF_CURVE),
            (opposite(k, P_inside), SUBGROUP),
            (self.Q.off_curve, OFF_CURVE),
            (Q_outside, SUBGROUP),
        ]


@dataclass(frozen=True)
class Pairs:
    """Pairs of points of a curve, and the products of their Miller loops, which share the squarings."""

    curve: AteCurve

    @classmethod
    def fit(cls, curve: AteCurve) -> bool:
        """Where the Miller loop itself says whether Q is in G2."""
        return curve.loop_tells_membership

    @cached_property
    def G1(self) -> Group:
        """Of P."""
        return Group(self.curve, "P")

    @cached_property
    def G2(self) -> Group:
        """Of Q."""
        return Group(self.curve, "Q")

    @cached_property
    def tower(self) -> AteTower:
        """Where products are made."""
        return AteTower(self.curve)

    def names(self, number: int | str = "") -> tuple[str, ...]:
        """Of the coordinates of a pair."""
        return *self.G1.names(f"P{number}"), *self.G2.names(f"Q{number}{'_' if number != '' else ''}")

    def read(self, k: DecidingArithmetic[E], flat: Sequence[E]) -> list[InputPair[E]]:
        """From the coordinates of P and Q of each pair."""
        own, size = 2 * self.G1.degree, 2 * (self.G1.degree + self.G2.degree)
        made = []
        for at in range(0, len(flat), size):
            P = InputPoint.read(k, self.G1, flat[at : at + own])
            Q = InputPoint.read(k, self.G2, flat[at + own : at + size])
            made.append(InputPair(P, Q, either(k, P.at_infinity, Q.at_infinity)))
        return made

    def product(
        self, k: DecidingArithmetic[E], pairs: Sequence[InputPair[E]]
    ) -> tuple[Top[E], list[tuple[E, int]]]:
        """The product of the Miller loops, up to factors that a final exponentiation eliminates, and what is
        wrong with the pairs, as `InputPair.wrong` has it.
        """
        k.block("first")
        terms = tuple(self._term(k, pair) for pair in pairs)
        value, behind = product_of_terms(k, self.tower, terms)
        inside = in_subgroup(k, self.G1, *(pair.P.point for pair in pairs))
        k.block("membership")
        wrong = []
        for pair, term, P_inside in zip(pairs, behind, inside, strict=True):
            assert isinstance(term, Running)
            wrong += pair.wrong(k, P_inside, ends_as_member(k, self.tower, term))
        return value, wrong

    def _term(self, k: DecidingArithmetic[E], pair: InputPair[E]) -> OptionalTerm[E]:
        zero, P, Q = k.constant(0), pair.P.point, pair.Q.point
        xP, yP = choose(k, pair.absent, (zero, zero), (*P.x.flat, *P.y.flat))
        entered = self.tower.enter(k, Q.x, Q.y)
        term = Running.begin(k, self.tower, (xP, yP), entered)
        return OptionalTerm(term.T, term.x, term.y, term.Q, term.at, term.images, k, pair.absent)
