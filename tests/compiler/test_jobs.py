"""Cores with jobs: one, and several behind an opcode; right and wrong inputs, one by one and mixed."""

from collections.abc import Mapping

import numpy as np
import pytest
from jobs.ethereum import vectors_for

from pairforge.builder.core import simulate_core, verify_jobs
from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import random_sample, sample_of
from pairforge.compiler.words import to_words
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.jobs.base import Job
from pairforge.jobs.several import Several
from pairforge.jobs.statuses import OFF_CURVE, OPCODE, SCALAR
from pairforge.machine.designs import find_design
from pairforge.program.instances import canonical_bodies
from pairforge.rtl.microcode import Store
from pairforge.schedule.merge import merged

BOTH = {"pairing": "g1-mul-bls12-13+g2-mul-bls12-13"}


def made(name: str, settings: Mapping[str, str] | None = None) -> Compiled:
    design = find_design(name, settings or {})
    return compile_design(design, traced=check_design(design))


def test_a_multiple_on_a_core() -> None:
    compiled = made("g1-mul-bls12-13")
    sample = random_sample(compiled, 60, seed=5)
    verification = simulate_core(compiled, rtl_files(compiled), sample.sent, sample.expected)
    assert (verification.pairings, verification.mismatches) == (60, 0)
    assert {0, OFF_CURVE, SCALAR} <= {int(row[0]) for row in sample.expected}


@pytest.mark.parametrize("interleave", ["3", pytest.param("8", marks=pytest.mark.slow)])
def test_several_jobs_on_a_core(interleave: str) -> None:
    """Each by itself, with its own latency and interval; then all mixed, with opcodes that are none."""
    compiled = made("jobs-bls12-13", {**BOTH, "interleave": interleave})
    rtl = rtl_files(compiled)
    assert verilator.lint(rtl, compiled.name) == []
    mixed = random_sample(compiled, 50, seed=2)
    found = verify_jobs(compiled, rtl, mixed, 25, seed=1)
    assert [*found.jobs] == ["g1-mul-bls12-13", "g2-mul-bls12-13", "refused"]
    assert found.whole.mismatches == 0 and found.whole.pairings == 125
    g1, g2, refused = (each["interval"] for each in found.summary())
    assert refused < g1 < g2
    assert OPCODE in {int(row[0]) for row in mixed.expected}


def test_a_wrong_model_is_found() -> None:
    compiled = made("jobs-bls12-13", {**BOTH, "interleave": "3"})
    several = compiled.several
    assert isinstance(several, Several)
    sample = sample_of(compiled, several.inputs_of(0, 12, seed=3))
    wrong = np.array(sample.expected)
    wrong[7][-1] ^= 1
    verification = simulate_core(compiled, rtl_files(compiled), sample.sent, wrong)
    assert verification.mismatches
    with pytest.raises(CheckError):
        verification.check()


def test_a_job_does_not_disturb_the_next() -> None:
    """The same inputs, alone and between wrong ones, opcodes that are none among them."""
    compiled = made("jobs-bls12-13", {**BOTH, "interleave": "3"})
    several = compiled.several
    assert several is not None
    p = several.characteristic
    right = several.inputs_of(0, 8, seed=4)
    noise = [(opcode, *(p - 1 for _ in several.inputs[1:])) for opcode in (0, 1, 2, 3, 4, 5, p - 1, 2)]
    inputs = [each for pair in zip(noise, right, strict=True) for each in pair]
    words = compiled.element_words
    sent, expected = to_words(inputs, words), to_words(several.values(inputs), words)
    simulator = verilator.compile_core(rtl_files(compiled), compiled.name)
    core = interface_of(compiled)
    run = simulator.run(sent, core.words_in, core.words_out, threads=core.threads)
    assert (run.outputs == expected).all()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"interleave": "2"}, "jobs: several of them are for an interleave of 3 or more, not 2"),
        ({"cores": "2"}, "jobs: several of them are for control = 'own'"),
        ({"check": "curve"}, "jobs: several of them look at their inputs themselves"),
        ({"pairing": "g1-mul-bls12-13+g1-mul-bls12-381"}, "jobs: g1-mul-bls12-381 is not over the field of"),
        ({"pairing": "g1-mul-bls12-13+eta-f2-5"}, "jobs: eta-f2-5 is not over the field of g1-mul-bls12-13"),
        ({"pairing": "g1-mul-bls12-13+g3-mul-bls12-13"}, "no pairing 'g3-mul-bls12-13'; did you mean"),
    ],
)
def test_what_cannot_be_together_is_refused(settings: Mapping[str, str], message: str) -> None:
    with pytest.raises(UserError) as error:
        made("jobs-bls12-13", settings)
    assert message in str(error.value)


def test_merged_schedules_keep_their_cycles() -> None:
    """Every operation where it was in its own schedule, behind the programs before it; constants once."""
    compiled = made("jobs-bls12-13", BOTH)
    (stage,) = compiled.stages
    first = 0
    for (name, own), run in zip(stage.jobs.items(), stage.schedule.runs, strict=True):
        assert (run.name, run.first, run.interval) == (name, first, own.interval)
        for op, placed in own.placed.items():
            there = stage.schedule.placed[op]
            assert (there.start, there.unit, there.instance) == (
                first + placed.start,
                placed.unit,
                placed.instance,
            )
        first += own.interval
    assert merged(stage.program, stage.jobs).placed == stage.schedule.placed
    constants = [c for _, c in stage.program.constants]
    assert len(constants) == len(set(constants))


def words_of(compiled: Compiled) -> int:
    (stage,) = compiled.core.stages
    assert isinstance(stage.microcode, Store)
    return len(stage.microcode.words)


@pytest.mark.slow
def test_jobs_share_their_steps() -> None:
    """The same steps at other places have the same rows, and the store has them once."""
    names = ["g2-mul-bls12-13", "g2-subgroup-bls12-13"]
    jobs = "+".join(names)
    compiled = made("jobs-bls12-13", {"pairing": jobs, "interleave": "3"})
    (stage,) = compiled.stages
    first = canonical_bodies(stage.program)
    common = {
        canonical.name
        for name, canonical in first.items()
        if name.split(".")[0] != canonical.name.split(".")[0]
    }
    assert common
    own = [made("jobs-bls12-13", {"pairing": name, "interleave": "3"}) for name in names]
    assert words_of(compiled) < sum(map(words_of, own))
    mixed = random_sample(compiled, 30, seed=6)
    found = verify_jobs(compiled, rtl_files(compiled), mixed, 20, seed=7)
    assert found.whole.mismatches == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bls-sign", "bls-verify"])
def test_ethereum_on_a_core(name: str) -> None:
    """The vectors of Ethereum's signatures, failing cases included, through the simulated core."""
    compiled = made(f"{name}-bls12-381")
    assert isinstance(compiled.computation, Job)
    inputs = vectors_for(compiled.computation)
    sample = sample_of(compiled, inputs)
    verification = simulate_core(compiled, rtl_files(compiled), sample.sent, sample.expected, repeat=1)
    assert (verification.pairings, verification.mismatches) == (len(inputs), 0)
