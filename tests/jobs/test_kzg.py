"""KZG proofs: vectors of c-kzg-4844, every kind of input on the tiny curve, points at infinity."""

from itertools import product
from typing import Any

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.decompression import AT_INFINITY, COMPRESSED, G1Decompression, G2Decompression, compressed
from pairforge.jobs.generators import generator
from pairforge.jobs.kzg import CEREMONY, KzgVerify
from pairforge.jobs.points import encode, exact
from pairforge.jobs.product_models import product_model
from pairforge.jobs.statuses import ENCODING, INVALID, NOT_BELOW_P, OFF_CURVE, SCALAR, SUBGROUP
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

from .ethereum import elements
from .kzg import CASES, kzg_inputs

NOWHERE = COMPRESSED | AT_INFINITY


def made(curve: str) -> tuple[KzgVerify, PrimeField]:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return KzgVerify(found), PrimeField(found.p)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_vectors_of_c_kzg(case: dict[str, Any]) -> None:
    """Refused inputs have any status but 0 and `INVALID`."""
    job, field = made("ate-bls12-381")
    inputs = kzg_inputs(case)
    if inputs is None:
        assert case["valid"] is None
        return
    (status,) = job.evaluated(inputs, field)
    assert job.expected(inputs) == (status,)
    assert {0: True, INVALID: False}.get(status) is case["valid"]


def test_the_setup_is_that_of_the_ceremony() -> None:
    """The second powers of tau as the file has them, compressed; the same tau in both groups."""
    job, _ = made("ate-bls12-381")
    for group, reader, tau, text in [
        (
            job.G1,
            G1Decompression,
            CEREMONY.g1,
            "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81",
        ),
        (
            job.G2,
            G2Decompression,
            CEREMONY.g2,
            "b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72"
            "185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2",
        ),
    ]:
        encoding = elements(text)
        assert encoding == compressed(group, tau)
        assert reader(job.curve).expected(encoding) == (0, *tau)
    x, y = generator(job.G1)
    pairs = ((CEREMONY.g1, generator(job.G2)), ((x, -y % job.curve.p), CEREMONY.g2))
    assert product_model(job.curve, pairs) == 1


def test_random_inputs_right_and_wrong() -> None:
    job, field = made("ate-bls12-13")
    inputs = job.random_inputs(250, seed=5)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    found = {status for (status,) in job.values(inputs)}
    assert found == {0, ENCODING, OFF_CURVE, SUBGROUP, SCALAR, INVALID, NOT_BELOW_P}


def test_large_inputs_right_and_wrong() -> None:
    job, field = made("ate-bls12-381")
    inputs = job.random_inputs(10, seed=8)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)


def test_points_at_infinity_on_both_sides() -> None:
    """A constant polynomial has the proof O; the polynomial 0 the commitment O; C - y G1 + z W may be O."""
    job, field = made("ate-bls12-13")
    curve, r = job.curve.groups["P"], job.curve.r
    own = exact(job.G1, generator(job.G1))
    some = compressed(job.G1, encode(job.G1, curve.multiply(77, own)))
    for z, y in product((0, 1, 5, r - 1), (0, 1, 77, r - 77, r - 1)):
        for commitment, proof in product(((NOWHERE, 0), some), repeat=2):
            inputs = (*commitment, z, y, *proof)
            assert job.evaluated(inputs, field) == job.expected(inputs), inputs
    assert job.expected((*some, 3, 77, NOWHERE, 0)) == (0,)
    assert job.expected((NOWHERE, 0, 3, 0, NOWHERE, 0)) == (0,)


def test_curves() -> None:
    """That of the ceremony, and the tiny one."""
    fitting = [c.name for c in CURVES.values() if isinstance(c, AteCurve) and KzgVerify.fits(c)]
    assert fitting == ["ate-bls12-13", "ate-bls12-381"]
