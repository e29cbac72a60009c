"""What can be known to be wrong with a design or this machine before any work is done."""

from __future__ import annotations

import re

from pairforge.compiler.compile import core_name, pairing_of, program_of, stages_of
from pairforge.compiler.field import field_of
from pairforge.compiler.threads import settled, unit_clock
from pairforge.errors import UserError
from pairforge.evidence import verilator
from pairforge.hdl import is_free_name
from pairforge.machine.design import Design, errors_in
from pairforge.machine.make import make_units
from pairforge.schedule.stage import check_program
from pairforge.storage.table import storage_of
from pairforge.targets.base import Fpga, Target
from pairforge.targets.registry import find_target

_STREAMS = re.compile(r"(collect|chain|send)\d+_\d+(_[a-z]+)*")  # modules of every core beside its units


def check_design(design: Design, target: Target | None = None) -> None:
    """Refuse a design whose machines cannot run its pairing; messages begin with the design's file.

    `target`: what it is built for, its own by default.

    Raises
    ------
    UserError
        Unknown target or pairing, other stages than the pairing's, parameters of a unit that do not fit the
        field, no unit for an operation, a name that cannot be a module's, block RAM that cannot be read.
    """
    own = target_of(design)
    with errors_in(design):
        _check(design, target or own)


def target_of(design: Design, asked: str | None = None) -> Target:
    """The target that is asked for by name or file, else the design's own (UserError: there is no such)."""
    if asked is not None:
        return find_target(asked)
    try:
        return find_target(design.target)
    except UserError as error:
        raise UserError(f"{design.file}: target: {error}") from None


def _check(design: Design, target: Target) -> None:
    pairing = pairing_of(design)
    design = settled(design, pairing)
    stages = stages_of(design, pairing)
    field = field_of(pairing)
    top = core_name(design)
    free = is_free_name(top) and not _STREAMS.fullmatch(top)
    for i, (machine, stage) in enumerate(zip(design.stages, stages, strict=True)):
        if isinstance(target, Fpga):
            machine.storage.check_threads(f"stage.{machine.name}.storage", field.width, design.interleave)
        units = make_units(machine, field, unit_clock(design), design.interleave)
        checks = design.checks and i == 0
        program = program_of(pairing, stage, machine, design.passes, units, checks=checks)
        check_program(program, machine, storage_of(machine), units)
        free = free and all(m.name != top for unit in units.values() for m in unit.module().hierarchy())
    if not free:
        raise UserError(
            f"name: {design.name!r} is a word of Verilog or one of the core's own modules; take another"
        )


def check_tools(*targets: Target) -> None:
    """Refuse to begin where a tool is missing: Verilator, a C++ compiler, what synthesis for these targets
    needs (UserError).
    """
    verilator.version()
    verilator.compiler()
    for target in targets:
        target.check()
