"""The placement of a netlist that crowds its device, in steps; and how long its wires are.

Each step is a placement that begins with what the last one tells: where its hard blocks would have the
shortest wires (`floorplan`), how many tables it takes (`room`). Wires decide whether a crowded netlist can be
routed at all, so of what is placed the shortest is kept (docs/explanation/routed-clock.md).

Imports floorplans, rows that are held open, and flat netlists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from pairforge.synth.nextpnr.flat import PLACED, top_of
from pairforge.synth.nextpnr.floorplan import Gathered, assigned, fixed
from pairforge.synth.nextpnr.room import Tables, emptied, held

__all__ = ["Sites", "placed_in_steps", "wire_length"]

_MOST = 6  # placements with memories gathered and room
_GAIN = 0.98  # of the length of wires: the next one is worth its minutes if there are no more
_TILE = re.compile(r"X(\d+)/Y(\d+)/")
_MANY = 3_000  # a net with more pins is as long as the device, wherever its cells are


@dataclass(frozen=True)
class Sites:
    """What is known of a device's sites. Of none of it nothing needs to be.

    Attributes
    ----------
    block_rows: by nextpnr's names of hard blocks the rows in which they stand, see `floorplan`.
    words: block memories that stand side by side, see `floorplan`.
    tables: where tables stand, see `room`.
    """

    block_rows: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    words: Gathered | None = None
    tables: Tables | None = None


def placed_in_steps(
    netlist: dict[str, Any],
    place: Callable[[dict[str, Any]], dict[str, Any]],
    available: Mapping[str, int],
    sites: Sites,
) -> dict[str, Any]:
    """The netlist placed; `netlist` itself is changed.

    Parameters
    ----------
    place: places a netlist, with cells where they want to be.
    available: the types of the hard blocks, and how many sites of the type the device has.
    """
    placed = place(netlist)
    if blocks := assigned(placed, available, sites.block_rows):
        placed = place(fixed(netlist, blocks))
    if not sites.words and not sites.tables:
        return placed
    best, shortest = placed, inf
    for _ in range(_MOST):
        fixed(netlist, assigned(placed, available, sites.block_rows, sites.words))
        if sites.tables:
            held(netlist, placed, sites.tables)
        placed = emptied(place(netlist))
        length = wire_length(placed)
        gains = length <= _GAIN * shortest
        if length < shortest:
            best, shortest = placed, length
        if not gains:
            break
    return best


def wire_length(placed: Mapping[str, Any]) -> int:
    """The wires of a placed netlist, in tiles: half of the way around the pins of each net, summed."""
    boxes: dict[int, list[int]] = {}
    for cell in top_of(placed)["cells"].values():
        if found := _TILE.match(cell["attributes"].get(PLACED, "")):
            x, y = map(int, found.groups())
            for net in _nets(cell["connections"]):
                box = boxes.setdefault(net, [x, x, y, y, 0])
                box[:] = min(box[0], x), max(box[1], x), min(box[2], y), max(box[3], y), box[4] + 1
    return sum(right - left + high - low for left, right, low, high, pins in boxes.values() if pins <= _MANY)


def _nets(connections: Mapping[str, Sequence[int | str]]) -> list[int]:
    return [bit for bits in connections.values() for bit in bits if isinstance(bit, int)]
