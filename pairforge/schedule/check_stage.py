"""A whole stage put to the checker: every operation of a run, iteration by iteration, and the run after it.

The parts of a stage are scheduled by themselves and then moved. This unrolls the result to a straight line
with nothing left implicit, for `checker`, which knows nothing of loops, prologue operations or overlap. Where
a run is over before the next begins, one is checked: the next is the same later, and cannot meet it.
"""

from __future__ import annotations

from pairforge.schedule.checker import check
from pairforge.schedule.graph import length_of
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule, maker_of
from pairforge.schedule.problem import Activity, Edge, Problem, Schedule


def check_stage(low: Lowering, stage: StageSchedule) -> None:
    """Raise ScheduleError unless two successive runs keep every dependence and every capacity."""
    made = maker_of(stage)
    ops = [placed.op for placed in stage.placed.values()]
    uses = {op.name: low.uses(op) for op in ops}
    delays = {op.name: low.delay(op) for op in ops}
    reads = {op.name: [(name, low.read_after(op, name)) for name in op.reads] for op in ops}
    ends = [c + use.offset + use.duration for p, _, c in stage.instances() for use in uses[p.op.name]]
    runs = 1 if max(ends) <= stage.interval else 2
    activities, edges, start = [], [], {}
    for placed, i, cycle in stage.instances():
        name = placed.op.name
        makers = [(made(read, i), after) for read, after in reads[name]]
        for run in range(runs):
            own = f"{name} {i} {run}"
            activities.append(Activity(own, uses[name]))
            start[own] = cycle + run * stage.interval
            edges += [
                Edge(f"{maker[0]} {maker[1]} {run}", own, delays[maker[0]] - after)
                for maker, after in makers
                if maker is not None
            ]
    problem = Problem(tuple(activities), tuple(edges), low.capacity, loop=False)
    length = length_of(problem, start)
    check(problem, Schedule(start, None, length, False, 0, "unrolled"))
