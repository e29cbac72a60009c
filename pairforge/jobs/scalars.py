"""Scalars: division by constants, and digits that are all odd, so that no digit is a special case."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import integer


@dataclass(frozen=True)
class Division:
    """n = q d + rest for integers n of at most `bits` bits.

    With a = the bits of d less 2, m = floor(2^(a + b) / d) and b = bits - a + 1, the number
    floor(floor(n / 2^a) m / 2^b) is q or q - 1: what is left out of n is less than d / 2, what is left out of
    m makes less than 1/2.
    """

    d: int
    bits: int

    @property
    def dropped(self) -> int:
        """a: bits of n that do not count for the quotient."""
        return max(self.d.bit_length() - 2, 0)

    @property
    def scaled(self) -> int:
        """b: bits of the product with m that do not count either."""
        return self.bits - self.dropped + 1

    @property
    def factor(self) -> int:
        """m."""
        return (1 << self.dropped + self.scaled) // self.d

    def fits(self, p: int) -> bool:
        """Whether all integers on the way are below p."""
        return ((1 << self.bits) - 1 >> self.dropped) * self.factor < p

    def __call__(self, k: DecidingArithmetic[E], n: E) -> tuple[E, E]:
        """The quotient and the rest."""
        q = k.shift(k.constant(self.factor) * k.shift(n, self.dropped), self.scaled)
        rest = n - k.constant(self.d) * q
        d, one = integer(k, self.d), integer(k, 1)
        below = k.less(rest, d)
        return k.select(below, 0, q, q + one), k.select(below, 0, rest, rest - d)


@dataclass(frozen=True)
class LongDivision:
    """The same in two steps: each has half of the quotient, so that products are shorter."""

    d: int
    bits: int

    @property
    def shift(self) -> int:
        """Bits of the quotient that the second step has."""
        return max(self.bits - self.d.bit_length(), 0) // 2

    @property
    def steps(self) -> tuple[Division, Division]:
        """By d 2^shift, and by d."""
        high = Division(self.d << self.shift, self.bits)
        return high, Division(self.d, high.d.bit_length())

    def fits(self, p: int) -> bool:
        """Whether all integers on the way are below p."""
        return all(step.fits(p) for step in self.steps)

    def __call__(self, k: DecidingArithmetic[E], n: E) -> tuple[E, E]:
        """The quotient and the rest."""
        first, second = self.steps
        high, rest = first(k, n)
        low, rest = second(k, rest)
        return k.constant(1 << self.shift) * high + low, rest


@dataclass(frozen=True)
class OddDigits:
    """Digits of `window` bits, all of them odd, of an odd integer below 2^length; `length` is a multiple.

    n = sum of (2 b_j - 1) 2^j with b = (n + 2^length - 1)/2, so that bits j of b are signs of powers of two
    (Joye, Tunstall, Exponent recoding and regular exponentiation algorithms, AFRICACRYPT 2009).
    """

    length: int
    window: int

    @classmethod
    def for_bits(cls, bits: int, window: int) -> OddDigits:
        """For odd integers of at most so many bits."""
        return cls(-(-bits // window) * window, window)

    @property
    def count(self) -> int:
        """Of the digits."""
        return self.length // self.window

    @property
    def entries(self) -> int:
        """Of a table: the multiples by 1, 3, 5, ..., 2^window - 1."""
        return 1 << self.window - 1

    def coded(self, k: DecidingArithmetic[E], n: E) -> tuple[E, E]:
        """(b, whether n was even and n + 1 is coded), from any n below 2^length - 1."""
        even = k.select(n, 0, integer(k, 0), integer(k, 1))
        half = k.shift(n, 1)  # (n' - 1)/2 of the odd n': n or n + 1
        return half + integer(k, 1 << self.length - 1), even

    def next(self, k: DecidingArithmetic[E], b: E) -> E:
        """b with its highest digit at the low end, where `digit` looks at it."""
        return k.rotate(b, self.length, self.window)

    def digit(self, k: DecidingArithmetic[E], b: E) -> tuple[E, E]:
        """(a flag for a negative digit, the entry of its magnitude in the low bits of an integer)."""
        top = self.window - 1
        negative = k.select(b, top, integer(k, 0), integer(k, 1))
        every = integer(k, (1 << self.length) - 1)
        return negative, k.select(b, top, b, every - b)


def parity(k: DecidingArithmetic[E], x: E) -> E:
    """The lowest bit of the residue of an element, as a flag."""
    n = k.integer(x)
    return k.select(n, 0, integer(k, 1), integer(k, 0))


def is_upper(k: DecidingArithmetic[E], x: E) -> E:
    """A flag: whether the residue of an element is more than (p - 1)/2: 2 x is then odd."""
    return parity(k, x + x)


def is_scalar(k: DecidingArithmetic[E], n: E, order: int) -> E:
    """A flag: whether an integer is less than `order`."""
    return k.less(n, integer(k, order))
