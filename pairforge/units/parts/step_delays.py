"""How long the steps of a pipeline take, ns on a 7-series device: they decide where registers go.

The figures are those of the timing analysis (`targets.parts.amd_delays.SEVEN_SERIES`), rounded, with a wire
of moderate fan-out in front of each step. Other families are slower or faster by a factor. The analysis of
the mapped netlist has the last word.

Imports nothing of the package.
"""

from __future__ import annotations

__all__ = [
    "BLOCK_IN",
    "BLOCK_OUT",
    "BLOCK_PRODUCT",
    "BLOCK_PRODUCT_IN",
    "BLOCK_SUM",
    "BLOCK_WHOLE",
    "LAUNCH",
    "chain",
    "chunk_for",
    "table",
]

LAUNCH = 0.34
"""Clock to output of a flip-flop."""

_NET, _TABLE = 0.8, 0.124
_ENTER, _CELL, _LEAVE = 0.45, 0.114, 0.33  # of a carry chain; a cell is four bits

BLOCK_WHOLE = 3.84
"""Through a multiplier block without registers."""
BLOCK_PRODUCT_IN = 1.93 + _NET
"""From a register to that of the product inside a block, whose inputs have none."""
BLOCK_PRODUCT = 2.3
"""Clock to output of a block with a register for the product alone, an addition in the block included."""
BLOCK_SUM = 1.3
"""The addition in a block, where its product has no register."""
BLOCK_IN = 0.45 + _NET
"""To the register at an input of a block."""
BLOCK_OUT = 0.43
"""Clock to output of the register behind a block."""


def chain(bits: int, levels: float = 1) -> float:
    """An addition of so many bits with tables in front of each."""
    # A bit below takes the carry in, one above gives the carry out.
    return table(levels) + _ENTER + _LEAVE + _CELL * (-(-(bits + 2) // 4) - 1)


def table(levels: float = 1) -> float:
    """Look-up tables one behind the other."""
    return levels * (_NET + _TABLE)


def chunk_for(period: float, levels: float = 1) -> int:
    """The most bits of an addition between two registers, a multiple of four from 8 to 96."""
    fitting = (bits for bits in range(8, 100, 4) if LAUNCH + chain(bits, levels) <= period)
    return max(fitting, default=8)
