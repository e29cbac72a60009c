"""From a program and a machine to the cycles of one stage: the entry to scheduling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.program.ir import Program
from pairforge.schedule.check_stage import check_stage
from pairforge.schedule.instances import NoInstancesError
from pairforge.schedule.lowering import Lowering, StoragePorts, Timing
from pairforge.schedule.pinning import pins_for_sharing, pins_of
from pairforge.schedule.plan import StageSchedule


class StageStorage(StoragePorts, Protocol):
    """What scheduling a stage asks of its storage."""

    def check(self, low: Lowering) -> None:
        """Refuse a program that the storage cannot run, by its operations alone (UserError)."""

    def schedule(self, low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
        """The schedule of the stage; the parameters are those of `schedule_stage`."""


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
    lowering.pin(pins_for_sharing(lowering))
    while True:
        try:
            stage = storage.schedule(lowering, effort, overlap=overlap)
            break
        except NoInstancesError as error:
            count = lowering.capacity[error.unit]
            lowering.pin({**lowering.pins, **pins_of(lowering, error.unit, count)})
    check_stage(lowering, stage)
    return stage
