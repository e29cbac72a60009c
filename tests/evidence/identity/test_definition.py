"""Algorithms of pairings are compared with the definition; wrong ones are seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.identity.defined import Defined, defined, degree_of_function
from pairforge.evidence.identity.definition import (
    ERROR_BITS,
    Agreement,
    DegreeError,
    compare_final,
    compare_miller,
)
from pairforge.pairings.ate.inversion import ByPower
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.computation import Algorithm
from pairforge.pairings.registry import PAIRINGS

FAST = ["ate-bls12-381", "ate-bn254", "ate-bls9-58", "tate-ss512"]
SLOW = [
    "ate-bls12-381-check",
    "ate-bls24-315",
    "ate-bls24-509",
    "ate-bls48-581",
    "ate-bw6-761",
    "ate-kss16-330",
    "ate-kss18-508",
    "ate-mnt4-298",
]
TOO_LARGE = {"ate-bls24-509": ["compressed"], "ate-mnt4-298": ["karatsuba"]}
"""Of what nothing can be shown: degrees are too large for p."""

COMPARED: dict[str, Callable[[Defined, Algorithm], Agreement]] = {
    "miller": compare_miller,
    "final": compare_final,
}


def definition_of(name: str, loop: str = "", *, quadratic: bool = False) -> Defined:
    found = defined(PAIRINGS[name], loop, quadratic=quadratic)
    assert found is not None
    return found


@pytest.mark.parametrize("name", [*FAST, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_every_algorithm_is_the_definition(name: str) -> None:
    too_large = []
    for stage in PAIRINGS[name].stages:
        for algorithm, function in stage.algorithms.items():
            try:
                found = COMPARED[stage.name](definition_of(name, algorithm), function)
            except DegreeError:
                too_large.append(algorithm)
                continue
            assert found.agree, algorithm
            assert found.error_bits >= ERROR_BITS
    assert too_large == TOO_LARGE.get(name, [])


def test_over_f_p2_as_well() -> None:
    pairing = PAIRINGS["ate-bls12-381"]
    assert isinstance(pairing, AtePairing)
    definition = definition_of(pairing.name, quadratic=True)
    miller, final = pairing.parts_over_quadratic
    assert compare_miller(definition, miller).agree
    assert compare_final(definition, final).agree


@pytest.mark.parametrize("name", ["ate-bls12-381", "tate-ss512"])
def test_a_wrong_value_is_seen(name: str) -> None:
    """A coefficient of the result that is off by one, and one of an input."""
    for stage in PAIRINGS[name].stages:
        right = stage.algorithm

        def off(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
            first, *others = right(k, *inputs)
            return (first + k.constant(1), *others)

        def moved(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
            *others, last = inputs
            return right(k, *others, last + k.constant(1))

        for wrong in (off, moved):
            assert not COMPARED[stage.name](definition_of(name), wrong).agree


def test_another_curve_is_seen() -> None:
    """The loop of BLS12-377 is a loop over F_p of another length."""
    wrong = PAIRINGS["ate-bls12-377"].stage("miller").algorithm
    assert not compare_miller(definition_of("ate-bls12-381"), wrong).agree


def test_a_field_that_is_too_small_is_refused() -> None:
    pairing = PAIRINGS["ate-fp-103"]
    with pytest.raises(DegreeError, match=r"degrees of \d+ bits, p of 7"):
        compare_miller(definition_of("ate-fp-103"), pairing.stage("miller").algorithm)


def test_an_inversion_by_another_power_is_no_inversion() -> None:
    class Wrong(ByPower[Any]):
        def inverse(self, x: Any) -> Any:
            inverted, _ = self.ladder("fermat", (1, 0, 1), (x, x * x), lambda s: (s[0] * s[0], s[0] * s[1]))
            return inverted

    pairing = PAIRINGS["ate-bls12-381"]
    final = pairing.stage("final").algorithms["karatsuba"]
    with pytest.raises(CheckError, match="an inversion by the power 0xd, which is not p - 2"):
        compare_final(definition_of(pairing.name), lambda k, *f: final(Wrong(k), *f))


def test_degrees_of_functions() -> None:
    assert degree_of_function((5,)) == 124 * 25
    assert degree_of_function((5, 0, -1)) == (100 + 24 * 13) * 36


def test_prepared_lines_and_small_characteristic_have_none() -> None:
    for name in ("ate-bls12-381-prepared", "eta-f2-239"):
        assert defined(PAIRINGS[name], "", quadratic=False) is None
