"""Two cores that are compared: results, one flipped bit anywhere, what a broken comparison lets through."""

import json
import re
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
from pairforge.evidence.faults.state import STORES, Element, state_of
from pairforge.machine.designs import find_design

POOL = 16


def compiled(name: str, **settings: str) -> Compiled:
    return compile_design(find_design(name, {"effort": "0", "faults": "detect"} | settings))


CORES = [
    ("small-f2-5", {}),
    ("small-f2-5", {"check": "curve", "interleave": "3"}),
    ("beuchat-f2-5", {}),
    ("beuchat-f2-5", {"cores": "2", "control": "own"}),
    ("beuchat-f3-5", {"cores": "2", "interleave": "2"}),
    ("ate-fp-103-m1", {}),
    ("barenghi-fp-163", {"tate.sequencer": "blocks"}),
]
"""On lines and on words, one stage and two, threads, cores of either kind."""


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_comparison_that_sees_nothing_is_found_out() -> None:
    core = compiled("small-f2-5")
    rtl = rtl_files(core)
    top = f"{core.name}.v"
    assert rtl[top].count("differed <= (") == 1
    rtl[top] = rtl[top].replace("differed <= (", "differed <= 1'b0 & (")
    rtl[top] = rtl[top].replace(
        "          | (leader_out_valid_later", "          & 1'b0 & (leader_out_valid_later"
    )
    state = state_of(rtl, core.name, compared=True)
    found = outcomes(core, rtl, state, flips(state, 300, POOL, 1))
    assert any(Verdict.WRONG in outcome.batches for outcome in found)


@pytest.mark.slow
def test_a_word_without_its_guard_is_found_out() -> None:
    core = compiled("small-f2-5")
    rtl = rtl_files(core)
    top = f"{core.name}.v"
    assert "{5{~nothing}} & word_right}" in rtl[top]
    rtl[top] = rtl[top].replace("{5{~nothing}} & word_right}", "{5{~nothing}} & word_out}")
    state = state_of(rtl, core.name, compared=True)
    (held,) = (i for i, element in enumerate(state) if element.name == "held_word")
    faults = [
        Fault(held, word, bit, when / 50, 0) for word in range(4) for bit in range(5) for when in range(50)
    ]
    assert any(Verdict.WRONG in outcome.batches for outcome in outcomes(core, rtl, state, faults))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "settings", "batch", "stalls"),
    [
        ("small-f2-5", {}, 0, 0.0),
        ("small-f2-5", {}, 4, 0.4),
        ("small-f2-5", {"check": "curve", "interleave": "3"}, 9, 0.2),
        ("beuchat-f2-5", {"cores": "2", "control": "own"}, 5, 0.2),
        ("beuchat-f3-5", {"cores": "2", "interleave": "2"}, 8, 0.2),
        ("ate-fp-103-m1", {}, 0, 0.0),
    ],
    ids=str,
)
def test_of_many_faults_fewer_than_one_in_a_thousand_gives_a_wrong_value(
    name: str, settings: dict[str, str], batch: int, stalls: float
) -> None:
    design = find_design(name, {"effort": "0", "faults": "detect"} | settings)
    count = 2_000 if name.startswith("ate") else 10_000
    data = put_faults(design, count, 200, 4, lambda _: None, batch=batch, stalls=stalls).data
    flipped = data["flips"]
    assert sum(counts["silent"] for counts in flipped.values()) < count / 1000
    assert all(counts["hang"] == counts["next_hang"] == 0 for counts in flipped.values())
    assert all(counts["third_not_right"] == 0 for part, counts in flipped.items() if part not in STORES)
    assert all(counts["silent"] == 0 for counts in data["stuck"].values())
    assert all(counts["not_mended"] == 0 for kind in ("flips", "stuck") for counts in data[kind].values())


@pytest.mark.slow
@pytest.mark.parametrize("synthesis", ["synth_xilinx -family xc7 -flatten", "synth_ecp5", "synth -flatten"])
def test_synthesis_keeps_both_cores_and_every_guard(synthesis: str, tmp_path: Path) -> None:
    """Registers by their number: two cores have twice those of one, the state three times its bits."""
    one = compile_design(find_design("small-f2-5", {"effort": "0"}))
    two = compiled("small-f2-5")
    alone, both = (_registers(core, synthesis, tmp_path) for core in (one, two))
    state = next(e for e in state_of(rtl_files(two), two.name) if e.name == "state")
    assert both >= 2 * alone + 3 * state.bits


def _registers(core: Compiled, synthesis: str, folder: Path) -> int:
    files = rtl_files(core)
    for name, text in files.items():
        (folder / name).write_text(text)
    script = [f"read_verilog {' '.join(files)}", f"{synthesis} -top {core.name}", "stat -json"]
    _yosys.run([*script[:-1], "tee -q -o stat.json stat -json"], folder)
    cells = json.loads((folder / "stat.json").read_text())["design"]["num_cells_by_type"]
    return sum(count for kind, count in cells.items() if re.match(r"FD|TRELLIS_FF|\$_S?DFF", kind))


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        (
            "barenghi-fp-163",
            {"tate.modulus": "loadable"},
            '.toml: faults: "detect" is for modulus = "fixed": a reset behind a fault would lose it',
        ),
        ("small-f2-5", {"faults": "maybe"}, "faults: must be one of none, detect, not 'maybe'"),
        ("hsm-bls12-13", {}, '"detect" is for jobs that keep no key: a reset behind a fault would lose it'),
    ],
)
def test_what_a_reset_would_lose_is_refused(name: str, settings: dict[str, str], message: str) -> None:
    with pytest.raises(UserError) as error:
        compiled(name, **settings)
    assert message in str(error.value)


def test_a_comparison_is_not_proven() -> None:
    with pytest.raises(UserError, match="prove: the comparison of faults"):
        prove(find_design("small-f2-5", {"effort": "0", "faults": "detect"}), lambda _: None)


def test_what_is_kept_of_a_word_gives_it_back_with_any_bit_flipped() -> None:
    """The arithmetic of `rtl.guarded`, on numbers."""
    bits = 5

    def turned(word: int) -> int:
        return word >> 1 | (word & 1) << bits - 1

    for word in range(1 << bits):
        kept = [word, word ^ 31, word ^ turned(word)]
        for which in range(3):
            for bit in range(bits):
                plain, complement, pairs = (k ^ (1 << bit) * (i == which) for i, k in enumerate(kept))
                agree = plain ^ complement
                assert agree & plain | (31 ^ agree) & (pairs ^ turned(plain)) == word
