"""`pairforge prove`, and what a build says of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

SMALL = ("small-f2-5", "--no-synth", "--pairings", "20")


def test_a_build_has_its_certificate(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    """In a file, in the result, on the page, in the README, whose command makes it again."""
    done = pairforge("build", *SMALL, "--out", "core", "--json")
    assert done.status == 0
    proof = json.loads((tmp_path / "core/proof.json").read_text())
    assert proof["proven"]
    assert (proof["schema"], proof["design"]) == (1, "small-f2-5")
    assert done.json["proof"]["proven"]
    assert done.json["proof"]["parts"] == [part["name"] for part in proof["parts"]]
    for part in proof["parts"]:
        assert set(part) == {"name", "what", "proven", "method", "seconds", "assumes", "facts"}
    page = unescape((tmp_path / "core/report.html").read_text())
    assert "Proven of this core" in page
    assert all(part["what"] in page for part in proof["parts"])
    command = "pairforge prove small-f2-5 --rtl rtl"
    assert command in page
    assert command in (tmp_path / "core/README.md").read_text()
    again = pairforge("prove", "small-f2-5", "--rtl", "core/rtl", "--out", "again.json", "--json")
    assert again.status == 0
    assert json.loads((tmp_path / "again.json").read_text()) == again.json
    assert [part["facts"] for part in again.json["parts"]] == [part["facts"] for part in proof["parts"]]


def test_other_verilog_is_no_such_core(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    assert pairforge("build", *SMALL, "--no-prove", "--out", "core").status == 0
    assert not (tmp_path / "core/proof.json").exists()
    (file,) = (tmp_path / "core/rtl").glob("*datapath*.v")
    text = file.read_text()
    assert text.count(" ^ ") > 0
    file.write_text(text.replace(" ^ ", " | ", 1))
    for folder in ("core/rtl", "core"):
        done = pairforge("prove", "small-f2-5", "--rtl", folder)
        assert done.status == 1
        assert "small-f2-5: core: " in done.err.splitlines()[-1]
        assert "small-f2-5: NOT proven" in done.out


@pytest.mark.slow
def test_wrappers_that_are_proven_are_those_of_the_build(
    pairforge: Callable[..., Any], tmp_path: Path
) -> None:
    assert pairforge("build", *SMALL, "--no-prove", "--out", "core").status == 0
    file = tmp_path / "core/bus/small_f2_5_registers.v"
    text = file.read_text()
    assert text.count("scratch_value <= 32'd0") == 1
    file.write_text(text.replace("scratch_value <= 32'd0", "scratch_value <= 32'd1"))
    for folder in ("core/rtl", "core"):
        done = pairforge("prove", "small-f2-5", "--rtl", folder, "--buses")
        assert done.status == 1
        assert done.err.splitlines()[-1] == "pairforge: error: small-f2-5: axi model: an output differs"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("prove", "small-f2-5", "--target", "xc7"),
            "--target: is what modules are mapped for; give --mapped as well",
        ),
        (
            ("prove", "small-f2-5", "--mapped", "--target", "sky130"),
            "--mapped: there are no models of the cells of sky130; give --target ecp5, nexus, xc2vp, xc4v, "
            "xc6v, xc7, xcup",
        ),
        (("prove", "small-f2-5", "--rtl", "."), "--rtl .: has no Verilog; give the folder rtl of a build"),
    ],
)
def test_what_cannot_be_proven(
    pairforge: Callable[..., Any], arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    done = pairforge(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[-1] == f"pairforge: error: {message}"
    assert not list(tmp_path.iterdir())


def test_from_python(tmp_path: Path) -> None:
    import pairforge

    proof = pairforge.prove("small-f2-5")
    assert proof.proven
    assert str(proof).startswith("small-f2-5: proven\n")
