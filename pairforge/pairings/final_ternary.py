"""The final exponentiation of eta_T in characteristic three (Beuchat et al. 2010, section III-B)."""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.eta_ternary import EtaTernary
from pairforge.pairings.inversion import inverse_ternary
from pairforge.pairings.towers_ternary import (
    Six,
    add3,
    cofactor3,
    conjugate6,
    first_of_product3,
    frobenius6,
    halves,
    join,
    mul3,
    mul6,
    mul_by_three,
    power_q_plus_one,
    scale3,
    square3,
)


def final_exponentiation(k: Arithmetic[E], params: EtaTernary, f: Six[E], roots: bool = False) -> Six[E]:
    """f^M: 66 multiplications and one inversion in F_3^m (9 more for m = 97).

    Write q = 3^m, T = 3^((m+1)/2), f = A + B sigma and n = A^2 + B^2, the norm over F_q^3. Then

    * u = f^(q^3 - 1) = conj(f)/f = 1 + (B/n)(B + A sigma), as (A - B sigma)^2 = n + B^2 + A B sigma (mod 3);
    * n takes 2 squares in F_q^3 (8 multiplications); 1/n = n^(q+q^2)/N(n) is a cofactor (4), the norm over
      F_q (3), an inversion there and 3 multiplications; B/n takes 6 and the product by B + A sigma 11;
    * u has norm 1 over F_q^3, and so has every power of it: v = u^(q+1) and v^(q+1) take 9 each
      (`power_q_plus_one`), inverses are conjugates;
    * v^(q + 1 - mu b T): 15 more.

    With `roots`, all powers of the Frobenius map are powers of its inverse (section III-B.3): those of the
    inversion, and the T-th power as the 3^((m-1)/2)-th root.
    """
    b, m = params.b, params.degree
    one = k.constant(1)
    A, B = halves(f)
    n = add3(square3(b, A), square3(b, B))
    others = cofactor3(b, n)
    inverse = scale3(others, inverse_ternary(first_of_product3(b, n, others), m, roots))
    w0, *rest = mul_by_three(b, join(B, A), mul3(b, B, inverse))
    u = (w0 + one, rest[0], rest[1], rest[2], rest[3], rest[4])
    v = power_q_plus_one(b, m, one, u)
    w = frobenius6(b, v, params.half)
    if params.mu * b > 0:
        w = conjugate6(w)
    return mul6(b, power_q_plus_one(b, m, one, v), w)


def final_exponentiation_literal(k: Arithmetic[E], params: EtaTernary, f: Six[E]) -> Six[E]:
    """f^M as written: cube and multiply over the digits of M. For checking the fast form."""
    return power6(k, params.b, f, params.exponent)


def power6(k: Arithmetic[E], b: int, f: Six[E], exponent: int) -> Six[E]:
    """f^exponent in F_3^6m, exponent >= 0, by cube and multiply."""
    one, zero = k.constant(1), k.constant(0)
    result = (one, zero, zero, zero, zero, zero)
    digits = []
    while exponent:
        exponent, digit = divmod(exponent, 3)
        digits.append(digit)
    for digit in reversed(digits):
        result = frobenius6(b, result, 1)
        for _ in range(digit):
            result = mul6(b, result, f)
    return result
