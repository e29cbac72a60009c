"""Which polynomials in u stand for the elements of F_p, and how they are packed into words.

Imports the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Final

from pairforge.units.fields.base import Field, FieldError
from pairforge.units.fields.prime import PrimeField

COEFFICIENTS: Final = 5
BN_PRIME = "F_p of a BN curve, seed 2^63 + s"
"""The fields that the units are for."""

POLYNOMIALS = "polynomials"
"""What an element is to them."""

MODULUS = (1, 6, 24, 36, 36)
"""Coefficients of p(u), that of 1 first."""
POWER = 63
"""u = 2^POWER + s. The multiplier of coefficients fits just this size."""
SIZE = POWER + 1
"""Bits of a coefficient, in two's complement."""
TOP_PLACE = 30
"""Additions bring the highest coefficient down from 2^TOP_PLACE."""
_LARGEST_REST = 1 << 10


@dataclass(frozen=True)
class SeedPolynomials(PrimeField):
    """F_p in words of five coefficients of 64 bits, the lowest in the lowest bits.

    The four lower coefficients are from -`low` to `low`, a little more than half of 2^63: what a coefficient
    reduction to the nearest multiple of 2^63 leaves. The highest is from -`top` to `top`, about 2^30. Units
    give what they take. Raises `FieldError` where p is no such prime.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(c * self.u**i for i, c in enumerate(MODULUS)) != self.p or not 0 < self.rest < _LARGEST_REST:
            raise FieldError(
                f"p must be 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1 with u = 2^{POWER} + s and "
                f"0 < s < {_LARGEST_REST}, as of fp-bn258"
            )

    @cached_property
    def u(self) -> int:
        """The greatest u with p(u) <= p."""
        low, high = 0, 1 << (self.p.bit_length() // 4 + 1)
        while high - low > 1:
            middle = (low + high) // 2
            if sum(c * middle**i for i, c in enumerate(MODULUS)) <= self.p:
                low = middle
            else:
                high = middle
        return low

    @property
    def rest(self) -> int:
        """s = u - 2^63."""
        return self.u - (1 << POWER)

    @property
    def low(self) -> int:
        """The largest of the four lower coefficients."""
        return (1 << (POWER - 1)) + (1 << (POWER - 11))

    @property
    def top(self) -> int:
        """The largest of the highest coefficients: what an addition leaves, and more than a product does."""
        return (1 << TOP_PLACE) + (1 << 10)

    @property
    def width(self) -> int:
        """Width of a word in bits."""
        return COEFFICIENTS * SIZE

    @property
    def order(self) -> int:
        """Number of words, many for each element."""
        return prod(2 * most + 1 for most in self._bounds)

    @cached_property
    def name(self) -> str:
        """`fp_<width>_<digits of a hash>_u`."""
        return f"{PrimeField(self.p).name}_u"

    @property
    def label(self) -> str:
        """`F_p, <width> bits, in u`, for text."""
        return f"F_p, {self.p.bit_length()} bits, in u"

    @property
    def encoding(self) -> str:
        """What the bits of a word mean, for text."""
        return f"an element is the value at u of {COEFFICIENTS} signed coefficients of {SIZE} bits, mod p"

    def pack(self, coefficients: Sequence[int]) -> int:
        """The word of five coefficients, that of 1 first."""
        half = 1 << (SIZE - 1)
        if any(not -half <= c < half for c in coefficients):
            raise FieldError(f"a coefficient of more than {SIZE} bits: {coefficients}")
        return sum(c % (1 << SIZE) << SIZE * i for i, c in enumerate(coefficients))

    def coefficients(self, word: int) -> tuple[int, ...]:
        """The five coefficients of a word."""
        half = 1 << (SIZE - 1)
        parts = [word >> SIZE * i & (1 << SIZE) - 1 for i in range(COEFFICIENTS)]
        return tuple(c - 2 * half if c >= half else c for c in parts)

    def value(self, word: int) -> int:
        """The element that a word stands for, from 0 to p - 1."""
        found = 0
        for c in reversed(self.coefficients(word)):
            found = found * self.u + c
        return found % self.p

    def encode(self, element: int) -> int:
        """A word of an element, each lower coefficient as near to 0 as may be: 1 is 1, -1 is -1."""
        rest = element % self.p
        rest -= self.p if 2 * rest > self.p else 0
        found = []
        for _ in range(COEFFICIENTS - 1):
            digit = (rest + self.u // 2) % self.u - self.u // 2
            found.append(digit)
            rest = (rest - digit) // self.u
        return self.pack([*found, rest])

    def check(self, *elements: int) -> None:
        """Raise `FieldError` where an integer is no word within the bounds."""
        for word in elements:
            bad = not 0 <= word < 1 << self.width
            *lower, highest = self.coefficients(word)
            if bad or abs(highest) > self.top or any(abs(c) > self.low for c in lower):
                raise FieldError(f"{word:#x} is not a word of {self.label}")

    def element(self, index: int) -> int:
        """Word number `index`, 0 <= index < order."""
        found = []
        for most in self._bounds:
            index, digit = divmod(index, 2 * most + 1)
            found.append(digit - most)
        return self.pack(found)

    @property
    def _bounds(self) -> tuple[int, ...]:
        return (*[self.low] * (COEFFICIENTS - 1), self.top)

    def corner_elements(self) -> tuple[int, ...]:
        """All signs of the largest coefficients; each alone; 0, 1, -1, p and the ends of a coefficient."""
        edge = 1 << (POWER - 1)
        words = [
            self.pack([sign * most for sign, most in zip(signs, self._bounds, strict=True)])
            for signs in product((1, -1), repeat=COEFFICIENTS)
        ]
        for i, most in enumerate(self._bounds):
            values = (most, -most) if i == COEFFICIENTS - 1 else (edge, edge - 1, -edge, 1 - edge)
            words += [self.pack([c if i == j else 0 for j in range(COEFFICIENTS)]) for c in values]
        words += [self.encode(0), self.encode(1), self.encode(-1), self.pack(MODULUS)]
        return tuple(dict.fromkeys(words))

    def add(self, a: int, b: int) -> int:
        """A word of the sum."""
        return self.encode(self.value(a) + self.value(b))

    def neg(self, a: int) -> int:
        """A word of -a."""
        return self.encode(-self.value(a))

    def scale(self, c: int, a: int) -> int:
        """A word of c a for an integer c."""
        return self.encode(c * self.value(a))

    def mul(self, a: int, b: int) -> int:
        """A word of a b."""
        return self.encode(self.value(a) * self.value(b))


def seed_polynomials(field: Field) -> SeedPolynomials:
    """The polynomials in u for a prime field; FieldError where its prime has no such u."""
    if isinstance(field, SeedPolynomials):
        return field
    if not isinstance(field, PrimeField):
        raise FieldError(f"it is for large prime fields, not for {field.label}")
    return SeedPolynomials(field.p)
