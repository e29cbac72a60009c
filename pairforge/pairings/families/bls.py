"""BLS curves of embedding degree 9, 12, 24 and 48 (Barreto, Lynn, Scott, SCN 2002)."""

from __future__ import annotations

from typing import Any

from pairforge.algebra.arithmetic import PrimeArithmetic
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.compressed import cyclotomic_power
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.powers import Accumulator
from pairforge.pairings.ate.top import Top
from pairforge.pairings.families.optimal_ate import AteFamily


class _BLS(AteFamily):
    def __init__(self, k: int) -> None:
        self.name = f"BLS{k}"

    def vector(self, u: int) -> tuple[int, ...]:
        """u - p."""
        return u, -1

    def hard_part(self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
        """m^((u - 1)^2/3 (u + p) (u^2 + p^2) ... (u^n + p^n - 1) + 1), n = k/6.

        Hayashida, Hayasaka, Teruya (eprint 2020/875) for three times the exponent; as 3 divides u - 1, one of
        the powers u - 1 becomes (u - 1)/3, and the exponent is met exactly.
        """
        power = self._but_for_m(k, tower, m, (tower.curve.u - 1) // 3)
        power.times(m)
        return power.plain()

    def equal_where_one(
        self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]
    ) -> tuple[Top[Any], Top[Any]]:
        """By the cube of the hard part's power, which is that of the paper, times 1/m^2, and 1/m^2."""
        power = self._but_for_m(k, tower, m, tower.curve.u - 1)
        power.times(m)
        return power.raised, cyclotomic.square(k, cyclotomic.raised(m)).conjugate()

    def _but_for_m(
        self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any], first: int
    ) -> Accumulator[Any]:
        """m^(first (u - 1) (u + p) (u^2 + p^2) ... (u^n + p^n - 1)), n = k/6."""
        u, last = tower.curve.u, self.embedding_degree // 6
        a = cyclotomic_power(k, tower, m, cyclotomic.raised(m), first)
        power = cyclotomic_power(k, tower, a.plain(), a.raised, u - 1)
        n = 1
        while n < last:
            base = power.plain()
            power = _repeated(k, tower, power, base, u, n)
            k.block(_frobenius(n))
            power.times(tower.frobenius(k, base, n))
            n *= 2
        base = power.plain()
        power = _repeated(k, tower, power, base, u, n)
        k.block(_frobenius(n))
        power.times(tower.frobenius(k, base, n))
        power.times(base.conjugate())
        return power


class _BLS9(AteFamily):
    name = "BLS9"
    twist_degree = 3
    variants = ("product2", "check")

    def vector(self, u: int) -> tuple[int, ...]:
        """u - p."""
        return u, -1

    def hard_part(self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
        """m^((u - 1)^2 (p^2 + p u + u^2) (p^3 + u^3 + 1) + 3).

        Hayashida, Hayasaka, Teruya (eprint 2020/875): p - u = (u - 1)^2 r, and Phi_9(u) = 3 r.
        """
        u = tower.curve.u
        a = cyclotomic_power(k, tower, m, cyclotomic.raised(m), u - 1)
        b = cyclotomic_power(k, tower, a.plain(), a.raised, u - 1)
        base = b.plain()
        power = cyclotomic_power(k, tower, base, b.raised, u)
        k.block("frobenius")
        power.times(tower.frobenius(k, base, 1))
        power = cyclotomic_power(k, tower, power.plain(), power.raised, u)
        k.block("frobenius2")
        power.times(tower.frobenius(k, base, 2))
        base = power.plain()
        power = _repeated(k, tower, power, base, u, 3)
        k.block("frobenius3")
        power.times(tower.frobenius(k, base, 3))
        power.times(base)
        for _ in range(3):
            power.times(m)
        return power.plain()


def _repeated(
    k: PrimeArithmetic[Any], tower: AteTower, power: Accumulator[Any], plain: Top[Any], u: int, n: int
) -> Accumulator[Any]:
    """To the power u^n."""
    for i in range(n):
        power = cyclotomic_power(k, tower, power.plain() if i else plain, power.raised, u)
    return power


def _frobenius(n: int) -> str:
    return f"frobenius{n}" if n > 1 else "frobenius"


BLS9 = _BLS9()
BLS12, BLS24, BLS48 = (_BLS(k) for k in (12, 24, 48))
