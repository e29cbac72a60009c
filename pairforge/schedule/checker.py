"""Validates schedules and storage. Shares no code with the schedulers or the bounds: imports `problem` and
errors.

Everything is counted again in the plainest way: each edge, each resource in each cycle (modulo the interval
for loops), the first start, the length, the bound; for storage, the value in each place in each cycle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairforge.errors import CheckError
from pairforge.schedule.problem import Problem, Schedule


class ScheduleError(CheckError):
    """A schedule, or a use of storage, that does not hold."""


@dataclass(frozen=True)
class Lifetime:
    """`value` is held in `place` in the cycles `start` <= c < `end`."""

    value: str
    place: str
    start: int
    end: int


def check(problem: Problem, schedule: Schedule) -> None:
    """Verify that a schedule keeps every edge and every capacity and is what it says it is.

    Raises
    ------
    ScheduleError
        Naming the first thing found wrong.
    """
    start = schedule.start
    interval = schedule.interval
    names = [activity.name for activity in problem.activities]
    if problem.loop and (interval is None or interval < 1):
        raise ScheduleError(f"a loop needs an interval of at least 1 cycle, not {interval}")
    if not problem.loop and interval is not None:
        raise ScheduleError(f"a straight line has no interval, but {interval} is given")
    for name in names:
        if name not in start:
            raise ScheduleError(f"{name} has no start")
        if type(start[name]) is not int:
            raise ScheduleError(f"{name} starts at {start[name]!r}, not at a whole cycle")
    if len(start) != len(names):
        extra = sorted(set(start) - set(names))
        raise ScheduleError(f"{extra[0]} is scheduled but is no activity of the problem")
    if names and min(start.values()) != 0:
        raise ScheduleError(f"the first start is at cycle {min(start.values())}, not 0")

    for edge in problem.edges:
        arrives = start[edge.source] + edge.delay
        begins = start[edge.target] + edge.distance * (interval or 0)
        if begins < arrives:
            later = f", {edge.distance} iterations later" if edge.distance else ""
            raise ScheduleError(
                f"{edge.target} starts at cycle {begins}{later}, before cycle {arrives} as {edge.source} asks"
            )

    taken: dict[tuple[str, int], int] = {}
    for activity in problem.activities:
        for use in activity.uses:
            for k in range(use.duration):
                cycle = start[activity.name] + use.offset + k
                if interval is not None:
                    cycle %= interval
                taken[use.resource, cycle] = taken.get((use.resource, cycle), 0) + use.amount
    for (resource, cycle), amount in sorted(taken.items()):
        if amount > problem.capacity[resource]:
            modulo = f" modulo {interval}" if interval is not None else ""
            raise ScheduleError(
                f"{amount} {resource} in use in cycle {cycle}{modulo}, {problem.capacity[resource]} exist"
            )

    length = 0
    for activity in problem.activities:
        for use in activity.uses:
            if use.duration > 0 and use.amount > 0:
                length = max(length, start[activity.name] + use.offset + use.duration)
        length = max(length, start[activity.name])
    for edge in problem.edges:
        length = max(length, start[edge.source] + edge.delay)
    if schedule.length != length:
        raise ScheduleError(f"the length is {length} cycles, {schedule.length} are claimed")

    reached = length if interval is None else interval
    if schedule.bound > reached:
        raise ScheduleError(f"the bound is {schedule.bound} cycles, but the schedule needs {reached}")
    if schedule.optimal and schedule.bound != reached:
        raise ScheduleError(f"called optimal at {reached} cycles with a bound of {schedule.bound}")


def check_lifetimes(lifetimes: Iterable[Lifetime], interval: int | None = None) -> None:
    """Verify that no place holds two values in one cycle.

    With an `interval`, every lifetime repeats with that period, and a value of one iteration is another value
    than that of the next. Lifetimes of one value in one place may overlap.

    Raises
    ------
    ScheduleError
        Naming the place, the cycle and the two values.
    """
    if interval is not None and interval < 1:
        raise ScheduleError(f"an interval is at least 1 cycle, not {interval}")
    inside: dict[tuple[str, int], tuple[str, int]] = {}
    for life in lifetimes:
        if life.end < life.start:
            raise ScheduleError(f"{life.value} leaves {life.place} in cycle {life.end}, before it enters")
        for cycle in range(life.start, life.end):
            iteration, row = (0, cycle) if interval is None else divmod(cycle, interval)
            other, when = inside.setdefault((life.place, row), (life.value, iteration))
            if (other, when) != (life.value, iteration):
                modulo = f" modulo {interval}" if interval is not None else ""
                twice = " of another iteration" if other == life.value else ""
                raise ScheduleError(
                    f"{life.place} holds {other} and {life.value}{twice} in cycle {row}{modulo}"
                )
