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
    polynomials = curve.family.polynomials
    expansion = expansion_of(curve.family.name, curve.u % polynomials.residues[0])
    v = (curve.u - expansion.c) // expansion.m
    bases = [m]
    for j in range(1, max(map(len, expansion.rows))):
        exponent = v if j <= expansion.n else curve.u
        bases.append(cyclotomic_power(k, tower, bases[-1], cyclotomic.raised(bases[-1]), exponent).plain())
    total: Accumulator[Any] | None = None
    for i, row in enumerate(expansion.rows):
        part = _product(k, tower, [(base, n) for base, n in zip(bases, row, strict=False) if n])
        if i:
            k.block(f"frobenius{i}")
            part = tower.frobenius(k, part, i)
        if total is None:
            total = Accumulator(k, tower, cyclotomic.raised(part), part)
        else:
            total.times(part)
    assert total is not None
    return total.plain()


def _product(k: PrimeArithmetic[Any], tower: AteTower, powers: list[tuple[Top[Any], int]]) -> Top[Any]:
    """The product of powers: all share the squares."""
    digits: dict[int, list[Top[Any]]] = {}
    for base, n in powers:
        rest, place = abs(n), 0
        while rest:
            if rest % 2:
                digit = 2 - rest % 4
                rest -= digit
                digits.setdefault(place, []).append(base if (digit > 0) == (n > 0) else base.conjugate())
            rest, place = rest // 2, place + 1
    top = max(digits)
    first, *others = digits.pop(top)
    current = Accumulator(k, tower, cyclotomic.raised(first), first)
    for other in others:
        current.times(other)
    last = top
    for place in sorted(digits, reverse=True):
        current.square(last - place)
        for base in digits[place]:
            current.times(base)
        last = place
    if last:
        current.square(last)
    return current.plain()
