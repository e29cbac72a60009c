"""All that a mapped netlist still gets, one step after the other.

Imports the steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairforge.synth.refine.cascades import cascades
from pairforge.synth.refine.copies import copies
from pairforge.synth.refine.delays import delays
from pairforge.synth.refine.memory_registers import memory_registers
from pairforge.synth.refine.netlist import Netlist
from pairforge.synth.refine.spec import Refinement

__all__ = ["refine"]


def refine(module: Mapping[str, Any], spec: Refinement) -> dict[str, Any]:
    """The module refined; names of nets stay."""
    netlist = Netlist(module, spec)
    for step in (cascades, memory_registers, delays, copies):
        step(netlist)
    return netlist.module
