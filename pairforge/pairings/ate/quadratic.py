"""F_p2 = F_p(i), i^2 = -1, p = 3 (mod 4): elements with operators, and what a product is made of.

`Fp2` is what the fields above it ask of an element; `Pair` computes on two elements of F_p. An element that
is one of the arithmetic's own, for machines whose units work in F_p2, is in `whole`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import gcd
from typing import Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from pairforge.algebra.arithmetic import E, PrimeArithmetic

Way: TypeAlias = Literal["karatsuba", "schoolbook", "paired", "whole"]
"""How a product in F_p2 is made: three multiplications in F_p and five additions, or four and two. `paired`
is for machines that take a b + c d and a b - c d as one operation: products are as in `schoolbook`, two of
these, a square is two as well, and squares above F_p2 are made of products where that takes fewer of both.
`whole` is for machines that compute in F_p2: a product is one operation.
"""

OVER_PRIME: tuple[Way, ...] = ("karatsuba", "schoolbook", "paired")
"""The ways of an arithmetic over F_p; `whole` is that of one over F_p2."""

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
    def whole(self) -> bool:
        """Whether an element is one of the arithmetic's own."""
        return self.way == "whole"

    @property
    def parts(self) -> int:
        """Of how many elements of the arithmetic an element of F_p2 consists."""
        return 1 if self.whole else 2

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


def plus_times(x: M, n: int, y: M) -> M:
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


class Fp2(ABC, Generic[E]):
    """a + b i."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    @abstractmethod
    def flat(self) -> tuple[E, ...]:
        """The elements of the arithmetic that it consists of."""

    @property
    @abstractmethod
    def coordinates(self) -> tuple[E, E]:
        """a and b, as elements of the arithmetic that are in F_p; no multiplications. Of an arithmetic over
        F_p2 they are right but for what they have beside their real part.
        """

    @abstractmethod
    def __add__(self, other: Self) -> Self: ...

    @abstractmethod
    def __sub__(self, other: Self) -> Self: ...

    @abstractmethod
    def __neg__(self) -> Self: ...

    @abstractmethod
    def __mul__(self, other: Self) -> Self: ...

    @abstractmethod
    def square(self) -> Self:
        """Two multiplications."""

    @abstractmethod
    def scale(self, factor: E) -> Self:
        """The product with an element of F_p: two multiplications."""

    @abstractmethod
    def conjugate(self) -> Self:
        """a - b i, the p-th power."""

    @abstractmethod
    def norm(self) -> E:
        """a^2 + b^2."""

    @abstractmethod
    def plus(self, x: E) -> Self:
        """The sum with an element of F_p."""

    @abstractmethod
    def times_xi(self) -> Self:
        """No multiplications."""

    @abstractmethod
    def plus_multiple(self, z: Gaussian, y: Self) -> Self:
        """x + (z0 + z1 i) y for small integers: no multiplications."""

    @abstractmethod
    def times_constant(self, k: Any, c: tuple[int, int]) -> Self:
        """The product with c0 + c1 i."""

    def twice_product(self, other: Self, squares: Self) -> Self:
        """2 x y, from x^2 + y^2, by a square; paired by the product."""
        if self.rules.paired:
            return (self * other).times(2)
        return (self + other).square() - squares

    def inverse(self, k: PrimeArithmetic[E]) -> Self:
        """1/x, and 0 of 0: four multiplications and an inversion in F_p."""
        return self.conjugate().scale(k.inverse(self.norm()))

    def times(self, n: int) -> Self:
        """The multiple by a small integer."""
        return multiple(n, self)


class Pair(Fp2[E]):
    """a + b i as a and b."""

    __slots__ = ("a", "b")

    def __init__(self, rules: Rules, a: E, b: E) -> None:
        super().__init__(rules)
        self.a, self.b = a, b

    def _made(self, a: E, b: E) -> Self:
        return type(self)(self.rules, a, b)

    @property
    def flat(self) -> tuple[E, ...]:
        """a and b."""
        return self.a, self.b

    @property
    def coordinates(self) -> tuple[E, E]:
        """a and b."""
        return self.a, self.b

    def __add__(self, other: Self) -> Self:
        return self._made(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Self) -> Self:
        return self._made(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Self:
        return self._made(-self.a, -self.b)

    def __mul__(self, other: Self) -> Self:
        real, imaginary = self.a * other.a, self.b * other.b
        if self.rules.way == "karatsuba":
            cross = (self.a + self.b) * (other.a + other.b) - (real + imaginary)
        else:
            cross = self.a * other.b + self.b * other.a
        return self._made(real - imaginary, cross)

    def square(self) -> Self:
        """Two multiplications: (a + b)(a - b) + 2 a b i; paired a^2 - b^2 + 2 a b i."""
        half = self.a * self.b
        if self.rules.paired:
            real = self.a * self.a - self.b * self.b
        else:
            real = (self.a + self.b) * (self.a - self.b)
        return self._made(real, half + half)

    def scale(self, factor: E) -> Self:
        """The product with an element of F_p: two multiplications."""
        return self._made(self.a * factor, self.b * factor)

    def conjugate(self) -> Self:
        """a - b i, the p-th power."""
        return self._made(self.a, -self.b)

    def norm(self) -> E:
        """a^2 + b^2."""
        return self.a * self.a + self.b * self.b

    def plus(self, x: E) -> Self:
        """The sum with an element of F_p."""
        return self._made(self.a + x, self.b)

    def times_xi(self) -> Self:
        """No multiplications."""
        x0, x1 = self.rules.xi
        common = gcd(x0, x1)
        real = multiple(x0 // common, self.a) - multiple(x1 // common, self.b)
        imaginary = multiple(x1 // common, self.a) + multiple(x0 // common, self.b)
        return self._made(multiple(common, real), multiple(common, imaginary))

    def plus_multiple(self, z: Gaussian, y: Self) -> Self:
        """x + (z0 + z1 i) y for small integers: no multiplications."""
        (z0, z1), a, b = z, self.a, self.b
        for n, m, part in ((z0, z1, y.a), (-z1, z0, y.b)):
            a, b = plus_times(a, n, part), plus_times(b, m, part)
        return self._made(a, b)

    def times_constant(self, k: Any, c: tuple[int, int]) -> Self:
        """The product with c0 + c1 i: two multiplications where one of them is 0 or they are equal."""
        c0, c1 = c
        if c1 == 0:
            return self.scale(k.constant(c0))
        if c0 == 0:
            factor = k.constant(c1)
            return self._made(-(self.b * factor), self.a * factor)
        if c0 == c1:  # c0 (1 + i)
            return self._made(self.a - self.b, self.a + self.b).scale(k.constant(c0))
        real, imaginary = k.constant(c0), k.constant(c1)
        if self.rules.way == "karatsuba":
            first, second = self.a * real, self.b * imaginary
            both = k.constant((c0 + c1) % k.characteristic)
            return self._made(first - second, (self.a + self.b) * both - (first + second))
        return self * self._made(real, imaginary)
