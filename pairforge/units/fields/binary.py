"""F_2^m for the units, described exactly and independently of any hardware structure.

Bit i of an element is the coefficient of x^i. Arithmetic is plain shift-and-add on integers, so that a unit's
`function` shares nothing with the circuit it checks; linear maps are given as the input bits of each output
bit, which is what wires and XOR gates need.

Imports what both characteristics share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pairforge.units.fields.base import FieldError, Rows, polynomial_text


def clmul(a: int, b: int) -> int:
    """Product of two polynomials over F_2, bit i the coefficient of x^i."""
    if a.bit_count() < b.bit_count():
        a, b = b, a
    product = 0
    while b:
        low = b & -b
        product ^= a * low
        b ^= low
    return product


def clsquare(a: int) -> int:
    """Square of a polynomial over F_2: a zero between any two of its coefficients."""
    return int(f"{a:b}", 4)


def clmod(a: int, f: int) -> int:
    """Remainder of `a` on division by `f` over F_2; `f` is not zero."""
    degree = f.bit_length() - 1
    lower = f ^ 1 << degree  # what x^degree is
    while high := a >> degree:
        a ^= high << degree ^ clmul(high, lower)
    return a


def clgcd(a: int, b: int) -> int:
    """Greatest common divisor of two polynomials over F_2."""
    while b:
        a, b = b, clmod(a, b)
    return a


def is_irreducible(f: int) -> bool:
    """Whether the polynomial `f` over F_2 is irreducible (Rabin's test)."""
    m = f.bit_length() - 1
    if m < 1:
        return False
    checks = {m // p for p in range(2, m + 1) if m % p == 0 and all(p % q for q in range(2, p))}
    power = clmod(2, f)
    for i in range(1, m + 1):
        power = clmod(clmul(power, power), f)
        if i in checks and clgcd(f, power ^ clmod(2, f)) != 1:
            return False
    return power == clmod(2, f)


@dataclass(frozen=True)
class BinaryField:
    """F_2[x] / f, with f given by its exponents, largest first: (239, 81, 0) is x^239 + x^81 + 1.

    Raises `FieldError` where f is not irreducible.
    """

    exponents: tuple[int, ...]

    characteristic = 2

    def __post_init__(self) -> None:
        e = self.exponents
        if len(e) < 2 or list(e) != sorted(set(e), reverse=True) or e[-1] < 0:
            raise FieldError(f"exponents {e} are not distinct and in falling order")
        if not _irreducible(self.modulus):
            raise FieldError(f"{self.polynomial} is not irreducible over F_2")

    @classmethod
    def of(cls, modulus: int | Sequence[int]) -> BinaryField:
        """From the modulus as an integer (bit i: coefficient of x^i) or as exponents in any order."""
        if isinstance(modulus, int):
            return cls(tuple(i for i in reversed(range(modulus.bit_length())) if modulus >> i & 1))
        return cls(tuple(sorted(modulus, reverse=True)))

    @property
    def m(self) -> int:
        """Degree of the field: digits of an element."""
        return self.exponents[0]

    @property
    def width(self) -> int:
        """Width of an element in bits."""
        return self.m

    @property
    def order(self) -> int:
        """Number of elements."""
        return 1 << self.m

    @property
    def modulus(self) -> int:
        """f as an integer."""
        return sum(1 << e for e in self.exponents)

    @property
    def polynomial(self) -> str:
        """f as text."""
        return polynomial_text([(e, 1) for e in self.exponents])

    @property
    def name(self) -> str:
        """`f2_<m>`, for module names."""
        return f"f2_{self.m}"

    @property
    def label(self) -> str:
        """`F_2^<m>`, for text."""
        return f"F_2^{self.m}"

    @property
    def ones(self) -> int:
        """The element with every coefficient 1."""
        return (1 << self.m) - 1

    @property
    def definition(self) -> str:
        """`F_2[x]/(f)`, for text."""
        return f"F_2[x]/({self.polynomial})"

    @property
    def encoding(self) -> str:
        """What the bits of an element mean, for text."""
        return "bit i of an element is the coefficient of x^i"

    def check(self, *elements: int) -> None:
        """Raise `FieldError` where an integer is not an element."""
        for a in elements:
            if not 0 <= a <= self.ones:
                raise FieldError(f"{a:#x} is not an element of {self.label}")

    def element(self, index: int) -> int:
        """Element number `index`, 0 <= index < order: the index itself."""
        self.check(index)
        return index

    def monomial(self, exponent: int, coefficient: int = 1) -> int:
        """coefficient x^exponent, for an exponent below m."""
        return coefficient % 2 << exponent

    # -- arithmetic on integers ----------------------------------------------------------------------

    def add(self, a: int, b: int) -> int:
        """a + b."""
        self.check(a, b)
        return a ^ b

    def neg(self, a: int) -> int:
        """-a, which is a."""
        self.check(a)
        return a

    def scale(self, c: int, a: int) -> int:
        """c a for an integer c, taken mod 2."""
        self.check(a)
        return a if c % 2 else 0

    def mul(self, a: int, b: int) -> int:
        """a b."""
        self.check(a, b)
        return clmod(clmul(a, b), self.modulus)

    def frobenius(self, a: int, k: int = 1) -> int:
        """a^(2^k); k may be negative: a^(2^-1) is the square root."""
        self.check(a)
        modulus = self.modulus
        for _ in range(k % self.m):
            a = clmod(clsquare(a), modulus)
        return a

    # -- linear maps ---------------------------------------------------------------------------------

    def reduction_rows(self, length: int) -> Rows:
        """The map from a polynomial of `length` coefficients to its remainder."""
        return _rows([clmod(1 << i, self.modulus) for i in range(length)], self.m)

    def frobenius_rows(self, k: int) -> Rows:
        """The map a -> a^(2^k)."""
        return _frobenius_rows(self.exponents, k % self.m)

    def shift_rows(self, k: int) -> Rows:
        """The map a -> x^k a for k >= 0."""
        return _rows([clmod(1 << (i + k), self.modulus) for i in range(self.m)], self.m)

    def corner_elements(self) -> tuple[int, ...]:
        """0, 1, x, the highest power of x, all ones, and both alternating patterns."""
        values = (0, 1, 2, 1 << (self.m - 1), self.ones, self.ones // 3, self.ones - self.ones // 3)
        return tuple(dict.fromkeys(v for v in values if v <= self.ones))


def _rows(columns: Sequence[int], width: int) -> Rows:
    return tuple(tuple((i, 1) for i, c in enumerate(columns) if c >> bit & 1) for bit in range(width))


@cache
def _irreducible(f: int) -> bool:
    return is_irreducible(f)


@cache
def _frobenius_rows(exponents: tuple[int, ...], k: int) -> Rows:
    field = BinaryField(exponents)
    image = field.frobenius(clmod(2, field.modulus), k)  # of x; those of its powers are its powers
    columns = [1]
    for _ in range(1, field.m):
        columns.append(field.mul(columns[-1], image))
    return _rows(columns, field.m)
