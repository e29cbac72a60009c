"""What can be known to be wrong with a design or this machine before any work is done."""

from __future__ import annotations

import re

from pairforge.compiler.compile import Traced, core_name, trace_design
from pairforge.compiler.computation import computation_of
from pairforge.compiler.field import field_of
from pairforge.compiler.threads import settled
from pairforge.errors import UserError
from pairforge.evidence import cxx, verilator
from pairforge.hdl import is_free_name
from pairforge.machine.design import Design, errors_in
from pairforge.machine.make import field_of_words
from pairforge.schedule.stage import check_program
from pairforge.storage.table import storage_of
from pairforge.targets.base import Fpga, Target
from pairforge.targets.registry import find_target

_STREAMS = re.compile(r"(collect|chain|send)\d+_\d+(_[a-z]+)*")  # modules of every core beside its units


def check_design(design: Design, target: Target | None = None) -> Traced:
    """Refuse a design whose machines cannot run its pairing; messages begin with the design's file.

    `target`: what it is built for, its own by default. Returns the design traced, for `compile_design`.

    Raises
    ------
    UserError
        Unknown target or pairing, other stages than the pairing's, parameters of a unit that do not fit the
        field, no unit for an operation, a name that cannot be a module's, block RAM that cannot be read.
    """
    own = target_of(design)
    with errors_in(design):
        if isinstance(target or own, Fpga):
            _check_memories(design)
        traced = trace_design(design)
        _check(traced)
    return traced


def target_of(design: Design, asked: str | None = None) -> Target:
    """The target that is asked for by name or file, else the design's own (UserError: there is no such)."""
    if asked is not None:
        return find_target(asked)
    try:
        return find_target(design.target)
    except UserError as error:
        raise UserError(f"{design.file}: target: {error}") from None


def _check_memories(design: Design) -> None:
    """Refuse storage that cannot be read as the memory that it is meant to be."""
    pairing = computation_of(design)
    field, threads = field_of(pairing), settled(design, pairing).interleave
    for machine in design.stages:
        width = field_of_words(machine, field).width
        machine.storage.check_threads(f"stage.{machine.name}.storage", width, threads)


def _check(traced: Traced) -> None:
    design = traced.design
    top = core_name(design)
    free = is_free_name(top) and not _STREAMS.fullmatch(top)
    for stage in traced.stages:
        for program in stage.parts.values():
            check_program(program, stage.machine, storage_of(stage.machine), stage.units)
        modules = (module for unit in stage.units.values() for module in unit.module().hierarchy())
        free = free and all(module.name != top for module in modules)
    if not free:
        raise UserError(
            f"name: {design.name!r} is a word of Verilog or one of the core's own modules; take another"
        )


def check_tools(*targets: Target) -> None:
    """Refuse to begin where a tool is missing: Verilator, a C++ compiler, what synthesis for these targets
    needs (UserError).
    """
    verilator.version()
    cxx.compiler()
    for target in targets:
        target.check()
