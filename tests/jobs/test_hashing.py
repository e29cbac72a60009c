"""Hashing to G1 and G2: the vectors of RFC 9380, the engine's map, and elements that are special cases."""

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.group import Group
from pairforge.jobs.hashing import G1Hashing, G2Hashing, Hashing
from pairforge.jobs.ratios import root_ratios
from pairforge.jobs.registry import find_job
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

KINDS = {"G1": G1Hashing, "G2": G2Hashing}
VECTORS = Path(__file__).parent.parent / "vectors" / "rfc9380" / "bls12-381.json"
SUITES = {suite["suite"]: suite["cases"] for suite in json.loads(VECTORS.read_text())["suites"]}


def made(group: str) -> Hashing:
    curve = CURVES["ate-bls12-381"]
    assert isinstance(curve, AteCurve)
    return KINDS[group](curve)


def numbers(elements: Sequence[str | Sequence[str]]) -> tuple[int, ...]:
    """The coefficients of elements of F_p or F_p2."""
    nested = ([element] if isinstance(element, str) else element for element in elements)
    return tuple(int(c, 16) for element in nested for c in element)


@pytest.mark.parametrize("group", KINDS)
@pytest.mark.parametrize("case", range(5))
def test_vectors_of_the_rfc(group: str, case: int) -> None:
    """Of the suites that take two elements, appendices J.9.1 and J.10.1: algorithm and model."""
    job = made(group)
    found = SUITES[f"BLS12381{group}_XMD:SHA-256_SSWU_RO_"][case]
    inputs, point = numbers(found["u"]), (0, *numbers(found["P"]))
    assert job.evaluated(inputs, PrimeField(job.curve.p)) == point == job.expected(inputs)


@pytest.mark.parametrize("group", KINDS)
def test_the_points_on_the_way(group: str) -> None:
    """Q0 and Q1 of the appendices, the maps of u0 and u1 before the cofactor is cleared."""
    job, case = made(group), SUITES[f"BLS12381{group}_XMD:SHA-256_SSWU_RO_"][0]
    k = PrimeField(job.curve.p)
    us = job.group.coordinates([k.constant(c) for c in numbers(case["u"])])
    for point, expected in zip(job.isogenous.map(k, us), case["Q"], strict=True):
        x, y = job.group.to_affine(k, job.isogenous.leave(k, point))
        assert tuple(map(int, (*x.flat, *y.flat))) == numbers(expected)


@pytest.mark.parametrize("group", KINDS)
def test_random_and_special_elements(group: str) -> None:
    """Against the model; opposite elements give the point at infinity."""
    job = made(group)
    inputs = job.random_inputs(24, seed=3)
    field = PrimeField(job.curve.p)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    assert any(not any(result) for result in job.values(inputs))


def test_elements_whose_s_is_zero() -> None:
    """The exceptional case of the map: z u^2 = -1, and u = 0."""
    job = made("G1")
    k, p, (z,) = PrimeField(job.curve.p), job.curve.p, job.isogenous.suite.z
    root = pow(-pow(z, -1, p), (p + 1) // 4, p)
    assert (z * root * root + 1) % p == 0
    for inputs in ((root, 5), (5, root), (root, 0), (0, 0), (root, p - root)):
        assert job.evaluated(inputs, k) == job.expected(inputs)


def test_roots_of_all_ratios_in_a_tiny_field() -> None:
    """F_103, every u/v; and in its F_p2 u/v for all u, and all v with one coefficient."""
    curve = CURVES["ate-fp-103"]
    assert isinstance(curve, AteCurve)
    p, k = curve.p, PrimeField(curve.p)
    for which, z in (("P", (-1,)), ("Q", (2, 1))):
        group = Group(curve, "P" if which == "P" else "Q")
        every = list(product(range(p), repeat=group.degree))[1:]
        others = [every[0], every[-1], every[len(every) // 3]]
        factor = group.constant(k, *(c % p for c in z))
        for u, v in product(every, others):
            numerator, denominator = group.constant(k, *u), group.constant(k, *v)
            ((root, square),) = root_ratios(k, [(numerator, denominator)], z)
            wanted = numerator if int(square) else numerator * factor
            assert not any(map(int, (root.square() * denominator - wanted).flat)), (u, v)


def test_there_is_none_without_a_suite() -> None:
    assert find_job("hash-to-g1-bls12-377") is None and find_job("hash-to-g2-bn254") is None
    assert find_job("hash-to-g2-bls12-381") is not None
    curve = CURVES["ate-bn254"]
    assert isinstance(curve, AteCurve)
    with pytest.raises(ValueError, match="ate-bn254: no suite of RFC 9380 maps to it by an isogeny"):
        G1Hashing(curve)
