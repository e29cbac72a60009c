"""A netlist that crowds its device: all seeds are placed, the best wires are routed first, a router that
is stuck is ended. A small program stands for nextpnr: its wires and frequencies follow from the seed."""

import gzip
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.synth.nextpnr import router
from pairforge.synth.nextpnr.manner import CROWDED
from pairforge.synth.nextpnr.program import Program
from pairforge.synth.nextpnr.steps import Sites
from pairforge.targets.ecp5 import NEXTPNR, TARGET

WIRES = {1: 30, 2: 10, 3: 20, 4: 40}
MHZ = {1: 50.0, 2: 70.0, 3: 80.0, 4: 90.0}

PROGRAM = """#!{python}
import json, sys, time
from pathlib import Path

given = dict(zip(sys.argv[1:], [*sys.argv[2:], ""]))
if "--version" in given:
    sys.exit(print("fake 1.0"))
seed = int(given["--seed"])
netlist = json.loads(Path(given["--json"]).read_text())
with Path({calls!r}).open("a") as calls:
    print(seed, "place" if "--no-route" in given else "route", file=calls)
if "--no-route" in given:
    cells = netlist["modules"]["core"]["cells"]
    for x, cell in enumerate(cells.values()):
        cell["attributes"]["NEXTPNR_BEL"] = f"X{{x * {wires}[seed]}}/Y0/A"
    Path(given["--write"]).write_text(json.dumps(netlist))
    sys.exit()
for number in range(1, 41):
    wanted = 1000 if seed in {stuck} else 1000 >> number
    line = f"Info:     iter={{number}} wires=5 overused={{wanted}} overuse=0 archfail=NA"
    print(line, file=sys.stderr, flush=True)
if seed in {stuck}:
    time.sleep(600)
step = dict(type="logic", delay=1.0, **{{"from": dict(cell="a"), "to": dict(cell="b")}})
edge = dict.fromkeys(("from", "to"), "posedge clk")
report = dict(
    fmax=dict(clk=dict(achieved={mhz}[seed])),
    critical_paths=[dict(path=[step], **edge)],
    utilization={{name: dict(used=1, available=2) for name in {kinds}}},
)
Path(given["--report"]).write_text(json.dumps(report))
"""


@pytest.fixture
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A router to be given the seeds that are stuck, and what it was told to do, in order."""
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(router, "manner_of", lambda *_: CROWDED)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    calls = tmp_path / "calls"

    def made(*stuck: int) -> tuple[router.Nextpnr, Any]:
        text = PROGRAM.format(
            python=sys.executable,
            calls=str(calls),
            wires=WIRES,
            mhz=MHZ,
            stuck=list(stuck),
            kinds=list(NEXTPNR.kinds.values()),
        )
        (tmp_path / "fake-nextpnr").write_text(text)
        (tmp_path / "fake-nextpnr").chmod(0o755)
        program = Program("fake-nextpnr", "no-such-package")
        told = replace(NEXTPNR, program=program, sites=Sites())
        return told, lambda: calls.read_text().splitlines()

    return made


def packed() -> bytes:
    cells = {f"c{i}": {"type": "LUT4", "attributes": {}, "connections": {"A": [2]}} for i in range(2)}
    core = {"attributes": {"top": "1"}, "cells": cells}
    return gzip.compress(json.dumps({"modules": {"core": core}}).encode(), mtime=0)


def test_the_shortest_placement_is_routed_and_no_other(crowd: Any) -> None:
    nextpnr, calls = crowd()
    told: list[str] = []
    found = nextpnr.route(packed(), TARGET.part, seeds=(1, 2, 3), progress=told.append)
    assert [(placed.seed, placed.wires) for placed in found.placements] == [(2, 10), (3, 20), (1, 30)]
    assert [(run.seed, run.fmax_mhz) for run in found.runs] == [(2, 70.0)]
    assert calls() == ["1 place", "2 place", "3 place", "2 route"]
    assert (
        sum(line.startswith("seed 3: wires of 20 tiles, ") for line in told) == 1
        and told[-1] == "seed 2: 70.0 MHz"
    )
    assert "seed 2: route, round 9: 1 wires wanted twice" in told
    assert found.as_json()["placements"][0].items() >= {"seed": 2, "wires": 10}.items()


def test_placements_are_routed_until_one_has_the_frequency(crowd: Any) -> None:
    nextpnr, calls = crowd()
    found = nextpnr.route(packed(), TARGET.part, seeds=(1, 2, 3, 4), mhz=75.0)
    assert [run.seed for run in found.runs] == [2, 3] and found.met
    assert calls()[4:] == ["2 route", "3 route"]


def test_a_placement_on_which_the_router_is_stuck_is_left_for_the_next(crowd: Any) -> None:
    nextpnr, calls = crowd(2)
    told: list[str] = []
    found = nextpnr.route(packed(), TARGET.part, seeds=(1, 2, 3), progress=told.append)
    assert [run.seed for run in found.runs] == [3]
    assert "seed 2: 1,000 wires are wanted twice after 26 rounds" in told
    # It is known from then on.
    before = calls()
    assert nextpnr.route(packed(), TARGET.part, seeds=(1, 2, 3)) == found and calls() == before


def test_no_route_at_all_is_one_line(crowd: Any) -> None:
    nextpnr, _ = crowd(1, 2)
    with pytest.raises(CheckError) as caught:
        nextpnr.route(packed(), TARGET.part, seeds=(1, 2))
    stuck = "1,000 wires are wanted twice after 26 rounds"
    assert str(caught.value) == (
        f"no way for all wires was found: seed 2: {stuck}; seed 1: {stuck}; give more --seeds"
    )
