"""How carries go through the wide sums of a unit: one chunk after the other, or by a network over the chunks.

The first takes fewer tables and hides its cycles behind other threads; the second is for one pairing alone.

Imports pipelines and wide arithmetic.
"""

from __future__ import annotations

from typing import Any

from pairforge.hdl import Module
from pairforge.units.options import choice
from pairforge.units.parts.pipeline import Pipeline, a_period, period_of
from pairforge.units.parts.short import Short
from pairforge.units.parts.wide import Wide

RIPPLE, SELECT = "ripple", "carry-select"
"""The names of both."""


def network_option() -> Any:
    """The key of a unit's options."""
    return choice(RIPPLE, RIPPLE, SELECT, about="how carries go through sums: few tables, or few cycles")


def tag_of(network: str) -> str:
    """What it adds to the names of modules."""
    return "_select" if network == SELECT else ""


def wide_of(network: str, pipe: Pipeline, wide: int = 24) -> Wide:
    """Wide arithmetic in a pipeline; `wide`: bits of the wider operand of a multiplier block."""
    return (Short if network == SELECT else Wide)(pipe, wide)


def pipeline_of(network: str, m: Module, clock: float, threads: int, loop: int = 1) -> Pipeline:
    """A pipeline for a clock in MHz, for a unit of so many threads; `loop`: those of its loops.

    With a network and one thread a register takes each operand, as that comes from a memory in its cycle.
    """
    period = period_of(clock)
    alone = network == SELECT and threads == 1
    return Pipeline(m, loop, period, arrival=a_period(period) if alone else 0.0)
