"""A block of a design by itself, on abstract units: only figures are known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.compiler.compile import program_of, stages_of
from pairforge.compiler.computation import computation_of
from pairforge.errors import UserError
from pairforge.machine.design import Design, errors_in
from pairforge.program.ir import Program
from pairforge.schedule.abstract import abstract_machine_of, straight_line
from pairforge.schedule.api import schedule
from pairforge.schedule.problem import Schedule

__all__ = ["Found", "check_block", "schedule_block"]


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
        The design has other units than abstract ones, no such block, or no unit for an operation.
    """
    with errors_in(design):
        abstract = [abstract_machine_of(machine) for machine in design.stages]
        programs = _programs(design)
        names = [{region.name for region in program.regions} for program in programs]
        at = next((i for i, there in enumerate(names) if block in there), 0)
        problem = straight_line(programs[at], block, abstract[at])
    return Found(schedule(problem, limit=design.effort), abstract[at].area)


def check_block(designs: Sequence[Design], block: str) -> None:
    """Refuse a block that none of the designs has; the message is about the first (UserError)."""
    seen: dict[object, list[str]] = {}
    for design in designs:
        runs = (design.computes, *((machine.runs, machine.algorithm) for machine in design.stages))
        if runs not in seen:
            with errors_in(design):
                seen[runs] = [region.name for program in _programs(design) for region in program.regions]
        if block in seen[runs]:
            return
    there = next(iter(seen.values()))
    raise UserError(f"--block {block}: no such block in {designs[0].name}; there are {', '.join(there)}")


def _programs(design: Design) -> list[Program]:
    pairing = computation_of(design)
    stages = stages_of(design, pairing)
    return [
        program_of(pairing, stage, machine, design.passes)
        for machine, stage in zip(design.stages, stages, strict=True)
    ]
