"""Two cores that are compared: results, one flipped bit anywhere, and what a broken comparison lets through."""

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from pairforge.builder.core import simulate_core
from pairforge.builder.faults import put_faults
from pairforge.builder.interface import interface_of
from pairforge.builder.prove import prove
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import random_sample
from pairforge.errors import UserError
from pairforge.evidence import _yosys, verilator
from pairforge.evidence.faults.campaign import Fault, Outcome, Verdict, campaign, flips
from pairforge.evidence.faults.state import Element, state_of
from pairforge.machine.designs import find_design

POOL = 16


def compiled(name: str, **settings: str) -> Compiled:
    return compile_design(find_design(name, {"effort": "0", "faults": "detect"} | settings))


CORES = [
    ("small-f2-5", {}),
    ("small-f2-5", {"check": "curve", "interleave": "3"}),
    pytest.param("beuchat-f2-5", {}, marks=pytest.mark.slow),
    pytest.param("beuchat-f2-5", {"cores": "2", "control": "own"}, marks=pytest.mark.slow),
    pytest.param("beuchat-f3-5", {"cores": "2", "interleave": "2"}, marks=pytest.mark.slow),
    pytest.param("ate-fp-103-m1", {}, marks=pytest.mark.slow),
    pytest.param("barenghi-fp-163", {"tate.sequencer": "blocks"}, marks=pytest.mark.slow),
]
"""On lines and on words, one stage and two, threads, cores of either kind."""


@pytest.mark.parametrize(("name", "settings"), CORES, ids=str)
def test_results_are_those_of_the_model_in_the_cycles_promised(name: str, settings: dict[str, str]) -> None:
    """Streaming, one by one, with gaps and stalls, with resets; `zeros` would differ from the model."""
    core = compiled(name, **settings)
    rtl = rtl_files(core)
    assert verilator.lint(rtl, core.name) == []
    sample = random_sample(core, 8 * core.design.under_way, 3)
    found = simulate_core(core, rtl, sample.sent, sample.expected, sample.off_curve)
    assert found.mismatches == 0 and found.repeated > 0
    assert found.latency == core.latency
    assert core.interval in (None, found.interval)


def outcomes(
    core: Compiled, rtl: dict[str, str], state: list[Element], faults: list[Fault], **how: float
) -> list[Outcome]:
    sample = random_sample(core, POOL, 3)
    batch, stalls = int(how.get("batch", 3)), how.get("stalls", 0.4)
    found = campaign(
        rtl, interface_of(core), state, faults, sample.sent, sample.expected, batch=batch, stalls=stalls
    )
    return list(found.outcomes)


def test_a_flipped_bit_leaves_no_wrong_value_and_no_hang() -> None:
    """The third batch is right again but where the control store has changed."""
    core = compiled("small-f2-5")
    rtl = rtl_files(core)
    state = state_of(rtl, core.name, compared=True)
    found = outcomes(core, rtl, state, flips(state, 900, POOL, 1))
    for outcome in found:
        assert Verdict.WRONG not in outcome.batches and Verdict.HANGS not in outcome.batches, outcome
        lasts = state[outcome.fault.element].lasts
        assert lasts or outcome.batches[2] in (Verdict.RIGHT, Verdict.NONE), outcome
        assert outcome.mended is not False
    flagged = [outcome for outcome in found if Verdict.FLAGGED in outcome.batches]
    assert len(flagged) > len(found) // 5


def test_any_bit_of_the_guarded_state_may_flip_and_nothing_is_seen() -> None:
    """Each one of them, at several cycles, words waiting; not even a cycle is lost."""
    core = compiled("small-f2-5")
    rtl = rtl_files(core)
    state = state_of(rtl, core.name, compared=True)
    guarded = [i for i, e in enumerate(state) if not e.path and e.name.startswith(("state", "held"))]
    assert len(guarded) == 6
    faults = [
        Fault(i, word, bit, when / 8 + 0.01 * (bit % 10), bit % POOL)
        for i in guarded
        for word in range(max(state[i].words, 1))
        for bit in range(state[i].bits)
        for when in range(8)
    ]
    assert len(faults) > 1000
    for outcome in outcomes(core, rtl, state, faults):
        assert outcome.batches == (Verdict.RIGHT, Verdict.RIGHT, Verdict.NONE), outcome


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("recovering) next", ""),
        ("differed <=", "differed <= 1'b0 &"),
    ],
)
def test_a_comparison_that_sees_nothing_is_found_out(before: str, after: str) -> None:
    core = compiled("small-f2-5")
    rtl = rtl_files(core)
    top = f"{core.name}.v"
    if not after:
        pytest.skip("placeholder")
    assert before in rtl[top]
    rtl[top] = rtl[top].replace(f"else {before}", f"else {after}")
    state = state_of(rtl, core.name, compared=True)
    found = outcomes(core, rtl, state, flips(state, 300, POOL, 1), batch=1, stalls=0)
    assert any(Verdict.WRONG in outcome.batches for outcome in found)
