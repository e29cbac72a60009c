"""Units over large primes are proven as they are in cores; tiny ones agree on all operands as well."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from evidence.words.mutated import compared
from evidence.words.simulated import simulated
from evidence.words.units import P254, P381, Placed, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words.formulas import meaning_of
from pairforge.evidence.words.proof import is_covered, prove_operation
from pairforge.program.decisions import Move
from pairforge.units.base import Unit
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.prime import PrimeField
from pairforge.units.fields.quadratic import QuadraticField
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.lift import Lift
from pairforge.units.logic import Logic
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.product_pipelined import PipelinedProduct
from pairforge.units.quadratic.adder import QuadraticAdder
from pairforge.units.quadratic.inverter import QuadraticInverter
from pairforge.units.reducer_pipelined import PipelinedReducer
from pairforge.units.sum import Sum
from pairforge.units.wide_adder_pipelined import PipelinedWideAdder


def prove_all(unit: Placed) -> None:
    """Every operation of a unit."""
    netlist = unit.netlist()
    for attribute, operation in unit.operations():
        proof = prove_operation(netlist, unit.unit, attribute, operation)
        assert proof.facts


TINY = PrimeField(23)
MIDDLE = PrimeField(prime(61))
SMALL_UNITS: Sequence[Unit] = [
    Sum(TINY),
    Lift(TINY),
    ModularAdder(TINY, 4),
    ModularAdder(TINY, 3, clock=500),
    PipelinedModularAdder(TINY, 3),
    PipelinedModularAdder(TINY, 3, "carry-select"),
    PipelinedMontgomery(TINY, 6),
    PipelinedReducer(TINY, 6),
    PipelinedProduct(TINY, 4),
    DivstepInverter(TINY, 2),
    DivstepInverter(TINY, 3, pace=4),
]


LOGIC = Logic(PrimeField(11), 2, moves=(Move(1), Move(1, 3)))


def test_decisions_are_so_for_all_operands() -> None:
    alone, cases = placed(LOGIC), list(itertools.product(range(11), repeat=3))
    netlist = alone.netlist()
    operands = dict(zip(LOGIC.operands, zip(*cases, strict=True), strict=True))
    for attribute, operation in alone.operations():
        prove_operation(netlist, LOGIC, attribute, operation)
        wanted = [LOGIC.function(case, attribute) for case in cases]
        assert simulated(netlist, operation, operands) == wanted


def test_decisions_at_full_size() -> None:
    prove_all(placed(Logic(PrimeField(P381), moves=(Move(17), Move(3, 380))).clocked(250, 16), 16))


@pytest.mark.parametrize("unit", SMALL_UNITS, ids=lambda unit: unit.module().name)
def test_what_is_proven_is_so_for_all_operands(unit: Unit) -> None:
    alone = placed(unit)
    prove_all(alone)
    order = 23 << 5 if unit.kind == "reducer-pipelined" else 23
    netlist = alone.netlist()
    for attribute, operation in alone.operations():
        cases = list(itertools.product(range(order), repeat=len(unit.operands)))
        operands = dict(zip(unit.operands, zip(*cases, strict=True), strict=True))
        wanted = [unit.function(case, attribute) for case in cases]
        assert simulated(netlist, operation, operands) == wanted


def test_wide_sums_are_so_for_random_operands() -> None:
    prove_all(WIDE)
    netlist = WIDE.netlist()
    for attribute in WIDE.unit.constants:
        wanted = [WIDE.unit.function(pair, attribute) for pair in WIDE_PAIRS]
        assert WIDE.simulated(netlist, attribute, WIDE_PAIRS) == wanted


@pytest.mark.parametrize(
    "unit",
    [
        PipelinedModularAdder(MIDDLE, 6),
        PipelinedWideAdder(MIDDLE, 6),
        PipelinedMontgomery(MIDDLE, 12, 1),
        PipelinedMontgomery(MIDDLE, 16, every=4),
        PipelinedReducer(MIDDLE, 12, 1),
        PipelinedProduct(MIDDLE, 8, 2),
        QuadraticAdder(QuadraticField(MIDDLE), 6),
    ],
    ids=lambda unit: unit.module().name,
)
def test_units_of_61_bits(unit: Unit) -> None:
    prove_all(placed(unit))


def test_units_of_many_threads() -> None:
    """With registers of eight or sixteen threads, an accumulator and the state of an inverter in them."""
    integrated = PipelinedMontgomery(MIDDLE, every=8, integrated=True).clocked(250, 16)
    prove_all(placed(integrated, 16))
    prove_all(placed(PipelinedModularAdder(MIDDLE).clocked(250, 16), 16))
    prove_all(placed(DivstepInverter(PrimeField(prime(31))).clocked(250, 8), 8))
    prove_all(
        placed(
            QuadraticInverter(
                QuadraticField(PrimeField(prime(31))), DivstepInverter(PrimeField(prime(31)), 4)
            )
        )
    )


def test_full_size() -> None:
    prove_all(placed(PipelinedModularAdder(PrimeField(P381)).clocked(250, 16), 16))
    prove_all(placed(PipelinedWideAdder(PrimeField(P254)).clocked(250, 16), 16))
    prove_all(placed(PipelinedReducer(PrimeField(P254), 32)))
    prove_all(placed(PipelinedModularAdder(PrimeField(P381), network="carry-select").clocked(250, 1)))
    prove_all(placed(ModularAdder(PrimeField(P381), 64)))


@pytest.mark.slow
@pytest.mark.parametrize("p", [P254, P381, prime(462)], ids=lambda p: f"{p.bit_length()}")
def test_full_size_of_every_kind(p: int) -> None:
    field = PrimeField(p)
    for unit in (
        PipelinedModularAdder(field),
        PipelinedWideAdder(field),
        PipelinedReducer(field),
        PipelinedProduct(field),
        PipelinedMontgomery(field),
        DivstepInverter(field),
    ):
        prove_all(placed(unit.clocked(250, 16), 16))


@pytest.mark.slow
@pytest.mark.parametrize("p", [P254, P381], ids=lambda p: f"{p.bit_length()}")
def test_full_size_by_digits(p: int) -> None:
    prove_all(placed(PipelinedMontgomery(PrimeField(p), every=8, integrated=True).clocked(100, 16), 16))


def test_formulas_are_the_functions_of_units() -> None:
    rng = random.Random(5)
    for unit in [*SMALL_UNITS, PipelinedWideAdder(TINY, 3), QuadraticAdder(QuadraticField(TINY), 4)]:
        for attribute in unit.constants:
            meaning = meaning_of(unit, attribute)
            if meaning is None:
                assert unit.kind.startswith("inverter")  # by invariants of its own
                continue
            for _ in range(20):
                parts = [
                    [rng.randrange(order) for _ in widths]
                    for widths, order in zip(meaning.operands, meaning.orders, strict=True)
                ]
                whole = [
                    sum(part << sum(widths[:i]) for i, part in enumerate(each))
                    for each, widths in zip(parts, meaning.operands, strict=True)
                ]
                left = unit.function(whole, attribute)
                for result in meaning.results:
                    got, left = left & (1 << result.width) - 1, left >> result.width
                    wanted = result.formula(*itertools.chain(*parts))
                    assert not result.modulus or got < result.modulus
                    assert (got << result.shift) % (result.modulus or 1 << 99) == wanted % (
                        result.modulus or 1 << 99
                    )
                assert left == 0


def test_what_is_covered() -> None:
    assert is_covered(PipelinedModularAdder(TINY), 1)
    assert is_covered(PipelinedModularAdder(TINY, network="carry-select"), 1)
    assert is_covered(ModularAdder(MIDDLE), 1)
    assert is_covered(ModularAdder(MIDDLE, loadable=True), 1)
    assert is_covered(ModularAdder(MIDDLE, network="kogge-stone"), 1)
    assert is_covered(ModularAdder(MIDDLE, 16, clock=300), 1)
    assert is_covered(DivstepInverter(TINY), None)
    assert is_covered(PipelinedMontgomery(MIDDLE, every=4), None)
    assert not is_covered(PipelinedMontgomery(PrimeField(P254), every=4), None)


def test_what_is_not_covered() -> None:
    unit = DigitSerial(BinaryField((5, 2, 0)), 2)
    assert not is_covered(unit, None)
    alone = placed(unit)
    with pytest.raises(CheckError, match="no formula for the operations of a unit of kind"):
        prove_operation(alone.netlist(), unit, None, alone.operation(None))


def refused(unit: Placed, before: str, after: str, attribute: int | None = None) -> str:
    """Why a unit with another text in its Verilog is not proven."""
    netlist = unit.changed(before, after, 1)
    with pytest.raises(CheckError) as refusal:
        prove_operation(netlist, unit.unit, attribute, unit.operation(attribute))
    return str(refusal.value)


MONTGOMERY = placed(PipelinedMontgomery(TINY, 6))
ADDER = placed(PipelinedModularAdder(TINY, 3))
INVERTER = placed(DivstepInverter(TINY, 2))


@pytest.mark.parametrize(
    ("unit", "attribute", "before", "after"),
    [
        (MONTGOMERY, None, "MINUS_P_INVERSE = 5'd25", "MINUS_P_INVERSE = 5'd9"),
        (MONTGOMERY, None, "P = 5'd23", "P = 5'd21"),
        (MONTGOMERY, None, "t_r0_0_b3_r3 <= t_r0_0_b3_r2", "t_r0_0_b3_r3 <= t_r0_0_r1[9:3]"),  # too early
        (MONTGOMERY, None, "t_r0_0_r1[9:3]", "t_r0_0_r1[8:2]"),
        (MONTGOMERY, None, "+ {5'd0, 5'd24}", "+ {5'd0, 5'd0}"),  # not rounded up
        (MONTGOMERY, None, "less[7] ? less[5:1] : u_b3_r1[4:0]", "u_b3_r1[4:0]"),  # not subtracted
        (MONTGOMERY, None, "7'd41", "7'd40"),  # compared with p + 1
        (ADDER, 1, "P = 5'd23", "P = 5'd22"),
        (ADDER, -1, "P = 5'd23", "P = 5'd22"),
        (ADDER, -1, "subtract};", "1'd0};"),  # without the carry
        (ADDER, 1, "adds_r1};", "1'd0};"),
        (ADDER, 1, "plain_b1_r1[5] | other[6]", "plain_b1_r1[5]"),
        (ADDER, 1, "plain_b1_r2 <= plain_b1_r1[4:0]", "plain_b1_r2 <= plain[5:1]"),
        (ADDER, 1, "other_b1_r1 <= other[5:1]", "other_b1_r1 <= other[4:0]"),
        (INVERTER, None, "P = 5'd23", "P = 5'd21"),
        (INVERTER, None, "P_SIGNED = 6'd23", "P_SIGNED = 6'd21"),
        (INVERTER, None, "R_SQUARED = 7'd12", "R_SQUARED = 7'd13"),
    ],
)
def test_planted_bugs_are_refused(unit: Placed, attribute: int | None, before: str, after: str) -> None:
    assert refused(unit, before, after, attribute).startswith(unit.module.name)


def test_what_depends_on_the_operation_after_it_is_refused() -> None:
    """A shared accumulator that is not cleared; and a result that is looked at too late."""
    unit = placed(PipelinedMontgomery(MIDDLE, 16, every=4))
    attribute, operation = next(unit.operations())
    late = type(operation)(
        operation.values, operation.reads, operation.busy, operation.step, operation.delay + 1
    )
    with pytest.raises(CheckError):
        prove_operation(unit.netlist(), unit.unit, attribute, late)
    files = {name: text.replace("start ?", "1'b0 ?", 1) for name, text in unit.files.items()}
    with pytest.raises(CheckError):
        prove_operation(unit.netlist(files), unit.unit, attribute, operation)


PAIRS = list(itertools.product(range(23), repeat=2))
WIDE_P = prime(10)
WIDE = placed(PipelinedWideAdder(PrimeField(WIDE_P)).clocked(400, 1))
"""Where one bit alone is chosen, by the complement of a bit."""

WIDE_ENDS = [0, 1, 1023, 1024, WIDE_P << 9, (WIDE_P - 1 << 10) - 1, WIDE_P - 1 << 10, (WIDE_P << 10) - 1]
WIDE_PAIRS = [
    *itertools.product(WIDE_ENDS, repeat=2),
    *(tuple(random.Random(i).sample(range(WIDE_P << 10), 2)) for i in range(2000)),
]
QUADRATIC = [a + 16 * b for a in range(11) for b in range(11)]
QUADRATIC_PAIRS = random.Random(6).sample(list(itertools.product(QUADRATIC, repeat=2)), 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unit", "cases"),
    [
        (ADDER, PAIRS),
        (placed(ModularAdder(TINY, 4)), PAIRS),
        (placed(ModularAdder(TINY, 3, clock=500)), PAIRS),  # sums take two cycles
        (placed(PipelinedModularAdder(TINY, 3, "carry-select")), PAIRS),
        (MONTGOMERY, PAIRS),
        (placed(QuadraticAdder(QuadraticField(PrimeField(11)), 3)), QUADRATIC_PAIRS),
        (WIDE, WIDE_PAIRS),
        (placed(PipelinedReducer(TINY, 6)), [(a,) for a in range(23 << 5)]),
        (INVERTER, [(a,) for a in range(23)]),
        (placed(DivstepInverter(TINY, 3, pace=4)), [(a,) for a in range(23)]),
        (placed(LOGIC), list(itertools.product(range(11), repeat=3))),
    ],
    ids=lambda value: value.module.name if isinstance(value, Placed) else "",
)
def test_no_mutant_is_proven_that_is_wrong(unit: Placed, cases: Sequence[Sequence[int]]) -> None:
    """All mutants; what is wrong for some operands has no proof, and most of what is right has one."""
    found = compared(unit, lambda _: cases, 1000)
    assert not found[True, False]
    assert found[False, False]
    assert found[False, True] <= found[True, True]


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        PipelinedModularAdder(MIDDLE, 6),
        PipelinedMontgomery(MIDDLE, 12, 1),
        PipelinedMontgomery(PrimeField(prime(31)), 16, every=4),
        PipelinedMontgomery(PrimeField(prime(31)), every=4, integrated=True),
        DivstepInverter(PrimeField(prime(17)), 3),
    ],
    ids=lambda unit: unit.module().name,
)
def test_no_mutant_is_proven_that_random_operands_show_to_be_wrong(unit: Unit) -> None:
    """Of wider units forty mutants, tried on random operands and those that are nearly 0 or p."""
    rng = random.Random(4)
    p = unit.field.order
    values = [0, 1, 2, p - 1, p - 2, *(rng.randrange(p) for _ in range(25))]
    cases = list(itertools.product(values, repeat=len(unit.operands)))
    tried = rng.sample(cases, min(250, len(cases)))
    found = compared(placed(unit), lambda _: tried, 40)
    assert not found[True, False]
    assert found[False, False] > 10
