"""Decryption by the key of an identity: the whole scheme, the model, wrong inputs."""

import hashlib
from random import Random

from pairforge.jobs.boneh_franklin import BonehFranklinDecrypt, value_halves
from pairforge.jobs.generators import generator
from pairforge.jobs.points import draw_point, encode, exact
from pairforge.jobs.statuses import ENCODING, INFINITY, OFF_CURVE, SUBGROUP
from pairforge.pairings.computation import Encoded

from .ethereum import job

R, FIELD = job("boneh-franklin-decrypt")
assert isinstance(R, BonehFranklinDecrypt)
DECRYPT = R


def times(which: str, n: int, point: Encoded) -> Encoded:
    group = DECRYPT.G1 if which == "P" else DECRYPT.G2
    return encode(group, DECRYPT.curve.groups[which].multiply(n, exact(group, point)))


def test_what_is_encrypted_to_an_identity_is_decrypted_by_its_key() -> None:
    """The sender has Q and the master's public key alone; another identity's key gives something else."""
    rng, r = Random(3), DECRYPT.curve.r
    s, n = rng.randrange(1, r), rng.randrange(1, r)
    Q, other = draw_point(DECRYPT.G1, rng), draw_point(DECRYPT.G1, rng)
    G2 = generator(DECRYPT.G2)
    block = int.from_bytes(hashlib.sha256(b"a block").digest(), "big")
    U, V = times("Q", n, G2), block ^ DECRYPT.mask(((times("P", n, Q), times("Q", s, G2)),))
    assert DECRYPT.evaluated((*times("P", s, Q), *U, V), FIELD) == (0, block)
    status, wrong = DECRYPT.evaluated((*times("P", s, other), *U, V), FIELD)
    assert status == 0 and wrong != block


def test_the_bytes_of_a_value() -> None:
    """Halves behind each other are the coefficients behind each other."""
    rng, p = Random(4), DECRYPT.curve.p
    for value in (
        [rng.randrange(p) for _ in range(12)],
        [p - 1] * 12,
        [0] * 12,
        [1 << 256, (1 << 128) - 1] * 6,
    ):
        halves = [int(half) for half in value_halves(FIELD, list(map(FIELD.constant, value)))]
        data = b"".join(half.to_bytes(32, "big") for half in halves)
        assert data == b"".join(c.to_bytes(48, "big") for c in value)


def test_random_inputs_right_and_wrong() -> None:
    inputs = DECRYPT.random_inputs(12, seed=4)
    assert [DECRYPT.evaluated(each, FIELD) for each in inputs] == DECRYPT.values(inputs)


def test_wrong_inputs() -> None:
    rng = Random(6)
    d, U = draw_point(DECRYPT.G1, rng), draw_point(DECRYPT.G2, rng)
    outside = encode(DECRYPT.G2, DECRYPT.curve.random_point("Q", rng))
    for inputs, status in [
        ((0, 0, *U, 5), INFINITY),
        ((*d, 0, 0, 0, 0, 5), INFINITY),
        ((1, 1, *U, 5), OFF_CURVE),
        ((*d, 1, 1, 1, 1, 5), OFF_CURVE),
        ((*d, *outside, 5), SUBGROUP),
        ((*d, *U, 1 << 256), ENCODING),
    ]:
        assert DECRYPT.evaluated(inputs, FIELD) == DECRYPT.expected(inputs) == (status, 0)
