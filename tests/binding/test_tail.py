"""The block after a loop, placed where ports read already: no run later, every value found."""

from collections.abc import Sequence
from typing import Any

import pytest

from pairforge.compiler.compile import program_of, stages_of
from pairforge.compiler.computation import computation_of
from pairforge.compiler.field import field_of
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.program.ir import Linear, LoopCarried, Op
from pairforge.schedule import flow
from pairforge.schedule.small_datapath import Body, Tail, small_tail
from pairforge.schedule.stage import schedule_stage
from pairforge.storage.table import bind, storage_of

from .simulator import replay


def square(name: str, of: str) -> Op:
    return Op(name, "mul", (Linear(((of, 1),)), Linear(((of, 1),))))


@pytest.mark.parametrize(
    ("free", "start"),
    [
        # As it comes out, at 3, it would need inputs of its own. A cycle later a register can have it, which
        # the loop, that reads 7 cycles after, can use as well: no input more.
        (range(3, 20), 4),
        # The line has it at 10, where the loop reads, as the register has.
        ([3, *range(10, 20)], 10),
        # Two inputs more cost less than to wait for very long.
        ([3, *range(100, 110)], 3),
    ],
)
def test_a_block_after_a_loop_waits_for_what_is_there(free: Sequence[int], start: int) -> None:
    loop, head = square("next", "x"), Op("first", "input", (), 0)
    unit = {"next": "mul", "after": "mul", "first": "input"}
    latency = {"next": 3, "after": 3, "first": 0}
    body = Body([loop], [head], [LoopCarried("x", "first", "next", "last")], 10, unit, latency, "input")
    tail = Tail([square("after", "last")], {"last": "next"}, [], {"after": free})
    found = small_tail(body, tail, {"next": 0, "first": -10}, {"after": free[0]}, 10.0)
    assert found == {"after": start}


def scheduled(*, placed_anew: bool) -> tuple[Any, ...]:
    """The Miller stage of the ternary continuant over F_3^5, and the times the search found for its end."""
    design = find_design(
        "beuchat-f3-5",
        {"miller.algorithm": "continuant", "miller.mul.terms": "3", "miller.sum.terms": "6"},
    )
    pairing = computation_of(design)
    machine, run = design.stages[0], stages_of(design, pairing)[0]
    program = program_of(pairing, run, machine, design.passes)
    found = []

    def search(*given: Any) -> Any:
        found.append(small_tail(*given) if placed_anew else None)
        return found[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flow, "small_tail", search)
        stage = schedule_stage(
            program, machine, storage_of(machine), make_units(machine, field_of(pairing)), 1, overlap=True
        )
    (times,) = found
    return stage, times


@pytest.mark.slow
def test_the_block_after_a_loop_is_where_the_search_put_it_and_holds_nothing_up() -> None:
    (stage, times), (before, _) = scheduled(placed_anew=True), scheduled(placed_anew=False)
    assert replay(bind(stage, 1)) > 0
    (loop,) = stage.loops.values()
    last = loop.start + (loop.count - 1) * loop.interval
    assert times
    assert {name: stage.placed[name].start - last for name in times} == times
    assert stage.interval <= before.interval
    assert stage.length <= before.length + flow._SLACK
