"""Elements of F_p, F_p2 and F_p12 with the interface of py_ecc's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

__all__ = ["FQ", "FQ2", "FQ12", "FQP", "Element"]


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
        return type(self)(_inverse(self.n, self.field_modulus))

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
        return type(self)(self.n * _inverse(_integer(other), self.field_modulus))

    def __rtruediv__(self, other: int | FQ) -> Self:
        return type(self)(_integer(other) * _inverse(self.n, self.field_modulus))

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
    __slots__ = ("coeffs",)

    def __init__(self, coeffs: Sequence[int | FQ]) -> None:
        if len(coeffs) != self.degree:
            raise ValueError(f"{len(coeffs)} coefficients where {self.degree} are needed")
        self.coeffs = tuple([_integer(c) % self.field_modulus for c in coeffs])
        """Residues, that of 1 first."""

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
        return next((c % 2 for c in self.coeffs if c), 0)

    def inv(self) -> Self:
        """1 / a, and 0 of 0: from the linear equations that a b = 1 is."""
        p, power = self.field_modulus, self
        columns = []
        for _ in range(self.degree):
            columns.append(power.coeffs)
            power = power._times_x()
        rows = [[column[i] for column in columns] + [int(i == 0)] for i in range(self.degree)]
        for i in range(self.degree):
            pivot = next((row for row in rows[i:] if row[i]), None)
            if pivot is None:
                return self.zero()
            rows.remove(pivot)
            scale = _inverse(pivot[i], p)
            pivot = [entry * scale % p for entry in pivot]
            rows = [[(a - row[i] * b) % p for a, b in zip(row, pivot, strict=True)] for row in rows]
            rows.insert(i, pivot)
        return type(self)([row[-1] for row in rows])

    def _times_x(self) -> Self:
        top = self.coeffs[-1]
        shifted = (0, *self.coeffs[:-1])
        return type(self)([c - top * m for c, m in zip(shifted, self.modulus_coeffs, strict=True)])

    def __add__(self, other: Self) -> Self:
        return type(self)([a + b for a, b in zip(self.coeffs, other.coeffs, strict=True)])

    def __sub__(self, other: Self) -> Self:
        return type(self)([a - b for a, b in zip(self.coeffs, other.coeffs, strict=True)])

    def __mul__(self, other: int | FQ | Self) -> Self:
        if isinstance(other, int | FQ):
            return type(self)([c * _integer(other) for c in self.coeffs])
        product = [0] * (2 * self.degree - 1)
        for i, a in enumerate(self.coeffs):
            for j, b in enumerate(other.coeffs):
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
            return self * _inverse(_integer(other), self.field_modulus)
        return self * other.inv()

    def __pow__(self, exponent: int) -> Self:
        base, power = (self.inv() if exponent < 0 else self), self.one()
        for bit in bin(abs(exponent))[2:]:
            power = power * power
            if bit == "1":
                power = power * base
        return power

    def __neg__(self) -> Self:
        return type(self)([-c for c in self.coeffs])

    def __eq__(self, other: object) -> bool:
        return self.coeffs == other.coeffs if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.coeffs)

    def __repr__(self) -> str:
        return repr(self.coeffs)


class FQ2(FQP):
    """An element of F_p2 = F_p[i] / (i^2 + 1)."""

    degree = 2
    modulus_coeffs = (1, 0)


class FQ12(FQP):
    """An element of F_p12 = F_p[w] / ((w^6 - s)^2 + 1); subclasses have s, by their modulus."""

    degree = 12


Element = FQ | FQ2 | FQ12
"""A coordinate."""


def _integer(value: Any) -> int:
    if isinstance(value, int):
        return value
    if isinstance(value, FQ):
        return value.n
    raise TypeError(f"expected an int or FQ object, got {type(value).__name__}")


def _inverse(value: int, p: int) -> int:
    return pow(value, -1, p) if value % p else 0
