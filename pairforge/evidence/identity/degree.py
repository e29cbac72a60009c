"""Degrees of what an algorithm or a program computes, by running it on them.

A value is a rational function of the inputs: N over a product of powers of D_1, D_2, ..., the numerators of
what was inverted. Tracked are a bound for the degree of N and the power of each D; elements of F_p2 stand for
both of their coordinates. Frobenius maps are linear over the prime field, so they change no degree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pairforge.algebra.arithmetic import climb, repeat

_NONE: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True)
class Degree:
    """Of N at most `numerator`; `powers`: of each D, by its number.

    `inverted`: the degree of each D, one list for all values of a run.
    """

    numerator: int
    powers: Mapping[int, int]
    inverted: list[int]

    @property
    def denominator(self) -> int:
        """The degree of the product of powers."""
        return sum(power * self.inverted[i] for i, power in self.powers.items())

    @property
    def total(self) -> int:
        """Of numerator and denominator together."""
        return self.numerator + self.denominator

    def __add__(self, other: Degree) -> Degree:
        if self.powers == other.powers:
            return self._with(max(self.numerator, other.numerator), self.powers)
        common = dict(self.powers)
        for i, power in other.powers.items():
            common[i] = max(power, common.get(i, 0))
        made = self._with(0, common)
        whole = made.denominator
        parts = (each.numerator + whole - each.denominator for each in (self, other))
        return self._with(max(parts), common)

    __sub__ = __add__

    def __neg__(self) -> Degree:
        return self

    def __mul__(self, other: Degree) -> Degree:
        if not other.powers:
            return self._with(self.numerator + other.numerator, self.powers)
        product = dict(self.powers)
        for i, power in other.powers.items():
            product[i] = power + product.get(i, 0)
        return self._with(self.numerator + other.numerator, product)

    def frobenius(self, _: int) -> Degree:
        """The same: the map is linear."""
        return self

    def times_i(self) -> Degree:
        """The same."""
        return self

    def _with(self, numerator: int, powers: Mapping[int, int]) -> Degree:
        return Degree(numerator, powers, self.inverted)


@dataclass(frozen=True)
class Degrees:
    """The arithmetic of degrees; `degree`: 2 where elements are those of F_p2.

    What a decision gives counts as a new variable, of degree 1. `decided`: for each decision the largest
    total degree among what it looks at.
    """

    characteristic: int
    degree: int
    inverted: list[int] = field(default_factory=list)
    decided: list[int] = field(default_factory=list)

    steps = False

    def variable(self, degree: int = 1) -> Degree:
        """An input, of degree 1, or a function of inputs of another degree."""
        return Degree(degree, _NONE, self.inverted)

    def constant(self, _: int) -> Degree:
        """Of degree 0."""
        return self.variable(0)

    def inverse(self, x: Degree) -> Degree:
        """1/x; over F_p2 it is the conjugate over the norm."""
        number = len(self.inverted)
        self.inverted.append(x.numerator * self.degree)
        numerator = x.denominator + (x.numerator if self.degree > 1 else 0)
        return Degree(numerator, {number: 1}, self.inverted)

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
