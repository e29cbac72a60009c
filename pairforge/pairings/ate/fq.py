"""F_q, the field of the twist, q = p^e: what the fields above it ask of an element, and what products are.

The tower over F_p has one step for each prime factor of e: F_p2, F_p4 and F_p8 by square roots, F_p3 by a
cube root. An element is a `Scalar` (e = 1), a `Pair` (F_p2), a `Quadratic` or a `Cubic` over one of these, or
one of the arithmetic's own where machines compute in F_p2 (`whole`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from pairforge.algebra.arithmetic import E, PrimeArithmetic

Way: TypeAlias = Literal["karatsuba", "schoolbook", "paired", "whole"]
"""How a product in F_p2 is made: three multiplications in F_p and five additions, or four and two. `paired`
is for machines that take a b + c d and a b - c d as one operation: products are as in `schoolbook`, two of
these, a square is two as well, and squares above F_p2 are made of products where that takes fewer of both.
`whole` is for machines that compute in F_p2: a product is one operation.
"""

OVER_PRIME: tuple[Way, ...] = ("karatsuba", "schoolbook", "paired")
"""The ways of an arithmetic over F_p; `whole` is that of one over F_p2. The last two, and `paired`, are for
i^2 = -1 in F_p2 itself.
"""

Small: TypeAlias = tuple[int, ...]
"""An element with small integers for coefficients, in the order of `Fq.flat`."""


@dataclass(frozen=True)
class Rules:
    """How a field and what is above it are built and computed.

    `xi`: the element whose root is the next step of the tower, with small coefficients; as many as the degree
    of the field over F_p. `lower`: the rules of the field below; None for F_p.
    """

    xi: Small
    way: Way = "karatsuba"
    lower: Rules | None = None

    @classmethod
    def over_prime(cls, steps: tuple[Small, ...], way: Way = "karatsuba") -> Rules:
        """`steps`: the xi of F_p, of the field above it, and so on."""
        rules: Rules | None = None
        for xi in steps:
            rules = cls(xi, way, rules)
        assert rules is not None
        return rules

    @property
    def degree(self) -> int:
        """Over F_p."""
        return len(self.xi)

    @property
    def step(self) -> int:
        """The degree over the field below."""
        return self.degree // self.lower.degree if self.lower else 1

    @property
    def levels(self) -> Iterator[Rules]:
        """These rules and those below, down to F_p."""
        rules: Rules | None = self
        while rules:
            yield rules
            rules = rules.lower

    @property
    def gaussian(self) -> bool:
        """Whether it is F_p2 with i^2 = -1."""
        return self.degree == 2 and self.lower is not None and self.lower.xi == (-1,)

    @property
    def whole(self) -> bool:
        """Whether an element is one of the arithmetic's own."""
        return self.way == "whole"

    @property
    def parts(self) -> int:
        """Of how many elements of the arithmetic an element consists."""
        return 1 if self.whole else self.degree

    @property
    def paired(self) -> bool:
        """Whether a square in F_p2 costs what a product does."""
        return self.way == "paired"


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


def combination(n: int, x: M, m: int, y: M) -> M:
    """n x + m y, not both zero."""
    if n > 0:
        return plus_times(multiple(n, x), m, y)
    if m > 0:
        return plus_times(multiple(m, y), n, x)
    return -combination(-n, x, -m, y)


class Fq(ABC, Generic[E]):
    """An element of F_q."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @property
    @abstractmethod
    def flat(self) -> tuple[E, ...]:
        """The elements of the arithmetic that it consists of."""

    @property
    def coordinates(self) -> tuple[E, ...]:
        """The coefficients over F_p, as elements of the arithmetic; no multiplications. Of an arithmetic
        over F_p2 they are right but for what they have beside their real part.
        """
        return self.flat

    @abstractmethod
    def like(self, flat: tuple[E, ...]) -> Self:
        """The element of the same field with this `flat`."""

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
        """The square."""

    @abstractmethod
    def scale(self, factor: E) -> Self:
        """The product with an element of F_p: as many multiplications as the degree."""

    @abstractmethod
    def plus(self, x: E) -> Self:
        """The sum with an element of F_p."""

    @abstractmethod
    def times_small(self, z: Small) -> Self:
        """The product with an element other than 0 that has small coefficients: no multiplications."""

    @abstractmethod
    def times_constant(self, k: Any, c: tuple[int, ...]) -> Self:
        """The product with the element of these coefficients, from 0 to p - 1; it is not 0."""

    def constant(self, k: Any, c: tuple[int, ...]) -> Self:
        """The element of the same field with these coefficients."""
        return self.like(tuple(k.constant(digit) for digit in c))

    @abstractmethod
    def inverse(self, k: PrimeArithmetic[E]) -> Self:
        """1/x, and 0 of 0, with one inversion in F_p."""

    def inverse_square(self, k: PrimeArithmetic[E]) -> Self:
        """1/x^2, and 0 of 0."""
        return self.inverse(k).square()

    def times_xi(self) -> Self:
        """The product with xi: no multiplications."""
        return self.times_small(self.rules.xi)

    def plus_multiple(self, z: Small, y: Self) -> Self:
        """x + z y: no multiplications."""
        return self + y.times_small(z) if any(z) else self

    def twice_product(self, other: Self, squares: Self) -> Self:
        """2 x y, from x^2 + y^2, by a square; paired by the product."""
        if self.rules.paired:
            return (self * other).times(2)
        return (self + other).square() - squares

    def times(self, n: int) -> Self:
        """The multiple by a small integer other than 0."""
        return multiple(n, self) if n > 0 else -multiple(-n, self)


def times_constant(k: Any, x: Fq[E], constant: tuple[int, ...]) -> Any:
    """The product with a constant other than 0; 1 and -1 take no multiplication."""
    if not any(constant[1:]):
        if constant[0] == 1:
            return x
        if constant[0] == k.characteristic - 1:
            return -x
    return x.times_constant(k, constant)
