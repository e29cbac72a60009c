"""F_2^m and F_3^m with conjugates for coordinates: what programs mean over larger fields of coefficients.

Over F_q, q = p^e, an element is m coordinates in F_q, x^(p^i) at number i: they multiply one by one, and the
Frobenius map moves each to the place before. A polynomial over F_p in the conjugates of the inputs has the
same value there as on F_p^m itself, and variables that are independent: that two programs agree as
polynomials is more than that they agree on F_p^m. F_q has 2^32 or 3^20 elements, pairs of those of a field
with tables. Many points are taken at once, one a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Codes: TypeAlias = NDArray[np.uint32]

# Primitive polynomials, lowest coefficient first: x^16 + x^5 + x^3 + x^2 + 1 and x^10 + x^3 + x + 2.
_POLYNOMIALS: Mapping[int, tuple[int, ...]] = {
    2: (1, 0, 1, 1, 0, 1, *(0,) * 10, 1),
    3: (2, 1, 0, 1, *(0,) * 6, 1),
}


class HalfField:
    """F_h, h = 2^16 or 3^10, on arrays, by tables of logarithms.

    A code has a bit for each coefficient, in characteristic three one for the digit 1 and above these one for
    the digit 2.
    """

    def __init__(self, p: int) -> None:
        self.p = p
        self.e = len(_POLYNOMIALS[p]) - 1
        self.order = p**self.e

    @cached_property
    def _tables(self) -> tuple[NDArray[np.int32], Codes]:
        """Logarithms by code, codes by logarithm; that of 0 is so large that all sums with it are of 0."""
        count = self.order - 1
        logarithms = np.full(1 << (self.e * (self.p - 1)), 2 * count, dtype=np.int32)
        codes = np.zeros(4 * count + 1, dtype=np.uint32)
        digits = [1] + [0] * (self.e - 1)
        for i in range(count):
            code = self._code(digits)
            if i and code == codes[0]:
                raise ValueError("the polynomial is not primitive")
            logarithms[code] = i
            codes[i] = codes[i + count] = code
            top = digits[-1]
            shifted = [0, *digits[:-1]]
            digits = [(d - top * c) % self.p for d, c in zip(shifted, _POLYNOMIALS[self.p], strict=False)]
        return logarithms, codes

    def _code(self, digits: list[int]) -> int:
        return sum(1 << (i + self.e * (d - 1)) for i, d in enumerate(digits) if d)

    def random(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Codes:
        """Uniform elements."""
        _, codes = self._tables
        drawn = rng.integers(0, self.order, size=shape)
        found: Codes = np.where(drawn == self.order - 1, np.uint32(0), codes[drawn])
        return found

    def multiply(self, a: Codes, b: Codes) -> Codes:
        """a b."""
        logarithms, codes = self._tables
        found: Codes = codes[logarithms[a] + logarithms[b]]
        return found

    def negative(self, a: Codes) -> Codes:
        """-a."""
        if self.p == 2:
            return a
        low = np.uint32((1 << self.e) - 1)
        found: Codes = (a & low) << np.uint32(self.e) | a >> np.uint32(self.e)
        return found

    def add(self, a: Codes, b: Codes) -> Codes:
        """a + b; in characteristic three digit by digit on the bits."""
        if self.p == 2:
            found: Codes = a ^ b
            return found
        e, low = np.uint32(self.e), np.uint32((1 << self.e) - 1)
        a1, a2, b1, b2 = a & low, a >> e, b & low, b >> e
        some_a, some_b = a1 | a2, b1 | b2
        one = (a1 & ~some_b) | (b1 & ~some_a) | (a2 & b2)
        two = (a2 & ~some_b) | (b2 & ~some_a) | (a1 & b1)
        made: Codes = one | two << e
        return made


class SmallField:
    """F_q, q = 2^32 or 3^20, on arrays of which the first axis has both coefficients over F_h.

    It is F_h(z), z^2 = u z + v: in characteristic two u = 1 and v = x^11, which has the trace 1, in three
    u = 0 and v = x, which is primitive and so no square.
    """

    def __init__(self, p: int) -> None:
        self.p = p
        self.half = HalfField(p)
        self.order = self.half.order**2
        self.v: Codes = np.array([1 << 11 if p == 2 else 1 << 1], dtype=np.uint32)

    def random(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Codes:
        """Uniform elements; an axis of both coefficients in front of `shape`."""
        return self.half.random(rng, (2, *shape))

    def multiply(self, a: Codes, b: Codes) -> Codes:
        """a b, by three products of halves and one by v."""
        half = self.half
        low, high = half.multiply(a[0], b[0]), half.multiply(a[1], b[1])
        both = half.multiply(half.add(a[0], a[1]), half.add(b[0], b[1]))
        crossed = half.add(both, half.negative(low))
        if self.p == 3:
            crossed = half.add(crossed, half.negative(high))
        return np.stack((half.add(low, half.multiply(high, self.v)), crossed))

    def negative(self, a: Codes) -> Codes:
        """-a."""
        return self.half.negative(a)

    def add(self, a: Codes, b: Codes) -> Codes:
        """a + b."""
        return self.half.add(a, b)


@cache
def small_field(p: int) -> SmallField:
    """The one of that characteristic, whose tables are made once."""
    return SmallField(p)


@dataclass(frozen=True, slots=True, eq=False)
class Conjugates:
    """`codes`: of shape (2, m, points)."""

    field: SmallField
    codes: Codes

    def _made(self, codes: Codes) -> Conjugates:
        return Conjugates(self.field, codes)

    def __add__(self, other: Conjugates) -> Conjugates:
        return self._made(self.field.add(self.codes, other.codes))

    def __sub__(self, other: Conjugates) -> Conjugates:
        return self._made(self.field.add(self.codes, self.field.negative(other.codes)))

    def __neg__(self) -> Conjugates:
        return self._made(self.field.negative(self.codes))

    def __mul__(self, other: Conjugates) -> Conjugates:
        return self._made(self.field.multiply(self.codes, other.codes))

    def frobenius(self, k: int) -> Conjugates:
        """x^(p^k): the coordinate from k places on."""
        return self._made(np.roll(self.codes, -k, axis=1))


class ConjugateField:
    """Implements `Arithmetic[Conjugates]` as far as programs take it, at `points` points.

    `m`: the degree over the prime field. `seed`: of the points.
    """

    def __init__(self, p: int, m: int, points: int, seed: int) -> None:
        self.characteristic, self.degree = p, m
        self.field = small_field(p)
        self._points, self._rng = points, np.random.default_rng(seed)

    def variable(self) -> Conjugates:
        """Random coordinates."""
        return Conjugates(self.field, self.field.random(self._rng, (self.degree, self._points)))

    def constant(self, c: int) -> Conjugates:
        """An element of the prime field.

        Raises
        ------
        ValueError
            `c` encodes none.
        """
        if not 0 <= c < self.characteristic:
            raise ValueError(f"{c} is no element of the prime field")
        codes = np.zeros((2, self.degree, self._points), dtype=np.uint32)
        if c:
            codes[0] = 1 << (self.field.half.e * (c - 1))
        return Conjugates(self.field, codes)
