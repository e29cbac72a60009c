"""Signatures of many keys with a message each: Ethereum's vectors, the model, tiny curves, wrong inputs."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.aggregate_verification import (
    AggregateSignatures,
    BlsAggregateCheck,
    BlsAggregateTerm,
    BlsAggregateVerify2,
    BlsAggregateVerify4,
)
from pairforge.jobs.base import Job
from pairforge.jobs.decide import integer
from pairforge.jobs.decompression import AT_INFINITY, COMPRESSED, compressed
from pairforge.jobs.endomorphisms import scalar_terms
from pairforge.jobs.generators import generator, multiple_of_generator
from pairforge.jobs.multiples import sum_of_multiples
from pairforge.jobs.statuses import ENCODING, INFINITY, INVALID, OFF_CURVE, SUBGROUP
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.computation import Encoded
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

from .ethereum import elements, job

CASES = json.loads((Path(__file__).parents[1] / "vectors" / "bls" / "aggregate_verify.json").read_text())[
    "cases"
]
ONE = 1, *(0,) * 11


class _Toy(AggregateSignatures):
    """In the place of a hash m times the generator, for messages from 1 to r - 1: there is none of a tiny
    curve.
    """

    def hashed(self, k: DecidingArithmetic[E], messages: list[E]) -> list[tuple[tuple[Fq[E], Fq[E]], E]]:  # type: ignore[override]
        fixed = self.G2.coordinates(tuple(map(k.constant, generator(self.G2))))
        made = []
        for message in messages:
            terms, bits = scalar_terms(k, self.G2, k.integer(message), self.G2.affine(k, *fixed))
            too_long = k.less(integer(k, self.curve.r - 1), k.integer(message))
            made.append((self.G2.to_affine(k, sum_of_multiples(k, self.G2, terms, bits)), too_long))
        return made

    def hash_model(self, message: int) -> Encoded:
        return multiple_of_generator(self.G2, message)

    def is_too_long(self, message: int) -> bool:
        return message >= self.curve.r

    def _drawn_message(self, rng: Random) -> int:
        return rng.randrange(1, self.curve.r)


class ToyVerify2(_Toy, BlsAggregateVerify2):
    pass


class ToyVerify4(_Toy, BlsAggregateVerify4):
    pass


class ToyTerm(_Toy, BlsAggregateTerm):
    pass


class ToyCheck(_Toy, BlsAggregateCheck):
    pass


@cache
def toy(kind: type[Job]) -> tuple[Any, PrimeField]:
    curve = CURVES["ate-bls12-13"]
    assert isinstance(curve, AteCurve)
    return kind(curve), PrimeField(curve.p)  # type: ignore[call-arg]


@pytest.mark.parametrize("kind", (ToyVerify2, ToyVerify4, ToyTerm, ToyCheck))
def test_tiny_inputs_right_and_wrong(kind: type[Job]) -> None:
    found, field = toy(kind)
    seen = Counter[int]()
    inputs = found.random_inputs(400 if kind is ToyTerm else 80, seed=3)
    for each, expected in zip(inputs, found.values(inputs), strict=True):
        assert found.evaluated(each, field) == expected
        seen[expected[0]] += 1
    wrong: dict[type[Job], set[int]] = {
        ToyTerm: {ENCODING, OFF_CURVE, SUBGROUP, INFINITY},
        ToyCheck: {INVALID},
    }
    assert set(seen) >= {0} | wrong.get(kind, {INVALID, INFINITY})
    if kind is not ToyTerm:
        assert seen[0] > 16 and seen[INVALID] > 2


def test_term_by_term_is_all_at_once() -> None:
    """Four keys by terms and a check; a signature of three of them, and of another message."""
    verify, field = toy(ToyVerify4)
    term, check = toy(ToyTerm)[0], toy(ToyCheck)[0]
    rng = Random(8)
    for _ in range(3):
        signed = [verify._drawn_key(rng) for _ in range(4)]
        secrets = [(secret, row[2]) for secret, row in signed]
        other = [*secrets[:3], (secrets[3][0], secrets[3][1] % 5 + 1)]
        for chosen in (secrets, secrets[:3], other):
            signature = verify._sum_of_signatures(chosen)
            value = ONE
            for _, row in signed:
                status, *value = term.evaluated((*value, *row), field)
                assert status == 0
            whole = verify.evaluated((*(c for _, row in signed for c in row), *signature), field)
            assert check.evaluated((*value, *signature), field) == whole
            assert (whole == (0,)) is (signature == verify._sum_of_signatures(secrets))


def test_keys_that_cancel_out() -> None:
    """The sum of their signatures of one message is infinite: it holds, and no other one does."""
    verify, field = toy(ToyVerify2)
    r = verify.curve.r
    keys = [compressed(verify.G1, multiple_of_generator(verify.G1, n)) for n in (7, r - 7)]
    nowhere = COMPRESSED | AT_INFINITY, 0, 0
    one = compressed(verify.G2, generator(verify.G2))
    for messages, signature, status in (
        ((3, 3), nowhere, 0),
        ((3, 3), one, INVALID),
        ((3, 4), nowhere, INVALID),
        ((3, 3), (nowhere[0], 1, 0), ENCODING),
    ):
        inputs = (*keys[0], messages[0], *keys[1], messages[1], *signature)
        assert verify.evaluated(inputs, field) == verify.expected(inputs) == (status,)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_ethereum_verifies_term_by_term(case: dict[str, Any]) -> None:
    """The first key that is refused ends it."""
    term, field = job("bls-aggregate-term")
    check, _ = job("bls-aggregate-check")
    status, *value = 0, *ONE
    for text, message in zip(case["pubkeys"], case["messages"], strict=True):
        key = elements(text)
        assert key is not None
        status, *value = term.evaluated((*value, *key, int(message, 16)), field)
        if status:
            break
    signature = elements(case["signature"])
    if not status and signature is not None:
        (status,) = check.evaluated((*value, *signature), field)
    assert (status == 0) is case["valid"]
    assert (status == INFINITY) is (case["name"] == "infinity_pubkey")


def test_ethereum_verifies_four_keys_at_once() -> None:
    verify, field = job("bls-aggregate-verify-4")
    case = next(case for case in CASES if len(case["pubkeys"]) == 4)
    rows = [(*elements(key), int(m, 16)) for key, m in zip(case["pubkeys"], case["messages"], strict=True)]  # type: ignore[misc]
    signature = elements(case["signature"])
    assert signature is not None
    assert verify.evaluated((*(c for row in rows for c in row), *signature), field) == (INFINITY,)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ("bls-aggregate-verify-2", "bls-aggregate-verify-4", "bls-aggregate-term", "bls-aggregate-check")
)
def test_random_inputs_right_and_wrong(name: str) -> None:
    found, field = job(name)
    inputs = found.random_inputs(8, seed=7)
    assert [found.evaluated(each, field) for each in inputs] == found.values(inputs)
