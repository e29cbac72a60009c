"""Pins that get their sites behind the placement.

An analytical placer begins with the shortest wires there could be, if cells were allowed to lie on each
other. What pulls them apart then is what has its place already: pins alone, in a netlist with no other
constraint. A board has them on a few sites of one edge. All cells begin in a heap there, and what belongs
together is torn apart when they are spread. With pins at random sites of all edges, wires are a third shorter
(docs/explanation/routed-clock.md). So the netlist is placed with such pins. Then these are moved to their
sites, and their few wires become longer.

Imports flat netlists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairforge.synth.nextpnr.flat import PLACED, WANTED, top_of

__all__ = ["moved", "ports_alone"]


def ports_alone(netlist: Mapping[str, Any]) -> dict[str, Any]:
    """The ports of the top module alone. Packed with constraints, it has the sites of all pins."""
    top = top_of(netlist)
    bare = {"attributes": top["attributes"], "ports": top["ports"], "cells": {}, "netnames": {}}
    return {"modules": {"top": bare}}


def moved(placed: dict[str, Any], packed: Mapping[str, Any]) -> dict[str, Any]:
    """A placed netlist with each pin at its site; `placed` itself is changed.

    `packed`: `ports_alone` of the same netlist, packed by nextpnr with the constraints. A pin is a cell of it
    with a site that is wanted; its other attributes are the rest of its constraints.

    Raises KeyError where a pin is not in the netlist.
    """
    cells = top_of(placed)["cells"]
    for name, pin in top_of(packed)["cells"].items():
        wanted = dict(pin["attributes"])
        if site := wanted.pop(WANTED, None):
            cells[name]["attributes"] |= {PLACED: site, **wanted}
    return placed
