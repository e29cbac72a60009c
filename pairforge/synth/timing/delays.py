"""Delays of mapped cells and of the wires between them: what the timing analysis asks of a family.

All delays are in nanoseconds. A pin is a port of a cell, or one bit of it written as `S[3]`; `*` stands for
all its inputs, or all its outputs.

Imports nothing of the package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import log2, sqrt

__all__ = ["KINDS", "NO_DELAYS", "Arc", "CellDelays", "Delays", "Link", "Nets", "register", "table"]

KINDS = ("logic", "carry", "ram", "dsp", "wire")
"""Where the nanoseconds of a path go; flip-flops are logic."""


@dataclass(frozen=True)
class Arc:
    """A signal goes from each of the `inputs` to each of the `outputs` in `ns`."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    ns: float


@dataclass(frozen=True)
class CellDelays:
    """The delays of a cell with the parameters that it has.

    A pin that is not named, as a clock, is on no path.

    Attributes
    ----------
    kind: one of `KINDS`, what its nanoseconds count as.
    arcs: ways through it without a register.
    setup: how long before the clock's edge an input must be there.
    launch: how long after the clock's edge an output is there.
    inside: from a register of the cell to another one of the same cell.
    level: whether a way through it counts as a level of logic.
    """

    kind: str = "logic"
    arcs: tuple[Arc, ...] = ()
    setup: Mapping[str, float] = field(default_factory=dict)
    launch: Mapping[str, float] = field(default_factory=dict)
    inside: float = 0.0
    level: bool = False


NO_DELAYS = CellDelays()
"""Of a cell that is on no path, as a constant."""

Delays = CellDelays | Callable[[Mapping[str, str]], CellDelays]
"""Of a type of cells; where its parameters decide them a function of these, as they stand in Yosys's JSON."""


def table(ns: float) -> CellDelays:
    """A look-up table or gate: `ns` from each input to each output."""
    return CellDelays(arcs=(Arc(("*",), ("*",), ns),), level=True)


def register(inputs: Mapping[str, float], output: str, launch: float) -> CellDelays:
    """A flip-flop: setup of its inputs but the clock, and its output that long after the clock's edge."""
    return CellDelays(setup=inputs, launch={output: launch})


@dataclass(frozen=True)
class Link:
    """A wire between two kinds of pins that is not a general net, or not only.

    `driver`, `sink`: regular expressions for the whole of `TYPE.PORT`; `ns`: what it costs, besides the
    general net where `routed`.
    """

    driver: str
    sink: str
    ns: float = 0.0
    routed: bool = False


@dataclass(frozen=True)
class Nets:
    """The delay of wires, by what they drive and how large the netlist is.

    A general net with one sink costs `first`; every doubling of the sinks adds `doubling`. Wires are the
    longer the more cells stand around them: `spread` is added for the square root of ten thousand look-up
    tables. `links`: wires that are different, of which the first that fits counts.
    """

    first: float
    doubling: float
    spread: float = 0.0
    links: tuple[Link, ...] = ()

    def general(self, sinks: int, tables: int) -> float:
        """The delay of a general net in a netlist of so many look-up tables."""
        return self.first + self.doubling * log2(max(sinks, 1)) + self.spread * sqrt(tables / 10_000)

    def link(self, driver: str, sink: str) -> Link | None:
        """The first link that fits; None for a general net."""
        for link in self.links:
            if re.fullmatch(link.driver, driver) and re.fullmatch(link.sink, sink):
                return link
        return None
