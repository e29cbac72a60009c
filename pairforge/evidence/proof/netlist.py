"""A core as Yosys reads it: one flat netlist of word-level cells, functional units left as boxes.

Nothing of what made the Verilog is used here. Imports the Yosys runner and `pairforge.errors`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pairforge.evidence import _yosys
from pairforge.evidence.netlist import reading

Bit = int | str
"""A wire's number, or a constant: "0", "1", "x", "z"."""


@dataclass(frozen=True)
class Cell:
    """A cell of Yosys's library, or a box. `pins`: the bits at each port, the lowest first."""

    name: str
    kind: str
    pins: Mapping[str, Sequence[Bit]]
    parameters: Mapping[str, int]
    outputs: frozenset[str]

    def input_pins(self) -> Iterator[tuple[str, Sequence[Bit]]]:
        """What it reads."""
        return ((port, bits) for port, bits in self.pins.items() if port not in self.outputs)


@dataclass(frozen=True)
class Netlist:
    """One module, flat.

    `inputs`, `outputs`: the bits of its ports. `text`: the same as Verilog, of a core.
    """

    top: str
    cells: Sequence[Cell]
    inputs: Mapping[str, Sequence[Bit]]
    outputs: Mapping[str, Sequence[Bit]]
    nets: Mapping[str, Sequence[Bit]]
    text: str

    @cached_property
    def names(self) -> Mapping[Bit, str]:
        """A name for each wire: that of the net whose name is shortest."""
        found: dict[Bit, str] = {}
        for name in sorted(self.nets, key=lambda name: (-len(name), name)):
            bits = self.nets[name]
            for i, bit in enumerate(bits):
                found[bit] = f"{name}[{i}]" if len(bits) > 1 else name
        return found

    @property
    def content(self) -> str:
        """Its cells and ports, as text that is the same for the same netlist.

        Numbers are hexadecimal: the table in a cell may have more digits than Python writes in decimal.
        """
        cells = [
            (each.kind, {**each.pins}, {name: hex(value) for name, value in each.parameters.items()})
            for each in self.cells
        ]
        return repr((self.top, cells, {**self.inputs}, {**self.outputs}))

    @cached_property
    def drivers(self) -> Mapping[Bit, Cell]:
        """The cell that drives each wire; none for what comes in."""
        return {
            bit: cell for cell in self.cells for port in cell.outputs for bit in cell.pins[port] if bit != "x"
        }


@dataclass(frozen=True)
class Design:
    """A core with boxes, and what is in each of the boxes, by the names of their modules."""

    core: Netlist
    boxes: Mapping[str, Netlist]


def read(files: Mapping[str, str], top: str, boxes: Collection[str] = ()) -> Design:
    """The netlist of a core (file name to Verilog); modules called `boxes` stay cells of it.

    Raises CheckError where Yosys refuses it, or finds a wire with two drivers or with none.
    """
    clean = ("opt_clean", "memory_collect", "opt_clean")
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        script = [
            *reading(files, folder, top),
            *(f"flatten {box}" for box in boxes),
            *(*clean, "write_json -noscopeinfo boxes.json"),
            *(f"blackbox {box}" for box in boxes),
            # Enables of bits that are the same are one wire: a simulator then writes a memory by words.
            *("flatten", *clean, "opt_reduce", "opt_clean", "check -assert"),
            *("write_json -noscopeinfo core.json", "write_verilog -noattr core.v"),
        ]
        _yosys.check(script, folder, top)
        inside, outside = (
            json.loads((folder / name).read_text())["modules"] for name in ("boxes.json", "core.json")
        )
        text = (folder / "core.v").read_text()
    return Design(_netlist(outside, top, text), {box: _netlist(inside, box, "") for box in boxes})


def _netlist(modules: Mapping[str, Any], top: str, text: str) -> Netlist:
    module = modules[top]
    ports = module["ports"]
    return Netlist(
        top,
        [_cell(name, made, modules) for name, made in module["cells"].items()],
        {name: port["bits"] for name, port in ports.items() if port["direction"] == "input"},
        {name: port["bits"] for name, port in ports.items() if port["direction"] == "output"},
        {name: net["bits"] for name, net in module["netnames"].items()},
        text,
    )


def _cell(name: str, made: Mapping[str, Any], modules: Mapping[str, Any]) -> Cell:
    kind = made["type"]
    if kind in modules:
        ports = modules[kind]["ports"]
        outputs = frozenset(port for port, of in ports.items() if of["direction"] == "output")
    else:
        directions = made["port_directions"]
        outputs = frozenset(port for port, way in directions.items() if way == "output")
    parameters = {key: int(value, 2) for key, value in made["parameters"].items() if set(value) <= {"0", "1"}}
    return Cell(name, kind, made["connections"], parameters, outputs)
