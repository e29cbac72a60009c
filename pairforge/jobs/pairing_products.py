"""Products of pairings in jobs: one Miller loop, which Q have order r, whether the value is 1.

A pair may have a flag that makes it 1. Without one, P = (0, 0) stands for the point at infinity and makes a
factor 1: a line a + b xP w^2 + c yP w^3 is then a, an element of F_q, which the final exponentiation
eliminates if it is not 0. A constant Q with such a line is refused; of all others it is a share of about 1/q.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import are_zero, both, opposite
from pairforge.jobs.group import Group
from pairforge.jobs.optional_terms import OptionalTerm
from pairforge.jobs.subgroup import in_subgroup
from pairforge.pairings.ate.elements import of_flat
from pairforge.pairings.ate.final import easy_part, final_exponentiation
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.miller import product_of_terms
from pairforge.pairings.ate.parameters import AteTower, tower_of
from pairforge.pairings.ate.prepared import AtePrepared
from pairforge.pairings.ate.terms import Prepared, Running, Term
from pairforge.pairings.ate.top import Top
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


@dataclass(frozen=True)
class Pair(Generic[E]):
    """P and Q by their affine coordinates; `absent`: a flag, whether they count as 1 in any case."""

    P: tuple[Fq[E], Fq[E]]
    Q: tuple[Fq[E], Fq[E]]
    absent: E | None = None

    def term(self, k: DecidingArithmetic[E], curve: AteCurve) -> Term[E]:
        """What the Miller loop takes of it: it computes the multiples of Q."""
        tower = tower_of(curve)
        P, Q = _flat(self.P), tower.enter(k, *self.Q)
        if self.absent is None:
            return Running.begin(k, tower, P, Q)
        return OptionalTerm.of(k, tower, P, Q, self.absent)


@dataclass(frozen=True)
class FixedPair(Generic[E]):
    """A pair with a constant Q, a point of order r by its coefficients: its lines are constants as well."""

    P: tuple[Fq[E], Fq[E]]
    Q: Encoded

    def term(self, k: DecidingArithmetic[E], curve: AteCurve) -> Term[E]:
        """What the Miller loop takes of it: it adds no points.

        Raises ValueError where a line goes through the origin.
        """
        if not misses_origin(curve, self.Q):
            raise ValueError(f"{curve.name}: a line through multiples of Q goes through the origin")
        constants = tuple(map(k.constant, AtePrepared(curve).lines_of(self.Q)))
        parts = of_flat(tower_of(curve).rules, constants)
        return Prepared.begin(_flat(self.P), list(zip(parts[::2], parts[1::2], strict=True)))


@dataclass(frozen=True)
class Product(Generic[E]):
    """The product of pairings of some pairs, `pairs`: `miller` that of their Miller loops, `ends` where these
    end.
    """

    tower: AteTower
    pairs: Sequence[Pair[E] | FixedPair[E]]
    miller: Top[E]
    ends: Sequence[Term[E]]

    @classmethod
    def of(
        cls, k: DecidingArithmetic[E], curve: AteCurve, pairs: Sequence[Pair[E] | FixedPair[E]]
    ) -> Product[E]:
        """With one Miller loop for all."""
        k.block("first")
        tower = tower_of(curve)
        miller, ends = product_of_terms(k, tower, tuple(pair.term(k, curve) for pair in pairs))
        return cls(tower, pairs, miller, ends)

    def members(self, k: DecidingArithmetic[E]) -> tuple[E, ...]:
        """For each Q that is no constant a flag, whether it has order r; it means something for points of the
        twist alone.
        """
        k.block("members")
        return tuple(
            is_member_by(k, self.tower, pair, end)
            for pair, end in zip(self.pairs, self.ends, strict=True)
            if isinstance(end, Running) and isinstance(pair, Pair)
        )

    def is_one(self, k: DecidingArithmetic[E]) -> E:
        """A flag: whether the value is 1, by the cheapest power that says so."""
        return is_one(k, self.tower, self.miller)

    def value(self, k: DecidingArithmetic[E]) -> tuple[E, ...]:
        """The coefficients of the value."""
        return final_exponentiation(k, self.tower, *self.miller.flat)


def is_one(k: DecidingArithmetic[E], tower: AteTower, value: Top[E]) -> E:
    """A flag: whether the final exponentiation of a value is 1, by the cheapest power that says so.

    Of 0 it is not, though both sides are equal then.
    """
    m = easy_part(k, tower, value)
    a, b = tower.curve.family.equal_where_one(k, tower, m)
    k.block("last")
    same = (k.equal(x, y) for x, y in zip(a.flat, b.flat, strict=True))
    return both(k, *same, opposite(k, are_zero(k, m.flat)))


def _flat(P: tuple[Fq[E], Fq[E]]) -> tuple[E, E]:
    (x,), (y,) = P[0].flat, P[1].flat
    return x, y


def is_member_by(k: DecidingArithmetic[E], tower: AteTower, pair: Pair[E], end: Running[E]) -> E:
    """A flag: whether Q has order r, for a point Q of the twist other than the one at infinity."""
    if tower.curve.loop_tells_membership:
        return ends_as_member(k, tower, end)
    group = Group(tower.curve, "Q")
    (inside,) = in_subgroup(k, group, group.affine(k, *pair.Q))
    return inside


def ends_as_member(k: DecidingArithmetic[E], tower: AteTower, end: Running[E]) -> E:
    """A flag: whether a loop ends as that of a point Q of order r.

    It ends at T with T + S = O, S the image that it leaves out, for these points and no others
    (`AteCurve.loop_tells_membership`). Its sums are right but for T + (T or -T) and doublings of points of
    order 2; all of these make Z = 0, and from there on Z stays 0.
    """
    image = end.image(k, tower, *tower.curve.left_out)
    T = end.T
    same = are_zero(k, (*(T.X - image.x * T.Z).flat, *(T.Y + image.y * T.Z).flat))
    return both(k, same, opposite(k, are_zero(k, T.Z.flat)))


@cache
def misses_origin(curve: AteCurve, Q: Encoded) -> bool:
    """Whether no line of the Miller loop of Q goes through (0, 0)."""
    e = curve.family.twist_field_degree
    flat = AtePrepared(curve).lines_of(Q)
    return all(any(flat[i : i + e]) for i in range(0, len(flat), 2 * e))
