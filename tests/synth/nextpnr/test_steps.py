"""Placement in steps: hard blocks move, rows are held open, and the shortest wires are kept."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.synth.nextpnr.flat import WANTED, top_of
from pairforge.synth.nextpnr.floorplan import Gathered
from pairforge.synth.nextpnr.program import stuck
from pairforge.synth.nextpnr.room import Tables
from pairforge.synth.nextpnr.steps import Sites, placed_in_steps, wire_length

PLACES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=8)
TABLES = Tables(cell="LUT4", placed="COMB", columns=range(4), rows=range(9), sites=["A"])
WORDS = Gathered("RAM", "bank", (7,))


def netlist_of(nets: Sequence[Sequence[tuple[int, int]]]) -> dict[str, Any]:
    """A placed netlist: of each net a cell at each of its places."""
    cells = {
        f"cell{i}_{j}": {
            "type": "COMB",
            "attributes": {"NEXTPNR_BEL": f"X{x}/Y{y}/A"},
            "connections": {"I": [i, "0"]},
        }
        for i, places in enumerate(nets)
        for j, (x, y) in enumerate(places)
    }
    return {"modules": {"core": {"attributes": {"top": "1"}, "cells": cells}}}


@given(st.lists(PLACES, max_size=5))
def test_wires_are_as_long_as_half_the_way_around_their_pins(nets: list[list[tuple[int, int]]]) -> None:
    spans = [max(along) - min(along) for places in nets for along in zip(*places, strict=True)]
    assert wire_length(netlist_of(nets)) == sum(spans)


def test_a_net_that_is_on_a_cell_twice_and_cells_without_a_place_add_nothing() -> None:
    placed = netlist_of([[(0, 0), (3, 4)]])
    cells = top_of(placed)["cells"]
    cells["cell0_0"]["connections"]["O"] = [0]
    cells["constant"] = {"type": "GND", "attributes": {}, "connections": {"O": [0]}}
    assert wire_length(placed) == 7


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


@pytest.mark.parametrize(
    ("lengths", "kept"),
    [((700, 800), 700), ((700, 700), 700), ((700, 600, 590), 590), ((700, 600, 500, 400, 300, 200), 200)],
)
def test_placements_with_room_are_repeated_while_wires_become_shorter(
    lengths: tuple[int, ...], kept: int
) -> None:
    place = Placer(900, 100, *lengths)  # the second has no room, and does not count
    sites = Sites({"RAM": (0, 7)}, WORDS, TABLES)
    placed = placed_in_steps(given_netlist(), place, {"RAM": 2}, sites)
    assert wire_length(placed) == kept and not place.lengths
    first, moved, *gathered = place.wanted
    assert not any(first.values())
    assert moved["bank"] == "X0/Y0/A" and set(moved) == {"cell0_0", "bank"}
    for wanted in gathered:
        assert wanted["bank"] == "X0/Y7/A" and not wanted["cell0_0"]
        held = [site for name, site in wanted.items() if name.startswith("holds_room")]
        assert held == [f"X{x}/Y{y}/A" for x in range(4) for y in (0, 3, 6)]


def test_a_device_of_which_nothing_is_known_is_placed_twice() -> None:
    place = Placer(20, 9)
    placed = placed_in_steps(given_netlist(), place, {"RAM": 2}, Sites())
    assert wire_length(placed) == 9 and len(place.wanted) == 2


def test_a_router_is_stuck_when_25_rounds_gain_less_than_a_tenth() -> None:
    falling = [round(10_000 * 0.9 ** (i / 20)) for i in range(100)]
    assert not any(stuck(falling[:i]) for i in range(101))
    flat = [1000] * 25
    assert not stuck(flat) and stuck([*flat, 1000])
    assert not stuck([1000, *flat[:24], 899]) and stuck([1000, *flat[:24], 901])
