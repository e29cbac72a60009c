"""The placement of a netlist that crowds its device, in steps.

Each step is a placement that begins with what the last one tells: where its hard blocks would have the
shortest wires (`floorplan`). One of them has rows of tables held open (`room`). What is spread so has its
hard blocks further apart, and with these the last step finds shorter wires that crowd less. Wires decide
whether a crowded netlist can be routed at all (`wires`), so the better of the last two is kept
(docs/explanation/routed-clock.md).

Imports floorplans, rows that are held open, and wires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pairforge.synth.nextpnr.floorplan import Gathered, assigned, fixed
from pairforge.synth.nextpnr.room import Tables, emptied, held
from pairforge.synth.nextpnr.wires import Wires, wires_of

__all__ = ["Sites", "placed_in_steps"]


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
) -> tuple[dict[str, Any], Wires]:
    """The netlist placed, and its wires; `netlist` itself is changed.

    Parameters
    ----------
    place: places a netlist, with cells where they want to be.
    available: the types of the hard blocks, and how many sites of the type the device has.
    """
    placed = place(netlist)
    if blocks := assigned(placed, available, sites.block_rows):
        placed = place(fixed(netlist, blocks))
    if not sites.words and not sites.tables:
        return placed, wires_of(placed)
    made = []
    for room in (True, False):
        fixed(netlist, assigned(placed, available, sites.block_rows, sites.words))
        if room and sites.tables:
            held(netlist, placed, sites.tables)
        placed = emptied(place(netlist))
        emptied(netlist)
        made.append((placed, wires_of(placed)))
    return min(made, key=lambda found: found[1].strain)
