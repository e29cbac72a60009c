"""Adders that are written out as prefix networks: they become sums where they add, and else are found."""

from __future__ import annotations

import random

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
LATE, SELECTED = (
    placed(ModularAdder(MIDDLE, 16, NETWORK, clock=400)),
    placed(ModularAdder(MIDDLE, 16, clock=400)),
)
"""Whose carries come a cycle later."""


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


@pytest.mark.parametrize(("unit", "sums", "registers"), [(ADDER, 2, 0), (LATE, 4, 2), (SELECTED, 4, 2)])
def test_networks_become_sums(unit: Placed, sums: int, registers: int) -> None:
    before = unit.netlist()
    after = with_sums(before)
    for kind, count in (("$add", sums), ("$dff", registers)):
        assert (
            sum(cell.kind == kind for cell in after.cells)
            == sum(cell.kind == kind for cell in before.cells) + count
        )
    assert with_sums(after) is after


@pytest.mark.parametrize("unit", [LATE, SELECTED], ids=["network", "selected"])
def test_adders_with_registers_are_the_sums_in_their_place(unit: Placed) -> None:
    """What the unit gives is the same, and right."""
    before = unit.netlist()
    after = with_sums(before)
    p, rng = unit.unit.field.order, random.Random(7)
    cases = [(rng.randrange(p), rng.randrange(p)) for _ in range(200)]
    for attribute in unit.unit.constants:
        wanted = [unit.unit.function(case, attribute) for case in cases]
        for netlist in (before, after):
            assert unit.simulated(netlist, attribute, cases) == wanted


@pytest.mark.parametrize(
    ("unit", "before", "after", "why"),
    [
        (ADDER, "generate0 = a & b", "generate0 = a | b", "does not add"),
        (ADDER, "propagate0 = a ^ b", "propagate0 = a | b", "does not add"),
        (ADDER, "(propagate0[0] & carry_in)", "propagate0[0]", "does not add"),
        (ADDER, "carries1[13:0], 2'd0", "carries1[14:0], 1'd0", "does not add"),
        (ADDER, "propagate0 = a ^ b", "propagate0 = a + b", "does not add"),
        (ADDER, "propagate0 = a ^ b", "propagate0 = a * b", "reads"),  # made by no gates
        (LATE, "halves_made <= propagate0", "halves_made <= generate0", "does not add"),
        (LATE, "{16{carry_in}}", "{16{a[0]}}", "reads"),  # not of the cycle before
        (SELECTED, "carry_in ? sum0_1_made", "~carry_in ? sum0_1_made", "does not add"),
        (SELECTED, "carry_in ? sum0_1_made", "a[0] ? sum0_1_made", "reads"),
        (SELECTED, ".carry_in(1'd0)", ".carry_in(1'd1)", "does not add"),
        (SELECTED, ".carry_in(1'd0)", ".carry_in(carry_in)", "reads"),
        (SELECTED, "sum0_0_made <= {", "if (carry_in) sum0_0_made <= {", "reads"),
    ],
)
def test_an_adder_that_does_not_add_is_found(unit: Placed, before: str, after: str, why: str) -> None:
    netlist = unit.changed(before, after)
    with pytest.raises(CheckError, match=why):
        prove_operation(netlist, unit.unit, 1, unit.operation(1))


def refused(unit: Placed, before: str, after: str) -> str:
    """Why a sum of a unit with another text in its Verilog is not proven."""
    netlist = unit.changed(before, after, 1)
    with pytest.raises(CheckError) as refusal:
        prove_operation(netlist, unit.unit, 1, unit.operation(1))
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
