"""The units' Verilog, proved for every operand."""

import pytest

from pairforge.evidence.formal import (
    operation_of,
    product_forms,
    product_reference,
    prove_forms,
    prove_sat,
    unit_files,
)
from pairforge.rtl.units.field import BinaryField
from pairforge.rtl.units.karatsuba import Karatsuba

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
def test_karatsuba_is_the_product(exponents, options):
    unit = Karatsuba(BinaryField(exponents), **options)
    prove_forms(*unit_files(unit), operation_of(unit), product_forms(exponents))


@pytest.mark.parametrize("options", [{"stages": 2, "cutoff": 3}, {"stages": 3, "cutoff": 2, "ways": 3}])
def test_sat_agrees(options):
    unit = Karatsuba(BinaryField((5, 2, 0)), **options)
    prove_sat(*unit_files(unit), operation_of(unit), product_reference((5, 2, 0)))


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"stages": 5}, {"stages": 7, "split": "oddeven"}])
def test_the_239_bit_multiplier_is_the_product(options):
    exponents = (239, 81, 0)
    unit = Karatsuba(BinaryField(exponents), **options)
    prove_forms(*unit_files(unit), operation_of(unit), product_forms(exponents))
