"""A block of a design by itself, on units of which only figures are given."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.flow.compile import pairing_of, program_of, stages_of
from pairforge.machine.design import Design, errors_in
from pairforge.schedule.api import schedule
from pairforge.schedule.posed import posed_of, straight_line
from pairforge.schedule.problem import Schedule

__all__ = ["Found", "schedule_block"]


@dataclass(frozen=True)
class Found:
    """The schedule of a block, and the sum of the areas of the units it was given, in slices."""

    schedule: Schedule
    area: int


def schedule_block(design: Design, block: str) -> Found:
    """Schedule a block or loop body of a design as a straight line, with the design's effort as limit.

    Raises
    ------
    UserError
        The design has other units than `given` ones, no stage with such a block, or no unit for an operation.
    """
    with errors_in(design):
        pairing = pairing_of(design)
        stages = stages_of(design, pairing)
        posed = [posed_of(machine) for machine in design.stages]
        programs = [
            program_of(pairing, stage, machine, design.passes)
            for machine, stage in zip(design.stages, stages, strict=True)
        ]
        names = [{region.name for region in program.regions} for program in programs]
        at = next((i for i, there in enumerate(names) if block in there), 0)
        problem = straight_line(programs[at], block, posed[at])
    return Found(schedule(problem, limit=design.effort), posed[at].area)
