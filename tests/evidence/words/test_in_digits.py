"""Units of machines whose words have digits are proven, for every thread, and no wrong one is."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from evidence.words.mutated import compared
from evidence.words.proven import prove_all
from evidence.words.units import P381, Placed, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words.proof import prove_operation
from pairforge.units.base import Unit
from pairforge.units.fields.prime import PrimeField
from pairforge.units.in_digits import in_digits
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.sum import Sum

TINY, MIDDLE = PrimeField(23), PrimeField(prime(61))


def in_a_core(unit: Unit, count: int, threads: int) -> Placed:
    return placed(in_digits(unit, count, threads), threads)


def fed(field: PrimeField, count: int) -> PipelinedMontgomery:
    """A multiplier that is given a digit in each cycle."""
    return PipelinedMontgomery(field, 2 * count, every=count, integrated=True)


MOVE, ADDER = in_a_core(Sum(TINY, 1), 2, 4), in_a_core(ModularAdder(TINY), 2, 4)
MULTIPLIER = in_a_core(fed(TINY, 2), 2, 4)
# Its words are collected: it takes digits of another size.
WHOLE, INVERTER = in_a_core(PipelinedMontgomery(TINY, 4), 2, 4), in_a_core(DivstepInverter(TINY), 2, 4)
TINY_UNITS = [MOVE, ADDER, MULTIPLIER, WHOLE, INVERTER]


def cases_of(unit: Placed) -> Sequence[Sequence[int]]:
    """All operands."""
    return list(itertools.product(range(23), repeat=len(unit.unit.operands)))


@pytest.mark.parametrize("unit", TINY_UNITS, ids=lambda unit: unit.module.name)
def test_what_is_proven_is_so(unit: Placed) -> None:
    prove_all(unit)
    cases = cases_of(unit)
    for attribute, _ in unit.operations():
        wanted = [unit.unit.function(case, attribute) for case in cases]
        assert unit.simulated(unit.netlist(), attribute, cases) == wanted


def test_units_of_61_bits() -> None:
    for unit in (Sum(MIDDLE, 1), ModularAdder(MIDDLE), fed(MIDDLE, 4), DivstepInverter(MIDDLE, 1)):
        prove_all(in_a_core(unit, 4, 8))


def test_at_full_size() -> None:
    for unit in (Sum(PrimeField(P381), 1), ModularAdder(PrimeField(P381))):
        prove_all(in_a_core(unit, 8, 8))


@pytest.mark.slow
def test_all_of_a_core_at_full_size() -> None:
    field = PrimeField(P381)
    multiplier = PipelinedMontgomery(field, 11, 0, 17, 8, integrated=True)
    prove_all(in_a_core(multiplier, 8, 8))
    prove_all(in_a_core(DivstepInverter(field, 1), 8, 8))


@pytest.mark.parametrize(
    ("unit", "before", "after"),
    [
        # a digit of another place, thread or word
        (MOVE, "late_before[{thread, passing_digit}] <= a", "late_before[{thread, ~passing_digit}] <= a"),
        (MOVE, "late_before[{thread, passing_digit}] <= a", "late_before[{2'd0, passing_digit}] <= a"),
        (MULTIPLIER, "a_digit0[{thread, ~passing_odd}]", "a_digit0[{thread, passing_odd}]"),
        (INVERTER, "result_kept0[{thread, ~passing_odd}]", "result_kept0[{thread, passing_odd}]"),
        (INVERTER, "result_kept0[{thread, passing_odd}] <=", "result_kept0[{2'd1, passing_odd}] <="),
        (
            INVERTER,
            "a_collected = {a, a_digit0[{thread, 1'd0}]}",
            "a_collected = {a, a_digit0[{~thread, 1'd0}]}",
        ),
        # carries and what is corrected
        (ADDER, "first ? subtract : s_carry", "subtract | s_carry"),
        (ADDER, "corrects & ~minus", "corrects"),
        (ADDER, "p_digits[0] = 3'h7", "p_digits[0] = 3'h5"),
        # when the unit inside begins and ends
        (INVERTER, "last & start", "start"),
        (WHOLE, "result_taken = passing_digit == 1'd", "result_taken = passing_digit != 1'd"),
        (WHOLE, "result_padded[5:3]", "result_padded[4:2]"),
    ],
)
def test_planted_bugs_are_refused(unit: Placed, before: str, after: str) -> None:
    netlist = unit.changed(before, after)
    with pytest.raises(CheckError, match=f"^{unit.module.name}: "):
        for attribute, operation in unit.operations():
            prove_operation(netlist, unit.unit, attribute, operation)


@pytest.mark.slow
@pytest.mark.parametrize("unit", TINY_UNITS, ids=lambda unit: unit.module.name)
def test_no_mutant_is_proven_that_is_wrong(unit: Placed) -> None:
    """All mutants of a unit on all operands; what is wrong for some of them has no proof."""
    cases = cases_of(unit)
    found = compared(unit, lambda _: cases, 1000)
    assert not found[True, False]
    assert found[False, False] > (2 if unit is MOVE else 10)
