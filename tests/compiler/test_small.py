"""The small machine in characteristic three: a whole pairing on one multiplier and one memory, over F_3^5."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from pairings.named import named

from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.sample import Pair
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.evidence.verify import Verification
from pairforge.machine.designs import find_design
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing

PAIRING = named("eta-f3-5", EtaTernaryPairing)

MACHINES = {
    "as it ships": {},
    "as it ships, in a hurry": {"effort": "0"},
    "no passes": {"passes": "none", "effort": "0", "all.storage.words": "128"},
    "distributed memory, one digit at a time": {
        "all.storage.style": "distributed",
        "all.mul.digit": "1",
        "effort": "0",
    },
    "two iterations at once, two multipliers": {
        "all.algorithm": "two-iterations+unitary",
        "all.mul.count": "2",
        "effort": "0",
    },
    "three threads": {"interleave": "3", "all.mul.digit": "5", "all.power.steps": "[1, 2, 4]", "effort": "0"},
    "a continuant, wide sums": {
        "all.algorithm": "continuant+unitary",
        "all.sum.terms": "3",
        "all.storage.reads": "3",
        "effort": "0",
    },
}


@cache
def points() -> Any:
    return [
        (x, y)
        for x in range(1 << PAIRING.width)
        if PAIRING.complaint_about_element(x) is None
        for y in range(1 << PAIRING.width)
        if PAIRING.complaint_about_element(y) is None and PAIRING.complaint_about_point("P", (x, y)) is None
    ]


def simulated(name: str, pairs: Sequence[Pair]) -> Verification:
    compiled = compile_design(find_design("small-f3-5", MACHINES[name]))
    rtl = rtl_files(compiled)
    assert verilator.lint(rtl, compiled.name) == []
    values = PAIRING.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    sent = to_words([(*P, *Q) for P, Q in pairs], compiled.element_words)
    expected = to_words(values, compiled.element_words)
    return simulate_core(compiled, rtl, sent, expected, timeout=20_000)


QUICK = ("as it ships, in a hurry", "a continuant, wide sums", "three threads")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MACHINES]
)
def test_the_small_machine_is_right_on_random_pairs_of_points(name: str) -> None:
    found = simulated(name, PAIRING.random_points(200, seed=4))
    assert (found.pairings, found.mismatches) == (200, 0)


@pytest.mark.slow
def test_the_small_machine_is_right_on_every_pair_of_points() -> None:
    assert len(points()) == PAIRING.params.order - 1
    pairs = [(P, Q) for P in points() for Q in points()]
    found = simulated("as it ships", pairs)
    assert (found.pairings, found.mismatches) == (len(pairs), 0)
