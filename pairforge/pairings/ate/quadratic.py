"""F_p2 = F_p(i), i^2 = -1, p = 3 (mod 4): elements with operators, and what a product is made of."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from pairforge.algebra.arithmetic import E, PrimeArithmetic

Way: TypeAlias = Literal["karatsuba", "schoolbook", "paired"]
"""How a product in F_p2 is made: three multiplications in F_p and five additions, or four and two. `paired`
is for machines that take a b + c d and a b - c d as one operation: products are as in `schoolbook`, two of
these, a square is two as well, and squares above F_p2 are made of products where that takes fewer of both.
"""

Gaussian: TypeAlias = tuple[int, int]
"""z0 + z1 i for small integers."""


@dataclass(frozen=True)
class Rules:
    """How the fields above F_p are built and computed.

    `xi`: (x0, x1), both positive and small; x0 + x1 i is neither a square nor a cube, w^6 = xi.
    """

    xi: Gaussian
    way: Way = "karatsuba"

    @property
    def paired(self) -> bool:
        """Whether a square in F_p2 costs what a product does."""
        return self.way == "paired"

    @property
    def additions(self) -> int:
        """How many additions in F_p a product with xi takes."""
        common = gcd(*self.xi)
        return 2 * (sum(_additions(x // common) for x in self.xi) + 1 + _additions(common))


class Module(Protocol):
    """What can be added and negated."""

    def __add__(self, other: Self, /) -> Self: ...

    def __sub__(self, other: Self, /) -> Self: ...

    def __neg__(self) -> Self: ...


M = TypeVar("M", bound=Module)


def multiple(n: int, x: M) -> M:
    """n x, n > 0, by doublings and additions of the non-adjacent form of n."""
    if n % 2:
        if n == 1:
            return x
        return multiple(n + 1, x) - x if n % 4 == 3 and n > 3 else multiple(n - 1, x) + x
    half = multiple(n // 2, x)
    return half + half


def _plus(x: M, n: int, y: M) -> M:
    """x + n y."""
    if n == 0:
        return x
    return x + multiple(n, y) if n > 0 else x - multiple(-n, y)


def additions_of(z: Gaussian) -> int:
    """How many additions `Fp2.plus_multiple` takes."""
    return sum(2 * (_additions(abs(n)) + 1) for n in z if n)


def _additions(n: int) -> int:
    """How many additions `multiple` takes."""
    if n == 1:
        return 0
    return 1 + (_additions(n // 2) if n % 2 == 0 else _additions(n + 1 if n % 4 == 3 and n > 3 else n - 1))


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
        if self.rules.way == "karatsuba":
            cross = (self.a + self.b) * (other.a + other.b) - (real + imaginary)
        else:
            cross = self.a * other.b + self.b * other.a
        return Fp2(self.rules, real - imaginary, cross)

    def square(self) -> Fp2[E]:
        """Two multiplications: (a + b)(a - b) + 2 a b i; paired a^2 - b^2 + 2 a b i."""
        half = self.a * self.b
        if self.rules.paired:
            real = self.a * self.a - self.b * self.b
        else:
            real = (self.a + self.b) * (self.a - self.b)
        return Fp2(self.rules, real, half + half)

    def twice_product(self, other: Fp2[E], squares: Fp2[E]) -> Fp2[E]:
        """2 x y, from x^2 + y^2, by a square; paired by the product."""
        if self.rules.paired:
            return (self * other).times(2)
        return (self + other).square() - squares

    def scale(self, factor: E) -> Fp2[E]:
        """The product with an element of F_p: two multiplications."""
        return Fp2(self.rules, self.a * factor, self.b * factor)

    def conjugate(self) -> Fp2[E]:
        """a - b i, the p-th power."""
        return Fp2(self.rules, self.a, -self.b)

    def inverse(self, k: PrimeArithmetic[E]) -> Fp2[E]:
        """1/x, and 0 of 0: four multiplications and an inversion in F_p."""
        return self.conjugate().scale(k.inverse(self.norm()))

    def norm(self) -> E:
        """a^2 + b^2."""
        return self.a * self.a + self.b * self.b

    def plus(self, x: E) -> Fp2[E]:
        """The sum with an element of F_p."""
        return Fp2(self.rules, self.a + x, self.b)

    def times_xi(self) -> Fp2[E]:
        """No multiplications."""
        x0, x1 = self.rules.xi
        common = gcd(x0, x1)
        real = multiple(x0 // common, self.a) - multiple(x1 // common, self.b)
        imaginary = multiple(x1 // common, self.a) + multiple(x0 // common, self.b)
        return Fp2(self.rules, multiple(common, real), multiple(common, imaginary))

    def plus_multiple(self, z: Gaussian, y: Fp2[E]) -> Fp2[E]:
        """x + (z0 + z1 i) y for small integers: no multiplications."""
        (z0, z1), a, b = z, self.a, self.b
        for n, m, part in ((z0, z1, y.a), (-z1, z0, y.b)):
            a, b = _plus(a, n, part), _plus(b, m, part)
        return Fp2(self.rules, a, b)

    def times(self, n: int) -> Fp2[E]:
        """The multiple by a small integer."""
        return multiple(n, self)

    def times_constant(self, k: Any, c: tuple[int, int]) -> Fp2[E]:
        """The product with c0 + c1 i: two multiplications where one of them is 0 or they are equal."""
        c0, c1 = c
        if c1 == 0:
            return self.scale(k.constant(c0))
        if c0 == 0:
            factor = k.constant(c1)
            return Fp2(self.rules, -(self.b * factor), self.a * factor)
        if c0 == c1:  # c0 (1 + i)
            return Fp2(self.rules, self.a - self.b, self.a + self.b).scale(k.constant(c0))
        real, imaginary = k.constant(c0), k.constant(c1)
        if self.rules.way == "karatsuba":
            first, second = self.a * real, self.b * imaginary
            both = k.constant((c0 + c1) % k.characteristic)
            return Fp2(self.rules, first - second, (self.a + self.b) * both - (first + second))
        return self * Fp2(self.rules, real, imaginary)
