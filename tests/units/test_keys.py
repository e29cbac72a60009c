"""The store of secrets: alone, shared by threads, and behind resets."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from pairforge.algebra.arithmetic import PLACES
from pairforge.errors import UserError
from pairforge.evidence.operations import operations
from pairforge.evidence.unit_check import verify_unit
from pairforge.hdl import Module
from pairforge.hdl.interleave import interleaved
from pairforge.program.decisions import KEEP, KEPT
from pairforge.units.fields.prime import PrimeField
from pairforge.units.keys import Keys

from .bench import Bench, Cycle, lint
from .units import P6, P16, P512

SIGNALS = {KEEP: "keep", KEPT: "recall"}
THREADS_AND_LATE = [(1, 0), (2, 1), (3, 1), (5, 2), (16, 3)]
CLOSED = 4  # cycles of a thread behind a reset in which nothing is stored


def made(unit: Keys, threads: int, late: int) -> Module:
    return unit.module() if threads == 1 else interleaved(unit.module(), threads, late).module


def cycle(attribute: int, a: int, b: int) -> Cycle:
    return {"a": a, "b": b, SIGNALS[attribute]: 1}


@pytest.mark.parametrize(
    ("field", "places"), [(P6, 4), (P16, 4), (P512, 4), (P16, 1), (P16, 5)], ids=lambda value: str(value)
)
def test_back_to_back_and_with_idle_cycles(field: PrimeField, places: int) -> None:
    unit = Keys(field, places)
    todo = operations(unit, 600)
    verify_unit(unit, todo)
    assert {each.result for each in todo} >= {0, 1, field.p - 1}


Rows = list[Cycle]
Due = dict[int, int]
"""What comes out in each cycle, where that is not 0."""


def wrong(plans: Sequence[tuple[Module, Rows, Due]], tmp_path: Path, objects: list[Path]) -> list[int]:
    """Which of the plans find something else, in any cycle; all of them side by side."""
    longest = max(len(rows) for _, rows, _ in plans)
    rows = [[*rows, *[{}] * (longest - len(rows))] for _, rows, _ in plans]
    out = Bench([module for module, _, _ in plans], tmp_path, objects).run(list(zip(*rows, strict=True)))
    found = [{at: each[i]["y"] for at, each in enumerate(out) if each[i]["y"]} for i in range(len(plans))]
    return [i for i, (_, _, due) in enumerate(plans) if found[i] != {at: y for at, y in due.items() if y}]


def test_lint_clean(tmp_path: Path) -> None:
    for threads, late in THREADS_AND_LATE:
        lint(made(Keys(P6), threads, late), tmp_path / f"{threads}")


def one_by_one(threads: int, late: int) -> tuple[Module, Rows, Due]:
    """Operations of any thread, each when the result of the one before has come; noise beside them."""
    rng, unit = random.Random(threads), Keys(P6)
    takes = unit.latency() * threads
    rows: Rows = [{}] * (late + 1)
    todo: list[tuple[tuple[int, int], int]] = []
    due: Due = {}
    for _ in range(400):
        operands = rng.choice((*range(PLACES), rng.randrange(P6.p))), rng.randrange(P6.p)
        todo.append((operands, rng.choice((KEEP, KEPT))))
    for (operands, attribute), result in zip(todo, unit.in_order(todo), strict=True):
        due[len(rows) - late + takes] = result
        noise = ({"a": rng.randrange(PLACES), "b": rng.randrange(P6.p)} for _ in range(takes))
        rows += [cycle(attribute, *operands), *noise, *[{}] * rng.randrange(threads)]
    assert len(set(due.values())) > P6.p // 2
    return made(unit, threads, late), [*rows, *[{}] * takes], due


def test_one_thread_reads_what_another_has_stored(tmp_path: Path, objects: list[Path]) -> None:
    """Nothing comes out in any other cycle than that of a result."""
    assert wrong([one_by_one(*each) for each in THREADS_AND_LATE], tmp_path, objects) == []


def around_a_reset(threads: int, late: int) -> tuple[Module, Rows, Due]:
    """All places filled and read; a reset, with operations in it and just behind it; all read, and again."""
    unit, secret = Keys(P6), 42
    takes = unit.latency() * threads
    rows: Rows = []
    due: Due = {}

    def asked(attribute: int, place: int, result: int) -> None:
        due[len(rows) - late + takes] = result
        rows.extend((cycle(attribute, place, secret), *[{}] * takes))

    def filled() -> None:
        for place in range(PLACES):
            asked(KEEP, place, 1)
            asked(KEPT, place, secret)

    filled()
    rows += [{"rst": 1, **cycle(KEEP, i % PLACES, secret)} for i in range(threads)]
    rows += [cycle(KEEP, i % PLACES, secret) for i in range(CLOSED * threads)]
    for place in range(PLACES):
        asked(KEPT, place, 0)
    filled()
    return made(unit, threads, late), rows, due


def test_a_reset_erases_and_what_comes_just_behind_it_is_not_stored(
    tmp_path: Path, objects: list[Path]
) -> None:
    assert wrong([around_a_reset(*each) for each in THREADS_AND_LATE], tmp_path, objects) == []


def test_every_place_holds_its_own() -> None:
    unit = Keys(P16)
    stored: Sequence[tuple[tuple[int, int], int | None]] = [((i, i + 7), KEEP) for i in range(PLACES + 3)]
    read: Sequence[tuple[tuple[int, int], int | None]] = [((i, 5), KEPT) for i in range(PLACES + 3)]
    assert unit.in_order(stored) == [1] * PLACES + [0] * 3
    assert unit.in_order([*stored, *read])[PLACES + 3 :] == [*range(7, 7 + PLACES), 0, 0, 0]


def test_other_operations_are_refused() -> None:
    with pytest.raises(UserError, match="a unit of kind keys has no operation 7"):
        Keys(P6).controls(7)
