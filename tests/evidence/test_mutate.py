"""Fault injection: verification and proofs notice changed operators, constants and indices."""

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.formal import product_forms, prove_forms
from pairforge.evidence.mutate import mutants, mutate
from pairforge.evidence.verilator import compile_core, lint
from pairforge.evidence.verify import verify

from . import toy
from .test_formal import PIPELINE, pipelined

# Faults of the toy core that change nothing an observer can see.
EQUIVALENT = (
    "timer <= 5'd0",  # at reset: the timer is cleared again before it counts
    "run ? (timer + 5'd1) : 5'd1",
)


def caught(files, inputs):
    results = [toy.expected(words) for words in inputs]
    try:
        verify(files, "toy", toy.WORDS_IN, toy.WORDS_OUT, inputs, results, timeout=300, jobs=1).check()
    except CheckError:
        return True
    return False


def test_a_mutant_differs_in_one_place_of_one_file():
    files = toy.core()
    for mutant in mutants(files):
        old, new = files["toy.v"].splitlines(), mutant.files["toy.v"].splitlines()
        changed = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        assert changed == [mutant.line - 1]
    kinds = {str(mutant).split(": ", 1)[1] for mutant in mutants(files)}
    assert len(kinds) > 30


def test_a_seed_gives_the_same_mutant_every_time():
    assert mutate(toy.core(), 5) == mutate(toy.core(), 5)
    assert len({str(mutate(toy.core(), seed)) for seed in range(10)}) > 5


def test_nothing_to_mutate_is_an_error():
    with pytest.raises(ValueError, match="nothing to mutate"):
        mutate({"README.md": "assign a = b ^ c;"}, 1)


def test_mutants_are_still_verilog():
    for seed in range(12):
        mutant = mutate(toy.core(), seed)
        assert not [m for m in lint(mutant.files, "toy") if "error" in m], str(mutant)


@pytest.mark.parametrize("seed", range(5))
def test_verification_catches_a_fault(vectors, seed):
    assert caught(mutate(toy.core(), seed).files, vectors[:20])


@pytest.mark.slow
def test_verification_catches_every_fault_that_matters(vectors):
    survivors = [str(mutant) for mutant in mutants(toy.core()) if not caught(mutant.files, vectors[:20])]
    assert [s for s in survivors if not any(known in s for known in EQUIVALENT)] == []


def test_the_proof_by_forms_catches_every_fault_of_a_multiplier():
    field = (5, 2, 0)
    files = pipelined(field)
    forms = product_forms(field)
    for mutant in mutants(files)[::4]:
        with pytest.raises(CheckError):
            prove_forms(mutant.files, "pipelined", PIPELINE, forms)


def test_a_mutant_compiles_to_another_simulator():
    assert compile_core(toy.core(), "toy").binary != compile_core(mutate(toy.core(), 1).files, "toy").binary
