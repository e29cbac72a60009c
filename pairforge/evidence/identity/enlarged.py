"""F_p^n with coefficients from an extension K of F_p: K[z]/(f), F_p^n = F_p[z]/(f).

An identity of rational functions over F_p that holds there, at a random point, most likely holds everywhere.
Two maps are powers on F_p^n itself. The conjugation leaves K alone. The Frobenius map takes all to p-th
powers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from flint import fmpz_mod_ctx, fmpz_mod_mat, fq_default_poly_ctx

from pairforge.algebra.tower import Tower
from pairforge.errors import CheckError


@dataclass(frozen=True, eq=False)
class EnlargedElement:
    """`value`: a polynomial in z over K."""

    field: Enlarged
    value: Any

    def __add__(self, other: EnlargedElement) -> EnlargedElement:
        return EnlargedElement(self.field, self.value + other.value)

    def __sub__(self, other: EnlargedElement) -> EnlargedElement:
        return EnlargedElement(self.field, self.value - other.value)

    def __neg__(self) -> EnlargedElement:
        return EnlargedElement(self.field, -self.value)

    def __mul__(self, other: EnlargedElement) -> EnlargedElement:
        return EnlargedElement(self.field, self.value.mul_mod(other.value, self.field.modulus))

    def __rmul__(self, n: int) -> EnlargedElement:
        return EnlargedElement(self.field, self.value * n)

    def __truediv__(self, other: EnlargedElement) -> EnlargedElement:
        """Raises ZeroDivisionError where there is no inverse."""
        return self * EnlargedElement(self.field, other.value.inverse_mod(self.field.modulus))

    def __rtruediv__(self, n: int) -> EnlargedElement:
        return self.field.number(n) / self

    def __pow__(self, n: int) -> EnlargedElement:
        if n < 0:
            return 1 / self**-n
        return EnlargedElement(self.field, self.value.pow_mod(n, self.field.modulus))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            other = self.field.number(other)
        return isinstance(other, EnlargedElement) and bool(self.value == other.value)

    def conjugate(self, i: int) -> EnlargedElement:
        """z becomes z^(q^i), q = p^m."""
        field = self.field
        return EnlargedElement(field, self.value.compose_mod(field.image(i * field.m), field.modulus))

    def frobenius(self, k: int) -> EnlargedElement:
        """The p^k-th power; a root for a negative k."""
        field = self.field
        raised = field.polynomial([c.frobenius(k) for c in self.value.coeffs()])
        return EnlargedElement(field, raised.compose_mod(field.image(k), field.modulus))


class Enlarged:
    """K[z]/(f).

    Parameters
    ----------
    coefficients
        K, a context of python-flint.
    modulus
        The coefficients of f, lowest first, which is irreducible over F_p.
    basis
        Elements of F_p[z]/(f), by their coefficients: those that coordinates are of.
    m
        Of the power q = p^m of F_p^n that is the conjugation.
    """

    def __init__(
        self, coefficients: Any, modulus: Sequence[int], basis: Sequence[Sequence[int]], m: int = 1
    ) -> None:
        self.coefficients, self.m = coefficients, m
        self.characteristic = int(coefficients.characteristic())
        self.degree = len(modulus) - 1
        polynomial: Any = fq_default_poly_ctx(coefficients)
        self.polynomial = polynomial
        self.modulus = polynomial(list(modulus))
        self._rows = basis
        self._basis = [polynomial(list(row)) % self.modulus for row in basis]

    @classmethod
    def of_tower(cls, coefficients: Any, tower: Tower) -> Enlarged:
        """With the coordinates of a tower over F_p."""
        n = tower.degree
        if n == 1:
            return cls(coefficients, [0, 1], [[1]])
        units = [tuple(int(i == j) for j in range(n)) for i in range(n)]
        rows = [[int(c) for c in tower.flat.of(unit).to_list()] for unit in units]
        return cls(coefficients, [int(c) for c in tower.flat.field.modulus().coeffs()], rows)

    @property
    def order(self) -> int:
        """How many elements there are."""
        return int(self.coefficients.order() ** self.degree)

    def of(self, coordinates: Sequence[Any]) -> EnlargedElement:
        """From coordinates in K, integers among them; those that are missing are 0.

        Raises
        ------
        CheckError
            There are too many.
        """
        if len(coordinates) > self.degree:
            raise CheckError(f"{len(coordinates)} coordinates of an element that has {self.degree}")
        value = self.polynomial([0])
        for c, unit in zip(coordinates, self._basis, strict=False):
            value = value + unit * self.polynomial([c])
        return EnlargedElement(self, value)

    def of_all(self, coordinates: Sequence[Any]) -> EnlargedElement:
        """The same, of which none may be missing."""
        if len(coordinates) < self.degree:
            raise CheckError(f"{len(coordinates)} coordinates of an element that has {self.degree}")
        return self.of(coordinates)

    def to(self, x: EnlargedElement) -> Sequence[Any]:
        """The coordinates."""
        digits = x.value.coeffs()
        digits += [self.coefficients(0)] * (self.degree - len(digits))
        return [
            sum((int(row[j]) * digits[i] for i, row in enumerate(self._back)), self.coefficients(0))
            for j in range(self.degree)
        ]

    def number(self, n: int) -> EnlargedElement:
        """The integer modulo p."""
        return EnlargedElement(self, self.polynomial([n]))

    def random(self, rng: Random) -> EnlargedElement:
        """Uniform."""
        return EnlargedElement(
            self, self.polynomial([random_coefficient(self.coefficients, rng) for _ in range(self.degree)])
        )

    def image(self, k: int) -> Any:
        """z^(p^k)."""
        return self._images[k % self.degree]

    def sqrt(self, x: EnlargedElement) -> EnlargedElement | None:
        """A square root, where p is odd, K[z]/(f) a field and there is one (Tonelli 1891, Shanks 1973)."""
        order = self.order - 1
        if x == 0 or x ** (order // 2) != 1:
            return x if x == 0 else None
        twos = (order & -order).bit_length() - 1
        odd = order >> twos
        root, rest, unit = x ** ((odd + 1) // 2), x**odd, self._unit**odd
        while rest != 1:
            power, m = rest, 0
            while power != 1:
                power, m = power * power, m + 1
            step = unit ** (1 << twos - m - 1)
            root, unit, twos = root * step, step * step, m
            rest = rest * unit
        return root

    @cached_property
    def _unit(self) -> EnlargedElement:
        """No square."""
        rng = Random(0)
        while True:
            x = self.random(rng)
            if x ** ((self.order - 1) // 2) == -1:
                return x

    @cached_property
    def _images(self) -> Sequence[Any]:
        images = [self.polynomial([0, 1]) % self.modulus]
        for _ in range(self.degree - 1):
            images.append(images[-1].pow_mod(self.characteristic, self.modulus))
        return images

    @cached_property
    def _back(self) -> Sequence[Sequence[int]]:
        """Rows with the coordinates of 1, z, z^2, ..."""
        n = self.degree
        rows = [[*row, *[0] * (n - len(row))] for row in self._rows]
        inverse = fmpz_mod_mat(
            n, n, [c for row in rows for c in row], fmpz_mod_ctx(self.characteristic)
        ).inv()
        return [[int(inverse[i, j]) for j in range(n)] for i in range(n)]


def random_coefficient(coefficients: Any, rng: Random) -> Any:
    """A uniform element of a context of python-flint."""
    p = int(coefficients.characteristic())
    return coefficients([rng.randrange(p) for _ in range(int(coefficients.degree()))])
