"""How nextpnr is told to place and route: by size, with settings that it reads from the netlist."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.hdl import Module, concat, design_files
from pairforge.synth import nextpnr
from pairforge.synth.manner import (
    CROWDED,
    MANY_CELLS,
    MANY_MULTIPLIERS,
    USUAL,
    Manner,
    manner_of,
    settled,
)
from pairforge.synth.netlist import chained
from pairforge.targets.ecp5 import NEXTPNR, TARGET


def netlist_of(cells: int, multipliers: int = 0) -> dict[str, Any]:
    """A top module with so many tables and multiplier blocks, and a cell's own module."""
    kinds = ["LUT4"] * cells + ["MULT18X18D"] * multipliers
    inside = {f"cell{i}": {"type": kind} for i, kind in enumerate(kinds)}
    top = {"attributes": {"top": "1"}, "cells": inside}
    return {"modules": {"LUT4": {"attributes": {"blackbox": "1"}, "cells": {}}, "core": top}}


def test_a_netlist_of_many_cells_or_multipliers_is_placed_as_one_that_crowds_the_device() -> None:
    assert manner_of(netlist_of(MANY_CELLS - 1), "MULT18X18D") == USUAL
    assert manner_of(netlist_of(MANY_CELLS), "MULT18X18D") == CROWDED
    assert manner_of(netlist_of(0, MANY_MULTIPLIERS - 1), "MULT18X18D") == USUAL
    assert manner_of(netlist_of(0, MANY_MULTIPLIERS), "MULT18X18D") == CROWDED


def test_settings_go_to_the_top_module() -> None:
    given = netlist_of(3)
    made = json.loads(settled(given, CROWDED))
    assert made["modules"]["core"].pop("settings") == CROWDED.settings
    assert made == netlist_of(3)


@pytest.fixture(scope="module")
def packed() -> bytes:
    """A small netlist: two rows of flip-flops with sums between them."""
    m = Module("turn")
    m.input("clk")
    a = m.input("a", 8)
    first = m.reg("first", a)
    m.output("y", m.reg("second", concat(*(first[i] ^ first[(i + 1) % 8] for i in range(8)))))
    made = TARGET.synthesize(design_files(m, "test"), "turn", depth=0)
    return chained(made.netlist, "turn", NEXTPNR.primitives).netlist


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Any netlist is placed in this manner."""
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path))

    def told(how: Manner) -> None:
        monkeypatch.setattr(nextpnr, "manner_of", lambda *_: how)

    return told


def test_nextpnr_routes_in_the_manner_for_many_cells(packed: bytes, always: Any) -> None:
    always(CROWDED)
    found = NEXTPNR.route(packed, TARGET.part, seeds=(1,))
    assert found.best.fmax_mhz > 100


def test_nextpnr_reads_the_settings(packed: bytes, always: Any) -> None:
    always(replace(CROWDED, settings={"router2/bbMargin/x": "wide"}))
    with pytest.raises(CheckError, match="nextpnr-ecp5 failed"):
        NEXTPNR.route(packed, TARGET.part, seeds=(1,))
