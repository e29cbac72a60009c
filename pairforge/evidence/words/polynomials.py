"""Polynomials with integer coefficients in integers of which bounds are known.

A polynomial is a dictionary: from its monomials, each a sorted tuple of the numbers of integers, to their
coefficients. Integers that are 0 or 1 stand in a monomial once at most.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

Monomial = tuple[int, ...]
Polynomial = dict[Monomial, int]

ONE: Monomial = ()


def constant(value: int) -> Polynomial:
    """A number."""
    return {ONE: value} if value else {}


def added(p: Mapping[Monomial, int], q: Mapping[Monomial, int], factor: int = 1) -> Polynomial:
    """p + factor q."""
    found = dict(p)
    for monomial, coefficient in q.items():
        total = found.get(monomial, 0) + factor * coefficient
        if total:
            found[monomial] = total
        else:
            found.pop(monomial, None)
    return found


def scaled(p: Mapping[Monomial, int], factor: int) -> Polynomial:
    """factor p."""
    return {monomial: factor * coefficient for monomial, coefficient in p.items()} if factor else {}


@dataclass(frozen=True)
class Relation:
    """`value` is the sum of factor times integer over `parts`; the first factor is 1, all divide the next.

    `order`: a relation with a higher one has not been used for what `value` is made of.
    """

    order: int
    value: Polynomial
    parts: tuple[tuple[int, int], ...]


@dataclass
class System:
    """Integers, their bounds, and relations between them; each integer is in the parts of one at most."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    relation: list[Relation | None] = field(default_factory=list)

    def integer(self, low: int, high: int) -> int:
        """A new integer with these bounds."""
        self.low.append(low)
        self.high.append(high)
        self.relation.append(None)
        return len(self.low) - 1

    def of(self, integer: int) -> Polynomial:
        """It as a polynomial; a number where its bounds say so."""
        if self.low[integer] == self.high[integer]:
            return constant(self.low[integer])
        return {(integer,): 1}

    def relate(self, relation: Relation) -> None:
        """Add a relation."""
        for _, integer in relation.parts:
            self.relation[integer] = relation

    def is_bit(self, integer: int) -> bool:
        """Whether it is 0 or 1."""
        return self.low[integer] >= 0 and self.high[integer] <= 1

    def joined(self, one: Monomial, other: Monomial) -> Monomial:
        """The product of two monomials."""
        if not one:
            return other
        if not other:
            return one
        together = sorted(one + other)
        if len(set(together)) < len(together):
            kept: list[int] = []
            for integer in together:
                if not (kept and kept[-1] == integer and self.is_bit(integer)):
                    kept.append(integer)
            together = kept
        return tuple(together)

    def product(self, p: Mapping[Monomial, int], q: Mapping[Monomial, int]) -> Polynomial:
        """p q."""
        found: Polynomial = {}
        for one, c in p.items():
            for other, d in q.items():
                monomial = self.joined(one, other)
                found[monomial] = found.get(monomial, 0) + c * d
        return {monomial: c for monomial, c in found.items() if c}

    def bounds(self, p: Mapping[Monomial, int]) -> tuple[int, int]:
        """Bounds of a polynomial, monomial by monomial."""
        lows, highs = self.low, self.high
        low = high = 0
        for monomial, coefficient in p.items():
            least = most = coefficient
            for integer in monomial:
                begin, end = lows[integer], highs[integer]
                if begin < 0:
                    ends = (least * begin, least * end, most * begin, most * end)
                    least, most = min(ends), max(ends)
                else:
                    least, most = least * (begin if least >= 0 else end), most * (end if most >= 0 else begin)
            low, high = low + least, high + most
        return low, high

    def narrow(self, integer: int, low: int, high: int) -> bool:
        """Note better bounds; whether they are."""
        before = self.low[integer], self.high[integer]
        self.low[integer], self.high[integer] = max(before[0], low), min(before[1], high)
        return (self.low[integer], self.high[integer]) != before

    def settled(self, p: Mapping[Monomial, int]) -> Polynomial:
        """With numbers in the place of integers whose bounds say which they are."""
        low, high = self.low, self.high
        if all(low[i] < high[i] for monomial in p for i in monomial):
            return dict(p)
        found: Polynomial = {}
        for monomial, coefficient in p.items():
            rest = []
            for integer in monomial:
                if low[integer] == high[integer]:
                    coefficient *= low[integer]
                else:
                    rest.append(integer)
            if coefficient:
                key = tuple(rest)
                found[key] = found.get(key, 0) + coefficient
        return {monomial: c for monomial, c in found.items() if c}

    # -- use of relations ------------------------------------------------------------------------------

    def lowest(self, p: Mapping[Monomial, int]) -> Polynomial:
        """The same integer without the first part of any relation: a form that is made of fewer integers."""
        *_, found = self._used(p, _first_part)
        return found

    def without(self, p: Mapping[Monomial, int], orders: Collection[int]) -> Polynomial:
        """The same integer without the first part of the relations of these orders."""

        def chosen(relation: Relation, holders: Mapping[int, set[Monomial]]) -> tuple[int, int] | None:
            return _first_part(relation, holders) if relation.order in orders else None

        *_, found = self._used(p, chosen)
        return found

    def highest(self, p: Mapping[Monomial, int], held: Collection[int] = ()) -> Iterator[Polynomial]:
        """The same integer, without the highest part of one relation after the other.

        Where that part is `held` a relation is not used. What is yielded changes later.
        """
        return self._used(p, _last_part, held)

    def _used(
        self,
        p: Mapping[Monomial, int],
        chosen: Callable[[Relation, Mapping[int, set[Monomial]]], tuple[int, int] | None],
        held: Collection[int] = (),
    ) -> Iterator[Polynomial]:
        found = self.settled(p)
        holders: dict[int, set[Monomial]] = {}
        heap: list[int] = []
        waiting: dict[int, Relation] = {}

        def note(monomial: Monomial) -> None:
            for integer in monomial:
                holders.setdefault(integer, set()).add(monomial)
                relation = self.relation[integer]
                if relation is not None and relation.order not in waiting and relation.order < current:
                    waiting[relation.order] = relation
                    heapq.heappush(heap, -relation.order)

        current = 1 << 62
        for monomial in found:
            note(monomial)
        while heap:
            current = -heapq.heappop(heap)
            relation = waiting.pop(current)
            part = chosen(relation, holders)
            if part is None or part[1] in held:
                continue
            factor, integer = part
            monomials = list(holders.get(integer, ()))
            if any(found[monomial] % factor for monomial in monomials):
                continue
            # What stands with the integer, over its factor: so many times the relation is added.
            times: Polynomial = {}
            for monomial in monomials:
                rest = list(monomial)
                rest.remove(integer)
                times[tuple(rest)] = times.get(tuple(rest), 0) + found[monomial] // factor
            if any(integer in monomial for monomial in times):
                continue
            sides = added(relation.value, {(each,): f for f, each in relation.parts}, -1)
            for monomial, coefficient in self.settled(self.product(times, sides)).items():
                total = found.get(monomial, 0) + coefficient
                if total:
                    if monomial not in found:
                        note(monomial)
                    found[monomial] = total
                else:
                    del found[monomial]
                    for each in monomial:
                        holders[each].discard(monomial)
            yield found
        yield found


def _first_part(relation: Relation, holders: Mapping[int, set[Monomial]]) -> tuple[int, int] | None:
    return relation.parts[0] if holders.get(relation.parts[0][1]) else None


def _last_part(relation: Relation, holders: Mapping[int, set[Monomial]]) -> tuple[int, int] | None:
    return next((part for part in reversed(relation.parts) if holders.get(part[1])), None)
