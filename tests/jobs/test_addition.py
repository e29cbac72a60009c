"""Sums of points: all pairs of a tiny curve, points of order 2, every kind of wrong input."""

from itertools import product
from random import Random

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.addition import Addition, G1Addition, G2Addition
from pairforge.jobs.points import encode
from pairforge.jobs.statuses import NOT_BELOW_P, OFF_CURVE
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
LARGE = ("ate-bls12-377", "ate-bls12-381", "ate-bn254", "ate-bn462")
KINDS = (G1Addition, G2Addition)


def made(curve: str, kind: type[Addition]) -> Addition:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return kind(found)


def test_all_pairs_of_points_of_a_tiny_curve() -> None:
    """And points off it: the status alone is not 0."""
    job = made("ate-fp-103", G1Addition)
    p, b, field = job.curve.p, job.curve.b, PrimeField(job.curve.p)
    points = [(x, y) for x, y in product(range(p), repeat=2) if (y * y - x**3 - b) % p == 0]
    for first, second in product([(0, 0), (1, 1), *points], repeat=2):
        inputs = (*first, *second)
        assert job.evaluated(inputs, field) == job.expected(inputs), inputs


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("curve", (*TINY, *LARGE))
def test_random_inputs_right_and_wrong(curve: str, kind: type[Addition]) -> None:
    job = made(curve, kind)
    inputs = job.random_inputs(150 if curve in TINY else 30, seed=4)
    field = PrimeField(job.curve.p)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    if curve in TINY:
        assert {0, OFF_CURVE, NOT_BELOW_P} == {status for status, *_ in job.values(inputs)}


def test_points_of_order_two() -> None:
    """Doubled, added to themselves and others: the complete formulas of the group would fail here."""
    job = made("ate-bls12-377", G1Addition)
    group, order = job.curve.groups[job.which], job.curve.r * job.curve.cofactors[job.which]
    odd = order // (order & -order)
    assert odd != order
    for seed in range(20):
        other = job.curve.random_point(job.which, Random(seed))
        two = group.multiply(odd, other)
        while two is not None and group.add(two, two) is not None:
            two = group.add(two, two)
        if two is not None:
            break
    assert two is not None
    field = PrimeField(job.curve.p)
    for a, b in ((two, two), (other, group.add(other, two)), (two, other), (None, two)):
        inputs = (*encode(job.group, a), *encode(job.group, b))
        assert job.evaluated(inputs, field) == (0, *encode(job.group, group.add(a, b)))
