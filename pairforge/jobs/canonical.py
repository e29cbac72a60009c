"""Inputs that encode no element: integers from p on. Every job refuses them, ahead of all else.

An input is an integer when it comes in, whatever form a machine gives to elements. It has as many bits as its
words have: a core makes the largest integer of the field's width of one with a bit beyond that width
(`rtl.stream.InputCollector`), so that it is p or more there as well.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import choose, either, integer
from pairforge.jobs.statuses import NOT_BELOW_P
from pairforge.pairings.computation import Encoded

WORD = 32
"""Bits of a word of a core's streams."""

SPOILT = 12
"""Of random inputs one in so many has an element that is none."""


def refused(k: DecidingArithmetic[E], elements: Sequence[E], results: Sequence[E]) -> tuple[E, ...]:
    """The results, a status first; `NOT_BELOW_P` and zeros where one of the `elements` is p or more."""
    if not elements:
        return tuple(results)
    last = integer(k, k.characteristic - 1)
    beyond = either(k, *(k.less(last, k.integer(x)) for x in elements))
    zero = k.constant(0)
    return choose(k, beyond, (k.constant(NOT_BELOW_P), *(zero for _ in results[1:])), results)


def word_bits(p: int) -> int:
    """Bits of the words that an element travels in."""
    return -(-(p - 1).bit_length() // WORD) * WORD


def complaint_about_words(value: int, p: int) -> str | None:
    """Why an integer does not fit in the words of an element, or None if it does."""
    bits = word_bits(p)
    return None if 0 <= value < 1 << bits else f"is not from 0 to 2^{bits} - 1: it does not fit in its words"


def spoilt(inputs: Encoded, places: Collection[int], p: int, rng: Random) -> Encoded:
    """The inputs with p or more at one of the places, or at any one a bit beyond the field's width."""
    width, bits = (p - 1).bit_length(), word_bits(p)
    at, beyond = rng.randrange(len(inputs)), 1 << rng.randrange(width, bits) if bits > width else 0
    if beyond and (not places or rng.randrange(2)):
        value = inputs[at] | beyond
    elif places:
        at = rng.choice(sorted(places))
        value = rng.choice((p, p + 1, inputs[at] + p, (1 << width) - 1, (1 << bits) - 1))
    else:
        return inputs
    return *inputs[:at], value, *inputs[at + 1 :]
