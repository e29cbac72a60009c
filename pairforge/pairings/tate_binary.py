"""The reduced Tate pairing on y^2 + y = x^3 + x + b over F_2^m, m odd, in two ways.

Shu, Kwon, Gaj, "FPGA accelerated Tate pairing based cryptosystems over binary fields" (2006): Algorithms 1
and 2, section 5.2 for the final exponentiation, equation (8) for that of Algorithm 2. Both give
f_{N,P}(psi(Q))^((2^4m - 1)/N), the same value. A factor of the Miller loop is w + z s + t, w and z in F_2^m.

Both begin with the first factor instead of 1, which saves an iteration. The loop-carried value is
kept as the squares of its coefficients: an iteration is then a product and a square, and every sum on its way
an operand of one of the two.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.eta_binary import EtaBinary
from pairforge.pairings.inversion import binary_chain, inverse
from pairforge.pairings.towers import (
    Pair,
    Quad,
    add2,
    conjugate2,
    conjugate4,
    frobenius4,
    high,
    low,
    mul2,
    mul4_by_halves,
    mul_sparse,
    norm2,
    quad,
    scale2,
    square2,
    times_s,
)

CONJUGATES, NORM, INVERSE, SCALE, POWER, REST = "conjugates", "norm", "inverse", "scale", "power", "rest"
"""The blocks of the final exponentiation, in their order."""


def algorithm1(k: Arithmetic[E], params: EtaBinary, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """Algorithm 1: m factors, then the power 2^2m - 1."""
    v = xQ.frobenius(1) + k.constant(1)
    u = xQ.frobenius(1) + yQ.frobenius(1) + k.constant((params.b + (params.m - 1) // 2) % 2)
    c, _, _ = _product_of_factors(k, params.m, 0, xP.frobenius(2), yP.frobenius(2), u, v)
    return power_of_conjugates(k, params, c)


def algorithm2(k: Arithmetic[E], params: EtaBinary, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """Algorithm 2: (m + 1)/2 factors, the line l(psi Q), the power 2^2m - 1 and the rest of MT.

    The line is w + alpha^2 + v + 1 and z + 1 of the last factor (line 11).
    """
    one = k.constant(1)
    start = xP.frobenius(1) + one, yP.frobenius(1) + one, yQ + k.constant(1 - params.b), xQ + one
    c, (w, z), (alpha, v) = _product_of_factors(k, params.half, 1, *start)
    c = mul_sparse(c, w + alpha.frobenius(1) + v + one, z + one)
    return rest_of_exponent(k, params, power_of_conjugates(k, params, c))


def _product_of_factors(
    k: Arithmetic[E], count: int, shift: int, alpha: E, beta: E, u: E, v: E
) -> tuple[Quad[E], Pair[E], Pair[E]]:
    """Lines 3 to 8 of Algorithm 1 (`shift` 0), 3 to 10 of Algorithm 2 (`shift` 1): `count` >= 2 factors.

    A factor takes 7 multiplications, the first takes one. Returns the product, its last factor (w, z), and
    alpha and v as they were then.
    """
    one, c = k.constant(1), k.constant(shift)

    def following(alpha: E, beta: E, u: E, v: E) -> tuple[E, ...]:
        alpha, v = alpha.frobenius(2), v + one
        return alpha, beta.frobenius(2), u + v + one + c, v, alpha * v

    w, z = beta + alpha * v + u, alpha + v + c
    state = (w.frobenius(1), z.frobenius(1), one, k.constant(0), *following(alpha, beta, u, v))

    def iteration(state: tuple[E, ...]) -> tuple[E, ...]:
        s0, s1, s2, s3, alpha, beta, u, v, theta = state
        f = mul_sparse(_square((s0, s1, s2, s3)), beta + theta + u, alpha + v + c)
        return (*(x.frobenius(1) for x in f), *following(alpha, beta, u, v))

    s0, s1, s2, s3, alpha, beta, u, v, theta = k.loop("miller", count - 2, state, iteration)
    k.block("last")
    w, z = beta + theta + u, alpha + v + c
    return mul_sparse(_square((s0, s1, s2, s3)), w, z), (w, z), (alpha, v)


def _square(squares: Quad[E]) -> Quad[E]:
    """C^2 from the squares of the coefficients of C, by s^2 = s + 1 and t^2 = t + s."""
    s0, s1, s2, s3 = squares
    return s0 + s1 + s3, s1 + s2, s2 + s3, s3


def power_of_conjugates(k: Arithmetic[E], params: EtaBinary, C: Quad[E]) -> Quad[E]:
    """C^(2^2m - 1), the conjugate over C: 12 multiplications and an inversion (section 5.2).

    With C = C1 + C2 t and C1^2 + C1 C2 + C2^2 s = n, the norm,

        C^(2^2m - 1) = (C1^2 + C2^2 (1 + s) + C2^2 t) conj(n)/N(n).

    The inversion is that of Itoh and Tsujii along the binary chain, as equation (7) counts it.
    """
    k.block(CONJUGATES)
    C1, C2 = low(C), high(C)
    S1, S2 = square2(C1), square2(C2)
    n = add2(add2(S1, mul2(C1, C2)), times_s(S2))
    k.block(NORM)
    d = norm2(n)
    k.block(INVERSE)
    inverted = inverse(d, params.m, chain=binary_chain(params.m - 1))
    k.block(SCALE)
    scaled = scale2(conjugate2(n), inverted)
    k.block(POWER)
    return quad(mul2(scaled, add2(S1, add2(S2, times_s(S2)))), mul2(scaled, S2))


def rest_of_exponent(k: Arithmetic[E], params: EtaBinary, z: Quad[E]) -> Quad[E]:
    """z^((2^m - nu 2^((m+1)/2) + 1) (2^((m+1)/2) + nu)) for z of norm 1 over F_2^2m: 24 multiplications.

    By equation (8), written there for nu = -1, this is z^((2^m - nu 2^((m+1)/2) + 1) 2^m), for nu = 1 the
    inverse of it. The inverse of an element of norm 1 is its conjugate. Products are made by halves, as the
    paper's multiplier makes them in two rounds: more multiplications than `mul4` takes, in pairs with an
    operand in common.
    """
    k.block(REST)
    T = frobenius4(z, params.half)
    if params.nu > 0:
        T = conjugate4(T)
    value = frobenius4(mul4_by_halves(mul4_by_halves(frobenius4(z, params.m), z), T), params.m)
    return conjugate4(value) if params.nu > 0 else value
