"""The last power of the optimal ate pairing: f^((p^12 - 1)/r), exactly.

The easy part is (p^6 - 1)(p^2 + 1); the hard part, (p^4 - p^2 + 1)/r, is a polynomial in p and the seed u.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.compressed import compressed_power
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.powers import Accumulator, multiply, power
from pairforge.pairings.ate.quadratic import Fp2
from pairforge.pairings.ate.twelfth import Fp12


def final_power(k: PrimeArithmetic[E], tower: AteTower, *inputs: E) -> tuple[E, ...]:
    """The value of the pairing from that of the Miller loop."""
    f = easy_part(k, tower, tower.value(inputs))
    hard = hard_part_bls12 if tower.literal.family == "BLS12" else hard_part_bn
    e = hard(k, tower, f)
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


def _power(
    k: PrimeArithmetic[E], tower: AteTower, x: Fp12[E], tripled: Fp12[E], exponent: int
) -> Accumulator[E]:
    way = compressed_power if tower.compressed else power
    return way(k, tower, x, tripled, exponent)


def hard_part_bls12(k: PrimeArithmetic[E], tower: AteTower, m: Fp12[E]) -> Fp12[E]:
    """m^((p^4 - p^2 + 1)/r) = m^((u - 1)^2/3 (u + p)(u^2 + p^2 - 1) + 1).

    Hayashida, Hayasaka, Teruya (eprint 2020/875) for three times the exponent; as 3 divides u - 1, one of the
    powers u - 1 becomes (u - 1)/3, and the exponent is met exactly.
    """
    u = tower.literal.u
    a = _power(k, tower, m, cyclotomic.triple(m), (u - 1) // 3)
    b = _power(k, tower, a.plain(), a.tripled, u - 1)
    base = b.plain()
    c = _power(k, tower, base, b.tripled, u)
    k.block("frobenius")
    c.times(tower.frobenius(k, base, 1))
    base = c.plain()
    d = _power(k, tower, base, c.tripled, u)
    d = _power(k, tower, d.plain(), d.tripled, u)
    k.block("frobenius2")
    d.times(tower.frobenius(k, base, 2))
    d.times(base.conjugate())
    d.times(m)
    return d.plain()


def hard_part_bn(k: PrimeArithmetic[E], tower: AteTower, m: Fp12[E]) -> Fp12[E]:
    """m^((p^4 - p^2 + 1)/r) by the vectorial addition chain of Scott et al. (Pairing 2009).

    The exponent is p^3 + (6 u^2 + 1) p^2 - (36 u^3 + 18 u^2 + 12 u - 1) p - (36 u^3 + 30 u^2 + 18 u + 2),
    the value y0 y1^2 y2^6 y3^12 y4^18 y5^30 y6^36.
    """
    u = tower.literal.u
    first = _power(k, tower, m, cyclotomic.triple(m), u)
    u1 = first.plain()
    second = _power(k, tower, u1, first.tripled, u)
    u2 = second.plain()
    third = _power(k, tower, u2, second.tripled, u)
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
    t1 = Accumulator(k, tower, t0.tripled.conjugate(), high.conjugate())
    t0 = Accumulator(k, tower, t1.tripled, y2)
    t1.times()
    t0.times()
    summand = t0.plain()
    t1.square()
    t1.times(summand)
    t1.square()
    t0 = Accumulator(k, tower, t1.tripled, y0)
    t1.times(m.conjugate())
    t0.times()
    summand = t0.plain()
    t1.square()
    t1.times(summand)
    return t1.plain()


def hard_part_bn_power(k: PrimeArithmetic[E], tower: AteTower, m: Fp12[E]) -> Fp12[E]:
    """The power 2 u (6 u^2 + 3 u + 1) of `hard_part_bn`, cheaper.

    Fuentes-Castaneda, Knapp, Rodriguez-Henriquez (SAC 2011).

    With a = m^(12 u^3 + 6 u^2 + 6 u) and b = a m^(-2 u): (a m^(6 u^2) m) b^p a^(p^2) (b/m)^(p^3).
    """
    u = tower.literal.u
    two = _power(k, tower, m, cyclotomic.triple(m), u)
    two.square()
    u2 = two.plain()
    six = Accumulator(k, tower, two.tripled, u2)
    six.square()
    six.times()
    u6 = six.plain()
    square = _power(k, tower, u6, six.tripled, u)
    uu6 = square.plain()
    square.square()
    a = _power(k, tower, square.plain(), square.tripled, u)
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
