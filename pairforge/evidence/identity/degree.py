"""Degrees of what an algorithm or a program computes, by running it on them.

A value is a rational function of the inputs: N over a product of powers of D_1, D_2, ..., the numerators of
what was inverted. Tracked are a bound for the degree of N and the power of each D; elements of F_p2 stand for
both of their coordinates. Where values are functions of coordinates over the prime field, Frobenius maps are
linear, so they change no degree. Where elements are the coordinates, such a map is a power, or a root.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import ceil
from operator import add
from types import MappingProxyType
from typing import TypeAlias

from pairforge.algebra.arithmetic import climb, repeat

Number: TypeAlias = int | Fraction

_NONE: Mapping[int, Number] = MappingProxyType({})
_ALL = 1 << 40
"""A constant is a p^n-th power for all n that there are."""


@dataclass(frozen=True)
class Degree:
    """Of N at most `numerator`; `powers`: of each D, by its number.

    Both count in the inputs. `inverted`: the degree of each D, one list for all values of a run. `base`: p
    where a Frobenius map is a power, 0 where it is linear. `depth`: the value is a rational function of
    p^depth-th roots of the inputs, of p^depth times these degrees in them; a negative one says that inputs
    are powers of what is behind them.
    """

    numerator: Number
    powers: Mapping[int, Number]
    inverted: list[Number]
    base: int = 0
    depth: int = 0

    @property
    def denominator(self) -> Number:
        """The degree of the product of powers."""
        return sum(power * self.inverted[i] for i, power in self.powers.items())

    @property
    def total(self) -> int:
        """Of numerator and denominator together, in the inputs or in the roots of them that it takes."""
        return ceil((self.numerator + self.denominator) * self.roots)

    @property
    def roots(self) -> int:
        """p^depth, 1 where there are no roots."""
        return int(self.base ** max(self.depth, 0)) if self.base else 1

    def __add__(self, other: Degree) -> Degree:
        depth = max(self.depth, other.depth)
        if self.powers == other.powers:
            return self._with(max(self.numerator, other.numerator), self.powers, depth)
        common = dict(self.powers)
        for i, power in other.powers.items():
            common[i] = max(power, common.get(i, 0))
        whole = self._with(0, common, depth).denominator
        parts = (each.numerator + whole - each.denominator for each in (self, other))
        return self._with(max(parts), common, depth)

    __sub__ = __add__

    def __neg__(self) -> Degree:
        return self._with(self.numerator, self.powers, self.depth)  # an object of its own: another value

    def __mul__(self, other: Degree) -> Degree:
        if not other.powers:
            depth = max(self.depth, other.depth)
            return self._with(self.numerator + other.numerator, self.powers, depth)
        product = dict(self.powers)
        for i, power in other.powers.items():
            product[i] = power + product.get(i, 0)
        return self._with(self.numerator + other.numerator, product, max(self.depth, other.depth))

    def frobenius(self, k: int) -> Degree:
        """Of the p^k-th power, a root for a negative k; the same where the map is linear."""
        if not self.base:
            return self
        factor = Fraction(self.base) ** k
        powers = {i: power * factor for i, power in self.powers.items()}
        return self._with(self.numerator * factor, powers, self.depth - k)

    def times_i(self) -> Degree:
        """The same."""
        return self

    def _with(self, numerator: Number, powers: Mapping[int, Number], depth: int) -> Degree:
        return Degree(numerator, powers, self.inverted, self.base, depth)


def together(values: Sequence[Degree]) -> Degree:
    """Of all values over a common denominator."""
    return reduce(add, values)


@dataclass(frozen=True)
class Degrees:
    """The arithmetic of degrees; `degree`: 2 where elements are those of F_p2.

    `powers`: whether a Frobenius map is a power, as it is of elements that are coordinates themselves.

    What a decision gives counts as a new variable, of degree 1. `decided`: for each decision the largest
    total degree among what it looks at.
    """

    characteristic: int
    degree: int
    powers: bool = False
    inverted: list[Number] = field(default_factory=list)
    decided: list[int] = field(default_factory=list)

    steps = False

    def variable(self, degree: int = 1, depth: int = 0) -> Degree:
        """An input, of degree 1, or a function of inputs of another degree."""
        base = self.characteristic if self.powers else 0
        return Degree(degree, _NONE, self.inverted, base, depth)

    def constant(self, _: int) -> Degree:
        """Of degree 0."""
        return self.variable(0, -_ALL)

    def inverse(self, x: Degree) -> Degree:
        """1/x; over F_p2 it is the conjugate over the norm."""
        number = len(self.inverted)
        self.inverted.append(x.numerator * self.degree)
        numerator = x.denominator + (x.numerator if self.degree > 1 else 0)
        return Degree(numerator, {number: 1}, self.inverted, x.base, x.depth)

    def real(self, x: Degree) -> Degree:
        """The same."""
        return x

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[Degree, ...],
        body: Callable[[tuple[Degree, ...]], tuple[Degree, ...]],
    ) -> tuple[Degree, ...]:
        """Every iteration."""
        return repeat(count, state, body)

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[Degree, ...],
        body: Callable[[tuple[Degree, ...]], tuple[Degree, ...]],
    ) -> tuple[Degree, ...]:
        """Every bit."""
        return climb(bits, state, body)

    def block(self, _: str) -> None:
        """Nothing."""

    def step(self) -> None:
        """Nothing."""

    # -- decisions ------------------------------------------------------------------------------------------

    def integer(self, x: Degree) -> Degree:
        """The same value."""
        return x

    def element(self, n: Degree) -> Degree:
        """The same value."""
        return n

    def select(self, n: Degree, bit: int, one: Degree, zero: Degree) -> Degree:
        """b one + (1 - b) zero, b a new variable."""
        return self._decided(n) * (one - zero) + zero

    def shift(self, n: Degree, places: int) -> Degree:
        """A new variable."""
        return self._decided(n)

    def rotate(self, n: Degree, width: int, places: int) -> Degree:
        """A new variable."""
        return self._decided(n)

    def less(self, a: Degree, b: Degree) -> Degree:
        """A new variable."""
        return self._decided(a, b)

    def equal(self, a: Degree, b: Degree) -> Degree:
        """A new variable."""
        return self._decided(a, b)

    def xor(self, a: Degree, b: Degree) -> Degree:
        """A new variable."""
        return self._decided(a, b)

    def sha256(self, state: Degree, high: Degree, low: Degree) -> Degree:
        """A new variable."""
        return self._decided(state, high, low)

    def keep(self, place: Degree, secret: Degree) -> Degree:
        """A new variable."""
        return self._decided(place, secret)

    def kept(self, place: Degree) -> Degree:
        """A new variable."""
        return self._decided(place)

    def _decided(self, *operands: Degree) -> Degree:
        self.decided.append(max(x.total for x in operands))
        return self.variable()
