"""Keys that stay in a core, as tiny cores are simulated: who stores, who reads, what a reset leaves."""

import random
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from jobs.ethereum import ETHEREUM, encoded, messages

from pairforge.algebra.arithmetic import PLACES
from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import header, rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import sample_of
from pairforge.compiler.words import from_words, to_words
from pairforge.errors import UserError
from pairforge.evidence import verilator
from pairforge.evidence.icarus import run_bench
from pairforge.evidence.interface import Vectors
from pairforge.evidence.testbench import testbench_files as bench_files
from pairforge.evidence.verify import Passes, verify
from pairforge.evidence.verilator import Run, Simulator, Stimulus
from pairforge.jobs.several import Several
from pairforge.jobs.statuses import NO_KEY, NO_PLACE
from pairforge.machine.designs import find_design
from pairforge.pairings.computation import Encoded

from .core_state import wiped_cycles

LOAD, ERASE, PUBLIC, SIGN, REFUSED = range(5)
DRIVER = Path(__file__).with_name("reset_driver.cpp")


@cache
def made(interleave: str = "4") -> tuple[Compiled, Several, dict[str, str]]:
    design = find_design("hsm-bls12-13", {"interleave": interleave})
    compiled = compile_design(design, traced=check_design(design))
    assert compiled.several is not None
    return compiled, compiled.several, rtl_files(compiled)


@cache
def simulator(interleave: str = "4") -> Simulator:
    compiled, _, rtl = made(interleave)
    return verilator.compile_core(rtl, compiled.name)


def run(inputs: Sequence[Encoded], stimulus: Stimulus, interleave: str = "4") -> tuple[list[Encoded], Run]:
    """The results of a core, and when they came."""
    compiled, _, _ = made(interleave)
    core, words = interface_of(compiled), compiled.element_words
    found = simulator(interleave).run(
        to_words(list(inputs), words), core.words_in, core.words_out, stimulus, threads=core.threads
    )
    return from_words(np.asarray(found.outputs), words), found


def asked(opcode: int, place: int, *rest: int) -> Encoded:
    _, jobs, _ = made()
    return opcode, place, *rest, *(0,) * (len(jobs.inputs) - 2 - len(rest))


def any_order(count: int, seed: int) -> list[Encoded]:
    """Every job for every place, in any order."""
    _, jobs, _ = made()
    rng = random.Random(seed)
    opcodes = [rng.choice((LOAD, LOAD, ERASE, PUBLIC, PUBLIC, SIGN, REFUSED)) for _ in range(count)]
    return [jobs.inputs_of(opcode, 1, rng.getrandbits(32))[0] for opcode in opcodes]


def test_as_fast_as_it_can() -> None:
    """Two times round all places, with gaps and back-pressure as well; clean Verilog."""
    compiled, jobs, rtl = made()
    assert verilator.lint(rtl, compiled.name) == []
    inputs = jobs.random_inputs(330, seed=6)
    sample = sample_of(compiled, inputs)
    core = replace(interface_of(compiled), latency=None, interval=None)  # of jobs that are mixed
    found = verify(rtl, core, Vectors(sample.sent, sample.expected), Passes(repeat=0))
    assert (found.pairings, found.mismatches) == (330, 0)
    results, _ = run(inputs, Stimulus(gaps=0.3, stalls=0.3, hold=3000, seed=3))
    assert results == jobs.values(inputs)
    statuses = {(i[0], r[0]) for i, r in zip(inputs, jobs.values(inputs), strict=True)}
    assert {(LOAD, 0), (ERASE, 0), (PUBLIC, 0), (SIGN, 0), (SIGN, NO_KEY)} <= statuses


@pytest.mark.slow
@pytest.mark.parametrize("places", [1, 3, 6])
def test_other_numbers_of_places(places: int) -> None:
    """As many as the design says, no more: the first place that is none is refused, and stores nothing."""
    compiled = compile_design(find_design("hsm-bls12-13", {"all.store.places": str(places)}))
    jobs, words = compiled.several, compiled.element_words
    assert jobs is not None

    def given(*inputs: int) -> Encoded:
        return *inputs, *(0,) * (len(jobs.inputs) - len(inputs))

    numbers = range(places + 3)
    inputs = [given(LOAD, place, 100 + place) for place in numbers]
    inputs += [given(PUBLIC, place) for place in numbers]
    inputs += [given(ERASE, places - 1), *(given(PUBLIC, place) for place in numbers)]
    core = interface_of(compiled)
    found = verilator.compile_core(rtl_files(compiled), compiled.name).run(
        to_words(inputs, words), core.words_in, core.words_out, Stimulus(spaced=True), threads=core.threads
    )
    results = from_words(np.asarray(found.outputs), words)
    assert results == jobs.values(inputs)
    statuses = [status for status, *_ in results[: 2 * len(numbers)]]
    assert statuses == 2 * [0 if place < places else NO_PLACE for place in numbers]
    drawn = jobs.random_inputs(400, seed=3)
    assert {place for opcode, place, *_ in drawn if opcode in (LOAD, ERASE)} >= {*range(places)}


@pytest.mark.parametrize("interleave", ["4", pytest.param("3", marks=pytest.mark.slow)])
def test_in_any_order_where_each_waits_for_the_answer_before(interleave: str) -> None:
    """Successive jobs are those of successive threads, so most keys are used by another one than loaded."""
    _, jobs, _ = made(interleave)
    inputs = any_order(300, seed=int(interleave))
    results, _ = run(inputs, Stimulus(spaced=True), interleave)
    assert results == jobs.values(inputs)
    used = {i for i, result in enumerate(results) if inputs[i][0] == PUBLIC and result[0] == 0}
    assert len(used) > 20 and {i % int(interleave) for i in used} == {*range(int(interleave))}


def test_a_reset_in_a_run_erases_every_place() -> None:
    _, jobs, _ = made()
    loads = [asked(LOAD, place, 100 + place) for place in range(PLACES)]
    uses = [asked(PUBLIC, place) for place in range(PLACES)]
    inputs = [*loads, *uses, *uses]
    right, undisturbed = run(inputs, Stimulus(spaced=True))
    assert right == jobs.values(inputs) and not any(status for status, *_ in right)
    at = int(undisturbed.first_in[2 * PLACES]) + 300
    disturbed, _ = run(inputs, Stimulus(spaced=True, resets=(at,)))
    assert disturbed[: 2 * PLACES] == right[: 2 * PLACES]
    assert {result[0] for result in disturbed[2 * PLACES :]} == {NO_KEY}


def test_a_reset_in_any_cycle_of_a_load_leaves_nothing() -> None:
    """Nor does what is on its way to the store arrive there behind it."""
    compiled, _, rtl = made()
    store = ", ".join(f"threads.datapath0.store.place{i}" for i in range(PLACES))
    top = rtl[f"{compiled.name}.v"]
    top = top.replace("output wire out_valid", "output wire out_valid,\n  output wire stored", 1)
    top = top.replace("endmodule", f"  assign stored = |{{{store}}};\nendmodule", 1)
    driver = verilator.compile_driven({**rtl, f"{compiled.name}.v": top}, compiled.name, DRIVER)
    words = to_words([asked(LOAD, 2, 0x155)], compiled.element_words)[0]
    threads, latency = compiled.design.interleave, compiled.job_cycles["load-key-bls12-13"][0]
    settled = 2 * threads
    last = wiped_cycles(compiled) + latency + 20
    command = [str(each) for each in (driver, 1, last, settled, 2 * latency, *words)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    found = [tuple(map(int, line.split())) for line in lines]
    assert len(found) == last
    stored = [before for _, before, _ in found]
    assert stored == sorted(stored) and 0 < sum(stored) < latency  # from one cycle on
    assert [at for at, _, behind in found if behind] == []


def test_other_jobs_are_the_same_with_other_keys() -> None:
    """In every word and every cycle; those that use a key, in every cycle."""
    rng = random.Random(8)
    others = any_order(150, seed=9)
    others = [each for each in others if each[0] not in (LOAD, ERASE)]
    found = []
    for _ in range(3):
        keys = [rng.randrange(1, 601) for _ in range(PLACES)]
        loads = [asked(LOAD, place, key) for place, key in enumerate(keys)]
        wait = [asked(REFUSED, 0)] * 16
        results, times = run([*loads, *wait, *others], Stimulus())
        alike = [r[:1] if i[0] in (PUBLIC, SIGN) else r for i, r in zip(others, results[20:], strict=True)]
        found.append((alike, times.first_in.tolist(), times.last_out.tolist()))
        assert any(r[0] == 0 and i[0] == SIGN for i, r in zip(others, results[20:], strict=True))
    assert found[0] == found[1] == found[2]


def test_only_jobs_that_use_a_key_have_the_operation_that_reads_one() -> None:
    """In the programs, and in the control words: in the rows of their runs alone the store is read."""
    compiled, _, _ = made()
    (stage,), (hardware,) = compiled.stages, compiled.core.stages
    kinds = {name: {op.kind for op in job.program.ops} for name, job in stage.jobs.items()}
    reading = {"public-key-bls12-13", "sign-point-bls12-13"}
    storing = {"load-key-bls12-13", "erase-key-bls12-13"}
    assert {name for name, found in kinds.items() if "kept" in found} == reading
    assert {name for name, found in kinds.items() if "keep" in found} == storing
    table = hardware.control.table
    for signal, jobs in (("store_recall", reading), ("store_keep", storing)):
        rows = [i for i, row in enumerate(table.rows) if row >> table.offset[signal] & 1]
        runs = {
            next(each.name for each in stage.schedule.runs if 0 <= row - each.first < each.interval)
            for row in rows
        }
        assert runs == jobs and len(rows) == len(jobs)


def test_the_bench_that_is_handed_over() -> None:
    """In Icarus Verilog: keys loaded and used, one after the other."""
    compiled, jobs, rtl = made()
    words = compiled.element_words
    inputs = jobs.random_inputs(8, seed=1)
    vectors = Vectors(to_words(inputs, words), to_words(jobs.values(inputs), words))
    bench = bench_files(interface_of(compiled), vectors, header=header(compiled))
    assert run_bench(rtl, bench, compiled.name, timeout_s=300).pairings == 8


@pytest.mark.slow
def test_ethereum_signs_on_a_core() -> None:
    """Keys loaded, then signatures and public keys by all threads; no word of a key in any result."""
    design = find_design("hsm-bls12-381")
    compiled = compile_design(design, traced=check_design(design))
    jobs, words, threads = compiled.several, compiled.element_words, compiled.design.interleave
    assert jobs is not None
    cases = [case for case in messages(ETHEREUM["sign"]) if case["sig"] is not None]
    keys = sorted({int(case["sk"], 16) for case in cases})
    assert len(keys) <= PLACES

    def given(*inputs: int) -> Encoded:
        return *inputs, *(0,) * (len(jobs.inputs) - len(inputs))

    loads = [given(LOAD, place, key) for place, key in enumerate(keys)]
    others = [given(len(jobs.parts))] * (2 * threads)
    signs = [given(3, keys.index(int(case["sk"], 16)), int(case["msg"], 16)) for case in cases]
    publics = [given(PUBLIC, place) for place in range(PLACES)]
    inputs = [*loads, *others, *signs, *publics]
    core = interface_of(compiled)
    simulated = verilator.compile_core(rtl_files(compiled), compiled.name)
    found = simulated.run(to_words(inputs, words), core.words_in, core.words_out, threads=threads)
    results = from_words(np.asarray(found.outputs), words)
    assert results == jobs.values(inputs)
    signatures = results[-len(signs) - PLACES : -PLACES]
    assert [encoded(flags, tuple(x)) for _, flags, *x in signatures] == [case["sig"] for case in cases]
    parts = {key >> 32 * i & 0xFFFFFFFF for key in keys for i in range(8)}
    assert not parts & set(np.asarray(found.outputs).flatten().tolist())


@pytest.mark.parametrize(
    ("design", "settings", "message"),
    [
        ("hsm-bls12-13", {"all.store.places": "65"}, "places: must be a whole number from 1 to 64, not 65"),
        ("hsm-bls12-13", {"cores": "2", "control": "own"}, "cores: each would keep keys of its own"),
        ("g1-mul-bls12-13", {"pairing": "public-key-bls12-13"}, "is for a core with several jobs, which"),
        ("jobs-bls12-13", {"jobs": '["load-key-bls12-13", "public-key-bls12-13"]'}, "keep"),
    ],
)
def test_what_cannot_have_keys_is_refused(design: str, settings: dict[str, str], message: str) -> None:
    with pytest.raises(UserError) as error:
        check_design(find_design(design, settings))
    assert message in str(error.value)
