"""Sums of several values that are reduced once are proven, and no wrong one is."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from evidence.words.mutated import compared
from evidence.words.proven import prove_all
from evidence.words.units import P381, Placed, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words.proof import prove_operation
from pairforge.program.signs import packed
from pairforge.units.fields.prime import PrimeField
from pairforge.units.modular_sum_pipelined import PipelinedModularSum

THREE = placed(PipelinedModularSum(PrimeField(23), 3))
FOUR = placed(PipelinedModularSum(PrimeField(11), 4, values=4))


def cases_of(unit: Placed) -> list[Sequence[int]]:
    """All operands, or of many some thousand."""
    elements, operands = range(unit.unit.field.order), unit.unit.operands
    every: list[Sequence[int]] = list(itertools.product(elements, repeat=len(operands)))
    return every if len(every) < 5_000 else every[:: len(every) // 1_000]


@pytest.mark.parametrize("unit", [THREE, FOUR], ids=lambda unit: unit.module.name)
def test_what_is_proven_is_so(unit: Placed) -> None:
    prove_all(unit)
    netlist, cases = unit.netlist(), cases_of(unit)[::9]
    for attribute, _ in unit.operations():
        wanted = [unit.unit.function(case, attribute) for case in cases]
        assert unit.simulated(netlist, attribute, cases) == wanted


def test_at_full_size() -> None:
    """In words with carries between them, for threads."""
    prove_all(placed(PipelinedModularSum(PrimeField(P381)).clocked(250, 16), 16))


@pytest.mark.slow
def test_of_four_values_at_full_size() -> None:
    prove_all(placed(PipelinedModularSum(PrimeField(prime(254)), values=4, fewest=3).clocked(300, 16), 16))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("PLUS_2P_5 = 5'd14", "PLUS_2P_5 = 5'd23"),
        ("MINUS_2P_6 = 6'd18", "MINUS_2P_6 = 6'd41"),
        ("if (high_to_c[6])", "if (~high_to_c[6])"),
        ("total_once_more[6] ?", "~total_once_more[6] ?"),
        ("total_once_more[6] ?", "total_once_more[5] ?"),
        ("{3'd0, b[4:2]}", "{3'd0, b[3:1]}"),
    ],
)
def test_planted_bugs_are_refused(before: str, after: str) -> None:
    files = {name: text.replace(before, after) for name, text in THREE.files.items()}
    assert files != THREE.files
    netlist = THREE.netlist(files)
    with pytest.raises(CheckError, match=f"^{THREE.module.name}: "):
        for attribute, operation in THREE.operations():
            prove_operation(netlist, THREE.unit, attribute, operation)


@pytest.mark.parametrize(("signs", "other"), [((1, 1), (1, -1)), ((-1, -1), (-1, 1))])
def test_another_sum_is_refused(signs: Sequence[int], other: Sequence[int]) -> None:
    """What the hardware does for other signs."""
    with pytest.raises(CheckError):
        prove_operation(THREE.netlist(), THREE.unit, packed(signs), THREE.operation(packed(other)))


@pytest.mark.slow
@pytest.mark.parametrize(("unit", "most"), [(THREE, 400), (FOUR, 60)], ids=["three", "four"])
def test_no_mutant_is_proven_that_is_wrong(unit: Placed, most: int) -> None:
    """Mutants on operands; what is wrong for some of them has no proof."""
    cases = cases_of(unit)
    found = compared(unit, lambda _: cases, most)
    assert not found[True, False]
    assert found[False, False] > 10
    assert found[False, True] <= found[True, True]
