"""What synthesis makes, simulated with models of its cells in place of the Verilog that it was made from."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pairforge.builder.interface import interface_of
from pairforge.builder.netlist import PAIRINGS, simulated
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.sample import random_sample
from pairforge.errors import CheckError
from pairforge.evidence.interface import CoreInterface, Vectors
from pairforge.machine.designs import design_names, find_design
from pairforge.targets.base import Measured
from pairforge.targets.registry import all_targets

MOST = 60_000
"""Look-up tables of the largest netlist that is simulated."""

LARGER = {
    "ate-bls12-381-m1",
    "ate-bls12-381-m2",
    "ate-bn462-m1",
    "ate-m1",
    *(f"ate-bls12-{bits}-m1" for bits in (377, 446, 638)),
    *(f"ate-bls24-{bits}-m1" for bits in (315, 317, 509)),
    *(f"ate-bls48-{bits}-m1" for bits in (164, 581)),
    *(
        f"ate-{curve}-m1"
        for curve in "bn446 bn638 bw6-761 bw6-79 kss16-108 kss16-330 kss18-81 kss18-508".split()
    ),
    *(f"beuchat-{field}" for field in "f2-457 f2-557 f2-613 f2-691 f3-167 f3-193 f3-239 f3-313".split()),
    *(f"continuant-{field}" for field in "f2-457 f2-557 f2-613 f2-691 f3-167 f3-193 f3-239 f3-313".split()),
    "shu1-f2-239-d32",
    "shu1-f2-283-d32",
    "shu2-f2-283-d16",
}
"""Designs that are known to have more."""


def quiet(_: str) -> None:
    pass


@cache
def made(design: str, target: str | None = None, threads: int = 0) -> tuple[Measured, CoreInterface, Vectors]:
    """A design, synthesized, with pairings to send it; `threads`: where not 0, instead of its own."""
    found = find_design(design, {"interleave": str(threads)} if threads else {})
    compiled = compile_design(found, quiet)
    chosen = all_targets()[target or found.target]
    measured = chosen.measure(rtl_files(compiled), compiled.name, depth=compiled.unit_depth)
    sample = random_sample(compiled, max(PAIRINGS, found.interleave + 1) + 3, 1)
    vectors = Vectors(sample.sent, sample.expected, sample.off_curve)
    return measured, interface_of(compiled), vectors


def changed(measured: Measured, change: Callable[[dict[str, Any]], None]) -> Measured:
    """The same with another netlist; `change` changes its cells."""
    synthesis = measured.synthesis
    assert synthesis is not None
    netlist = json.loads(gzip.decompress(synthesis.netlist))
    change(netlist["modules"][synthesis.top]["cells"])
    packed = gzip.compress(json.dumps(netlist).encode())
    return replace(measured, synthesis=replace(synthesis, netlist=packed))


SMALL = [
    pytest.param(design, target, marks=() if (design, target) == ("small-f2-5", "ecp5") else pytest.mark.slow)
    for design in ("small-f2-5", "small-f3-5")
    for target in ("ecp5", "nexus", "xc2vp", "xc4v", "xc6v", "xc7", "xcup")
]


@pytest.mark.parametrize(("design", "target"), SMALL)
def test_a_netlist_computes_what_its_model_does(design: str, target: str) -> None:
    measured, core, vectors = made(design, target)
    assert measured.synthesis is not None
    lines: list[str] = []
    entry = simulated(measured, core, vectors, lines.append)
    assert (entry["pairings"], entry["mismatches"]) == (PAIRINGS, 0)
    assert entry["cells"] == sum(measured.synthesis.cells.values())
    assert entry["simulator"].startswith("verilator ") and entry["seconds"] > 0
    assert lines == [f"simulate the netlist: 10 pairings in Verilator, {entry['cells']:,} cells"]


@pytest.mark.parametrize("threads", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_control_store_in_block_memory_with_registers_behind_it(threads: int) -> None:
    measured, core, vectors = made("beuchat-f2-5", "ecp5", threads)
    modes: list[str] = []
    changed(
        measured, lambda cells: modes.extend(c["parameters"].get("REGMODE_B", "") for c in cells.values())
    )
    assert "OUTREG" in modes
    assert simulated(measured, core, vectors, quiet)["mismatches"] == 0


def tables_of(measured: Measured) -> list[str]:
    """Names of the tables of a netlist."""
    found: list[str] = []
    changed(measured, lambda cells: found.extend(n for n, cell in cells.items() if cell["type"] == "LUT4"))
    return found


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8])
def test_a_table_with_a_wrong_entry_is_caught(place: float) -> None:
    measured, core, vectors = made("small-f2-5", "ecp5")
    tables = tables_of(measured)
    name = tables[int(place * len(tables))]

    def invert(cells: dict[str, Any]) -> None:
        init = cells[name]["parameters"]["INIT"]
        cells[name]["parameters"]["INIT"] = "".join("1" if bit == "0" else "0" for bit in init)

    with pytest.raises(CheckError, match=r"^the netlist for ecp5: ") as caught:
        simulated(changed(measured, invert), core, vectors, quiet)
    assert "\n" not in str(caught.value)


def test_flip_flops_without_their_reset_are_caught() -> None:
    measured, core, vectors = made("small-f2-5", "ecp5")

    def unreset(cells: dict[str, Any]) -> None:
        for cell in cells.values():
            if cell["type"] == "TRELLIS_FF":
                cell["connections"]["LSR"] = ["0"]

    with pytest.raises(CheckError, match=r"^the netlist for ecp5: "):
        simulated(changed(measured, unreset), core, vectors, quiet)


def test_a_cell_without_a_model_is_an_error() -> None:
    measured, core, vectors = made("small-f2-5", "ecp5")

    def unknown(cells: dict[str, Any]) -> None:
        next(iter(cells.values()))["type"] = "EHXPLLL"

    with pytest.raises(CheckError, match="there is no model to simulate the cell EHXPLLL with"):
        simulated(changed(measured, unknown), core, vectors, quiet)


@pytest.mark.slow
@pytest.mark.parametrize("design", sorted(set(design_names()) - LARGER))
def test_every_design(design: str) -> None:
    measured, core, vectors = made(design)
    assert measured.synthesis is not None
    if measured.synthesis.area.lut > MOST:
        pytest.skip(f"{measured.synthesis.area.lut:,} LUT, more than {MOST:,}")
    entry = simulated(measured, core, vectors, quiet)
    assert entry["mismatches"] == 0 and entry["pairings"] >= PAIRINGS
