"""Tests of membership: every point of tiny curves against r times the point."""

from itertools import product
from random import Random

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.base import Job
from pairforge.jobs.group import Group, Which
from pairforge.jobs.points import decode, encode
from pairforge.jobs.statuses import NOT_BELOW_P, OFF_CURVE, SUBGROUP
from pairforge.jobs.subgroup import G1Subgroup, G2Subgroup, Subgroup
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
LARGE = ("ate-bls12-377", "ate-bls12-381", "ate-bn254", "ate-bn462")
KINDS = (G1Subgroup, G2Subgroup)


def made(curve: str, kind: type[Subgroup]) -> Subgroup:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return kind(found)


def status(job: Job, inputs: tuple[int, ...]) -> int:
    (found,) = job.evaluated(inputs, PrimeField(job.curve.p))
    return found


@pytest.mark.parametrize("curve", TINY)
def test_every_point_of_a_tiny_curve(curve: str) -> None:
    """All abscissas; ordinates on the curve, and some off it."""
    job = made(curve, G1Subgroup)
    p = job.curve.p
    roots: dict[int, list[int]] = {}
    for y in range(p):
        roots.setdefault(y * y % p, []).append(y)
    for x in range(p):
        for y in (*roots.get((x**3 + job.curve.b) % p, ()), x * 7 % p):
            assert (status(job, (x, y)),) == job.expected((x, y)), (x, y)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("curve", (*TINY, *LARGE))
def test_random_inputs_right_and_wrong(curve: str, kind: type[Subgroup]) -> None:
    job = made(curve, kind)
    inputs = job.random_inputs(150 if curve in TINY else 12, seed=3)
    field = PrimeField(job.curve.p)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    if curve in TINY:
        statuses = {OFF_CURVE, NOT_BELOW_P, 0} | ({SUBGROUP} if job.curve.cofactors[job.which] > 1 else set())
        assert {found for (found,) in job.values(inputs)} == statuses


@pytest.mark.parametrize(("which", "kind"), [("P", G1Subgroup), ("Q", G2Subgroup)])
@pytest.mark.parametrize("curve", ("ate-bls12-13", "ate-bls12-381", "ate-bls12-377"))
def test_points_of_small_order(curve: str, which: Which, kind: type[Subgroup]) -> None:
    """Points of every small prime order, of order 2 among them, and their sums with points of order r."""
    job = made(curve, kind)
    group, own, r = job.curve.groups[which], Group(job.curve, which), job.curve.r
    order = r * job.curve.cofactors[which]
    for n, seed in product((2, 3, 7, 11, 13, 23), range(3)):
        if order % n or n == r:
            continue
        found = job.curve.random_point(which, Random(seed))
        reduced = order
        while reduced % n == 0:
            reduced //= n
        small, large = group.multiply(reduced, found), group.multiply(order // r, found)
        while small is not None and group.multiply(n, small) is not None:
            small = group.multiply(n, small)
        for point in (small, group.add(small, large)):
            inputs = encode(own, point)
            assert status(job, inputs) == (SUBGROUP if small is not None else 0), (n, inputs)
            assert point is None or group.contains(decode(own, inputs))
