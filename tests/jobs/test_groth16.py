"""Groth16 proofs: one of snarkjs, keys whose secrets are known, every kind of wrong input."""

from collections.abc import Iterator
from random import Random

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.generators import generator
from pairforge.jobs.groth16 import Groth16Verify, Groth16Verify1, Groth16Verify4
from pairforge.jobs.group import Group
from pairforge.jobs.pairing_products import misses_origin
from pairforge.jobs.points import encode, exact
from pairforge.jobs.product_models import product_model
from pairforge.jobs.statuses import INFINITY, INVALID, NOT_BELOW_P, OFF_CURVE, SCALAR, SUBGROUP
from pairforge.pairings.computation import Encoded
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

from .groth16 import snarkjs_inputs, snarkjs_parts

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")


def made(curve: str, kind: type[Groth16Verify] = Groth16Verify1) -> tuple[Groth16Verify, PrimeField]:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return kind(found), PrimeField(found.p)


def changed(job: Groth16Verify, inputs: Encoded, name: str, values: Encoded) -> Encoded:
    """The inputs with others from the one of that name on."""
    at = job.inputs.index(name)
    return *inputs[:at], *values, *inputs[at + len(values) :]


def test_a_proof_of_snarkjs() -> None:
    job, field = made("ate-bn254")
    inputs = snarkjs_inputs(job)
    assert job.evaluated(inputs, field) == job.expected(inputs) == (0,)
    wrong = changed(job, inputs, "n1", (34,))
    assert job.evaluated(wrong, field) == job.expected(wrong) == (INVALID,)


def test_the_value_of_snarkjs_is_a_power() -> None:
    """So `vk_alphabeta_12` is no input of the job."""
    job, _ = made("ate-bn254")
    parts, u = snarkjs_parts(), job.curve.u
    value = product_model(job.curve, ((parts["alpha"], parts["beta"]),))
    assert job.curve.tower.flat.to(value ** (2 * u * (6 * u**2 + 3 * u + 1))) == parts["alphabeta"]


@pytest.mark.parametrize("kind", (Groth16Verify1, Groth16Verify4))
@pytest.mark.parametrize("curve", TINY)
def test_random_inputs_right_and_wrong(curve: str, kind: type[Groth16Verify]) -> None:
    job, field = made(curve, kind)
    inputs = job.random_inputs(120, seed=5)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    found = {status for (status,) in job.values(inputs)}
    assert found == {0, OFF_CURVE, SUBGROUP, INFINITY, SCALAR, INVALID, NOT_BELOW_P}


@pytest.mark.parametrize("curve", ("ate-bls12-381", "ate-bn254"))
def test_large_inputs_right_and_wrong(curve: str) -> None:
    job, field = made(curve)
    inputs = job.random_inputs(5, seed=5)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)


def right(job: Groth16Verify) -> Encoded:
    """Inputs for which the equation holds."""
    rng = Random(1)
    drawn: Iterator[Encoded] = iter(lambda: job.draw(rng), None)
    return next(each for each in drawn if job.expected(each) == (0,))


@pytest.mark.parametrize("curve", TINY)
def test_every_multiple_in_the_place_of_a_point(curve: str) -> None:
    """Points of G1 and G2, infinity among them, every C of the smallest curve: one may be right."""
    job, field = made(curve)
    inputs = right(job)
    for name, first in (("A", "xA"), ("C", "xC"), ("IC0", "xIC0"), ("B", "xB0"), ("delta", "xdelta0")):
        group = Group(job.curve, "Q" if name in ("B", "delta") else "P")
        own, point, found = job.curve.groups[group.which], None, []
        for _ in range(0, job.curve.r, 1 if name == "C" and job.curve.r < 100 else 31):
            each = changed(job, inputs, first, encode(group, point))
            found.append(job.evaluated(each, field))
            assert job.expected(each) == found[-1], (name, point)
            point = own.add(point, exact(group, generator(group)))
        assert found.count((0,)) <= 1
        assert {INVALID} <= {status for (status,) in found} <= {0, INVALID, INFINITY, NOT_BELOW_P}


def test_an_infinite_c_and_an_infinite_sum_of_the_inputs() -> None:
    """e(A, B) is e(alpha, beta) times what is left."""
    job, field = made("ate-bls12-13")
    curve, n = job.curve.groups["P"], 5
    own = exact(job.groups["P"], generator(job.groups["P"]))
    inputs = right(job)
    ic1 = curve.multiply(9, own)
    ic0 = curve.multiply(-9 * n, own)
    inputs = changed(job, inputs, "n1", (n,))
    inputs = changed(job, inputs, "xIC0", encode(job.groups["P"], ic0))
    inputs = changed(job, inputs, "xIC1", encode(job.groups["P"], ic1))
    inputs = changed(job, inputs, "xC", (0, 0))
    at = job.inputs.index("xA")
    value = product_model(job.curve, ((inputs[at : at + 2], inputs[at + 2 : at + 6]),))
    inputs = changed(job, inputs, "alphabeta0", job.curve.tower.flat.to(value))
    assert job.evaluated(inputs, field) == job.expected(inputs) == (0,)


@pytest.mark.parametrize("curve", TINY)
def test_no_line_of_a_tiny_curve_goes_through_the_origin(curve: str) -> None:
    """So the points at infinity of these tests make factors 1 with every point of G2."""
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    group = Group(found, "Q")
    own, point = found.groups["Q"], exact(group, generator(group))
    for _ in range(found.r - 1):
        assert misses_origin(found, encode(group, point))
        point = own.add(point, exact(group, generator(group)))
    assert point is None
