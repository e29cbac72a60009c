"""A stage whose values have words: its regions one after the other, each begun when the one before is done.

Where regions may overlap, each is begun as soon as nothing is in its way (`region_placement`).

A block is a straight line. A loop is modulo-scheduled: each iteration starts one interval after the one
before, though that may not have ended. The table of control has fixed addresses, so a word serves all
iterations alike, and edges keep each value from being overwritten by the next iteration before its last
reader has it. What counts is the whole run: of long iterations with a least interval, and a short one
repeated as soon as it can be, the better is taken.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from pairforge.program.ir import Loop, Op, Program, Region
from pairforge.schedule.api import schedule
from pairforge.schedule.bodies import Bodies
from pairforge.schedule.checker import ScheduleError, check
from pairforge.schedule.exact import UnknownError
from pairforge.schedule.graph import indexed, length_of
from pairforge.schedule.instances import assign_instances
from pairforge.schedule.lowering import Lowering, certificate_of
from pairforge.schedule.modulo import iterate
from pairforge.schedule.plan import BoundCertificate, LoopTiming, Placed, StageSchedule
from pairforge.schedule.problem import Activity, Bound, Edge, Problem, Schedule
from pairforge.schedule.region_placement import RegionPlacement, own_instances
from pairforge.schedule.registers import lives_in, within

_BEGIN = "%begin"  # the activity that marks the start of an iteration
_ROUNDS = 12
_FEW_ROUNDS = 3  # for loops too large for an exact search
_EVICTIONS = 4
_ROW = 6  # cycles of all jobs that a row of the control store is worth
_LEAST_SEARCH = 10.0  # deterministic seconds for a schedule within the registers there are


@dataclass
class _Run:
    """What has been placed so far; `now` is the first cycle in which all of it can be read.

    `overlapping`: whether regions may overlap. `registers`: the most values that live at once; 0: any number.
    `placement`: where regions overlap, what stands in the way of the next.
    """

    overlapping: bool
    registers: int
    bodies: Bodies
    placement: RegionPlacement | None
    now: int = 0
    placed: list[Placed] = field(default_factory=list)
    loops: dict[str, LoopTiming] = field(default_factory=dict)
    certificates: list[BoundCertificate] = field(default_factory=list)


def schedule_regions(
    low: Lowering,
    effort: float,
    *,
    overlapping: bool = False,
    registers: int = 0,
    program: Program | None = None,
    bodies: Bodies | None = None,
) -> StageSchedule:
    """Regions in order; elements are taken in first, and results sent when all else is done.

    Parameters
    ----------
    program, bodies
        A part of the program of `low`, and what it has in common with the others; None: the whole.
    overlapping
        Whether a region may begin before the one before it has ended.
    registers
        The most values that live at once, kept to where a schedule is found; 0: any number.
    """
    program, bodies = program or low.program, bodies or Bodies.of(low.program)
    regions = program.regions
    pipelined = low.machine.loops == "pipelined"
    placement = RegionPlacement(low, bodies.storage_classes) if overlapping and pipelined else None
    run = _Run(overlapping, registers, bodies, placement)
    for region in regions:
        if isinstance(region, Loop):
            _place_loop(low, region, run, effort)
        elif region.ops:  # without passes some are empty
            what = "length" if len(regions) == 1 else f"length of block {region.name}"
            _place_block(low, region, run, what, effort)
    last = {r.name: frozenset(op.name for op in r.ops) for r in regions if isinstance(r, Loop)}
    placed = run.placed if placement else assign_instances(low, run.placed, run.loops, last)
    stage = StageSchedule(
        program,
        low.machine,
        {p.op.name: p for p in placed},
        run.loops,
        last,
        0,
        0,
        0,
        tuple(run.certificates),
    )
    length = max(cycle + max(p.lead + p.busy, p.latency + 1) for p, _, cycle in stage.instances())
    certificates = run.certificates
    if len(regions) == 1:
        least = certificates[0].bound
    else:
        work = _work(low, regions)
        least = work.value
        method = "regions one after the other"
        certificates.append(
            BoundCertificate(
                "interval between runs",
                length,
                least,
                length == least,
                work.reason,
                method,
                0.0,
                of_block=False,
            )
        )
    return StageSchedule(
        program, low.machine, stage.placed, run.loops, last, length, length, least, tuple(certificates)
    )


def _place_block(low: Lowering, region: Region, run: _Run, what: str, effort: float) -> None:
    ops = region.ops
    edges = low.edges(ops)
    outputs = sorted((op for op in ops if op.kind == "output"), key=lambda op: op.attribute or 0)
    # The sequencer may have to wait for the output buffer before the first result leaves; with nothing
    # else under way in that cycle, no write either, waiting is only not moving on.
    wait = 2 - low.machine.storage.write_latency
    if outputs:
        edges += [Edge(op.name, outputs[0].name, low.delay(op) + wait) for op in ops if op.kind != "output"]
    inputs = sorted((op for op in ops if op.kind == "input"), key=lambda op: op.attribute or 0)
    if inputs:
        # The elements are taken in at once: the stage before needs their places for its next result.
        edges += [Edge(inputs[-1].name, op.name, 1) for op in ops if op.kind != "input"]
    edges += _makes_way(low, ops, run.bodies.storage_classes)
    problem = Problem(tuple(low.activity(op) for op in ops), tuple(edges), low.capacity, loop=False)
    found = schedule(problem, method="auto", limit=_effort(low, region, effort))
    found = _within_registers(low, region, run, problem, found, effort) or found
    least = run.now
    if outputs and all(op.kind == "output" for op in ops):
        least += wait
    elif run.placement and outputs:
        least = max(0, least + wait - found.start[outputs[0].name])  # 0: it is the only region
    start = _place(low, region, run, found, least)
    run.certificates.append(certificate_of(what, found, low.bound(ops, problem), pinned=bool(low.pins)))
    run.now = max(run.now, start + _settled(low, ops, found))


def _place(
    low: Lowering,
    region: Region,
    run: _Run,
    found: Schedule,
    least: int,
    instances: Mapping[str, int] | None = None,
) -> int:
    """Place a region from cycle `least` on, or on banks as soon as it can; the cycle it begins in.

    What has outputs is not begun before `least`. `instances`: which of several equal units does each
    operation, where that is decided.
    """
    if run.placement is None:
        run.placed += [low.place(op, least + found.start[op.name]) for op in region.ops]
        return least
    instances = instances or own_instances(low, region.ops, found)
    sends = any(op.kind == "output" for op in region.ops)
    apart = run.bodies.apart(region)
    start = run.placement.place(region, found, instances, least if sends else 0, apart=apart)
    run.placed += [
        replace(low.place(op, start + found.start[op.name]), instance=instances[op.name]) for op in region.ops
    ]
    return start


def _effort(low: Lowering, region: Region, effort: float) -> float:
    """What an exact search of a region may cost: nothing where it has too many operations for one."""
    return effort if len(region.ops) <= low.machine.exact else 0.0


def _makes_way(low: Lowering, ops: Sequence[Op], storage_classes: Mapping[str, str]) -> Iterator[Edge]:
    """In a block, that what an earlier region left in a storage class is read before it is overwritten."""
    own = {op.name for op in ops}
    writers = {storage_classes[op.name]: op for op in ops if storage_classes[op.name] != op.name}
    for op in ops:
        for name in op.reads:
            writer = writers.get(storage_classes.get(name, ""))
            if writer is not None and name not in own:
                yield Edge(op.name, writer.name, low.read_after(op, name) + low.after_read(writer))


def _place_loop(low: Lowering, loop: Loop, run: _Run, effort: float) -> None:
    """A loop, as the loop whose body it repeats has been scheduled."""
    canonical, *_ = repeats = run.bodies.repeats[loop.name]
    if canonical is loop:
        run.bodies.found[loop.name], certificate = _schedule_loop(low, repeats, run, effort)
        run.certificates.append(certificate)
    found = run.bodies.found[canonical.name]
    pairs = [(op.name, first.name) for op, first in zip(loop.ops, canonical.ops, strict=True)]
    start = {name: found.start[first] for name, first in pairs}
    instances = None
    if run.bodies.several:  # the same rows everywhere
        units = own_instances(low, canonical.ops, found)
        instances = {name: units[first] for name, first in pairs}
    interval = found.interval or 1
    begin = _place(low, loop, run, replace(found, start=start), run.now, instances)
    span = max(start[op.name] + max(low.latency(op) + 1, low.free(op)) for op in loop.ops)
    run.loops[loop.name] = LoopTiming(loop.name, begin, interval, loop.count, span)
    run.now = max(run.now, begin + (loop.count - 1) * interval + _settled(low, canonical.ops, found))


def _schedule_loop(
    low: Lowering, repeats: Sequence[Loop], run: _Run, effort: float
) -> tuple[Schedule, BoundCertificate]:
    """The body that some loops have in common, so that all of them together take the least time."""
    loop = repeats[0]
    iterations = sum(each.count - 1 for each in repeats)
    body = Problem(
        tuple(low.activity(op) for op in loop.ops), _body_edges(low, loop), low.capacity, loop=True
    )
    limit = low.bound(loop.ops, body)

    def cost(found: Schedule) -> int:
        """Cycles of all loops together; where rows are stored for several jobs those as well."""
        interval = found.interval or 1
        cycles = iterations * interval + len(repeats) * _settled(low, loop.ops, found)
        rows = found.length + max(found.length - interval, 0) if iterations else found.length
        return cycles + _ROW * rows * run.bodies.several

    line = Problem(body.activities, tuple(e for e in body.edges if not e.distance), body.capacity, False)
    small = len(loop.ops) <= low.machine.exact
    effort = _effort(low, loop, effort)
    if not iterations:
        once = schedule(line, method="auto", limit=effort)
        alone = _at(body, once.start, _settled(low, loop.ops, once), limit)
        candidates = [alone] if alone else []
    else:
        candidates = list(_repeated(body, limit, effort, _ROUNDS if small else _FEW_ROUNDS))
        if run.bodies.several:  # without a row for the iterations that begin and end
            once = schedule(line, method="auto", limit=effort)
            alone = _at(body, once.start, max(_settled(low, loop.ops, once), once.length), limit)
            candidates += [alone] if alone else []
    if not candidates or (small and (iterations or not run.overlapping)):
        with suppress(ValueError, UnknownError):
            candidates.append(schedule(body, method="auto", limit=effort))
    found = min(candidates, key=cost)
    if not low.overlaps(loop):
        fewer = _within_registers(low, loop, run, line, found, effort)
        if fewer:
            found = _at(body, fewer.start, _settled(low, loop.ops, fewer), limit) or found
    what = f"initiation interval of loop {loop.name}"
    return found, certificate_of(what, found, limit, pinned=bool(low.pins))


def _within_registers(
    low: Lowering, region: Region, run: _Run, problem: Problem, found: Schedule, effort: float
) -> Schedule | None:
    """The region again within the registers there are; None for any number of them, or in vain."""
    if not run.registers:
        return None
    lives = lives_in(low.program, region, low)
    return within(problem, lives, run.registers, found, max(effort, _LEAST_SEARCH))


def _settled(low: Lowering, ops: Sequence[Op], found: Schedule) -> int:
    """Cycles from the start of a schedule until every result can be read and every unit is free."""
    return max(found.start[op.name] + max(low.delay(op), low.free(op)) for op in ops)


def _body_edges(low: Lowering, loop: Loop) -> tuple[Edge, ...]:
    """Dependences of a loop body, and that no word is written while somebody still has to read it."""
    by_name = {op.name: op for op in loop.ops}
    nexts = {value.param: by_name[value.next] for value in loop.carried if not value.held}
    edges = low.edges(loop.ops)
    for op in loop.ops:
        for name in op.reads:
            after = low.read_after(op, name)
            if name in nexts:
                edges.append(Edge(nexts[name].name, op.name, low.delay(nexts[name]) - after, 1))
                if nexts[name] is not op:
                    edges.append(Edge(op.name, nexts[name].name, after + low.after_read(nexts[name])))
            elif name in by_name:
                edges.append(Edge(op.name, name, after + low.after_read(by_name[name]), 1))
    return (*edges, *low.sequential(loop))


def _repeated(body: Problem, limit: Bound, effort: float, rounds: int) -> Iterator[Schedule]:
    """One iteration scheduled by itself, the next as soon as nothing is in its way.

    What one iteration leaves late the next should not want early. So, some times over, every operation that
    had to wait for the iteration before is held back by as much as it lacked for the least interval.
    """
    inside = [edge for edge in body.edges if not edge.distance]
    across = [edge for edge in body.edges if edge.distance]
    activities = (Activity(_BEGIN, ()), *body.activities)
    numbered = indexed(body)
    budget = _EVICTIONS * len(activities)
    back = {activity.name: 0 for activity in body.activities}
    for _ in range(rounds):
        held = tuple(Edge(_BEGIN, name, cycles) for name, cycles in back.items())
        line = Problem(activities, (*inside, *held), body.capacity, loop=False)
        alone = schedule(line, method="auto", limit=effort)
        least = min(alone.start[name] for name in back)
        start = {name: alone.start[name] - least for name in back}
        for interval in itertools.count(limit.value):
            # Placed again in the same order, so that it makes way for the next iteration; or as it is.
            again = iterate(
                body, numbered, interval, [-float(start[name]) for name in numbered.names], budget
            )
            moved = dict(zip(numbered.names, again, strict=True)) if again else start
            found = _at(body, moved, interval, limit) or _at(body, start, interval, limit)
            if found:
                yield found
                break
        late = {
            edge.target: start[edge.source] + edge.delay - edge.distance * limit.value
            for edge in across
            if start[edge.source] + edge.delay - edge.distance * limit.value > start[edge.target]
        }
        if not late:
            return
        back |= {name: max(back[name], cycles) for name, cycles in late.items()}


def _at(body: Problem, starts: Mapping[str, int], interval: int, limit: Bound) -> Schedule | None:
    """The starts as those of a loop body that repeats with an interval; None where it cannot."""
    first = min(starts.values())
    start = {name: cycle - first for name, cycle in starts.items()}
    least = interval == limit.value
    length = length_of(body, start)
    found = Schedule(start, interval, length, least, limit.value, "list, repeated")
    with suppress(ScheduleError):
        check(body, found)
        return found
    return None


def _work(low: Lowering, regions: Sequence[Region]) -> Bound:
    """The least length of a run: the work of the busiest unit or port."""
    work: dict[str, int] = {}
    for region in regions:
        times = region.count if isinstance(region, Loop) else 1
        for op in region.ops:
            for use in low.uses(op):
                work[use.resource] = work.get(use.resource, 0) + times * use.duration * use.amount
    busiest = max(work, key=lambda name: -(-work[name] // low.capacity[name]))
    least = -(-work[busiest] // low.capacity[busiest])
    return Bound(least, 0, f"{work[busiest]} cycles of work on {low.capacity[busiest]} {busiest}")
