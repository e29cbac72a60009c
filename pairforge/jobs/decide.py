"""Decisions on flags and elements: what comes out depends on data, when it comes out never does.

A *flag* is the integer 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, ParamSpec, TypeVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.pairings.ate.fq import Fq

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def integer(k: Any, n: int) -> Any:
    """A constant integer."""
    return k.integer(k.constant(n))


def apart(k: Any, operation: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """An operation as a step of its own (`DecidingArithmetic.step`)."""

    def made(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        k.step()
        result = operation(*given, **named)
        k.step()
        return result

    return made


def choose(k: DecidingArithmetic[E], flag: E, one: Sequence[E], zero: Sequence[E]) -> tuple[E, ...]:
    """Each of `one` where the flag is 1, else that of `zero`."""
    return tuple(k.select(flag, 0, a, b) for a, b in zip(one, zero, strict=True))


def choose_element(k: DecidingArithmetic[E], flag: E, one: Fq[E], zero: Fq[E]) -> Fq[E]:
    """`one` where the flag is 1, else `zero`."""
    return one.like(choose(k, flag, one.flat, zero.flat))


def pick(k: DecidingArithmetic[E], n: E, entries: Sequence[tuple[E, ...]]) -> tuple[E, ...]:
    """Entry number n of 2^w, by the w lowest bits of the integer n: every entry is looked at."""
    table, bit = list(entries), 0
    while len(table) > 1:
        pairs = zip(table[::2], table[1::2], strict=True)
        table = [tuple(k.select(n, bit, b, a) for a, b in zip(low, high, strict=True)) for low, high in pairs]
        bit += 1
    return table[0]


def negated_if(k: DecidingArithmetic[E], flag: E, x: Fq[E]) -> Fq[E]:
    """-x where the flag is 1, else x."""
    return choose_element(k, flag, -x, x)


def both(k: DecidingArithmetic[E], *flags: E) -> E:
    """1 where all flags are."""
    nothing: E = integer(k, 0)
    return reduce(lambda a, b: k.select(a, 0, b, nothing), flags)


def either(k: DecidingArithmetic[E], *flags: E) -> E:
    """1 where one of the flags is."""
    one: E = integer(k, 1)
    return reduce(lambda a, b: k.select(a, 0, one, b), flags)


def differ(k: DecidingArithmetic[E], a: E, b: E) -> E:
    """1 where two flags are not the same."""
    return k.select(a, 0, opposite(k, b), b)


def opposite(k: DecidingArithmetic[E], flag: E) -> E:
    """1 of 0, 0 of 1."""
    return k.select(flag, 0, integer(k, 0), integer(k, 1))


def are_zero(k: DecidingArithmetic[E], values: Sequence[E]) -> E:
    """1 where all elements, or all integers, are 0."""
    zero = k.constant(0)
    return both(k, *(k.equal(x, zero) for x in values))


def first_of(k: DecidingArithmetic[E], *wrong: tuple[E, int]) -> E:
    """The code beside the first flag that is 1, as an integer; 0 where none is."""
    status: E = integer(k, 0)
    for flag, code in reversed(wrong):
        status = k.select(flag, 0, integer(k, code), status)
    return status


def guarded(k: DecidingArithmetic[E], status: E, results: Sequence[E]) -> tuple[E, ...]:
    """The status as an element, then the results, all of them 0 where it is not 0."""
    fine = k.equal(status, integer(k, 0))
    zero = k.constant(0)
    return k.element(status), *(k.select(fine, 0, x, zero) for x in results)
