"""The functional units of a compiled core, found again in its hardware, as boxes for a proof of the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairforge.bundle.emit import module_name
from pairforge.compiler.compile import Compiled, CompiledStage
from pairforge.evidence.proof.boxes import Box, Operation, box_of
from pairforge.evidence.proof.netlist import Design as Netlists
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.proof.terms import Site, Stage, Words
from pairforge.hdl import Module
from pairforge.hdl.digits import DIGIT
from pairforge.hdl.interleave import THREAD, interleaved
from pairforge.hdl.statements import Instance
from pairforge.program.passes.prime import values_of
from pairforge.rtl.common_units import COMMON
from pairforge.rtl.datapath import hardware_of
from pairforge.schedule.plan import Placed, instance_name
from pairforge.units.base import CommonUnit, KeepingUnit, LoadableUnit
from pairforge.units.parts.representation import encoder_of, radix_of, words_of

_DATAPATH = "datapath"
_PLACE = re.compile(rf"{_DATAPATH}(\d+)|{COMMON}(\d+)_(\w+)")
_RESET = "rst"


@dataclass(frozen=True)
class UnitInCore:
    """A unit in the emitted hardware, or several that share their first operand.

    `stage`: of which stage. `unit`, `number`: what it is called there, and which of that name, or the first
    of several. `module`: of the files. `late`: cycles after its thread's cycle in which its inputs come.
    """

    stage: int
    unit: str
    number: int
    module: str
    late: int


def units_in(compiled: Compiled) -> Iterator[UnitInCore]:
    """All units, as the modules that were made have them: in datapaths, and what cores have in common."""
    found: dict[tuple[int, str], Module] = {}
    for statement in _instances(compiled.core.top):
        if place := _PLACE.match(statement.name):
            datapath, stage, unit = place.groups()
            if unit:
                found.setdefault((int(stage), unit), statement.module)
            for inside in statement.module.body if datapath else ():
                if isinstance(inside, Instance):
                    found.setdefault((int(datapath), inside.name), inside.module)
    for (number, name), module in sorted(found.items(), key=lambda item: item[0][0]):
        units = compiled.stages[number].units
        labels = {
            instance_name(p.unit, p.group): (p.unit, p.group)
            for p in compiled.stages[number].schedule.placed.values()
            if p.unit in units
        }
        if name in labels:
            yield UnitInCore(number, *labels[name], module_name(compiled, module.name), module.late)


def _instances(top: Module) -> Iterator[Instance]:
    yield from (statement for statement in top.body if isinstance(statement, Instance))
    for child in top.children:
        yield from _instances(child)


@dataclass(frozen=True)
class Replaced:
    """A module of a unit, replaced by a box.

    `numbers`: that of an operation in the box, by its attribute and how many operands it reads.
    """

    box: Box
    numbers: Mapping[tuple[int | None, int], int]


def boxes_of(compiled: Compiled, placed: Sequence[UnitInCore], netlists: Netlists) -> Mapping[str, Replaced]:
    """A box for each module of a unit."""
    found: dict[str, list[UnitInCore]] = {}
    for each in placed:
        found.setdefault(each.module, []).append(each)
    return {module: _replaced(compiled, those, netlists.boxes[module]) for module, those in found.items()}


def _replaced(compiled: Compiled, placed: Sequence[UnitInCore], netlist: Netlist) -> Replaced:
    first, threads, digits = placed[0], compiled.design.interleave, compiled.design.digits
    stage = compiled.stages[first.stage]
    unit, lanes = stage.units[first.unit], _lanes(stage, first)
    module, ports = hardware_of(unit, lanes)
    cores = unit.cores if isinstance(unit, CommonUnit) else 1
    out_late = interleaved(module, threads, first.late).late["y"] if threads > 1 else 0
    loaded = unit.loaded if isinstance(unit, LoadableUnit) else {}
    steady = tuple((name, value) for name, (_, value) in loaded.items())
    operations: list[Operation] = []
    numbers: dict[tuple[int | None, int], int] = {}
    for attribute, reads in sorted(
        {
            (p.op.attribute, len(p.op.operands))
            for each in placed
            for p in _operations(compiled.stages[each.stage], each)
        },
        key=repr,
    ):
        values = tuple(
            (control.signal, threads * control.offset, control.value) for control in unit.controls(attribute)
        )
        busy = threads * max(1, min(unit.interval(attribute), unit.latency(attribute)))
        if isinstance(unit, KeepingUnit):
            values += tuple((_RESET, cycle, 0) for cycle in range(-threads * unit.closed, busy - threads + 1))
        # From the last digits of the operands to the first of the result.
        delay = threads * (digits * (unit.latency(attribute) - 1) + 1) + out_late - first.late
        operation = Operation(values, reads, busy, threads, delay, steady)
        if operation not in operations:
            operations.append(operation)
        numbers[attribute, reads] = operations.index(operation)
    named = {(lane, i): name for name, lane, i in ports}
    operands = {
        f"y{lane or ''}": [named.get((lane, i)) or named[0, i] for i in range(len(unit.operands))]
        for lane in range(lanes)
    }
    operands |= {f"y{core}": [f"{name}{core}" for name in unit.operands] for core in range(1, cores)}
    joins = {f"y{core}": f"joins{core}" for core in range(1, cores)}
    number = DIGIT if digits > 1 else ""
    return Replaced(box_of(netlist, operands, operations, digits, number, THREAD, joins), numbers)


def _lanes(stage: CompiledStage, each: UnitInCore) -> int:
    """How many units the module is, with one first operand."""
    return 1 + max(p.lane for p in _operations(stage, each))


def _operations(stage: CompiledStage, each: UnitInCore) -> Iterator[Placed]:
    """What a unit does, or several with one first operand."""
    return (p for p in stage.schedule.placed.values() if (p.unit, p.group) == (each.unit, each.number))


def stages_with(
    compiled: Compiled, placed: Sequence[UnitInCore], made: Mapping[str, Replaced]
) -> Sequence[Stage]:
    """The stages with boxes."""
    found: list[Stage] = []
    for number, stage in enumerate(compiled.stages):
        sites = {
            (each.unit, each.number + lane): Site(
                made[each.module].box, f"y{lane or ''}", made[each.module].numbers
            )
            for each in placed
            if each.stage == number
            for lane in range(_lanes(stage, each))
        }
        program = stage.schedule.program
        held = values_of(program.constants, radix_of(stage.units), program.characteristic)
        encode = encoder_of(stage.units)
        constants = {name: encode(value) for name, value in held.items()}
        words = Words(program.characteristic, words_of(stage.units).width)
        found.append(Stage(stage.binding, sites, constants, words))
    return found
