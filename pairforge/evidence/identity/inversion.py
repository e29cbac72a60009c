"""Inversions by powers: what they are over a finite field, where coefficients are larger or degrees count.

Over F_p the power p - 2 is the inverse, over F_p^m so is p^m - 2. Neither is over a larger field. So such a
power is recognized by its exponent, and taken as the inverse that it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.algebra.arithmetic import E, climb
from pairforge.errors import CheckError
from pairforge.pairings.lucas import FERMAT


def climb_or_invert(
    k: Any,
    name: str,
    bits: Sequence[int],
    state: tuple[E, ...],
    body: Callable[[tuple[E, ...]], tuple[E, ...]],
) -> tuple[E, ...]:
    """`PrimeArithmetic.ladder`, but one from x and x^2 to the powers p - 2 and p - 1 gives 1/x and x/x.

    That the second value is the square of the first is for the caller to see.

    Raises
    ------
    CheckError
        One of that name is to other powers.
    """
    if name != FERMAT:
        return climb(bits, state, body)
    exponents: tuple[Any, ...] = (_Exponent(1), _Exponent(2))
    steps: Callable[[tuple[Any, ...]], tuple[Any, ...]] = body
    powers = [power.n for power in climb(bits, exponents, steps)]
    if len(state) != 2 or powers != [k.characteristic - 2, k.characteristic - 1]:
        raise CheckError(
            f"an inversion by the power {powers[0]:#x}, which is not p - 2, or of more than x and x^2"
        )
    x = state[0]
    inverted: E = k.inverse(x)
    return inverted, x * inverted


@dataclass(frozen=True)
class _Exponent:
    """x^n."""

    n: int

    def __mul__(self, other: _Exponent) -> _Exponent:
        return _Exponent(self.n + other.n)
