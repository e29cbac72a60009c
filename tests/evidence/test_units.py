"""The units' Verilog, proved for every operand."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pairforge.evidence.formal import (
    linear_forms,
    linear_reference,
    product_forms,
    product_reference,
    prove_forms,
    prove_sat,
)
from pairforge.evidence.netlist import operation_of, unit_files
from pairforge.evidence.ternary_forms import linear_digits, product_digits, prove_digits
from pairforge.units.base import Unit
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField
from pairforge.units.frobenius import Frobenius
from pairforge.units.frobenius_chain import FrobeniusChain
from pairforge.units.karatsuba import Karatsuba, Split
from pairforge.units.sum import Sum

SMALL = [
    (field, options)
    for field in ((5, 2, 0), (7, 1, 0), (8, 4, 3, 1, 0), (11, 2, 0))
    for options in (
        {"stages": 1},
        {"stages": 4, "cutoff": 3},
        {"stages": 3, "cutoff": 2, "split": "oddeven"},
        {"stages": 2, "cutoff": 2, "ways": 3},
    )
]


@pytest.mark.parametrize(("exponents", "options"), SMALL)
def test_karatsuba_is_the_product(exponents: tuple[int, ...], options: Mapping[str, Any]) -> None:
    unit = Karatsuba(BinaryField(exponents), **options)
    prove_forms(*unit_files(unit), operation_of(unit), product_forms(exponents))


@pytest.mark.parametrize("options", [{"stages": 2, "cutoff": 3}, {"stages": 3, "cutoff": 2, "ways": 3}])
def test_sat_agrees(options: Mapping[str, Any]) -> None:
    unit = Karatsuba(BinaryField((5, 2, 0)), **options)
    prove_sat(*unit_files(unit), operation_of(unit), product_reference((5, 2, 0)))


@pytest.mark.parametrize("structure", ["joint", "separate"])
@pytest.mark.parametrize("digit", [1, 2, 3, 5])
@pytest.mark.parametrize("exponents", [(5, 2, 0), (8, 4, 3, 1, 0), (11, 2, 0)])
def test_digit_serial_is_the_product_and_operations_do_not_disturb_each_other(
    exponents: tuple[int, ...], digit: int, structure: str
) -> None:
    unit = DigitSerial(BinaryField(exponents), digit, structure)
    prove_forms(*unit_files(unit), operation_of(unit), product_forms(exponents))


@pytest.mark.parametrize("digit", [1, 2])
def test_sat_agrees_on_digit_serial(digit: int) -> None:
    unit = DigitSerial(BinaryField((5, 2, 0)), digit)
    prove_sat(*unit_files(unit), operation_of(unit), product_reference((5, 2, 0)))


@pytest.mark.parametrize("terms", [1, 2, 4])
def test_a_sum_is_a_sum(terms: int) -> None:
    unit = Sum(BinaryField((11, 2, 0)), terms)
    rows = [[11 * k + i for k in range(terms)] for i in range(11)]
    prove_forms(*unit_files(unit), operation_of(unit), linear_forms(rows))
    prove_sat(*unit_files(unit), operation_of(unit), linear_reference(rows, unit.operands, 11))


def frobenius(exponents: tuple[int, ...], power: int) -> list[list[int]]:
    """Rows of a -> a^(2^power), from its values on the basis."""
    m, modulus = exponents[0], sum(1 << e for e in exponents)
    columns = [1 << i for i in range(m)]
    for _ in range(power % m):
        for i, a in enumerate(columns):
            square = sum((a >> k & 1) << 2 * k for k in range(m))
            for k in range(2 * m - 2, m - 1, -1):
                square ^= (square >> k & 1) * (modulus << k - m)
            columns[i] = square
    return [[i for i, column in enumerate(columns) if column >> bit & 1] for bit in range(m)]


@pytest.mark.parametrize("power", [1, 3, -1, -2])
@pytest.mark.parametrize("exponents", [(8, 4, 3, 1, 0), (11, 2, 0)])
def test_frobenius_is_a_power_of_two(exponents: tuple[int, ...], power: int) -> None:
    unit = Frobenius(BinaryField(exponents), power)
    rows = frobenius(exponents, power)
    prove_forms(*unit_files(unit), operation_of(unit), linear_forms(rows))
    prove_sat(*unit_files(unit), operation_of(unit), linear_reference(rows, ("a",), exponents[0]))


@pytest.mark.parametrize("power", [1, 2, 3, 5, 7])
def test_a_chain_of_frobenius_does_every_power(power: int) -> None:
    unit = FrobeniusChain(BinaryField((11, 2, 0)))
    rows = frobenius((11, 2, 0), power)
    prove_forms(*unit_files(unit), operation_of(unit, power), linear_forms(rows))


@pytest.mark.parametrize(
    "unit",
    [
        Karatsuba(BinaryField((239, 81, 0)), stages=5),
        Karatsuba(BinaryField((239, 81, 0)), stages=7, split="oddeven"),
        DigitSerial(BinaryField((239, 81, 0)), 16),
    ],
    ids=["halves", "oddeven", "digits"],
)
def test_the_239_bit_multiplier_is_the_product(unit: Unit) -> None:
    exponents = (239, 81, 0)
    prove_forms(*unit_files(unit), operation_of(unit), product_forms(exponents))


# -- characteristic three ------------------------------------------------------------------------------

TERNARY = [TernaryField(t) for t in (((5, 1), (1, -1), (0, 1)), ((11, 1), (2, 1), (0, -1)))]
T97 = TernaryField(((97, 1), (16, 1), (0, -1)))


@pytest.mark.parametrize("field", TERNARY, ids=lambda f: f.name)
@pytest.mark.parametrize(
    "options",
    [
        {"stages": 1},
        {"stages": 4, "cutoff": 3, "chain": 1},
        {"stages": 3, "cutoff": 2, "split": "oddeven", "chain": 3},
        {"stages": 2, "cutoff": 2, "ways": 3},
        {"stages": 6, "levels": (), "chain": 5},
        {"stages": 5, "levels": (Split("halves", 5), Split("halves", 2))},
    ],
)
def test_ternary_karatsuba_is_the_product(field: TernaryField, options: Mapping[str, Any]) -> None:
    unit = Karatsuba(field, **options)
    prove_digits(*unit_files(unit), operation_of(unit), product_digits(field.terms))


@pytest.mark.parametrize("structure", ["joint", "separate"])
@pytest.mark.parametrize("digit", [1, 2, 5])
@pytest.mark.parametrize("field", TERNARY, ids=lambda f: f.name)
def test_ternary_digit_serial_is_the_product_and_operations_do_not_disturb_each_other(
    field: TernaryField, digit: int, structure: str
) -> None:
    unit = DigitSerial(field, digit, structure)
    prove_digits(*unit_files(unit), operation_of(unit), product_digits(field.terms))


@pytest.mark.parametrize("terms", [1, 2, 4])
def test_a_ternary_sum_is_a_sum(terms: int) -> None:
    unit = Sum(T97, terms)
    rows = [[(97 * k + i, 1) for k in range(terms)] for i in range(97)]
    prove_digits(*unit_files(unit), operation_of(unit), linear_digits(rows, 97 * terms))


def ternary_frobenius(terms: Sequence[tuple[int, int]], power: int) -> list[list[tuple[int, int]]]:
    """Rows of a -> a^(3^power), from x^(3 i) on the basis."""
    m = terms[0][0]
    images = [[int(i == k) for k in range(m)] for i in range(m)]
    for _ in range(power % m):
        for column in images:
            cube = [0] * (3 * m)
            cube[::3] = column
            for k in range(3 * m - 1, m - 1, -1):
                for e, c in terms[1:]:
                    cube[k - m + e] = (cube[k - m + e] - cube[k] * c) % 3
            column[:] = cube[:m]
    return [[(i, images[i][k]) for i in range(m) if images[i][k]] for k in range(m)]


@pytest.mark.parametrize("power", [1, 3, -1, -2])
@pytest.mark.parametrize("field", [TERNARY[1], T97], ids=lambda f: f.name)
def test_ternary_frobenius_is_a_power_of_three(field: TernaryField, power: int) -> None:
    unit = Frobenius(field, power)
    rows = ternary_frobenius(field.terms, power)
    prove_digits(*unit_files(unit), operation_of(unit), linear_digits(rows, field.m))


@pytest.mark.parametrize("power", [1, 2, 3, 5, 7])
def test_a_chain_of_ternary_frobenius_does_every_power(power: int) -> None:
    field = TERNARY[1]
    unit = FrobeniusChain(field)
    rows = ternary_frobenius(field.terms, power)
    prove_digits(*unit_files(unit), operation_of(unit, power), linear_digits(rows, field.m))


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", [Karatsuba(T97, stages=7), DigitSerial(T97, 13)], ids=["karatsuba", "digits"]
)
def test_the_97_digit_multiplier_is_the_product(unit: Any) -> None:
    prove_digits(*unit_files(unit), operation_of(unit), product_digits(T97.terms))
