"""From a program and a machine to the cycles of one stage: lowering to problems, and putting blocks together.

A stage on *lines* runs as one flow: the block before a loop is placed so that the loop finds its carried
values just where an iteration before the first would have left them (see `passes.anchor`), and the whole
run starts again as soon as nothing of the previous run is in its way. A stage on *ram* runs one straight
line from its first to its last cycle. Imports nothing to the right of `schedule`; what units cost in time
is asked of a `Timing`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ortools.sat.python import cp_model

from pairforge.errors import UserError
from pairforge.machine.design import Machine, UnitSpec
from pairforge.program.ir import Loop, Op, Program
from pairforge.program.passes.dead import live_ops
from pairforge.program.text import show_op
from pairforge.schedule.api import bound, schedule
from pairforge.schedule.compact import Body, compact
from pairforge.schedule.overlap import least_period
from pairforge.schedule.problem import Activity, Bound, Edge, Problem, Schedule, Use
from pairforge.schedule.solve import solve

INPUT, OUTPUT = "in", "out"
"""Names of the units every stage has: the element stream it reads, and the one it leaves its result in."""

INPUT_MARGIN = 3
"""Cycles from taking the last element of an input to the end of the interval, on lines."""

_SLACK = 4  # cycles that a smaller datapath may cost in latency

_LOOP = "%loop"  # the activity that stands for a whole loop in the problem of a block beside it


class Timing(Protocol):
    """What scheduling asks of a unit."""

    def latency(self, attribute: int | None = None) -> int:
        """Cycles from operands to result."""

    def interval(self, attribute: int | None = None) -> int:
        """Cycles between operations."""


@dataclass(frozen=True)
class Placed:
    """An operation and when it starts: in iteration 0 for an operation of a loop.

    `unit` and `instance` say where it runs; `latency` and `busy` are its timing there, in cycles.
    """

    op: Op
    region: str
    unit: str
    instance: int
    start: int
    latency: int
    busy: int

    @property
    def ready(self) -> int:
        """The cycle in which the result stands at the unit's output."""
        return self.start + self.latency


@dataclass(frozen=True)
class LoopTiming:
    """Iteration i of a loop starts at `start` + i * `interval`; one iteration spans `length` cycles."""

    name: str
    start: int
    interval: int
    count: int
    length: int


@dataclass(frozen=True)
class Claim:
    """A proven or found figure: `got` for `what`, against the lower bound and the reason for it.

    `of_block`: about a loop body or a block by itself, not about the run as a whole.
    """

    what: str
    got: int
    bound: int
    optimal: bool
    reason: str
    method: str
    seconds: float
    of_block: bool = True


@dataclass(frozen=True)
class StageSchedule:
    """Everything about when things happen in one stage.

    `length`: cycles from the first to the last operation of one run; `interval`: cycles between the starts
    of successive runs (less than `length` where runs overlap). `last`: operations of each loop that its last
    iteration still needs; the others are left out there.
    """

    program: Program
    machine: Machine
    placed: Mapping[str, Placed]
    loops: Mapping[str, LoopTiming]
    last: Mapping[str, frozenset[str]]
    length: int
    interval: int
    interval_bound: int
    claims: tuple[Claim, ...]

    def instances(self) -> Iterator[tuple[Placed, int, int]]:
        """Every operation executed in one run: (operation, iteration, cycle it starts)."""
        for placed in self.placed.values():
            for i, cycle in enumerate(_starts(placed, self.loops, self.last)):
                yield placed, i, cycle


def check_program(program: Program, machine: Machine, timing: Mapping[str, Timing]) -> None:
    """Refuse a program that the machine cannot run, without scheduling it.

    Raises
    ------
    UserError
        No unit for an operation, an operand of too many terms, too few read ports, or a shape of program that
        the storage cannot hold.
    """
    lowering = _Lowering(program, machine, timing)
    for op in program.ops:
        lowering.latency(op)
        reads = sum(len(form.names) for form in op.operands)
        if machine.storage.kind == "ram" and reads > machine.storage.reads:
            raise UserError(
                f"stage {machine.name} cannot run {program.name}: {show_op(op)} reads {reads} values, "
                f"storage.reads is {machine.storage.reads}; set it to {reads} or more"
            )
    if machine.storage.kind == "ram":
        _refuse_loops(program, machine)


def schedule_stage(
    program: Program, machine: Machine, timing: Mapping[str, Timing], effort: float, *, overlap: bool
) -> StageSchedule:
    """Schedule a program on a machine.

    Parameters
    ----------
    timing
        The units of the machine by name.
    effort
        Deterministic time limit of each exact search (CP-SAT's unit, about seconds); 0 leaves it out.
    overlap
        Whether a run may start before the previous one has ended.

    Raises
    ------
    UserError
        The machine cannot run the program.
    """
    lowering = _Lowering(program, machine, timing)
    if machine.storage.kind == "ram":
        return _straight(lowering, effort)
    return _flow(lowering, effort, overlap)


class _Lowering:
    """Operations as activities: which unit, which ports, when the result can be used."""

    def __init__(self, program: Program, machine: Machine, timing: Mapping[str, Timing]) -> None:
        self.program = program
        self.machine = machine
        self.timing = timing
        self.capacity = {INPUT: 1, OUTPUT: 1} | {u.name: u.count for u in machine.units}
        if machine.storage.kind == "ram":
            self.capacity |= {f"read{i}": 1 for i in range(machine.storage.reads)} | {"write": 1}

    def unit(self, op: Op) -> str:
        """Name of the unit that does `op`."""
        if op.kind == "input":
            return INPUT
        if op.kind == "output":
            return OUTPUT
        return self._spec(op).name

    def _spec(self, op: Op) -> UnitSpec:
        spec = self.machine.unit_for(op.kind, op.attribute)
        if spec is None:
            what = op.kind if op.attribute is None else f"{op.kind} {op.attribute}"
            raise UserError(
                f"stage {self.machine.name} cannot run {self.program.name}: no unit for operation {what} "
                f"({show_op(op)}); add a [[stage.unit]] that does it"
            )
        widest = max((len(form.terms) for form in op.operands), default=0)
        if widest > spec.terms:
            raise UserError(
                f"stage {self.machine.name} cannot run {self.program.name}: {show_op(op)} adds {widest} "
                f"values, unit {spec.name} takes {spec.terms}; raise its terms to {widest}"
            )
        return spec

    def latency(self, op: Op) -> int:
        return 0 if op.kind in ("input", "output") else self.timing[self.unit(op)].latency(op.attribute)

    def busy(self, op: Op) -> int:
        return 1 if op.kind in ("input", "output") else self.timing[self.unit(op)].interval(op.attribute)

    def uses(self, op: Op) -> tuple[Use, ...]:
        uses = [Use(self.unit(op), 0, self.busy(op))]
        if self.machine.storage.kind == "ram":
            names = [name for form in op.operands for name in form.names]
            uses += [Use(f"read{i}") for i in range(len(names))]
            if op.kind != "output":
                uses.append(Use("write", self.latency(op)))
        return tuple(uses)

    def activity(self, op: Op) -> Activity:
        return Activity(op.name, self.uses(op))

    def delay(self, source: Op) -> int:
        """Cycles from the start of `source` to the earliest start of a reader."""
        storage = self.machine.storage
        if storage.kind == "ram":
            return self.latency(source) + 1 + storage.read_latency
        return self.latency(source)

    def edges(self, ops: tuple[Op, ...]) -> list[Edge]:
        """Dependences inside one region, and the order of the streams."""
        by_name = {op.name: op for op in ops}
        edges = [
            Edge(name, op.name, self.delay(by_name[name]))
            for op in ops
            for name in op.reads
            if name in by_name
        ]
        for kind in ("input", "output"):
            stream = sorted((op for op in ops if op.kind == kind), key=lambda op: op.attribute or 0)
            edges += [Edge(a.name, b.name, 1) for a, b in itertools.pairwise(stream)]
        return edges

    def place(self, op: Op, region: str, start: int) -> Placed:
        return Placed(op, region, self.unit(op), 0, start, self.latency(op), self.busy(op))


def _claim(what: str, found: Schedule, limit: Bound) -> Claim:
    got = found.length if found.interval is None else found.interval
    reason = limit.reason if found.bound <= limit.value else "every smaller value refuted by CP-SAT"
    return Claim(what, got, max(found.bound, limit.value), found.optimal, reason, found.method, found.seconds)


def _assign(
    low: _Lowering,
    placed: list[Placed],
    loops: Mapping[str, LoopTiming],
    last: Mapping[str, frozenset[str]],
) -> list[Placed]:
    """Give each operation of a unit that exists several times one of them, the same in every iteration.

    What stands in for a carried value before the first iteration goes where the value comes from later.
    First free, operations of loops first; where that leaves one without a place, an exact search.
    """
    together = {
        carry.initial: carry.next
        for region in low.program.regions
        if isinstance(region, Loop)
        for carry in region.carries
    }
    result = [p for p in placed if low.capacity[p.unit] == 1]
    for unit in sorted({p.unit for p in placed if low.capacity[p.unit] > 1}):
        groups: dict[str, list[Placed]] = {}
        for p in sorted(placed, key=lambda p: (p.region not in loops, p.start, p.op.name)):
            if p.unit == unit:
                groups.setdefault(together.get(p.op.name, p.op.name), []).append(p)
        taken = [frozenset(c for p in group for c in _taken(p, loops, last)) for group in groups.values()]
        instances = _first_free(taken, low.capacity[unit]) or _any_free(taken, low.capacity[unit])
        if instances is None:
            raise UserError(
                f"stage {low.machine.name}: the {low.capacity[unit]} units {unit} have the cycles that "
                f"{low.program.name} needs, but not so that each operation stays on one of them; "
                f"set its count to 1"
            )
        for group, instance in zip(groups.values(), instances, strict=True):
            result += [replace(p, instance=instance) for p in group]
    return result


def _taken(
    placed: Placed, loops: Mapping[str, LoopTiming], last: Mapping[str, frozenset[str]]
) -> Iterator[int]:
    """The cycles of one run in which an operation occupies its unit, all iterations of its loop."""
    for start in _starts(placed, loops, last):
        yield from range(start, start + placed.busy)


def _starts(placed: Placed, loops: Mapping[str, LoopTiming], last: Mapping[str, frozenset[str]]) -> range:
    """The cycles of one run in which an operation starts."""
    loop = loops.get(placed.region)
    if loop is None:
        return range(placed.start, placed.start + 1)
    count = loop.count if placed.op.name in last[loop.name] else loop.count - 1
    return range(placed.start, placed.start + count * loop.interval, loop.interval)


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
    cp = cp_model.CpModel()
    on = [[cp.new_bool_var(f"{k} on {i}") for i in range(count)] for k in range(len(taken))]
    for row in on:
        cp.add_exactly_one(row)
    for a, b in itertools.combinations(range(len(taken)), 2):
        if taken[a] & taken[b]:
            for i in range(count):
                cp.add_bool_or(~on[a][i], ~on[b][i])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    if solve(solver, cp) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [next(i for i in range(count) if solver.value(row[i])) for row in on]


# -- straight line -------------------------------------------------------------------------------------


def _refuse_loops(program: Program, machine: Machine) -> None:
    if any(isinstance(region, Loop) for region in program.regions):
        raise UserError(
            f"stage {machine.name}: storage.kind = 'ram' runs straight-line programs, and {program.name} "
            f"has a loop; use storage.kind = 'lines'"
        )


def _straight(low: _Lowering, effort: float) -> StageSchedule:
    """One block on a machine with a memory: everything once, the results sent when all else is done."""
    program = low.program
    _refuse_loops(program, low.machine)
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
    placed = _assign(low, placed, {}, {})
    length = max(p.start + max(p.busy, p.latency + 1) for p in placed)
    claim = _claim("length", found, bound(problem))
    return StageSchedule(
        program, low.machine, {p.op.name: p for p in placed}, {}, {}, length, length, claim.bound, (claim,)
    )


# -- flow ----------------------------------------------------------------------------------------------


def _flow(low: _Lowering, effort: float, overlap: bool) -> StageSchedule:
    """Block, loop, block as one flow; the loop is pipelined, the blocks lean on its ends."""
    regions = low.program.regions
    loops = [region for region in regions if isinstance(region, Loop)]
    if len(loops) > 1:
        raise UserError(
            f"stage {low.machine.name}: {low.program.name} has {len(loops)} loops; lines take one"
        )
    if not loops:
        return _flow_straight(low, effort, overlap)
    loop = loops[0]
    at = regions.index(loop)
    before = tuple(op for region in regions[:at] for op in region.ops)
    after = tuple(op for region in regions[at + 1 :] for op in region.ops)
    names = {op.name for op in before}
    for op in (*loop.ops, *after):
        outside = names & set(op.reads)
        if outside:
            raise UserError(
                f"stage {low.machine.name}: {show_op(op)} reads {min(outside)} across the loop {loop.name}; "
                f"with storage.kind = 'lines' a value that crosses a loop must be carried by it"
            )

    body, claim = _body(low, loop, effort)
    interval = body.interval or 1
    span = max(body.start[op.name] + max(low.latency(op) + 1, low.busy(op)) for op in loop.ops)
    wanted = {name for op in after for name in op.reads}
    needed = {c.next for c in loop.carries if c.result in wanted}
    last = frozenset(op.name for op in live_ops(loop.ops, needed))

    # Before: the loop as one activity with the resources of its first iterations, as many as the block can
    # reach into (what leads nowhere may be left for long).
    reach = span + sum(max(low.latency(op), low.busy(op)) for op in before)
    head_loop = _loop_activity(low, loop, body, range(min(reach // interval + 2, loop.count)), last)
    head_edges = low.edges(before)
    for carry in loop.carries:
        offset = body.start[carry.next] - interval
        head_edges += [Edge(_LOOP, carry.initial, offset), Edge(carry.initial, _LOOP, -offset)]
    head = _beside(low, before, head_loop, head_edges, effort)
    start = head.start[_LOOP]

    times = _compact(low, loop, before, body, {n: t - start for n, t in head.start.items()}, effort)
    if times:
        body = replace(body, start={op.name: times[op.name] for op in loop.ops})
        head = replace(head, start={n: times.get(n, 0) + start for n in head.start})
        span = max(body.start[op.name] + max(low.latency(op) + 1, low.busy(op)) for op in loop.ops)

    # After: the same with its last iterations and the block before, and the results where they come out.
    end = start + (loop.count - 1) * interval
    iterations = range(max(loop.count - span // interval - 3, 0), loop.count)
    tail_loop = _loop_activity(low, loop, body, iterations, last, origin=loop.count - 1)
    window = min(use.offset for use in tail_loop.uses)
    tail_loop = Activity(
        _LOOP,
        (
            *tail_loop.uses,
            *(
                Use(use.resource, cycle, use.duration)
                for op in before
                for use in low.uses(op)
                if (cycle := head.start[op.name] + use.offset - end) + use.duration > window
            ),
        ),
    )
    offset = -min(use.offset for use in tail_loop.uses)
    tail_loop = Activity(_LOOP, tuple(Use(u.resource, u.offset + offset, u.duration) for u in tail_loop.uses))
    source = {c.result: next(op for op in loop.ops if op.name == c.next) for c in loop.carries}
    tail_edges = low.edges(after)
    for op in after:
        for name in set(op.reads) & set(source):
            p = source[name]
            tail_edges.append(Edge(_LOOP, op.name, offset + body.start[p.name] + low.latency(p)))
    tail = _beside(low, after, tail_loop, tail_edges, effort)
    shift = end - tail.start[_LOOP] - offset

    placed = [low.place(op, regions[0].name, head.start[op.name]) for op in before]
    placed += [low.place(op, loop.name, start + body.start[op.name]) for op in loop.ops]
    placed += [low.place(op, regions[-1].name, shift + tail.start[op.name]) for op in after]
    timing = LoopTiming(loop.name, start, interval, loop.count, span)
    placed = _assign(low, placed, {loop.name: timing}, {loop.name: last})
    return _close(low, placed, {loop.name: timing}, {loop.name: last}, overlap, (claim,))


def _flow_straight(low: _Lowering, effort: float, overlap: bool) -> StageSchedule:
    """A flow without a loop."""
    ops = tuple(low.program.ops)
    problem = Problem(tuple(low.activity(op) for op in ops), tuple(low.edges(ops)), low.capacity, loop=False)
    found = schedule(problem, method="auto", limit=effort)
    placed = [low.place(op, low.program.regions[0].name, found.start[op.name]) for op in ops]
    claim = _claim("length", found, bound(problem))
    return _close(low, _assign(low, placed, {}, {}), {}, {}, overlap, (claim,))


def _body(low: _Lowering, loop: Loop, effort: float) -> tuple[Schedule, Claim]:
    """Modulo-schedule a loop body."""
    by_name = {op.name: op for op in loop.ops}
    edges = low.edges(loop.ops)
    params = {carry.param: by_name[carry.next] for carry in loop.carries}
    for op in loop.ops:
        for name in op.reads:
            if name in params:
                edges.append(Edge(params[name].name, op.name, low.delay(params[name]), 1))
    problem = Problem(tuple(low.activity(op) for op in loop.ops), tuple(edges), low.capacity, loop=True)
    found = schedule(problem, method="auto", limit=effort)
    return found, _claim(f"initiation interval of loop {loop.name}", found, bound(problem))


def _compact(
    low: _Lowering,
    loop: Loop,
    before: tuple[Op, ...],
    body: Schedule,
    head: Mapping[str, int],
    effort: float,
) -> Mapping[str, int] | None:
    """Better times for a loop and the block before it, where every unit exists once and is pipelined."""
    ops = (*loop.ops, *before)
    if not effort or any(low.busy(op) > 1 or low.capacity[low.unit(op)] > 1 for op in ops):
        return None
    problem = Body(
        loop.ops,
        before,
        loop.carries,
        body.interval or 1,
        {op.name: low.unit(op) for op in ops},
        {op.name: low.latency(op) for op in ops},
        INPUT,
    )
    return compact(problem, {**head, **body.start}, _SLACK, 10 * effort)


def _loop_activity(
    low: _Lowering, loop: Loop, body: Schedule, iterations: range, last: frozenset[str], origin: int = 0
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


def _beside(
    low: _Lowering, ops: tuple[Op, ...], loop: Activity, edges: list[Edge], effort: float
) -> Schedule:
    """Schedule a block beside the loop it leads to or comes from."""
    problem = Problem((*(low.activity(op) for op in ops), loop), tuple(edges), low.capacity, loop=False)
    return schedule(problem, method="exact", limit=max(effort, 1.0))


def _close(
    low: _Lowering,
    placed: list[Placed],
    loops: Mapping[str, LoopTiming],
    last: Mapping[str, frozenset[str]],
    overlap: bool,
    claims: tuple[Claim, ...],
) -> StageSchedule:
    """Shift the run to start at cycle 0, and find how soon the next may start."""
    zero = min(p.start for p in placed)
    placed = [Placed(p.op, p.region, p.unit, p.instance, p.start - zero, p.latency, p.busy) for p in placed]
    loops = {
        name: LoopTiming(name, t.start - zero, t.interval, t.count, t.length) for name, t in loops.items()
    }
    stage = StageSchedule(
        low.program, low.machine, {p.op.name: p for p in placed}, loops, last, 0, 0, 0, claims
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
    interval = max(length, soonest)
    if overlap:
        taken = [((p.unit, p.instance), cycle, p.busy) for p, _, cycle in runs]
        interval = least_period(taken, max(least, soonest))
    period = Claim(
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
        (*claims, period),
    )
