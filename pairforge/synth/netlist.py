"""Mapped netlists on their way to place and route, in Yosys's JSON.

**Chains**: a netlist made to be measured has registers at all ports, joined to chains that need four pins.
A unit has more ports than any package has pins, and a path from a pin says where the pins are. So every input
comes from a register and every output goes to one, as in a design around it; the registers in front are one
shift register, those behind are copied to another one that shifts out. All paths of the netlist are then
between registers, and count. It works on the mapped netlist, so what is routed is what was counted, and the
registers that are added are known: see `Chained`.

Imports `timing` for the names of bits.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from pairforge.synth.timing import bit_names

__all__ = ["Chained", "chained", "plain"]

Bit = int | str
Cell = dict[str, Any]

_FLIP_FLOP = {
    "CEMUX": "1 ",  # a space behind: a text, not a number
    "CLKMUX": "CLK",
    "GSR": "DISABLED",
    "LSRMUX": "LSR",
    "REGSET": "RESET",
    "SRMODE": "LSR_OVER_CE",
}
_MUX = format(0xCACA, "016b")  # C ? B : A


@dataclass(frozen=True)
class Chained:
    """The netlist with its chains, packed by gzip; `lut` and `ff`: what was added to the circuit's own."""

    netlist: bytes
    lut: int
    ff: int


def plain(netlist: Mapping[str, Any], top: str) -> dict[str, Any]:
    """The netlist without the places of its sources; registers are called as what they hold."""
    module = netlist["modules"][top]
    names = bit_names(module)
    cells: dict[str, Cell] = {}
    for name, cell in module["cells"].items():
        held = names.get(next(iter(cell["connections"].get("Q", ())), -1))
        called = f"{held}_register" if cell["type"] == "TRELLIS_FF" and held else name
        cells[name if called in cells else called] = {**cell, "attributes": {}}
    nets = {name: {**net, "attributes": {}} for name, net in module["netnames"].items()}
    made = {**module, "cells": cells, "netnames": nets}
    return {**netlist, "modules": {**netlist["modules"], top: made}}


def chained(packed: bytes, top: str) -> Chained:
    """Join the ports of the module `top` of a flat ECP5 netlist (Yosys's JSON, packed by gzip) to chains.

    Ports after that: `clk`, `chain_in`, `chain_take` (copy results to the outgoing chain), `chain_out`.
    """
    netlist = json.loads(gzip.decompress(packed))
    module = netlist["modules"][top]
    ports: Mapping[str, Any] = module["ports"]
    fresh = count(1 + max(bit for bit in _bits_of(module) if isinstance(bit, int)))
    (clock,) = ports["clk"]["bits"]
    inputs = [bit for name, port in ports.items() if port["direction"] == "input" for bit in port["bits"]]
    outputs = [bit for port in ports.values() if port["direction"] == "output" for bit in port["bits"]]
    cells: dict[str, Cell] = dict(module["cells"])

    def register(name: str, d: Bit, q: Bit) -> None:
        cells[name] = _cell("TRELLIS_FF", _FLIP_FLOP, {"CLK": clock, "DI": d}, {"Q": q})

    before = chain_in = next(fresh)
    ins = [bit for bit in inputs if bit != clock]
    for i, bit in enumerate(ins):
        register(f"chain.in{i}", before, bit)
        before = bit
    # The way out must not end in a constant: the last register of the way in begins it.
    take = next(fresh)
    for i, bit in enumerate(outputs):
        taken, chosen, moved = next(fresh), next(fresh), next(fresh)
        register(f"chain.out{i}", bit, taken)
        choice: dict[str, Bit] = {"A": before, "B": taken, "C": take, "D": "0"}
        cells[f"chain.choose{i}"] = _cell("LUT4", {"INIT": _MUX}, choice, {"Z": chosen})
        register(f"chain.move{i}", chosen, moved)
        before = moved
    pins_of = {"clk": ("input", clock), "chain_in": ("input", chain_in), "chain_take": ("input", take)}
    pins_of["chain_out"] = ("output", before)
    made = {
        **module,
        "ports": {name: {"direction": way, "bits": [bit]} for name, (way, bit) in pins_of.items()},
        "cells": cells,
    }
    text = json.dumps({**netlist, "modules": {**netlist["modules"], top: made}}, separators=(",", ":"))
    return Chained(gzip.compress(text.encode(), mtime=0), len(outputs), len(ins) + 2 * len(outputs))


def _bits_of(module: Mapping[str, Any]) -> list[Bit]:
    """All bits that anything in the module is joined to."""
    found: list[Bit] = [0]
    for port in module["ports"].values():
        found += port["bits"]
    for cell in module["cells"].values():
        for bits in cell["connections"].values():
            found += bits
    for net in module["netnames"].values():
        found += net["bits"]
    return found


def _cell(
    kind: str, parameters: Mapping[str, str], inputs: Mapping[str, Bit], outputs: Mapping[str, Bit]
) -> Cell:
    return {
        "hide_name": 0,
        "type": kind,
        "parameters": dict(parameters),
        "attributes": {},
        "port_directions": dict.fromkeys(inputs, "input") | dict.fromkeys(outputs, "output"),
        "connections": {port: [bit] for port, bit in (*inputs.items(), *outputs.items())},
    }
