"""Placement in steps: hard blocks move, rows are held open, and the best is kept."""

from typing import Any

import pytest

from pairforge.synth.nextpnr.flat import WANTED, top_of
from pairforge.synth.nextpnr.floorplan import Gathered
from pairforge.synth.nextpnr.room import Tables
from pairforge.synth.nextpnr.steps import Sites, placed_in_steps
from pairforge.synth.nextpnr.wires import wires_of

from .placed import netlist_of

TABLES = Tables(cell="LUT4", placed="COMB", columns=range(4), rows=range(9), sites=["A"])
WORDS = Gathered("RAM", "bank", (7,))


class Placer:
    """Places a table and a block memory, with a wire as long as is said, one time after the other."""

    def __init__(self, *lengths: int) -> None:
        self.lengths = list(lengths)
        self.wanted: list[dict[str, str]] = []

    def __call__(self, netlist: dict[str, Any]) -> dict[str, Any]:
        cells = top_of(netlist)["cells"]
        self.wanted.append({name: cell["attributes"].get(WANTED, "") for name, cell in cells.items()})
        placed = netlist_of([[(self.lengths.pop(0), 0), (0, 0)]])
        found = top_of(placed)["cells"]
        found["bank"] = found.pop("cell0_1") | {"type": "RAM"}
        return placed


def given_netlist() -> dict[str, Any]:
    cells = {name: {"type": kind, "attributes": {}} for name, kind in (("cell0_0", "LUT4"), ("bank", "RAM"))}
    return {"modules": {"core": {"attributes": {"top": "1"}, "cells": cells}}}


@pytest.mark.parametrize("lengths", [(70, 80), (80, 70)])
def test_of_a_placement_with_room_and_one_behind_it_the_better_is_kept(lengths: tuple[int, ...]) -> None:
    place = Placer(90, 10, *lengths)  # the second does not count
    sites = Sites({"RAM": (0, 7)}, WORDS, TABLES)
    placed, wires = placed_in_steps(given_netlist(), place, {"RAM": 2}, sites)
    assert wires_of(placed) == wires and wires.length == min(lengths) and not place.lengths
    first, moved, *gathered = place.wanted
    assert not any(first.values())
    assert moved["bank"] == "X0/Y0/A" and set(moved) == {"cell0_0", "bank"}
    rows = [[f"X{x}/Y{y}/A" for x in range(4) for y in (0, 3, 6)], []]
    for wanted, held in zip(gathered, rows, strict=True):
        assert wanted["bank"] == "X0/Y7/A" and not wanted["cell0_0"]
        assert [site for name, site in wanted.items() if name.startswith("holds_room")] == held


def test_a_device_of_which_nothing_is_known_is_placed_twice() -> None:
    place = Placer(20, 9)
    placed, wires = placed_in_steps(given_netlist(), place, {"RAM": 2}, Sites())
    assert wires_of(placed) == wires and wires.length == 9 and len(place.wanted) == 2
