"""Exponents and loop counts as sums of few digits: powers of 2 times plus or minus an entry of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

Digits = tuple[tuple[int, int], ...]
"""(runs of doublings before it, digit) from the highest digit on; behind the last one more run, digit 0."""


def binary_digits(number: int) -> Digits:
    """The digits 1 of a positive number."""
    digits, run = [(0, 1)], 0
    for bit in f"{number:b}"[1:]:
        run += 1
        if bit == "1":
            digits.append((run, 1))
            run = 0
    return (*digits, (run, 0))


def signed_digits(number: int, table: Sequence[int] = (1,), doubling: int = 1, adding: int = 3) -> Digits:
    """The cheapest way to `number` from an entry of the table, by doublings and sums with entries.

    The first pair has no doublings before it: it is where to begin. Entries are odd and positive.

    Raises
    ------
    ValueError
        There is none: the number is not positive, or the table too poor.
    """

    @cache
    def best(rest: int) -> tuple[int, Digits] | None:
        """Cost, and digits whose last run is still open (digit 0)."""
        if rest in table:
            return 0, ((0, rest), (0, 0))
        if rest % 2 == 0:
            if rest < 1 or (above := best(rest // 2)) is None:
                return None
            cost, digits = above
            return cost + doubling, (*digits[:-1], (digits[-1][0] + 1, 0))
        choices = []
        for digit in (*table, *(-entry for entry in table)):
            if rest > max(digit, -2 * digit) and (above := best(rest - digit)) is not None:
                cost, digits = above
                choices.append((cost + adding, (*digits[:-1], (digits[-1][0], digit), (0, 0))))
        return min(choices, default=None)

    found = best(number) if number > 0 else None
    if found is None:
        raise ValueError(f"{number} is no sum of digits from {tuple(table)}")
    return found[1]
