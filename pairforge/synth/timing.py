"""Delay without place and route: logic levels and a labelled estimate of the clock for every family.

Levels are counted by us on the flat mapped netlist, as Yosys writes it in JSON: the most look-up tables on
any path between registers, block memories, registered DSP blocks and pins. Carry cells, wide multiplexers
and buffers add no level of their own (`cells.Arcs`). The frequency is a model, never a routed figure: cell
delays as Yosys knows them (its `sta`) where it has them, assumed delays for each level elsewhere, and a fixed
delay for each net; `Timing.model` says which.

Imports the cells and errors.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pairforge.errors import CheckError
from pairforge.synth.cells import Arcs

__all__ = ["Delays", "Path", "Timing", "TimingModel", "bit_names", "longest_path", "parse_sta"]


@dataclass(frozen=True)
class Path:
    """The longest path: look-up tables on it, and the names of the registers or pins at its ends."""

    levels: int
    start: str
    end: str


@dataclass(frozen=True)
class Timing:
    """Delay of a mapped netlist before routing.

    Attributes
    ----------
    levels: look-up tables on the longest path.
    start, end: the registers or pins it runs between.
    logic_ns: delay of the slowest path in cells alone, ns, estimated; None without a delay table.
    fmax_mhz: estimated clock frequency, MHz.
    model: how the estimate was made, in words.
    """

    levels: int
    start: str
    end: str
    logic_ns: float | None
    fmax_mhz: float
    model: str

    def as_json(self) -> dict[str, float | str]:
        """The `timing` entry of result.json."""
        return {"fmax_mhz": self.fmax_mhz, "kind": "estimated"}


class _Graph:
    """A flat netlist as bits and the cells between them, for the search of the longest path.

    Attributes
    ----------
    names: of bits.
    sinks: of each bit the cells (by number) that a path goes on through, with their levels.
    outputs: bits that a cell drives; `waiting`: inputs of a cell that are not reached yet.
    starts: bits where paths begin, with the name of the register or pin there.
    ends: the same for where they end, in the order of the file; a bit may be there more than once.
    """

    def __init__(self, module: Mapping[str, Any], cells: Mapping[str, Arcs], other: Arcs) -> None:
        self.names = bit_names(module)
        self.sinks: dict[int, list[tuple[int, int]]] = {}
        self.outputs: list[list[int]] = []
        self.waiting: list[int] = []
        self.starts: dict[int, str] = {}
        self.ends: list[tuple[int, str]] = []
        for port in module["ports"].values():
            for bit in _bits(port["bits"]):
                if port["direction"] == "input":
                    self.starts.setdefault(bit, self.name(bit))
                else:
                    self.ends.append((bit, self.name(bit)))
        for name, cell in module["cells"].items():
            if cell["type"] != "$scopeinfo":
                self._add(name, cell, cells.get(cell["type"], other))
        driven = {bit for outputs in self.outputs for bit in outputs}
        for bit in self.sinks:
            if bit not in driven:
                self.starts.setdefault(bit, self.name(bit))

    def name(self, bit: int) -> str:
        return self.names.get(bit, "?")

    def _add(self, name: str, cell: Mapping[str, Any], arcs: Arcs) -> None:
        outputs: list[int] = []
        inputs: list[tuple[int, int | None]] = []
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "output":
                outputs += _bits(bits)
            else:
                levels = arcs.of(port, cell.get("parameters", {}))
                inputs += [(bit, levels) for bit in _bits(bits)]
        label = self.names.get(outputs[0], name) if outputs else name
        count = 0
        for bit, levels in inputs:
            if levels is None:
                self.ends.append((bit, label))
            else:
                self.sinks.setdefault(bit, []).append((len(self.outputs), levels))
                count += 1
        self.waiting.append(count)
        self.outputs.append(outputs)
        if count == 0:
            for bit in outputs:
                self.starts.setdefault(bit, label)


def longest_path(
    netlist: Mapping[str, Any], top: str, cells: Mapping[str, Arcs], other: Arcs | None = None
) -> Path:
    """The path with the most levels of logic in module `top` of a flat netlist in Yosys's JSON.

    `cells`: levels through the cells, by type; `other`: through those that are not named, by default one.
    Among equals the first in the order of the file. Raises CheckError where the logic has a loop.
    """
    graph = _Graph(netlist["modules"][top], cells, other or Arcs())
    # Of each bit: the most levels to reach it, and the bit before it on that path.
    level: dict[int, int] = dict.fromkeys(graph.starts, 0)
    before: dict[int, int] = {}
    best: list[tuple[int, int | None]] = [(0, None)] * len(graph.outputs)
    waiting = list(graph.waiting)
    ready = deque(level)
    while ready:
        bit = ready.popleft()
        for index, levels in graph.sinks.get(bit, ()):
            reached = level[bit] + levels
            if best[index][1] is None or reached > best[index][0]:
                best[index] = (reached, bit)
            waiting[index] -= 1
            if waiting[index]:
                continue
            reached, via = best[index]
            for output in graph.outputs[index]:
                if output not in level:
                    level[output] = reached
                    if via is not None:
                        before[output] = via
                    ready.append(output)
    if any(bit not in level for bit in graph.sinks):
        raise CheckError(f"the mapped netlist of {top} has a loop of logic without a register")
    if not graph.ends:
        return Path(0, "-", "-")
    last, end = max(graph.ends, key=lambda e: level.get(e[0], 0))
    first = last
    while first in before:
        first = before[first]
    return Path(level.get(last, 0), graph.starts.get(first, graph.name(first)), end)


def parse_sta(report: str) -> float | None:
    """Delay of the slowest path in ns, cells alone, from a report of Yosys's `sta`; None if there is none."""
    latest = re.search(r"Latest arrival time in .* is (\d+):", report)
    return None if latest is None else int(latest[1]) / 1000


class TimingModel(Protocol):
    """How the clock of a family is estimated before place and route.

    `cell_delays`: whose delays of cells Yosys has for the family, in words; empty where it has none.
    """

    @property
    def cell_delays(self) -> str: ...

    def estimate(self, path: Path, logic_ns: float | None) -> Timing:
        """The estimate. `logic_ns`: delay of the slowest path in cells alone, None where it is not known."""
        ...


@dataclass(frozen=True)
class Delays:
    """Assumed delays, ns: the cells of the slowest path, and a net in front of each level and register.

    Round values of the right size, neither from a data sheet nor calibrated: `lut_ns` of a look-up table and
    `register_ns` for the registers at both ends of a path (not used where Yosys has `cell_delays`), `net_ns`
    of a routed net.

    Where Yosys has cell delays, the path with most levels need not be the slowest one in cells, so the model
    errs on the slow side. Elsewhere every level costs the family's assumed look-up table, and the registers
    at the ends theirs.
    """

    lut_ns: float
    register_ns: float
    net_ns: float
    cell_delays: str = ""

    def estimate(self, path: Path, logic_ns: float | None) -> Timing:
        """See `TimingModel`."""
        nets = (path.levels + 1) * self.net_ns
        if logic_ns is not None:
            model = f"{self.cell_delays} plus {self.net_ns} ns a net, not routed"
            return Timing(
                path.levels, path.start, path.end, logic_ns, round(1000 / (logic_ns + nets), 1), model
            )
        cells = self.register_ns + path.levels * self.lut_ns
        model = (
            f"levels alone, assumed {self.lut_ns} ns a table, {self.net_ns} ns a net and "
            f"{self.register_ns} ns at the registers, not calibrated, not routed"
        )
        return Timing(path.levels, path.start, path.end, None, round(1000 / (cells + nets), 1), model)


def _bits(bits: list[int | str]) -> list[int]:
    """The bits that are nets, without the constants."""
    return [bit for bit in bits if isinstance(bit, int)]


def bit_names(module: Mapping[str, Any]) -> dict[int, str]:
    """The shortest public name of each bit of a module, a port of the top only where there is no other."""
    found: dict[int, tuple[bool, int, str]] = {}
    for name, net in module["netnames"].items():
        if net.get("hide_name"):
            continue
        bits = net["bits"]
        for index, bit in enumerate(bits):
            if isinstance(bit, int):
                text = name if len(bits) == 1 else f"{name}[{index}]"
                key = (name in module["ports"], len(text), text)
                if bit not in found or key < found[bit]:
                    found[bit] = key
    return {bit: text for bit, (_, _, text) in found.items()}
