"""F_q2 = F_q(s), s^2 = xi: elements with operators."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Generic

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.fq import Fq, Small


class Fq2(Generic[E]):
    """a + b s."""

    __slots__ = ("a", "b")
    linear = 1
    """What `times_linear` multiplies by beside the line."""

    def __init__(self, a: Fq[E], b: Fq[E]) -> None:
        self.a, self.b = a, b

    @property
    def parts(self) -> tuple[Fq[E], ...]:
        """The coefficients."""
        return self.a, self.b

    def __add__(self, other: Fq2[E]) -> Fq2[E]:
        return Fq2(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Fq2[E]) -> Fq2[E]:
        return Fq2(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Fq2[E]:
        return Fq2(-self.a, -self.b)

    def __mul__(self, other: Fq2[E]) -> Fq2[E]:
        low, high = self.a * other.a, self.b * other.b
        cross = (self.a + self.b) * (other.a + other.b)
        return Fq2(low + high.times_xi(), cross - (low + high))

    def square(self) -> Fq2[E]:
        """Three squares in F_q; paired two multiplications there."""
        if self.a.rules.paired:
            return PairedSquare(self).value()
        low, high = self.a.square(), self.b.square()
        return Fq2(low + high.times_xi(), (self.a + self.b).square() - (low + high))

    def times_root(self) -> Fq2[E]:
        """The product with s."""
        return Fq2(self.b.times_xi(), self.a)

    def adjugate(self) -> tuple[Fq2[E], Fq[E]]:
        """y and n with x y = n, the norm to F_q: two squares there."""
        return Fq2(self.a, -self.b), self.a.square() - self.b.square().times_xi()

    def times_linear(self, a: Fq[E], b: Fq[E]) -> Fq2[E]:
        """The product with a + b s."""
        return self * Fq2(a, b)

    def scale(self, factor: Fq[E]) -> Fq2[E]:
        """The product with an element of F_q."""
        return Fq2(self.a * factor, self.b * factor)

    def double(self) -> Fq2[E]:
        """Twice the element."""
        return self + self


class PairedSquare(Generic[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s from two multiplications in F_q = F_p2, i^2 = -1.

    They are g h and (g + c h)(g + d h) = g^2 + xi h^2 + (c + d) g h with c d = xi.
    """

    def __init__(self, x: Fq2[E]) -> None:
        g, h = x.a, x.b
        c, d = factors(g.rules.xi)
        self.both = (c[0] + d[0], c[1] + d[1])
        self.odd_half = g * h
        self.turned = g.plus_multiple(c, h) * g.plus_multiple(d, h)

    def value(self) -> Fq2[E]:
        """The square."""
        s0, s1 = self.both
        return Fq2(self.turned.plus_multiple((-s0, -s1), self.odd_half), self.odd_half.times(2))

    def even_less(self, y: Fq[E]) -> Fq[E]:
        """g^2 + xi h^2 - 2 y."""
        s0, s1 = self.both
        if s0 % 2 == s1 % 2 == 0:
            return self.turned - y.plus_multiple((s0 // 2, s1 // 2), self.odd_half).times(2)
        return self.turned.plus_multiple((-s0, -s1), self.odd_half) - y.times(2)

    def odd_more(self, y: Fq[E]) -> Fq[E]:
        """2 g h + 2 y."""
        return (self.odd_half + y).times(2)

    def odd_turned(self, y: Fq[E]) -> Fq[E]:
        """2 xi g h + 2 y."""
        return (self.odd_half.times_xi() + y).times(2)


@cache
def factors(xi: Small) -> tuple[Small, Small]:
    """c and d with c d = xi in Z[i], for which a square takes fewest additions."""
    x0, x1 = xi
    norm, most = x0 * x0 + x1 * x1, max(xi)
    found: list[tuple[Small, Small]] = []
    for c0, c1 in product(range(-most, most + 1), repeat=2):
        part = c0 * c0 + c1 * c1
        d0, d1 = x0 * c0 + x1 * c1, x1 * c0 - x0 * c1  # xi times the conjugate of c
        if part and norm % part == d0 % part == d1 % part == 0:
            found.append(((c0, c1), (d0 // part, d1 // part)))

    def cost(pair: tuple[Small, Small]) -> int:
        (c0, c1), (d0, d1) = pair
        both = (c0 + d0, c1 + d1)
        halves = both[0] % 2 == both[1] % 2 == 0
        after = additions_of((both[0] // 2, both[1] // 2)) if halves else additions_of(both)
        return sum(map(additions_of, pair)) + after

    return min(found, key=lambda pair: (cost(pair), pair))


def additions_of(z: Small) -> int:
    """How many additions `Fq.plus_multiple` takes in F_p2."""
    return sum(2 * (_additions(abs(n)) + 1) for n in z if n)


def _additions(n: int) -> int:
    """How many additions `multiple` takes."""
    if n == 1:
        return 0
    return 1 + (_additions(n // 2) if n % 2 == 0 else _additions(n + 1 if n % 4 == 3 and n > 3 else n - 1))
