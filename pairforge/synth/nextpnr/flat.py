"""Flat netlists as Yosys and nextpnr write them in JSON: the top module, and where its cells are placed.

Imports nothing of the project.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["PLACED", "WANTED", "top_of"]

PLACED = "NEXTPNR_BEL"
"""The attribute with the site where nextpnr has placed a cell."""

WANTED = "BEL"
"""The attribute with the site where a cell is to be placed."""


def top_of(netlist: Mapping[str, Any]) -> dict[str, Any]:
    """The top module of a netlist; the others declare cells."""
    (top,) = (module for module in netlist["modules"].values() if "top" in module.get("attributes", {}))
    found: dict[str, Any] = top
    return found
