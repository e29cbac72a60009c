"""Powers of values of pairings: against powers in the whole field, all elements of tiny groups."""

from math import gcd
from random import Random

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.generators import generator
from pairforge.jobs.group import Group
from pairforge.jobs.product_models import product_model
from pairforge.jobs.statuses import NOT_BELOW_P, SCALAR, SUBGROUP
from pairforge.jobs.target_group import TargetPower
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
LARGE = ("ate-bls12-377", "ate-bls12-381", "ate-bn254")


def made(curve: str) -> tuple[TargetPower, PrimeField]:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return TargetPower(found), PrimeField(found.p)


@pytest.mark.parametrize("curve", (*TINY, *LARGE))
def test_random_inputs_right_and_wrong(curve: str) -> None:
    job, field = made(curve)
    inputs = job.random_inputs(100 if curve in TINY else 6, seed=3)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    if curve in TINY:
        assert {0, SCALAR, SUBGROUP, NOT_BELOW_P} == {status for status, *_ in job.values(inputs)}


@pytest.mark.parametrize("curve", TINY)
def test_scalars_of_a_tiny_group(curve: str) -> None:
    """The pairing of the generators by scalars, all of them on the smallest curve: each value once."""
    job, field = made(curve)
    flat, r = job.curve.tower.flat, job.curve.r
    one = product_model(job.curve, ((generator(Group(job.curve, "P")), generator(Group(job.curve, "Q"))),))
    scalars = range(0, r, 1 if r < 100 else 17)
    seen = set()
    for n in scalars:
        found = job.evaluated((n, *flat.to(one)), field)
        assert found == (0, *flat.to(one**n)), n
        seen.add(found)
    assert len(seen) == len(scalars)


@pytest.mark.parametrize(
    "curve",
    (
        "ate-bls12-13",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("ate-bls12-381", "ate-bn254")),
    ),
)
def test_elements_of_small_order(curve: str) -> None:
    """Of the cyclotomic subgroup and around it, alone and times a value of the pairing."""
    job, field = made(curve)
    p, r, flat, rng = job.curve.p, job.curve.r, job.curve.tower.flat, Random(4)
    x = flat.of(tuple(rng.randrange(p) for _ in range(12)))
    value = x ** ((p**12 - 1) // r)
    for n in range(2, 40):
        if (p**12 - 1) % n == 0 and gcd(n, r) == 1:
            small = x ** ((p**12 - 1) // n)
            for f in (small, small * value):
                status = 0 if small == 1 else SUBGROUP
                assert (
                    job.evaluated((3, *flat.to(f)), field)[0] == job.expected((3, *flat.to(f)))[0] == status
                )


def test_zero_is_no_value() -> None:
    job, field = made("ate-bls12-13")
    nothing = (2, *(0,) * 12)
    assert job.evaluated(nothing, field) == job.expected(nothing) == (SUBGROUP, *(0,) * 12)
