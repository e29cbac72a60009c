"""Rows that stay free of tables, so that wires find their way.

An analytical placer packs tables as close as they fit. Where many wires lead to each, as in the network
between memories and units, a router finds no way to all of them. So some rows of tables are taken by cells
that have no wires while the netlist is placed, and are empty when it is routed
(docs/explanation/routed-clock.md). Whole rows: carry chains run along a row, and find others. Flip-flops may
stand in all.

Imports flat netlists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from pairforge.synth.nextpnr.flat import WANTED, top_of

__all__ = ["Tables", "emptied", "held"]

_HOLDS = "holds_room_"
_FULLEST = 0.75  # of the tables in the other rows: so many may be used
_EVERY = (3, 4, 6)


@dataclass(frozen=True)
class Tables:
    """Where tables stand in a device.

    Attributes
    ----------
    cell, parameters: the type of one in a netlist, and what it has there.
    placed: the type of one that is placed.
    columns, rows: of the tiles that have them.
    sites: of a tile.
    """

    cell: str
    placed: str
    columns: Sequence[int]
    rows: Sequence[int]
    sites: Sequence[str]
    parameters: Mapping[str, str] = field(default_factory=dict, hash=False)


def held(netlist: dict[str, Any], placed: Mapping[str, Any], tables: Tables) -> dict[str, Any]:
    """The netlist, changed: with cells that hold as many rows open as its tables can do without.

    `placed`: the same netlist placed, which tells how many tables it takes.
    """
    used = sum(cell["type"] == tables.placed for cell in top_of(placed)["cells"].values())
    sites = product(tables.columns, _open_rows(used, tables), tables.sites)
    cells = top_of(netlist)["cells"]
    for x, y, site in sites:
        cells[f"{_HOLDS}X{x}_Y{y}_{site}"] = {
            "hide_name": 0,
            "type": tables.cell,
            "parameters": dict(tables.parameters),
            "attributes": {WANTED: f"X{x}/Y{y}/{site}"},
            "port_directions": {},
            "connections": {},
        }
    return netlist


def _open_rows(used: int, tables: Tables) -> Sequence[int]:
    """Every third row, or as many as there is room for; none where tables are nearly all used."""
    row = len(tables.columns) * len(tables.sites)
    for every in _EVERY:
        rows = tables.rows[::every]
        if used <= _FULLEST * row * (len(tables.rows) - len(rows)):
            return rows
    return ()


def emptied(netlist: dict[str, Any]) -> dict[str, Any]:
    """The netlist, changed: without the cells that hold rows open."""
    cells = top_of(netlist)["cells"]
    for name in [name for name in cells if name.startswith(_HOLDS)]:
        del cells[name]
    return netlist
