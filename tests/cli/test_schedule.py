"""`schedule`: text with bounds on standard output, pictures in files."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest


def test_text_of_both_stages(pairforge: Callable[..., Any]) -> None:
    done = pairforge("schedule", "beuchat-f2-5")
    assert done.status == 0
    assert done.out.startswith("miller: ")
    assert "\nfinal: " in done.out
    assert "loop main: 3 iterations" in done.out
    assert "initiation interval of loop main" in done.out
    assert done.out.count("\nbounds\n") == 2
    tables = (line for line in done.out.splitlines() if line.startswith(("  cycle ", "  mul ", "  sum ")))
    assert max(map(len, tables)) <= 100


def test_one_stage_and_its_picture(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    done = pairforge("schedule", "beuchat-f2-5", "--stage", "miller", "--out", "loop.svg")
    assert done.status == 0
    assert "final" not in done.out
    assert ElementTree.parse(tmp_path / "loop.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_a_folder_of_pictures(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    assert pairforge("schedule", "beuchat-f2-5", "--out", "pictures").status == 0
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names == ["beuchat-f2-5-final.svg", "beuchat-f2-5-miller.svg"]


def test_settings_change_the_schedule(pairforge: Callable[..., Any]) -> None:
    settings = ("--set", "miller.mul.terms=1", "--set", "effort=0")
    done = pairforge("schedule", "beuchat-f2-5", "--stage", "miller", *settings)
    assert done.status == 0
    assert "one every 7 cycles" not in done.out


LONG = ("schedule", "ate-fp-103-m1", "--set", "effort=0")


def outlined(pairforge: Callable[..., Any]) -> str:
    """The line of an outline that says how to have more."""
    done = pairforge(*LONG)
    assert done.status == 0
    assert len(done.out.splitlines()) < 80
    assert "\nbounds\n" in done.out
    assert "interval between runs" in done.out.splitlines()[-1]
    (said,) = (str(line) for line in done.out.splitlines() if line.startswith("cycle by cycle: "))
    return said


def test_a_long_schedule_is_an_outline(pairforge: Callable[..., Any]) -> None:
    assert outlined(pairforge).startswith("cycle by cycle: --block NAME, as block0; or --full, ")


@pytest.mark.slow
def test_a_long_schedule_is_whole_where_that_is_asked_for(pairforge: Callable[..., Any]) -> None:
    full = pairforge(*LONG, "--full").out
    assert len(full.splitlines()) == int(outlined(pairforge).split()[-2]) > 200
    loop = pairforge(*LONG, "--block", "double").out
    assert "loop double: " in loop
    assert "block first:" not in loop


def test_a_block_that_is_none(pairforge: Callable[..., Any]) -> None:
    done = pairforge("schedule", "beuchat-f2-5", "--block", "mainn")
    assert (done.status, done.out) == (2, "")
    assert "--block mainn: beuchat-f2-5 has no such block; there are " in done.err


def test_a_solver_is_read_where_a_search_begins() -> None:
    """It reads pandas, which takes as long as the whole command where the schedule is in the cache."""
    script = """import sys
import pairforge.builder.core, pairforge.builder.prove
print({"pandas", "ortools.sat.python.cp_model"} & set(sys.modules))"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("set()\n", "")
