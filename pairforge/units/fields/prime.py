"""F_p for a large prime p, described exactly and independently of any hardware structure.

An element is an integer from 0 to p - 1. Imports what all fields share.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from flint import fmpz

from pairforge.units.fields.base import Field, FieldError

LEAST, MOST = 3, 2048
"""Bits of a prime that there are units for."""


@dataclass(frozen=True)
class PrimeField:
    """The integers modulo an odd prime of 3 to 2048 bits.

    Raises `FieldError` where p is no such prime.
    """

    p: int

    m = 1

    def __post_init__(self) -> None:
        if not LEAST <= self.p.bit_length() <= MOST:
            raise FieldError(f"a prime of {self.p.bit_length()} bits; {LEAST} to {MOST} are possible")
        if not _prime(self.p):
            raise FieldError(f"{_short(self.p)} is not prime")

    @property
    def characteristic(self) -> int:
        """p."""
        return self.p

    @property
    def width(self) -> int:
        """Width of an element in bits."""
        return self.p.bit_length()

    @property
    def order(self) -> int:
        """Number of elements."""
        return self.p

    @cached_property
    def name(self) -> str:
        """`fp_<width>_<first digits of a hash of p>`, for module names: different for each prime."""
        return f"fp_{self.width}_{hashlib.sha256(f'{self.p:x}'.encode()).hexdigest()[:8]}"

    @property
    def label(self) -> str:
        """`F_p, <width> bits`, for text."""
        return f"F_p, {self.width} bits"

    @property
    def definition(self) -> str:
        """`Z/0x…`, for text."""
        return f"Z/{self.p:#x}"

    @property
    def encoding(self) -> str:
        """What the bits of an element mean, for text."""
        return "an element is an integer from 0 to p - 1"

    def check(self, *elements: int) -> None:
        """Raise `FieldError` where an integer is not an element."""
        for a in elements:
            if not 0 <= a < self.p:
                raise FieldError(f"{a:#x} is not an element of {self.label}")

    def element(self, index: int) -> int:
        """Element number `index`, 0 <= index < order: the index itself."""
        self.check(index)
        return index

    def corner_elements(self) -> tuple[int, ...]:
        """Ends and middle of the range; alternating bits; runs of 4, 8, 16, … ones, and what they lack to p;
        what p lacks to the power of two above it.
        """
        p, n = self.p, self.width
        ones = (1 << n) - 1
        values = [0, 1, 2, p - 1, p - 2, (p - 1) // 2, (p + 1) // 2, ones >> 1, 1 << (n - 1)]
        values += [ones // 3, ones - ones // 3, ones - p, (1 << n) % p]
        for i in range(2, n.bit_length()):
            values += [(1 << (1 << i)) - 1, p - (1 << (1 << i))]
        return tuple(dict.fromkeys(v for v in values if 0 <= v < p))

    def add(self, a: int, b: int) -> int:
        """a + b."""
        self.check(a, b)
        return (a + b) % self.p

    def neg(self, a: int) -> int:
        """-a."""
        self.check(a)
        return -a % self.p

    def scale(self, c: int, a: int) -> int:
        """c a for an integer c."""
        self.check(a)
        return c * a % self.p

    def mul(self, a: int, b: int) -> int:
        """a b."""
        self.check(a, b)
        return a * b % self.p

    def words(self, core: int) -> int:
        """Words of `core` bits in an element."""
        return -(-self.width // core)


def tag(field: PrimeField, loadable: bool) -> str:
    """The field in a module's name: any prime of its width where p is loadable."""
    return f"fp_{field.width}_loadable" if loadable else field.name


def said(field: PrimeField, loadable: bool) -> str:
    """The modulus in a module's first comment."""
    return f"the p of {field.width} bits at input modulus" if loadable else f"p = {field.p:#x}"


def loaded_modulus(field: PrimeField, loadable: bool) -> Mapping[str, tuple[int, int]]:
    """What a unit that knows p takes from inputs: bits and value by name."""
    return {"modulus": (field.width, field.p)} if loadable else {}


def prime_field(field: Field) -> PrimeField:
    """The field, where it is F_p for a large prime; FieldError where it is not."""
    if not isinstance(field, PrimeField):
        raise FieldError(f"it is for large prime fields, not for {field.label}")
    return field


@cache
def _prime(p: int) -> bool:
    """By the test of Baillie, Pomerance, Selfridge and Wagstaff, to which no exception is known."""
    return bool(fmpz(p).is_probable_prime())


def _short(p: int) -> str:
    """A number, without its middle where it is long."""
    text = str(p)
    return text if len(text) <= 24 else f"{text[:10]}...{text[-10:]} ({p.bit_length()} bits)"
