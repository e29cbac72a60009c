"""Multiples of points: the algorithm against additions of affine points, whole groups of tiny curves."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.base import Job
from pairforge.jobs.multiplication import G1Multiplication, G2Multiplication
from pairforge.jobs.points import draw_point, encode
from pairforge.jobs.registry import find_job
from pairforge.jobs.scalars import Division, OddDigits
from pairforge.jobs.statuses import NOT_BELOW_P, OFF_CURVE, SCALAR
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
LARGE = ("ate-bls12-377", "ate-bls12-381", "ate-bn254", "ate-bn462")
KINDS = (G1Multiplication, G2Multiplication)


def made(curve: str, kind: type[G1Multiplication | G2Multiplication]) -> Job:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return kind(found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("curve", TINY)
def test_every_scalar_of_a_tiny_group(curve: str, kind: type[G1Multiplication | G2Multiplication]) -> None:
    """And scalars that are none, on a point of order r and on the point at infinity."""
    job = made(curve, kind)
    field, r = PrimeField(job.curve.p), job.curve.r
    point = draw_point(job.group, Random(1))  # type: ignore[attr-defined]
    points = (point, (0,) * len(point))
    for n, P in product((*range(min(r, 200)), *range(r - 3, min(r + 3, job.curve.p))), points):
        inputs = (n, *P)
        assert job.evaluated(inputs, field) == job.expected(inputs), inputs


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("curve", (*TINY, *LARGE))
def test_random_inputs_right_and_wrong(curve: str, kind: type[G1Multiplication | G2Multiplication]) -> None:
    job = made(curve, kind)
    inputs = job.random_inputs(120 if curve in TINY else 8, seed=3)
    field = PrimeField(job.curve.p)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    if curve in TINY:
        assert {0, OFF_CURVE, SCALAR, NOT_BELOW_P} == {status for status, *_ in job.values(inputs)}


@pytest.mark.parametrize("curve", TINY)
def test_every_point_of_the_curve_has_a_status(curve: str) -> None:
    """All pairs of coordinates over the first of the tiny fields, some over the others."""
    job = made(curve, G1Multiplication)
    p, field = job.curve.p, PrimeField(job.curve.p)
    some = range(p) if p < 200 else range(0, p, p // 60)
    for x, y in product(some, some):
        inputs = (1, x, y)
        if (y * y - x**3 - job.curve.b) % p and (x or y):
            found = job.evaluated(inputs, field)
            assert found[0] == OFF_CURVE
            assert found == job.expected(inputs)


@given(st.data())
def test_division(data: st.DataObject) -> None:
    """Quotient and rest of any number of the bits that it is made for, the greatest among them."""
    bits = data.draw(st.integers(8, 255))
    d = data.draw(st.integers(2, (1 << bits) - 1))
    field = PrimeField((1 << 521) - 1)
    n = data.draw(
        st.one_of(st.integers(0, (1 << bits) - 1), st.integers(0, (1 << bits) // d - 1).map(lambda q: q * d))
    )
    found = Division(d, bits)(field, field.constant(n))
    assert tuple(map(int, found)) == divmod(n, d)


@given(st.integers(2, 5), st.integers(1, 64), st.data())
@settings(max_examples=200)
def test_odd_digits(window: int, bits: int, data: st.DataObject) -> None:
    """The digits of n, or of n + 1 where n is even, add up to it."""
    digits, field = OddDigits.for_bits(bits, window), PrimeField((1 << 521) - 1)
    n = data.draw(st.integers(0, max(0, (1 << digits.length) - 2)))
    b, even = digits.coded(field, field.constant(n))
    total = 0
    for _ in range(digits.count):
        b = digits.next(field, b)
        negative, entry = digits.digit(field, b)
        magnitude = 2 * (int(entry) % digits.entries) + 1
        total = (total << window) + (-magnitude if int(negative) else magnitude)
    assert total == n + int(even) and int(even) == 1 - n % 2


def test_names() -> None:
    found = find_job("g2-mul-bls12-381")
    assert found is not None and found.name == "g2-mul-bls12-381"
    assert found.inputs == ("n", "xQ0", "xQ1", "yQ0", "yQ1")
    assert found.outputs == ("status", "x0", "x1", "y0", "y1")
    assert find_job("g3-mul-bls12-381") is None and find_job("g1-mul-f2-239") is None


def test_known_multiple() -> None:
    """The double of the generator of G1, by the chord-and-tangent rule written out."""
    job = made("ate-bls12-381", G1Multiplication)
    p, generators = job.curve.p, job.curve.generators
    assert generators is not None
    x, y = generators.g1
    slope = 3 * x * x * pow(2 * y, -1, p) % p
    x2 = (slope * slope - 2 * x) % p
    assert job.evaluated((2, x, y), PrimeField(p)) == (0, x2, (slope * (x - x2) - y) % p)
    assert encode(job.group, None) == (0, 0)  # type: ignore[attr-defined]
