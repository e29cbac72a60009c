"""The engine beside other libraries (docs: howto/compare-libraries.md): rounds, table, what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers import __main__ as peers
from benchmarks.peers import build
from benchmarks.peers.build import Given
from benchmarks.peers.programs import Found, measure, started
from benchmarks.peers.table import aligned, notes, rows
from pairforge.errors import CheckError, UserError

ROOT = Path(__file__).resolve().parents[2]

FAKE = """
import json, sys
library, log, answers = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
first = {"library": library, "version": "1", "level": "none", "functions": list(answers)}
print(json.dumps(first), flush=True)
for line in sys.stdin:
    with open(log, "a") as file:
        file.write(f"{library} {line}")
    answer = answers[line.strip()].pop(0)
    if isinstance(answer, str):
        sys.exit(answer)
    print(json.dumps({"function": line.strip(), **answer}), flush=True)
"""
"""A library that says what it is told to: for each function a list of answers, a text for where it ends."""


def fake(library: str, log: Path, **answers: Sequence[Any]) -> list[str]:
    known = {name.replace("_", " "): list(some) for name, some in answers.items()}
    return [sys.executable, "-c", FAKE, library, str(log), json.dumps(known)]


def ns(*values: float) -> list[dict[str, float]]:
    return [{"ns": value} for value in values]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def measured(commands: dict[str, list[list[str]]], functions: Sequence[str]) -> Found:
    missing: dict[str, str] = {}
    with started(commands, missing) as programs:
        return measure(programs, functions, 0, missing, lambda _: None)


# -- rounds ----------------------------------------------------------------------------------------------


def test_libraries_compute_a_function_one_after_the_other_and_the_least_counts(log: Path) -> None:
    commands = {
        "pairforge": [fake("pairforge", log, a=ns(5, 3, 4), b=ns(9, 9, 9))],
        "blst": [fake("blst", log, a=ns(7, 8, 6))],
    }
    found = measured(commands, ["a", "b"])
    assert found.ns == {"a": {"pairforge": 3, "blst": 6}, "b": {"pairforge": 9}}
    assert log.read_text().split("\n")[:-1] == ["pairforge a", "blst a", "pairforge b"] * 3
    assert (found.rounds, found.missing) == (3, {})


def test_a_library_of_two_programs_is_one(log: Path) -> None:
    one, two = fake("mcl", log, a=ns(1, 2, 3)), fake("mcl", log, b=ns(4, 5, 6))
    assert measured({"mcl": [one, two]}, ["a", "b"]).ns == {"a": {"mcl": 1}, "b": {"mcl": 4}}


def test_what_ends_early_or_does_not_start_is_missing_with_its_own_words(log: Path) -> None:
    commands = {
        "pairforge": [fake("pairforge", log, a=ns(1, 1, 1))],
        "blst": [fake("blst", log, a=[*ns(1), "out of points"])],
        "mcl": [["/no/such/program"]],
        "gnark-crypto": [[sys.executable, "-c", "print('hello')"]],
        "constantine": [[sys.executable, "-c", "raise SystemExit(3)"]],
    }
    found = measured(commands, ["a"])
    assert found.ns == {"a": {"pairforge": 1}}
    assert found.missing == {
        "blst": "a: out of points",
        "mcl": "/no/such/program: cannot be run: No such file or directory",
        "gnark-crypto": "its program said 'hello', which is no JSON",
        "constantine": "its program ended with exit status 3",
    }


def test_libraries_that_compute_different_points_are_a_failed_check(log: Path) -> None:
    ours, other = ({"ns": 1, "result": digits} for digits in ("0a", "0b"))
    commands = {"pairforge": [fake("pairforge", log, a=[ours])], "blst": [fake("blst", log, a=[other])]}
    with pytest.raises(CheckError, match=r"^a: blst computes another point than pairforge$"):
        measured(commands, ["a"])


def test_programs_end_with_the_run(log: Path) -> None:
    with started({"blst": [fake("blst", log, a=ns(1))]}, {}) as programs:
        (program,) = programs
    with pytest.raises(ValueError, match="closed file"):
        program.ask("a")


# -- the table -------------------------------------------------------------------------------------------


def test_the_ratio_is_to_the_fastest_other_library() -> None:
    found = Found(
        {
            "pairing": {"pairforge": 250_000, "blst": 500_000, "mcl": 400_000},
            "sum": {"pairforge": 3e6, "blst": 2e6},
            "of ours": {"pairforge": 12.3},
        },
        rounds=4,
        versions={"pairforge": "0.1.0", "blst": "0.3.17", "mcl": "3.04"},
        levels={"pairforge": "avx2", "blst": "ADX", "mcl": "JIT"},
        missing={"constantine": "no nim found"},
    )
    assert list(aligned(list(rows(found)))) == [
        "         pairforge     blst     mcl  ratio    to",
        "pairing     250 us   500 us  400 us  0.625   mcl",
        "sum        3.00 ms  2.00 ms       -   1.50  blst",
        "of ours    12.3 ns        -       -      -     -",
    ]
    assert list(notes(found)) == [
        "the least of 4 rounds, every library once in each",
        "pairforge 0.1.0: avx2",
        "blst 0.3.17: ADX",
        "mcl 3.04: JIT",
        "constantine is not there: no nim found",
    ]


# -- the command -----------------------------------------------------------------------------------------


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["peers", *arguments])
        status = peers.main()
        said = capsys.readouterr()
        progress = ("peers: round", "peers: build", "peers: compile")
        errors = [line for line in said.err.splitlines() if not line.startswith(progress)]
        return status, said.out, "\n".join(errors)

    return run


@pytest.fixture
def builders(monkeypatch: pytest.MonkeyPatch, log: Path) -> Iterator[dict[str, Any]]:
    """Ours alone; tests add others."""
    some: dict[str, Any] = {"pairforge": lambda _: [fake("pairforge", log, a=ns(2, 2, 2), b=ns(3, 3, 3))]}
    monkeypatch.setattr(peers, "BUILDERS", some)
    yield some


def without(why: str) -> Any:
    def build(_: Given) -> Any:
        raise UserError(why)

    return build


def test_what_cannot_be_built_is_named_and_the_others_are_measured(
    command: Any, builders: dict[str, Any], log: Path
) -> None:
    builders["blst"] = lambda _: [fake("blst", log, a=ns(1, 1, 1))]
    builders["mcl"] = without("no cc found")
    status, out, errors = command("--seconds", "0", "--only", "a")
    assert (status, errors) == (0, "")
    assert out.splitlines()[1].split() == ["a", "2.00", "ns", "1.00", "ns", "2.00", "blst"]
    assert out.splitlines()[-1] == "mcl is not there: no cc found"
    status, out, _ = command("--seconds", "0", "--json")
    assert (status, json.loads(out)["ns"]["b"]) == (0, {"pairforge": 3})


def test_without_another_library_there_is_one_line(command: Any, builders: dict[str, Any]) -> None:
    builders["blst"] = without("no crate")
    assert command("--seconds", "0") == (2, "", "peers: no other library is there: blst: no crate")


def test_without_ours_there_is_nothing_to_compare(command: Any, builders: dict[str, Any], log: Path) -> None:
    builders["pairforge"] = without("no cargo found")
    builders["blst"] = lambda _: [fake("blst", log, a=ns(1))]
    assert command("--seconds", "0") == (2, "", "peers: no cargo found")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seconds", "-1"], "--seconds -1: must be from 0 to 86400"),
        (["--seconds", "nan"], "--seconds nan: must be from 0 to 86400"),
        (["--mcl", "no.so"], "--mcl no.so: no such file; it takes a shared library of mcl"),
        (
            ["--constantine", "no"],
            "--constantine no: no constantine.nimble there; it takes constantine's source tree",
        ),
        (["--only", "sums"], "--only sums: no function is named like this; known are a, b"),
    ],
)
def test_bad_input_is_one_line(
    command: Any, builders: dict[str, Any], log: Path, arguments: list[str], message: str
) -> None:
    builders["blst"] = lambda _: [fake("blst", log, a=ns(1))]
    assert command(*arguments) == (2, "", f"peers: {message}")


def test_a_level_that_there_is_not_is_one_line(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIRFORGE_ENGINE_CPU", "fast")
    message = "peers: PAIRFORGE_ENGINE_CPU fast: must be one of portable, base, avx2, vpclmulqdq, avx512"
    assert command() == (2, "", message)


@pytest.mark.parametrize(
    ("library", "given", "message"),
    [
        ("gnark-crypto", Given(), "no go found; it compiles gnark-crypto: install Go"),
        ("mcl", Given(), "no cc found; it compiles the program that times mcl: install a C compiler"),
        ("constantine", Given(), "no package brings it; --constantine FOLDER takes its source tree"),
        ("blst", Given(), "no cargo found; "),
    ],
)
def test_a_tool_that_is_missing_is_named(
    library: str, given: Given, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PATH", "CARGO_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(UserError) as refused:
        build.BUILDERS[library](given)
    assert str(refused.value).startswith(message)


def test_constantine_needs_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "constantine.nimble").write_text('version       = "0.2.0"\n')
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match=r"^no nim found; it compiles constantine: install Nim 2.2 or newer"):
        build.BUILDERS["constantine"](Given(constantine=tmp_path))


@pytest.mark.slow
@pytest.mark.xdist_group("cargo")
def test_the_libraries_that_packages_bring_agree(tmp_path: Path) -> None:
    """Every point is the same by all of them, which the command checks; gnark-crypto's module is fetched."""
    run = [sys.executable, "-m", "benchmarks.peers", "--seconds", "0", "--json"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"pairforge", "blst", "gnark-crypto", "mcl"} <= set(found["versions"]), found["missing"]
    for function in ("bls12-381 verify", "bls12-381 G1 sum of 2^16, 1 thread"):
        assert all(value > 1000 for value in found["ns"][function].values())
