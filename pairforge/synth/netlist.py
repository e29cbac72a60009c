"""Mapped netlists on their way to place and route, in Yosys's JSON.

**Copies**: a flip-flop that drives very much is there several times, see `spread`.

**Chains**: a netlist made to be measured has registers at all ports, joined to chains that need four pins.
A unit has more ports than any package has pins, and a path from a pin says where the pins are. So every input
comes from a register and every output goes to one, as in a design around it; the registers in front are one
shift register, those behind are copied to another one that shifts out. All paths of the netlist are then
between registers, and count. It works on the mapped netlist, so what is routed is what was counted, and the
registers that are added are known: see `Chained`.

**Pads and constants**: some routers want buffers at the ports and cells that drive constants.

Imports the names of bits.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from pairforge.synth.timing.names import bit_names

__all__ = ["MOST", "Chained", "Primitives", "chained", "plain"]

MOST = 64
"""Inputs that one flip-flop drives at most."""

_OUTPUT = "Q"
"""The output of a flip-flop."""

Bit = int | str
Cell = dict[str, Any]


@dataclass(frozen=True)
class Primitives:
    """The two cells of a family that chains are made of, and what else its router wants of a netlist.

    Attributes
    ----------
    register: the flip-flop, by type; `register_parameters` make it a plain one; `register_ports`: its
        clock and data; `register_constants`: what its other inputs get; its output is `Q`.
    registers: types of all flip-flops, a regular expression.
    choice: a look-up table, by type; with `choice_parameters` it is a multiplexer; `choice_ports`: what it
        gives where the select is 0, where it is 1, the select, and its output; `choice_constants`: what its
        other inputs get.
    pads: by direction of a port the buffer between it and the netlist: its type, input and output; none
        where the router puts them there.
    constants: by constant the cell that drives it: its type and output; none where the router has its own.
    open: pins that are left open where they are constant, a regular expression for `TYPE.PORT`.
    """

    register: str
    registers: str
    register_parameters: Mapping[str, str]
    register_ports: tuple[str, str]
    choice: str
    choice_parameters: Mapping[str, str]
    choice_ports: tuple[str, str, str, str]
    choice_constants: Mapping[str, str]
    register_constants: Mapping[str, str] = field(default_factory=dict)
    pads: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    constants: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    open: str = "none"


@dataclass(frozen=True)
class Chained:
    """The netlist with its chains, packed by gzip; `lut` and `ff`: what they take; `copies`: flip-flops that
    were copied because they drive too much.
    """

    netlist: bytes
    lut: int
    ff: int
    copies: int


def plain(netlist: Mapping[str, Any], top: str, registers: str | None) -> dict[str, Any]:
    """The netlist without the places of its sources; cells of the types `registers`, a regular expression,
    are called as what they hold.
    """
    module = netlist["modules"][top]
    named = re.compile(registers or "none")
    names = bit_names(module)
    cells: dict[str, Cell] = {}
    for name, cell in module["cells"].items():
        held = names.get(next(iter(cell["connections"].get(_OUTPUT, ())), -1))
        called = f"{held}_register" if named.fullmatch(cell["type"]) and held else name
        cells[name if called in cells else called] = {**cell, "attributes": {}}
    nets = {name: {**net, "attributes": {}} for name, net in module["netnames"].items()}
    made = {**module, "cells": cells, "netnames": nets}
    return {**netlist, "modules": {**netlist["modules"], top: made}}


def spread(module: Mapping[str, Any], registers: str, most: int) -> dict[str, Any]:
    """A module in which no flip-flop drives more than `most` inputs: copies share them, in their order.

    `registers`: types of flip-flops, a regular expression.

    A wire that has to reach a thousand places crosses the device. A copy has the same inputs, so it holds the
    same in every cycle, and each can stand near the places that it drives.
    """
    cells: dict[str, Cell] = {
        name: {**cell, "connections": dict(cell["connections"])} for name, cell in module["cells"].items()
    }
    copied = re.compile(registers)
    drivers = {
        cell["connections"][_OUTPUT][0]: name
        for name, cell in cells.items()
        if copied.fullmatch(cell["type"])
    }
    sinks: dict[Bit, list[tuple[str, str, int]]] = {}
    for name, cell in cells.items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input":
                for i, bit in enumerate(bits):
                    if bit in drivers:
                        sinks.setdefault(bit, []).append((name, port, i))
    fresh = count(1 + max(bit for bit in _bits_of(module) if isinstance(bit, int)))
    for bit, found in sinks.items():
        copies = -(-len(found) // most)
        for k in range(1, copies):
            own = next(fresh)
            for name, port, i in found[len(found) * k // copies : len(found) * (k + 1) // copies]:
                bits = list(cells[name]["connections"][port])
                bits[i] = own
                cells[name]["connections"][port] = bits
            original = cells[drivers[bit]]
            cells[f"{drivers[bit]}_copy{k}"] = {
                **original,
                "connections": original["connections"] | {_OUTPUT: [own]},
            }
    return {**module, "cells": cells}


def chained(packed: bytes, top: str, primitives: Primitives, most: int = MOST) -> Chained:
    """Join the ports of the module `top` of a flat mapped netlist (Yosys's JSON, packed by gzip) to chains.

    Before that, flip-flops are copied that drive more than `most` inputs, see `spread`.

    Ports after that: `clk`, `chain_in`, `chain_take` (copy results to the outgoing chain), `chain_out`.
    """
    netlist = json.loads(gzip.decompress(packed))
    whole = netlist["modules"][top]
    module = spread(whole, primitives.registers, most)
    ports: Mapping[str, Any] = module["ports"]
    fresh = count(1 + max(bit for bit in _bits_of(module) if isinstance(bit, int)))
    (clock,) = ports["clk"]["bits"]
    inputs = [bit for name, port in ports.items() if port["direction"] == "input" for bit in port["bits"]]
    outputs = [bit for port in ports.values() if port["direction"] == "output" for bit in port["bits"]]
    cells: dict[str, Cell] = dict(module["cells"])

    at_clock, at_data = primitives.register_ports
    at_low, at_high, at_select, at_chosen = primitives.choice_ports

    def register(name: str, d: Bit, q: Bit) -> None:
        inputs = {at_clock: clock, at_data: d, **primitives.register_constants}
        cells[name] = _cell(primitives.register, primitives.register_parameters, inputs, {_OUTPUT: q})

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
        choice: dict[str, Bit] = {
            at_low: before,
            at_high: taken,
            at_select: take,
            **primitives.choice_constants,
        }
        cells[f"chain.choose{i}"] = _cell(
            primitives.choice, primitives.choice_parameters, choice, {at_chosen: chosen}
        )
        register(f"chain.move{i}", chosen, moved)
        before = moved
    pins_of = {"clk": ("input", clock), "chain_in": ("input", chain_in), "chain_take": ("input", take)}
    pins_of["chain_out"] = ("output", before)
    made = _routable(
        {
            **module,
            "ports": {name: {"direction": way, "bits": [bit]} for name, (way, bit) in pins_of.items()},
            "cells": cells,
        },
        primitives,
        fresh,
    )
    text = json.dumps({**netlist, "modules": {**netlist["modules"], top: made}}, separators=(",", ":"))
    copies = len(module["cells"]) - len(whole["cells"])
    packed = gzip.compress(text.encode(), mtime=0)
    return Chained(packed, len(outputs), len(ins) + 2 * len(outputs), copies)


def _routable(module: Mapping[str, Any], primitives: Primitives, fresh: Iterator[int]) -> dict[str, Any]:
    """The module, whose ports have one bit, with the pads and cells for constants that the router wants."""
    ports: dict[str, Any] = dict(module["ports"])
    made: dict[str, Cell] = {}
    for name, port in module["ports"].items():
        if (pad := primitives.pads.get(port["direction"])) is not None:
            kind, at_input, at_output = pad
            (inside,), outside = port["bits"], next(fresh)
            ends = (outside, inside) if port["direction"] == "input" else (inside, outside)
            made[f"pad.{name}"] = _cell(kind, {}, {at_input: ends[0]}, {at_output: ends[1]})
            ports[name] = {**port, "bits": [outside]}
    driven: dict[Bit, Bit] = {constant: next(fresh) for constant in primitives.constants}
    for constant, (kind, output) in primitives.constants.items():
        made[f"constant.{constant}"] = _cell(kind, {}, {}, {output: driven[constant]})
    left_open = re.compile(primitives.open)
    cells = {
        name: {
            **cell,
            "connections": {
                port: [driven.get(bit, bit) for bit in bits]
                for port, bits in cell["connections"].items()
                if any(isinstance(bit, int) for bit in bits)
                or not left_open.fullmatch(f"{cell['type']}.{port}")
            },
        }
        for name, cell in module["cells"].items()
    }
    return {**module, "ports": ports, "cells": cells | made}


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
