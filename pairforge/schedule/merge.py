"""Schedules of several programs on one machine, of which it runs one at a time: one behind the other.

A run is one of them. So nothing that is made of a schedule needs to know of it but what starts a run, and
what takes elements in and sends them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from pairforge.program.ir import Program
from pairforge.schedule.plan import LoopTiming, Placed, Run, StageSchedule


def merged(
    program: Program, stages: Mapping[str, StageSchedule], wiped: Collection[str] = (), rows: int = 0
) -> StageSchedule:
    """One schedule of all parts of a program (`program.together`), by their names; each is on the same
    machine, and no run of one begins before the one before it has ended. Behind those that are to be `wiped`
    so many `rows` are free.
    """
    assert all(stage.length <= stage.interval for stage in stages.values())
    placed: dict[str, Placed] = {}
    loops: dict[str, LoopTiming] = {}
    last: dict[str, frozenset[str]] = {}
    runs: list[Run] = []
    first = 0
    for own, stage in stages.items():
        for name, p in stage.placed.items():
            placed[name] = replace(p, start=first + p.start)
        for name, timing in stage.loops.items():
            loops[name] = replace(timing, start=first + timing.start)
        last |= stage.last
        wipe = rows if own in wiped else 0
        runs.append(Run(own, first, stage.interval + wipe, wipe))
        first += stage.interval + wipe
    some = next(iter(stages.values()))
    certificates = tuple(each for stage in stages.values() for each in stage.certificates)
    bound = sum(stage.interval_bound for stage in stages.values())
    return StageSchedule(
        program, some.machine, placed, loops, last, first, first, bound, certificates, tuple(runs)
    )
