"""F_p^m, p = 2 or 3, with larger coefficients: powers of an element that are its inverse are inverted.

Algorithms over F_p^m write inversions out, as products of Frobenius maps (Itoh and Tsujii). An element here
knows of which other it is a power, and its exponent modulo p^m - 1. Where that is the opposite of a power of
p, or of two of them, it is the inverse of one or two Frobenius maps. Over F_p^m that is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.algebra.arithmetic import repeat

_MOST = 2
"""Powers of p whose product is inverted."""


@dataclass(frozen=True, eq=False)
class Power:
    """`value`, which over F_p^m is the power of `base` to `exponent`, below p^m - 1."""

    field: PowerField
    value: Any
    base: Any
    exponent: int

    def __add__(self, other: Power) -> Power:
        return self.field.of(self.value + other.value)

    def __sub__(self, other: Power) -> Power:
        return self.field.of(self.value - other.value)

    def __neg__(self) -> Power:
        return self.field.of(-self.value)

    def __mul__(self, other: Power) -> Power:
        if self.base is not other.base:
            return self.field.of(self.value * other.value)
        return self.field.power(self.base, self.exponent + other.exponent, self.value * other.value)

    def frobenius(self, k: int) -> Power:
        """x^(p^k), by the nearest k modulo m where the field says so."""
        field = self.field
        k = field.nearest(k)
        exponent = self.exponent * pow(field.characteristic, k % field.m, field.order)
        return field.power(self.base, exponent, self.value.frobenius(k))


class PowerField:
    """Implements `Arithmetic[Power]` over another arithmetic, that of a field as large as one likes.

    `m`: the degree over F_p. `inverse`: of an element of the other arithmetic. `near`: whether x^(p^k) is
    taken with k from -m/2 to m/2, so that a power and the root that is the same over F_p^m are one.
    """

    def __init__(self, k: Any, m: int, inverse: Callable[[Any], Any], *, near: bool) -> None:
        self.characteristic, self.degree, self.m = k.characteristic, m, m
        self.order = self.characteristic**m - 1
        self._k, self._inverse, self._near = k, inverse, near

    def of(self, value: Any) -> Power:
        """An element that is no power of another."""
        return Power(self, value, value, 1)

    def constant(self, c: int) -> Power:
        """An element of the prime field."""
        return self.of(self._k.constant(c))

    def power(self, base: Any, exponent: int, value: Any) -> Power:
        """The power of `base`, which is `value` unless it is an inverse."""
        exponent %= self.order
        places = self._places(-exponent % self.order)
        if places:
            product = None
            for place in places:
                factor = base.frobenius(self.nearest(place))
                product = factor if product is None else product * factor
            value = self._inverse(product)
        return Power(self, value, base, exponent)

    def nearest(self, k: int) -> int:
        """The same modulo m, nearest to 0, where that is asked for."""
        if not self._near:
            return k
        return (k + self.m // 2) % self.m - self.m // 2

    def _places(self, n: int) -> Sequence[int]:
        """The i, where n is a sum of few p^i; else none."""
        found: list[int] = []
        place, p = 0, self.characteristic
        while n:
            n, digit = divmod(n, p)
            found += [place] * digit
            if len(found) > _MOST:
                return ()
            place += 1
        return found

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[Power, ...],
        body: Callable[[tuple[Power, ...]], tuple[Power, ...]],
    ) -> tuple[Power, ...]:
        """Apply `body` to `state` `count` times."""
        return repeat(count, state, body)

    def block(self, name: str) -> None:
        """Names mean nothing here."""
