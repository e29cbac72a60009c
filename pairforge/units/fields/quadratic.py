"""F_p2 = F_p(i), i^2 = -1, for a large prime p = 3 (mod 4), described exactly and without hardware.

An element is one integer: its real part, and above it, from bit n on, its imaginary part, n the bits of p. An
element of F_p is the same integer here. Imports the prime fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pairforge.units.fields.base import Field, FieldError
from pairforge.units.fields.prime import PrimeField, prime_field

QUADRATIC = "pairs"
"""What an element is to the units that compute in F_p2: two elements of F_p."""

THREE_MOD_FOUR = "F_p2 over a large prime p = 3 (mod 4)"
"""The fields that these units are for."""


@dataclass(frozen=True)
class QuadraticField:
    """F_p(i) over a prime field.

    Raises `FieldError` where p is 1 modulo 4, and -1 a square.
    """

    base: PrimeField

    m = 2

    def __post_init__(self) -> None:
        if self.p % 4 != 3:
            raise FieldError(f"i^2 = -1 needs p = 3 modulo 4; {self.base.label} has p = 1 modulo 4")

    @property
    def p(self) -> int:
        """The characteristic."""
        return self.base.p

    @property
    def characteristic(self) -> int:
        """p."""
        return self.base.p

    @property
    def width(self) -> int:
        """Width of an element in bits: twice that of p."""
        return 2 * self.base.width

    @property
    def order(self) -> int:
        """p^2."""
        return self.base.p**2

    @property
    def name(self) -> str:
        """For module names."""
        return f"fp2_{self.base.name.removeprefix('fp_')}"

    @property
    def label(self) -> str:
        """`F_p2, 2 x <width> bits`, for text."""
        return f"F_p2, 2 x {self.base.width} bits"

    @property
    def definition(self) -> str:
        """For text."""
        return f"(Z/{self.p:#x})(i), i^2 = -1"

    @property
    def encoding(self) -> str:
        """What the bits of an element mean, for text."""
        return (
            f"bits {self.base.width - 1} to 0 are the real part of an element, those above its imaginary part"
        )

    def parts(self, element: int) -> tuple[int, int]:
        """Real and imaginary part. Raises `FieldError` where the integer is no element."""
        real, imaginary = element & (1 << self.base.width) - 1, element >> self.base.width
        if element < 0 or max(real, imaginary) >= self.p:
            raise FieldError(f"{element:#x} is not an element of {self.label}")
        return real, imaginary

    def of(self, real: int, imaginary: int) -> int:
        """The element with these parts, taken modulo p."""
        return real % self.p | imaginary % self.p << self.base.width

    def check(self, *elements: int) -> None:
        """Raise `FieldError` where an integer is not an element."""
        for element in elements:
            self.parts(element)

    def element(self, index: int) -> int:
        """Element number `index`, 0 <= index < order."""
        return self.of(index % self.p, index // self.p)

    def corner_elements(self) -> tuple[int, ...]:
        """Real and imaginary parts that are corner elements of F_p: each with 0, with itself, with p - 1."""
        corners = self.base.corner_elements()
        pairs = [pair for c in corners for pair in ((c, 0), (0, c), (c, c), (c, self.p - 1))]
        return tuple(dict.fromkeys(self.of(*pair) for pair in pairs))

    def add(self, a: int, b: int) -> int:
        """a + b."""
        return self._by_parts(lambda x, y: x + y, a, b)

    def neg(self, a: int) -> int:
        """-a."""
        return self.scale(-1, a)

    def scale(self, c: int, a: int) -> int:
        """c a for an integer c."""
        return self._by_parts(lambda x, _: c * x, a, a)

    def mul(self, a: int, b: int) -> int:
        """a b."""
        (a0, a1), (b0, b1) = self.parts(a), self.parts(b)
        return self.of(a0 * b0 - a1 * b1, a0 * b1 + a1 * b0)

    def _by_parts(self, operation: Callable[[int, int], int], a: int, b: int) -> int:
        return self.of(*map(operation, self.parts(a), self.parts(b)))


def quadratic_field(field: Field) -> QuadraticField:
    """The field, or F_p2 over it; FieldError where there is none."""
    return field if isinstance(field, QuadraticField) else QuadraticField(prime_field(field))
