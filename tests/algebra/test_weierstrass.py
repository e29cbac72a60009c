"""Multiples in Jacobian coordinates are those of the group law, of every point of tiny curves."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from flint import fmpz_mod_ctx, fq_default_ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from pairings.named import named

from pairforge.algebra.multiples import multiple
from pairforge.algebra.weierstrass import Curve, Point
from pairforge.pairings.ate.pairing import AtePairing


def prime_field(p: int) -> list[Any]:
    field = fmpz_mod_ctx(p)
    return [field(n) for n in range(p)]


def quadratic_field(p: int) -> list[Any]:
    field = fq_default_ctx(p, 2)
    return [field(a) + b * field.gen() for a, b in product(range(p), repeat=2)]


def points(curve: Curve, elements: list[Any]) -> Iterator[Point]:
    yield None
    yield from (point for point in product(elements, repeat=2) if curve.contains(point))


@pytest.mark.parametrize("elements", [prime_field(5), prime_field(7), prime_field(11), quadratic_field(5)])
@pytest.mark.parametrize(("a", "b"), [(0, 1), (0, 3), (1, 0), (-3, 1), (2, 1)])
def test_every_multiple_of_every_point(elements: list[Any], a: int, b: int) -> None:
    """Points of order 2 and 3 and sums of a point with itself and its negative come up on the way."""
    zero = elements[0]
    curve = Curve(zero + a, zero + b)
    every = list(points(curve, elements))
    for point in every:
        for n in range(-len(every) - 2, len(every) + 3):
            assert curve.multiply(n, point) == multiple(curve.add, curve.negate, n, point), (n, point)


@given(
    st.sampled_from(["ate-bls12-381", "ate-mnt4-298"]), st.sampled_from("PQ"), st.integers(-(2**70), 2**70)
)
@settings(max_examples=20, deadline=None)
def test_multiples_on_large_curves(name: str, which: str, n: int) -> None:
    pairing = named(name, AtePairing)
    curve, _ = pairing.groups[which]
    point = pairing.decode_point(which, pairing.random_points(1, 1)[0]["PQ".index(which)])
    assert curve.multiply(n, point) == multiple(curve.add, curve.negate, n, point)
