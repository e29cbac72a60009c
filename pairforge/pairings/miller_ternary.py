"""The Miller loop of eta_T in characteristic three in fewer multiplications: factors that the final
exponentiation eliminates are left out or put in.

M = (q^3 - 1)(q + 1)(q + 1 - mu b T), q = 3^m, sends every element of F_q^3 = F_q(rho) to 1. So a line
S = -(t - rho)^2 + u sigma, u = yP yQ, may be scaled by any of them (the names are those of `eta_ternary`).

One iteration. With (t - rho)^3 = t^3 - rho - b,

    L = S (t - rho) = (b - t^3) + rho + u (t - rho) sigma

is linear in rho: two multiplications make it, and a product by it takes four points instead of five.

Two iterations. Let S1, S2 be the lines of successive iterations, (xP, yP) the point P of the second and (xQ,
yQ) the point Q of the first, so that S1 has xP^3, yP^3 and S2 has xQ^3, yQ^3. Put k = yP yQ, theta = r + rho
with r = b - xP - xQ, A = yP^2, B = yQ^2 and c = A + B. As A = xP^3 - xP + b, and the same for Q and B,

    t1 - rho = A - theta,   t2 - rho = B - theta,   u1 = k A,   u2 = k B,   A B = k^2,   c = theta - theta^3,

so that (t1 - rho)(t2 - rho) = theta^4 + k^2, A (B - theta)^2 + B (A - theta)^2 = theta^3 (1 - theta^2 - k^2):

    S1 S2 = theta^4 (theta^4 - k^2) - k theta^3 (1 - theta^2 - k^2) sigma = theta^2 D,
    D = c^2 + c theta + (1 - k^2) theta^2 + (k^3 theta - k c) sigma.

Over 1, rho, rho^2, with h = r^3 + b (so c = r - h), e = k r, j = k^2 r:

    D = (h + e)(h - e) + k (j - r + h) sigma + (j - h + k^3 sigma) rho + (1 - k^2) rho^2,

six multiplications: k, k^2, e, j = k e and the two that are written. The coefficient of rho^2 lies in F_q,
which saves one of the fifteen of a full product.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.eta_ternary import EtaTernary
from pairforge.pairings.towers import Pair, add2
from pairforge.pairings.towers_ternary import (
    Six,
    from_values6,
    mul_sigma2,
    parts,
    signed,
    signed2,
    six,
    subtract2,
    values6,
)


def first_iteration(b: int, one: E, xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """lambda R^(-1) S^(0) of Algorithm 1, exactly: 4 multiplications.

    R^(-1) = lambda (yP (t - rho) - yQ sigma) has the t of S^(0). By the curve's equation the product is

        -yP (xP^3 + xQ + b) + yP rho + yQ (t - rho)(t - rho + yP^2) sigma.
    """
    t = xP + xQ
    x = xP.frobenius(1)
    constant = signed(b, one)
    along = yQ * t
    across = yQ * (x - xP + constant)
    zero = one - one
    return -(yP * (x + xQ + constant)), t * (along + across), yP, along - across, zero, yQ


def times_line(b: int, one: E, f: Six[E], xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """f S (t - rho) for the line S of one iteration: 13 multiplications."""
    t = xP + xQ
    u = yP * yQ
    v = u * t
    f0, f1, f2 = parts(f)
    even = add2(f0, f2)
    low = signed(b, one) - t.frobenius(1)
    p0 = mul_sigma2(f0, (low, v))
    plus = mul_sigma2(add2(even, f1), (low + one, v - u))
    minus = mul_sigma2(subtract2(even, f1), (low - one, v + u))
    p3 = (f2[0] + u * f2[1], f2[1] - u * f2[0])
    p2 = signed2(-1, add2(add2(plus, minus), p0))
    return six(add2(p0, signed2(b, p3)), subtract2(minus, plus), p2)


def times_two_lines(b: int, one: E, f: Six[E], xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """f D for two iterations: 20 multiplications. P is that of the second iteration, Q that of the first."""
    constant = signed(b, one)
    r = constant - xP - xQ
    h = r.frobenius(1) + constant
    k = yP * yQ
    k3 = k.frobenius(1)
    e = k * r
    j = k * e
    middle = j - h
    top = one - k * k
    d0: Pair[E] = ((h + e) * (h - e), k * (j - r + h))
    even = (d0[0] + top, d0[1])
    odd = (middle, k3)
    at_sigma = (d0[0] - top - k3, d0[1] + middle)
    f_values = values6(f)
    points = (d0, add2(even, odd), subtract2(even, odd), at_sigma)
    products = [mul_sigma2(x, y) for x, y in zip(f_values[:4], points, strict=True)]
    f2 = f_values[4]
    return from_values6(b, [*products, (f2[0] * top, f2[1] * top)])


def _prepared(k: Arithmetic[E], params: EtaTernary, xP: E, yP: E, yQ: E) -> tuple[E, E, E]:
    """The coordinates xP, yP, yQ after lines 1 and 2 of Algorithm 1."""
    return (
        xP - signed(params.nu * params.b, k.constant(1)),
        signed(-params.mu * params.b, yP),
        signed(-params.lam, yQ),
    )


def miller_loop_linear(k: Arithmetic[E], params: EtaTernary, xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """Algorithm 1 with lines made linear in rho: 13 (m-1)/2 + 4 multiplications."""
    b, one = params.b, k.constant(1)
    xP, yP, yQ = _prepared(k, params, xP, yP, yQ)
    first = first_iteration(b, one, xP, yP, xQ, yQ)

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        r0, r1, r2, r3, r4, r5, xP, yP, xQ, yQ = state
        R = times_line(b, one, (r0, r1, r2, r3, r4, r5), xP, yP, xQ, yQ)
        return (*R, xP.frobenius(-1), yP.frobenius(-1), xQ.frobenius(1), yQ.frobenius(1))

    coordinates = (xP.frobenius(-1), yP.frobenius(-1), xQ.frobenius(1), yQ.frobenius(1))
    state = k.loop("main", params.half - 1, (*first, *coordinates), body)
    return state[0], state[1], state[2], state[3], state[4], state[5]


def miller_loop_two_iterations(k: Arithmetic[E], params: EtaTernary, xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """Algorithm 1, two iterations at once: 5 (m-1) + 4 multiplications where m = 1 (mod 4), else 5 (m-3) +
    16.

    The first iteration is done alone, for its two factors are sparse, and the second as well where the number
    of those that remain is odd.
    """
    b, one = params.b, k.constant(1)
    xP, yP, yQ = _prepared(k, params, xP, yP, yQ)
    f = first_iteration(b, one, xP, yP, xQ, yQ)
    iterations, alone = divmod(params.half - 1, 2)
    if alone:
        f = times_line(b, one, f, xP.frobenius(-1), yP.frobenius(-1), xQ.frobenius(1), yQ.frobenius(1))

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        r0, r1, r2, r3, r4, r5, xP, yP, xQ, yQ = state
        R = times_two_lines(b, one, (r0, r1, r2, r3, r4, r5), xP, yP, xQ, yQ)
        return (*R, xP.frobenius(-2), yP.frobenius(-2), xQ.frobenius(2), yQ.frobenius(2))

    at, back = 1 + alone, -2 - alone
    coordinates = (xP.frobenius(back), yP.frobenius(back), xQ.frobenius(at), yQ.frobenius(at))
    state = k.loop("main", iterations, (*f, *coordinates), body)
    return state[0], state[1], state[2], state[3], state[4], state[5]
