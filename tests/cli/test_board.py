"""`board`: what it leaves, what it refuses; `build --route`: what it says and with which status."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest


def test_a_board_without_its_bitstream(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    done = pairforge("board", "ulx3s", "small-f2-5", "--no-bitstream", "--pairings", "3", "--json")
    assert (done.status, done.err.count("error")) == (0, 0)
    assert done.json["verified"]["pairings"] == 3
    assert (done.json["route"], done.json["baud"], done.json["clock_mhz"]) == (None, 115_200, 25)
    folder = tmp_path / "build" / "small-f2-5-ulx3s"
    found = {path.name for path in folder.iterdir()}
    assert found == {"rtl", "README.md", "board.json", "small_f2_5_ulx3s.lpf", "uart.py", "vectors.json"}
    assert json.loads((folder / "board.json").read_text()) == done.json
    assert len(json.loads((folder / "vectors.json").read_text())["cases"]) == 3
    assert "uart_receive_217.v" in {path.name for path in (folder / "rtl").iterdir()}


@pytest.mark.parametrize(
    "arguments,message",
    (
        (("de10", "small-f2-5"), "no board 'de10'; there is ulx3s"),
        (
            ("ulx3s", "jobs-bls12-13"),
            "console is for a pairing, not for g1-mul-bls12-13 and 2 more; use pairforge",
        ),
        (
            ("ulx3s", "g1-mul-bls12-13"),
            "console is for a pairing, not for g1-mul-bls12-13; use pairforge build",
        ),
        (("ulx3s", "small-f2-6"), "small-f2-6"),
        (("ulx3s", "small-f2-5", "--baud", "3000000"), "--baud 3000000: a clock of 25 MHz does not divide"),
        (("ulx3s", "small-f2-5", "--seeds", "0"), "--seeds 0: give a number from 1 to 1000"),
        (("ulx3s", "small-f2-5", "--pairings", "0"), "--pairings 0"),
    ),
)
def test_a_board_that_cannot_be(refused: Callable[..., Any], arguments: Sequence[Any], message: str) -> None:
    assert message in refused("board", *arguments)


@pytest.mark.parametrize(
    "arguments,message",
    (
        (("--route",), "--route: no open tool places and routes for xc4v; give --target ecp5, nexus"),
        (("--route", "--no-synth"), "--route: places and routes what is synthesized; leave out --no-synth"),
        (("--seeds", "2"), "--seeds 2: is for place and route; add --route"),
        (("--target", "ecp5", "--route", "--mhz", "-1"), "--mhz -1: give a frequency from 1 to 1000 MHz"),
    ),
)
def test_a_route_that_cannot_be(refused: Callable[..., Any], arguments: Sequence[Any], message: str) -> None:
    assert message in refused("build", "small-f2-5", *arguments)


@pytest.mark.parametrize(
    "arguments,message",
    (
        (("--route",), "--route: no open tool places and routes for xc4v; give --target ecp5, nexus"),
        (("--route", "--target", "ecp5", "--seeds", "0"), "--seeds 0: give a number from 1 to 1000"),
        (("--route", "--no-synth"), "--route: places and routes what is synthesized"),
        (("--seeds", "2"), "--seeds 2: is for place and route; add --route"),
    ),
)
def test_an_exploration_that_cannot_be_routed(
    refused: Callable[..., Any], arguments: Sequence[Any], message: str
) -> None:
    assert message in refused("explore", "small-f2-5", "--sweep", "all.mul.digit=1,2", *arguments)


@pytest.mark.slow
def test_an_exploration_by_routed_frequency(pairforge: Any) -> None:
    sweep = ("--sweep", "all.mul.digit=1,2", "--set", "effort=0", "--jobs", "1")
    done = pairforge("explore", "small-f2-5", *sweep, "--target", "ecp5", "--route", "--json")
    assert done.status == 0
    rows = done.json["comparisons"][0]["machines"]
    assert {row["mhz_from"] for row in rows} == {"routed"}
    assert all(row["us"] == round(row["interval"] / row["mhz"], 4) for row in rows)
    shown = pairforge("explore", "small-f2-5", *sweep, "--target", "ecp5", "--route").out
    assert "MHz est." not in shown and "clock: placed and routed" in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "part"),
    [
        ("ecp5", "LFE5U-85F-6BG756C"),
        ("nexus", "LIFCL-40-7BG400C"),
    ],
)
def test_a_routed_build(pairforge: Callable[..., Any], tmp_path: Path, target: str, part: str) -> None:
    asked = ("build", "small-f2-5", "--pairings", "2", "--target", target, "--route")
    done = pairforge(*asked, "--mhz", "10", "--json")
    assert done.status == 0
    result = done.json
    timing = result["timing"]
    assert (timing["fmax_mhz"], timing["kind"]) == (result["route"]["fmax_mhz"], "routed")
    assert timing["period_ns"] == pytest.approx(1000 / timing["fmax_mhz"], abs=0.001)
    assert timing["model"].startswith(f"yowasp-nextpnr-{target}") and abs(timing["model_error"]) < 0.5
    assert 1 <= len(timing["paths"]) <= 10
    assert result["cycles"]["interval_us"] == round(result["cycles"]["interval"] / timing["fmax_mhz"], 3)
    assert (result["route"]["met"], len(result["route"]["seeds"])) == (True, 1)
    assert result["route"]["part"] == part
    folder = tmp_path / "build" / "small-f2-5"
    assert (
        f"| {result['timing']['fmax_mhz']} MHz, 10 asked for; seeds: " in (folder / "README.md").read_text()
    )
    page = (folder / "report.html").read_text()
    assert f"placed and routed on {part}, best of 1 seed, 10 MHz asked for; uses " in page
    done = pairforge(*asked, "--mhz", "900", "--seeds", "1")
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[-1].endswith(
        "MHz by the best of 1 seed, 900 MHz were asked for; the build is in build/small-f2-5"
    )
    assert json.loads((folder / "result.json").read_text())["route"]["met"] is False


@pytest.mark.slow
def test_a_bitstream(pairforge: Any, tmp_path: Path) -> None:
    done = pairforge("board", "ulx3s", "small-f2-5", "--json")
    assert done.status == 0 and done.json["route"]["fmax_mhz"] > 25
    stream = (tmp_path / "build" / "small-f2-5-ulx3s" / "small_f2_5_ulx3s.bit").read_bytes()
    assert b"LFE5U-85F" in stream[:200]
    # The same bytes a second time, made anew.
    again = pairforge("board", "ulx3s", "small-f2-5", "--pairings", "21", "--out", "again")
    assert again.status == 0 and (tmp_path / "again" / "small_f2_5_ulx3s.bit").read_bytes() == stream
