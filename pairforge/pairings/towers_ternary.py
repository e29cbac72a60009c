"""F_3^6m = F_3^m(sigma, rho), sigma^2 = -1, rho^3 = rho + b, m coprime to 6 (Beuchat et al. 2010, Table I).

An element is a 6-tuple in the order 1, sigma, rho, sigma rho, rho^2, sigma rho^2, which is the order of the
vectors: three elements of F_3^2m = F_3^m(sigma), each a pair. Conjugation of F_3^6m over F_3^3m sends sigma
to -sigma.
"""

from __future__ import annotations

from typing import TypeAlias

from pairforge.algebra.arithmetic import E
from pairforge.pairings.towers import Pair, add2

Six: TypeAlias = tuple[E, E, E, E, E, E]


def signed(sign: int, a: E) -> E:
    """`a` or, where `sign` is negative, -a."""
    return a if sign > 0 else -a


def subtract2(a: Pair[E], b: Pair[E]) -> Pair[E]:
    """a - b in F_3^2m."""
    return a[0] - b[0], a[1] - b[1]


def signed2(sign: int, a: Pair[E]) -> Pair[E]:
    """`a` or -a in F_3^2m."""
    return signed(sign, a[0]), signed(sign, a[1])


def mul_sigma2(a: Pair[E], b: Pair[E]) -> Pair[E]:
    """a b in F_3^2m: 3 multiplications (Karatsuba), sigma^2 = -1."""
    p0 = a[0] * b[0]
    p1 = a[1] * b[1]
    p2 = (a[0] + a[1]) * (b[0] + b[1])
    return p0 - p1, p2 - p0 - p1


def parts(f: Six[E]) -> tuple[Pair[E], Pair[E], Pair[E]]:
    """The coefficients of 1, rho, rho^2, in F_3^2m."""
    return (f[0], f[1]), (f[2], f[3]), (f[4], f[5])


def six(c0: Pair[E], c1: Pair[E], c2: Pair[E]) -> Six[E]:
    """c0 + c1 rho + c2 rho^2."""
    return c0[0], c0[1], c1[0], c1[1], c2[0], c2[1]


def mul6(b: int, f: Six[E], g: Six[E]) -> Six[E]:
    """f g in F_3^6m: 18 multiplications (Karatsuba), rho^3 = rho + b, rho^4 = rho^2 + b rho."""
    f0, f1, f2 = parts(f)
    g0, g1, g2 = parts(g)
    p00, p11, p22 = mul_sigma2(f0, g0), mul_sigma2(f1, g1), mul_sigma2(f2, g2)
    p01 = mul_sigma2(add2(f0, f1), add2(g0, g1))
    p02 = mul_sigma2(add2(f0, f2), add2(g0, g2))
    p12 = mul_sigma2(add2(f1, f2), add2(g1, g2))
    c1 = subtract2(subtract2(p01, p00), p11)
    c2 = add2(subtract2(subtract2(p02, p00), p22), p11)
    c3 = subtract2(subtract2(p12, p11), p22)
    return six(
        add2(p00, signed2(b, c3)),
        add2(add2(c1, c3), signed2(b, p22)),
        add2(c2, p22),
    )


def conjugate6(f: Six[E]) -> Six[E]:
    """f^(3^3m): sigma goes to -sigma."""
    return f[0], -f[1], f[2], -f[3], f[4], -f[5]


def frobenius6(b: int, f: Six[E], i: int) -> Six[E]:
    """f^(3^i): sigma goes to (-1)^i sigma, rho to rho + i b (Beuchat et al. 2010, section III-B.1)."""
    u = [c.frobenius(i) for c in f]
    shift = i * b % 3
    rows = []
    for low, middle, high in ((u[0], u[2], u[4]), (u[1], u[3], u[5])):
        if shift:  # rho^2 goes to rho^2 - shift rho + 1, for shift^2 = 1
            e = 1 if shift == 1 else -1
            low, middle = low + signed(e, middle) + high, middle - signed(e, high)
        rows.append((low, middle, high))
    if i % 2:
        rows[1] = (-rows[1][0], -rows[1][1], -rows[1][2])
    even, odd = rows
    return even[0], odd[0], even[1], odd[1], even[2], odd[2]
