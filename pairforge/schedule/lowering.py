"""Operations as activities of a scheduling problem: which unit, which ports, when the result can be used.

What units cost in time is asked of a `Timing`; nothing here knows how a unit is built.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Protocol

from pairforge.errors import UserError
from pairforge.machine.design import Machine, UnitSpec
from pairforge.program.ir import Op, Program
from pairforge.program.text import show_op
from pairforge.schedule.plan import INPUT, OUTPUT, Claim, Placed
from pairforge.schedule.problem import Activity, Bound, Edge, Schedule, Use


class Timing(Protocol):
    """What scheduling asks of a unit."""

    def latency(self, attribute: int | None = None) -> int:
        """Cycles from operands to result."""

    def interval(self, attribute: int | None = None) -> int:
        """Cycles between operations."""


class Lowering:
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
        """Cycles from operands to result; streams take none."""
        return 0 if op.kind in ("input", "output") else self.timing[self.unit(op)].latency(op.attribute)

    def busy(self, op: Op) -> int:
        """Cycles for which the operation occupies its unit."""
        return 1 if op.kind in ("input", "output") else self.timing[self.unit(op)].interval(op.attribute)

    def uses(self, op: Op) -> tuple[Use, ...]:
        """The unit, and the ports of a memory."""
        uses = [Use(self.unit(op), 0, self.busy(op))]
        if self.machine.storage.kind == "ram":
            names = [name for form in op.operands for name in form.names]
            uses += [Use(f"read{i}") for i in range(len(names))]
            if op.kind != "output":
                uses.append(Use("write", self.latency(op)))
        return tuple(uses)

    def activity(self, op: Op) -> Activity:
        """The operation as a scheduler sees it."""
        return Activity(op.name, self.uses(op))

    def delay(self, source: Op) -> int:
        """Cycles from the start of `source` to the earliest start of a reader."""
        storage = self.machine.storage
        if storage.kind == "ram":
            return self.latency(source) + 1 + storage.read_latency
        return self.latency(source)

    def after_read(self, target: Op) -> int:
        """Cycles from the start of a reader to the earliest start of `target`, which writes the word read.

        Negative, as a result is written late; the word is addressed in one cycle and written in a later one.
        """
        return 1 - self.machine.storage.read_latency - self.latency(target)

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
        """The operation placed at a cycle, on the first of its units."""
        return Placed(op, region, self.unit(op), 0, start, self.latency(op), self.busy(op))


def claim_of(what: str, found: Schedule, limit: Bound) -> Claim:
    """What a schedule has reached, held against the better of two bounds."""
    got = found.length if found.interval is None else found.interval
    reason = limit.reason if found.bound <= limit.value else "every smaller value refuted by CP-SAT"
    return Claim(what, got, max(found.bound, limit.value), found.optimal, reason, found.method, found.seconds)
