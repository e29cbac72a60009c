"""Batches of signatures and sums of many multiples from Python; the Rust tests go through every rule."""

import random
from collections.abc import Callable

import pytest

from pairforge import engine
from pairforge.engine.protocols import Bls


@pytest.mark.parametrize("small_keys", [True, False])
@pytest.mark.parametrize("scheme", ["basic", "augmentation", "possession"])
def test_batches_of_signatures(scheme: str, small_keys: bool) -> None:
    bls = Bls(scheme, small_keys=small_keys)
    secrets = [bls.generate(bytes([i]) * 32) for i in range(5)]
    keys = [bls.public_key(secret) for secret in secrets]
    messages = [b"%d" % (i // 2) for i in range(5)]
    signatures = [bls.sign(secret, message) for secret, message in zip(secrets, messages, strict=True)]
    assert bls.verify_batch([], [], [])
    assert bls.verify_batch(keys, messages, signatures)
    assert bls.verify_batch(keys, messages, signatures, seed=bytes(32), threads=2)
    assert bls.find_invalid(keys, messages, signatures) == []
    wrong = [signatures[1], signatures[0], *signatures[2:]]
    assert not bls.verify_batch(keys, messages, wrong)
    assert bls.find_invalid(keys, messages, wrong, threads=0) == [0, 1]


@pytest.mark.parametrize("name", ["ate-bls12-381", "ate-bn254", "ate-bls24-315", "tate-ss512", "eta-f2-239"])
def test_sums_of_multiples(name: str) -> None:
    pairing = engine.pairing(name)
    draw = random.Random(name)
    for group in (pairing.G1, pairing.G2):
        for count in (0, 1, 2, 20):
            points = [*group.random_points(count, seed=3)]
            scalars = [draw.choice((0, 1, -1, group.order, draw.getrandbits(300))) for _ in points]
            sum_ = group.identity
            for point, scalar in zip(points, scalars, strict=True):
                sum_ += point * scalar
            assert group.multi_mul(points, scalars) == sum_
            assert group.multi_mul(points, scalars, threads=2) == sum_


def test_what_is_refused() -> None:
    group, bls = engine.pairing("ate-bls12-381").G1, Bls()
    key = bls.public_key(bls.generate(bytes(32)))
    refused: list[tuple[str, Callable[[], object]]] = [
        ("2 points but 1 scalars", lambda: group.multi_mul([group.generator] * 2, [1])),
        ("threads is -1; give 0 .all cores. to 4294967295", lambda: group.multi_mul([], [], threads=-1)),
        ("point 1: not a point of the curve", lambda: group.multi_mul([group.generator, (1, 2)], [1, 2])),
        ("1 keys, 0 messages, 0 signatures", lambda: bls.verify_batch([key], [], [])),
        ("signature 0: 0 bytes where 96 are needed", lambda: bls.verify_batch([key], [b""], [b""])),
        ("a seed has 32 bytes, not 1", lambda: bls.verify_batch([], [], [], seed=b"x")),
        ("threads is -1; give 0 .all cores. to 4294967295", lambda: bls.find_invalid([], [], [], threads=-1)),
    ]
    for line, call in refused:
        with pytest.raises(ValueError, match=rf"\A{line}\Z"):
            call()
