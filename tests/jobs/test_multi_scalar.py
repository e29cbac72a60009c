"""Sums of multiples of a few points: against affine additions, whole groups of tiny curves."""

from itertools import product

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.generators import generator
from pairforge.jobs.multi_scalar import G1MultiScalar2, G1MultiScalar4, G2MultiScalar2, MultiScalar
from pairforge.jobs.points import encode, exact
from pairforge.jobs.statuses import NOT_BELOW_P, OFF_CURVE, SCALAR
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
LARGE = ("ate-bls12-377", "ate-bls12-381", "ate-bn254")
KINDS = (G1MultiScalar2, G1MultiScalar4, G2MultiScalar2)


def made(curve: str, kind: type[MultiScalar]) -> tuple[MultiScalar, PrimeField]:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return kind(found), PrimeField(found.p)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("curve", (*TINY, *LARGE))
def test_random_inputs_right_and_wrong(curve: str, kind: type[MultiScalar]) -> None:
    job, field = made(curve, kind)
    inputs = job.random_inputs(60 if curve in TINY else 4, seed=3)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    if curve in TINY:
        assert {0, OFF_CURVE, SCALAR, NOT_BELOW_P} == {status for status, *_ in job.values(inputs)}


def test_pairs_of_scalars_of_a_tiny_group() -> None:
    """With a second point that is three times the first: the sum is a known multiple, infinity among them."""
    job, field = made("ate-fp-103", G1MultiScalar2)
    curve, r = job.curve.groups["P"], job.curve.r
    own = exact(job.group, generator(job.group))
    multiples = [encode(job.group, curve.multiply(n, own)) for n in range(r)]
    for n, m in product((0, 1, 50, r - 1), range(0, r, 3)):
        inputs = (n, *multiples[1], m, *multiples[3])
        assert job.evaluated(inputs, field) == (0, *multiples[(n + 3 * m) % r])


def test_names() -> None:
    job, _ = made("ate-bls12-381", G2MultiScalar2)
    assert job.name == "g2-msm-2-bls12-381"
    assert job.inputs[:6] == ("n0", "xQ00", "xQ01", "yQ00", "yQ01", "n1")
