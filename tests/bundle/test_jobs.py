"""What a build says of a core of jobs: no pairings, but jobs, with opcodes, statuses and cycles."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pairforge.bundle.jobs import _labels
from pairforge.cli.app import run
from pairforge.jobs.arguments import Argument, arguments
from pairforge.jobs.statuses import STATUS_NAMES, STATUSES

pytestmark = pytest.mark.xdist_group("bundle of jobs")  # one build of all, so on one worker

NAMES = ("g1-mul", "g2-mul", "ate")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("jobs") / "core"
    assert run(["build", "jobs-bls12-13", "--no-synth", "--pairings", "20", "--out", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def rows(built: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((built / "result.json").read_text())["jobs"]
    return found


def test_nothing_speaks_of_pairings_but_the_job_that_is_one(built: Path) -> None:
    skipped = ("result.json", "report.json")  # whose keys stay as they are
    for path in built.rglob("*"):
        if path.is_file() and path.name not in skipped:
            text = re.sub("optimal ate pairing", "", path.read_text(errors="replace"), flags=re.IGNORECASE)
            if path.suffix == ".html":  # what is shown
                text = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
            text = text.replace("--pairings 20", "")  # an option of the command that was given
            assert "pairing" not in text.lower(), path


def test_readme_has_each_job_and_each_status(built: Path, rows: list[dict[str, Any]]) -> None:
    text = (built / "README.md").read_text()
    for number, (label, row) in enumerate(zip(NAMES, rows, strict=False)):
        takes, gives = ", ".join(row["takes"]), ", ".join(row["gives"])
        cycles = f"{row['interval']:,} | {row['latency']:,}"
        assert f"| {number} | `{label}` | {takes} | {gives} | {cycles} |" in text
    for status, meaning in STATUSES.items():
        assert f"| {status} | {meaning} |" in text


def test_result_has_what_was_found_of_each(rows: list[dict[str, Any]]) -> None:
    assert [(row["opcode"], row["inputs"], row["mismatches"]) for row in rows] == [
        (0, 20, 0),
        (1, 20, 0),
        (2, 20, 0),
        (None, 20, 0),
    ]
    assert rows[0]["takes"] == ["n", "xP", "yP"] and rows[0]["gives"] == ["status", "x", "y"]
    assert rows[2]["gives"] == ["status", *(f"e{i}" for i in range(12))]


def test_page_registers_vhdl_and_litex_have_them(built: Path, rows: list[dict[str, Any]]) -> None:
    page = (built / "report.html").read_text()
    assert '<section id="jobs"' in page and "refused" in page
    assert all(row["description"].split(" on ")[0] in page for row in rows)
    rdl = (built / "registers" / "jobs_bls12_13.rdl").read_text()
    assert "opcode 1: g2-mul takes n, xQ0, xQ1, yQ0, yQ1, gives x0, x1, y0, y1" in rdl
    assert "7 there is no job of this number" in rdl
    vhdl = (built / "vhdl" / "jobs_bls12_13_pkg.vhd").read_text()
    litex = (built / "litex" / "jobs_bls12_13_litex.py").read_text()
    for name, value in (
        ("opcode_g2_mul", 1),
        ("interval_ate", rows[2]["interval"]),
        ("status_done", 0),
        ("status_opcode", 7),
    ):
        assert f"jobs_bls12_13_{name} : natural := {value};" in vhdl
        assert f"\n{name.upper()} = {value}\n" in litex
    core = (built / "jobs_bls12_13.core").read_text()
    assert "name: pairforge:job:jobs_bls12_13:" in core


def test_every_status_that_is_not_0_has_a_name() -> None:
    assert set(STATUS_NAMES) == set(STATUSES) - {0}


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["g1-mul-bls12-13", "g2-mul-bls12-13", "ate-bls12-13"], ["g1-mul", "g2-mul", "ate"]),
        (["bls-verify-bls12-381"], ["bls-verify"]),
        (["g1-mul-bls12-381", "ate-bls12-381-check"], ["g1-mul-bls12-381", "ate-bls12-381-check"]),
        (["mix"], ["mix"]),
    ],
)
def test_labels_leave_the_curve_out(names: list[str], labels: list[str]) -> None:
    assert _labels(names) == labels


def test_bytes_of_arguments() -> None:
    names = ("key_flags", "key_x", "signature_flags", "signature_x0", "signature_x1", "message")
    assert arguments(names, 381) == (
        Argument("key", names[:2], 48, compressed=True),
        Argument("signature", names[2:5], 96, compressed=True),
        Argument("message", names[5:], 32),
    )
    many = ("key0_flags", "key0_x", "message0", "key1_flags", "key1_x", "message1")
    assert arguments(many, 381) == (
        Argument("key0", many[:2], 48, compressed=True),
        Argument("message0", ("message0",), 32),
        Argument("key1", many[3:5], 48, compressed=True),
        Argument("message1", ("message1",), 32),
    )
    assert arguments(("flags", "xP"), 381) == (Argument("point", ("flags", "xP"), 48, compressed=True),)
    assert arguments(("flags", "xP"), 14) == (Argument("flags", ("flags",), 2), Argument("xP", ("xP",), 2))
