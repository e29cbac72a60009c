"""Powers and products of elements of the cyclotomic subgroup, as calls of two loops: `square` and `times`.

They carry an accumulator, *raised* (see `cyclotomic`); a product also the plain element it is multiplied by.
"""

from __future__ import annotations

from typing import Generic

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.chains import signed_digits
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.top import Top

TABLES: dict[int, tuple[int, ...]] = {
    4965661367192848881: (17, 35),
    (0xD201000000010000 + 1) // 3: (17, 85),
}
"""Odd powers of the base, beside 1, from which an exponent is put together.

The cheapest for the exponent, at 18 multiplications a square, 54 a product and 12 an entry, among all tables
of one or two further entries below 100, for the second exponent also 171, 341, 1365 and 21845.
"""


class Accumulator(Generic[E]):
    """A raised x, to be squared and multiplied.

    What it is multiplied by stays in the same place from one multiplication to the next.
    """

    def __init__(self, k: PrimeArithmetic[E], tower: AteTower, raised: Top[E], factor: Top[E]) -> None:
        self.k, self.tower = k, tower
        self.raised, self.factor = raised, factor

    def square(self, times: int = 1) -> None:
        """x^2, so many times."""

        def body(state: tuple[E, ...]) -> tuple[E, ...]:
            return cyclotomic.square(self.k, self.tower.value(state)).flat

        self.raised = self.tower.value(self.k.loop("square", times, self.raised.flat, body))

    def times(self, factor: Top[E] | None = None) -> None:
        """x times a factor, by default the last one."""
        own = self.tower.parts

        def body(state: tuple[E, ...]) -> tuple[E, ...]:
            return (self.tower.value(state[:own]) * self.tower.value(state[own:])).flat + state[own:]

        factor = factor or self.factor
        state = self.k.loop("times", 1, self.raised.flat + factor.flat, body)
        self.raised, self.factor = self.tower.value(state[:own]), self.tower.value(state[own:])

    def plain(self) -> Top[E]:
        """x itself."""
        self.k.block("third")
        return cyclotomic.lowered(self.k, self.raised)


def power(k: PrimeArithmetic[E], tower: AteTower, x: Top[E], raised: Top[E], exponent: int) -> Accumulator[E]:
    """x^exponent; `raised` is x, raised. A negative exponent takes the conjugate, which is the inverse."""
    entries = {1: x}
    current = Accumulator(k, tower, raised, x)
    last = 1  # what `current` is a power of
    for goal in (*TABLES.get(abs(exponent), ()), abs(exponent)):
        (_, first), *digits = signed_digits(goal, tuple(entries), 18, 54)
        if first != last:
            current = Accumulator(k, tower, cyclotomic.raised(entries[first]), entries[first])
        digit = first
        for run, following in digits:
            current.square(run)
            if following:
                current.times(_factor(current, digit, following, entries))
                digit = following
        last = goal
        if goal != abs(exponent):
            entries[goal] = current.plain()
            current.factor = entries[goal]
    if exponent < 0:
        current.raised = current.raised.conjugate()
    return current


def _factor(current: Accumulator[E], last: int, digit: int, entries: dict[int, Top[E]]) -> Top[E]:
    """The entry for a digit; the last factor where that is it, or its inverse."""
    if abs(digit) == abs(last):
        return current.factor if digit == last else current.factor.conjugate()
    return entries[abs(digit)] if digit > 0 else entries[-digit].conjugate()


def multiply(k: PrimeArithmetic[E], tower: AteTower, x: Top[E], *others: Top[E]) -> Top[E]:
    """The product of plain elements."""
    product = Accumulator(k, tower, x, x)
    for other in others:
        product.times(other)
    return product.raised
