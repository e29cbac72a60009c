"""Algorithms of pairings are compared with the definition; wrong ones are seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.ternary_field import TernaryField
from pairforge.errors import CheckError
from pairforge.evidence.identity.defined import Defined, DegreeError, degree_of_function
from pairforge.evidence.identity.definition import COMPARED, ERROR_BITS, Agreement
from pairforge.evidence.identity.of_pairing import definition_of
from pairforge.evidence.identity.supersingular import _BINARY, _TERNARY
from pairforge.jobs.registry import find_computation
from pairforge.pairings.ate.inversion import ByPower
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.computation import Algorithm, Stage
from pairforge.pairings.registry import PAIRINGS

TINY = [
    "ate-fp-103",
    "ate-fp-727",
    "ate-bls12-13",
    "ate-mnt4-14",
    "ate-mnt6-14",
    "eta-f2-5",
    "eta-f3-5",
    "tate-f2-5",
]
FAST = ["ate-bls12-381", "ate-bls9-58", "ate-mnt4-298", "tate-ss512"]
SMALL_CHARACTERISTIC = ["eta-f2-239", "eta-f2-313", "tate-f2-239", "tate-f2-283", "eta-f3-97", "eta-f3-193"]
SLOW = [
    "ate-bn254",
    "ate-bls12-381-check",
    "ate-bls12-381-prepared",
    "ate-bls24-315",
    "ate-bls24-509",
    "ate-bls48-581",
    "ate-bw6-761",
    "ate-kss16-330",
    "ate-kss18-508",
    "ate-mnt6-298",
    "eta-f2-457",
    "eta-f2-557",
    "eta-f2-613",
    "eta-f2-691",
    "eta-f3-167",
    "eta-f3-239",
    "eta-f3-313",
]
# One where N is larger than q + 1 and one where it is smaller, in both characteristics, and k = 2 to 12.
SEEN = [
    "ate-bls12-13",
    "ate-mnt4-14",
    "tate-ss512",
    "eta-f2-239",
    "eta-f2-313",
    "tate-f2-239",
    "eta-f3-97",
    pytest.param("ate-bls12-381", marks=pytest.mark.slow),
]


def of(name: str, run: str, algorithm: str = "", *, quadratic: bool = False) -> Defined:
    found = definition_of(PAIRINGS[name], run, {run: algorithm}, quadratic=quadratic)
    assert found is not None
    return found


def compare(name: str, stage: Stage, algorithm: str, function: Algorithm) -> Agreement:
    return COMPARED[stage.name](of(name, stage.name, algorithm), function)


def algorithms(name: str) -> Iterator[tuple[Stage, str, Algorithm]]:
    for stage in PAIRINGS[name].stages:
        for algorithm, function in stage.algorithms.items():
            yield stage, algorithm, function


@pytest.mark.parametrize(
    "name",
    [*TINY, *FAST, *SMALL_CHARACTERISTIC, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)],
)
def test_every_algorithm_is_the_definition(name: str) -> None:
    for stage, algorithm, function in algorithms(name):
        found = compare(name, stage, algorithm, function)
        assert found.agree, algorithm
        assert found.error_bits >= ERROR_BITS


def test_over_f_p2_as_well() -> None:
    pairing = PAIRINGS["ate-bls12-381"]
    assert isinstance(pairing, AtePairing)
    for run, algorithm in zip(("miller", "final"), pairing.parts_over_quadratic, strict=True):
        assert COMPARED[run](of(pairing.name, run, quadratic=True), algorithm).agree


@pytest.mark.parametrize("name", SEEN)
def test_a_wrong_value_is_seen(name: str) -> None:
    """A coefficient of the result that is off by one, one of an input, and two that change places."""
    for stage, algorithm, right in algorithms(name):

        def off(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
            first, *others = right(k, *inputs)
            return (first + k.constant(1), *others)

        def moved(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
            *others, last = inputs
            return right(k, *others, last + k.constant(1))

        def exchanged(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
            first, second, *others = right(k, *inputs)
            return (second, first, *others)

        def nothing(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
            return tuple(x - x for x in right(k, *inputs))

        for wrong in (off, moved, exchanged, nothing):
            assert not compare(name, stage, algorithm, wrong).agree, (algorithm, wrong.__name__)


def test_the_inverse_is_seen_and_so_is_the_value_for_other_points() -> None:
    """A conjugate is the inverse behind the easy part: e(-P, Q), which a wrong sign gives."""
    for name, run in (("eta-f2-239", "miller"), ("eta-f2-313", "miller"), ("tate-f2-239", "tate")):
        stage = PAIRINGS[name].stage(run)
        for algorithm, right in stage.algorithms.items():

            def inverted(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
                a, b, c, d = right(k, *inputs)
                return a + c, b + d, c, d

            assert not compare(name, stage, algorithm, inverted).agree


def test_a_factor_that_the_exponent_eliminates_is_none() -> None:
    loop = PAIRINGS["ate-bls12-381"].stage("miller")

    def thrice(k: Any, *inputs: Any) -> tuple[Any, ...]:
        return tuple(k.constant(3) * x for x in loop.algorithm(k, *inputs))

    assert compare("ate-bls12-381", loop, "", thrice).agree


@pytest.mark.parametrize("name", ["eta-f2-239", "eta-f3-97"])
def test_a_frobenius_map_too_many_is_seen(name: str) -> None:
    """Of one coordinate; over F_q the same as m - 1 too few."""
    for stage, algorithm, right in algorithms(name):

        def raised(k: Any, *inputs: Any, right: Algorithm = right) -> tuple[Any, ...]:
            first, *others = inputs
            return right(k, first.frobenius(1), *others)

        assert not compare(name, stage, algorithm, raised).agree


def test_another_curve_is_seen() -> None:
    """The loop of BLS12-377 is a loop over F_p of another length; that of b = 0 has other constants."""
    for name, other in (("ate-bls12-381", "ate-bls12-377"), ("eta-f2-239", "eta-f2-313")):
        wrong = PAIRINGS[other].stage("miller")
        assert not compare(name, wrong, wrong.algorithm.__name__, wrong.algorithm).agree


def test_a_field_that_there_is_not_is_refused() -> None:
    with pytest.raises(DegreeError, match="degrees take a field of 5032 digits, 2281 at most"):
        of("eta-f2-239", "miller").over(5000)


def test_fields_of_coefficients_are_fields() -> None:
    """The trinomials are irreducible, which their classes check."""
    for n, k in _BINARY.items():
        assert BinaryField((n, k, 0)).degree == n
    for n, (k, a) in _TERNARY.items():
        assert TernaryField(((n, 1), (k, a), (0, -1))).degree == n


def test_digits_of_the_exponent_are_checked() -> None:
    pairing = of("ate-bls12-381", "final")

    class Wrong(type(pairing)):  # type: ignore[misc]
        hard = pairing.hard[1:]

    pairing.__class__ = Wrong
    with pytest.raises(CheckError, match="do not add up"):
        COMPARED["final"](pairing, PAIRINGS["ate-bls12-381"].stage("final").algorithm)


def test_an_inversion_by_another_power_is_no_inversion() -> None:
    class Wrong(ByPower[Any]):
        def inverse(self, x: Any) -> Any:
            inverted, _ = self.ladder("fermat", (1, 0, 1), (x, x * x), lambda s: (s[0] * s[0], s[0] * s[1]))
            return inverted

    final = PAIRINGS["ate-bls12-381"].stage("final").algorithms["karatsuba"]
    with pytest.raises(CheckError, match="an inversion by the power 0xd, which is not p - 2"):
        COMPARED["final"](of("ate-bls12-381", "final"), lambda k, *f: final(Wrong(k), *f))


def test_an_inversion_begins_with_x_and_its_square_and_gives_a_second_power() -> None:
    """From x and x it is no inversion; the second value at its end is 1, not what it began with."""
    pairing = PAIRINGS["ate-bls12-13"]
    final = pairing.stage("final").algorithms["karatsuba"]
    bits = [int(bit) for bit in f"{pairing.characteristic - 2:b}"[1:]]

    def step(s: tuple[Any, ...]) -> tuple[Any, ...]:
        return s[0] * s[0], s[0] * s[1]

    class Begun(ByPower[Any]):
        def inverse(self, x: Any) -> Any:
            return self.ladder("fermat", bits, (x, x), step)[0]

    class Second(ByPower[Any]):
        def inverse(self, x: Any) -> Any:
            inverted, one = self.ladder("fermat", bits, (x, x * x), step)
            return inverted * inverted * inverted * one

    with pytest.raises(CheckError, match="does not begin with x and x"):
        COMPARED["final"](of(pairing.name, "final"), lambda k, *f: final(Begun(k), *f))
    assert not COMPARED["final"](of(pairing.name, "final"), lambda k, *f: final(Second(k), *f)).agree


@pytest.mark.parametrize("name", ["ate-bls12-13", "eta-f2-5", "eta-f3-5", "tate-ss512"])
def test_other_numbers_of_results_are_refused(name: str) -> None:
    final = PAIRINGS[name].stage("final").algorithm
    for wrong in (lambda k, *f: final(k, *f)[:-1], lambda k, *f: (*final(k, *f), f[0])):
        with pytest.raises(CheckError, match="coordinates of an element that has"):
            COMPARED["final"](of(name, "final"), wrong)


def test_degrees_of_functions() -> None:
    assert degree_of_function((5,)) == 124 * 25
    assert degree_of_function((5, 0, -1)) == (100 + 24 * 13) * 36


def test_other_computations_have_none() -> None:
    assert definition_of(find_computation("bls-verify-bls12-381"), "verify", {}) is None
