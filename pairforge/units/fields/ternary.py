"""F_3^m for the units, described exactly and independently of any hardware structure.

Elements are integers in the encoding of the vectors: bits 2i+1..2i hold the coefficient of x^i as 0, 1 or 2.
Polynomials inside this file are lists of such digits, lowest first. A product is one product of integers
whose 32-bit lanes are the digits (Kronecker's substitution), so that a unit's `function` shares nothing with
the circuit it checks; linear maps are given digit by digit, which is what adders need.

Imports the error types and what both characteristics share.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from pairforge.units.fields.base import FieldError, Rows, polynomial_text

Poly = list[int]


def _trim(a: Poly) -> Poly:
    while a and a[-1] == 0:
        a.pop()
    return a


def poly_mul(a: Sequence[int], b: Sequence[int]) -> Poly:
    """Product of two polynomials over F_3, without leading zeros."""
    if not a or not b:
        return []
    x, y = (int.from_bytes(array("I", p).tobytes(), "little") for p in (a, b))
    lanes = array("I", (x * y).to_bytes(4 * (len(a) + len(b)), "little"))
    return _trim([lane % 3 for lane in lanes])


def poly_mod(a: Sequence[int], f: Sequence[int]) -> Poly:
    """Remainder of `a` on division by `f` over F_3; `f` has no leading zero."""
    rest, degree = list(a), len(f) - 1
    terms = [(i, c) for i, c in enumerate(f[:-1]) if c]
    for top in range(len(rest) - 1, degree - 1, -1):
        if quotient := rest[top] * f[-1] % 3:  # 1 and -1 are their own inverses
            for i, c in terms:
                rest[top - degree + i] = (rest[top - degree + i] - quotient * c) % 3
    return _trim(rest[:degree])


def poly_gcd(a: Sequence[int], b: Sequence[int]) -> Poly:
    """A greatest common divisor of two polynomials over F_3."""
    first, second = _trim(list(a)), _trim(list(b))
    while second:
        first, second = second, poly_mod(first, second)
    return first


def _cube(a: Sequence[int], f: Sequence[int]) -> Poly:
    """a^3 mod f: cubing moves the coefficient of x^i to x^3i."""
    spread = [0] * (3 * len(a))
    spread[::3] = a
    return poly_mod(spread, f)


def is_irreducible(f: Sequence[int]) -> bool:
    """Whether the polynomial `f` over F_3, its last coefficient not zero, is irreducible (Rabin's test)."""
    m = len(f) - 1
    if m < 1:
        return False
    checks = {m // p for p in range(2, m + 1) if m % p == 0 and all(p % q for q in range(2, p))}
    x = poly_mod([0, 1], f)
    power = x
    for i in range(1, m + 1):
        power = _cube(power, f)
        length = max(len(power), len(x))
        one, two = ([*p, *[0] * (length - len(p))] for p in (power, x))
        difference = _trim([(c - d) % 3 for c, d in zip(one, two, strict=True)])
        if i in checks and len(poly_gcd(f, difference)) != 1:
            return False
    return power == x


@dataclass(frozen=True)
class TernaryField:
    """F_3[x] / f, f monic and given by its nonzero terms (exponent, 1 or -1), largest exponent first:
    ((97, 1), (16, 1), (0, -1)) is x^97 + x^16 - 1.

    Raises `FieldError` where f is not irreducible or not written so.
    """

    terms: tuple[tuple[int, int], ...]

    characteristic = 3

    def __post_init__(self) -> None:
        exponents = [e for e, _ in self.terms]
        if len(exponents) < 2 or exponents != sorted(set(exponents), reverse=True) or exponents[-1] < 0:
            raise FieldError(f"terms {self.terms}: exponents are not distinct and in falling order")
        if any(c not in (1, -1) for _, c in self.terms) or self.terms[0][1] != 1:
            raise FieldError(f"terms {self.terms}: coefficients must be 1 or -1, the first 1")
        if not _irreducible(self.terms):
            raise FieldError(f"{self.polynomial} is not irreducible over F_3")

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]]) -> TernaryField:
        """From the terms in any order."""
        return cls(tuple(sorted(terms, reverse=True)))

    @property
    def m(self) -> int:
        """Degree of the field: digits of an element."""
        return self.terms[0][0]

    @property
    def width(self) -> int:
        """Width of an element in bits."""
        return 2 * self.m

    @property
    def order(self) -> int:
        """Number of elements."""
        return int(3**self.m)

    @cached_property
    def modulus(self) -> tuple[int, ...]:
        """The coefficients of f, lowest first, as 0, 1, 2."""
        return _modulus(self.terms)

    @property
    def polynomial(self) -> str:
        """f as text."""
        return polynomial_text(self.terms)

    @property
    def name(self) -> str:
        """`f3_<m>`, for module names."""
        return f"f3_{self.m}"

    @property
    def label(self) -> str:
        """`F_3^<m>`, for text."""
        return f"F_3^{self.m}"

    @property
    def definition(self) -> str:
        """`F_3[x]/(f)`, for text."""
        return f"F_3[x]/({self.polynomial})"

    @property
    def encoding(self) -> str:
        """What the bits of an element mean, for text."""
        return "bits 2i + 1 and 2i of an element are the coefficient of x^i, 0, 1 or 2 (3 has no meaning)"

    def check(self, *elements: int) -> None:
        """Raise `FieldError` where an integer is not an element."""
        for a in elements:
            if a < 0 or a >> self.width or a & a >> 1 & _every_second_bit(self.m):
                raise FieldError(f"{a:#x} is not an element of {self.label}")

    def element(self, index: int) -> int:
        """Element number `index`, 0 <= index < order: the one whose digits are those of the index in base
        3.
        """
        return self._pack([index // 3**i % 3 for i in range(self.m)])

    def _digits(self, a: int) -> Poly:
        self.check(a)
        return [a >> 2 * i & 3 for i in range(self.m)]

    def _pack(self, digits: Sequence[int]) -> int:
        return sum(d << 2 * i for i, d in enumerate(digits))

    def monomial(self, exponent: int, coefficient: int = 1) -> int:
        """coefficient x^exponent, for an exponent below m."""
        return coefficient % 3 << 2 * exponent

    # -- arithmetic on integers ----------------------------------------------------------------------

    def add(self, a: int, b: int) -> int:
        """a + b."""
        return self._pack([(x + y) % 3 for x, y in zip(self._digits(a), self._digits(b), strict=True)])

    def neg(self, a: int) -> int:
        """-a."""
        return self.scale(2, a)

    def scale(self, c: int, a: int) -> int:
        """c a for an integer c, taken mod 3."""
        return self._pack([c * x % 3 for x in self._digits(a)])

    def mul(self, a: int, b: int) -> int:
        """a b."""
        return self._pack(poly_mod(poly_mul(self._digits(a), self._digits(b)), self.modulus))

    def frobenius(self, a: int, k: int = 1) -> int:
        """a^(3^k); k may be negative: a^(3^-1) is the cube root."""
        power = self._digits(a)
        for _ in range(k % self.m):
            power = _cube(power, self.modulus)
        return self._pack(power)

    # -- linear maps ---------------------------------------------------------------------------------

    def reduction_rows(self, length: int) -> Rows:
        """The map from a polynomial of `length` coefficients to its remainder."""
        return _rows([poly_mod([*[0] * i, 1], self.modulus) for i in range(length)], self.m)

    def frobenius_rows(self, k: int) -> Rows:
        """The map a -> a^(3^k)."""
        return _frobenius_rows(self.terms, k % self.m)

    def shift_rows(self, k: int) -> Rows:
        """The map a -> x^k a for k >= 0."""
        return _rows([poly_mod([*[0] * (i + k), 1], self.modulus) for i in range(self.m)], self.m)

    def corner_elements(self) -> tuple[int, ...]:
        """0, 1, -1, x, both multiples of the highest power of x, all ones, all twos, and alternating
        patterns.
        """
        m = self.m
        digits = [[0], [1], [2], [0, 1], [*[0] * (m - 1), 1], [*[0] * (m - 1), 2], [1] * m, [2] * m]
        digits += [([*pattern] * m)[:m] for pattern in ((1, 2), (2, 1), (0, 1, 2))]
        return tuple(dict.fromkeys(self._pack(d) for d in digits))


@cache
def _modulus(terms: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    coefficients = dict(terms)
    return tuple(coefficients.get(i, 0) % 3 for i in range(terms[0][0] + 1))


@cache
def _irreducible(terms: tuple[tuple[int, int], ...]) -> bool:
    return is_irreducible(_modulus(terms))


@cache
def _frobenius_rows(terms: tuple[tuple[int, int], ...], k: int) -> Rows:
    field = TernaryField(terms)
    image: Poly = poly_mod([0, 1], field.modulus)
    for _ in range(k):
        image = _cube(image, field.modulus)
    columns = [[1]]  # of x^0; the images of the powers of x are the powers of its image
    for _ in range(1, field.m):
        columns.append(poly_mod(poly_mul(columns[-1], image), field.modulus))
    return _rows(columns, field.m)


def _rows(columns: Sequence[Sequence[int]], width: int) -> Rows:
    return tuple(
        tuple((i, c[digit]) for i, c in enumerate(columns) if digit < len(c) and c[digit])
        for digit in range(width)
    )


@cache
def _every_second_bit(digits: int) -> int:
    return int("01" * digits, 2)
