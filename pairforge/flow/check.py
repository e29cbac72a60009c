"""What can be known to be wrong with a design or this machine before any work is done."""

from __future__ import annotations

import importlib.util

from pairforge.catalog.pairings import find_pairing
from pairforge.errors import UserError
from pairforge.evidence import verilator
from pairforge.flow.compile import check_stages, program_of
from pairforge.machine.design import Design
from pairforge.rtl.library import make_units
from pairforge.rtl.units.field import BinaryField
from pairforge.schedule.stage import check_program


def check_design(design: Design) -> None:
    """Refuse a design whose machines cannot run its pairing.

    Raises
    ------
    UserError
        Unknown pairing, other stages than the pairing's, parameters of a unit that do not fit the field, no
        unit for an operation.
    """
    pairing = find_pairing(design.pairing)
    check_stages(design, pairing)
    field = BinaryField(pairing.polynomial)
    for machine, stage in zip(design.stages, pairing.stages, strict=True):
        units = make_units(machine, field, design.source or design.name)
        check_program(program_of(pairing, stage, machine, design.passes), machine, units)


def check_tools(*, synthesis: bool) -> None:
    """Refuse to begin where a tool is missing: Verilator, a C++ compiler, Yosys for synthesis (UserError)."""
    verilator.version()
    verilator.compiler()
    if synthesis and importlib.util.find_spec("pyosys") is None:
        raise UserError("synthesis needs pyosys, which is not installed: `pip install pyosys`, or --no-synth")
