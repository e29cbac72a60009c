"""A flat mapped netlist in Yosys's JSON, while it is refined.

Imports what a family's cells are called, and the names of bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from pairforge.synth.refine.spec import Refinement
from pairforge.synth.timing.names import bit_names

__all__ = ["Bit", "Cell", "Netlist", "Sink", "value"]

Cell = dict[str, Any]
Bit = int | str
Sink = tuple[str, str, int]
"""Cell, port and place of an input."""


class Netlist:
    """The cells of a module, which the steps change in place.

    Attributes
    ----------
    module, spec: the module, a copy, and what its family has.
    cells: by name.
    names: of bits, where they have one that can be read.
    fresh: numbers of bits that are not there yet.
    """

    def __init__(self, module: Mapping[str, Any], spec: Refinement) -> None:
        self.spec = spec
        self.cells: dict[str, Cell] = {
            name: {**cell, "connections": dict(cell["connections"]), "parameters": dict(cell["parameters"])}
            for name, cell in module["cells"].items()
        }
        self.module = {**module, "cells": self.cells, "netnames": dict(module["netnames"])}
        bits = [b for cell in self.cells.values() for p in cell["connections"].values() for b in p]
        bits += [b for port in module["ports"].values() for b in port["bits"]]
        bits += [b for net in module["netnames"].values() for b in net["bits"]]
        self.names = bit_names(module)
        self.fresh = count(1 + max((b for b in bits if isinstance(b, int)), default=1))

    def sinks(self) -> dict[int, list[Sink]]:
        """Every input that a bit drives; outputs of the module have no cell."""
        found: dict[int, list[Sink]] = {}
        for name, cell in self.cells.items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"].get(port) == "input":
                    for place, bit in enumerate(bits):
                        if isinstance(bit, int):
                            found.setdefault(bit, []).append((name, port, place))
        for name, port_ in self.module["ports"].items():
            if port_["direction"] != "input":
                for place, bit in enumerate(port_["bits"]):
                    if isinstance(bit, int):
                        found.setdefault(bit, []).append(("", name, place))
        return found

    def of(self, types: str) -> Iterator[tuple[str, Cell]]:
        """The cells of types that match."""
        matching = re.compile(types)
        return ((name, cell) for name, cell in list(self.cells.items()) if matching.fullmatch(cell["type"]))

    def named_like(self, bit: int, original: int) -> None:
        """Call a new bit as the one that it is a copy of."""
        held = self.names.get(original)
        if held is not None:
            self.named(bit, held, f"{held}_copy{bit}")

    def named(self, bit: int, name: str, net: str) -> None:
        """Give a new bit a name, and a net of its own."""
        self.names[bit] = name
        self.module["netnames"][net] = {"hide_name": 0, "bits": [bit], "attributes": {}}


def value(cell: Mapping[str, Any], key: str) -> str:
    """A parameter of a cell; empty where it is not given."""
    return str(cell["parameters"].get(key, "")).strip()
