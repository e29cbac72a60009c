"""Rows of tables that are held open while a netlist is placed."""

from typing import Any

import pytest

from pairforge.synth.nextpnr.flat import top_of
from pairforge.synth.nextpnr.room import Tables, emptied, held
from pairforge.targets.ecp5 import NEXTPNR, TARGET

SITES = ("K0", "K1")
TABLES = Tables(
    "LUT4", "COMB", range(3, 13), [y for y in range(2, 28) if y not in (10, 20)], SITES, {"INIT": "0"}
)
"""24 rows of 10 tiles of 2 tables."""


def netlist_of(kind: str, count: int) -> dict[str, Any]:
    cells = {f"t{i}": {"type": kind, "attributes": {}, "connections": {}} for i in range(count)}
    return {"modules": {"top": {"attributes": {"top": "1"}, "cells": cells}}}


def rows_of(netlist: dict[str, Any]) -> dict[int, set[str]]:
    """The sites that are taken, by row."""
    found: dict[int, set[str]] = {}
    for cell in top_of(netlist)["cells"].values():
        if site := cell["attributes"].get("BEL"):
            column, row, name = site.split("/")
            assert cell["type"] == "LUT4"
            assert not cell["connections"]
            found.setdefault(int(row[1:]), set()).add(f"{column}/{name}")
    return found


@pytest.mark.parametrize(
    ("used", "rows"),
    [
        (240, 8),  # three quarters of 16 rows: every third
        (241, 6),
        (270, 6),  # of 18 rows: every fourth
        (300, 4),
        (301, 0),
        (480, 0),
    ],
)
def test_as_many_rows_are_held_as_the_tables_can_do_without(used: int, rows: int) -> None:
    found = rows_of(held(netlist_of("LUT4", used), netlist_of("COMB", used), TABLES))
    assert len(found) == rows
    assert not found.keys() & {10, 20}
    for sites in found.values():
        assert sites == {f"X{x}/{name}" for x in range(3, 13) for name in SITES}


def test_what_holds_rows_is_taken_out_again() -> None:
    netlist = netlist_of("LUT4", 5)
    cells = dict(top_of(netlist)["cells"])
    assert len(top_of(held(netlist, netlist_of("COMB", 5), TABLES))["cells"]) > 5
    assert top_of(emptied(netlist))["cells"] == cells


def test_the_tables_of_the_ecp5_are_those_of_its_largest_part() -> None:
    tables = NEXTPNR.sites.tables
    assert tables is not None
    assert len(tables.columns) * len(tables.rows) * len(tables.sites) == TARGET.parts[0].lut
