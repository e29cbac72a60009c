"""Long runs (docs: explanation/evidence.md): cut off and resumed, and a planted bug found."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.long_runs import LongRun, main
from pairforge.builder import long_run
from pairforge.builder.long_run import Chunk, Core, Found, chunk_seed, core_of, run_chunk
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled
from pairforge.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
SMALL = "small-f2-5"


class Here:
    """Does the work in this process; stops as Ctrl-C does after so many chunks."""

    def __init__(self, most: int = 1000) -> None:
        self.left = most

    def map(self, work: Callable[[Chunk], Found], tasks: Sequence[Chunk]) -> Iterator[tuple[int, Any]]:
        for index, task in enumerate(tasks):
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield index, work(task)


def asked(out: Path, chunks: int = 5, **other: Any) -> LongRun:
    of: dict[str, Any] = {"core": core_of(SMALL, {"effort": "0"}), "seed": 3, "size": 40, "modelled": 4}
    return LongRun(**(of | other), chunks=chunks, out=out)


def quiet(_: str) -> None:
    pass


def counts(summary: Mapping[str, Any]) -> dict[str, Any]:
    """But for what is different every time."""
    return {key: value for key, value in summary.items() if "second" not in key and key != "cpu"}


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    whole = asked(tmp_path / "whole").run(Here(), quiet)
    assert (whole["pairings"], whole["mismatches"], whole["disagreements"]) == (200, 0, 0)
    out = tmp_path / "cut"
    with pytest.raises(KeyboardInterrupt):
        asked(out).run(Here(2), quiet)
    with out.open("a") as file:  # and within a line
        file.write('{"index": 2, "see')
    said: list[str] = []
    assert counts(asked(out).run(Here(3), said.append)) == counts(whole)
    assert said[0] == f"2 of 5 chunks are in {out} already"
    head, *lines = map(json.loads, out.read_text().splitlines())
    assert head["seed"] == 3
    assert [line["index"] for line in lines] == list(range(5))
    assert len({line["seed"] for line in lines}) == 5
    longer = asked(out, chunks=6).run(Here(1), quiet)
    assert longer["pairings"] == 240


@pytest.mark.parametrize(
    ("other", "key"),
    [({"seed": 4}, "seed"), ({"size": 41}, "chunk"), ({"core": Core("beuchat-f2-5")}, "design")],
)
def test_a_file_of_another_run_is_refused(tmp_path: Path, other: dict[str, Any], key: str) -> None:
    asked(tmp_path / "out", chunks=1).run(Here(), quiet)
    with pytest.raises(UserError, match=f"is of a run with another {key}; give another file"):
        asked(tmp_path / "out", **other).run(Here(), quiet)
    (tmp_path / "text").write_text("a text\n")
    with pytest.raises(UserError, match="is no file of a long run"):
        asked(tmp_path / "text").run(Here(), quiet)


def plant(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """A bug in the Verilog that is simulated."""

    def broken(compiled: Compiled) -> dict[str, str]:
        files = rtl_files(compiled)
        name = f"{compiled.name}.v"
        assert old in files[name]
        return {**files, name: files[name].replace(old, new)}

    monkeypatch.setattr(long_run, "rtl_files", broken)


def test_a_result_that_is_rarely_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = asked(tmp_path / "right").run(Here(), quiet)
    text = rtl_files(core_of(SMALL, {"effort": "0"}).compiled)[f"{SMALL.replace('-', '_')}.v"]
    old = next(line.strip() for line in text.splitlines() if line.strip().startswith("assign out_data = "))
    value = old.removeprefix("assign out_data = ").removesuffix(";")
    plant(monkeypatch, old, f"assign out_data = ({value}) ^ {{31'd0, ({value}) == 32'd7}};")
    found = asked(tmp_path / "wrong").run(Here(), quiet)
    assert 0 < found["mismatches"] < found["pairings"] == right["pairings"]
    assert "expected 0x7, got 0x6" in found["first"]
    assert right["core"] != found["core"]


def test_a_core_that_is_stuck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "assign out_valid = ", "assign out_valid = 1'd0 & ")
    found = run_chunk(Chunk(core_of(SMALL, {"effort": "0"}), 1, 5, 5))
    assert found.mismatches == 5
    assert "no transfer" in found.first


def test_seeds_of_chunks_differ() -> None:
    assert len({chunk_seed(seed, index) for seed in range(20) for index in range(20)}) == 400


def test_workers_of_a_pool_and_the_engine(tmp_path: Path) -> None:
    """The command, on Dask; over F_2^239 every result is the engine's."""
    out, summary = tmp_path / "out.jsonl", tmp_path / "summary.json"
    command = ["-m", "benchmarks.long_runs", SMALL, "--set", "effort=0", "--pairings", "100", "--chunk", "40"]
    command += ["--out", str(out), "--summary", str(summary), "--model", "2"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    found = json.loads(summary.read_text())
    assert (found["pairings"], found["chunks"], found["mismatches"]) == (120, 3, 0)
    assert found["command"] == f"python {' '.join(command)}"
    assert "small-f2-5, seed 1: 120 pairings in " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("no-such-core",), "no design 'no-such-core'"),
        (("jobs-bls12-13",), "a long run is for a pairing, not for jobs"),
        ((SMALL, "--jobs", "0"), "--jobs 0: give a number from 1 to 256"),
        ((SMALL, "--out", "/nowhere/at/all"), "--out /nowhere/at/all: "),
    ],
)
def test_what_is_refused_is_one_line(
    arguments: Sequence[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [*arguments, "--pairings", "5"]
    assert main(given if "--out" in given else [*given, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert message in said.err
