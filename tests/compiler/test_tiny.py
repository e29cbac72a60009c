"""The tiny field through exactly the path of the real ones: the whole coprocessor on every pair of points."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import pytest
from pairings.named import named
from pairings.textbook import Curve, order

from pairforge.builder.core import simulate_core
from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import header, rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import compile_design
from pairforge.compiler.words import to_words
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.evidence.icarus import run_bench
from pairforge.evidence.interface import Vectors
from pairforge.evidence.mutate import mutants
from pairforge.evidence.testbench import testbench_files as bench_files
from pairforge.evidence.verify import Passes, verify
from pairforge.machine.design import parse_design
from pairforge.machine.designs import find_design
from pairforge.pairings.supersingular_binary import EtaBinaryPairing

PAIRING = named("eta-f2-5", EtaBinaryPairing)
TEXTBOOK = Curve((5, 2, 0), 1)

MACHINES = {
    "as it ships": {},
    "no passes": {"passes": "none", "effort": "0"},
    "three multiplier stages": {"miller.mul.stages": "3", "effort": "0"},
    "no sums before products": {"miller.mul.terms": "1", "effort": "0"},
    "two-operand sums": {"miller.sum.terms": "2", "effort": "0"},
    "several of everything": {
        "miller.mul.count": "3",
        "miller.sum.count": "2",
        "miller.root.count": "2",
        "miller.square.count": "2",
        "effort": "0",
    },
    "odd and even halves": {"miller.mul.split": "oddeven", "miller.mul.cutoff": "2", "effort": "0"},
    "distributed memory": {"final.storage.style": "distributed", "effort": "0"},
    "three read ports": {"final.storage.reads": "3", "final.sum.terms": "3", "effort": "0"},
    "digits of two": {"final.mul.digit": "2", "effort": "0"},
    "two slow multipliers": {"final.mul.digit": "1", "final.mul.count": "2", "effort": "0"},
    "one step of Frobenius": {"final.power.steps": "[1]", "effort": "0"},
    "a step of Frobenius never taken": {"final.power.steps": "[1, 5, 6]", "effort": "0"},
    "two threads": {"interleave": "2", "final.power.steps": "[1, 3]", "effort": "0"},
    "a slow clock, so one thread": {"clock": "60", "effort": "0"},
    "a clock, so three threads": {"clock": "250", "effort": "0"},
    "three threads": {"interleave": "3", "miller.mul.stages": "1", "final.mul.digit": "5", "effort": "0"},
}


@cache
def points() -> Any:
    return [
        (x, y) for x in range(32) for y in range(32) if PAIRING.complaint_about_point("P", (x, y)) is None
    ]


@cache
def every_pair() -> Any:
    """Words sent and expected for every pair of affine points."""
    pairs = [(P, Q) for P in points() for Q in points()]
    values = PAIRING.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    return to_words([(*P, *Q) for P, Q in pairs], 1), to_words(values, 1)


SMALL = {
    "one small machine": {"effort": "0"},
    "one small machine, no passes": {"passes": "none", "effort": "0", "all.storage.words": "64"},
    "one small machine on distributed memory": {
        "all.storage.style": "distributed",
        "all.mul.digit": "1",
        "effort": "0",
    },
    "one small machine with two of each": {
        "all.mul.count": "2",
        "all.sum.count": "2",
        "effort": "0",
    },
    "one small machine, a continuant": {"all.algorithm": "continuant+norms", "effort": "0"},
    "one small machine, three threads": {"interleave": "3", "effort": "0"},
    "one small machine with a slow clock": {"clock": "60", "effort": "0"},
    "one small machine with a fast clock": {"clock": "250", "effort": "0"},
    "one small machine on distributed memory, four threads": {
        "interleave": "4",
        "all.storage.style": "distributed",
        "effort": "0",
    },
}


@cache
def built(name: Any) -> Any:
    base, settings = ("small-f2-5", SMALL) if name in SMALL else ("beuchat-f2-5", MACHINES)
    compiled = compile_design(find_design(base, settings[name]))
    return compiled, rtl_files(compiled)


def test_the_points_are_all_of_the_curve_but_the_one_at_infinity() -> None:
    assert len(points()) == order(5, 1) - 1 == 40


def test_every_value_of_the_model_is_the_textbook_pairing() -> None:
    """Tate pairing of order N = e^-(T+1) or e^(T-1), e = eta_T^M (Beuchat et al.), T = 2^3."""
    T, N = 8, order(5, 1)
    power = T - 1 if PAIRING.params.nu < 0 else -T - 1
    for P in points()[::3]:
        for Q in points()[::3]:
            e = list(PAIRING.model(P, Q))
            assert tuple(TEXTBOOK.ext.power(e, power % N)) == TEXTBOOK.tate(P, Q)


@pytest.mark.parametrize("name", [*MACHINES, *SMALL])
def test_the_coprocessor_is_right_on_every_pair_of_points(name: str) -> None:
    compiled, rtl = built(name)
    sent, expected = every_pair()
    assert len(sent) == 1600
    found = simulate_core(compiled, rtl, sent, expected, timeout=20_000)
    assert (found.pairings, found.mismatches) == (1600, 0)
    assert found.repeated >= 8  # again with gaps, back-pressure and resets


@pytest.mark.parametrize(
    "name",
    [
        "as it ships",
        "no passes",
        "several of everything",
        "three read ports",
        "one small machine",
        "two threads",
        "one small machine on distributed memory, four threads",
    ],
)
def test_what_is_emitted_is_lint_clean(name: str) -> None:
    compiled, rtl = built(name)
    assert verilator.lint(rtl, compiled.name) == []


def test_the_same_design_gives_the_same_bytes() -> None:
    _, rtl = built("as it ships")
    again = compile_design(find_design("beuchat-f2-5"))
    assert rtl_files(again) == rtl


def test_threads_change_nothing_of_what_is_scheduled() -> None:
    """Latency and interval are those of one thread: C times as many cycles for C results."""
    one = compile_design(find_design("small-f2-5", {"effort": "0"}))
    three, _ = built("one small machine, three threads")
    assert three.stages[0].schedule.placed == one.stages[0].schedule.placed
    assert (three.latency, three.interval) == (3 * one.latency + 2, one.interval)


@pytest.mark.parametrize("threads", ["0", "33", "two"])
def test_a_number_of_threads_out_of_range_is_refused(threads: str) -> None:
    with pytest.raises(UserError, match="interleave: must be a whole number from 1 to 32, not"):
        find_design("beuchat-f2-5", {"interleave": threads})


def test_no_two_files_hold_the_same_module() -> None:
    _, rtl = built("as it ships")
    bodies = [text.split("module ", 1)[1].split("(", 1)[1] for text in rtl.values()]
    assert len(set(bodies)) == len(bodies)


@pytest.mark.parametrize("name", ["as it ships", "one small machine, three threads"])
def test_icarus_runs_the_bench_that_is_handed_over(name: str) -> None:
    compiled, rtl = built(name)
    sent, expected = every_pair()
    shown = Vectors(sent[::200], expected[::200])
    bench = bench_files(interface_of(compiled), shown, header=header(compiled))
    assert run_bench(rtl, bench, compiled.name, timeout_s=120).pairings == 8


CAUGHT = [
    ("beuchat_f2_5_miller_sequencer.v", r"store\[5\] = "),
    ("beuchat_f2_5_final_sequencer.v", r"store\[40\] = "),
    ("beuchat_f2_5_miller_datapath.v", r"wire .*\bsum_a = "),
]


@pytest.mark.parametrize(("file", "line"), CAUGHT)
def test_a_fault_in_the_emitted_verilog_is_caught(file: str, line: str) -> None:
    compiled, rtl = built("as it ships")
    sent, expected = every_pair()
    lines = rtl[file].splitlines()
    mutant = next(m for m in mutants(rtl, only=file) if re.search(line, lines[m.line - 1]))
    try:
        found = verify(
            mutant.files,
            interface_of(compiled),
            Vectors(sent[:200], expected[:200]),
            Passes(timeout=5000, repeat=2),
        )
    except CheckError:
        return
    assert found.mismatches, f"nothing noticed that {mutant}"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"miller.root.power": "3", "miller.square.power": "4"},
            "beuchat-f2-5.toml: no unit for operation frob 1 (",
        ),
        (
            {"miller.mul.terms": "2", "miller.sum.terms": "1"},
            "beuchat-f2-5.toml: stage miller cannot run eta-f2-5.miller: ",
        ),
        (
            {"final.mul.digit": "6"},
            "beuchat-f2-5.toml: stage.final.unit.mul: digit 6: must be from 1 to m = 5",
        ),
        (
            {"final.power.steps": "[3]"},
            "beuchat-f2-5.toml: stage.final.unit.power: steps [3]: give rising powers of Frobenius, "
            "the first 1",
        ),
        (
            {"miller.name": "one"},
            "beuchat-f2-5.toml: stage: the stages of eta-f2-5 are miller, final, in this order, "
            "not one, final",
        ),
    ],
)
def test_a_machine_that_cannot_be_built_is_refused_before_any_work(
    settings: Mapping[str, str], message: str
) -> None:
    for refuse in (check_design, compile_design):
        with pytest.raises(UserError) as error:
            refuse(find_design("beuchat-f2-5", settings))
        assert str(error.value).startswith(message)


STORAGE = {
    "final": 'storage = { kind = "ram", style = "block", words = 64, reads = 2 }',
    "miller": 'storage = { kind = "lines" }',
}


@pytest.mark.parametrize(
    ("stage", "storage", "message"),
    [
        (
            "final",
            'storage = { kind = "lines" }',
            "mine.toml: stage final follows another and must be able to wait for its output, "
            "which storage.kind = 'lines' cannot; use storage.kind = 'ram'",
        ),
    ],
)
def test_storage_that_does_not_fit_the_stage_is_refused(stage: str, storage: str, message: str) -> None:
    text = design_text().replace(STORAGE[stage], storage)
    with pytest.raises(UserError) as error:
        check_design(parse_design(text, "mine.toml", {}))
    assert str(error.value) == message


def design_text() -> str:
    folder = resources.files("pairforge.catalog") / "designs"
    return (folder / "beuchat-f2-5.toml").read_text()
