"""What units over large primes compute, as formulas in their operands: what is to be proven of them.

A formula is written with sums, differences and products alone, so that it means the same of integers and of
polynomials. Operands and results of F_p2 have two parts, the real one lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pairforge.program.ir import CONJUGATED, NORM, REAL, SQUARE, TURNED
from pairforge.program.signs import unpacked
from pairforge.units.base import Unit, WideUnit
from pairforge.units.fields.prime import PrimeField
from pairforge.units.fields.quadratic import QuadraticField
from pairforge.units.fields.wide import WideResidues
from pairforge.units.in_digits.base import DigitUnit
from pairforge.units.polynomial import SeedPolynomials

Formula = Callable[..., Any]
"""Of all parts of all operands that an operation reads."""


@dataclass(frozen=True)
class Result:
    """A part of a unit's result.

    2^`shift` times it is congruent to the formula modulo `modulus`, and it is from 0 to modulus - 1. Without
    a modulus it is the formula's value.
    """

    width: int
    formula: Formula
    modulus: int
    shift: int = 0


@dataclass(frozen=True)
class Meaning:
    """What an operation of a unit computes.

    `operands`: for each operand that it reads the bits of its parts. `order`: each part is less.
    """

    operands: Sequence[Sequence[int]]
    orders: Sequence[int]
    results: Sequence[Result]


def meaning_of(unit: Unit, attribute: int | None) -> Meaning | None:
    """What an operation computes; None for a kind of unit of which there is no formula."""
    if isinstance(unit, DigitUnit):
        return _in_digits(unit, meaning_of(unit.unit, attribute))
    field = unit.field
    if isinstance(field, QuadraticField):
        return _quadratic(unit, field, attribute)
    if isinstance(field, SeedPolynomials):
        return _of_any_bits(field.width) if unit.kind == "sum" else None
    if not isinstance(field, PrimeField):
        return None
    found = _formula(unit, attribute, field.width)
    if found is None:
        return None
    formula, count, shift = found
    wide = unit.wide_ports if isinstance(unit, WideUnit) else frozenset()
    ring = WideResidues(field)
    ports = unit.operands[:count]
    modulus = 0 if unit.kind in _EXACT else ring.order if "y" in wide else field.p
    return Meaning(
        [[ring.width if port in wide else field.width] for port in ports],
        [ring.order if port in wide else field.p for port in ports],
        [Result(ring.width if "y" in wide else field.width, formula, modulus, shift)],
    )


def _of_any_bits(width: int) -> Meaning:
    """A move of a word whose bits may be anything."""
    return Meaning([[width]], [1 << width], [Result(width, (lambda a: a), 0)])


def _in_digits(unit: DigitUnit, whole: Meaning | None) -> Meaning | None:
    """The same of words that are as long as all of their digits together."""
    if whole is None:
        return None
    width = unit.digits.size * unit.digits.count
    results = [replace(result, width=width) for result in whole.results]
    return replace(whole, operands=[[width] for _ in whole.operands], results=results)


_EXACT = ("product-pipelined", "lift", "sum")


def _formula(unit: Unit, attribute: int | None, n: int) -> tuple[Formula, int, int] | None:
    """The formula, how many operands are read, and the shift."""
    signs = _signs(attribute)
    match unit.kind:
        case "montgomery" | "montgomery-pipelined":
            return (lambda a, b: a * b), 2, n if unit.kind != "montgomery" else _radix(unit)
        case "modular-adder" | "modular-adder-pipelined" | "wide-adder-pipelined":
            return _sum((1 if attribute is None else attribute,)), 2, 0
        case "modular-sum-pipelined":
            return _sum(signs), 1 + len(signs), 0
        case "montgomery-dot":
            if attribute is None:
                return (lambda a, b: a * b), 2, n
            return (lambda a, b, c, d: a * b + attribute * (c * d)), 4, n
        case "montgomery-sums":
            return _product_of_sums(signs), 2 + len(signs), n
        case "product-pipelined":
            return (lambda a, b: a * b), 2, 0
        case "reducer-pipelined":
            return (lambda a: a), 1, n
        case "lift":
            return (lambda a: a * (1 << n)), 1, 0
        case "sum" if len(unit.operands) == 1:
            return (lambda a: a), 1, 0
    return None


def _radix(unit: Unit) -> int:
    radix: int = unit.radix  # type: ignore[attr-defined]
    return radix.bit_length() - 1


def _signs(attribute: int | None) -> tuple[int, ...]:
    if attribute is None:
        return ()
    return (attribute,) if attribute in (1, -1) else unpacked(attribute)


def _sum(signs: Sequence[int]) -> Formula:
    def total(first: Any, *others: Any) -> Any:
        for x, sign in zip(others, signs, strict=True):
            first = first + sign * x
        return first

    return total


def _product_of_sums(signs: Sequence[int]) -> Formula:
    def product(a: Any, b: Any, *others: Any) -> Any:
        factors = [a, b]
        for i, (term, sign) in enumerate(zip(others, signs, strict=True)):
            factors[i] = factors[i] + sign * term
        return factors[0] * factors[1]

    return product


def _quadratic(unit: Unit, field: QuadraticField, attribute: int | None) -> Meaning | None:
    n, p = field.base.width, field.base.p
    formulas: dict[int | None, tuple[Formula, Formula]]
    match unit.kind:
        case "quadratic-adder":
            shift = 0
            formulas = {
                None: ((lambda a, b, c, d: a + c), (lambda a, b, c, d: b + d)),
                1: ((lambda a, b, c, d: a + c), (lambda a, b, c, d: b + d)),
                -1: ((lambda a, b, c, d: a - c), (lambda a, b, c, d: b - d)),
                TURNED: ((lambda a, b, c, d: a - d), (lambda a, b, c, d: b + c)),
                -TURNED: ((lambda a, b, c, d: a + d), (lambda a, b, c, d: b - c)),
                CONJUGATED: ((lambda a, b, c, d: a + c), (lambda a, b, c, d: b - d)),
            }
        case "quadratic-multiplier":
            shift = n
            formulas = {
                None: ((lambda a, b, c, d: a * c - b * d), (lambda a, b, c, d: a * d + b * c)),
                SQUARE: ((lambda a, b, c, d: (a + b) * (c - d)), (lambda a, b, c, d: 2 * (a * d))),
                REAL: ((lambda a, b, c, d: a * c), (lambda a, b, c, d: b * c)),
                NORM: ((lambda a, b, c, d: a * c + b * d), (lambda a, b, c, d: 0 * a)),
            }
        case "sum":
            return Meaning([[n, n]], [p], [Result(2 * n, (lambda a, b: a + (1 << n) * b), 0)])
        case _:
            return None
    results = [Result(n, formula, p, shift) for formula in formulas[attribute]]
    return Meaning([[n, n], [n, n]], [p, p], results)
