"""F_3^m by any irreducible polynomial: exact scalar arithmetic, python-flint underneath.

The encoding is that of the vectors: bits 2i+1..2i hold the coefficient of x^i as 0, 1 or 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random
from typing import Any

from flint import fmpz_mod_ctx, fmpz_mod_poly_ctx, fq_default_ctx

from pairforge.algebra.arithmetic import repeat
from pairforge.errors import UserError


class TernaryField:
    """F_3[x]/(f), f monic and irreducible; implements `Arithmetic[TernaryElement]`.

    Parameters
    ----------
    terms
        The nonzero terms of f as (exponent, coefficient), coefficients 1 or -1, such as
        ``((97, 1), (16, 1), (0, -1))``.

    Raises
    ------
    UserError
        f is reducible or not monic.
    """

    characteristic = 3

    def __init__(self, terms: Iterable[tuple[int, int]]) -> None:
        self.terms = tuple(sorted(terms, reverse=True))
        self.degree = self.terms[0][0]
        coefficients: list[Any] = [0] * (self.degree + 1)
        for exponent, coefficient in self.terms:
            coefficients[exponent] = coefficient % 3
        polynomial: Any = fmpz_mod_poly_ctx(fmpz_mod_ctx(3))(coefficients)
        if coefficients[-1] != 1 or not polynomial.is_irreducible():
            raise UserError(
                f"field polynomial: {self.polynomial} is not monic and irreducible over F_3; give one that is"
            )
        self.context: Any = fq_default_ctx(modulus=polynomial)

    @property
    def polynomial(self) -> str:
        """The polynomial f, as text."""
        signs = {1: "+", -1: "-"}
        names = {0: "1", 1: "x"}
        text = " ".join(f"{signs[c]} {names.get(e, f'x^{e}')}" for e, c in self.terms)
        return text.removeprefix("+ ")

    @property
    def order(self) -> int:
        """The number of elements, 3^m."""
        return int(3**self.degree)

    def complaint(self, code: int) -> str | None:
        """Why `code` encodes no element, or None if it does."""
        if code < 0:
            return "is negative"
        if code.bit_length() > 2 * self.degree:
            return (
                f"is {code.bit_length()} bits wide, an element of F_3^{self.degree} at most {2 * self.degree}"
            )
        both = code & code >> 1
        digits = both & _every_second_bit(self.degree)
        if digits:
            return f"has the digit 3 at x^{(digits.bit_length() - 1) // 2}; a digit is 0, 1 or 2"
        return None

    def constant(self, c: int) -> TernaryElement:
        """The element encoded by `c`. Raises ValueError where `c` encodes none."""
        if complaint := self.complaint(c):
            raise ValueError(f"{c:#x} {complaint}")
        return TernaryElement(self, self.context([c >> 2 * i & 3 for i in range(self.degree)]))

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[TernaryElement, ...],
        body: Callable[[tuple[TernaryElement, ...]], tuple[TernaryElement, ...]],
    ) -> tuple[TernaryElement, ...]:
        """Apply `body` to `state` `count` times."""
        return repeat(count, state, body)

    def block(self, name: str) -> None:
        """Names mean nothing here."""

    def random(self, rng: Random) -> TernaryElement:
        """A uniformly random element."""
        return TernaryElement(self, self.context([rng.randrange(3) for _ in range(self.degree)]))

    @cached_property
    def roots_of_x(self) -> tuple[Any, Any]:
        """The cube root of x, x^(3^(m-1)), and its square."""
        root = self.context.gen().frobenius(self.degree - 1)
        return root, root * root

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TernaryField) and other.terms == self.terms

    def __hash__(self) -> int:
        return hash(self.terms)

    def __repr__(self) -> str:
        return f"TernaryField({self.polynomial})"


class TernaryElement:
    """An element of a `TernaryField`."""

    __slots__ = ("field", "value")

    def __init__(self, field: TernaryField, value: Any) -> None:
        self.field = field
        self.value = value

    def __add__(self, other: TernaryElement) -> TernaryElement:
        return TernaryElement(self.field, self.value + other.value)

    def __sub__(self, other: TernaryElement) -> TernaryElement:
        return TernaryElement(self.field, self.value - other.value)

    def __neg__(self) -> TernaryElement:
        return TernaryElement(self.field, -self.value)

    def __mul__(self, other: TernaryElement) -> TernaryElement:
        return TernaryElement(self.field, self.value * other.value)

    def frobenius(self, k: int) -> TernaryElement:
        """x^(3^k); `k` may be negative or exceed the degree."""
        m = self.field.degree
        k %= m
        if k <= m - k:
            return TernaryElement(self.field, self.value.frobenius(k))
        value = self.value
        for _ in range(m - k):
            value = self._root(value)
        return TernaryElement(self.field, value)

    def _root(self, value: Any) -> Any:
        """The cube root: that of a(x^3) + x b(x^3) + x^2 c(x^3) is a + x^(1/3) b + x^(2/3) c."""
        k = self.field.context
        digits = value.to_list()
        first, second = self.field.roots_of_x
        return k(digits[::3]) + first * k(digits[1::3]) + second * k(digits[2::3])

    def inverse(self) -> TernaryElement:
        """1/x. Raises ZeroDivisionError for 0."""
        return TernaryElement(self.field, 1 / self.value)

    def sqrt(self) -> TernaryElement | None:
        """A square root (the other is its opposite), or None where there is none.

        For odd m it is x^((3^m + 1)/4), since 3^m = 3 (mod 4).
        """
        root = self.value ** ((self.field.order + 1) // 4)
        return TernaryElement(self.field, root) if root * root == self.value else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TernaryElement) and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(int(self))

    def __int__(self) -> int:
        return sum(int(digit) << 2 * i for i, digit in enumerate(self.value.to_list()))

    def __bool__(self) -> bool:
        return bool(self.value != 0)

    def __repr__(self) -> str:
        return f"{int(self):#x}"


def _every_second_bit(digits: int) -> int:
    return int(("01" * digits), 2)
