"""The unrolled check of whole stages: it accepts what `schedule_stage` makes and refuses what is broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairforge.compiler.compile import program_of
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.pairings.registry import find_pairing
from pairforge.schedule.check_stage import check_stage
from pairforge.schedule.checker import ScheduleError
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.stage import schedule_stage
from pairforge.storage.table import storage_of
from pairforge.units.fields.binary import BinaryField


@pytest.fixture(scope="module", params=[0, 1])
def scheduled(request: pytest.FixtureRequest) -> tuple[Lowering, StageSchedule]:
    design = find_design("beuchat-f2-5")
    pairing = find_pairing(design.pairing)
    machine = design.stages[request.param]
    units = make_units(machine, BinaryField(pairing.polynomial))
    program = program_of(pairing, pairing.stages[request.param], machine, "default")
    stage = schedule_stage(program, machine, storage_of(machine), units, 0, overlap=request.param == 0)
    return Lowering(program, machine, storage_of(machine), units), stage


def test_every_operation_a_cycle_too_early_is_refused(scheduled: tuple[Lowering, StageSchedule]) -> None:
    low, stage = scheduled
    refused = 0
    for name, placed in stage.placed.items():
        moved = {**stage.placed, name: replace(placed, start=placed.start - 1)}
        try:
            check_stage(low, replace(stage, placed=moved))
        except ScheduleError:
            refused += 1
    # Some operations have room before them; most stand right behind what they read.
    assert refused > len(stage.placed) // 3


def test_a_multiplication_on_another_s_cycle_is_refused(scheduled: tuple[Lowering, StageSchedule]) -> None:
    low, stage = scheduled
    first, second, *_ = [
        p for p in stage.placed.values() if p.op.kind == "mul" and p.region in stage.loops
    ] or [p for p in stage.placed.values() if p.op.kind == "mul"]
    moved = {**stage.placed, second.op.name: replace(second, start=first.start)}
    with pytest.raises(ScheduleError):
        check_stage(low, replace(stage, placed=moved))


def test_runs_too_close_together_are_refused(scheduled: tuple[Lowering, StageSchedule]) -> None:
    low, stage = scheduled
    with pytest.raises(ScheduleError, match="in use in cycle"):
        check_stage(low, replace(stage, interval=stage.interval - 10))
