"""The optimal ate pairing of tiny curves in hardware, by exactly the path of the real ones."""

import pytest

from pairforge.binding.replay import check_copies
from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design, program_of, stages_of
from pairforge.compiler.computation import computation_of
from pairforge.compiler.field import field_of
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.pairings.registry import find_pairing
from pairforge.program.instances import canonical_bodies
from pairforge.rtl.microcode import Store
from pairforge.schedule.checker import ScheduleError

PAIRS = 160
FEW_COPIES = {"ate.storage.banks": "10", "ate.storage.copies": "2"}

MACHINES = {
    "as it ships": ("ate-fp-103-m1", {}),
    "a BLS12 curve": ("ate-fp-727-m1", {}),
    "p = 7207, sextic twist over F_p2": ("ate-bls12-13-m1", {}),
    "BLS24, sextic twist over F_p4": ("ate-bls24-23-m1", {}),
    "KSS18, sextic twist over F_p3": ("ate-kss18-81-m1", {}),
    "KSS16, quartic twist over F_p4": ("ate-kss16-108-m1", {}),
    "BW6, sextic twist over F_p": ("ate-bw6-79-m1", {}),
    "BLS9, cubic twist over F_p3": ("ate-bls9-58-m1", {}),
    "MNT4, quadratic twist over F_p2": ("ate-mnt4-14-m1", {}),
    "MNT6, quadratic twist over F_p3": ("ate-mnt6-14-m1", {}),
    "a machine for any curve": ("ate-m1", {"pairing": "ate-bls12-13", "interleave": "8"}),
    "one thread": ("ate-fp-727-m1", {"interleave": "1", "ate.mul.stages": "5"}),
    "one thread with a clock": (
        "ate-fp-103-m1",
        {"interleave": "1", "clock": "200", "ate.add.network": '"carry-select"', "ate.storage.banks": "8"},
    ),
    "three threads, two multipliers": (
        "ate-fp-103-m1",
        {"interleave": "3", "ate.mul.count": "2", "ate.add.count": "6", "ate.storage.banks": "10"},
    ),
    "units of many cycles, one memory": (
        "ate-fp-727-m1",
        {
            "interleave": "2",
            "ate.mul.stages": "3",
            "ate.add.count": "1",
            "ate.storage": '{ kind = "ram", style = "block", words = 256, reads = 2 }',
        },
    ),
    "two products at a time": ("ate-fp-103-d1", {}),
    "sums of up to four values": ("ate-fp-103-s1", {}),
    "sums alone, a network of carries": (
        "ate-fp-103-s1",
        {
            "ate.add.kind": '"modular-sum-pipelined"',
            "ate.add.values": "3",
            "ate.add.network": '"carry-select"',
            "ate.total.fewest": "4",
            "interleave": "1",
        },
    ),
    "products and reductions apart": ("ate-fp-103-lazy", {}),
    "products and reductions apart, one thread": (
        "ate-fp-103-lazy",
        {"interleave": "1", "ate.storage.copies": "0", "ate.storage.wide_copies": "0"},
    ),
    "products and reductions apart, no passes": ("ate-fp-103-lazy", {"passes": "none"}),
    "words of F_p2": ("ate-fp-103-q1", {}),
    "words of F_p2, no passes, two copies": (
        "ate-fp-103-q1",
        {"passes": "none", "ate.storage.banks": "6", "ate.storage.copies": "2"},
    ),
    "words of F_p2, one thread, a product every eight cycles": (
        "ate-fp-103-q1",
        {"interleave": "1", "ate.mul.interval": "8", "ate.mul.stages": "8", "ate.add.count": "1"},
    ),
    "words in digits": ("ate-fp-103-digits", {}),
    "words in four digits, four threads, two multipliers, two copies": (
        "ate-fp-103-digits",
        {
            "interleave": "4",
            "ate.digits": "4",
            "ate.mul.interval": "4",
            "ate.mul.reduction": '"separate"',
            "ate.mul.stages": "6",
            "ate.mul.count": "2",
            "ate.inverse.steps": "3",
            "ate.storage.banks": "10",
            "ate.storage.copies": "2",
        },
    ),
    "words in digits, a product every word cycle though it takes half of one": (
        "ate-fp-103-digits",
        {"pairing": "ate-fp-727", "ate.digits": "8", "check": '"curve"'},
    ),
    "words in digits, two whole cores": ("ate-fp-103-digits", {"cores": "2", "control": '"own"'}),
    "words in digits, twice and compared": ("ate-fp-103-digits", {"faults": '"detect"'}),
    "schoolbook": ("ate-fp-727-m1", {"ate.algorithm": "schoolbook+schoolbook"}),
    "no passes": ("ate-fp-103-m1", {"passes": "none"}),
    "banks with two copies": ("ate-fp-103-m1", FEW_COPIES),
    "a check": ("ate-fp-103-m1", {"pairing": "ate-fp-103-check"}),
    "Q prepared as lines": ("ate-fp-103-m1", {"pairing": "ate-fp-103-prepared"}),
}
QUICK = {
    "p = 7207, sextic twist over F_p2",
    "MNT4, quadratic twist over F_p2",
    "as it ships",
    "sums of up to four values",
    "products and reductions apart",
    "words of F_p2",
    "words in digits",
}


def test_what_is_read_together_through_one_copy_lies_in_different_banks() -> None:
    binding = compile_design(find_design("ate-fp-103-m1", FEW_COPIES)).stages[0].binding
    check_copies(binding, lambda port: port % 2)
    with pytest.raises(
        ScheduleError, match=r"^words \d+ and \d+ of bank \d are both read through copy 0 in "
    ):
        check_copies(binding, lambda _: 0)


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in MACHINES]
)
def test_the_coprocessor_is_right_on_random_points(name: str) -> None:
    design, settings = MACHINES[name]
    compiled = compile_design(find_design(design, settings))
    pairing = find_pairing(compiled.pairing.name)
    points = pairing.random_points(PAIRS, seed=7)
    values = pairing.model_batch([P for P, _ in points], [Q for _, Q in points])
    words = -(-pairing.width // 32)
    sent, expected = to_words([(*P, *Q) for P, Q in points], words), to_words(values, words)
    rtl = rtl_files(compiled)
    found = simulate_core(compiled, rtl, sent, expected, timeout=200_000)
    assert (found.pairings, found.mismatches) == (PAIRS, 0)
    assert verilator.lint(rtl, compiled.name) == []


@pytest.mark.parametrize(
    ("name", "adders", "chosen"),
    [
        ("ate-fp-727-m1", "8", "karatsuba+karatsuba"),
        ("ate-fp-727-m1", "4", "paired+karatsuba"),
        ("ate-fp-727-m1", "1", "paired+paired"),
        ("ate-fp-103-d1", "8", "paired+paired"),
        ("ate-fp-103-d1", "1", "schoolbook+paired"),
    ],
)
def test_the_text_of_least_work_depends_on_the_machine(name: str, adders: str, chosen: str) -> None:
    """Many adders: fewest products, or fewest pairs of them; one: fewest sums; each stage has its own. A
    power in place of the inverter needs a ladder."""
    settings = {"ate.add.count": adders, "ate.algorithm": "least-work"}
    counts = []
    for algorithm in ("least-work", chosen):
        design = find_design(name, settings | {"ate.algorithm": algorithm})
        pairing = computation_of(design)
        (machine,), (stage,) = design.stages, stages_of(design, pairing)
        units = make_units(machine, field_of(pairing))
        counts.append(program_of(pairing, stage, machine, design.passes, units).counts())
    assert counts[0] == counts[1]


def test_the_loops_of_a_template_are_scheduled_once_and_their_rows_are_stored_once() -> None:
    compiled = compile_design(find_design("ate-fp-727-m1"))
    (stage,) = compiled.stages
    led = canonical_bodies(stage.program)
    repeats = [name for name, canonical in led.items() if canonical.name == "times"]
    assert len(repeats) > 3
    assert len({stage.schedule.loops[name].interval for name in repeats}) == 1
    (hardware,) = compiled.core.stages
    assert isinstance(hardware.microcode, Store)
    assert len(hardware.microcode.words) < 0.6 * stage.schedule.length
