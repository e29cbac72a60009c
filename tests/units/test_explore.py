"""Exploring finds what trying everything finds."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField
from pairforge.units.karatsuba import Karatsuba, Split, cut_names
from pairforge.units.karatsuba.search import (
    KINDS,
    Candidate,
    explore_karatsuba,
    front,
    level_choices,
    modelled,
    register_choices,
)
from pairforge.units.parts.search import Measured

F17, F31, F239 = BinaryField((17, 3, 0)), BinaryField((31, 3, 0)), BinaryField((239, 81, 0))
T11 = TernaryField(((11, 1), (2, 1), (0, -1)))


def everything(field: Any, stages: Any) -> Iterator[Any]:
    """All chains of equal or rounded cuts with all places of registers."""
    for levels in set(level_choices(field.m, kinds=KINDS if field.characteristic == 2 else KINDS[:2])):
        toom = bool(levels) and levels[0].kind == "toom"
        for inner in itertools.combinations(cut_names(len(levels), toom=toom)[1:-1], stages - 2):
            unit = Karatsuba(field, stages, levels=levels, cuts=("in0", *inner, "reduced"))
            if field.characteristic == 2:
                yield from (unit, replace(unit, sharing="pairs"))
            else:
                yield from (replace(unit, chain=n) for n in (1, 2, 4, 16))


@pytest.mark.parametrize(("field", "stages"), [(F17, 3), (F17, 4), (F31, 3), (T11, 4)])
def test_the_smallest_is_the_smallest_of_all(field: BinaryField | TernaryField, stages: int) -> None:
    found = explore_karatsuba(field, goal="smallest", stages=(stages,), best=1)[0]
    assert found.model == found.unit.area_model()
    assert found.model.lut == min(unit.area_model().lut for unit in everything(field, stages))


@pytest.mark.parametrize("stages", [1, 2, 5, 12])
def test_every_place_of_registers_is_one(stages: int) -> None:
    unit = Karatsuba(F31, 1, levels=(Split("toom", 11), Split("halves", 6)), cuts=("reduced",))
    choices = list(register_choices(unit, stages))
    assert choices
    for cuts, depth in choices:
        assert len(Karatsuba(F31, stages, levels=unit.splits, cuts=cuts).registers) == stages
        assert depth >= 0
    assert len({cuts for cuts, _ in choices}) == len(choices)


def test_more_registers_cut_the_logic_shorter() -> None:
    assert [min(c.levels for c in modelled(F31, (n,))) for n in (2, 4, 6)] == sorted(
        (min(c.levels for c in modelled(F31, (n,))) for n in (2, 4, 6)), reverse=True
    )


def test_a_front_has_no_member_that_another_beats() -> None:
    kept = modelled(F31, (4, 5))
    for a, b in itertools.permutations(kept, 2):
        assert not all(x <= y for x, y in zip(a.costs, b.costs, strict=True))
    assert front([*kept, *kept]) == front(kept)


@pytest.mark.parametrize("goal", ["smallest", "fastest", "front"])
def test_what_is_kept_is_measured_and_put_in_order(goal: str) -> None:
    asked = []

    def measure(units: Any) -> Any:
        asked.extend(units)
        return [Measured(1000 - i, 10, 3, 100.0 + i) for i, _ in enumerate(units)]

    modelled_only = explore_karatsuba(F31, goal=goal, stages=(4, 5), best=4)
    found = explore_karatsuba(F31, goal=goal, stages=(4, 5), best=4, measure=measure)
    assert asked == [c.unit for c in modelled_only]
    if goal != "front":
        assert [c.unit for c in found] == asked[::-1]
    assert all(isinstance(c, Candidate) and c.measured for c in found)


def test_equal_cuts_and_uneven_ones_and_five_products_are_tried() -> None:
    chains = {" ".join(split.tag for split in levels) for levels in level_choices(239, kinds=KINDS)}
    assert {"120 60 30 15 t5", "128 64 32 16 8", "t80 40 20 10 5", "x80 40 20 10 5"} <= chains
    for levels in level_choices(67):
        Karatsuba(BinaryField((67, 5, 2, 1, 0)), levels=levels)


def test_five_products_are_the_smallest_for_f2_239_by_the_model() -> None:
    best = min(
        (Karatsuba(F239, 1, levels=levels, cuts=("reduced",)) for levels in CHAINS),
        key=lambda unit: unit.area_model().lut,
    )
    assert best.splits[0] == Split("toom", 80)


CHAINS = [
    tuple(map(Split.of, text.split()))
    for text in ("120 60 30 15 t5", "128 64 32 16 8", "t80 40 20 10 5", "x80 40 20 10 5", "x80 40 20 t7")
]
