"""Sums of multiples in constant time, by odd digits and tables of odd multiples (Straus), in any group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import apart, opposite, pick
from pairforge.jobs.scalars import OddDigits
from pairforge.pairings.families.optimal_ate import AteCurve

_WINDOW = 4  # bits of a digit: a table has 8 entries

Map = Callable[[Any], Any]


class Law(Protocol):
    """A group with sums of multiples: of points, or of values of pairings. Elements have `flat` and -p."""

    @property
    def curve(self) -> AteCurve:
        """Whose group it is."""
        ...

    @property
    def size(self) -> int:
        """Of how many elements of the arithmetic `flat` consists."""
        ...

    def point(self, flat: tuple[Any, ...]) -> Any:
        """The element of the group with this `flat`."""
        ...

    def add(self, k: Any, p: Any, q: Any) -> Any:
        """The sum, of any two."""
        ...

    def double(self, k: Any, p: Any) -> Any:
        """p + p."""
        ...

    def unless(self, k: Any, flag: Any, p: Any) -> Any:
        """The neutral element where the flag is 1, else p."""
        ...

    def negated_if(self, k: Any, flag: Any, p: Any) -> Any:
        """-p where the flag is 1, else p."""
        ...


@dataclass(frozen=True)
class Table:
    """P, 3 P, 5 P, ..."""

    entries: Sequence[Any]

    @classmethod
    def of(cls, k: Any, group: Law, p: Any, count: int) -> Table:
        """The first so many."""
        entries, twice = [p], apart(k, group.double)(k, p)
        while len(entries) < count:
            entries.append(apart(k, group.add)(k, entries[-1], twice))
        return cls(entries)


@dataclass(frozen=True)
class Multiple(Generic[E]):
    """n times a map of a point: `n`, an integer, the table of the point, and the map of its entries."""

    n: E
    table: Table
    map: Map = lambda p: p


def digits_for(group: Law, bits: int) -> OddDigits:
    """The digits of integers below 2^bits - 1: short ones where the field is too small for others.

    ValueError where it is too small for any.
    """
    for window in range(_WINDOW, 1, -1):
        digits = OddDigits.for_bits(bits, window)
        if digits.length < group.curve.p.bit_length():
            return digits
    raise ValueError(f"{group.curve.name}: integers of {bits} bits have no digits below p")


def sum_of_multiples(k: DecidingArithmetic[E], group: Law, terms: Sequence[Multiple[E]], bits: int) -> Any:
    """The sum of all n times (map of P), every n below 2^bits - 1: doublings are for all of them.

    Tables have as many entries as `digits_for` says.
    """
    digits = digits_for(group, bits)
    coded, evens = zip(*(digits.coded(k, term.n) for term in terms), strict=True)
    size = group.size

    def of_digits(codes: Sequence[E]) -> Any:
        """What the digits of all terms add: it does not wait for the doublings."""
        points = []
        for term, b in zip(terms, codes, strict=True):
            negative, entry = digits.digit(k, b)
            point = group.point(pick(k, entry, [p.flat for p in term.table.entries]))
            points.append(term.map(group.negated_if(k, negative, point)))
        return sum_of_points(k, group, points)

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        total, codes = group.point(state[:size]), [digits.next(k, b) for b in state[size:]]
        more = of_digits(codes)
        for _ in range(digits.window):
            total = group.double(k, total)
        return *group.add(k, total, more).flat, *codes

    codes = [digits.next(k, b) for b in coded]
    state = k.loop("digits", digits.count - 1, (*of_digits(codes).flat, *codes), body)
    k.block("evens")
    excess = [
        group.unless(k, opposite(k, even), -term.map(term.table.entries[0]))
        for term, even in zip(terms, evens, strict=True)
    ]
    return sum_of_points(k, group, [group.point(state[:size]), *excess])


def sum_of_points(k: Any, group: Law, points: Sequence[Any]) -> Any:
    """The sum of one point or more, as a balanced tree."""
    while len(points) > 1:
        pairs = [apart(k, group.add)(k, a, b) for a, b in zip(points[::2], points[1::2], strict=False)]
        points = [*pairs, *points[2 * len(pairs) :]]
    return points[0]
