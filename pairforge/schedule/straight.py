"""A stage on a memory: one straight line from its first to its last cycle, then the next run."""

from __future__ import annotations

from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.program.ir import Loop, Program
from pairforge.schedule.api import bound, schedule
from pairforge.schedule.instances import assign_instances
from pairforge.schedule.lowering import Lowering, claim_of
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.problem import Edge, Problem


def refuse_loops(program: Program, machine: Machine) -> None:
    """Raise UserError where the program has a loop."""
    if any(isinstance(region, Loop) for region in program.regions):
        raise UserError(
            f"stage {machine.name}: storage.kind = 'ram' runs straight-line programs, and {program.name} "
            f"has a loop; use storage.kind = 'lines'"
        )


def straight_stage(low: Lowering, effort: float) -> StageSchedule:
    """One block on a machine with a memory: everything once, the results sent when all else is done."""
    program = low.program
    refuse_loops(program, low.machine)
    ops = tuple(program.ops)
    edges = low.edges(ops)
    outputs = [op for op in ops if op.kind == "output"]
    first = min(outputs, key=lambda op: op.attribute or 0)
    # The sequencer may have to wait for the output buffer before the first result leaves; with nothing
    # else under way in that cycle, waiting is only not moving on.
    edges += [Edge(op.name, first.name, low.delay(op) + 1) for op in ops if op.kind != "output"]
    # The elements are taken in at once: the stage before needs their places for its next result.
    *_, last = sorted((op for op in ops if op.kind == "input"), key=lambda op: op.attribute or 0)
    edges += [Edge(last.name, op.name, 1) for op in ops if op.kind != "input"]
    problem = Problem(tuple(low.activity(op) for op in ops), tuple(edges), low.capacity, loop=False)
    found = schedule(problem, method="auto", limit=effort)
    placed = [low.place(op, program.regions[0].name, found.start[op.name]) for op in ops]
    placed = assign_instances(low, placed, {}, {})
    length = max(p.start + max(p.busy, p.latency + 1) for p in placed)
    claim = claim_of("length", found, bound(problem))
    return StageSchedule(
        program, low.machine, {p.op.name: p for p in placed}, {}, {}, length, length, claim.bound, (claim,)
    )
