"""Schedules that keep to a number of registers: a block again, so that no more values than that live at once.

A value has a register from the cycle in which it is written to the last in which it is read; what a unit has
taken it keeps by itself. So an operation under way needs no register, and waiting longer often needs fewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model_helper import LinearExpr

from pairforge.program.ir import Loop, Program, Region
from pairforge.schedule.exact import InfeasibleError, UnknownError, solve_line
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.problem import Problem, Schedule

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_FOREVER = 1 << 24


@dataclass(frozen=True)
class Life:
    """A value in a register during one region.

    `writer`: the operation that makes it, `latency` cycles after its start; None where it is there before.
    `readers`: operations that read it, and how many cycles after their start. `stays`: it is wanted after
    the region.
    """

    writer: str | None
    latency: int
    readers: Sequence[tuple[str, int]]
    stays: bool

    def cycles(self, start: Mapping[str, int]) -> tuple[int, int]:
        """First and last cycle in which it has a register."""
        first = 0 if self.writer is None else start[self.writer] + self.latency
        last = (
            _FOREVER if self.stays else max([first, *(start[name] + after for name, after in self.readers)])
        )
        return first, last


def lives_in(program: Program, region: Region, low: Lowering) -> Sequence[Life]:
    """The lives of a region's values and of those from before.

    What a loop carries is there at the start, and again from its next value on; what it reads from outside
    stays for the iterations to come.
    """
    at = program.regions.index(region)
    readers: dict[str, list[tuple[str, int]]] = {}
    for op in region.ops:
        for name in op.reads:
            readers.setdefault(name, []).append((op.name, low.read_after(op, name)))
    wanted = {name for later in program.regions[at + 1 :] for op in later.ops for name in op.reads}
    wanted |= {
        c.initial for later in program.regions[at + 1 :] if isinstance(later, Loop) for c in later.carried
    }
    carried = region.carried if isinstance(region, Loop) else ()
    wanted |= {value.next for value in carried}
    before: dict[str, None] = {}
    for earlier in program.regions[:at]:
        before |= dict.fromkeys(op.name for op in earlier.ops)
        before |= dict.fromkeys(c.result for c in earlier.carried) if isinstance(earlier, Loop) else {}
    initials = {value.initial for value in carried}
    lives = [Life(None, 0, readers.get(value.param, ()), False) for value in carried]
    for name in before:
        if name in initials or not (name in wanted or name in readers):
            continue
        lives.append(Life(None, 0, readers.get(name, ()), name in wanted or isinstance(region, Loop)))
    lives += [
        Life(op.name, low.latency(op), readers.get(op.name, ()), op.name in wanted)
        for op in region.ops
        if not op.sends
    ]
    return lives


def most_alive(lives: Sequence[Life], start: Mapping[str, int]) -> int:
    """The most values that have a register in one cycle."""
    spans = [life.cycles(start) for life in lives]
    return max((sum(a <= cycle <= b for a, b in spans) for cycle, _ in spans), default=0)


def within(
    problem: Problem, lives: Sequence[Life], most: int, found: Schedule, limit: float
) -> Schedule | None:
    """A schedule of a straight line in which at most `most` values live at once, as short as can be found.

    `found` where it is one. None if none was found within `limit`, in deterministic seconds.
    """
    if most_alive(lives, found.start) <= most:
        return found

    def keep(model: cp_model.CpModel, start: Mapping[str, cp_model.IntVar]) -> cp_model.LinearExpr:
        intervals, ends = [], []
        for i, life in enumerate(lives):
            first = 0 if life.writer is None else start[life.writer] + life.latency
            end = model.new_int_var(0, _FOREVER + 1, f"end of {i}")
            size = model.new_int_var(1, _FOREVER + 1, f"life of {i}")
            intervals.append(model.new_interval_var(first, size, end, f"{i}"))
            if life.stays:
                model.add(end == _FOREVER + 1)
                continue
            ends.append(end)
            for name, after in life.readers:
                model.add(end >= start[name] + after + 1)
        model.add_cumulative(intervals, [1] * len(intervals), most)
        return LinearExpr.sum(ends)

    try:
        return solve_line(problem, extra=keep, hint=found, horizon=2 * found.length, limit=limit)
    except (InfeasibleError, UnknownError):
        return None
