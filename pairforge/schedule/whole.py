"""A whole stage put to the checker: every operation of a run, iteration by iteration, and the run after it.

The parts of a stage are scheduled by themselves and then moved; this unrolls the result and hands it, as a
straight line with nothing left implicit, to `checker`, which knows nothing of loops, stand-ins or overlap.
"""

from __future__ import annotations

from pairforge.program.ir import Loop
from pairforge.schedule.checker import check
from pairforge.schedule.graph import length_of
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.problem import Activity, Edge, Problem, Schedule


def check_stage(low: Lowering, stage: StageSchedule) -> None:
    """Raise ScheduleError unless two successive runs keep every dependence and every capacity."""
    starts = {(p.op.name, i): cycle for p, i, cycle in stage.instances()}
    # A parameter of a loop is read from `next` one iteration before, from `initial` in the first one; the
    # result of a loop is `next` of the last iteration.
    loops = [region for region in stage.program.regions if isinstance(region, Loop)]
    carried = {carry.param: (loop, k) for loop in loops for k, carry in enumerate(loop.carries)}
    results = {carry.result: (loop, k) for loop in loops for k, carry in enumerate(loop.carries)}
    constants = {name for name, _ in stage.program.constants}

    def made(name: str, iteration: int) -> tuple[str, int]:
        if name in results:
            loop, k = results[name]
            return loop.carries[loop.feeds(k, loop.count)].next, loop.count - 1
        if name in carried:
            loop, k = carried[name]
            carry = loop.carries[loop.feeds(k, iteration)]
            return (carry.next, iteration - 1) if iteration else made(carry.initial, 0)
        return name, iteration if stage.placed[name].region in stage.loops else 0

    activities, edges, start = [], [], {}
    for run in range(2):
        for (name, i), cycle in starts.items():
            op = stage.placed[name].op
            own = f"{name} {i} {run}"
            activities.append(Activity(own, low.uses(op)))
            start[own] = cycle + run * stage.interval
            for read in op.reads:
                if read in constants:
                    continue
                source, k = made(read, i)
                delay = low.delay(stage.placed[source].op)
                edges.append(Edge(f"{source} {k} {run}", own, delay))
    problem = Problem(tuple(activities), tuple(edges), low.capacity, loop=False)
    length = length_of(problem, start)
    check(problem, Schedule(start, None, length, False, 0, "unrolled"))
