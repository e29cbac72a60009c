"""Operations as activities of a scheduling problem: which unit, which ports, when the result can be used.

Units and storage come as protocols: nothing here knows how a unit is built or where values are kept.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.machine.units import UnitSpec
from pairforge.program.ir import Loop, Op, Program
from pairforge.program.text import show_op
from pairforge.schedule.api import bound
from pairforge.schedule.plan import CHECK_AHEAD, INPUT, OUTPUT, BoundCertificate, Placed
from pairforge.schedule.problem import Activity, Bound, Edge, Problem, Schedule, Use


class Timing(Protocol):
    """What scheduling asks of a unit."""

    def latency(self, attribute: int | None = None) -> int:
        """Cycles from operands to result."""

    def interval(self, attribute: int | None = None) -> int:
        """Cycles between operations."""


class StoragePorts(Protocol):
    """What lowering asks of a storage: its ports, and what an operation takes of them."""

    @property
    def ports(self) -> Mapping[str, int]:
        """How many of each port exist, by the name of the resource."""

    def lead(self, op: Op) -> int:
        """Cycles from the start of an operation to the one in which its unit takes the operands."""

    def port_uses(self, op: Op, read_after: Callable[[str], int], result: int) -> Sequence[Use]:
        """The ports that an operation takes.

        `read_after` gives the cycle in which a value is read, `result` is the cycle of the result; both are
        counted from the start.
        """


@dataclass(frozen=True)
class Pin:
    """Which of several equal units does an operation: number `lane` of the group that begins with `first`.

    The units of a group start together, on operations with an operand in common. `leads`: the operation that
    stands for all that start together; None: this one.
    """

    first: int
    lane: int
    leads: str | None = None


def _group(unit: str, pin: Pin) -> str:
    """The resource that a group of equal units is."""
    return f"{unit}.{pin.first}"


@dataclass(frozen=True)
class _DoneBy:
    """The unit of an operation, cycles from the start to the result, and those in which the unit is taken."""

    unit: str
    latency: int
    busy: int


class Lowering:
    """Operations as activities: which unit, which ports, when the result can be used."""

    def __init__(
        self, program: Program, machine: Machine, storage: StoragePorts, timing: Mapping[str, Timing]
    ) -> None:
        self.program = program
        self.machine = machine
        self.storage = storage
        self.timing = timing
        self.region_of = {op.name: region.name for region in program.regions for op in region.ops}
        self._place = {op.name: i for i, op in enumerate(program.ops)}
        self._done_by: dict[str, _DoneBy] = {}
        self.pins: Mapping[str, Pin] = {}
        self.capacity = {INPUT: 1, OUTPUT: 1} | {u.name: u.count for u in machine.units}
        self.capacity |= storage.ports

    def pin(self, pins: Mapping[str, Pin]) -> None:
        """Fix which of several equal units does an operation; groups of them become resources."""
        self.pins = pins
        by_name = {op.name: op for op in self.program.ops}
        self.capacity |= {_group(self.unit(by_name[name]), pin): 1 for name, pin in pins.items()}

    def unit(self, op: Op) -> str:
        """Name of the unit that does `op`."""
        return self._done(op).unit

    def _done(self, op: Op) -> _DoneBy:
        """What does an operation of the program, found once for each. Streams take no time."""
        found = self._done_by.get(op.name)
        if found is None:
            if op.streams:
                found = _DoneBy(OUTPUT if op.sends else INPUT, 0, 1)
            else:
                unit = self._spec(op).name
                timing = self.timing[unit]
                latency = self.lead(op) + timing.latency(op.attribute)
                found = _DoneBy(unit, latency, timing.interval(op.attribute))
            self._done_by[op.name] = found
        return found

    def _spec(self, op: Op) -> UnitSpec:
        spec = self.machine.unit_for(op.kind, op.attribute, self.region_of[op.name])
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
        """Cycles from the start to the result; streams take none."""
        return self._done(op).latency

    def lead(self, op: Op) -> int:
        """Cycles from the start to the one in which the unit takes the operands."""
        return self.storage.lead(op)

    def early(self, op: Op) -> str:
        """The operand that is read a cycle before the other, where one has to be: the one made first."""
        if not self.lead(op) or len(op.reads) == 1:
            return ""
        return min(op.reads, key=lambda name: self._place.get(name, -1))

    def read_after(self, op: Op, name: str) -> int:
        """Cycles from the start to the one in which a value is read."""
        return 0 if name == self.early(op) else self.lead(op)

    def busy(self, op: Op) -> int:
        """Cycles for which the operation occupies its unit."""
        return self._done(op).busy

    def uses(self, op: Op, *, pinned: bool = True) -> tuple[Use, ...]:
        """The unit, and the ports of the storage; not `pinned`: any of equal units."""
        pin = self.pins.get(op.name) if pinned else None
        if pin is None:
            uses = [Use(self.unit(op), self.lead(op), self.busy(op))]
        else:
            group = _group(self.unit(op), pin)
            uses = [Use(group, self.lead(op), self.busy(op))] if pin.leads is None else []
        ports = self.storage.port_uses(op, lambda name: self.read_after(op, name), self.latency(op))
        return (*uses, *ports)

    def activity(self, op: Op) -> Activity:
        """The operation as a scheduler sees it."""
        return Activity(op.name, self.uses(op))

    def bound(self, ops: tuple[Op, ...], problem: Problem) -> Bound:
        """The lower bound of a problem made of these operations, whichever of equal units does each."""
        if not self.pins:
            return bound(problem)
        free = tuple(Activity(op.name, self.uses(op, pinned=False)) for op in ops)
        together = {(e.source, e.target) for e in self._together({op.name: op for op in ops})}
        edges = tuple(e for e in problem.edges if (e.source, e.target) not in together or e.delay)
        return bound(Problem(free, edges, self.capacity, problem.loop))

    def delay(self, source: Op) -> int:
        """Cycles from the start of `source` to the first in which its result can be read."""
        storage = self.machine.storage
        return self.latency(source) + storage.write_latency + storage.read_latency

    def free(self, op: Op) -> int:
        """Cycles from the start to the first in which the unit can take operands again."""
        return self.lead(op) + self.busy(op)

    def after_read(self, target: Op) -> int:
        """Cycles from a read to the earliest start of `target`, which writes the word read.

        Negative, as a result is written late; the word is addressed in one cycle and written in a later one.
        """
        return 1 - self.machine.storage.read_latency - self.latency(target)

    def edges(self, ops: tuple[Op, ...]) -> list[Edge]:
        """Dependences inside one region, and the order of the streams."""
        by_name = {op.name: op for op in ops}
        edges = [
            Edge(name, op.name, self.delay(by_name[name]) - self.read_after(op, name))
            for op in ops
            for name in op.reads
            if name in by_name
        ]
        for kind in ("input", "output"):
            stream = sorted((op for op in ops if op.kind == kind), key=lambda op: op.attribute or 0)
            edges += [Edge(a.name, b.name, 1) for a, b in itertools.pairwise(stream)]
        if stream:
            edges += [Edge(op.name, stream[0].name, CHECK_AHEAD) for op in ops if op.kind == "check"]
        return [*edges, *self._together(by_name)]

    def _together(self, ops: Mapping[str, Op]) -> list[Edge]:
        """What makes the operations of units that share logic start together."""
        pairs = [(self.pins[name].leads, name) for name in ops if name in self.pins]
        return [Edge(*pair, 0) for a, b in pairs if a is not None for pair in ((a, b), (b, a))]

    def overlaps(self, loop: Loop) -> bool:
        """Whether an iteration may start before the one before has ended: not in a ladder, nor where the
        machine does not want it."""
        return self.machine.loops == "pipelined" and not loop.bits

    def sequential(self, loop: Loop) -> list[Edge]:
        """What lets an iteration start only when the one before has ended, where they must not overlap."""
        if self.overlaps(loop):
            return []
        ops = loop.ops
        return [Edge(a.name, b.name, max(self.delay(a), self.free(a)), 1) for a in ops for b in ops]

    def place(self, op: Op, start: int) -> Placed:
        """The operation placed at a cycle, on the unit it is pinned to or the first of its units."""
        pin = self.pins.get(op.name, Pin(0, 0))
        region, unit = self.region_of[op.name], self.unit(op)
        return Placed(
            op,
            region,
            unit,
            pin.first + pin.lane,
            start,
            self.latency(op),
            self.busy(op),
            pin.lane,
            self.lead(op),
            self.early(op),
        )


def certificate_of(what: str, found: Schedule, limit: Bound, *, pinned: bool = False) -> BoundCertificate:
    """What a schedule has reached, held against the better of two bounds.

    `pinned`: it had its operations' units given, so that a search by itself proves nothing.
    """
    got = found.length if found.interval is None else found.interval
    if pinned:
        found = replace(found, optimal=got == limit.value, bound=limit.value)
    reason = limit.reason if found.bound <= limit.value else "every smaller value refuted by CP-SAT"
    return BoundCertificate(
        what, got, max(found.bound, limit.value), found.optimal, reason, found.method, found.seconds
    )
