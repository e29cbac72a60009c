"""BLS12 curves (Barreto, Lynn, Scott, SCN 2002)."""

from __future__ import annotations

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.compressed import cyclotomic_power
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.twelfth import Fp12
from pairforge.pairings.families.optimal_ate import AteFamily


class _BLS12(AteFamily):
    name = "BLS12"

    def p(self, u: int) -> int:
        """(u - 1)^2 (u^4 - u^2 + 1)/3 + u."""
        return (u - 1) ** 2 * self.r(u) // 3 + u

    def r(self, u: int) -> int:
        """u^4 - u^2 + 1."""
        return u**4 - u**2 + 1

    def trace(self, u: int) -> int:
        """u + 1."""
        return u + 1

    def loop_count(self, u: int) -> int:
        """u."""
        return u

    def hard_part(self, k: PrimeArithmetic[E], tower: AteTower, m: Fp12[E]) -> Fp12[E]:
        """m^((p^4 - p^2 + 1)/r) = m^((u - 1)^2/3 (u + p)(u^2 + p^2 - 1) + 1).

        Hayashida, Hayasaka, Teruya (eprint 2020/875) for three times the exponent; as 3 divides u - 1, one of
        the powers u - 1 becomes (u - 1)/3, and the exponent is met exactly.
        """
        u = tower.curve.u
        a = cyclotomic_power(k, tower, m, cyclotomic.triple(m), (u - 1) // 3)
        b = cyclotomic_power(k, tower, a.plain(), a.tripled, u - 1)
        base = b.plain()
        c = cyclotomic_power(k, tower, base, b.tripled, u)
        k.block("frobenius")
        c.times(tower.frobenius(k, base, 1))
        base = c.plain()
        d = cyclotomic_power(k, tower, base, c.tripled, u)
        d = cyclotomic_power(k, tower, d.plain(), d.tripled, u)
        k.block("frobenius2")
        d.times(tower.frobenius(k, base, 2))
        d.times(base.conjugate())
        d.times(m)
        return d.plain()


BLS12 = _BLS12()
