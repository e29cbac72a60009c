"""F_2^m by any irreducible polynomial: exact scalar arithmetic on Python integers.

An element is held in the encoding of the vectors: bit i is the coefficient of x^i. (Elements of python-flint
multiply in half the time and take a thousand times as long for a square root, of which the Miller loop needs
two an iteration.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from random import Random

from flint import fmpz, fmpz_mod, fmpz_mod_poly_ctx

from pairforge.algebra.arithmetic import repeat
from pairforge.errors import UserError


def carryless_product(a: int, b: int) -> int:
    """The product of two polynomials over F_2, not reduced; 4 bits of `b` at a time."""
    a2, a4, a8 = a << 1, a << 2, a << 3
    a3, a5, a6 = a2 ^ a, a4 ^ a, a4 ^ a2
    a7 = a6 ^ a
    multiple = {
        "0": 0, "1": a, "2": a2, "3": a3, "4": a4, "5": a5, "6": a6, "7": a7,
        "8": a8, "9": a8 ^ a, "a": a8 ^ a2, "b": a8 ^ a3,
        "c": a8 ^ a4, "d": a8 ^ a5, "e": a8 ^ a6, "f": a8 ^ a7,
    }  # fmt: skip
    product = 0
    for digit in f"{b:x}":
        product = product << 4 ^ multiple[digit]
    return product


class BinaryField:
    """F_2[x]/(f), f irreducible; implements `Arithmetic[BinaryElement]`.

    Parameters
    ----------
    exponents
        The exponents of the nonzero terms of f, in any order, such as ``(239, 81, 0)``.

    Raises
    ------
    UserError
        f is reducible, of degree 0, or the exponents are repeated or negative.
    """

    characteristic = 2

    def __init__(self, exponents: Iterable[int]) -> None:
        self.exponents = tuple(sorted(exponents, reverse=True))
        if not self.exponents or self.exponents[-1] < 0 or len(set(self.exponents)) != len(self.exponents):
            raise UserError(
                f"field polynomial: exponents must be distinct and not negative, got {list(self.exponents)}"
            )
        self.degree = self.exponents[0]
        self.modulus = sum(1 << e for e in self.exponents)
        coefficients: list[int | fmpz | fmpz_mod] = [self.modulus >> i & 1 for i in range(self.degree + 1)]
        if self.degree < 1 or not fmpz_mod_poly_ctx(2)(coefficients).is_irreducible():
            raise UserError(
                f"field polynomial: {self.polynomial} is reducible over F_2; give an irreducible one"
            )
        self._mask = (1 << self.degree) - 1
        self._tail = self.exponents[1:]

    @property
    def polynomial(self) -> str:
        """The polynomial f, as text."""
        terms = {0: "1", 1: "x"}
        return " + ".join(terms.get(e, f"x^{e}") for e in self.exponents)

    @property
    def order(self) -> int:
        """The number of elements, 2^m."""
        return 1 << self.degree

    def constant(self, c: int) -> BinaryElement:
        """The element encoded by `c`, 0 <= c < 2^m."""
        if not 0 <= c < self.order:
            raise ValueError(f"{c:#x} does not encode an element of F_2^{self.degree}")
        return BinaryElement(self, c)

    def complaint(self, c: int) -> str | None:
        """Why an integer encodes no element, or None if it does."""
        if c < 0:
            return "is negative"
        if c.bit_length() > self.degree:
            return f"is {c.bit_length()} bits wide, an element of F_2^{self.degree} at most {self.degree}"
        return None

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[BinaryElement, ...],
        body: Callable[[tuple[BinaryElement, ...]], tuple[BinaryElement, ...]],
    ) -> tuple[BinaryElement, ...]:
        """Apply `body` to `state` `count` times."""
        return repeat(count, state, body)

    def block(self, name: str) -> None:
        """Names mean nothing here."""

    def random(self, rng: Random) -> BinaryElement:
        """A uniformly random element."""
        return BinaryElement(self, rng.getrandbits(self.degree))

    def __iter__(self) -> Iterator[BinaryElement]:
        return (BinaryElement(self, c) for c in range(self.order))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BinaryField) and other.modulus == self.modulus

    def __hash__(self) -> int:
        return hash(self.modulus)

    def __repr__(self) -> str:
        return f"BinaryField({self.polynomial})"

    def reduce(self, value: int) -> int:
        """`value` modulo f."""
        degree, mask, tail = self.degree, self._mask, self._tail
        while top := value >> degree:
            value &= mask
            for e in tail:
                value ^= top << e
        return value

    @cached_property
    def root_of_x(self) -> int:
        """The encoding of the square root of x, x^(2^(m-1))."""
        value = self.reduce(2)
        for _ in range(self.degree - 1):
            value = self.square(value)
        return value

    def square(self, value: int) -> int:
        """The encoding of the square: the bits spread out, then reduced."""
        return self.reduce(int(f"{value:b}", 4))

    def root(self, value: int) -> int:
        """The encoding of the square root: that of even(x^2) + x odd(x^2) is even(x) + sqrt(x) odd(x)."""
        bits = f"{value:b}"[::-1]
        even = int(bits[::2][::-1], 2)
        odd = int(bits[1::2][::-1] or "0", 2)
        return even ^ self.reduce(carryless_product(odd, self.root_of_x))


class BinaryElement:
    """An element of a `BinaryField`."""

    __slots__ = ("field", "value")

    def __init__(self, field: BinaryField, value: int) -> None:
        self.field = field
        self.value = value

    def __add__(self, other: BinaryElement) -> BinaryElement:
        return BinaryElement(self.field, self.value ^ other.value)

    __sub__ = __add__

    def __neg__(self) -> BinaryElement:
        return self

    def __mul__(self, other: BinaryElement) -> BinaryElement:
        return BinaryElement(self.field, self.field.reduce(carryless_product(self.value, other.value)))

    def __truediv__(self, other: BinaryElement) -> BinaryElement:
        return self * other.inverse()

    def frobenius(self, k: int) -> BinaryElement:
        """x^(2^k), by squarings or square roots, whichever are fewer."""
        value, m = self.value, self.field.degree
        k %= m
        if 2 * k <= m:
            for _ in range(k):
                value = self.field.square(value)
        else:
            for _ in range(m - k):
                value = self.field.root(value)
        return BinaryElement(self.field, value)

    def sqrt(self) -> BinaryElement:
        """The square root."""
        return self.frobenius(-1)

    def inverse(self) -> BinaryElement:
        """1/x by the extended Euclidean algorithm.

        Raises
        ------
        ZeroDivisionError
            The element is 0.
        """
        if not self.value:
            raise ZeroDivisionError("0 has no inverse")
        u, v, g, h = self.value, self.field.modulus, 1, 0
        while u != 1:
            shift = u.bit_length() - v.bit_length()
            if shift < 0:
                u, v, g, h, shift = v, u, h, g, -shift
            u ^= v << shift
            g ^= h << shift
        return BinaryElement(self.field, self.field.reduce(g))

    def trace(self) -> int:
        """The sum of all 2^i-th powers, 0 or 1."""
        value = total = self.value
        for _ in range(self.field.degree - 1):
            value = self.field.square(value)
            total ^= value
        return total

    def half_trace(self) -> BinaryElement:
        """The sum of the 4^i-th powers, 0 <= i <= (m-1)/2, m odd: y with y^2 + y = x + Tr(x)."""
        if self.field.degree % 2 == 0:
            raise ValueError("the half-trace is for odd degrees")
        value = total = self.value
        for _ in range((self.field.degree - 1) // 2):
            value = self.field.square(self.field.square(value))
            total ^= value
        return BinaryElement(self.field, total)

    def solve_quadratic(self) -> BinaryElement | None:
        """One y with y^2 + y = x (the other is y + 1), or None where Tr(x) = 1 and there is none."""
        if self.trace():
            return None
        if self.field.degree % 2:
            return self.half_trace()
        # With Tr(theta) = 1: y = sum over i of theta^(2^i) (x + x^2 + … + x^(2^(i-1))).
        theta = next(t for i in range(self.field.degree) if (t := BinaryElement(self.field, 1 << i)).trace())
        y = BinaryElement(self.field, 0)
        partial, power = BinaryElement(self.field, 0), self
        for _ in range(self.field.degree):
            y = y + theta * partial
            partial, power, theta = partial + power, power.frobenius(1), theta.frobenius(1)
        return y

    def __pow__(self, exponent: int) -> BinaryElement:
        if exponent < 0:
            return self.inverse() ** -exponent
        result = BinaryElement(self.field, 1)
        for bit in f"{exponent:b}":
            result = result.frobenius(1)
            if bit == "1":
                result = result * self
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BinaryElement) and self.value == other.value and self.field == other.field

    def __hash__(self) -> int:
        return hash(self.value)

    def __int__(self) -> int:
        return self.value

    def __bool__(self) -> bool:
        return self.value != 0

    def __repr__(self) -> str:
        return f"{self.value:#x}"
