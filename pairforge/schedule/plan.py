"""What a scheduled stage is: every operation with its cycle and unit, loops, and bound certificates.

Pure data; made by `stage`, read by everything to the right of scheduling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pairforge.machine.design import Machine
from pairforge.program.ir import Loop, Op, Program

INPUT, OUTPUT = "in", "out"
"""Names of the units every stage has: the element stream it reads, and the one it leaves its result in."""

INPUT_MARGIN = 3
"""Cycles from taking the last element of an input to the end of the interval, on lines."""


CHECK_AHEAD = 2
"""Cycles from a check to the elements sent, of which the last goes with what all of the checks have found."""


def instance_name(unit: str, instance: int) -> str:
    """What one of several equal units is called: `mul`, `mul1`, `mul2`, …."""
    return f"{unit}{instance}" if instance else unit


@dataclass(frozen=True)
class Placed:
    """An operation and when it starts: in iteration 0 for an operation of a loop.

    `unit` and `instance` say where it runs; `latency` and `busy` are its timing there, in cycles. `lane`: the
    number of this unit among those with the same first operand. `lead`: cycles from the start to the one in
    which the unit takes its operands. `early`: the operand that is read at the start all the same, over the
    only bus there is, and waits.
    """

    op: Op
    region: str
    unit: str
    instance: int
    start: int
    latency: int
    busy: int
    lane: int = 0
    lead: int = 0
    early: str = ""

    def read_after(self, name: str) -> int:
        """Cycles from the start to the one in which a value is read."""
        return 0 if name == self.early else self.lead

    @property
    def group(self) -> int:
        """The first of the units that have the first operand in common with this one."""
        return self.instance - self.lane

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
class BoundCertificate:
    """A figure that was reached, `got` for `what`, with a lower bound on it and the reason for the bound.

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
class Run:
    """A run of one of the programs that a stage has: from cycle `first` on, `interval` cycles to the next.

    `wipe`: so many cycles at its end, in which all that it has left behind is overwritten.
    """

    name: str
    first: int
    interval: int
    wipe: int = 0

    @property
    def end(self) -> int:
        """The first cycle of what comes next."""
        return self.first + self.interval


@dataclass(frozen=True)
class StageSchedule:
    """Everything about when things happen in one stage.

    `length`: cycles from the first to the last operation of one run; `interval`: cycles between the starts
    of successive runs (less than `length` where runs overlap). `last`: operations of each loop that its last
    iteration still needs; the others are left out there. `runs`: where a stage has several programs, of which
    it runs one at a time, those in the order in which they stand here, one behind the other (`merge`).
    """

    program: Program
    machine: Machine
    placed: Mapping[str, Placed]
    loops: Mapping[str, LoopTiming]
    last: Mapping[str, frozenset[str]]
    length: int
    interval: int
    interval_bound: int
    certificates: tuple[BoundCertificate, ...]
    runs: tuple[Run, ...] = ()

    @property
    def every_run(self) -> tuple[Run, ...]:
        """All programs, one or several."""
        return self.runs or (Run(self.program.name, 0, self.interval),)

    def run_of(self, cycle: int) -> Run:
        """The run that a cycle belongs to; the last one goes on behind its end."""
        return next((run for run in self.every_run if cycle < run.end), self.every_run[-1])

    @property
    def begins(self) -> dict[str, int]:
        """The cycle in which the first operation of each region starts."""
        first: dict[str, int] = {}
        for placed in self.placed.values():
            first[placed.region] = min(placed.start, first.get(placed.region, placed.start))
        return first

    def instances(self) -> Iterator[tuple[Placed, int, int]]:
        """Every operation executed in one run: (operation, iteration, cycle it starts)."""
        for placed in self.placed.values():
            for i, cycle in enumerate(starts(placed, self.loops, self.last)):
                yield placed, i, cycle


def maker_of(stage: StageSchedule) -> Callable[[str, int], tuple[str, int] | None]:
    """Find the maker of the value that a name means in an iteration: (operation, its iteration).

    None stands for a constant. A parameter of a loop is `next` of the iteration before, in the first one
    `initial`; the result of a loop is `next` of the last iteration. In a ladder, of the loop-carried value
    with which this one has changed places. A value that a loop holds unchanged is always `initial`.
    """
    loops = [region for region in stage.program.regions if isinstance(region, Loop)]
    carried = {value.param: (loop, k) for loop in loops for k, value in enumerate(loop.carried)}
    results = {value.result: (loop, k) for loop in loops for k, value in enumerate(loop.carried)}
    constants = stage.program.constant_names

    def made(name: str, iteration: int) -> tuple[str, int] | None:
        if name in constants:
            return None
        if name in results:
            loop, k = results[name]
            value = loop.carried[loop.feeds(k, loop.count)]
            return made(value.initial, 0) if value.held else (value.next, loop.count - 1)
        if name in carried:
            loop, k = carried[name]
            value = loop.carried[loop.feeds(k, iteration)]
            return (value.next, iteration - 1) if iteration and not value.held else made(value.initial, 0)
        return name, iteration if stage.placed[name].region in stage.loops else 0

    return made


def starts(placed: Placed, loops: Mapping[str, LoopTiming], last: Mapping[str, frozenset[str]]) -> range:
    """The cycles of one run in which an operation starts."""
    loop = loops.get(placed.region)
    if loop is None:
        return range(placed.start, placed.start + 1)
    count = loop.count if placed.op.name in last[loop.name] else loop.count - 1
    return range(placed.start, placed.start + count * loop.interval, loop.interval)
