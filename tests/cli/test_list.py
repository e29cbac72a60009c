"""`list`: everything of the catalogue, with status and security; completion of its names."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge.cli.listing import list_command
from pairforge.machine.designs import design_names
from pairforge.pairings.registry import PAIRINGS
from pairforge.software.engine import all_names, engine_names
from pairforge.targets.registry import all_fpgas

from .conftest import PAIRFORGE


def test_json_names_everything(pairforge: Callable[..., Any]) -> None:
    done = pairforge("list", "--json")
    assert (done.status, done.err) == (0, "")
    found = done.json
    assert found["schema"] == 1
    assert sorted(p["name"] for p in found["pairings"]) == sorted(all_names())
    assert [d["name"] for d in found["designs"]] == list(design_names())
    assert [t["name"] for t in found["targets"]] == list(all_fpgas())
    for p in found["pairings"]:
        assert p["security"]["note"]
        ways = p["status"].replace(" and ", ", ").split(", ")
        assert ways == [
            *(["model"] if p["name"] in PAIRINGS else []),
            *(["engine"] if p["name"] in engine_names() else []),
            *(["hardware"] if p["design"] in design_names() else []),
        ]


def test_the_table_shows_each_name_its_design_and_its_security(pairforge: Callable[..., Any]) -> None:
    done = pairforge("list")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    for name, p in PAIRINGS.items():
        (row,) = (line for line in lines if line.startswith(f"{name} "))
        assert p.description in row
        assert f"about {p.security.bits_today} bits today" in row
    for name in (*design_names(), *all_fpgas()):
        assert any(line.startswith(f"{name} ") for line in lines)
    assert "security: about 59 bits today; BROKEN, for research only: " in done.out


def test_no_line_of_the_table_is_as_long_as_a_coefficient_or_a_dozen_jobs(
    pairforge: Callable[..., Any],
) -> None:
    rows = [line for line in pairforge("list").out.splitlines() if ": security: " not in line]
    assert max(map(len, rows)) < 300
    assert any("y^2 = x^3 + 2 x + b over a 298-bit F_p" in row for row in rows)
    assert any(
        re.match(r"precompiles-bls12-381 +pairing-check-4-bls12-381 and 10 more ", row) for row in rows
    )


def test_a_narrow_terminal_gets_entries_and_folds_no_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    list_command()
    lines = [re.sub(r"\x1b\[\d*m", "", line).rstrip() for line in capsys.readouterr().out.splitlines()]
    for name in (*PAIRINGS, *design_names(), *all_fpgas()):
        assert name in lines
    at = lines.index("ate-bls12-381")
    assert lines[at + 1].startswith("  optimal ate pairing on y^2 = x^3 + 4 ")
    assert "ate-bls12-381-m1" in f"{lines[at + 2]} {lines[at + 3]}"
    assert all(len(line) <= 80 for line in lines if ": security: " not in line)


def test_version_and_help(pairforge: Callable[..., Any]) -> None:
    assert pairforge("--version").out == "pairforge 0.1.0\n"
    for arguments in ((), ("--help",), ("build", "-h")):
        done = pairforge(*arguments)
        assert (done.status, done.err) == (0, "")
        assert "Usage: pairforge" in done.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pairforge pair eta-f2-31", {"eta-f2-313"}),
        ("pairforge curve eta-f2-5", {"eta-f2-5", "eta-f2-557"}),
        ("pairforge build beuchat-f2-239", {"beuchat-f2-239"}),
        ("pairforge build ./mi", {"mine.toml"}),
        ("pairforge build beuchat-f2-5 --target xc", {"xc2vp", "xc4v", "xc6v", "xc7", "xcup"}),
        ("pairforge pair eta-f2-5 --backend ", {"model", "engine", "rtl"}),
    ],
)
def test_completion(words: str, expected: set[str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").touch()
    done = subprocess.run(
        [PAIRFORGE],
        env={
            **os.environ,
            "_PAIRFORGE_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert {line.removeprefix("./") for line in done.stdout.split()} == expected


def test_words_choose_and_toys_come_last(pairforge: Callable[..., Any]) -> None:
    every = json.loads(pairforge("list", "--json").out)["pairings"]
    worth = [entry["security"]["bits_today"] == 0 for entry in every]
    assert worth == sorted(worth)
    done = pairforge("list", "BLS12-381", "lazy")
    assert "ate-bls12-381-lazy" in done.out
    assert "eta-f2-239" not in done.out
    found = json.loads(pairforge("list", "bn254", "--json").out)
    assert {entry["name"] for entry in found["pairings"]} >= {"ate-bn254", "ate-bn254-check"}
    assert all("bn254" in str(entry) for entry in found["designs"])
    done = pairforge("list", "nothing-like-it")
    assert (done.status, done.out) == (2, "")
    assert done.err.strip().endswith("nothing has 'nothing-like-it'; `pairforge list` shows all there is")


def test_numbers_have_their_article(pairforge: Callable[..., Any]) -> None:
    done = pairforge("list")
    assert "over an 8-bit F_p" in done.out
    assert not re.search(r"\ba (8|11|18)", done.out)
