"""F_p2 = F_p(i), i^2 = -1, p = 3 (mod 4): elements with operators, and what a product is made of."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any, Generic, Protocol, Self, TypeVar

from pairforge.algebra.arithmetic import E, PrimeArithmetic


@dataclass(frozen=True)
class Rules:
    """How the fields above F_p are built and computed.

    `xi`: (x0, x1), both positive and small; x0 + x1 i is neither a square nor a cube, w^6 = xi. `karatsuba`:
    three products in F_p and five sums for one in F_p2; else four and two.
    """

    xi: tuple[int, int]
    karatsuba: bool = True

    @property
    def sums(self) -> int:
        """How many sums in F_p a product with xi takes."""
        common = gcd(*self.xi)
        return 2 * (sum(_sums(x // common) for x in self.xi) + 1 + _sums(common))


class Module(Protocol):
    """What can be added and negated."""

    def __add__(self, other: Self, /) -> Self: ...

    def __sub__(self, other: Self, /) -> Self: ...

    def __neg__(self) -> Self: ...


M = TypeVar("M", bound=Module)


def multiple(n: int, x: M) -> M:
    """n x, n > 0, by doublings and sums of the non-adjacent form of n."""
    if n % 2:
        if n == 1:
            return x
        return multiple(n + 1, x) - x if n % 4 == 3 and n > 3 else multiple(n - 1, x) + x
    half = multiple(n // 2, x)
    return half + half


def _sums(n: int) -> int:
    """How many sums `multiple` takes."""
    if n == 1:
        return 0
    return 1 + (_sums(n // 2) if n % 2 == 0 else _sums(n + 1 if n % 4 == 3 and n > 3 else n - 1))


class Fp2(Generic[E]):
    """a + b i."""

    __slots__ = ("a", "b", "rules")

    def __init__(self, rules: Rules, a: E, b: E) -> None:
        self.rules, self.a, self.b = rules, a, b

    def __add__(self, other: Fp2[E]) -> Fp2[E]:
        return Fp2(self.rules, self.a + other.a, self.b + other.b)

    def __sub__(self, other: Fp2[E]) -> Fp2[E]:
        return Fp2(self.rules, self.a - other.a, self.b - other.b)

    def __neg__(self) -> Fp2[E]:
        return Fp2(self.rules, -self.a, -self.b)

    def __mul__(self, other: Fp2[E]) -> Fp2[E]:
        real, imaginary = self.a * other.a, self.b * other.b
        if self.rules.karatsuba:
            cross = (self.a + self.b) * (other.a + other.b) - (real + imaginary)
        else:
            cross = self.a * other.b + self.b * other.a
        return Fp2(self.rules, real - imaginary, cross)

    def square(self) -> Fp2[E]:
        """Two products: (a + b)(a - b) + 2 a b i."""
        half = self.a * self.b
        return Fp2(self.rules, (self.a + self.b) * (self.a - self.b), half + half)

    def scale(self, factor: E) -> Fp2[E]:
        """The product with an element of F_p: two products."""
        return Fp2(self.rules, self.a * factor, self.b * factor)

    def conjugate(self) -> Fp2[E]:
        """a - b i, the p-th power."""
        return Fp2(self.rules, self.a, -self.b)

    def inverse(self, k: PrimeArithmetic[E]) -> Fp2[E]:
        """1/x, and 0 of 0: four products and an inversion in F_p."""
        return self.conjugate().scale(k.inverse(self.norm()))

    def norm(self) -> E:
        """a^2 + b^2."""
        return self.a * self.a + self.b * self.b

    def plus(self, x: E) -> Fp2[E]:
        """The sum with an element of F_p."""
        return Fp2(self.rules, self.a + x, self.b)

    def times_xi(self) -> Fp2[E]:
        """No products."""
        x0, x1 = self.rules.xi
        common = gcd(x0, x1)
        real = multiple(x0 // common, self.a) - multiple(x1 // common, self.b)
        imaginary = multiple(x1 // common, self.a) + multiple(x0 // common, self.b)
        return Fp2(self.rules, multiple(common, real), multiple(common, imaginary))

    def times(self, n: int) -> Fp2[E]:
        """The multiple by a small integer."""
        return multiple(n, self)

    def times_constant(self, k: Any, c: tuple[int, int]) -> Fp2[E]:
        """The product with a constant c0 + c1 i: two products where one of them is 0 or they are equal."""
        c0, c1 = c
        if c1 == 0:
            return self.scale(k.constant(c0))
        if c0 == 0:
            factor = k.constant(c1)
            return Fp2(self.rules, -(self.b * factor), self.a * factor)
        if c0 == c1:  # c0 (1 + i)
            return Fp2(self.rules, self.a - self.b, self.a + self.b).scale(k.constant(c0))
        real, imaginary = k.constant(c0), k.constant(c1)
        if self.rules.karatsuba:
            first, second = self.a * real, self.b * imaginary
            both = k.constant((c0 + c1) % k.characteristic)
            return Fp2(self.rules, first - second, (self.a + self.b) * both - (first + second))
        return self * Fp2(self.rules, real, imaginary)
