"""`build --netlist`: what it says, and where it is refused."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest


def test_a_build_says_that_its_netlist_was_simulated(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    done = pairforge("build", "small-f2-5", "--target", "ecp5", "--pairings", "12", "--netlist")
    assert done.status == 0
    folder = tmp_path / "build" / "small-f2-5"
    result = json.loads((folder / "result.json").read_text())
    entry = result["netlist"]
    assert list(entry) == ["pairings", "mismatches", "simulator", "seconds", "cells"]
    assert (entry["pairings"], entry["mismatches"]) == (10, 0) and result["seconds"]["netlist"] > 0
    cells = f"{entry['cells']:,} cells"
    assert f"  netlist    10 random pairings, 0 mismatches: {cells}, " in done.out
    assert (
        f"| netlist for ecp5 | 10 random pairings, 0 mismatches; {cells} | "
        in (folder / "README.md").read_text()
    )
    assert f"what synthesis made for ecp5, {cells}" in (folder / "report.html").read_text()


def test_a_build_without_it_says_nothing_of_netlists(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    done = pairforge("build", "small-f2-5", "--no-synth", "--pairings", "12")
    assert done.status == 0 and "netlist" not in done.out
    folder = tmp_path / "build" / "small-f2-5"
    assert json.loads((folder / "result.json").read_text())["netlist"] is None
    assert "netlist for" not in (folder / "README.md").read_text()


@pytest.mark.parametrize(
    "arguments,message",
    (
        (("--no-synth",), "--netlist: simulates what is synthesized; leave out --no-synth"),
        (
            ("--target", "sky130"),
            "--netlist: there are no models of the cells of sky130; give --target ecp5, nexus, xc2vp, xc4v, "
            "xc6v, xc7, xcup",
        ),
    ),
)
def test_a_netlist_that_cannot_be(
    refused: Callable[..., Any], arguments: Sequence[str], message: str
) -> None:
    assert message in refused("build", "small-f2-5", "--netlist", *arguments)
