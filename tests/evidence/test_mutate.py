"""Fault injection: verification and proofs notice changed operators, constants and indices."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.formal import product_forms, product_reference, prove_forms, prove_sat
from pairforge.evidence.interface import Vectors
from pairforge.evidence.mutate import mutants, mutate
from pairforge.evidence.verify import Passes, verify
from pairforge.evidence.verilator import compile_core, lint

from . import toy
from .test_formal import PIPELINE, pipelined


def caught(files: Mapping[str, str], inputs: Sequence[list[int]]) -> bool:
    results = [toy.expected(words) for words in inputs]
    try:
        verify(files, toy.PROMISED, Vectors(inputs, results), Passes(timeout=300, jobs=1)).check()
    except CheckError:
        return True
    return False


def test_a_mutant_differs_in_one_place_of_one_file() -> None:
    files = toy.core()
    for mutant in mutants(files):
        old, new = files["toy.v"].splitlines(), mutant.files["toy.v"].splitlines()
        changed = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        assert changed == [mutant.line - 1]
    assert len({str(mutant) for mutant in mutants(files)}) == len(mutants(files)) > 30


def test_a_seed_gives_the_same_mutant_every_time() -> None:
    assert mutate(toy.core(), 5) == mutate(toy.core(), 5)
    assert len({str(mutate(toy.core(), seed)) for seed in range(10)}) > 5


def test_nothing_to_mutate_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to mutate"):
        mutate({"README.md": "assign a = b ^ c;"}, 1)


def test_mutants_are_still_verilog() -> None:
    for seed in range(12):
        mutant = mutate(toy.core(), seed)
        assert not [m for m in lint(mutant.files, "toy") if "error" in m], str(mutant)


@pytest.mark.parametrize("seed", range(4))
def test_verification_catches_a_fault(vectors: Sequence[list[int]], seed: int) -> None:
    assert caught(mutate(toy.core(), seed).files, vectors[:20])


@pytest.mark.slow
def test_verification_catches_every_fault_that_matters(vectors: Any) -> None:
    survivors = {str(mutant) for mutant in mutants(toy.core()) if not caught(mutant.files, vectors[:20])}
    # Nobody outside can tell whether the word counter counts up from 0 to 4 or down from 8, nor what the
    # timer is at reset: it is cleared again before it counts.
    nobody_sees = {"toy.v:31:51: + became -", "toy.v:41:23: 5'd0 became 5'd1", "toy.v:41:9: rst became 1'd0"}
    # A reset between the two words of a result is not among the few that are tried. Proofs have all resets.
    not_tried = {"toy.v:51:9: rst became 1'd0"}
    assert survivors == nobody_sees | not_tried


def refused(prove: Callable[..., Any], *arguments: Any) -> bool:
    try:
        prove(*arguments)
    except CheckError:
        return True
    return False


def test_both_proofs_refuse_the_same_faults_of_a_multiplier() -> None:
    field = (5, 2, 0)
    files = pipelined(field)
    faults = mutants(files)[::5]
    forms, reference = product_forms(field), product_reference(field)
    by_forms = [refused(prove_forms, fault.files, "pipelined", PIPELINE, forms) for fault in faults]
    by_sat = [refused(prove_sat, fault.files, "pipelined", PIPELINE, reference) for fault in faults]
    assert by_forms == by_sat
    assert sum(by_forms) > 0.8 * len(faults)


def test_a_mutant_compiles_to_another_simulator() -> None:
    assert compile_core(toy.core(), "toy").binary != compile_core(mutate(toy.core(), 1).files, "toy").binary
