"""The final exponentiation of the Tate pairing over F_p with k = 2: f^((p - 1) m), m = (p + 1)/r.

(c + i d)^(p - 1) = (c - i d)^2/N = alpha, N = c^2 + n d^2, i^2 = -n, has norm 1. With
V_j = alpha^j + alpha^-j, P = V_1,

    V_2j = V_j^2 - 2,   V_(2j+1) = V_j V_(j+1) - P

(Scott, Barreto, CRYPTO 2004; Algorithm 2.2 of Barenghi et al. 2008, whose recurrences for U are wrong in
print and whose alpha lacks the division by N). The algorithms differ in how the imaginary part comes back,
and in how they invert. All fail where c d = 0, which no pair of points of order r gives: there alpha = 1 or
-1 and the value would be 1.
"""

from __future__ import annotations

from collections.abc import Callable

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.tate_prime import TatePrime, binary_digits
from pairforge.pairings.towers_prime import Complex, square, times

Inversion = Callable[[PrimeArithmetic[E], E], E]


def by_unit(k: PrimeArithmetic[E], x: E) -> E:
    """1/x as an operation."""
    return k.inverse(x)


FERMAT = "fermat"
"""The ladder of `by_power`."""


def by_power(k: PrimeArithmetic[E], x: E) -> E:
    """1/x = x^(p - 2) by a ladder: x^j, x^(j+1), two multiplications for each bit of p - 2 below
    the highest.
    """
    bits = binary_digits(k.characteristic - 2)

    def step(state: tuple[E, ...]) -> tuple[E, ...]:
        low, high = state
        return low * low, low * high

    inverted, _ = k.ladder(FERMAT, bits[1:], (x, x * x), step)
    k.block("setup")
    return inverted


def power(k: PrimeArithmetic[E], params: TatePrime, c: E, d: E, invert: Inversion[E] = by_unit) -> Complex[E]:
    """f^((p^2 - 1)/r) by V alone, two multiplications a step, and one inversion.

    With alpha = a + i b, the imaginary part is (a V_m - V_(m+1))/(2 n b), where n = 1 the same as U_m b with
    Barenghi's U_m = (2 V_(m+1) - P V_m)/(P^2 - 4). Here a = (c^2 - n d^2)/N, b = -e/N, e = 2 c d, and one
    inversion, of 4 n N e, gives both 1/(4N) and 1/(4 n e):

        P = 8 (c^2 - n d^2)/(4N),   real: 2N V_m/(4N),   imaginary: N (2 V_(m+1) - P V_m)/(4 n e).
    """
    real, e, norm = _conjugate_square(c, d, params.n)
    product = norm * times(params.n, e)
    inverted = invert(k, times(4, product))
    scale = norm * inverted * norm
    quarter = times(params.n, e) * inverted  # 1/(4N)
    half = times(2, norm * quarter)
    P = times(8, real * quarter)
    V, following = _ladder(k, params, P)
    k.block("post")
    return V * half, (following + following - P * V) * scale


def power_with_differences(k: PrimeArithmetic[E], params: TatePrime, c: E, d: E) -> Complex[E]:
    """f^((p^2 - 1)/r) by V and a ladder for U beside it, three multiplications a step; for comparison.

    In place of Algorithm 2.2's two ladders for U_j and U_(j+1), whose steps differ with the bit, the one for
    their difference D_j = U_(j+1) - U_j, whose step is the same for both:

        D_2j = V_j D_j - 1,   D_(2j+1) = V_(j+1) D_j - 1,   U_m (2 - P) = V_m - 2 D_m.

    2 - P = 4 n d^2/N and U_m b = (2 D_m - V_m) c/(2 n d); 1/N and 1/d are one inversion.
    """
    real, _, norm = _conjugate_square(c, d, params.n)
    scaled = times(params.n, d)
    inverted = k.inverse(times(2, norm * scaled))
    of_norm = scaled * inverted  # 1/(2N)
    half = norm * of_norm
    scale = c * (norm * inverted)
    P = times(4, real * of_norm)
    one, two = k.constant(1), k.constant(2)

    def step(state: tuple[E, ...]) -> tuple[E, ...]:
        V, following, D = state
        return V * V - two, V * following - P, V * D - one

    bits = binary_digits(params.cofactor)[1:]
    V, _, D = k.ladder("lucas", bits, (P, P * P - two, P - one), step)
    k.block("post")
    return V * half, (D + D - V) * scale


def _conjugate_square(c: E, d: E, n: int) -> tuple[E, E, E]:
    """c^2 - n d^2, 2 c d and c^2 + n d^2: 3 multiplications."""
    dd = times(n, d * d)
    real, twice = square((c, d), n)
    return real, twice, real + (dd + dd)


def _ladder(k: PrimeArithmetic[E], params: TatePrime, P: E) -> Complex[E]:
    """V_m and V_(m+1), from V_1 and V_2."""
    two = k.constant(2)

    def step(state: tuple[E, ...]) -> tuple[E, ...]:
        V, following = state
        return V * V - two, V * following - P

    V, following = k.ladder("lucas", binary_digits(params.cofactor)[1:], (P, P * P - two), step)
    return V, following
