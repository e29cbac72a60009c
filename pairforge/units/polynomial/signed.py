"""Sums of shifted numbers in two's complement, as trees of adders with registers.

Imports the hardware layer only.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Arith, Const, Expr, Module, Net, concat, extended

Term = tuple[int, Expr]
"""A sign, 1 or -1, and what it stands before: as wide as the sum."""


def signed_digits(value: int) -> list[tuple[int, int]]:
    """(sign, place) of the non-adjacent form of a positive number: 857 = 1024 - 128 - 32 - 8 + 1."""
    digits, place = [], 0
    while value:
        if value % 2:
            sign = 2 - value % 4
            digits.append((sign, place))
            value -= sign
        value, place = value // 2, place + 1
    return digits


def fitted(value: Net, width: int) -> Expr:
    """A number in two's complement of `width` bits; modulo 2^width where it has more."""
    return value[width - 1, 0] if value.width >= width else extended(value, width)


def shifted_left(value: Net, places: int, width: int) -> Expr:
    """value 2^places modulo 2^width."""
    return concat(fitted(value, width - places), Const(places, 0)) if places else fitted(value, width)


def multiple(value: Net, factor: int, width: int) -> list[Term]:
    """Terms that add up to `factor` times a value."""
    sign = 1 if factor > 0 else -1
    digits = signed_digits(abs(factor))
    return [(sign * digit, shifted_left(value, place, width)) for digit, place in digits]


def total(terms: Sequence[Term]) -> Expr:
    """Their sum; the first positive one goes first, and there must be one."""
    terms = sorted(terms, key=lambda term: -term[0])
    sign, value = terms[0]
    assert sign == 1
    for sign, term in terms[1:]:
        value = Arith("+" if sign == 1 else "-", value, term)
    return value


def total_in_stages(m: Module, name: str, terms: Sequence[Term], arity: int, stages: int) -> Net:
    """Their sum `stages` registers later; at most `arity` numbers are added between registers."""
    assert len(terms) <= arity**stages
    for stage in range(1, stages + 1):
        made: list[Term] = []
        ordered = sorted(terms, key=lambda term: -term[0])
        count = -(-len(ordered) // arity)
        for i in range(count):
            group = ordered[i::count]
            if all(sign == -1 for sign, _ in group):
                value, sign = total([(1, term) for _, term in group]), -1
            else:
                value, sign = total(group), 1
            made.append((sign, m.reg(f"{name}{stage}_{i}", value)))
        terms = made
    ((sign, value),) = terms
    assert sign == 1 and isinstance(value, Net)
    return value
