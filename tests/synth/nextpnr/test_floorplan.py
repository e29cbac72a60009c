"""Hard blocks are matched with sites so that their wires are shortest, on sites that the device has."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.synth.nextpnr.floorplan import Gathered, assigned, fixed

Spot = tuple[int, int]
spots = st.tuples(st.integers(0, 40), st.integers(0, 40))


def netlist_of(
    blocks: Mapping[str, Spot], tables: list[Spot], wires: list[tuple[str, int]]
) -> dict[str, Any]:
    """A placed netlist: blocks of type RAM, tables, and a net for each table with its blocks."""

    def cell(kind: str, spot: Spot, site: str, nets: list[int]) -> dict[str, Any]:
        place = {"NEXTPNR_BEL": f"X{spot[0]}/Y{spot[1]}/{site}"}
        return {"type": kind, "attributes": place, "connections": {"A": nets}}

    cells = {
        name: cell("RAM", spot, "EBR0", [net for block, net in wires if block == name])
        for name, spot in blocks.items()
    }
    cells |= {f"table{i}": cell("LUT4", spot, "SLICEA.COMB0", [i]) for i, spot in enumerate(tables)}
    return {"modules": {"top": {"attributes": {"top": "1"}, "cells": cells}}}


def length_of(blocks: Mapping[str, Spot], tables: list[Spot], wires: list[tuple[str, int]]) -> int:
    """Half the lengths around the boxes of all nets with a block, added up."""
    total = 0
    for net, table in enumerate(tables):
        on = [blocks[name] for name, wire in wires if wire == net]
        for axis in (0, 1):
            values = [spot[axis] for spot in (table, *on)]
            total += max(values) - min(values) if on else 0
    return total


def spots_of(sites: Mapping[str, str]) -> dict[str, Spot]:
    found = {}
    for name, site in sites.items():
        column, row, _ = site.split("/")
        found[name] = int(column[1:]), int(row[1:])
    return found


@given(
    st.lists(spots, min_size=3, max_size=3, unique=True), st.lists(spots, min_size=4, max_size=4), st.data()
)
def test_blocks_with_no_net_in_common_get_the_best_sites(
    sites: list[Spot], tables: list[Spot], data: st.DataObject
) -> None:
    blocks = dict(zip("abc", sites, strict=True))
    wires = [(data.draw(st.sampled_from("abc")), net) for net in range(len(tables))]
    found = spots_of(assigned(netlist_of(blocks, tables, wires), {"RAM": 0}))
    assert sorted(found.values()) == sorted(sites)
    best = min(
        length_of(dict(zip("abc", order, strict=True)), tables, wires) for order in permutations(sites)
    )
    assert length_of(found, tables, wires) == best


@given(st.data())
def test_wires_never_become_longer(data: st.DataObject) -> None:
    names = "abcdef"
    blocks = dict(zip(names, data.draw(st.lists(spots, min_size=6, max_size=6, unique=True)), strict=True))
    tables = data.draw(st.lists(spots, min_size=5, max_size=5))
    wires = data.draw(
        st.lists(st.tuples(st.sampled_from(names), st.integers(0, 4)), max_size=15, unique=True)
    )
    found = spots_of(assigned(netlist_of(blocks, tables, wires), {"RAM": 0}))
    assert sorted(found.values()) == sorted(blocks.values())
    assert length_of(found, tables, wires) <= length_of(blocks, tables, wires)


def test_sites_that_no_block_is_on_are_taken_where_rows_have_all_columns() -> None:
    blocks = {"a": (0, 0), "b": (9, 0), "c": (9, 20)}
    given_ = netlist_of(blocks, [(0, 21)], [("b", 0)])
    assert spots_of(assigned(given_, {"RAM": 4}))["b"] == (0, 20)  # the fourth corner
    assert spots_of(assigned(given_, {"RAM": 5}))["b"] != (0, 20)  # there are others: nobody knows which


def test_a_row_that_is_known_is_taken_though_no_block_is_in_it() -> None:
    blocks = {"a": (0, 0), "b": (9, 0)}
    given_ = netlist_of(blocks, [(0, 41)], [("b", 0)])
    found = spots_of(assigned(given_, {"RAM": 8}, {"RAM": (0, 20, 40)}))
    assert found["b"] == (0, 40)


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (6, {40}),
        (14, {40, 20}),
        (21, {0, 20, 40}),  # more than the rows have that they are to stand in
    ],
)
def test_blocks_that_are_gathered_stand_in_their_rows(words: int, rows: set[int]) -> None:
    """Three rows of ten. All blocks stand in the lowest one and the next, and a table below them."""
    sites = [(x, y) for y in (0, 20, 40) for x in range(10)]
    blocks = dict(zip([*(f"word{i}" for i in range(words)), "other"], sites, strict=False))
    placed = netlist_of(blocks, [(5, 1)], [(name, 0) for name in blocks])
    found = spots_of(assigned(placed, {"RAM": 30}, {"RAM": (0, 20, 40)}, Gathered("RAM", "^word", (40, 20))))
    assert len(set(found.values())) == len(blocks)
    taken = {y for name, (_, y) in found.items() if name != "other"}
    assert taken <= rows


def test_a_netlist_without_such_blocks_has_nothing_to_move() -> None:
    assert assigned(netlist_of({}, [(1, 2)], []), {"RAM": 10}) == {}


def test_sites_are_wanted_of_cells_of_the_top_module_alone() -> None:
    def module(**attributes: str) -> dict[str, Any]:
        return {"attributes": attributes, "cells": {name: {"attributes": {}} for name in ("a", "b")}}

    found = fixed(
        {"modules": {"top": module(top="1"), "box": module()}}, {"a": "X1/Y2/EBR0", "gone": "X1/Y3/EBR0"}
    )
    assert found["modules"]["top"]["cells"] == {
        "a": {"attributes": {"BEL": "X1/Y2/EBR0"}},
        "b": {"attributes": {}},
    }
    assert found["modules"]["box"] == module()
