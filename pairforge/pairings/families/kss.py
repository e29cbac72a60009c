"""KSS curves of embedding degree 16 and 18 (Kachisa, Schaefer, Scott, Pairing 2008)."""

from __future__ import annotations

from typing import Any

from pairforge.algebra.arithmetic import PrimeArithmetic
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.top import Top
from pairforge.pairings.families import exponent
from pairforge.pairings.families.optimal_ate import AteFamily


class _KSS(AteFamily):
    def hard_part(self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
        """By polynomials in the seed (`exponent`)."""
        return exponent.hard_part(k, tower, m)


class _KSS16(_KSS):
    name = "KSS16"
    twist_degree = 4

    def vector(self, u: int) -> tuple[int, ...]:
        """u + p - 2 p^5: that of Vercauteren times p^-3, as p^8 = -1."""
        return u, 1, 0, 0, 0, -2


class _KSS18(_KSS):
    name = "KSS18"

    def vector(self, u: int) -> tuple[int, ...]:
        """u + 3 p - p^4."""
        return u, 3, 0, 0, -1


KSS16, KSS18 = _KSS16(), _KSS18()
