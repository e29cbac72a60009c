"""Units that go through their operands word by word are proven: a product and an inverse, pass by pass."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import pytest

from evidence.words.mutated import compared
from evidence.words.proven import prove_all
from evidence.words.units import Placed, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words.proof import is_covered, prove_operation
from pairforge.units.base import Unit
from pairforge.units.fields.prime import PrimeField
from pairforge.units.in_digits import in_digits
from pairforge.units.inverter import Inverter
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.montgomery import Montgomery

TINY, TIGHT, MIDDLE = PrimeField(23), PrimeField(163), PrimeField(prime(31))
PRODUCT, INVERSE = placed(Montgomery(TINY, 3, 1)), placed(Inverter(TINY, 3))
LOADED_PRODUCT = placed(Montgomery(TINY, 3, 1, loadable=True))
LOADED_INVERSE = placed(Inverter(TINY, 3, loadable=True))
TIGHT_PRODUCT, TIGHT_INVERSE = placed(Montgomery(TIGHT, 4)), placed(Inverter(TIGHT, 4))
"""Of a prime that has all bits of its words, so that sums run over them."""

LATE_PRODUCT, LATE_INVERSE = placed(Montgomery(TINY, 3, 1, clock=500)), placed(Inverter(TINY, 3, clock=500))
LATE_NETWORK = placed(Inverter(TIGHT, 4, "kogge-stone", clock=500))
"""Whose sums take two cycles."""

TINY_UNITS = [
    PRODUCT,
    placed(Montgomery(TINY, 2)),  # iterations wait for m
    placed(Montgomery(TINY, 8, 2)),  # of a word
    TIGHT_PRODUCT,
    INVERSE,
    placed(Inverter(TINY, 8)),
    TIGHT_INVERSE,
    LOADED_PRODUCT,
    LOADED_INVERSE,
    LATE_PRODUCT,
    placed(Montgomery(TIGHT, 4, 2, clock=500)),
    placed(Montgomery(TIGHT, 3, 1, clock=500)),  # three words
    placed(Montgomery(TINY, 8, 2, clock=500)),
    LATE_INVERSE,
    LATE_NETWORK,
    placed(Inverter(TINY, 8, clock=500)),
    placed(Montgomery(TINY, 3, 1, loadable=True, clock=500)),
    placed(Inverter(TINY, 3, loadable=True, clock=500)),
]


def cases_of(unit: Placed) -> Sequence[Sequence[int]]:
    """All operands, but of second factors only those up to 22."""
    elements = range(unit.unit.field.order)
    return list(itertools.product(elements, *[range(23)] * (len(unit.unit.operands) - 1)))


@pytest.mark.parametrize("unit", TINY_UNITS, ids=lambda unit: unit.module.name)
def test_what_is_proven_is_so(unit: Placed) -> None:
    prove_all(unit)
    cases = cases_of(unit)
    wanted = [unit.unit.function(case, None) for case in cases]
    assert unit.simulated(unit.netlist(), None, cases) == wanted


@pytest.mark.parametrize("unit", [Montgomery(MIDDLE, 8), Inverter(MIDDLE, 8)], ids=lambda unit: unit.kind)
def test_units_of_four_words(unit: Unit) -> None:
    """Alone, for eight threads, and in a frame that collects the digits of words."""
    prove_all(placed(unit))
    prove_all(placed(unit, 8))
    prove_all(placed(in_digits(unit, 2, 2), 2))


@pytest.mark.parametrize(
    "unit",
    [
        ModularAdder(MIDDLE, 8, clock=400),
        ModularAdder(PrimeField(prime(64)), 32, "kogge-stone", clock=250),
        Montgomery(MIDDLE, 8, clock=400),
        Montgomery(PrimeField(prime(64)), 24, clock=250),
        Inverter(MIDDLE, 8, clock=400),
        Inverter(PrimeField(prime(64)), 32, "kogge-stone", clock=250),
    ],
    ids=lambda unit: unit.module().name,
)
def test_units_whose_sums_take_two_cycles(unit: Unit) -> None:
    assert isinstance(unit, (ModularAdder, Montgomery, Inverter))
    assert unit.part
    prove_all(placed(unit))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [ModularAdder, Montgomery, Inverter])
def test_sums_of_two_cycles_with_threads(
    kind: type[ModularAdder] | type[Montgomery] | type[Inverter],
) -> None:
    """Carries come eight cycles later than words; and in a frame that collects digits."""
    unit = kind(MIDDLE, 8, clock=400)
    prove_all(placed(unit, 8))
    if kind is not ModularAdder:  # that has a form of its own
        prove_all(placed(in_digits(unit, 2, 2), 2))


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_multipliers_of_words_of_any_depth(depth: int) -> None:
    prove_all(placed(Montgomery(MIDDLE, 8, depth)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Montgomery, Inverter])
def test_full_size(kind: type[Montgomery] | type[Inverter]) -> None:
    """Whether p is fixed or loaded."""
    prove_all(placed(kind(PrimeField(prime(512)), 128)))
    prove_all(placed(kind(PrimeField(prime(512)), 128, loadable=True)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        ModularAdder(PrimeField(prime(512)), 64, "kogge-stone", clock=165),
        Montgomery(PrimeField(prime(512)), 64, clock=165),
        Inverter(PrimeField(prime(512)), 64, clock=165),
    ],
    ids=lambda unit: unit.kind,
)
def test_full_size_where_sums_take_two_cycles(unit: Unit) -> None:
    """Those of `barenghi-ss512-m4`."""
    prove_all(placed(unit))


@pytest.mark.parametrize("unit", [LOADED_PRODUCT, LOADED_INVERSE], ids=lambda unit: unit.module.name)
def test_another_modulus_is_refused(unit: Placed) -> None:
    """The unit divides by what it is given: with 19 it is none for 23."""
    operation = unit.operation(None)
    assert ("modulus", 23) in operation.steady
    steady = tuple((name, 19 if name == "modulus" else value) for name, value in operation.steady)
    with pytest.raises(CheckError):
        prove_operation(unit.netlist(), unit.unit, None, replace(operation, steady=steady))


def test_what_is_covered() -> None:
    assert is_covered(Montgomery(MIDDLE), None)
    assert is_covered(Inverter(MIDDLE), None)
    assert is_covered(Montgomery(MIDDLE, loadable=True), None)
    assert is_covered(Inverter(MIDDLE, loadable=True), None)
    assert is_covered(Inverter(MIDDLE, network="kogge-stone"), None)
    assert not is_covered(Inverter(PrimeField(31), 5), None)
    assert is_covered(Montgomery(MIDDLE, clock=400), None)
    assert is_covered(Inverter(MIDDLE, clock=400), None)


@pytest.mark.parametrize(
    ("unit", "before", "after"),
    [
        (PRODUCT, "MODULUS_INVERSE3 = 3'd1", "MODULUS_INVERSE3 = 3'd3"),
        (PRODUCT, "  modulus_word_words[1] = 3'h2", "  modulus_word_words[1] = 3'h3"),
        (PRODUCT, "checked_modulus_words[1] = 3'h2", "checked_modulus_words[1] = 3'h1"),
        (PRODUCT, "{3'd0, carries[1]}", "4'd0"),
        (PRODUCT, "high <= product_result[5:3]", "high <= product_result[4:2]"),
        (PRODUCT, "iteration == 1'd0", "iteration == 1'd1"),  # not begun with zero
        (PRODUCT, "no_borrow <= 1'd1", "no_borrow <= 1'd0"),  # compared with p + 1
        (PRODUCT, "take_reduced ? reduced[4:0] : t[4:0]", "t[4:0]"),
        (TIGHT_PRODUCT, "over[0] | less_carry_out", "less_carry_out"),
        (INVERSE, "u_top <= 3'd2", "u_top <= 3'd3"),
        (INVERSE, "s <= 6'd1", "s <= 6'd2"),
        (INVERSE, "modulus_word_words[1] = 3'h2", "modulus_word_words[1] = 3'h3"),
        (INVERSE, "LAST_STEP = 4'd12", "LAST_STEP = 4'd11"),  # a step too few
        (INVERSE, "rule_even_u <= ~u_below[0]", "rule_even_u <= u_below[0]"),
        (INVERSE, "u_below[0] & v_below[0] & ~greater", "u_below[0] & v_below[0] & greater"),
        (INVERSE, "if (closes | start) difference_no_borrow", "if (start) difference_no_borrow"),
        (INVERSE, "rule_even_v & ~ends", "rule_even_v"),  # doubled once more
        (INVERSE, "assign y = r[4:0]", "assign y = start ? 5'd0 : r[4:0]"),  # not beside another operation
        (TIGHT_INVERSE, "checked_carry_out | (twice_r & r_high)", "checked_carry_out"),
        (LATE_PRODUCT, "carry_in(carry)", "carry_in(1'd0)"),
        (LATE_PRODUCT, "carried[2]}", "1'd0}"),
        (LATE_PRODUCT, "{4{~step_fresh}}", "{4{1'd1}}"),
        (LATE_PRODUCT, "follows <= early_follows", "follows <= 1'd1"),
        (LATE_PRODUCT, "step_adds ? comes : earlier", "earlier"),
        (LATE_PRODUCT, "checks_late <= checks", "checks_late <= check_goes_on"),
        (LATE_INVERSE, "first_word <= again", "first_word <= start"),
        (LATE_INVERSE, "second_word <= first_word", "second_word <= again"),
        (LATE_INVERSE, "modulus_checked <= modulus_before", "modulus_checked <= modulus_word"),
        (LATE_INVERSE, "LAST_STEP = 4'd12", "LAST_STEP = 4'd11"),
        (LOADED_PRODUCT, "modulus_padded[5:3]", "modulus_padded[4:2]"),
        (LOADED_INVERSE, "modulus_padded[5:3]", "modulus_padded[4:2]"),
    ],
)
def test_planted_bugs_are_refused(unit: Placed, before: str, after: str) -> None:
    netlist = unit.changed(before, after, 1)
    with pytest.raises(CheckError):
        prove_operation(netlist, unit.unit, None, unit.operation(None))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unit", "most"),
    [
        (PRODUCT, 60),
        (INVERSE, 1000),
        (TIGHT_INVERSE, 60),
        (LOADED_PRODUCT, 40),
        (LOADED_INVERSE, 60),
        (LATE_PRODUCT, 60),
        (LATE_INVERSE, 100),
        (LATE_NETWORK, 60),
    ],
)
def test_no_mutant_is_proven_that_is_wrong(unit: Placed, most: int) -> None:
    """Of so many mutants none that is wrong has a proof, and most of those that are right have one."""
    found = compared(unit, lambda _: cases_of(unit), most)
    assert not found[True, False]
    assert found[False, False]
    assert found[False, True] <= found[True, True]
