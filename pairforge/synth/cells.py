"""What a cell of a mapped netlist costs, and what it is on a path. The tables stand with their targets.

Counted the way the vendors' own reports count: a look-up table (LUT) of any number of inputs is one LUT;
distributed RAM and shift registers are the LUTs they occupy; wide multiplexers and carry cells sit beside the
LUTs. Block RAM is counted in blocks of 18 kbit.

Imports nothing of the package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["REGISTER", "THROUGH", "Arcs", "Cell", "Cost"]


@dataclass(frozen=True)
class Cost:
    """What one cell occupies.

    Attributes
    ----------
    lut: LUTs in all; `lutram` and `srl` say how many of them are distributed RAM and shift registers.
    ff: flip-flops and latches.
    dsp: multiplier or DSP blocks.
    bram: blocks of 18 kbit (a 36 kbit block is two).
    carry: carry cells: one bit a cell (MUXCY), four (CARRY4), eight (CARRY8), two (CCU2C).
    muxf: wide-multiplexer cells.
    """

    lut: int = 0
    ff: int = 0
    dsp: int = 0
    bram: int = 0
    carry: int = 0
    muxf: int = 0
    lutram: int = 0
    srl: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))

    def __mul__(self, count: int) -> Cost:
        return Cost(*(count * value for value in vars(self).values()))


@dataclass(frozen=True)
class Arcs:
    """Levels of logic from the inputs of a cell to its outputs.

    Attributes
    ----------
    levels: from every input that `ports` does not name. None: paths end at it; where they end at all inputs,
        they begin at the outputs.
    ports: levels from inputs whose whole names match a regular expression.
    registers: parameters that say whether the cell registers its result. Where one of them is there and is
        neither zero nor NONE, paths end at all inputs.
    """

    levels: int | None = 1
    ports: Mapping[str, int | None] = field(default_factory=dict)
    registers: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Plain data, for JSON; `of_data` reads it."""
        return asdict(self)

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> Arcs:
        """The object that `as_data` wrote."""
        return Arcs(data["levels"], data["ports"], tuple(data["registers"]))

    def of(self, port: str, parameters: Mapping[str, str]) -> int | None:
        """Levels from an input of a cell with these parameters (Yosys's JSON); None where paths end."""
        if any(parameters.get(name, "").strip("0") not in ("", "NONE") for name in self.registers):
            return None
        for pattern, levels in self.ports.items():
            if re.fullmatch(pattern, port):
                return levels
        return self.levels


REGISTER = Arcs(None)
"""Paths end at the inputs and begin at the outputs."""
THROUGH = Arcs(0)
"""On paths, without a level of its own: carry cells, wide multiplexers, buffers."""


@dataclass(frozen=True)
class Cell:
    """A cell of a family: what it occupies, and its levels on a path (one, where nothing is said)."""

    cost: Cost = Cost()
    arcs: Arcs = Arcs()
