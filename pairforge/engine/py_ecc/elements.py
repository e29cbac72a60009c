"""Elements of F_p and of its extensions, with the interface of py_ecc's; `fields` has those of curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

__all__ = ["FQ", "FQ2", "FQ12", "FQP", "Element", "Nested2", "Nested12", "inverse"]


class FQ:
    """An element of F_p; subclasses have the modulus."""

    field_modulus: ClassVar[int]
    __slots__ = ("n",)

    def __init__(self, val: int | FQ) -> None:
        self.n = _integer(val) % self.field_modulus
        """The residue."""

    @classmethod
    def one(cls) -> Self:
        """1."""
        return cls(1)

    @classmethod
    def zero(cls) -> Self:
        """0."""
        return cls(0)

    @property
    def sgn0(self) -> int:
        """The sign of RFC 9380, section 4.1."""
        return self.n % 2

    def inv(self) -> Self:
        """1 / a, and 0 of 0."""
        return type(self)(inverse(self.n, self.field_modulus))

    def __add__(self, other: int | FQ) -> Self:
        return type(self)(self.n + _integer(other))

    __radd__ = __add__

    def __sub__(self, other: int | FQ) -> Self:
        return type(self)(self.n - _integer(other))

    def __rsub__(self, other: int | FQ) -> Self:
        return type(self)(_integer(other) - self.n)

    def __mul__(self, other: int | FQ) -> Self:
        return type(self)(self.n * _integer(other))

    __rmul__ = __mul__

    def __truediv__(self, other: int | FQ) -> Self:
        return type(self)(self.n * inverse(_integer(other), self.field_modulus))

    def __rtruediv__(self, other: int | FQ) -> Self:
        return type(self)(_integer(other) * inverse(self.n, self.field_modulus))

    def __pow__(self, exponent: int) -> Self:
        return type(self)(pow(self.n, exponent, self.field_modulus))

    def __neg__(self) -> Self:
        return type(self)(-self.n)

    def __eq__(self, other: object) -> bool:
        return self.n == _integer(other) if isinstance(other, int | FQ) else NotImplemented

    def __lt__(self, other: int | FQ) -> bool:
        return self.n < _integer(other)

    def __hash__(self) -> int:
        return hash(self.n)

    def __int__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return repr(self.n)


class FQP:
    """An element of an extension of F_p: a polynomial modulo x^degree + sum of modulus_coeffs[i] x^i."""

    field_modulus: ClassVar[int]
    degree: ClassVar[int]
    modulus_coeffs: ClassVar[tuple[int, ...]]
    __slots__ = ("residues",)

    def __init__(self, coeffs: Sequence[int | FQ]) -> None:
        if len(coeffs) != self.degree:
            raise ValueError(f"{len(coeffs)} coefficients where {self.degree} are needed")
        self.residues = tuple([_integer(c) % self.field_modulus for c in coeffs])
        """The coefficients as integers, that of 1 first."""

    @property
    def coeffs(self) -> tuple[Any, ...]:
        """The coefficients, that of 1 first: integers, as in py_ecc's optimised fields."""
        return self.residues

    @classmethod
    def one(cls) -> Self:
        """1."""
        return cls([1] + [0] * (cls.degree - 1))

    @classmethod
    def zero(cls) -> Self:
        """0."""
        return cls([0] * cls.degree)

    @property
    def sgn0(self) -> int:
        """The sign of RFC 9380, section 4.1: the parity of the first coefficient that is not 0."""
        return next((c % 2 for c in self.residues if c), 0)

    def inv(self) -> Self:
        """1 / a, and 0 of 0: from the linear equations that a b = 1 is."""
        p, power = self.field_modulus, self
        columns = []
        for _ in range(self.degree):
            columns.append(power.residues)
            power = power._times_x()
        rows = [[column[i] for column in columns] + [int(i == 0)] for i in range(self.degree)]
        for i in range(self.degree):
            pivot = next((row for row in rows[i:] if row[i]), None)
            if pivot is None:
                return self.zero()
            rows.remove(pivot)
            scale = inverse(pivot[i], p)
            pivot = [entry * scale % p for entry in pivot]
            rows = [[(a - row[i] * b) % p for a, b in zip(row, pivot, strict=True)] for row in rows]
            rows.insert(i, pivot)
        return type(self)([row[-1] for row in rows])

    def _times_x(self) -> Self:
        top = self.residues[-1]
        shifted = (0, *self.residues[:-1])
        return type(self)([c - top * m for c, m in zip(shifted, self.modulus_coeffs, strict=True)])

    def _alike(self, other: object, wanted: str = "") -> Self:
        """Of the same field: an integer is no polynomial, as in py_ecc (TypeError)."""
        if not isinstance(other, type(self)):
            raise TypeError(f"expected {wanted}an {type(self).__name__} object, got {type(other).__name__}")
        return other

    def __add__(self, other: Self) -> Self:
        return type(self)([a + b for a, b in zip(self.residues, self._alike(other).residues, strict=True)])

    def __sub__(self, other: Self) -> Self:
        return type(self)([a - b for a, b in zip(self.residues, self._alike(other).residues, strict=True)])

    def __mul__(self, other: int | FQ | Self) -> Self:
        if isinstance(other, int | FQ):
            return type(self)([c * _integer(other) for c in self.residues])
        product = [0] * (2 * self.degree - 1)
        factor = self._alike(other, "an int, an FQ or ").residues
        for i, a in enumerate(self.residues):
            for j, b in enumerate(factor):
                product[i + j] += a * b
        sparse = [(i, m) for i, m in enumerate(self.modulus_coeffs) if m]
        for i in range(self.degree - 2, -1, -1):
            top = product.pop() % self.field_modulus
            for j, m in sparse:
                product[i + j] -= top * m
        return type(self)(product)

    __rmul__ = __mul__

    def __truediv__(self, other: int | FQ | Self) -> Self:
        if isinstance(other, int | FQ):
            return self * inverse(_integer(other), self.field_modulus)
        return self * self._alike(other, "an int, an FQ or ").inv()

    def __pow__(self, exponent: int) -> Self:
        base, power = (self.inv() if exponent < 0 else self), self.one()
        for bit in bin(abs(exponent))[2:]:
            power = power * power
            if bit == "1":
                power = power * base
        return power

    def __neg__(self) -> Self:
        return type(self)([-c for c in self.residues])

    def __eq__(self, other: object) -> bool:
        return self.residues == other.residues if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.residues)

    def __repr__(self) -> str:
        return repr(self.residues)


class FQ2(FQP):
    """An element of F_p2 = F_p[i] / (i^2 + 1)."""

    degree = 2
    modulus_coeffs = (1, 0)
    __slots__ = ()


class FQ12(FQP):
    """An element of F_p12 = F_p[w] / ((w^6 - s)^2 + 1); subclasses have s, by their modulus."""

    degree = 12
    __slots__ = ()


class _Nested(FQP):
    """Coefficients are elements of F_p, as in py_ecc's fields that are not optimised."""

    base: ClassVar[type[FQ]]
    """F_p."""
    __slots__ = ()

    @property
    def coeffs(self) -> tuple[FQ, ...]:
        """The coefficients, that of 1 first."""
        return tuple([self.base(c) for c in self.residues])


class Nested2(_Nested, FQ2):
    """An element of F_p2 whose coefficients are elements of F_p."""

    __slots__ = ()


class Nested12(_Nested, FQ12):
    """An element of F_p12 whose coefficients are elements of F_p."""

    __slots__ = ()


Element = FQ | FQ2 | FQ12
"""A coordinate."""


def _integer(value: Any) -> int:
    if isinstance(value, int):
        return value
    if isinstance(value, FQ):
        return value.n
    raise TypeError(f"expected an int or FQ object, got {type(value).__name__}")


def inverse(value: int, p: int) -> int:
    """1 / value modulo a prime, and 0 of its multiples."""
    return pow(value, -1, p) if value % p else 0
