"""What a cell of a mapped netlist costs, and how long it takes. The tables stand with their targets.

Counted the way the vendors' own reports count: a look-up table (LUT) of any number of inputs is one LUT;
distributed RAM and shift registers are the LUTs they occupy; wide multiplexers and carry cells sit beside the
LUTs. Block RAM is counted in blocks of 18 kbit.

Imports delays.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.synth.timing.delays import Delays

__all__ = ["Cell", "Cost"]


@dataclass(frozen=True)
class Cost:
    """What one cell occupies.

    Attributes
    ----------
    lut: LUTs in all; `lutram` and `srl` say how many of them are distributed RAM and shift registers.
    ff: flip-flops and latches.
    dsp: multiplier or DSP blocks.
    bram: blocks of 18 kbit (a 36 kbit block is two).
    carry: carry cells: one bit a cell (MUXCY), four (CARRY4), eight (CARRY8), two (CCU2C, CCU2).
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
class Cell:
    """A cell of a family: what it occupies, and its delays (`NO_DELAYS`: it is on no path)."""

    cost: Cost
    delays: Delays
