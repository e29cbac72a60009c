"""What can be known to be wrong with a design or this machine before any work is done."""

from __future__ import annotations

import importlib.util
import re

from pairforge.errors import UserError
from pairforge.evidence import verilator
from pairforge.flow.compile import core_name, pairing_of, program_of, stages_of
from pairforge.flow.field import field_of
from pairforge.machine.design import Design, errors_in
from pairforge.rtl.hdl import is_free_name
from pairforge.rtl.library import make_units
from pairforge.schedule.stage import check_program

_STREAMS = re.compile(r"(collect|chain|send)\d+_\d+(_[a-z]+)*")  # modules of every core beside its units


def check_design(design: Design) -> None:
    """Refuse a design whose machines cannot run its pairing; messages begin with the design's file.

    Raises
    ------
    UserError
        Unknown pairing, other stages than the pairing's, parameters of a unit that do not fit the field, no
        unit for an operation, a name that cannot be a module's.
    """
    with errors_in(design):
        _check(design)


def _check(design: Design) -> None:
    pairing = pairing_of(design)
    stages = stages_of(design, pairing)
    field = field_of(pairing)
    top = core_name(design)
    free = is_free_name(top) and not _STREAMS.fullmatch(top)
    for i, (machine, stage) in enumerate(zip(design.stages, stages, strict=True)):
        units = make_units(machine, field)
        checks = design.checks and i == 0
        program = program_of(pairing, stage, machine, design.passes, units, checks=checks)
        check_program(program, machine, units)
        free = free and all(m.name != top for unit in units.values() for m in unit.module().hierarchy())
    if not free:
        raise UserError(
            f"name: {design.name!r} is a word of Verilog or one of the core's own modules; take another"
        )


def check_tools(*, synthesis: bool) -> None:
    """Refuse to begin where a tool is missing: Verilator, a C++ compiler, Yosys for synthesis (UserError)."""
    verilator.version()
    verilator.compiler()
    if synthesis and importlib.util.find_spec("pyosys") is None:
        raise UserError("synthesis needs pyosys, which is not installed: `pip install pyosys`, or --no-synth")
