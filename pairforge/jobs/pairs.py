"""Pairs (P, Q) among the inputs of a job, points at infinity among them: checks, and the Miller loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import both, either, opposite
from pairforge.jobs.group import Group
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.pairing_products import Pair, Product
from pairforge.jobs.statuses import OFF_CURVE, SUBGROUP
from pairforge.jobs.subgroup import in_subgroup
from pairforge.pairings.ate.parameters import AteTower, tower_of
from pairforge.pairings.families.optimal_ate import AteCurve


@dataclass(frozen=True)
class InputPair(Generic[E]):
    """Two points; `absent`: a flag, whether one of them is at infinity, so that the pairing is 1."""

    P: InputPoint[E]
    Q: InputPoint[E]
    absent: E

    @property
    def affine(self) -> Pair[E]:
        """The two as a factor of a product."""
        P, Q = self.P.point, self.Q.point
        return Pair((P.x, P.y), (Q.x, Q.y), self.absent)

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

    @property
    def tower(self) -> AteTower:
        """Where products are made."""
        return tower_of(self.curve)

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
    ) -> tuple[Product[E], list[tuple[E, int]]]:
        """The product, and what is wrong with the pairs, as `InputPair.wrong` has it."""
        product = Product.of(k, self.curve, [pair.affine for pair in pairs])
        inside = in_subgroup(k, self.G1, *(pair.P.point for pair in pairs))
        wrong = []
        for pair, P_inside, Q_inside in zip(pairs, inside, product.members(k), strict=True):
            wrong += pair.wrong(k, P_inside, Q_inside)
        return product, wrong
