"""What a field is to the units and to everything built from them, whatever its characteristic.

Elements are integers in the encoding of the vectors; a *digit* is one coefficient. Imports only the error
types.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from pairforge.errors import UserError

Rows = tuple[tuple[tuple[int, int], ...], ...]
"""A linear map over F_p: `rows[i]` holds (input digit, coefficient from 1 to p - 1) for each term of output
digit i."""


class FieldError(UserError):
    """A polynomial that does not define a field, or an integer that is not an element."""


class Field(Protocol):
    """A finite field. Two are equal where they have the same polynomial, or the same prime."""

    @property
    def characteristic(self) -> int:
        """p."""

    @property
    def m(self) -> int:
        """Degree over F_p: 1 for F_p itself."""

    @property
    def width(self) -> int:
        """Width of an element in bits."""

    @property
    def order(self) -> int:
        """Number of elements."""

    @property
    def name(self) -> str:
        """`f<p>_<m>` or `fp_<width>_…`, for module names."""

    @property
    def label(self) -> str:
        """`F_<p>^<m>` or `F_p, <width> bits`, for text."""

    @property
    def definition(self) -> str:
        """What it is made of, for text: `F_2[x]/(x^5 + x^2 + 1)`, `Z/0x…`."""

    @property
    def encoding(self) -> str:
        """What the bits of an element mean, for text."""

    def check(self, *elements: int) -> None:
        """Raise `FieldError` where an integer is not an element."""

    def element(self, index: int) -> int:
        """Element number `index`, 0 <= index < order, each once: for tests and random choice."""

    def corner_elements(self) -> tuple[int, ...]:
        """Elements every test should include."""

    def add(self, a: int, b: int) -> int:
        """a + b."""

    def neg(self, a: int) -> int:
        """-a."""

    def scale(self, c: int, a: int) -> int:
        """c a for an integer c, taken mod p."""

    def mul(self, a: int, b: int) -> int:
        """a b."""


@runtime_checkable
class EncodedField(Field, Protocol):
    """A field whose elements stand in words of another form than their own encoding."""

    def encode(self, element: int) -> int:
        """The word of an element."""


@runtime_checkable
class DigitField(Field, Protocol):
    """F_p^m = F_p[x] / f for p = 2 or 3."""

    @property
    def polynomial(self) -> str:
        """f as text."""

    def monomial(self, exponent: int, coefficient: int = 1) -> int:
        """coefficient x^exponent, for an exponent below m."""

    def frobenius(self, a: int, k: int = 1) -> int:
        """a^(p^k) for any integer k."""

    def reduction_rows(self, length: int) -> Rows:
        """The map from a polynomial of `length` coefficients to its remainder."""

    def frobenius_rows(self, k: int) -> Rows:
        """The map a -> a^(p^k)."""

    def shift_rows(self, k: int) -> Rows:
        """The map a -> x^k a for k >= 0."""


def digit_field(field: Field) -> DigitField:
    """The field, where it is of characteristic 2 or 3; UserError where it is not."""
    if not isinstance(field, DigitField):
        raise FieldError(f"it is for fields of characteristic 2 and 3, not for {field.label}")
    return field


def polynomial_text(terms: Iterable[tuple[int, int]]) -> str:
    """A polynomial as text, from its terms (exponent, 1 or -1): x^97 + x^16 - 1."""
    signs, names = {1: "+", -1: "-"}, {0: "1", 1: "x"}
    return " ".join(f"{signs[c]} {names.get(e, f'x^{e}')}" for e, c in terms).removeprefix("+ ")
