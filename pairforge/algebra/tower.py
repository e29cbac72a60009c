"""Towers of extensions over F_p, given by equations such as "i^2 = -1", "v^3 = 1 + i", "w^2 = v".

An element is a tuple of coefficients over F_p. Of a step x^n = c over a field of degree d it has those of
x^0, then those of x^1, and so on, d each (draft-irtf-cfrg-pairing-friendly-curves, section 2.5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from flint import fmpz_mod_ctx, fmpz_mod_mat, fmpz_mod_poly_ctx, fq_default_ctx, fq_default_poly_ctx

Coordinates = tuple[int, ...]

_EQUATION = re.compile(r"\s*([a-z])\s*\^\s*(\d+)\s*=\s*(.+)")
_TERM = re.compile(r"([+-]?)(\d*)((?:[a-z](?:\^\d+)?)*)")
_POWER = re.compile(r"([a-z])(?:\^(\d+))?")
_DEGREES = (2, 3)


@dataclass(frozen=True)
class Step:
    """name^degree = residue, an element of the field below."""

    name: str
    degree: int
    residue: Coordinates


@dataclass(frozen=True)
class Tower:
    """F_p and the steps above it."""

    p: int
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, p: int, equations: Sequence[str]) -> Tower:
        """From equations, from F_p up.

        Raises
        ------
        ValueError
            One is no equation of a step, or does not define a field; the message says which and why.
        """
        tower = cls(p)
        for equation in equations:
            match = _EQUATION.fullmatch(equation)
            if not match:
                raise ValueError(f'"{equation}" is no equation such as "i^2 = -1"')
            name, degree = match[1], int(match[2])
            if name in tower.names:
                raise ValueError(f'"{equation}": {name} is taken')
            if degree not in _DEGREES:
                raise ValueError(f'"{equation}": a step has the degree 2 or 3, not {degree}')
            residue = tower.element(match[3])
            if not tower.irreducible(degree, residue):
                power = "square" if degree == 2 else "cube"
                raise ValueError(
                    f'"{equation}": {match[3].strip()} is a {power} in {tower.name}, so that this is no field'
                )
            tower = cls(p, (*tower.steps, Step(name, degree, residue)))
        return tower

    @property
    def names(self) -> tuple[str, ...]:
        """Of the generators."""
        return tuple(step.name for step in self.steps)

    @property
    def degree(self) -> int:
        """Over F_p."""
        return prod(step.degree for step in self.steps)

    @property
    def name(self) -> str:
        """For messages."""
        return "F_p" if self.degree == 1 else f"F_p{self.degree}"

    @property
    def below(self) -> Tower:
        """Without the last step."""
        return Tower(self.p, self.steps[:-1])

    def part(self, degree: int) -> Tower | None:
        """The field of that degree among those of the tower; None: there is none."""
        tower = self
        while tower.degree > degree:
            tower = tower.below
        return tower if tower.degree == degree else None

    # -- elements -------------------------------------------------------------------------------------------

    def number(self, n: int) -> Coordinates:
        """An element of F_p."""
        return (n % self.p, *(0,) * (self.degree - 1))

    def generator(self, name: str) -> Coordinates:
        """The element of that name."""
        place = 1
        for step in self.steps:
            if step.name == name:
                return tuple(int(j == place) for j in range(self.degree))
            place *= step.degree
        raise ValueError(f"there is no {name}; the names so far are {', '.join(self.names) or 'none'}")

    def element(self, text: str) -> Coordinates:
        """The value of an expression such as "1 + i", "-w" or "9 + 2 i v".

        Raises
        ------
        ValueError
            It is no such expression, or has a name that is not there, or is 0.
        """
        packed = re.sub(r"[\s*]", "", text)
        terms = re.split(r"(?<=.)(?=[+-])", packed)
        total = self.number(0)
        for term in terms:
            match = _TERM.fullmatch(term)
            if not match or not (match[2] or match[3]):
                raise ValueError(f'"{text.strip()}" is no sum such as "9 + i"')
            value = self.number(int(f"{match[1]}{match[2] or 1}"))
            for name, power in _POWER.findall(match[3]):
                value = self.multiply(value, self.power(self.generator(name), int(power or 1)))
            total = tuple((a + b) % self.p for a, b in zip(total, value, strict=True))
        if not any(total):
            raise ValueError(f'"{text.strip()}" is 0')
        return total

    def multiply(self, a: Coordinates, b: Coordinates) -> Coordinates:
        """The product, as in a textbook."""
        if not self.steps:
            return (a[0] * b[0] % self.p,)
        below, step = self.below, self.steps[-1]
        width, n = below.degree, step.degree
        rows = [[x[i * width : (i + 1) * width] for i in range(n)] for x in (a, b)]
        sums = [list(below.number(0)) for _ in range(2 * n - 1)]
        for i, j in product(range(n), repeat=2):
            if any(rows[0][i]) and any(rows[1][j]):
                made = below.multiply(rows[0][i], rows[1][j])
                sums[i + j] = [(x + y) % self.p for x, y in zip(sums[i + j], made, strict=True)]
        for i in range(n - 1):
            high = below.multiply(tuple(sums[i + n]), step.residue)
            sums[i] = [(x + y) % self.p for x, y in zip(sums[i], high, strict=True)]
        return tuple(x for row in sums[:n] for x in row)

    def power(self, a: Coordinates, n: int) -> Coordinates:
        """a^n, n >= 0."""
        value = self.number(1)
        for bit in f"{n:b}":
            value = self.multiply(value, value)
            if bit == "1":
                value = self.multiply(value, a)
        return value

    def irreducible(self, degree: int, residue: Coordinates) -> bool:
        """Whether x^degree - residue is, for a degree of 2 or 3."""
        q = self.p**self.degree
        if (q - 1) % degree:
            return False
        return bool(self.flat.of(residue) ** ((q - 1) // degree) != 1)

    @cached_property
    def flat(self) -> Flat:
        """The field as one extension of F_p by python-flint."""
        return Flat(self)

    def text(self, a: Coordinates) -> str:
        """The element as a sum."""
        units = [""]
        for step in self.steps:
            powers = ["", step.name, f"{step.name}^2"][: step.degree]
            units = [" ".join(filter(None, (low, high))) for high in powers for low in units]
        terms = []
        for digit, unit in zip(a, units, strict=True):
            if digit:
                size = min(digit, digit - self.p, key=abs)
                sign, size = ("-", -size) if size < 0 else ("+", size)
                terms.append(f"{sign} {unit if unit and size == 1 else f'{size} {unit}'.strip()}")
        return " ".join(terms).removeprefix("+ ").replace("- ", "-", 1 if terms and terms[0][0] == "-" else 0)


def extension(p: int, coefficients: list[int]) -> Any:
    """F_p[z]/(f), lowest coefficient first."""
    return fq_default_ctx(modulus=fmpz_mod_poly_ctx(fmpz_mod_ctx(p))(list[Any](coefficients)))


class Flat:
    """A tower's field as F_p[z]/(f), or F_p itself, and what takes elements there and back."""

    def __init__(self, tower: Tower) -> None:
        self._p, self._degree = tower.p, tower.degree
        self._ctx = fmpz_mod_ctx(self._p)
        n = self._degree
        self.field: Any = self._ctx
        if n == 1:
            return
        for z in self._primitive(tower):
            powers = [tower.number(1)]
            for _ in range(n):
                powers.append(tower.multiply(powers[-1], z))
            basis = self._matrix(powers[:n])
            if basis.det() != 0:
                break
        last = self._matrix([powers[n]]) * basis.inv()
        self.field = extension(self._p, [*(-int(last[0, j]) for j in range(n)), 1])
        self._basis, self._back = basis, basis.inv()

    def _primitive(self, tower: Tower) -> Iterator[Coordinates]:
        """Candidates for z: the last generator, then sums of all with small factors."""
        names = tower.names
        yield tower.generator(names[-1])
        for factors in product(range(1, 5), repeat=len(names)):
            parts = [[f * c for c in tower.generator(name)] for f, name in zip(factors, names, strict=True)]
            yield tuple(sum(column) % self._p for column in zip(*parts, strict=True))

    def _matrix(self, rows: Sequence[Coordinates]) -> Any:
        return fmpz_mod_mat(len(rows), len(rows[0]), [c for row in rows for c in row], self._ctx)

    def of(self, a: Coordinates) -> Any:
        """The element of python-flint."""
        if self._degree == 1:
            return self.field(a[0])
        made = self._matrix([a]) * self._back
        return self.field([int(made[0, j]) for j in range(len(a))])

    def to(self, x: Any) -> Coordinates:
        """Its coefficients in the tower."""
        n = self._degree
        if n == 1:
            return (int(x),)
        digits = [int(c) for c in x.to_list()]
        made = self._matrix([tuple(digits + [0] * (n - len(digits)))]) * self._basis
        return tuple(int(made[0, j]) for j in range(n))

    def roots(self, x: Any, n: int) -> list[Any]:
        """The n-th roots of x."""
        polynomials: Any = fmpz_mod_poly_ctx if self._degree == 1 else fq_default_poly_ctx
        _, factors = polynomials(self.field)(list[Any]([-x, *[0] * (n - 1), 1])).factor()
        return [-factor[0] / factor[1] for factor, _ in factors if factor.degree() == 1]
