"""A stage on lines: block, loop, block as one flow, and the next run as soon as nothing is in its way.

The block before a loop is placed so that the loop finds its carried values just where an iteration before
the first would have left them (see `passes.prologue`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pairforge.program.ir import Loop, Op, Program
from pairforge.program.passes.dead import live_ops
from pairforge.schedule.anneal import anneal
from pairforge.schedule.api import schedule
from pairforge.schedule.instances import assign_instances
from pairforge.schedule.lowering import Lowering, certificate_of
from pairforge.schedule.overlap import least_period
from pairforge.schedule.plan import INPUT, INPUT_MARGIN, BoundCertificate, LoopTiming, Placed, StageSchedule
from pairforge.schedule.problem import Activity, Edge, Problem, Schedule, Use
from pairforge.schedule.small_datapath import Body, Tail, small_datapath, small_tail

_SLACK = 4  # cycles that a smaller datapath may cost in latency
_EXACT = 40  # operations of a loop and the block before it that are not too many for the exact search
_MOVES = 150_000  # of the annealing, for each unit of effort
_LOOP = "%loop"  # the activity that stands for a whole loop in the problem of a block beside it


def schedule_flow(low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
    """Block, loop, block as one flow; the loop is pipelined, the blocks lean on its ends.

    The program has one loop at most, and no value crosses that loop other than by it.
    """
    loop = next((region for region in low.program.regions if isinstance(region, Loop)), None)
    if loop is None:
        return _straight_flow(low, effort, overlap)
    before, after = around(low.program, loop)
    body, certificate = _body(low, loop, effort)
    wanted = {name for op in after for name in op.reads}
    needed = {c.next for c in loop.carried if c.result in wanted}
    last = frozenset(op.name for op in live_ops(loop.ops, needed))

    head = _before(low, loop, before, body, last, effort)
    start = head.start[_LOOP]
    times = _smaller(low, loop, before, body, {n: t - start for n, t in head.start.items()}, effort)
    if times:
        body = replace(body, start={op.name: times[op.name] for op in loop.ops})
        head = replace(head, start={n: times.get(n, 0) + start for n in head.start})
    tail, shift = _after(low, loop, before, after, body, head, last, effort)

    placed = [low.place(op, head.start[op.name]) for op in before]
    placed += [low.place(op, start + body.start[op.name]) for op in loop.ops]
    placed += [low.place(op, shift + tail.start[op.name]) for op in after]
    timing = LoopTiming(loop.name, start, body.interval or 1, loop.count, _span(low, loop, body))
    placed = assign_instances(low, placed, {loop.name: timing}, {loop.name: last})
    stage = _close(low, placed, {loop.name: timing}, {loop.name: last}, overlap, (certificate,))
    better = _smaller_tail(low, loop, before, after, stage, effort)
    if better is None:
        return stage
    placed = [replace(p, start=better.get(p.op.name, p.start)) for p in stage.placed.values()]
    return _close(low, placed, stage.loops, stage.last, overlap, (certificate,))


def around(program: Program, loop: Loop) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
    """The operations before a loop, and those after it."""
    at = program.regions.index(loop)
    before, after = program.regions[:at], program.regions[at + 1 :]
    return tuple(op for region in before for op in region.ops), tuple(
        op for region in after for op in region.ops
    )


def _span(low: Lowering, loop: Loop, body: Schedule) -> int:
    """Cycles from the start of an iteration to its last result."""
    return max(body.start[op.name] + max(low.latency(op) + 1, low.busy(op)) for op in loop.ops)


def _before(
    low: Lowering,
    loop: Loop,
    before: tuple[Op, ...],
    body: Schedule,
    last: frozenset[str],
    effort: float,
) -> Schedule:
    """The block before a loop, beside the loop's first iterations as one activity.

    As many iterations as the block can reach into: what leads nowhere may be left for long.
    """
    interval = body.interval or 1
    reach = _span(low, loop, body) + sum(max(low.latency(op), low.busy(op)) for op in before)
    activity = _loop_activity(low, loop, body, range(min(reach // interval + 2, loop.count)), last)
    edges = low.edges(before)
    for value in loop.carried:
        offset = body.start[value.next] - interval
        edges += [Edge(_LOOP, value.initial, offset), Edge(value.initial, _LOOP, -offset)]
    return _beside(low, before, activity, edges, effort)


def _after(
    low: Lowering,
    loop: Loop,
    before: tuple[Op, ...],
    after: tuple[Op, ...],
    body: Schedule,
    head: Schedule,
    last: frozenset[str],
    effort: float,
) -> tuple[Schedule, int]:
    """The block after a loop, and what to add to its times to get cycles of the run.

    It stands beside the loop's last iterations and what is left of the block before, as one activity, and
    reads the results where they come out.
    """
    interval = body.interval or 1
    end = head.start[_LOOP] + (loop.count - 1) * interval
    iterations = range(max(loop.count - _span(low, loop, body) // interval - 3, 0), loop.count)
    uses = list(_loop_activity(low, loop, body, iterations, last, origin=loop.count - 1).uses)
    window = min(use.offset for use in uses)
    uses += [
        Use(use.resource, cycle, use.duration)
        for op in before
        for use in low.uses(op)
        if (cycle := head.start[op.name] + use.offset - end) + use.duration > window
    ]
    offset = -min(use.offset for use in uses)
    activity = Activity(_LOOP, tuple(Use(u.resource, u.offset + offset, u.duration) for u in uses))
    source = {c.result: next(op for op in loop.ops if op.name == c.next) for c in loop.carried}
    edges = low.edges(after)
    for op in after:
        for p in (source[name] for name in op.reads if name in source):
            edges.append(Edge(_LOOP, op.name, offset + body.start[p.name] + low.latency(p)))
    found = _beside(low, after, activity, edges, effort)
    return found, end - found.start[_LOOP] - offset


def _straight_flow(low: Lowering, effort: float, overlap: bool) -> StageSchedule:
    """A flow without a loop."""
    ops = tuple(low.program.ops)
    problem = Problem(tuple(low.activity(op) for op in ops), tuple(low.edges(ops)), low.capacity, loop=False)
    found = schedule(problem, method="auto", limit=effort)
    placed = [low.place(op, found.start[op.name]) for op in ops]
    certificate = certificate_of("length", found, low.bound(ops, problem), pinned=bool(low.pins))
    return _close(low, assign_instances(low, placed, {}, {}), {}, {}, overlap, (certificate,))


def _body(low: Lowering, loop: Loop, effort: float) -> tuple[Schedule, BoundCertificate]:
    """Modulo-schedule a loop body."""
    by_name = {op.name: op for op in loop.ops}
    edges = low.edges(loop.ops)
    params = {value.param: by_name[value.next] for value in loop.carried}
    for op in loop.ops:
        for name in op.reads:
            if name in params:
                edges.append(Edge(params[name].name, op.name, low.delay(params[name]), 1))
    edges += low.sequential(loop)
    problem = Problem(tuple(low.activity(op) for op in loop.ops), tuple(edges), low.capacity, loop=True)
    found = schedule(problem, method="auto", limit=effort)
    what = f"initiation interval of loop {loop.name}"
    return found, certificate_of(what, found, low.bound(loop.ops, problem), pinned=bool(low.pins))


def _smaller(
    low: Lowering,
    loop: Loop,
    before: tuple[Op, ...],
    body: Schedule,
    head: Mapping[str, int],
    effort: float,
) -> Mapping[str, int] | None:
    """Better times for a loop and the block before it, where every unit exists once and is pipelined."""
    ops = (*loop.ops, *before)
    if not effort or not _single(low, ops):
        return None
    problem = _datapath(low, loop, before, (), body.interval or 1)
    start = {**head, **body.start}
    if len(ops) > _EXACT:
        return anneal(problem, start, _SLACK, int(_MOVES * effort))
    return small_datapath(problem, start, _SLACK, 10 * effort)


def _smaller_tail(
    low: Lowering,
    loop: Loop,
    before: tuple[Op, ...],
    after: tuple[Op, ...],
    stage: StageSchedule,
    effort: float,
) -> Mapping[str, int] | None:
    """Better times for the block after a loop, under the same conditions; no run starts later for it."""
    if not effort or not after or not _single(low, (*loop.ops, *before, *after)):
        return None
    timing = stage.loops[loop.name]
    end = timing.start + (timing.count - 1) * timing.interval
    taken: dict[str, set[int]] = {}
    own = {op.name for op in after}
    for p, _, cycle in stage.instances():
        if p.op.name not in own:
            taken.setdefault(p.unit, set()).update((cycle, cycle + stage.interval))
    results = {value.result: value.next for value in loop.carried}
    edges = [(e.source, e.target, e.delay) for e in low.edges(after)]
    soonest: dict[str, int] = {}
    for op in after:
        made = [stage.placed[results[name]].ready for name in op.reads if name in results]
        made += [soonest.get(a, end) + delay for a, b, delay in edges if b == op.name]
        soonest[op.name] = max(made, default=end)
    latest = max(stage.placed[name].start for name in own) + _SLACK
    free = {
        op.name: [
            cycle - end
            for cycle in range(soonest[op.name], latest + 1)
            if cycle not in taken.get(low.unit(op), ())
        ]
        for op in after
    }
    times = {op.name: stage.placed[op.name].start - timing.start for op in (*loop.ops, *before)}
    hint = {name: stage.placed[name].start - end for name in own}
    found = small_tail(
        _datapath(low, loop, before, after, timing.interval),
        Tail(after, results, edges, free),
        times,
        hint,
        10 * effort,
    )
    return found and {name: time + end for name, time in found.items()}


def _single(low: Lowering, ops: Iterable[Op]) -> bool:
    """Whether every unit exists once and starts an operation in every cycle."""
    return all(low.busy(op) == 1 and low.capacity[low.unit(op)] == 1 for op in ops)


def _datapath(
    low: Lowering, loop: Loop, before: tuple[Op, ...], after: tuple[Op, ...], interval: int
) -> Body:
    """What the search for a small datapath needs to know."""
    ops = (*loop.ops, *before, *after)
    return Body(
        loop.ops,
        before,
        loop.carried,
        interval,
        {op.name: low.unit(op) for op in ops},
        {op.name: low.latency(op) for op in ops},
        INPUT,
    )


def _loop_activity(
    low: Lowering, loop: Loop, body: Schedule, iterations: range, last: frozenset[str], origin: int = 0
) -> Activity:
    """Some iterations of a scheduled loop as one activity that starts with iteration `origin`.

    The last of all runs only the operations in `last`.
    """
    uses = [
        Use(
            use.resource, body.start[op.name] + (i - origin) * (body.interval or 1) + use.offset, use.duration
        )
        for i in iterations
        for op in loop.ops
        if i < loop.count - 1 or op.name in last
        for use in low.uses(op)
    ]
    return Activity(_LOOP, tuple(uses))


def _beside(low: Lowering, ops: tuple[Op, ...], loop: Activity, edges: list[Edge], effort: float) -> Schedule:
    """Schedule a block beside the loop it leads to or comes from."""
    problem = Problem((*(low.activity(op) for op in ops), loop), tuple(edges), low.capacity, loop=False)
    return schedule(problem, method="exact", limit=max(effort, 1.0))


def _close(
    low: Lowering,
    placed: list[Placed],
    loops: Mapping[str, LoopTiming],
    last: Mapping[str, frozenset[str]],
    overlap: bool,
    certificates: tuple[BoundCertificate, ...],
) -> StageSchedule:
    """Shift the run to start at cycle 0, and find how soon the next may start."""
    zero = min(p.start for p in placed)
    placed = [replace(p, start=p.start - zero) for p in placed]
    loops = {name: replace(t, start=t.start - zero) for name, t in loops.items()}
    stage = StageSchedule(
        low.program, low.machine, {p.op.name: p for p in placed}, loops, last, 0, 0, 0, certificates
    )
    runs = list(stage.instances())
    length = max(cycle + max(p.busy, p.latency + 1) for p, _, cycle in runs)
    work: dict[str, int] = {}
    for p, _, _ in runs:
        work[p.unit] = work.get(p.unit, 0) + p.busy
    unit = max(work, key=lambda name: -(-work[name] // low.capacity[name]))
    least = -(-work[unit] // low.capacity[unit])
    # The last element is taken in early enough for the sequencer to see whether the next input is there.
    soonest = max((p.start for p, _, _ in runs if p.unit == INPUT), default=0) + INPUT_MARGIN
    soonest = max([soonest, *(p.start + 1 for p, _, _ in runs if p.op.kind == "check")])
    interval = max(length, soonest)
    if overlap:
        taken = {((p.unit, p.group), cycle, p.busy) for p, _, cycle in runs}
        interval = least_period(sorted(taken), max(least, soonest))
    period = BoundCertificate(
        "interval between runs",
        interval,
        least,
        interval == least,
        f"{work[unit]} cycles of work on {low.capacity[unit]} {unit}",
        "first period without a conflict",
        0.0,
        of_block=False,
    )
    return StageSchedule(
        low.program,
        low.machine,
        {p.op.name: p for p in placed},
        loops,
        last,
        length,
        interval,
        least,
        (*certificates, period),
    )
