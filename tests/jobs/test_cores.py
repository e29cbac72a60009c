"""Jobs of tiny curves in hardware, by exactly the path of the real ones."""

import pytest

from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.jobs.groth16 import Groth16Verify
from pairforge.jobs.statuses import INVALID
from pairforge.machine.designs import find_design

from .groth16 import snarkjs_inputs
from .kzg import CASES as KZG_CASES
from .kzg import kzg_inputs

RUNS = 120
SETTINGS: dict[str, dict[str, str]] = {
    "as it ships": {},
    "one thread": {"interleave": "1", "all.mul.stages": "5"},
    "no passes": {"passes": "none"},
    "two threads": {"interleave": "2"},
}
USUAL = ("as it ships", "one thread", "no passes")
QUICK = ("g1-add", "g2-decompress", "g1-subgroup", "g1-mul")
SLOW = ("g2-add", "g1-decompress", "g2-subgroup", "product-term", "product-check", "pairing-check-2")
AS_THEY_SHIP = (
    *("g1-msm-2", "g1-msm-4", "g2-msm-2", "g1-aggregate", "g1-aggregate-4"),
    *("gt-pow", "kzg-verify", "groth16-verify"),
)
CASES = [
    *((job, settings) for job in QUICK for settings in USUAL),
    *(pytest.param(job, settings, marks=pytest.mark.slow) for job in SLOW for settings in USUAL),
    *(pytest.param(job, "as it ships", marks=pytest.mark.slow) for job in AS_THEY_SHIP),
    pytest.param("groth16-verify", "two threads", marks=pytest.mark.slow),  # 33 inputs
]


@pytest.mark.parametrize(("job", "settings"), CASES)
def test_the_core_is_right_on_inputs_right_and_wrong(job: str, settings: str) -> None:
    compiled = compile_design(find_design(f"{job}-bls12-13", SETTINGS[settings]))
    computation = compiled.computation
    inputs = computation.random_inputs(RUNS, seed=7)
    words = compiled.element_words
    sent, expected = to_words(inputs, words), to_words(computation.values(inputs), words)
    rtl = rtl_files(compiled)
    found = simulate_core(compiled, rtl, sent, expected, timeout=200_000)
    assert (found.pairings, found.mismatches) == (RUNS, 0)
    assert verilator.lint(rtl, compiled.name) == []


@pytest.mark.slow
def test_vectors_of_c_kzg_on_a_core() -> None:
    """All that have coordinates below p, right and wrong, through the simulated core of the real curve."""
    compiled = compile_design(find_design("kzg-verify-bls12-381"))
    inputs = [each for case in KZG_CASES if (each := kzg_inputs(case)) is not None]
    words = compiled.element_words
    expected = to_words(compiled.computation.values(inputs), words)
    found = simulate_core(compiled, rtl_files(compiled), to_words(inputs, words), expected, repeat=1)
    assert (found.pairings, found.mismatches) == (len(inputs), 0)


@pytest.mark.slow
def test_a_proof_of_snarkjs_on_a_core() -> None:
    """And with another public input."""
    compiled = compile_design(find_design("groth16-verify-bn254"))
    job = compiled.computation
    assert isinstance(job, Groth16Verify)
    right = snarkjs_inputs(job)
    at = job.inputs.index("n1")
    inputs = [right, (*right[:at], right[at] + 1, *right[at + 1 :])]
    words = compiled.element_words
    assert job.values(inputs) == [(0,), (INVALID,)]
    expected = to_words(job.values(inputs), words)
    found = simulate_core(compiled, rtl_files(compiled), to_words(inputs, words), expected, repeat=1)
    assert (found.pairings, found.mismatches) == (2, 0)
