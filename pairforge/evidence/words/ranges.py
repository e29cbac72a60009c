"""Bounds of integers that words with signs stand for, and of which numbers they are multiples.

Both in cases, by the bits that stand in a polynomial. A case that the bounds of a word exclude needs nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from pairforge.evidence.words.polynomials import ONE, Monomial, Polynomial, System, added, scaled
from pairforge.evidence.words.signed import Signed

_MOST_BITS = 12
_ROOM = 512
"""Relations are used so many times as what they replace stands for: whole numbers, with room for that."""


def is_within(signed: Signed, p: Mapping[Monomial, int], low: int, high: int) -> bool:
    """Whether a polynomial is shown to be from `low` to `high`."""
    system = signed.system
    bits = _bits(system, p)
    if len(bits) > _MOST_BITS:
        return False
    same = dict(p), system.lowest(p), system.without(p, signed.tops)
    forms = [*((0, each) for each in same), *_scaled(system, p, bits)]
    for values in itertools.product((0, 1), repeat=len(bits)):
        with _case(system, dict(zip(bits, values, strict=True))) as may_be:
            if not may_be:
                continue
            ends = [
                (-(-least >> room), most >> room)
                for room, each in forms
                for least, most in [system.bounds(each)]
            ]
            if max(least for least, _ in ends) < low or min(most for _, most in ends) > high:
                return False
    return True


def is_multiple(signed: Signed, p: Mapping[Monomial, int], modulus: int) -> bool:
    """Whether a polynomial is shown to be a multiple of a number, whatever the integers are.

    What is left modulo that number is to be a sum of functions of few bits, each of which is the same in all
    cases of its bits.
    """
    system = signed.system
    left = {m: c % modulus for m, c in system.lowest(p).items() if c % modulus}
    total = left.pop(ONE, 0)
    while left:
        group = {next(iter(left)): 0}
        bits = set(next(iter(left)))
        while more := [m for m in left if m not in group and bits & set(m)]:
            group |= dict.fromkeys(more, 0)
            bits |= {i for m in more for i in m}
        if len(bits) > _MOST_BITS or not all(system.is_bit(i) for i in bits):
            return False
        part = {m: left.pop(m) for m in group}
        found = set()
        for values in itertools.product((0, 1), repeat=len(bits)):
            with _case(system, dict(zip(bits, values, strict=True))) as may_be:
                if may_be:
                    found.add(system.settled(part).get(ONE, 0) % modulus)
        if len(found) > 1:
            return False
        total += sum(found)
    return total % modulus == 0


def _bits(system: System, p: Mapping[Monomial, int]) -> list[int]:
    return sorted({i for m in p for i in m if system.is_bit(i)})


@contextmanager
def _case(system: System, values: Mapping[int, int]) -> Iterator[bool]:
    """With these values of bits, and whether the bounds of the words that they are in allow them."""
    before = system.low[:], system.high[:]
    try:
        may_be = all(system.low[i] <= value <= system.high[i] for i, value in values.items())
        for i, value in values.items():
            system.low[i] = system.high[i] = value
        for relation in filter(None, (system.relation[i] for i in values)):
            low, high = system.bounds(relation.value)
            least, most = system.bounds({(i,): factor for factor, i in relation.parts})
            may_be &= low <= most and least <= high
        yield may_be
    finally:
        system.low[:], system.high[:] = before


def _scaled(
    system: System, p: Mapping[Monomial, int], bits: Sequence[int]
) -> Iterator[tuple[int, Polynomial]]:
    """2^room times the same integer in other forms, in which these bits stay, and room."""
    whole = scaled(p, 1 << _ROOM)
    for form in system.highest(whole, bits):
        yield _ROOM, dict(form)
    for bit in bits:
        relation = system.relation[bit]
        factor = next((f for f, i in relation.parts if i == bit), 1) if relation else 1
        times: Polynomial = {(bit,): factor << _ROOM}
        for form in system.highest(times, [each for each in bits if each != bit]):
            nothing = added(form, times, -1)
            shared = [m for m in nothing if m in whole and m != ONE and m != (bit,)]
            if shared:
                first = max(shared, key=lambda m: abs(whole[m]))
                if whole[first] % nothing[first] == 0:
                    yield _ROOM, added(whole, nothing, -(whole[first] // nothing[first]))
