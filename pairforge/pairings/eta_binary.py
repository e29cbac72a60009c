"""The reduced eta_T pairing on y^2 + y = x^3 + x + b over F_2^m, m odd.

Beuchat, Detrey, Estibals, Okamoto, Rodriguez-Henriquez, "Fast architectures for the eta_T pairing over
small-characteristic supersingular elliptic curves" (2010): Table I, Algorithms 3 and 4, section IV-B.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.inversion import inverse_with_half_power
from pairforge.pairings.towers import (
    Quad,
    add2,
    conjugate2,
    conjugate4,
    frobenius2,
    frobenius4,
    high,
    low,
    mul2,
    mul4,
    mul_given_norms,
    mul_sparse,
    norm2,
    quad,
    scale2,
    square2,
    times_s,
)


@dataclass(frozen=True)
class EtaBinary:
    """The curve y^2 + y = x^3 + x + b over F_2^m and what Table I derives from (m, b)."""

    m: int
    b: int

    def __post_init__(self) -> None:
        if self.m < 3 or self.m % 2 == 0 or self.b not in (0, 1):
            raise ValueError("eta_T in characteristic two: m must be odd and at least 3, b must be 0 or 1")

    @property
    def alpha(self) -> int:
        """0 if m = 3 (mod 4), 1 if m = 1 (mod 4)."""
        return 1 if self.m % 4 == 1 else 0

    @property
    def beta(self) -> int:
        """The coefficient b if m = 1, 3 (mod 8), else 1 - b."""
        return self.b if self.m % 8 in (1, 3) else 1 - self.b

    @property
    def delta(self) -> int:
        """The coefficient b if m = 1, 7 (mod 8), else 1 - b."""
        return self.b if self.m % 8 in (1, 7) else 1 - self.b

    @property
    def nu(self) -> int:
        """(-1)^delta."""
        return -1 if self.delta else 1

    @property
    def half(self) -> int:
        """(m+1)/2: the iterations of the Miller loop; T = 2^half."""
        return (self.m + 1) // 2

    @property
    def order(self) -> int:
        """The number of rational points, N = 2^m + 1 + nu 2^((m+1)/2)."""
        return (1 << self.m) + 1 + self.nu * (1 << self.half)

    @property
    def exponent(self) -> int:
        """The final exponent M = (2^2m - 1)(2^m + 1 - nu 2^((m+1)/2)) = (2^4m - 1)/N."""
        return ((1 << 2 * self.m) - 1) * ((1 << self.m) + 1 - self.nu * (1 << self.half))


def with_constants(k: Arithmetic[E], params: EtaBinary, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """The coordinates u, v, p, q with the constants of Algorithm 3 in them.

    alpha and beta lie in F_2, which every Frobenius map fixes, so they are absorbed once. With
    u = xP + alpha, v = xQ, p = yP + alpha xP + 1 - delta and q = yQ + alpha + beta, lines 5, 6, 15 and
    16 become

        g0 = (xP + alpha)(xQ + alpha) + yP + yQ + beta = u v + p + q,      g1 = xP + xQ + alpha = u + v,

    and g2 = xQ + alpha + xP^2 = v + u^2.
    """
    u = xP + k.constant(params.alpha)
    p = yP + k.constant(1 - params.delta)
    if params.alpha:
        p = p + xP
    return u, xQ, p, yQ + k.constant(params.alpha ^ params.beta)


def miller_loop(k: Arithmetic[E], params: EtaBinary, xP: E, yP: E, xQ: E, yQ: E) -> Quad[E]:
    """F^((m-1)/2) of Algorithm 3 (lines 1 to 21) with Algorithm 4: 7 (m+1)/2 + 1 multiplications.

    A iteration of the loop takes 7 multiplications and 4 (inverse) Frobenius maps. Its state is F, the g0 and
    g1 that this iteration multiplies by, and u, v, p, q of the iteration after (`absorbed`); the last
    iteration's g0 and g1 go unused.
    """
    one = k.constant(1)
    u, v, p, q = with_constants(k, params, xP, yP, xQ, yQ)

    g0 = u * v + p + q
    g1 = u + v
    g2 = v + u.frobenius(1)
    start = (g0 + g2, g1 + one, one, k.constant(0), g0, g1)
    coordinates = (u.frobenius(-1), v.frobenius(1), p.frobenius(-1), q.frobenius(1))

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        f0, f1, f2, f3, g0, g1, u, v, p, q = state
        f = mul_sparse((f0, f1, f2, f3), g0, g1)
        g0 = u * v + p + q
        g1 = u + v
        return (*f, g0, g1, u.frobenius(-1), v.frobenius(1), p.frobenius(-1), q.frobenius(1))

    f0, f1, f2, f3, *_ = k.loop("main", params.half, (*start, *coordinates), body)
    return f0, f1, f2, f3


def final_exponentiation(
    k: Arithmetic[E], params: EtaBinary, f0: E, f1: E, f2: E, f3: E, roots: bool = False
) -> Quad[E]:
    """f^M: 21 multiplications and one power -(T+1) in F_2^m (11 more for m = 239), T = 2^((m+1)/2).

    Write q = 2^m; N and conj for norm and conjugation of F_2^4m over F_2^2m; f = A + B t; n = N(f). As
    M = (q^2 - 1)(q + 1 - nu T) (Table I) and f^(q^2) = conj(f), the value is

        f^M = conj(g)/g = conj(g)^2/N(g)   with   g = f^(q+1) w,   w = f^T (nu = -1) or conj(f)^T (nu = +1).

    Only N(g) = n^(q+1) n^T is inverted, and it is known before g is: with d = n^(q+1) in F_2^m,
    1/N(g) = (n^q)^T d^-(T+1). So one long chain is n, d, its power, and the last 8 multiplications; the rest
    runs beside it.

    * AB and AB^q from 4 multiplications, as AB^q = AB + A b1; the norms of A and B over F_2^m from 2.
    * n = A^2 + AB + sB^2; d = n^(q+1): 1 multiplication.
    * f^(q+1) = N(A) + AB^q (s+c) + N(B) s + (Tr(AB^q) + N(B)(s+c+1)) t, norms and trace over F_2^m, as
      t^q = t + s + c with c = (m-1)/2 mod 2: no further multiplication.
    * g: 6 multiplications, both norms being known (`mul_given_norms`).
    * 1/N(g): the power and 2 multiplications.
    * Times conj(g)^2 = C1^2 + (1+s) C2^2 + C2^2 t, where g = C1 + C2 t (Shu, Kwon, Gaj, section 5.2, for the
      power q^2 - 1): 6 multiplications.

    With `roots`, the high powers of the Frobenius map are roots: those of the inversion, and the T-th power
    as the 2^((m-1)/2)-th root. Single squarings remain, which is why Beuchat et al. (section IV-B) decide
    against roots in characteristic two.

    Section 5.2 takes 12 multiplications and an inversion for the power q^2 - 1 alone; the power q + 1 and the
    product by the T-th power come on top of it.
    """
    m, half = params.m, params.half
    A, B = (f0, f1), (f2, f3)

    a0b0 = f0 * f2
    a1b1 = f1 * f3
    AB = (a0b0 + a1b1, (f0 + f1) * (f2 + f3) + a0b0)
    n = add2(add2(square2(A), AB), times_s(square2(B)))
    d = norm2(n)
    power = inverse_with_half_power(d, m, roots)

    ABq = (AB[0] + f0 * f3, AB[1] + a1b1)
    norm_A, norm_B = norm2(A), norm2(B)
    X = times_s(ABq)
    Y = (ABq[1], norm_B)
    if (m - 1) // 2 % 2:
        X = add2(X, ABq)
    else:
        Y = (Y[0] + norm_B, norm_B)
    v = quad((X[0] + norm_A, X[1] + norm_B), Y)

    w = frobenius4((f0, f1, f2, f3), half)
    norm_w = frobenius2(n, half)
    if params.nu < 0:
        w = conjugate4(w)
    g = mul_given_norms(v, (d, k.constant(0)), w, norm_w)

    inverse = scale2(conjugate2(norm_w), power)
    C1, C2 = square2(low(g)), square2(high(g))
    return quad(mul2(add2(C1, add2(C2, times_s(C2))), inverse), mul2(C2, inverse))


def final_exponentiation_literal(k: Arithmetic[E], params: EtaBinary, f0: E, f1: E, f2: E, f3: E) -> Quad[E]:
    """f^M as written: square and multiply over the bits of M. For checking the fast form."""
    f = (f0, f1, f2, f3)
    return power4(k, f, params.exponent)


def power4(k: Arithmetic[E], f: Quad[E], exponent: int) -> Quad[E]:
    """f^exponent in F_2^4m, exponent >= 0, by square and multiply."""
    result = (k.constant(1), k.constant(0), k.constant(0), k.constant(0))
    for bit in bin(exponent)[2:]:
        result = frobenius4(result, 1)
        if bit == "1":
            result = mul4(result, f)
    return result
