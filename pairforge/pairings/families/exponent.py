"""The hard part of a final exponentiation as sum of powers of p times polynomials in the seed, met exactly.

Phi_k(p(u))/r(u) = sum of l_i(u) p(u)^i: by division, each l_i of smaller degree than p; or, where that has no
integers for values, from p = T + h r, T of smaller degree than r: Phi_k(p)/r = Phi_k(T)/r + h S(p, T) with
Phi_k(x) - Phi_k(y) = (x - y) S(x, y) (Hayashida, Hayasaka, Teruya, eprint 2020/875).

For u = c modulo m the values are integers: with v = (u - c)/m each l_i is a sum of integers times 1, v, ...,
v^n, v^n u, v^n u^2, ..., n the least that has integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from flint import fmpq_poly, fmpz_poly

from pairforge.algebra.arithmetic import PrimeArithmetic
from pairforge.algebra.pairing_families import FAMILIES, PairingFamily
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.chains import signed_digits
from pairforge.pairings.ate.compressed import cyclotomic_power
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.powers import Accumulator
from pairforge.pairings.ate.top import Top


@dataclass(frozen=True)
class Expansion:
    """sum of rows[i][j] p^i b_j with b = 1, v, ..., v^n, v^n u, ...; v = (u - c)/m."""

    m: int
    c: int
    n: int
    rows: tuple[tuple[int, ...], ...]


@cache
def expansion_of(family: str, c: int) -> Expansion:
    """For seeds c modulo the modulus of the family's integers."""
    polynomials = FAMILIES[family.lower()]
    u, modulus = fmpq_poly([0, 1]), polynomials.residues[0]
    for digits in (_by_division(polynomials), _by_remainder(polynomials)):
        for m in (d for d in range(1, modulus + 1) if modulus % d == 0):
            for n in range(polynomials.p_polynomial.degree()):
                near = min(c % m, c % m - m, key=abs)
                rows = [_row(digit, (u - near) / m, n) for digit in digits]
                if all(entry.denom() == 1 for row in rows for entry in row):
                    whole = tuple(tuple(int(entry.p) for entry in row) for row in rows)
                    return Expansion(m, near, n, whole)
    raise ValueError(
        f"no sum of integers for the hard part of a {family} curve with u = {c} modulo {modulus}"
    )


def digits_of(family: str, u: int) -> list[int]:
    """The l_i of a curve with this seed: Phi_k(p)/r is the sum of l_i p^i."""
    expansion = expansion_of(family, u % FAMILIES[family.lower()].residues[0])
    n, v = expansion.n, (u - expansion.c) // expansion.m
    return [
        sum(entry * v ** min(j, n) * u ** max(j - n, 0) for j, entry in enumerate(row))
        for row in expansion.rows
    ]


def _by_division(family: PairingFamily) -> list[fmpq_poly]:
    p, value = family.p_polynomial, _cyclotomic(family, family.p_polynomial) // family.r_polynomial
    digits = []
    while value.degree() >= 0:
        value, digit = divmod(value, p)
        digits.append(digit)
    return digits


def _by_remainder(family: PairingFamily) -> list[fmpq_poly]:
    r = family.r_polynomial
    h, t = divmod(family.p_polynomial, r)
    coefficients = fmpz_poly.cyclotomic(family.embedding_degree).coeffs()
    digits = [
        h * sum((c * t**i for i, c in enumerate(coefficients[j + 1 :])), fmpq_poly([0]))
        for j in range(len(coefficients) - 1)
    ]
    digits[0] += _cyclotomic(family, t) // r
    return digits


def _cyclotomic(family: PairingFamily, x: fmpq_poly) -> fmpq_poly:
    value = fmpq_poly([0])
    for coefficient in reversed(fmpz_poly.cyclotomic(family.embedding_degree).coeffs()):
        value = value * x + coefficient
    return value


def _row(digit: fmpq_poly, v: fmpq_poly, n: int) -> list[Any]:
    """Coefficients of 1, v, ..., v^(n-1), then v^n, v^n u, ..."""
    row = []
    for _ in range(n):
        digit, rest = divmod(digit, v)
        row.append(rest[0])
    return row + [digit[i] for i in range(max(digit.degree(), 0) + 1)]


def hard_part(k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
    """m to the power Phi_k(p)/r."""
    curve = tower.curve
    expansion = expansion_of(curve.family.name, curve.u % curve.family.polynomials.residues[0])
    v = (curve.u - expansion.c) // expansion.m
    bases = [m]
    for j in range(1, max(map(len, expansion.rows))):
        exponent = v if j <= expansion.n else curve.u
        bases.append(cyclotomic_power(k, tower, bases[-1], cyclotomic.raised(bases[-1]), exponent).plain())
    columns = [[row[j] for row in expansion.rows if j < len(row)] for j in range(len(bases))]
    tables = [_odd_powers(k, tower, base, column) for base, column in zip(bases, columns, strict=True)]
    total: Accumulator[Any] | None = None
    for i, row in enumerate(expansion.rows):
        part = _product(k, tower, [(table, n) for table, n in zip(tables, row, strict=False) if n])
        if i:
            k.block(f"frobenius{i}")
            part = tower.frobenius(k, part, i)
        if total is None:
            total = Accumulator(k, tower, cyclotomic.raised(part), part)
        else:
            total.times(part)
    assert total is not None
    return total.plain()


_TABLES = ((1,), (1, 3), (1, 3, 5), (1, 3, 5, 7))


def _odd_powers(
    k: PrimeArithmetic[Any], tower: AteTower, base: Top[Any], exponents: list[int]
) -> dict[int, Top[Any]]:
    """Powers of the base of which those with these exponents take fewest products."""

    def products(table: tuple[int, ...]) -> int:
        digits = sum(1 for n in exponents if n for _, digit in signed_digits(abs(n), table) if digit)
        return digits + len(table) + (len(table) > 1)

    table = min(_TABLES, key=products)
    powers = {1: base}
    if len(table) > 1:
        square = Accumulator(k, tower, cyclotomic.raised(base), base)
        square.square()
        two = square.plain()
        for n in table[1:]:
            power = Accumulator(k, tower, cyclotomic.raised(powers[n - 2]), two)
            power.times()
            powers[n] = power.plain()
    return powers


def _product(
    k: PrimeArithmetic[Any], tower: AteTower, factors: list[tuple[dict[int, Top[Any]], int]]
) -> Top[Any]:
    """The product of powers, each of a table of odd powers: all share the squares."""
    at: dict[int, list[Top[Any]]] = {}
    for table, n in factors:
        place = 0
        for run, digit in reversed(signed_digits(abs(n), tuple(table))):
            if digit:
                power = table[abs(digit)]
                at.setdefault(place, []).append(power if (digit > 0) == (n > 0) else power.conjugate())
            place += run
    last = max(at)
    first, *others = at.pop(last)
    current = Accumulator(k, tower, cyclotomic.raised(first), first)
    for other in others:
        current.times(other)
    for place in sorted(at, reverse=True):
        current.square(last - place)
        for power in at[place]:
            current.times(power)
        last = place
    if last:
        current.square(last)
    return current.plain()
