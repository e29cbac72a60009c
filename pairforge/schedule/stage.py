"""From a program and a machine to the cycles of one stage: the entry to scheduling."""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.program.ir import Loop, Program
from pairforge.program.text import show_op
from pairforge.schedule.flow import flow_stage
from pairforge.schedule.instances import NoInstancesError
from pairforge.schedule.lowering import Lowering, Timing
from pairforge.schedule.memory import memory_stage
from pairforge.schedule.pinning import pins_for_sharing, pins_of
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.whole import check_stage


def check_program(program: Program, machine: Machine, timing: Mapping[str, Timing]) -> None:
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
    lowering = Lowering(program, machine, timing)
    for op in program.ops:
        lowering.latency(op)
        reads = len(op.reads) if machine.storage.buses else sum(len(form.names) for form in op.operands)
        if machine.storage.banked:
            if any(len(form.terms) > 1 for form in op.operands):
                raise UserError(
                    f"stage {machine.name} cannot run {program.name}: {show_op(op)} adds values up at an "
                    "operand, which has one read port; use storage.style = 'distributed' or 'block'"
                )
        elif machine.storage.kind == "ram" and reads > machine.storage.reads + lowering.lead(op):
            raise UserError(
                f"stage {machine.name} cannot run {program.name}: {show_op(op)} reads {reads} values, "
                f"storage.reads is {machine.storage.reads}; set it to {reads} or more"
            )
    if machine.storage.kind == "lines":
        _check_stand_ins(program, lowering)
    if machine.storage.kind == "ram":
        least = max(sum(op.kind == kind for op in program.ops) for kind in ("input", "output"))
        if 0 < machine.storage.words < least:
            raise UserError(
                f"stage {machine.name}: {program.name} holds at least {least} elements at once, "
                f"storage.words is {machine.storage.words}; set it to {least} or more"
            )


def _check_stand_ins(program: Program, lowering: Lowering) -> None:
    """What stands in for a carried value before a loop has to come from the unit that makes it there."""
    by_name = {op.name: op for op in program.ops}
    for region in program.regions:
        for carry in region.carries if isinstance(region, Loop) else ():
            first, following = (lowering.unit(by_name[name]) for name in (carry.initial, carry.next))
            if first != following:
                block = lowering.region_of[carry.initial]
                raise UserError(
                    f"stage {lowering.machine.name}: unit {following} makes {carry.param} in the loop "
                    f"{region.name}, {first} before it; let {following} work for the block {block} as well"
                )


def schedule_stage(
    program: Program, machine: Machine, timing: Mapping[str, Timing], effort: float, *, overlap: bool
) -> StageSchedule:
    """Schedule a program on a machine.

    Parameters
    ----------
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
    lowering = Lowering(program, machine, timing)
    lowering.pin(pins_for_sharing(lowering))
    while True:
        try:
            if machine.storage.kind == "ram":
                stage = memory_stage(lowering, effort)
            else:
                stage = flow_stage(lowering, effort, overlap)
            break
        except NoInstancesError as error:
            count = lowering.capacity[error.unit]
            lowering.pin({**lowering.pins, **pins_of(lowering, error.unit, count)})
    check_stage(lowering, stage)
    return stage
