"""How nextpnr is told to place and route: by size, with settings that it reads from the netlist."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairforge.boards.ulx3s import PART as BOARD
from pairforge.errors import CheckError
from pairforge.hdl import Module, concat, design_files
from pairforge.synth.netlist import chained
from pairforge.synth.nextpnr import router
from pairforge.synth.nextpnr.manner import (
    CROWDED,
    MANY_CELLS,
    MANY_MULTIPLIERS,
    USUAL,
    Manner,
    manner_of,
    settled,
)
from pairforge.synth.nextpnr.pads import moved, ports_alone
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
    made = json.loads(settled(given, CROWDED.settings))
    assert made["modules"]["core"].pop("settings") == CROWDED.settings
    assert made == netlist_of(3)


def test_settings_of_a_netlist_are_kept_beside_new_ones() -> None:
    given = netlist_of(1)
    given["modules"]["core"]["settings"] = {"seed": "1", "timing_driven": "1"}
    made = json.loads(settled(given, {"timing_driven": "0"}))
    assert made["modules"]["core"]["settings"] == {"seed": "1", "timing_driven": "0"}


@pytest.fixture(scope="module")
def bare() -> bytes:
    """A small netlist: two rows of flip-flops with sums between them."""
    m = Module("turn")
    m.input("clk")
    a = m.input("a", 8)
    first = m.reg("first", a)
    m.output("y", m.reg("second", concat(*(first[i] ^ first[(i + 1) % 8] for i in range(8)))))
    return TARGET.synthesize(design_files(m, "test"), "turn", depth=0).netlist


@pytest.fixture(scope="module")
def packed(bare: bytes) -> bytes:
    """The same with registers at its ports."""
    return chained(bare, "turn", NEXTPNR.primitives).netlist


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Any netlist is placed in this manner."""
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path))

    def told(how: Manner) -> None:
        monkeypatch.setattr(router, "manner_of", lambda *_: how)

    return told


def test_nextpnr_routes_in_the_manner_for_many_cells(packed: bytes, always: Any) -> None:
    always(CROWDED)
    found = NEXTPNR.route(packed, TARGET.part, seeds=(1,))
    assert found.best.fmax_mhz > 100


def test_flip_flops_with_many_readers_are_copied_sooner_where_the_device_is_crowded() -> None:
    small, large = (gzip.compress(json.dumps(netlist_of(n)).encode()) for n in (5, MANY_CELLS))
    assert NEXTPNR.readers(small) == USUAL.readers > NEXTPNR.readers(large) == CROWDED.readers


def test_nextpnr_reads_the_settings(packed: bytes, always: Any) -> None:
    always(replace(CROWDED, settings={"router2/bbMargin/x": "wide"}))
    with pytest.raises(CheckError, match="nextpnr-ecp5 failed"):
        NEXTPNR.route(packed, TARGET.part, seeds=(1,))


SITES = dict(
    zip(
        ("clk", *(f"a[{i}]" for i in range(8)), *(f"y[{i}]" for i in range(8))),
        (
            "G2",
            "B2",
            "C2",
            "C1",
            "D2",
            "D1",
            "E2",
            "E1",
            "H3",
            "L2",
            "L4",
            "M1",
            "R1",
            "A6",
            "A8",
            "B6",
            "B8",
        ),
        strict=True,
    )
)
PINS = "".join(
    f'LOCATE COMP "{port}" SITE "{site}";\nIOBUF PORT "{port}" IO_TYPE=LVCMOS33 PULLMODE=UP;\n'
    for port, site in SITES.items()
)


def pads_of(netlist: bytes, folder: Path) -> dict[str, set[str]]:
    """What a routed netlist makes of its pins: by tile, the lines about them in Trellis's text."""
    (found,) = folder.glob("*/*/config.gz")
    lines = gzip.decompress(found.read_bytes()).decode().splitlines()
    tile, pads = "", dict[str, set[str]]()
    for line in lines:
        if line.startswith(".tile "):
            tile = line
        elif line.startswith("enum: PIO"):
            pads.setdefault(tile, set()).add(line)
    return pads


def test_pins_that_get_their_sites_last_are_where_they_would_be_at_once(
    bare: bytes, always: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = list[dict[str, set[str]]]()
    for how in (CROWDED, replace(CROWDED, stepwise=False)):
        monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path / str(len(found))))
        always(how)
        routing = NEXTPNR.route(bare, BOARD, seeds=(1,), pins=PINS)
        assert routing.best.fmax_mhz > 100
        found.append(pads_of(bare, tmp_path / str(len(found))))
    assert found[0] == found[1]
    assert sum(len(lines) for lines in found[0].values()) >= len(SITES)


def test_only_ports_are_left_to_find_the_sites_of_pins() -> None:
    ports = {"a": {"direction": "input", "bits": [2, 3]}}
    given = netlist_of(5)
    given["modules"]["core"] |= {"ports": ports, "netnames": {"a": {"bits": [2, 3]}}}
    (module,) = ports_alone(given)["modules"].values()
    assert module["ports"] == ports and not module["cells"]


def test_pins_move_and_nothing_else_does() -> None:
    def cell(**attributes: str) -> dict[str, Any]:
        return {"type": "any", "attributes": attributes}

    top = {"top": "1"}
    placed = {"a": cell(NEXTPNR_BEL="X1/Y0/PIOA"), "table": cell(NEXTPNR_BEL="X7/Y7/LUT")}
    wanted = {
        "a": cell(BEL="X0/Y5/PIOB", PULLMODE="UP"),
        "$PACKER_VCC": cell(),
        "clock": cell(NEXTPNR_BEL="X9"),
    }
    found = moved(
        {"modules": {"top": {"attributes": top, "cells": placed}}},
        {"modules": {"top": {"attributes": top, "cells": wanted}}},
    )
    cells = found["modules"]["top"]["cells"]
    assert cells["a"]["attributes"] == {"NEXTPNR_BEL": "X0/Y5/PIOB", "PULLMODE": "UP"}
    assert cells["table"]["attributes"] == {"NEXTPNR_BEL": "X7/Y7/LUT"}
