"""The Miller loop of eta_T in characteristic two as a continuant: 2 multiplications a turn instead of 7.

In the notation of `eta_binary.miller_loop`, let u_i, v_i be u and v of turn i, so that u_(i+1)^2 = u_i and
v_(i+1) = v_i^2, and let

    H_i = u_i + v_(i-1) + s        in F_2^2m.

The value after turn i - 1 is A + B t with A and B in F_2^2m. The final exponentiation sends F_2^2m to 1, so
only A : B counts, and up to one factor B is D_i with

    D_0 = D_1 = 1,        D_(i+1) = H_i D_i + D_(i-1),        A : B = a D_i + H_i^2 D_(i-1) : D_i

where a = g0 + g1 s is that of turn i - 1. H_i D_i takes two products, as the coefficient of s in H_i is 1.
Derivation and proof: docs/continuants.md.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.eta_binary import EtaBinary
from pairforge.pairings.towers import Quad, add2, mul2, quad


def miller_loop(k: Arithmetic[E], params: EtaBinary, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """What `eta_binary.miller_loop` returns, up to a factor in F_2^2m: m + 3 multiplications.

    The state before turn i is D_(i-1) and D_i by their coefficients, u_(i+1) (called w), v_i, and p and q of
    turn i, which only the last line needs.
    """
    one = k.constant(1)
    u = xP + k.constant(params.alpha)
    v = xQ
    p = yP + k.constant(1 - params.delta)
    if params.alpha:
        p = p + xP
    q = yQ + k.constant(params.alpha ^ params.beta)
    n = params.half

    # D_2 = H_1 + 1 needs no product.
    e = u.frobenius(-1) + v
    start = (e + one, one, one, k.constant(0))
    coordinates = (u.frobenius(-2), v.frobenius(1), p.frobenius(-1), q.frobenius(1))

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        d0, d1, c0, c1, w, v, p, q = state
        e0, e1 = (w + v) * d0, (w + v) * d1
        after = (e0 + d1 + c0, e1 + d0 + d1 + c1)
        return (*after, d0, d1, w.frobenius(-1), v.frobenius(1), p.frobenius(-1), q.frobenius(1))

    d0, d1, c0, c1, w, v, p, q = k.loop("main", n - 2, (*start, *coordinates), body)
    u = w.frobenius(1)
    a = (u * v + p + q, u + v)
    e = (w + v).frobenius(1) + one  # of H_n^2 = (w + v)^2 + 1 + s
    low = add2(mul2(a, (d0, d1)), (e * c0 + c1, e * c1 + c0 + c1))
    return quad(low, (d0, d1))
