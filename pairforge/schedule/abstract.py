"""A block or a loop body by itself as a straight line on abstract units: only their figures are known.

The problem of Barenghi, Bertoni, Breveglieri, Pelosi 2008, Section 4: an operation takes its operands over
the read buses, as many a tick as there are buses, then occupies a unit of its kind, then holds a write bus
for one tick; from the next tick on its result can be read. Operands that are the same value are read once.
All values from outside are there in tick 0, and registers are as many as it takes. Units have buffers at both
ends, so that the next operation may occupy a unit while operands are read and results are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.machine.storage import RegisterFile
from pairforge.program.ir import Op, Program
from pairforge.program.text import show_op
from pairforge.schedule.problem import Activity, Edge, Problem, Use

__all__ = ["AbstractMachine", "AbstractUnit", "abstract_machine_of", "straight_line"]

_READ, _WRITE = "read", "write"


@dataclass(frozen=True)
class AbstractUnit:
    """`count` equal units: ticks from the last operand to the result, ticks between operations, and the area
    of one in slices (0: not given)."""

    count: int
    latency: int
    interval: int
    area: int = 0


@dataclass(frozen=True)
class AbstractMachine:
    """Units by the kind of operation that they do, and buses."""

    units: Mapping[str, AbstractUnit]
    reads: int
    writes: int

    @property
    def area(self) -> int:
        """The sum of the units' areas."""
        return sum(unit.count * unit.area for unit in self.units.values())


_STREAM = AbstractUnit(1, 0, 1)
"""What an operation of kind input or output takes: an element a tick, from or to the outside."""


def abstract_machine_of(machine: Machine) -> AbstractMachine:
    """The units and buses of a machine whose units are all of kind `abstract`.

    Raises
    ------
    UserError
        It has other units, or a storage without buses.
    """
    where = f"stage.{machine.name}"
    storage = machine.storage
    if not isinstance(storage, RegisterFile):
        raise UserError(
            f"{where}.storage: a block by itself is scheduled between registers; use kind = 'ram' with "
            "style = 'registers'"
        )
    units: dict[str, AbstractUnit] = {}
    for spec in machine.units:
        figures = spec.options.figures
        if figures is None:
            raise UserError(
                f"{where}.unit.{spec.name}: a block by itself is scheduled on units of kind 'abstract', not "
                f"{spec.kind!r}"
            )
        given = AbstractUnit(spec.count, figures.latency, figures.interval, figures.area)
        units |= dict.fromkeys(spec.operations, given)
    return AbstractMachine(units, storage.reads, storage.writes)


def straight_line(program: Program, region: str, abstract: AbstractMachine) -> Problem:
    """A block or loop body of a program as a problem.

    Raises
    ------
    UserError
        There is no such block or loop, or no unit for one of its operations.
    """
    for found in program.regions:
        if found.name == region:
            return _problem(found.ops, abstract)
    there = ", ".join(found.name for found in program.regions)
    raise UserError(f"no block {region!r} in {program.name}; there are {there}")


def _problem(ops: Sequence[Op], abstract: AbstractMachine) -> Problem:
    given = {op.name: _unit(op, abstract) for op in ops}
    ticks = {op.name: -(-len(op.reads) // abstract.reads) for op in ops}
    capacity = {_READ: abstract.reads, _WRITE: abstract.writes}
    activities = []
    for op in ops:
        unit, at = given[op.name], ticks[op.name]
        uses = [Use(_READ, 0, at, min(len(op.reads), abstract.reads))] if op.reads else []
        uses.append(Use(op.kind, at, unit.interval))
        if not op.sends:
            uses.append(Use(_WRITE, at + unit.latency))
        activities.append(Activity(op.name, tuple(uses)))
        capacity[op.kind] = unit.count
    edges = tuple(
        Edge(name, op.name, ticks[name] + given[name].latency + 1)
        for op in ops
        for name in op.reads
        if name in given
    )
    return Problem(tuple(activities), edges, capacity, loop=False)


def _unit(op: Op, abstract: AbstractMachine) -> AbstractUnit:
    if op.streams:
        return _STREAM
    if op.kind not in abstract.units:
        raise UserError(f"no unit for operation {op.kind} ({show_op(op)}); add a [[stage.unit]] that does it")
    return abstract.units[op.kind]
