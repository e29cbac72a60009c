"""The coprocessors over large primes give the known values."""

from pathlib import Path
from typing import Any

import pytest

from pairforge.builder.core import simulate_core, verify_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.sample import random_sample
from pairforge.compiler.words import to_words
from pairforge.machine.designs import find_design
from pairforge.pairings import vectors

VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "barenghi-ss512-m4",
        "quartic-ss512-m3",
        "ate-bls12-381-m1",
        "ate-bls12-381-m2",
        "ate-bls12-381-d1",
        "ate-bls12-381-s1",
        "ate-bls12-381-q1",
        "ate-bls12-381-ecp5",
        "ate-bls12-381-ulx3s",
        "ate-bls12-381-lazy",
        "ate-bn254-m1",
        "ate-bn254-m2",
        "ate-bn254-d1",
        "ate-bn254-ecp5",
        "ate-bn462-m1",
    ],
)
def test_known_values_come_out_of_the_coprocessor(name: Any) -> None:
    compiled = compile_design(find_design(name))
    cases = vectors.load(VECTORS / f"{compiled.pairing.name}.json", compiled.pairing)
    sent = to_words([(*case.P, *case.Q) for case in cases], compiled.element_words)
    values = [case.e for case in cases if case.e is not None]
    assert len(values) == len(cases)
    expected = to_words(values, compiled.element_words)
    found = simulate_core(compiled, rtl_files(compiled), sent, expected)
    assert (found.pairings, found.mismatches) == (len(cases), 0)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["product2", "check", "prepared"])
def test_variants_of_a_pairing_agree_with_the_model(variant: str) -> None:
    compiled = compile_design(find_design(f"ate-bls12-381-{variant}-m1"))
    verify_core(compiled, rtl_files(compiled), random_sample(compiled, 20, 1), repeat=0)
