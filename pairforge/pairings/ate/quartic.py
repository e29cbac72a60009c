"""F_p4 = F_p2(s), s^2 = xi: elements with operators."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Generic

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.quadratic import Fp2, Gaussian, additions_of


class Fp4(Generic[E]):
    """a + b s."""

    __slots__ = ("a", "b")

    def __init__(self, a: Fp2[E], b: Fp2[E]) -> None:
        self.a, self.b = a, b

    def __add__(self, other: Fp4[E]) -> Fp4[E]:
        return Fp4(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Fp4[E]) -> Fp4[E]:
        return Fp4(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Fp4[E]:
        return Fp4(-self.a, -self.b)

    def __mul__(self, other: Fp4[E]) -> Fp4[E]:
        low, high = self.a * other.a, self.b * other.b
        cross = (self.a + self.b) * (other.a + other.b)
        return Fp4(low + high.times_xi(), cross - (low + high))

    def square(self) -> Fp4[E]:
        """Three squares in F_p2: 6 multiplications in F_p; paired two multiplications there."""
        if self.a.rules.paired:
            return PairedSquare(self).value()
        low, high = self.a.square(), self.b.square()
        return Fp4(low + high.times_xi(), (self.a + self.b).square() - (low + high))

    def times_s(self) -> Fp4[E]:
        """The product with s."""
        return Fp4(self.b.times_xi(), self.a)

    def double(self) -> Fp4[E]:
        """Twice the element."""
        return self + self


class PairedSquare(Generic[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s from two multiplications in F_p2.

    They are g h and (g + c h)(g + d h) = g^2 + xi h^2 + (c + d) g h with c d = xi.
    """

    def __init__(self, x: Fp4[E]) -> None:
        g, h = x.a, x.b
        c, d = factors(g.rules.xi)
        self.both = (c[0] + d[0], c[1] + d[1])
        self.odd_half = g * h
        self.turned = g.plus_multiple(c, h) * g.plus_multiple(d, h)

    def value(self) -> Fp4[E]:
        """The square."""
        s0, s1 = self.both
        return Fp4(self.turned.plus_multiple((-s0, -s1), self.odd_half), self.odd_half.times(2))

    def even_less(self, y: Fp2[E]) -> Fp2[E]:
        """g^2 + xi h^2 - 2 y."""
        s0, s1 = self.both
        if s0 % 2 == s1 % 2 == 0:
            return self.turned - y.plus_multiple((s0 // 2, s1 // 2), self.odd_half).times(2)
        return self.turned.plus_multiple((-s0, -s1), self.odd_half) - y.times(2)

    def odd_more(self, y: Fp2[E]) -> Fp2[E]:
        """2 g h + 2 y."""
        return (self.odd_half + y).times(2)

    def odd_turned(self, y: Fp2[E]) -> Fp2[E]:
        """2 xi g h + 2 y."""
        return (self.odd_half.times_xi() + y).times(2)


@cache
def factors(xi: Gaussian) -> tuple[Gaussian, Gaussian]:
    """c and d with c d = xi in Z[i], for which a square takes fewest additions."""
    x0, x1 = xi
    norm, most = x0 * x0 + x1 * x1, max(xi)
    found: list[tuple[Gaussian, Gaussian]] = []
    for c0, c1 in product(range(-most, most + 1), repeat=2):
        part = c0 * c0 + c1 * c1
        d0, d1 = x0 * c0 + x1 * c1, x1 * c0 - x0 * c1  # xi times the conjugate of c
        if part and norm % part == d0 % part == d1 % part == 0:
            found.append(((c0, c1), (d0 // part, d1 // part)))

    def cost(pair: tuple[Gaussian, Gaussian]) -> int:
        (c0, c1), (d0, d1) = pair
        both = (c0 + d0, c1 + d1)
        halves = both[0] % 2 == both[1] % 2 == 0
        after = additions_of((both[0] // 2, both[1] // 2)) if halves else additions_of(both)
        return sum(map(additions_of, pair)) + after

    return min(found, key=lambda pair: (cost(pair), pair))
