"""MNT curves of embedding degree 4 and 6 (Miyaji, Nakabayashi, Takano, IEICE Transactions E84-A, 2001)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from pairforge.algebra.arithmetic import PrimeArithmetic
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.compressed import cyclotomic_power
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.top import Top
from pairforge.pairings.families.optimal_ate import AteFamily


class _MNT(AteFamily):
    twist_degree = 2

    @abstractmethod
    def exponent(self, u: int) -> int:
        """n where Phi_k(p)/r = p + n."""

    def hard_part(self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
        """m^(p + n).

        With s = trace - 1, r = p - s = Phi_k(s), and Phi_k(p)/r = p + s + 1 (k = 4), p + s (k = 6).
        """
        power = cyclotomic_power(k, tower, m, cyclotomic.raised(m), self.exponent(tower.curve.u))
        k.block("frobenius")
        power.times(tower.frobenius(k, m, 1))
        return power.plain()


class _MNT4(_MNT):
    name = "MNT4"

    def vector(self, u: int) -> tuple[int, ...]:
        """u - p, u = trace - 1."""
        return u, -1

    def exponent(self, u: int) -> int:
        """(p^2 + 1)/r = p + u + 1."""
        return u + 1


class _MNT6(_MNT):
    name = "MNT6"

    def vector(self, u: int) -> tuple[int, ...]:
        """2 u - p, 2 u = trace - 1."""
        return 2 * u, -1

    def exponent(self, u: int) -> int:
        """(p^2 - p + 1)/r = p + 2 u."""
        return 2 * u


MNT4, MNT6 = _MNT4(), _MNT6()
