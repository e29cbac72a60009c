"""The Miller loop of eta_T in characteristic two as a continuant: 2 multiplications an iteration instead of
7.

In the notation of `eta_binary.miller_loop`, let u_i, v_i be u and v of iteration i, so that u_(i+1)^2 = u_i
and v_(i+1) = v_i^2, and let

    H_i = u_i + v_(i-1) + s        in F_2^2m.

The value after iteration i - 1 is A + B t with A and B in F_2^2m. The final exponentiation sends F_2^2m to 1,
so only A : B counts, and up to one factor B is D_i with

    D_0 = D_1 = 1,        D_(i+1) = H_i D_i + D_(i-1),        A : B = a D_i + H_i^2 D_(i-1) : D_i

where a = g0 + g1 s is that of iteration i - 1. H_i D_i takes two multiplications, as the coefficient of s in
H_i is 1. Derivation and proof: docs/explanation/algorithms/continuants.md.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.eta_binary import EtaBinary, with_constants
from pairforge.pairings.towers import Pair, Quad, add2, mul2, quad


def miller_loop(k: Arithmetic[E], params: EtaBinary, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """What `eta_binary.miller_loop` returns, up to a factor in F_2^2m: m + 2 multiplications.

    The loop takes two iterations at once, so that D_i and D_(i-1) change places without being copied, and
    carries the products of H_i D_i instead of D_(i+1): their sum is an operand of the next products, and from
    product to product there is nothing but a multiplication. p and q are for the last line only.
    """
    one, zero = k.constant(1), k.constant(0)
    u, v, p, q = with_constants(k, params, xP, yP, xQ, yQ)

    def iteration(state: tuple[E, ...]) -> tuple[E, ...]:
        """From the products of H_(i-1) D_(i-1), D_(i-1), D_(i-2), u_i, v_(i-1) to the next iteration's."""
        m0, m1, d0, d1, c0, c1, w, v, p, q = state
        x, y = _next((m0, m1), (d0, d1), (c0, c1))
        w, v = w.frobenius(-1), v.frobenius(1)
        return (w + v) * x, (w + v) * y, x, y, d0, d1, w, v, p.frobenius(-1), q.frobenius(1)

    def two_iterations(state: tuple[E, ...]) -> tuple[E, ...]:
        m0, m1, d0, d1, c0, c1, w, v, p, q = state
        return iteration(iteration((m0, m1, d0, d1, c0, c1, w, v, p, q)))

    # D_1 = D_0 = 1: its products are constants times e = u_1 + v_0.
    w = u.frobenius(-1)
    state: tuple[E, ...] = (w + v, zero, one, zero, one, zero, w, v, p, q)
    iterations = params.half - 1
    for _ in range(iterations % 2 or 2):
        state = iteration(state)
    _, _, d0, d1, c0, c1, w, v, p, q = k.loop("main", (iterations - 1) // 2, state, two_iterations)

    # H_n D_n is not needed: D_n = (d0, d1), D_(n-1) = (c0, c1), w = u_n, v = v_(n-1).
    u = w.frobenius(1)
    a = (u * v + p + q, u + v)
    e = (w + v).frobenius(1) + one  # of H_n^2 = (w + v)^2 + 1 + s
    low = add2(mul2(a, (d0, d1)), _next((e * c0, e * c1), (c0, c1), (zero, zero)))
    return quad(low, (d0, d1))


def _next(m: Pair[E], d: Pair[E], c: Pair[E]) -> Pair[E]:
    """(e + s) d + c, from the products m = e d."""
    return m[0] + d[1] + c[0], m[1] + d[0] + d[1] + c[1]
