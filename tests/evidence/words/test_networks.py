"""Adders that are written out as prefix networks: they become sums where they add, and else are found."""

from __future__ import annotations

import pytest

from evidence.words.proven import prove_all
from evidence.words.units import Placed, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words.networks import with_sums
from pairforge.evidence.words.proof import prove_operation
from pairforge.units.base import Unit
from pairforge.units.fields.prime import PrimeField
from pairforge.units.inverter import Inverter
from pairforge.units.modular_adder import ModularAdder

NETWORK = "kogge-stone"
MIDDLE = PrimeField(prime(61))
ADDER = placed(ModularAdder(MIDDLE, 16, NETWORK))


@pytest.mark.parametrize(
    "unit",
    [
        ModularAdder(PrimeField(163), 4, NETWORK),
        ModularAdder(PrimeField(prime(512)), 64, NETWORK),
        Inverter(PrimeField(163), 4, NETWORK),
        Inverter(MIDDLE, 16, NETWORK),
    ],
    ids=lambda unit: unit.module().name,
)
def test_units_with_networks_are_proven(unit: Unit) -> None:
    prove_all(placed(unit))


def test_networks_become_sums() -> None:
    before = ADDER.netlist()
    after = with_sums(before)
    assert sum(cell.kind == "$add" for cell in after.cells) == 2 + sum(
        cell.kind == "$add" for cell in before.cells
    )
    assert with_sums(after) is after


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("generate0 = a & b", "generate0 = a | b", "does not add"),
        ("propagate0 = a ^ b", "propagate0 = a | b", "does not add"),
        ("(propagate0[0] & carry_in)", "propagate0[0]", "does not add"),
        ("carries1[13:0], 2'd0", "carries1[14:0], 1'd0", "does not add"),
        ("propagate0 = a ^ b", "propagate0 = a + b", "reads"),  # made by no gates
    ],
)
def test_a_network_that_does_not_add_is_found(before: str, after: str, why: str) -> None:
    files = {name: text.replace(before, after) for name, text in ADDER.files.items()}
    assert files != ADDER.files
    with pytest.raises(CheckError, match=why):
        prove_operation(ADDER.netlist(files), ADDER.unit, 1, ADDER.operation(1))


def refused(unit: Placed, before: str, after: str) -> str:
    """Why a sum of a unit with another text in its Verilog is not proven."""
    files = {name: text.replace(before, after, 1) for name, text in unit.files.items()}
    assert files != unit.files
    with pytest.raises(CheckError) as refusal:
        prove_operation(unit.netlist(files), unit.unit, 1, unit.operation(1))
    return str(refusal.value)


def test_what_is_tried_on_all_operands_is_refused_where_it_is_wrong() -> None:
    tiny = placed(ModularAdder(PrimeField(23), 2, NETWORK))
    prove_all(tiny)
    for before, after in (
        ("modulus_word_words[1] = 2'h1", "modulus_word_words[1] = 2'h2"),
        ("(corrected_carry_out | carried[1])", "1'd0"),
        ("corrected_carry <= 1'd1", "corrected_carry <= 1'd0"),
    ):
        assert "another for some operands" in refused(tiny, before, after)
    assert "depends on" in refused(tiny, "start ? a_padded", "1'd0 ? a_padded")
