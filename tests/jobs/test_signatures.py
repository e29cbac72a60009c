"""BLS signatures by the algorithms of the jobs: Ethereum's vectors, the model, and wrong inputs."""

from typing import Any

import pytest

from pairforge.jobs.decompression import AT_INFINITY, COMPRESSED
from pairforge.jobs.statuses import ENCODING, INFINITY, INVALID, SCALAR

from .ethereum import ETHEREUM, elements, encoded, job, messages


@pytest.mark.parametrize(
    "case", messages(ETHEREUM["sign"]), ids=lambda case: str(case["msg"][:6] + case["sk"][:4])
)
def test_ethereum_signs(case: dict[str, Any]) -> None:
    sign, field = job("bls-sign")
    status, flags, *x = sign.evaluated((int(case["sk"], 16), int(case["msg"], 16)), field)
    if case["sig"] is None:
        assert status == SCALAR
        return
    assert status == 0 and encoded(flags, tuple(x)) == case["sig"]


def test_ethereum_verifies() -> None:
    """Every case with a message of 32 bytes and coordinates that are elements, right and wrong."""
    verify, field = job("bls-verify")
    seen = set()
    for case in messages(ETHEREUM["verify"]):
        key, signature = elements(case["pk"]), elements(case["sig"])
        if key is None or signature is None:
            continue
        (status,) = verify.evaluated((*key, *signature, int(case["msg"], 16)), field)
        assert (status == 0) is case["valid"], case
        seen.add(status)
    assert {0, INVALID} <= seen


@pytest.mark.parametrize(("name", "count"), [("bls-sign", 10), ("bls-verify", 14)])
def test_random_inputs_right_and_wrong(name: str, count: int) -> None:
    found, field = job(name)
    inputs = found.random_inputs(count, seed=7)
    assert [found.evaluated(each, field) for each in inputs] == found.values(inputs)


def test_keys_and_messages_that_are_none() -> None:
    sign, field = job("bls-sign")
    r = sign.curve.r
    for inputs, status in [((0, 5), SCALAR), ((r, 5), SCALAR), ((1, 1 << 256), ENCODING)]:
        assert sign.evaluated(inputs, field) == sign.expected(inputs) == (status, 0, 0, 0)


def test_points_at_infinity_verify_nothing() -> None:
    verify, field = job("bls-verify")
    *points, message = next(each for each in verify.random_inputs(20, 1) if verify.expected(each) == (0,))
    nowhere = COMPRESSED | AT_INFINITY
    for inputs, status in [
        ((nowhere, 0, *points[2:], message), INFINITY),
        ((*points[:2], nowhere, 0, 0, message), INVALID),
        ((nowhere, 0, nowhere, 0, 0, message), INFINITY),
        ((*points[:2], nowhere, 1, 0, message), ENCODING),
    ]:
        assert verify.evaluated(inputs, field) == verify.expected(inputs) == (status,)
