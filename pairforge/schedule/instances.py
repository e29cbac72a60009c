"""Which of several equal units does an operation: the same one in every iteration, and in loops of one body.

First free in order of start (left edge); where that leaves an operation without a place, an exact search.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pairforge.program.instances import repeated
from pairforge.program.ir import Loop
from pairforge.schedule.cpsat import SOLVED, new_model, repeatable_solver, solve
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import LoopTiming, Placed, starts


class NoInstancesError(Exception):
    """The units called `unit` have the cycles, but not so that each operation stays on one of them."""

    def __init__(self, unit: str) -> None:
        super().__init__(unit)
        self.unit = unit


def assign_instances(
    low: Lowering,
    placed: list[Placed],
    loops: Mapping[str, LoopTiming],
    last: Mapping[str, frozenset[str]],
) -> list[Placed]:
    """Give each operation of a unit that exists several times one of them, the same in every iteration.

    The prologue operation of a loop-carried value goes where the value comes from in the loop.
    First free, operations of loops first; where that leaves one without a place, an exact search. Operations
    that are pinned to a unit stay there.

    Raises
    ------
    NoInstancesError
        There is no way.
    """
    together = {
        value.initial: value.next
        for region in low.program.regions
        if isinstance(region, Loop)
        for value in region.carried
        if not value.held
    }
    same = repeated(low.program)
    free = [p for p in placed if low.capacity[p.unit] > 1 and p.op.name not in low.pins]
    result = [p for p in placed if p not in free]
    for unit in sorted({p.unit for p in free}):
        groups: dict[str, list[Placed]] = {}
        for p in sorted(free, key=lambda p: (p.region not in loops, p.start, p.op.name)):
            if p.unit == unit:
                name = together.get(p.op.name, p.op.name)
                groups.setdefault(same.get(name, name), []).append(p)
        cycles = [[c for p in group for c in _taken(p, loops, last)] for group in groups.values()]
        taken = [frozenset(each) for each in cycles]
        instances = _first_free(taken, low.capacity[unit]) or _any_free(taken, low.capacity[unit])
        # An operation that takes longer than the loop's interval is in its own way.
        overlaps_itself = any(len(each) != len(set(each)) for each in cycles)
        if instances is None or overlaps_itself:
            raise NoInstancesError(unit)
        for group, instance in zip(groups.values(), instances, strict=True):
            result += [replace(p, instance=instance) for p in group]
    return result


def _taken(
    placed: Placed, loops: Mapping[str, LoopTiming], last: Mapping[str, frozenset[str]]
) -> Iterator[int]:
    """The cycles of one run in which an operation occupies its unit, all iterations of its loop."""
    for start in starts(placed, loops, last):
        yield from range(start, start + placed.busy)


def _first_free(taken: Sequence[frozenset[int]], count: int) -> list[int] | None:
    used: list[set[int]] = [set() for _ in range(count)]
    chosen: list[int] = []
    for cycles in taken:
        free = next((i for i in range(count) if not used[i] & cycles), None)
        if free is None:
            return None
        used[free] |= cycles
        chosen.append(free)
    return chosen


def _any_free(taken: Sequence[frozenset[int]], count: int) -> list[int] | None:
    """The same by CP-SAT; None where there is no way at all."""
    cp = new_model()
    on = [[cp.new_bool_var(f"{k} on {i}") for i in range(count)] for k in range(len(taken))]
    for row in on:
        cp.add_exactly_one(row)
    for a, b in itertools.combinations(range(len(taken)), 2):
        if taken[a] & taken[b]:
            for i in range(count):
                cp.add_bool_or(~on[a][i], ~on[b][i])
    solver = repeatable_solver()
    if solve(solver, cp) not in SOLVED:
        return None
    return [next(i for i in range(count) if solver.value(row[i])) for row in on]
