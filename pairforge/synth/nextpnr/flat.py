"""Flat netlists as Yosys and nextpnr write them in JSON: the top module, and where its cells are placed.

Imports nothing of the project.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

__all__ = ["PLACED", "WANTED", "Site", "sites_and_nets", "top_of"]

PLACED = "NEXTPNR_BEL"
"""The attribute with the site where nextpnr has placed a cell."""

WANTED = "BEL"
"""The attribute with the site where a cell is to be placed."""

Site = tuple[int, int, str]
"""Column and row of a tile, and the name of the site in it."""

_SITE = re.compile(r"X(\d+)/Y(\d+)/(.+)")


def top_of(netlist: Mapping[str, Any]) -> dict[str, Any]:
    """The top module of a netlist; the others declare cells."""
    (top,) = (module for module in netlist["modules"].values() if "top" in module.get("attributes", {}))
    found: dict[str, Any] = top
    return found


def sites_and_nets(module: Mapping[str, Any]) -> tuple[dict[str, Site], dict[int, set[str]]]:
    """Of the top module of a placed netlist: where each cell is, and the cells on each net."""
    at: dict[str, Site] = {}
    nets: dict[int, set[str]] = defaultdict(set)
    for name, cell in module["cells"].items():
        if found := _SITE.fullmatch(cell["attributes"].get(PLACED, "")):
            at[name] = int(found[1]), int(found[2]), found[3]
            for bits in cell["connections"].values():
                for bit in bits:
                    nets[bit].add(name)
    return at, nets
