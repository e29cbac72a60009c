"""Several cores behind one stream, in lock step or whole; groups of pairings that are not full."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pairforge.builder.core import Options, build, simulate_core
from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import Sample, random_sample
from pairforge.errors import UserError
from pairforge.evidence import verilator
from pairforge.evidence.icarus import run_bench
from pairforge.evidence.interface import Vectors
from pairforge.evidence.testbench import testbench_files as bench_files
from pairforge.evidence.verify import Verification
from pairforge.evidence.verilator import Stimulus
from pairforge.machine.designs import find_design
from pairforge.rtl.lock_step import waits
from pairforge.targets.registry import find_target

QUICKLY = {"effort": "0"}


def compiled(name: str, **settings: str) -> Compiled:
    return compile_design(find_design(name, QUICKLY | settings))


def simulated(core: Compiled, sample: Sample) -> Verification:
    rtl = rtl_files(core)
    assert verilator.lint(rtl, core.name) == []
    return simulate_core(core, rtl, sample.sent, sample.expected, sample.off_curve)


CORES = [
    ("beuchat-f2-5", {"cores": "2"}),
    ("beuchat-f2-5", {"cores": "3", "interleave": "2"}),
    pytest.param("beuchat-f3-5", {"cores": "4"}, marks=pytest.mark.slow),
    ("shu2-f2-5", {"cores": "5"}),
    pytest.param("small-f3-5", {"cores": "2", "interleave": "3"}, marks=pytest.mark.slow),
    ("ate-fp-103-m1", {"cores": "2"}),
    pytest.param("ate-fp-103-m1", {"cores": "3", "interleave": "16"}, marks=pytest.mark.slow),
    pytest.param("ate-fp-103-m1", {"cores": "4", "interleave": "2"}, marks=pytest.mark.slow),
    pytest.param("ate-fp-103-m1", {"cores": "2", "inverters": "own"}, marks=pytest.mark.slow),
    pytest.param("barenghi-fp-163", {"cores": "2"}, marks=pytest.mark.slow),
]
"""Two stages and one, on lines and on words, with threads and without."""


@pytest.mark.slow
def test_one_set_of_loaded_words_is_for_all_cores() -> None:
    core = compiled("barenghi-fp-163", **{"cores": "2", "tate.modulus": "loadable"})
    assert core.load_words == compiled("barenghi-fp-163", **{"tate.modulus": "loadable"}).load_words
    assert simulated(core, random_sample(core, 12, 5)).mismatches == 0


@pytest.mark.slow
def test_a_controller_for_each_block_is_for_whole_cores() -> None:
    core = compiled("barenghi-fp-163", **{"cores": "2", "control": "own", "tate.sequencer": "blocks"})
    assert simulated(core, random_sample(core, 12, 6)).mismatches == 0


@pytest.mark.parametrize("control", ["shared", "own"])
@pytest.mark.parametrize(("name", "settings"), CORES, ids=str)
def test_results_are_those_of_the_model_in_their_order(
    name: str, settings: dict[str, str], control: str
) -> None:
    """Streaming, one by one, with gaps and stalls, with resets; latency and interval are those promised."""
    core = compiled(name, control=control, **settings)
    found = simulated(core, random_sample(core, 8 * core.design.under_way, 3))
    assert found.mismatches == 0
    assert found.repeated > 0
    assert found.latency == core.latency
    assert core.interval in (None, found.interval)


@pytest.mark.parametrize("control", ["shared", "own"])
def test_n_cores_have_n_results_in_the_time_of_one(control: str) -> None:
    one, four = compiled("small-f2-5"), compiled("small-f2-5", cores="4", control=control)
    assert one.interval is not None
    assert four.interval == -(-one.interval // 4)


@pytest.mark.parametrize("count", range(1, 12))
def test_fewer_pairings_than_cores_do_not_wait_for_more(count: int) -> None:
    core = compiled("small-f2-5", cores="4")
    found = simulated(core, random_sample(core, count, count))
    assert (found.pairings, found.mismatches) == (count, 0)


def test_a_pairing_alone_waits_as_long_as_it_says() -> None:
    one, four = compiled("small-f2-5"), compiled("small-f2-5", cores="4")
    assert one.interval is not None
    alone = simulated(four, random_sample(four, 1, 1)).latency
    assert alone is not None
    assert 0 <= alone - one.latency - waits(one.interval) <= 3


@pytest.mark.parametrize("gap", range(40))
def test_a_word_may_come_in_any_cycle_of_the_wait(gap: int) -> None:
    """The group starts by itself: no word is lost in the cycle in which it does."""
    core = compiled("small-f2-5", cores="3")
    assert core.interval is not None
    sample, interface = random_sample(core, 9, gap), interface_of(core)
    simulator = verilator.compile_core(rtl_files(core), core.name)
    share = 1 / (core.interval // 4 + gap)  # gaps of about the wait, another one each time
    run = simulator.run(
        sample.sent,
        interface.words_in,
        interface.words_out,
        Stimulus(gaps=1 - share, stalls=Random(gap).random() / 2, timeout=100_000, seed=gap),
        threads=interface.threads,
    )
    assert np.array_equal(run.outputs, sample.expected)


@pytest.mark.parametrize("control", ["shared", "own"])
def test_each_core_checks_its_own_points(control: str) -> None:
    core = compiled("small-f2-5", cores="3", control=control, check="curve")
    valid = random_sample(core, 30, 4)
    sent = np.array(valid.sent, dtype=np.uint32)
    off = np.array([Random(i).random() < 0.4 for i in range(30)])
    sent[off, 0] ^= 1
    rtl = rtl_files(core)
    truly = [core.pairing.off_curve(*pair) for pair in pairs_of(core, sent)]
    assert any(truly) and not all(truly)
    found = simulate_core(core, rtl, sent, valid.expected, np.array(truly))
    assert found.mismatches == 0


def sent_through(core: Compiled, sent: np.ndarray) -> np.ndarray:
    """What comes out of a core, streaming."""
    interface = interface_of(core)
    simulator = verilator.compile_core(rtl_files(core), core.name)
    stimulus = Stimulus(timeout=200_000)
    words = interface.words_in, interface.words_out
    return np.array(simulator.run(sent, *words, stimulus, threads=interface.threads).outputs)


@pytest.mark.parametrize("cores", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4))])
def test_a_shared_inverter_is_in_the_place_of_one_for_each_core(cores: int) -> None:
    """The points of a core are zero, or no elements: its neighbours have the results of the model, and zeros
    what a core alone makes of them.
    """
    core = compiled("ate-fp-103-m1", cores=str(cores), interleave="2")
    assert sum(name.startswith(f"shared{cores}_inverter") for name in rtl_files(core)) == 1
    sample = random_sample(core, 12 * cores, cores)
    sent, rng = np.array(sample.sent, dtype=np.uint32), Random(cores)
    zero = np.array([rng.random() < 0.3 for _ in sent])
    wrong = np.array([rng.random() < 0.3 for _ in sent]) & ~zero
    assert zero.any() and wrong.any() and not (zero | wrong).all()
    sent[zero] = 0
    sent[wrong] = rng.choice([103, 127])
    found = sent_through(core, sent)
    good = ~(zero | wrong)
    assert np.array_equal(found[good], np.array(sample.expected)[good])
    alone = compiled("ate-fp-103-m1", interleave="2")
    assert np.array_equal(found[zero], sent_through(alone, sent[zero]))


def test_a_core_without_a_pairing_leaves_no_unknown_value_in_a_shared_inverter() -> None:
    """In Icarus Verilog, where memories begin unknown."""
    core = compiled("ate-fp-103-m1", cores="3", interleave="2")
    sample = random_sample(core, 1, 7)
    vectors = Vectors(sample.sent, sample.expected)
    bench = bench_files(interface_of(core), vectors, timeout=100_000, header="")
    assert run_bench(rtl_files(core), bench, core.name, passes=1, timeout_s=300).pairings == 1


def pairs_of(core: Compiled, sent: np.ndarray) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The points that rows of words are, over a field of one word."""
    assert core.words_in == 4
    return [((int(a), int(b)), (int(c), int(d))) for a, b, c, d in sent]


def test_one_core_is_built_as_before() -> None:
    plain, own = compiled("small-f2-5"), compiled("small-f2-5", control="own")
    # The first line is the command.
    assert [text.split("\n")[1:] for text in rtl_files(plain).values()] == [
        text.split("\n")[1:] for text in rtl_files(own).values()
    ]


def test_the_report_counts_all_cores(tmp_path: Path) -> None:
    design = find_design("small-f2-5", QUICKLY | {"cores": "2"})
    options = Options(target=find_target("xc4v"), folder=tmp_path / "core", pairings=20)
    result = build(design, options, lambda _: None)
    (stage,) = result["cycles"]["stages"]
    assert stage["interval"] == result["cycles"]["interval"]
    report = json.loads((tmp_path / "core" / "report.json").read_text())
    assert sum(row["lut"] for row in report["area_by_unit"]) == result["area"]["lut"]


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("small-f2-5", {"cores": "0"}, "cores"),
        ("small-f2-5", {"cores": "17"}, "cores"),
        ("small-f2-5", {"control": "both"}, "shared, own"),
        ("barenghi-fp-163", {"cores": "2", "tate.sequencer": "blocks"}, 'is for control = "own"'),
        (
            "barenghi-fp-163",
            {"cores": "2", "control": "own", "tate.modulus": "loadable"},
            'is for control = "shared"',
        ),
        (
            "ate-fp-103-m1",
            {"cores": "2", "control": "own", "inverters": "shared"},
            'inverters: "shared" is for control = "shared"',
        ),
        (
            "ate-fp-103-m1",
            {"cores": "2", "interleave": "1", "inverters": "shared"},
            'inverters: "shared" is for an interleave of 2 or more',
        ),
        (
            "small-f2-5",
            {"cores": "2", "interleave": "2", "inverters": "shared"},
            'inverters: "shared" is for units of kind inverter-divstep, of which there is none',
        ),
        ("ate-fp-103-m1", {"inverters": "one"}, "shared, own"),
    ],
    ids=str,
)
def test_what_cores_cannot_be(name: str, settings: dict[str, str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        find_design(name, settings)
