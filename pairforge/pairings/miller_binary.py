"""The Miller loop of eta_T in characteristic two in fewer multiplications: factors that the final
exponentiation eliminates are left out or put in.

M = (q^2 - 1)(q + 1 - nu T), q = 2^m, sends every element of F_q^2 = F_q(s) to 1. With the coordinates
of `eta_binary` (u, p of P; v, q of Q) an iteration multiplies by G = a + t, a = u v + p + q + (u + v) s.

Two iterations. Let G1, G2 be the lines of successive iterations, (u, p) those of P for the second and (v, q)
those of Q for the first, so that G1 has u^2, p^2 and G2 has v^2, q^2. Put x = u + v, theta = x + s, w = p + q
+ b.
Then

    a1 + a2 + 1 = theta^3,   N(G1) = a1^2 + a1 + s = theta^2 (u^4 + v + s + 1),   N for the norm over F_q^2,

the second of them the divisor of a line, verticals through its points. So

    G1 G2 = a1 a2 + s + (a1 + a2 + 1) t = N(G1) + theta^3 (a1 + t) = theta^2 D,
    D = theta (a1 + t) + u^4 + v + s + 1 = e0 + e1 s + (x + s) t,
    e0 = x w + (u v)^2 + u v + 1,   e1 = u v + u^2 + v^2 + w + x + 1,

where the curve's equation for p and q has cancelled everything else: two multiplications, and eight for a
product by D, as only two of its three in F_q^2 are general.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.eta_binary import EtaBinary, with_constants
from pairforge.pairings.towers import Pair, Quad, add2, high, low, mul2, mul_sparse, quad, times_s


def two_lines(b: int, one: E, u: E, v: E, p: E, q: E) -> tuple[Pair[E], E]:
    """(e0, e1) and x of D: 2 multiplications. P is that of the second iteration, Q that of the first."""
    x = u + v
    w = p + q + one if b else p + q
    uv = u * v
    return (x * w + uv.frobenius(1) + uv + one, uv + x.frobenius(1) + w + x + one), x


def times_two_lines(one: E, f: Quad[E], e: Pair[E], x: E) -> Quad[E]:
    """f (e0 + e1 s + (x + s) t): 8 multiplications."""
    c1, c2 = low(f), high(f)
    p0 = mul2(c1, e)
    p1 = (c2[0] * x + c2[1], c2[1] * x + c2[0] + c2[1])
    p2 = mul2(add2(c1, c2), (e[0] + x, e[1] + one))
    return quad(add2(p0, times_s(p1)), add2(p2, p0))


def miller_loop_two_iterations(k: Arithmetic[E], params: EtaBinary, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """Algorithm 3, two iterations at once: 5 (m-1)/2 + 3 multiplications where m = 1 (mod 4), else 5 (m-3)/2
    + 8.

    F^(-1) = a + g2 + s + t has the a of the first iteration, so that

        F^(-1) G^(0) = a^2 + a (g2 + s) + s + (g2 + s + 1) t

    takes 3. Where the number of iterations is even, the first two lines are multiplied into F^(-1) instead.
    """
    one = k.constant(1)
    u, v, p, q = with_constants(k, params, xP, yP, xQ, yQ)
    g0 = u * v + p + q
    g1 = u + v
    g2 = v + u.frobenius(1)
    iterations, alone = divmod(params.half, 2)
    if alone:
        low_part = (
            g0.frobenius(1) + g1.frobenius(1) + g0 * g2 + g1,
            g1.frobenius(1) + g1 * g2 + g0 + g1 + one,
        )
        f = quad(low_part, (g2 + one, one))
    else:
        iterations -= 1
        e, x = two_lines(params.b, one, u.frobenius(-1), v, p.frobenius(-1), q)
        f = mul_sparse(quad(e, (x, one)), g0 + g2, g1 + one)

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        f0, f1, f2, f3, u, v, p, q = state
        e, x = two_lines(params.b, one, u, v, p, q)
        F = times_two_lines(one, (f0, f1, f2, f3), e, x)
        return (*F, u.frobenius(-2), v.frobenius(2), p.frobenius(-2), q.frobenius(2))

    at = 1 if alone else 2
    back = -1 - at
    coordinates = (u.frobenius(back), v.frobenius(at), p.frobenius(back), q.frobenius(at))
    f0, f1, f2, f3, *_ = k.loop("main", iterations, (*f, *coordinates), body)
    return f0, f1, f2, f3
