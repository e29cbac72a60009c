"""The Tate pairing in characteristic two, from Shu, Kwon, Gaj 2006 (Algorithm 1).

E: y^2 + y = x^3 + x + b over F_2^m, m odd. The text takes its arithmetic as an argument and uses nothing of
the elements but +, * and Frobenius.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.towers import Quad, frobenius4, mul_sparse


def miller_loop(k: Arithmetic[E], b: int, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """The product of g_{2^i P}(psi Q)^(2^(2m-i)), 0 <= i < m, a factor a turn (Algorithm 1, lines 1 to 8)."""
    m = k.degree
    one, zero = k.constant(1), k.constant(0)
    alpha, beta = xP.frobenius(2), yP.frobenius(2)
    u = xQ.frobenius(1) + yQ.frobenius(1) + k.constant((b + (m - 1) // 2) % 2)
    v = xQ.frobenius(1) + one

    def turn(state: tuple[E, ...]) -> tuple[E, ...]:
        alpha, beta, u, v, c0, c1, c2, c3 = state
        C = frobenius4((c0, c1, c2, c3), 1)
        C = mul_sparse(C, beta + alpha * v + u, alpha + v)
        return alpha.frobenius(2), beta.frobenius(2), u + v, v + one, *C

    state = k.loop("miller", m, (alpha, beta, u, v, one, zero, zero, zero), turn)
    return state[4], state[5], state[6], state[7]
