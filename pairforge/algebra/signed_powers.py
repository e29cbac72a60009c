"""Integers as signed sums of powers of two of least weight."""

from __future__ import annotations

Powers = tuple[tuple[int, int], ...]
"""(exponent, 1 or -1), the largest exponent first."""


def non_adjacent_form(number: int) -> Powers:
    """The sum in which no two exponents are neighbours: the only one, of least weight (Reitwiesner 1960)."""
    found: list[tuple[int, int]] = []
    exponent = 0
    while number:
        if number % 2:
            digit = 2 - number % 4
            found.append((exponent, digit))
            number -= digit
        number //= 2
        exponent += 1
    return tuple(reversed(found))


def signed_powers(number: int) -> Powers:
    """A sum of least weight and, of those, of least top exponent: 2^n - 2^(n-2) becomes 2^(n-1) + 2^(n-2)."""
    form = non_adjacent_form(number)
    if len(form) > 1:
        (top, sign), (second, other), *rest = form
        if top - second == 2 and other == -sign:
            return ((top - 1, sign), (second, sign), *rest)
    return form


def weight(number: int) -> int:
    """How many powers of two the shortest signed sum has."""
    return len(non_adjacent_form(number))


def powers_text(number: int) -> str:
    """As in `-2^63 - 2^62 + 2^9 - 1`, which curve files take."""
    terms: list[str] = []
    for exponent, sign in signed_powers(number):
        terms.append("-" if sign < 0 else "+" if terms else "")
        terms.append(f"2^{exponent}" if exponent > 1 else str(1 << exponent))
    text = " ".join(filter(None, terms))
    return text.replace("- ", "-", 1) if number < 0 else text
