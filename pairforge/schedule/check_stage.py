"""A whole stage put to the checker: every operation of a run, iteration by iteration, and the run after it.

The parts of a stage are scheduled by themselves and then moved. This unrolls the result to a straight line
with nothing left implicit, for `checker`, which knows nothing of loops, prologue operations or overlap.
"""

from __future__ import annotations

from pairforge.schedule.checker import check
from pairforge.schedule.graph import length_of
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule, maker_of
from pairforge.schedule.problem import Activity, Edge, Problem, Schedule


def check_stage(low: Lowering, stage: StageSchedule) -> None:
    """Raise ScheduleError unless two successive runs keep every dependence and every capacity."""
    starts = {(p.op.name, i): cycle for p, i, cycle in stage.instances()}
    made = maker_of(stage)
    activities, edges, start = [], [], {}
    for run in range(2):
        for (name, i), cycle in starts.items():
            op = stage.placed[name].op
            own = f"{name} {i} {run}"
            activities.append(Activity(own, low.uses(op)))
            start[own] = cycle + run * stage.interval
            for read in op.reads:
                maker = made(read, i)
                if maker is None:
                    continue
                source, k = maker
                delay = low.delay(stage.placed[source].op) - low.read_after(op, read)
                edges.append(Edge(f"{source} {k} {run}", own, delay))
    problem = Problem(tuple(activities), tuple(edges), low.capacity, loop=False)
    length = length_of(problem, start)
    check(problem, Schedule(start, None, length, False, 0, "unrolled"))
