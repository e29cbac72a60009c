"""F_2^2m = F_2^m(s) and F_2^4m = F_2^2m(t), s^2 = s + 1, t^2 = t + s, m odd (Beuchat et al. 2010, Table I).

An element of F_2^2m is a pair (c0, c1) for c0 + c1 s; one of F_2^4m a 4-tuple in the order 1, s, t, st, which
is the order of the vectors. Conjugation of F_2^2m over F_2^m sends s to s + 1; that of F_2^4m over F_2^2m
sends t to t + 1.
"""

from __future__ import annotations

from typing import TypeAlias

from pairforge.algebra.arithmetic import E

Pair: TypeAlias = tuple[E, E]
Quad: TypeAlias = tuple[E, E, E, E]


def low(f: Quad[E]) -> Pair[E]:
    """C1 of f = C1 + C2 t."""
    return f[0], f[1]


def high(f: Quad[E]) -> Pair[E]:
    """C2 of f = C1 + C2 t."""
    return f[2], f[3]


def quad(c1: Pair[E], c2: Pair[E]) -> Quad[E]:
    """C1 + C2 t."""
    return c1[0], c1[1], c2[0], c2[1]


def add2(a: Pair[E], b: Pair[E]) -> Pair[E]:
    """a + b in F_2^2m."""
    return a[0] + b[0], a[1] + b[1]


def mul2(a: Pair[E], b: Pair[E]) -> Pair[E]:
    """a b in F_2^2m: 3 multiplications (Karatsuba), s^2 = s + 1."""
    p0 = a[0] * b[0]
    p1 = a[1] * b[1]
    p2 = (a[0] + a[1]) * (b[0] + b[1])
    return p0 + p1, p2 + p0


def scale2(a: Pair[E], c: E) -> Pair[E]:
    """a c with c in F_2^m: 2 multiplications."""
    return a[0] * c, a[1] * c


def times_s(a: Pair[E]) -> Pair[E]:
    """s a = a1 + (a0 + a1) s."""
    return a[1], a[0] + a[1]


def conjugate2(a: Pair[E]) -> Pair[E]:
    """a^(2^m): s goes to s + 1."""
    return a[0] + a[1], a[1]


def norm2(a: Pair[E]) -> E:
    """a^(2^m + 1) = a0^2 + a0 a1 + a1^2 in F_2^m: 1 multiplication."""
    return a[0] * a[1] + (a[0] + a[1]).frobenius(1)


def frobenius2(a: Pair[E], i: int) -> Pair[E]:
    """a^(2^i), by s^(2^i) = s + i mod 2."""
    c0, c1 = a[0].frobenius(i), a[1].frobenius(i)
    return (c0 + c1, c1) if i % 2 else (c0, c1)


def square2(a: Pair[E]) -> Pair[E]:
    """a^2 = (a0 + a1)^2 + a1^2 s."""
    return (a[0] + a[1]).frobenius(1), a[1].frobenius(1)


def add4(f: Quad[E], g: Quad[E]) -> Quad[E]:
    """f + g in F_2^4m."""
    return f[0] + g[0], f[1] + g[1], f[2] + g[2], f[3] + g[3]


def mul4(f: Quad[E], g: Quad[E]) -> Quad[E]:
    """f g in F_2^4m: 9 multiplications (Karatsuba twice), t^2 = t + s."""
    p0 = mul2(low(f), low(g))
    p1 = mul2(high(f), high(g))
    p2 = mul2(add2(low(f), high(f)), add2(low(g), high(g)))
    return quad(add2(p0, times_s(p1)), add2(p2, p0))


def mul4_by_halves(f: Quad[E], g: Quad[E]) -> Quad[E]:
    """f g in F_2^4m: f G1 + f G2 t with g = G1 + G2 t, 12 multiplications, each operand in two of them."""
    F1, F2, G1, G2 = low(f), high(f), low(g), high(g)
    top = mul2(F2, G2)
    return quad(add2(mul2(F1, G1), times_s(top)), add2(add2(mul2(F2, G1), mul2(F1, G2)), top))


def conjugate4(f: Quad[E]) -> Quad[E]:
    """f^(2^2m): t goes to t + 1. The inverse of an element of norm 1 over F_2^2m."""
    return quad(add2(low(f), high(f)), high(f))


def frobenius4(f: Quad[E], i: int) -> Quad[E]:
    """f^(2^i), by s^(2^i) = s + g1, t^(2^i) = t + g1 s + g2 (Beuchat et al. 2010, section IV-B).

    There g1 = i mod 2 and g2 = floor(i/2) mod 2.
    """
    c1, c2 = frobenius2(low(f), i), frobenius2(high(f), i)
    if i % 2:
        c1 = add2(c1, times_s(c2))
    if i // 2 % 2:
        c1 = add2(c1, c2)
    return quad(c1, c2)


def mul_sparse(f: Quad[E], g0: E, g1: E) -> Quad[E]:
    """f (g0 + g1 s + t): 6 multiplications (Beuchat et al. 2010, Algorithm 4)."""
    f0, f1, f2, f3 = f
    a0 = g0 + g1
    a1 = f0 + f1
    a2 = f2 + f3
    m0 = g0 * f0
    m1 = g1 * f1
    m2 = a0 * a1
    m3 = g0 * f2
    m4 = g1 * f3
    m5 = a0 * a2
    return m0 + m1 + f3, m0 + m2 + a2, m3 + m4 + f0 + f2, m3 + m5 + f1 + f3


def mul_given_norms(v: Quad[E], norm_v: Pair[E], w: Quad[E], norm_w: Pair[E]) -> Quad[E]:
    """v conj(w) in F_2^4m, the norms over F_2^2m of both being known: 6 multiplications instead of 9.

    With v = X + Y t, w = R + S t, the product is X(R+S) + sYS + (XS + YR) t. The norms give two products for
    nothing: XY = N(v) + X^2 + sY^2 and RS = N(w) + R^2 + sS^2. Squares cost nothing either, so one
    multiplication in F_2^2m suffices for each coefficient:

        (X + R)(Y + S)     = XS + YR + XY + RS,
        (X + sS)(Y + R + S) = X(R+S) + sYS + XY + sRS + sS^2.
    """
    X, Y = low(v), high(v)
    R, S = low(w), high(w)
    XY = add2(norm_v, add2(square2(X), times_s(square2(Y))))
    RS = add2(norm_w, add2(square2(R), times_s(square2(S))))
    first = mul2(add2(X, times_s(S)), add2(Y, add2(R, S)))
    second = mul2(add2(X, R), add2(Y, S))
    low_part = add2(first, add2(XY, times_s(add2(RS, square2(S)))))
    return quad(low_part, add2(second, add2(XY, RS)))
