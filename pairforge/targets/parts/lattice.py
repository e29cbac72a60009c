"""What the families of Lattice share: slices of two look-up tables of 4 inputs, and how Yosys maps to them.

Imports synthesis, the target interface and the constraint formats.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.synth.cells import Cell, Cost
from pairforge.synth.family import Flow
from pairforge.synth.refine.spec import Counter, DelayCell, Refinement
from pairforge.synth.timing.delays import Delays
from pairforge.targets.base import FusesocFlow, SliceRule

__all__ = ["LUT_INPUTS", "MULTIPLEXER", "SLICE", "VENDOR", "cells", "flow", "ring", "synthesis"]

VENDOR = "Lattice"
LUT_INPUTS = 4
SLICE = SliceRule(2, 2, "a slice is 2 LUT4 + 2 FF: ceil(max(LUT, FF) / 2)")

MULTIPLEXER = 0xCACA
"""Contents of a look-up table that is a multiplexer: C ? B : A."""


def ring(memory: str, contents: str) -> DelayCell:
    """Distributed RAM of 16 words of 4 bits that delays, of the type `memory`; `contents`: of a table, see
    `Counter`.
    """
    return DelayCell(
        memory,
        "DI",
        "DO",
        "WCK",
        ("WRE",),
        ((("RAD", 4),), (("WAD", 4),)),
        longest=16,
        tables_in_slice=2,
        registers_in_slice=2,
        lanes=4,
        tables=6,
        counter=Counter("LUT4", ("A", "B", "C", "D"), "Z", "INIT", contents, cells=8),
    )


def cells(delays: Mapping[str, Delays], costs: Mapping[str, Cost]) -> dict[str, Cell]:
    """All cells that have delays, with their costs; a cell that is not in `costs` costs nothing."""
    return {kind: Cell(costs.get(kind, Cost()), found) for kind, found in delays.items()}


def flow(
    arch: str,
    fine: tuple[str, ...],
    *,
    before: tuple[str, ...] = (),
    options: str = "",
    blocks: str,
    refinement: Refinement,
    dsp_types: str,
    dsp_registers: Mapping[str, str],
) -> Flow:
    """Yosys's `synth_ARCH` up to the mapping of logic, and `fine` behind it; no multiplexers behind tables.

    `before`: commands before all of it; `options`: further ones of `synth_ARCH`; the others: see `Flow`.
    """
    command = f"synth_{arch} -nowidelut{options} -noflatten -top {{module}}"
    return Flow(
        coarse=(*before, f"{command} -run coarse:map_luts", "techmap -map +/lattice/latches_map.v"),
        fine=tuple(step.replace("{command}", command) for step in fine),
        blocks=blocks,
        refinement=refinement,
        dsp_types=dsp_types,
        dsp_registers=dsp_registers,
        cells=(f"-specify +/lattice/cells_sim_{arch}.v +/lattice/cells_bb_{arch}.v",),
    )


def synthesis(arch: str, options: tuple[str, ...] = ()) -> FusesocFlow:
    """Synthesis in Yosys, by its own flow."""
    return FusesocFlow(
        "synth",
        f"Synthesis for {arch} in Yosys",
        "generic",
        {
            "tool": "yosys",
            "arch": arch,
            "yosys_synth_options": ["-nowidelut", *options],
            "output_format": "json",
        },
    )
