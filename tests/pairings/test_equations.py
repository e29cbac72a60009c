"""What algorithms say of points: zeros where they satisfy the equations of their curves, and only there."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.ternary_field import TernaryField
from pairforge.compiler.sample import random_element
from pairforge.pairings.base import Pairing
from pairforge.pairings.large_prime import LargePrimePairing
from pairforge.pairings.registry import PAIRINGS, find_pairing
from pairforge.pairings.supersingular_binary import BinaryPairing

ALGORITHMS = [
    (name, algorithm)
    for name, pairing in PAIRINGS.items()
    if pairing.stages
    for algorithm in pairing.residuals
]
QUICK = {"eta-f2-5", "tate-f2-239", "eta-f3-5", "eta-f3-97", "tate-fp-163", "tate-ordinary-101"}
QUICK |= {"ate-bn254", "ate-fp-103", "ate-fp-103-check", "ate-fp-103-prepared"}


@cache
def field_of(pairing: Any) -> Any:
    if pairing.characteristic > 3:
        return PrimeField(pairing.characteristic)
    kind = BinaryField if pairing.characteristic == 2 else TernaryField
    return kind(pairing.polynomial if pairing.characteristic == 2 else pairing.polynomial_terms)


def residuals(pairing: Pairing, algorithm: str, P: Sequence[int], Q: Sequence[int]) -> list[int]:
    k = field_of(pairing)
    return [int(r) for r in pairing.residuals[algorithm](k, *map(k.constant, (*P, *Q)))]


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        (name, algorithm)
        if name in QUICK or "fp-103" in name
        else pytest.param(name, algorithm, marks=pytest.mark.slow)
        for name, algorithm in ALGORITHMS
    ],
)
def test_points_satisfy_the_equations_and_others_do_not(name: str, algorithm: str) -> None:
    pairing, rng = find_pairing(name), Random(5)
    for P, Q in pairing.random_points(2, seed=3):
        assert not any(residuals(pairing, algorithm, P, Q))
        assert not pairing.off_curve(P, Q)
        for which, at in [(0, i) for i in range(len(P))] + [(1, i) for i in range(min(len(Q), 8))]:
            points = [list(P), list(Q)]
            points[which][at] = random_element(pairing, rng)
            assert any(residuals(pairing, algorithm, *points)) == pairing.off_curve(*map(tuple, points))


@pytest.mark.parametrize("name", ["eta-f2-5", "tate-fp-163", "tate-ordinary-101", "tate-ordinary-227"])
def test_as_many_pairs_of_coordinates_satisfy_them_as_the_curve_has_points(name: str) -> None:
    pairing = find_pairing(name)
    (_, Q), *_ = pairing.random_points(1, seed=1)
    field = range(1 << 5) if pairing.characteristic == 2 else range(pairing.characteristic)
    for algorithm in pairing.residuals:
        on = sum(not any(residuals(pairing, algorithm, (x, y), Q)) for x in field for y in field)
        assert isinstance(pairing, BinaryPairing | LargePrimePairing)
        order = pairing.order if isinstance(pairing, LargePrimePairing) else pairing.params.order
        assert on == order - 1


@pytest.mark.parametrize(
    ("name", "P"),
    [("eta-f2-5", (32, 0)), ("eta-f3-5", (3, 0)), ("tate-fp-163", (163, 0)), ("ate-fp-103", (0, 104))],
)
def test_what_is_no_element_is_off_the_curve(name: str, P: tuple[int, int]) -> None:
    pairing = find_pairing(name)
    assert pairing.off_curve(P, pairing.random_points(1, seed=1)[0][1])
