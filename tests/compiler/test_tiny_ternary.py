"""F_3^5 through exactly the path of real fields: the coprocessor on many, or on all, pairs of points."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from numpy import ndarray
from pairings.named import named

from pairforge.builder.core import simulate_core
from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import header, rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.field import field_of
from pairforge.compiler.words import to_words
from pairforge.errors import CheckError
from pairforge.evidence import verilator
from pairforge.evidence.icarus import run_bench
from pairforge.evidence.interface import Vectors
from pairforge.evidence.mutate import mutants
from pairforge.evidence.testbench import testbench_files as bench_files
from pairforge.evidence.verify import Verification
from pairforge.machine.designs import find_design
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing

PAIRING = named("eta-f3-5", EtaTernaryPairing)

MACHINES = {
    "as it ships": {},
    "as it ships, in a hurry": {"effort": "0"},
    "no passes": {"passes": "none", "effort": "0"},
    "no sums before products": {"miller.mul.terms": "1", "effort": "0"},
    "wide sums": {"miller.sum.terms": "7", "miller.mul.stages": "3", "effort": "0"},
    "several of everything": {
        "miller.mul.count": "2",
        "miller.sum.count": "2",
        "miller.root.count": "2",
        "miller.cube.count": "2",
        "effort": "0",
    },
    "three read ports": {"final.storage.reads": "3", "final.sum.terms": "3", "effort": "0"},
    "the continuant": {
        "miller.algorithm": "continuant",
        "miller.mul.terms": "3",
        "miller.sum.terms": "6",
        "effort": "1",
    },
    "digits of two": {"final.mul.digit": "2", "final.power.steps": "[1]", "effort": "0"},
}


@cache
def points() -> Any:
    field = field_of(PAIRING)
    elements = [field.element(i) for i in range(field.order)]
    return [(x, y) for x in elements for y in elements if PAIRING.complaint_about_point("P", (x, y)) is None]


@cache
def words(step: int) -> Any:
    """Words sent and expected for every `step`-th pair of affine points."""
    pairs = [(P, Q) for P in points() for Q in points()][::step]
    values = PAIRING.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    return to_words([(*P, *Q) for P, Q in pairs], 1), to_words(values, 1)


@cache
def built(name: Any) -> Any:
    compiled = compile_design(find_design("beuchat-f3-5", MACHINES[name]))
    return compiled, rtl_files(compiled)


def checked(name: str, rtl: Mapping[str, str], step: int, repeat: int = 8) -> Verification:
    compiled, _ = built(name)
    sent, expected = words(step)
    return simulate_core(compiled, rtl, sent, expected, timeout=20_000, repeat=repeat)


def test_the_points_are_all_of_the_curve_but_the_one_at_infinity() -> None:
    assert len(points()) == PAIRING.params.order - 1 == 270


QUICK = ("as it ships, in a hurry", "wide sums")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MACHINES]
)
def test_the_coprocessor_is_right_on_many_pairs_of_points(name: str) -> None:
    compiled, rtl = built(name)
    assert verilator.lint(rtl, compiled.name) == []
    found = checked(name, rtl, 97)
    assert (found.pairings, found.mismatches) == (752, 0)
    assert found.repeated >= 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ["as it ships", "no passes", "the continuant"])
def test_the_coprocessor_is_right_on_every_pair_of_points(name: Any) -> None:
    found = checked(name, built(name)[1], 1)
    assert (found.pairings, found.mismatches) == (72_900, 0)


def test_a_digit_three_disturbs_no_other_pairing() -> None:
    """What it gives has no meaning; it comes in time, and the pairings before and after are right."""
    compiled, rtl = built("as it ships, in a hurry")
    sent, expected = (rows[:30].copy() for rows in words(97))
    sent[10] |= 3 << 4
    found = compiled_values(compiled, rtl, sent)
    others = [i for i in range(30) if i != 10]
    assert (found[others] == expected[others]).all()


def compiled_values(compiled: Compiled, rtl: Mapping[str, str], sent: ndarray) -> ndarray:
    simulator = verilator.compile_core(rtl, compiled.name)
    return simulator.run(sent, compiled.words_in, compiled.words_out).outputs


def test_icarus_runs_the_bench_that_is_handed_over() -> None:
    compiled, rtl = built("as it ships, in a hurry")
    sent, expected = words(97)
    shown = Vectors(sent[::200], expected[::200])
    bench = bench_files(interface_of(compiled), shown, header=header(compiled))
    assert run_bench(rtl, bench, compiled.name, timeout_s=120).pairings == 4


@pytest.mark.parametrize("line", [" sum_a_sum0 = ", " mul_a_sum0_a = ", " sum_a_sum1_b = "])
def test_a_fault_in_the_networks_is_caught(line: str) -> None:
    file = "beuchat_f3_5_miller_datapath.v"
    _, rtl = built("as it ships, in a hurry")
    lines = rtl[file].splitlines()
    mutant = next(m for m in mutants(rtl, only=file) if re.search(line, lines[m.line - 1]))
    try:
        found = checked("as it ships, in a hurry", mutant.files, 970, repeat=2)
    except CheckError:
        return
    assert found.mismatches, f"nothing noticed that {mutant}"
