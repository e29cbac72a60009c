"""Delay without place and route: logic levels and a labelled estimate of the clock for every family.

Levels are counted by us on the flat mapped netlist, as Yosys writes it in JSON: the most look-up tables on
any path between registers, block memories, registered DSP blocks and pins. Carry cells, wide multiplexers
and buffers add no level of their own. The frequency is a model, never a routed figure: cell delays of the 7
series as Yosys knows them (its `sta`) where it has them, assumed delays for each level elsewhere, and a fixed
delay for each net; `Timing.model` says which.

Imports the catalogue of targets, the cost tables and errors.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pairforge.catalog.targets import Delays
from pairforge.errors import CheckError
from pairforge.synth.cells import is_boundary

__all__ = ["Path", "Timing", "bit_names", "estimate", "longest_path", "parse_sta"]


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


# Inputs of a distributed RAM or shift register that its output answers within the cycle.
_ADDRESS = re.compile(r"(A\d*|DPRA\d*|ADDR[A-H]|RAD)\Z")


def _arc(cell: str, port: str) -> int | None:
    """Levels from an input of a cell to its outputs; None where the path ends at the input."""
    if cell.startswith(("RAM", "TRELLIS_DPR", "SRL")):
        return 1 if _ADDRESS.match(port) else None
    if cell.startswith(("MUXF", "PFUMX", "L6MUX", "MUXCY", "XORCY", "CARRY", "BUF", "IBUF", "OBUF")):
        return 0
    if cell == "CCU2C":
        return 0 if port == "CIN" else 1
    return 1


def longest_path(netlist: Mapping[str, Any], top: str, flip_flop: str = "") -> Path:
    """The path with the most look-up tables in module `top` of a flat netlist in Yosys's JSON.

    In a netlist of standard cells: with the most cells; `flip_flop` is what its registers are called.
    Among equals the first in the order of the file. Raises CheckError where the logic has a loop.
    """
    module = netlist["modules"][top]
    cells = [(name, cell) for name, cell in module["cells"].items() if cell["type"] != "$scopeinfo"]
    names = bit_names(module)

    # Of each bit: the most levels to reach it, and the bit before it on that path.
    level: dict[int, int] = {}
    before: dict[int, int] = {}
    origin: dict[int, str] = {}
    waiting: list[int] = []
    sinks: dict[int, list[tuple[int, int]]] = {}
    ends: list[tuple[int, str]] = []

    def source(bit: int, name: str) -> None:
        level.setdefault(bit, 0)
        origin.setdefault(bit, name)

    for port in module["ports"].values():
        if port["direction"] == "input":
            for bit in _bits(port["bits"]):
                source(bit, names.get(bit, "?"))
        else:
            ends += [(bit, names.get(bit, "?")) for bit in _bits(port["bits"])]
    outputs_of: list[list[int]] = []
    for index, (name, cell) in enumerate(cells):
        kind = cell["type"]
        boundary = kind == flip_flop or is_boundary(kind, cell.get("parameters", {}))
        outputs: list[int] = []
        inputs: list[tuple[int, int | None]] = []
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "output":
                outputs += _bits(bits)
            else:
                arc = None if boundary else _arc(kind, port)
                inputs += [(bit, arc) for bit in _bits(bits)]
        label = names.get(outputs[0], name) if outputs else name
        count = 0
        for bit, arc in inputs:
            if arc is None:
                ends.append((bit, label))
            else:
                sinks.setdefault(bit, []).append((index, arc))
                count += 1
        waiting.append(count)
        outputs_of.append(outputs)
        if count == 0:
            for bit in outputs:
                source(bit, label)

    driven = {bit for outputs in outputs_of for bit in outputs}
    for bit in sinks:
        if bit not in driven:
            source(bit, names.get(bit, "?"))

    best: list[tuple[int, int | None]] = [(0, None)] * len(cells)
    ready = deque(level)
    while ready:
        bit = ready.popleft()
        for index, arc in sinks.get(bit, ()):
            reached = level[bit] + arc
            if best[index][1] is None or reached > best[index][0]:
                best[index] = (reached, bit)
            waiting[index] -= 1
            if waiting[index] == 0:
                reached, via = best[index]
                for output in outputs_of[index]:
                    if output not in level:
                        level[output] = reached
                        if via is not None:
                            before[output] = via
                        ready.append(output)
    if any(bit not in level for bit in sinks):
        raise CheckError(f"the mapped netlist of {top} has a loop of logic without a register")

    if not ends:
        return Path(0, "-", "-")
    last, end = max(ends, key=lambda e: level.get(e[0], 0))
    first = last
    while first in before:
        first = before[first]
    return Path(level.get(last, 0), origin.get(first, names.get(first, "?")), end)


def parse_sta(report: str) -> float | None:
    """Delay of the slowest path in ns, cells alone, from a report of Yosys's `sta`; None if there is none."""
    latest = re.search(r"Latest arrival time in .* is (\d+):", report)
    return None if latest is None else int(latest[1]) / 1000


def estimate(path: Path, logic_ns: float | None, delays: Delays) -> Timing:
    """An estimate of the clock: the cells of the slowest path, and a net in front of each level and register.

    Where Yosys has cell delays, `logic_ns` is the most delay of any path in cells; the path with most levels
    need not be that one, so the model errs on the slow side. Elsewhere every level costs the family's assumed
    look-up table, and the registers at the ends theirs.
    """
    nets = (path.levels + 1) * delays.net_ns
    if logic_ns is not None:
        model = f"7-series cell delays of Yosys plus {delays.net_ns} ns a net, not routed"
        return Timing(path.levels, path.start, path.end, logic_ns, round(1000 / (logic_ns + nets), 1), model)
    cells = delays.register_ns + path.levels * delays.lut_ns
    model = (
        f"levels alone, assumed {delays.lut_ns} ns a table, {delays.net_ns} ns a net and "
        f"{delays.register_ns} ns at the registers, not calibrated, not routed"
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
