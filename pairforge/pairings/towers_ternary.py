"""F_3^6m = F_3^m(sigma, rho), sigma^2 = -1, rho^3 = rho + b, m coprime to 6 (Beuchat et al. 2010, Table I).

An element is a 6-tuple in the order 1, sigma, rho, sigma rho, rho^2, sigma rho^2, which is the order of the
vectors: three elements of F_3^2m = F_3^m(sigma), each a pair. Conjugation of F_3^6m over F_3^3m sends sigma
to -sigma.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pairforge.algebra.arithmetic import E
from pairforge.pairings.towers import Pair, add2

Six: TypeAlias = tuple[E, E, E, E, E, E]
Three: TypeAlias = tuple[E, E, E]


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


def times_sigma(a: Pair[E]) -> Pair[E]:
    """sigma a = -a1 + a0 sigma."""
    return -a[1], a[0]


def values6(f: Six[E]) -> tuple[Pair[E], ...]:
    """The values at 0, 1, -1, sigma and infinity of the polynomial f in rho over F_3^2m."""
    f0, f1, f2 = parts(f)
    even = add2(f0, f2)
    return f0, add2(even, f1), subtract2(even, f1), add2(subtract2(f0, f2), times_sigma(f1)), f2


def from_values6(b: int, values: Sequence[Pair[E]]) -> Six[E]:
    """The polynomial of degree 4 with these values at 0, 1, -1, sigma and infinity, reduced to F_3^6m.

    With p0 and p4 at hand, p2 = -(p(1) + p(-1)) - p0 - p4, p1 + p3 = p(-1) - p(1), and
    p1 - p3 = sigma (p0 - p2 + p4 - p(sigma)).
    """
    p0, plus, minus, at_sigma, p4 = values
    ends = add2(p0, p4)
    p2 = subtract2(signed2(-1, add2(plus, minus)), ends)
    total = subtract2(minus, plus)
    difference = times_sigma(subtract2(subtract2(ends, p2), at_sigma))
    p1 = signed2(-1, add2(total, difference))
    p3 = subtract2(difference, total)
    return six(add2(p0, signed2(b, p3)), add2(add2(p1, p3), signed2(b, p4)), add2(p2, p4))


def mul6(b: int, f: Six[E], g: Six[E]) -> Six[E]:
    """f g in F_3^6m: 15 multiplications, 3 for each of five points (Gorla, Puttmann, Shokrollahi 2007)."""
    return from_values6(b, [mul_sigma2(x, y) for x, y in zip(values6(f), values6(g), strict=True)])


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


def halves(f: Six[E]) -> tuple[Three[E], Three[E]]:
    """A and B of f = A + B sigma, both in F_3^3m."""
    return (f[0], f[2], f[4]), (f[1], f[3], f[5])


def join(a: Three[E], b: Three[E]) -> Six[E]:
    """A + B sigma."""
    return a[0], b[0], a[1], b[1], a[2], b[2]


def add3(f: Three[E], g: Three[E]) -> Three[E]:
    """f + g in F_3^3m."""
    return f[0] + g[0], f[1] + g[1], f[2] + g[2]


def mul3(b: int, f: Three[E], g: Three[E]) -> Three[E]:
    """f g in F_3^3m: 6 multiplications (Karatsuba)."""
    p0, p1, p2 = (x * y for x, y in zip(f, g, strict=True))
    c1 = (f[0] + f[1]) * (g[0] + g[1]) - p0 - p1
    c2 = (f[0] + f[2]) * (g[0] + g[2]) - p0 - p2 + p1
    c3 = (f[1] + f[2]) * (g[1] + g[2]) - p1 - p2
    return p0 + signed(b, c3), c1 + c3 + signed(b, p2), c2 + p2


def square3(b: int, f: Three[E]) -> Three[E]:
    """f^2 in F_3^3m: 4 multiplications.

    The coefficients f0^2 - b f1 f2, -f0 f1 - f1 f2 + b f2^2 and f1^2 - f0 f2 + f2^2 lie in a space of
    quadratic forms that these four products span.
    """
    f0, f1, f2 = f
    m1 = f2 * f2
    m2 = f1 * (f0 + f2)
    m3 = (f1 + f2) * (f0 - f1 - f2)
    m4 = f0 * (f0 + signed(b, f1))
    return m4 - signed(b, m2), signed(b, m1) - m2, m2 - m3


def cofactor3(b: int, f: Three[E]) -> Three[E]:
    """f^(q + q^2) = N(f)/f in F_q^3, q = 3^m, m coprime to 6: 4 multiplications.

    With f^q = X + Y and f^(q^2) = X - Y up to order, X = f + f2 and Y = f1 - f2 rho, it is X^2 - Y^2. Like
    `square3`, its three quadratic forms lie in the span of four products.
    """
    a, f1, f2 = f[0] + f[2], f[1], f[2]
    m1 = f2 * f2
    m2 = f1 * (a - f2)
    m3 = (f1 + f2) * (a - f1)
    m4 = a * (a - signed(b, f1) - f2)
    return m4 + signed(b, m2) + m3 - m2, signed(b, m1) - m2, m2 - m3


def first_of_product3(b: int, f: Three[E], g: Three[E]) -> E:
    """The coefficient of 1 of f g in F_3^3m: 3 multiplications."""
    return f[0] * g[0] + signed(b, f[1] * g[2] + f[2] * g[1])


def scale3(f: Three[E], c: E) -> Three[E]:
    """f c with c in F_3^m: 3 multiplications."""
    return f[0] * c, f[1] * c, f[2] * c


def conjugate_sigma2(a: Pair[E]) -> Pair[E]:
    """a^(3^m), m odd: sigma goes to -sigma."""
    return a[0], -a[1]


def mul_by_three(b: int, f: Six[E], g: Three[E]) -> Six[E]:
    """f g in F_3^6m with g in F_3^3m: 11 multiplications; at 0, 1, -1 and infinity g is in F_3^m."""
    zero = g[0] - g[0]
    *real, (sigma0, sigma1), top = values6(join(g, (zero, zero, zero)))
    f_values = values6(f)
    products = [(x[0] * y[0], x[1] * y[0]) for x, y in zip(f_values[:3], real, strict=True)]
    at_sigma = mul_sigma2(f_values[3], (sigma0, sigma1))
    return from_values6(b, [*products, at_sigma, (f_values[4][0] * top[0], f_values[4][1] * top[0])])


def power_q_plus_one(b: int, m: int, one: E, f: Six[E]) -> Six[E]:
    """f^(q + 1), q = 3^m, m coprime to 6, for f of norm 1 over F_q^3: 9 multiplications.

    With f = f0 + f1 rho + f2 rho^2 over F_q^2 and c for conjugation there, f^q = c(f0) + c(f1)(rho + d) +
    c(f2)(rho + d)^2, d = m b mod 3 = 1 or -1. Three products gij = fi c(fj) take 3 multiplications each; the
    norms gii in F_q follow from f conj(f) = 1, whose coefficients in F_q are

        g00 + b p3 = 1,   p1 + p3 + b g22 = 0,   p2 + g11 + g22 = 0,

    with p1, p2, p3 the traces of g01, g02, g12.
    """
    f0, f1, f2 = parts(f)
    d = 1 if m * b % 3 == 1 else -1
    g01 = mul_sigma2(f0, conjugate_sigma2(f1))
    g02 = mul_sigma2(f0, conjugate_sigma2(f2))
    g12 = mul_sigma2(f1, conjugate_sigma2(f2))
    p1, p2, p3 = (-g[0] for g in (g01, g02, g12))
    g22 = -signed(b, p1 + p3)
    g11 = -g22 - p2
    g00 = one - signed(b, p3)

    t01, t02, t12 = signed2(d, g01), signed2(d, g02), signed2(d, g12)
    n11, n22 = signed(d, g11), signed(d, g22)
    c0 = (g00 + t01[0] + g02[0], t01[1] + g02[1])
    c1 = (p1 - t02[0] + n11 + g12[0], g12[1] - t02[1])
    c2 = (p2 + g11 + g22, -(t12[1] + t12[1]))
    c3 = p3 - n22
    return six((c0[0] + signed(b, c3), c0[1]), (c1[0] + c3 + signed(b, g22), c1[1]), (c2[0] + g22, c2[1]))
