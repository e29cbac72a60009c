"""What there is in a flat mapped netlist: registers of DSP blocks, cells of each unit.

Imports the netlist.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pairforge.synth.refine.netlist import value

__all__ = ["cells_by_unit", "dsp_registers"]


def dsp_registers(module: Mapping[str, Any], types: str, registers: Mapping[str, str]) -> dict[str, int]:
    """DSP blocks by the registers that they use, as letters: {"ABMP": 540} are 540 that use all four.

    `types`: of the blocks, a regular expression; `registers`: the parameter that says whether there is each
    of them, neither 0 nor NONE.
    """
    matching = re.compile(types)
    found = Counter(
        "".join(
            letter
            for letter, parameter in registers.items()
            if value(cell, parameter).lstrip("0") not in ("", "NONE")
        )
        for cell in module["cells"].values()
        if matching.fullmatch(cell["type"])
    )
    return dict(sorted(found.items()))


def cells_by_unit(module: Mapping[str, Any], units: Sequence[str]) -> dict[str, dict[str, int]]:
    """Types of cells and how many there are, by the instance they are in; `units`: paths, "" for the top."""
    known = set(units)
    counts: dict[str, Counter[str]] = {unit: Counter() for unit in units}
    for name, cell in module["cells"].items():
        parts = name.removeprefix("$flatten").replace("\\", "").split(".")
        path = ""
        for i in range(len(parts) - 1, 0, -1):
            if ".".join(parts[:i]) in known:
                path = ".".join(parts[:i])
                break
        counts[path][cell["type"]] += 1
    return {unit: dict(sorted(found.items())) for unit, found in counts.items()}
