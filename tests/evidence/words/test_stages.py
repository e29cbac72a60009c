"""Units that are proven word by word inside: of several products, and with sums in front of a product."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from evidence.words.mutated import compared
from evidence.words.simulated import simulated
from evidence.words.units import P254, P381, Placed, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words import proof, recipes
from pairforge.evidence.words.proof import is_covered, prove_operation
from pairforge.evidence.words.stages import Recipe
from pairforge.program.ir import NORM, REAL, SQUARE
from pairforge.units.base import Unit
from pairforge.units.fields.prime import PrimeField
from pairforge.units.fields.quadratic import QuadraticField
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_sums import MontgomerySums
from pairforge.units.quadratic.multiplier import QuadraticMultiplier

TINY, SMALLER = PrimeField(23), PrimeField(11)
MIDDLE = PrimeField(prime(61))
DOT, SUMS = placed(MontgomeryDot(SMALLER, 6)), placed(MontgomerySums(SMALLER, 6))
QUADRATIC = placed(QuadraticMultiplier(QuadraticField(SMALLER), 8))
BY_DIGITS = placed(QuadraticMultiplier(QuadraticField(TINY), every=2, integrated=True))


def prove_all(unit: Placed, attributes: Sequence[int | None] | None = None) -> None:
    """Every operation of a unit, or some."""
    netlist = unit.netlist()
    for attribute, operation in unit.operations():
        if attributes is None or attribute in attributes:
            assert prove_operation(netlist, unit.unit, attribute, operation).facts


def cases_of(unit: Unit, count: int) -> list[Sequence[int]]:
    """Operands, chosen at random, and all of them 0 and the greatest."""
    rng = random.Random(4)
    p = (unit.field.base if isinstance(unit.field, QuadraticField) else unit.field).order
    elements = list(range(p))
    if isinstance(unit.field, QuadraticField):
        elements = [unit.field.of(a, b) for a in range(p) for b in range(p)]
    found: list[Sequence[int]] = [[rng.choice(elements) for _ in unit.operands] for _ in range(count)]
    return [*found, [0] * len(unit.operands), [elements[-1]] * len(unit.operands)]


def asked(unit: Unit, attribute: int | None, case: Sequence[int]) -> Sequence[int]:
    """Operands of an operation: both of a square and of a norm are the same."""
    return [case[0]] * 2 if attribute in (SQUARE, NORM) and isinstance(unit, QuadraticMultiplier) else case


@pytest.mark.parametrize("unit", [DOT, SUMS, QUADRATIC, BY_DIGITS], ids=lambda unit: unit.module.name)
def test_what_is_proven_is_so(unit: Placed) -> None:
    prove_all(unit)
    netlist = unit.netlist()
    for attribute, operation in unit.operations():
        cases = [asked(unit.unit, attribute, case) for case in cases_of(unit.unit, 300)]
        operands = dict(zip(unit.unit.operands, zip(*cases, strict=True), strict=True))
        wanted = [unit.unit.function(case, attribute) for case in cases]
        assert simulated(netlist, operation, operands) == wanted


def test_units_of_61_bits() -> None:
    prove_all(placed(MontgomeryDot(MIDDLE, 12)))
    prove_all(placed(MontgomerySums(MIDDLE, 12)))
    prove_all(placed(QuadraticMultiplier(QuadraticField(MIDDLE), every=4, integrated=True)), [REAL, NORM])
    prove_all(placed(QuadraticMultiplier(QuadraticField(MIDDLE), 8).clocked(250, 4), 4), [REAL, NORM])


@pytest.mark.slow
def test_full_size() -> None:
    prove_all(placed(MontgomeryDot(PrimeField(P381)).clocked(250, 16), 16))
    for p in (P254, P381):
        prove_all(placed(MontgomerySums(PrimeField(p)).clocked(250, 16), 16))
    prove_all(placed(QuadraticMultiplier(QuadraticField(PrimeField(P381))).clocked(250, 16), 16))
    digits = QuadraticMultiplier(QuadraticField(PrimeField(prime(254))), block=17, every=4, integrated=True)
    prove_all(placed(digits.clocked(100, 16), 16))


def test_what_is_covered() -> None:
    assert is_covered(DOT.unit, 1)
    assert is_covered(SUMS.unit, None)
    assert is_covered(BY_DIGITS.unit, SQUARE)
    assert not is_covered(MontgomeryDot(SMALLER, every=2), 1)
    assert not is_covered(QuadraticMultiplier(QuadraticField(TINY), every=2), SQUARE)
    assert is_covered(MontgomerySums(PrimeField(P381)), None)
    assert not is_covered(MontgomerySums(PrimeField(prime(462))), None)


@pytest.mark.parametrize(
    ("unit", "attribute", "before", "after"),
    [
        (DOT, -1, "P = 4'd11", "P = 4'd9"),
        (SUMS, 4, "PLUS_P = 5'd11", "PLUS_P = 5'd10"),
        (QUADRATIC, None, "PLUS_P = 5'd11", "PLUS_P = 5'd10"),
    ],
)
def test_planted_bugs_are_refused(unit: Placed, attribute: int | None, before: str, after: str) -> None:
    files = {name: text.replace(before, after) for name, text in unit.files.items()}
    assert files != unit.files
    with pytest.raises(CheckError, match=f"^{unit.module.name}: "):
        for each in unit.unit.constants:
            prove_operation(unit.netlist(files), unit.unit, each, unit.operation(each))


def test_stages_that_make_something_else_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is true, but the result is not that of the operation."""

    def other(unit: Unit, attribute: int | None) -> Recipe | None:
        return recipes.recipe_of(unit, -1)

    monkeypatch.setattr(proof, "recipe_of", other)
    with pytest.raises(CheckError):
        prove_operation(DOT.netlist(), DOT.unit, 1, DOT.operation(1))


@pytest.mark.slow
@pytest.mark.parametrize("unit", [DOT, SUMS, QUADRATIC, BY_DIGITS], ids=lambda unit: unit.module.name)
def test_no_mutant_is_proven_that_is_wrong(unit: Placed) -> None:
    """Mutants on random operands; what is wrong for some of them has no proof."""
    cases = cases_of(unit.unit, 150)
    found = compared(unit, lambda attribute: [asked(unit.unit, attribute, case) for case in cases], 100)
    assert not found[True, False]
    assert found[False, False]
    assert found[False, True] <= found[True, True]
