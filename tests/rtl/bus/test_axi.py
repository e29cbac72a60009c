"""The AXI wrapper under random traffic, watched by a checker that is put to the test by broken wrappers."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairforge.evidence import verilator
from rtl.bus.harness import Subject, run, subject
from rtl.spoilt import spoilt

ROOT = Path(__file__).resolve().parents[3]
SMALL = ("small-f2-5", 200)
CHECKS = (*SMALL, (("check", "curve"),))


def assert_clean(report: dict[str, Any], transactions: int) -> None:
    assert report["transactions"] >= transactions
    assert (report["violations"], report["wrong"], report["faults"]) == ({}, {}, {})


@pytest.mark.parametrize("wrapper", ["axi", "wishbone"])
@pytest.mark.parametrize("design", ["small-f2-5", "small-f3-5", "shu2-f2-5"])
def test_wrappers_are_lint_clean(design: str, wrapper: str) -> None:
    made = subject(design, 2, (("effort", "0"),))
    assert verilator.lint(made.files, f"{made.compiled.name}_{wrapper}") == []


def test_random_traffic(tmp_path: Path) -> None:
    report = run(tmp_path, subject(*CHECKS), "rtl.bus.axi_traffic", transactions=3000, seed=3)
    assert_clean(report, 3000)
    done = report["done"]
    for kind in (
        "results",
        "results of unknown points",
        "hard resets",
        "soft resets",
        "packets with a wrong end",
        "words refused",
        "reads refused",
        "words in by register",
        "words out by register",
    ):
        assert done.get(kind), f"no {kind}: {done}"


TRAFFIC, DIRECTED = "rtl.bus.axi_traffic", "rtl.bus.axi_directed"
OFFER, LITE = "pairforge_axis_offer.v", "pairforge_axi_lite.v"
MUTANTS = {
    "valid is taken back": (TRAFFIC, OFFER, "(offered & ~tready)", "1'd0", "m: valid was taken back"),
    "a result's word changes": (TRAFFIC, OFFER, "if (free) begin", "begin", "m: the payload changed"),
    "no end of a packet after a soft reset": (
        DIRECTED,
        OFFER,
        "(clear & begun) | (broken & ~free)",
        "1'd0",
        "still under way",
    ),
    "an answer too many": (TRAFFIC, LITE, "(b_held & ~bready)", "b_held", "b: an answer to no request"),
    "what was read changes": (TRAFFIC, LITE, "if (reads) begin", "begin", "r: the payload changed"),
    "an answer in reset": (TRAFFIC, LITE, "bvalid = b_held & ~rst", "bvalid = b_held", "b: valid in reset"),
    "words of a packet too short are not filled up": (
        TRAFFIC,
        "pairforge_inlet4.v",
        "fills <= wrong_end",
        "fills <= 1'd0",
        "still under way",
    ),
    "byte strobes are not heeded": (
        TRAFFIC,
        "small_f2_5_registers.v",
        "{8{write_strobe[3]}}",
        "{8{1'b1}}",
        "SCRATCH reads",
    ),
    "the counter of results is not reset": (
        TRAFFIC,
        "small_f2_5_endpoint.v",
        "if (resets) results <= 32'd0",
        "if (rst) results <= 32'd0",
        "busy with nothing under way",
    ),
    "a word is lost where the queue is full": (
        TRAFFIC,
        "small_f2_5_endpoint.v",
        "~queue_in_full",
        "1'd1",
        "still under way",
    ),
    "a read in the cycle of a soft reset": (
        DIRECTED,
        LITE,
        "& ~hold",
        "& (~hold | hold)",
        "RESULTS reads",
    ),
    "an event is lost that comes when it is cleared": (
        DIRECTED,
        "small_f2_5_registers.v",
        "(read_data_out & ~pops) | (interrupt_status_output_refused & ~(write_interrupt_status & ones[4]))",
        "((read_data_out & ~pops) | interrupt_status_output_refused) & ~(write_interrupt_status & ones[4])",
        "an event was lost",
    ),
}
QUICK = {"valid is taken back", "byte strobes are not heeded"}


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MUTANTS]
)
def test_a_broken_wrapper_is_found(tmp_path: Path, name: str) -> None:
    bench, file, old, new, complaint = MUTANTS[name]
    made = subject(*SMALL)
    anywhere = r"\s+".join(map(re.escape, old.split()))  # on one line or on several
    changed, places = re.subn(anywhere, lambda _: new, made.files[file])
    assert places == 1
    files = {**made.files, file: changed}
    said = ""
    try:
        run(tmp_path, made, bench, files=files, transactions=2000, seed=3)
    except RuntimeError as error:  # it is stuck, or the bench itself sees what is wrong
        said = str(error)
    if (tmp_path / "report.json").exists():
        report = json.loads((tmp_path / "report.json").read_text())
        said += " ".join([*report["violations"], *report["wrong"]])
    assert complaint in said


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_random_transactions() -> None:
    """The command of docs/reference/bus.md."""
    done = subprocess.run([sys.executable, ROOT / "benchmarks/axi.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "protocol violations         0 (of the bench: 0)\nwrong results and answers   0\n" in done.stdout


@pytest.mark.parametrize(
    ("design", "settings", "simulator"),
    [
        ("small-f2-5", (("check", "curve"),), "icarus"),
        pytest.param("small-f2-5", (), "icarus", marks=pytest.mark.slow),
        pytest.param("small-f3-5", (), "icarus", marks=pytest.mark.slow),
        pytest.param(
            "barenghi-fp-163",
            (("tate.storage.style", "block"), ("interleave", "2"), ("check", "curve")),
            "icarus",
            marks=pytest.mark.slow,
        ),
        pytest.param("ate-fp-103-m1", (), "verilator", marks=pytest.mark.slow),
    ],
    ids=["points checked", "points not checked", "characteristic three", "two threads", "eight threads"],
)
def test_what_is_promised_one_by_one(
    tmp_path: Path, design: str, settings: tuple[tuple[str, str]], simulator: str
) -> None:
    run(tmp_path, subject(design, 60, settings), "rtl.bus.axi_directed", simulator=simulator)


def with_faults() -> Subject:
    """A core that looks for faults; the first word of its first input spoils it."""
    made = subject("small-f2-5", 20, (("check", "curve"), ("effort", "0"), ("faults", "detect")))
    word = made.results[0][0][0]
    zeros = [0] * made.facts.words_out
    results = [
        (given, zeros, 4) if word in given else (given, words, marks) for given, words, marks in made.results
    ]
    return replace(made, results=results, files=spoilt(made.files, made.compiled.name, word))


def test_a_fault_is_marked(tmp_path: Path) -> None:
    run(tmp_path, with_faults(), "rtl.bus.axi_faults")
    for wrapper in ("axi", "wishbone"):
        assert verilator.lint(with_faults().files, f"small_f2_5_{wrapper}") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("queue_out_y[34]", "1'd0"),
        ("complete & core_out_fault", "1'd0"),
    ],
    ids=["the mark is lost", "the event is lost"],
)
def test_a_wrapper_that_hides_a_fault_is_found(tmp_path: Path, old: str, new: str) -> None:
    made = with_faults()
    file = "small_f2_5_endpoint.v"
    assert old in made.files[file]
    files = {**made.files, file: made.files[file].replace(old, new)}
    with pytest.raises(RuntimeError, match="axi_faults on small_f2_5_axi failed"):
        run(tmp_path, made, "rtl.bus.axi_faults", files=files)


def test_a_core_that_is_loaded(tmp_path: Path) -> None:
    made = subject("barenghi-fp-163", 20, (("tate.modulus", "loadable"), ("effort", "0")))
    run(tmp_path, made, "rtl.bus.axi_load")
    for wrapper in ("axi", "wishbone"):
        assert verilator.lint(made.files, f"{made.compiled.name}_{wrapper}") == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_twenty_pairings_through_the_streams_of_a_big_core(tmp_path: Path) -> None:
    made = subject("beuchat-f2-239", 20)
    for wrapper in ("axi", "wishbone"):
        assert verilator.lint(made.files, f"{made.compiled.name}_{wrapper}") == []
    report = run(tmp_path, made, "rtl.bus.axi_pairings", simulator="verilator")
    assert report["done"]["results"] == 22
    assert (report["violations"], report["wrong"], report["faults"]) == ({}, {}, {})
