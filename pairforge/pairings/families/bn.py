"""BN curves (Barreto, Naehrig, SAC 2005)."""

from __future__ import annotations

from typing import Any

from pairforge.algebra.arithmetic import PrimeArithmetic
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.compressed import cyclotomic_power
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.powers import Accumulator, multiply
from pairforge.pairings.ate.top import Top
from pairforge.pairings.families.optimal_ate import AteFamily


class _BN(AteFamily):
    name = "BN"

    def vector(self, u: int) -> tuple[int, ...]:
        """6 u + 2 + p - p^2 + p^3."""
        return 6 * u + 2, 1, -1, 1

    def hard_part(self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
        """m^((p^4 - p^2 + 1)/r) by the vectorial addition chain of Scott et al. (Pairing 2009).

        The exponent is p^3 + (6 u^2 + 1) p^2 - (36 u^3 + 18 u^2 + 12 u - 1) p - (36 u^3 + 30 u^2 + 18 u + 2),
        the value y0 y1^2 y2^6 y3^12 y4^18 y5^30 y6^36.
        """
        u = tower.curve.u
        first = cyclotomic_power(k, tower, m, cyclotomic.raised(m), u)
        u1 = first.plain()
        second = cyclotomic_power(k, tower, u1, first.raised, u)
        u2 = second.plain()
        third = cyclotomic_power(k, tower, u2, second.raised, u)
        u3 = third.plain()
        k.block("frobenius")
        y0 = multiply(k, tower, *(tower.frobenius(k, m, n) for n in (1, 2, 3)))
        k.block("frobenius1")
        u1_p, u2_p, u3_p = (tower.frobenius(k, x, 1) for x in (u1, u2, u3))
        y2 = tower.frobenius(k, u2, 2)
        low = multiply(k, tower, u1, u2_p)  # 1/y4
        high = multiply(k, tower, u1_p, u2)  # 1/(y3 y5)
        t0 = third  # 1/y6, then 1/(y6^2 y4 y5)
        t0.times(u3_p)
        t0.square()
        t0.times(low)
        t0.times(u2)
        t1 = Accumulator(k, tower, t0.raised.conjugate(), high.conjugate())
        t0 = Accumulator(k, tower, t1.raised, y2)
        t1.times()
        t0.times()
        summand = t0.plain()
        t1.square()
        t1.times(summand)
        t1.square()
        t0 = Accumulator(k, tower, t1.raised, y0)
        t1.times(m.conjugate())
        t0.times()
        summand = t0.plain()
        t1.square()
        t1.times(summand)
        return t1.plain()

    def equal_where_one(
        self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]
    ) -> tuple[Top[Any], Top[Any]]:
        """By the power of `hard_part_bn_power`: 2 u (6 u^2 + 3 u + 1) is less than r and not 0."""
        return hard_part_bn_power(k, tower, m), tower.one(k)


BN = _BN()


def hard_part_bn_power(k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
    """The power 2 u (6 u^2 + 3 u + 1) of the hard part's, cheaper.

    Fuentes-Castaneda, Knapp, Rodriguez-Henriquez (SAC 2011).

    With a = m^(12 u^3 + 6 u^2 + 6 u) and b = a m^(-2 u): (a m^(6 u^2) m) b^p a^(p^2) (b/m)^(p^3).
    """
    u = tower.curve.u
    two = cyclotomic_power(k, tower, m, cyclotomic.raised(m), u)
    two.square()
    u2 = two.plain()
    six = Accumulator(k, tower, two.raised, u2)
    six.square()
    six.times()
    u6 = six.plain()
    square = cyclotomic_power(k, tower, u6, six.raised, u)
    uu6 = square.plain()
    square.square()
    a = cyclotomic_power(k, tower, square.plain(), square.raised, u)
    a.times(uu6)
    a.times(u6)
    low = a.plain()
    b = multiply(k, tower, low, u2.conjugate())
    last = multiply(k, tower, b, m.conjugate())
    k.block("frobenius")
    a.times(uu6)
    a.times(m)
    for x, n in ((b, 1), (low, 2), (last, 3)):
        a.times(tower.frobenius(k, x, n))
    return a.plain()
