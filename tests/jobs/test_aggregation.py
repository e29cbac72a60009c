"""Sums of keys and signatures of many: Ethereum's vectors, the model, and wrong inputs."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.aggregation import G1Aggregation, G1Aggregation1, G1Aggregation4
from pairforge.jobs.decompression import AT_INFINITY, COMPRESSED, compressed
from pairforge.jobs.points import draw_point, encode, exact
from pairforge.jobs.statuses import INFINITY, INVALID, OFF_CURVE, SUBGROUP
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

from .ethereum import elements, job

VECTORS = Path(__file__).parents[1] / "vectors" / "bls"
CASES = [
    case
    for case in json.loads((VECTORS / "consensus.json").read_text())["fast_aggregate_verify"]
    if case["pubkeys"]
]
CASES += json.loads((VECTORS / "fast_aggregate_verify.json").read_text())["cases"]


def made(curve: str, kind: type[G1Aggregation]) -> tuple[G1Aggregation, PrimeField]:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return kind(found), PrimeField(found.p)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_ethereum_verifies(case: dict[str, Any]) -> None:
    """Keys are added one by one to the sum of none; the first that is refused ends it."""
    aggregate, field = job("g1-aggregate")
    verify, _ = job("fast-aggregate-verify")
    status, *total = 0, 0, 0
    for text in case["pubkeys"]:
        key = elements(text)
        assert key is not None
        status, *total = aggregate.evaluated((*total, *key), field)
        if status:
            break
    signature = elements(case["signature"])
    if not status and signature is not None:
        (status,) = verify.evaluated((*total, *signature, int(case["message"], 16)), field)
    assert (status == 0) is case["valid"]


@pytest.mark.parametrize("kind", (G1Aggregation1, G1Aggregation4))
@pytest.mark.parametrize("curve", ("ate-bls12-13", "ate-fp-103", "ate-fp-727", "ate-bls12-381", "ate-bn254"))
def test_random_inputs_right_and_wrong(curve: str, kind: type[G1Aggregation]) -> None:
    found, field = made(curve, kind)
    tiny = found.curve.p < 1 << 16
    inputs = found.random_inputs(200 if tiny else 5, seed=3)
    assert [found.evaluated(each, field) for each in inputs] == found.values(inputs)
    if curve == "ate-bls12-13":
        statuses = {status for status, *_ in found.values(inputs)}
        assert statuses >= {0, OFF_CURVE, SUBGROUP, INFINITY}


def test_four_keys_are_four_times_one_key() -> None:
    one, field = made("ate-bls12-13", G1Aggregation1)
    four, _ = made("ate-bls12-13", G1Aggregation4)
    rng = Random(5)
    for _ in range(20):
        keys = [compressed(one.group, draw_point(one.group, rng)) for _ in range(4)]
        total = (0, 0)
        for key in keys:
            _, *total = one.evaluated((*total, *key), field)  # type: ignore[assignment]
        assert four.evaluated((0, 0, *(c for key in keys for c in key)), field) == (0, *total)


def test_keys_that_cancel_out() -> None:
    found, field = made("ate-bls12-13", G1Aggregation1)
    point = draw_point(found.group, Random(1))
    minus = encode(found.group, found.curve.groups["P"].negate(exact(found.group, point)))
    assert found.evaluated((*point, *compressed(found.group, minus)), field) == (0, 0, 0)
    nowhere = COMPRESSED | AT_INFINITY, 0
    assert found.evaluated((*point, *nowhere), field) == (INFINITY, 0, 0)


def test_sums_that_verify_nothing() -> None:
    verify, field = job("fast-aggregate-verify")
    inputs = verify.random_inputs(14, seed=7)
    assert [verify.evaluated(each, field) for each in inputs] == verify.values(inputs)
    *_, a, b, c, message = next(each for each in inputs if verify.expected(each) == (0,))
    for key, status in (((0, 0), INFINITY), ((0, 1), OFF_CURVE), ((0, 2), INVALID)):
        each = (*key, a, b, c, message)
        assert verify.evaluated(each, field) == verify.expected(each) == (status,)
