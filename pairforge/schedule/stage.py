"""From a program and a machine to the cycles of one stage: the entry to scheduling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.program.ir import Program
from pairforge.program.together import Together
from pairforge.schedule.check_stage import check_stage
from pairforge.schedule.instances import NoInstancesError
from pairforge.schedule.lowering import Lowering, StoragePorts, Timing
from pairforge.schedule.pinning import pins_for_sharing, pins_of
from pairforge.schedule.plan import StageSchedule

_Made = TypeVar("_Made")


class StageStorage(StoragePorts, Protocol):
    """What scheduling a stage asks of its storage."""

    def check(self, low: Lowering) -> None:
        """Refuse a program that the storage cannot run, by its operations alone (UserError)."""

    def schedule(self, low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
        """The schedule of the stage; the parameters are those of `schedule_stage`."""

    def schedule_parts(
        self, low: Lowering, effort: float, parts: Mapping[str, Program]
    ) -> Mapping[str, StageSchedule]:
        """The schedules of the parts of a program, by name, of which the stage runs one at a time."""


def check_program(
    program: Program, machine: Machine, storage: StageStorage, timing: Mapping[str, Timing]
) -> None:
    """Refuse a program that the machine cannot run, without scheduling it.

    Raises
    ------
    UserError
        A unit for a block that is not there, no unit for an operation, an operand of too many terms, too few
        read ports, or a shape of program that the storage cannot hold.
    """
    blocks = [region.name for region in program.regions]
    for unit in machine.units:
        for name in unit.blocks:
            if name not in blocks:
                raise UserError(
                    f"stage.{machine.name}.unit.{unit.name}.blocks: no {name!r} in {program.name}; there are "
                    f"{', '.join(blocks)}"
                )
    lowering = Lowering(program, machine, storage, timing)
    for op in program.ops:
        lowering.latency(op)
    storage.check(lowering)


def schedule_stage(
    program: Program,
    machine: Machine,
    storage: StageStorage,
    timing: Mapping[str, Timing],
    effort: float,
    *,
    overlap: bool,
) -> StageSchedule:
    """Schedule a program on a machine.

    Parameters
    ----------
    storage
        The storage of the machine.
    timing
        The units of the machine by name.
    effort
        Deterministic time limit of each exact search (CP-SAT's unit, about seconds); 0 leaves it out.
    overlap
        Whether a run may start before the previous one has ended.

    Raises
    ------
    UserError
        The machine cannot run the program.
    """
    lowering = Lowering(program, machine, storage, timing)
    stage = _within_units(lowering, lambda: storage.schedule(lowering, effort, overlap=overlap))
    check_stage(lowering, stage)
    return stage


def schedule_together(
    programs: Together,
    machine: Machine,
    storage: StageStorage,
    timing: Mapping[str, Timing],
    effort: float,
) -> Mapping[str, StageSchedule]:
    """Schedule several programs, of which the machine runs one at a time, by name; the parameters and errors
    are those of `schedule_stage`. Instances of one body are alike in all of them.
    """
    lowering = Lowering(programs.program, machine, storage, timing)
    parts = {name: programs.part(name) for name in programs.names}
    stages = _within_units(lowering, lambda: storage.schedule_parts(lowering, effort, parts))
    for stage in stages.values():
        check_stage(lowering, stage)
    return stages


def _within_units(lowering: Lowering, schedule: Callable[[], _Made]) -> _Made:
    """What `schedule` makes, with operations pinned to units where they find none else."""
    lowering.pin(pins_for_sharing(lowering))
    while True:
        try:
            return schedule()
        except NoInstancesError as error:
            count = lowering.capacity[error.unit]
            lowering.pin({**lowering.pins, **pins_of(lowering, error.unit, count)})
