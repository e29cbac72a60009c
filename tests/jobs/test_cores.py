"""Jobs of tiny curves in hardware, by exactly the path of the real ones."""

import pytest

from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.machine.designs import find_design

RUNS = 120
SETTINGS: dict[str, dict[str, str]] = {
    "as it ships": {},
    "one thread": {"interleave": "1", "all.mul.stages": "5"},
    "no passes": {"passes": "none"},
}
QUICK = ("g1-add", "g2-decompress", "g1-subgroup", "g1-mul")
SLOW = ("g2-add", "g1-decompress", "g2-subgroup", "product-term", "product-check", "pairing-check-2")


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("job", (*QUICK, *(pytest.param(job, marks=pytest.mark.slow) for job in SLOW)))
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
