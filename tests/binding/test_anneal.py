"""Annealing: its count against all choices, its moves against the checker and the replay of values."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program.programs import programs

from binding.machines import Figures
from pairforge.compiler.compile import program_of, stages_of
from pairforge.compiler.computation import computation_of
from pairforge.compiler.field import field_of
from pairforge.machine.design import Machine
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.program.ir import Op, Program, value
from pairforge.program.passes import Capabilities, optimise
from pairforge.schedule import flow
from pairforge.schedule.anneal import _Annealer, anneal
from pairforge.schedule.small_datapath import Body
from pairforge.schedule.stage import schedule_stage
from pairforge.storage.table import bind, storage_of

from .machines import machines
from .simulator import replay

CAPABILITIES = Capabilities({"mul": 3, "sum": 3, "frob": 3, "output": 3}, (1, -1), chain=False)
READS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=7)


@given(READS)
def test_the_fewest_taps_of_a_port_are_those_of_the_best_choice_of_line_or_register(
    wanted: Sequence[tuple[int, int]],
) -> None:
    """Values come out in cycles 0, 1, …; each is read after some delay, the reads at one sum unit."""
    made = tuple(Op(f"v{i}", "frob", (value("v0"),), 1) for i in range(5))
    reads = tuple(Op(f"r{i}", "sum", (value(f"v{v}"),)) for i, (v, _) in enumerate(wanted))
    start = {op.name: 40 + i for i, op in enumerate(made)}
    start |= {r.name: 40 + v + 1 + delay for r, (v, delay) in zip(reads, wanted, strict=True)}
    ops = (*made, *reads)
    unit = {op.name: "frob" if op in made else f"sum{i}" for i, op in enumerate(ops)}
    body = Body(ops, (), (), 50, unit, dict.fromkeys(start, 1), "in")
    annealer = _Annealer(body, start, 0)
    count, _ = annealer._count(
        [r for r in itertools.chain(*annealer.at_port.values()) if r.reader >= len(made)]
    )
    best = len(wanted)
    for choice in itertools.product((False, True), repeat=len(wanted)):
        if all(delay >= 1 for (_, delay), held in zip(wanted, choice, strict=True) if held):
            taps = {("hold", v) if held else ("line", d) for (v, d), held in zip(wanted, choice, strict=True)}
            best = min(best, len(taps))
    assert count == best


@given(
    program=programs(loops=1, crossing=False, powers=(1, -1), least_ops=2, most_ops=6),
    drawn=machines("lines", count=1, slow=False),
)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_read_finds_its_value_after_annealing(
    program: Program, drawn: tuple[Machine, dict[str, Figures]]
) -> None:
    """`schedule_stage` puts every schedule to the checker; the replay follows the values."""
    machine, timing = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flow, "_EXACT", 0)
        patch.setattr(flow, "_MOVES", 20_000)
        stage = schedule_stage(
            optimise(program, CAPABILITIES), machine, storage_of(machine), timing, 0.1, overlap=True
        )
    replay(bind(stage, 0.1), runs=3)


def test_annealing_makes_the_ternary_miller_loop_smaller_and_repeats_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design = find_design("beuchat-f3-97")
    pairing = computation_of(design)
    machine, stage = design.stages[0], stages_of(design, pairing)[0]
    units = make_units(machine, field_of(pairing))
    seen: dict[str, int] = {}

    def watched(body: Any, start: Any, slack: Any, moves: Any) -> Any:
        times = [anneal(body, start, slack, 10_000) for _ in range(2)]
        assert times[0] == times[1]
        before, after = (sum(_Annealer(body, t, slack).taps.values()) for t in (start, times[0]))
        seen.update(before=before, after=after)
        return times[0]

    monkeypatch.setattr(flow, "anneal", watched)
    program = program_of(pairing, stage, machine, design.passes)
    found = schedule_stage(program, machine, storage_of(machine), units, 1, overlap=True)
    assert seen["after"] < 0.9 * seen["before"]
    assert found.loops["main"].interval == 17
    assert found.interval <= 17 * (97 + 3) // 2
