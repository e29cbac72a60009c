"""BW6 curves: embedding degree 6, r the characteristic of a BLS12 curve (El Housni, Guillevic, CANS 2020)."""

from __future__ import annotations

from typing import Any

from pairforge.algebra.arithmetic import PrimeArithmetic
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.top import Top
from pairforge.pairings.families import exponent
from pairforge.pairings.families.optimal_ate import AteFamily


class _BW6(AteFamily):
    name = "BW6"

    def vector(self, u: int) -> tuple[int, ...]:
        """u^3 - u^2 + 1 - (u + 1) p."""
        return u**3 - u**2 + 1, -(u + 1)

    def hard_part(self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
        """By polynomials in the seed (`exponent`)."""
        return exponent.hard_part(k, tower, m)


BW6 = _BW6()
