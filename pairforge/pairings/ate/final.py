"""The final exponentiation of the optimal ate pairing: f^((p^12 - 1)/r), exactly.

The easy part is (p^6 - 1)(p^2 + 1); the hard part, (p^4 - p^2 + 1)/r, is a polynomial in p and the seed u,
and its addition chain is the family's.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.quadratic import Fp2
from pairforge.pairings.ate.twelfth import Fp12


def final_exponentiation(k: PrimeArithmetic[E], tower: AteTower, *inputs: E) -> tuple[E, ...]:
    """The value of the pairing from that of the Miller loop."""
    f = easy_part(k, tower, tower.value(inputs))
    e = tower.curve.family.hard_part(k, tower, f)
    k.block("last")
    return tower.leave(k, e)


def unitary_part(f: Fp12[E]) -> tuple[Fp12[E], Fp2[E]]:
    """f^(p^6 - 1) times d, and d in F_p2.

    With f = a + b w and n = a^2 - v b^2, an element of F_p6, it is (a - b w)^2/n; and 1/n = m/d.
    """
    a, b = f.halves
    aa, bb = a.square(), b.square()
    cross = (a + b).square() - (aa + bb)
    bb = bb.times_v()
    m, d = (aa - bb).adjugate()
    return Fp12.of_halves((aa + bb) * m, -(cross * m)), d


def easy_part(k: PrimeArithmetic[E], tower: AteTower, f: Fp12[E]) -> Fp12[E]:
    """f^((p^6 - 1)(p^2 + 1)).

    As d^(p^2) = d, the division is one by d^2 and may come last: products are left to do while d is inverted.
    """
    k.block("easy")
    unitary, d = unitary_part(f)
    product = tower.frobenius(k, unitary, 2) * unitary
    inverse = k.inverse(d.norm())
    scale = d.conjugate().square().scale(inverse * inverse)
    return Fp12(*(c * scale for c in product.c))
