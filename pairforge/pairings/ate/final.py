"""The final exponentiation of the optimal ate pairing: f^((p^k - 1)/r), exactly.

The easy part is (p^k - 1)/Phi_k(p): (q^3 - 1)(q + 1) where the twist has the degree 6, q^2 - 1 where it
has 4, q - 1 where it has 3; where it has 2, q - 1 for k = 4, (q - 1)(p + 1) for k = 6. The hard part,
Phi_k(p)/r, is a polynomial in the seed u, and its addition chain is the family's.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.fq1 import Fq1
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.top import Fq3Top, Top


def final_exponentiation(k: PrimeArithmetic[E], tower: AteTower, *inputs: E) -> tuple[E, ...]:
    """The value of the pairing from that of the Miller loop."""
    f = easy_part(k, tower, tower.value(inputs))
    e = tower.curve.family.hard_part(k, tower, f)
    k.block("last")
    return tower.leave(k, e)


def unitary_part(f: Top[E]) -> tuple[Top[E], Fq[E]]:
    """f^(p^(k/2) - 1) times d, and d in F_q.

    With f = a + b w and n = a^2 - w^2 b^2, an element of the field of w^2, it is (a - b w)^2/n; and
    1/n = m/d. Where d = 2 n is in F_q itself.
    """
    a, b = f.halves
    aa, bb = a.square(), b.square()
    cross = (a + b).square() - (aa + bb)
    bb = bb.times_root()
    n = aa - bb
    if isinstance(n, Fq1):
        return type(f).of_halves(aa + bb, -cross), n.a
    m, d = n.adjugate()
    return type(f).of_halves((aa + bb) * m, -(cross * m)), d


def easy_part(k: PrimeArithmetic[E], tower: AteTower, f: Top[E]) -> Top[E]:
    """f^((p^k - 1)/Phi_k(p)).

    As d^q = d, where the power is (q^3 - 1)(q + 1) the division is one by d^2 and may come last: products
    are left to do while d is inverted.
    """
    k.block("easy")
    if isinstance(f, Fq3Top):
        adjugate, norm = f.whole.adjugate()
        scaled = type(f)(*adjugate.scale(norm.inverse(k)).parts)
        return tower.frobenius(k, f, tower.field.degree) * scaled
    unitary, d = unitary_part(f)
    if tower.d == 6:
        unitary = tower.frobenius(k, unitary, tower.field.degree) * unitary
        scale = d.inverse_square(k)
    else:
        scale = d.inverse(k)
    made = type(f)(*(c * scale for c in unitary.c))
    if tower.d == 2 and tower.field.degree % 2:
        return tower.frobenius(k, made, 1) * made
    return made
