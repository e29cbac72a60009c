"""Decompression: every encoding of tiny fields, published encodings, every kind of wrong input."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from pairforge import engine
from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.decompression import (
    AT_INFINITY,
    COMPRESSED,
    LARGER,
    Decompression,
    G1Decompression,
    G2Decompression,
)
from pairforge.jobs.powers import digits, powers
from pairforge.jobs.registry import find_job
from pairforge.jobs.statuses import ENCODING, NOT_BELOW_P, OFF_CURVE, SUBGROUP
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
LARGE = ("ate-bls12-381", "ate-bn254", "ate-bn462")
KINDS = (G1Decompression, G2Decompression)
VECTORS = Path(__file__).parent.parent / "vectors" / "bls"


def made(curve: str, kind: type[Decompression]) -> Decompression:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return kind(found)


def published() -> Iterator[bytes]:
    """Compressed signatures and public keys of Ethereum and drand."""
    signed = json.loads((VECTORS / "ethereum.json").read_text())["sign"]
    drand = json.loads((VECTORS / "drand.json").read_text())
    for text in (*(case["sig"] for case in signed[:3]), drand["pk"], drand["rounds"][0]["sig"]):
        yield bytes.fromhex(text)


def inputs_of(encoded: bytes) -> tuple[int, ...]:
    """Flags and coefficients, that of 1 first."""
    whole = int.from_bytes(encoded, "big")
    flags = whole >> len(encoded) * 8 - 3
    x = (whole % (1 << len(encoded) * 8 - 3)).to_bytes(len(encoded), "big")
    return flags, *(int.from_bytes(x[i : i + 48], "big") for i in reversed(range(0, len(x), 48)))


@pytest.mark.parametrize("curve", ("ate-fp-103", "ate-fp-727"))
def test_every_encoding_of_a_tiny_g1(curve: str) -> None:
    """All abscissas with all flags, and with flags that are none."""
    job = made(curve, G1Decompression)
    field, p = PrimeField(job.curve.p), job.curve.p
    for flags, x in product((*range(9), p - 1), range(p) if p < 200 else range(0, p, 3)):
        assert job.evaluated((flags, x), field) == job.expected((flags, x)), (flags, x)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("curve", (*TINY, *LARGE))
def test_random_inputs_right_and_wrong(curve: str, kind: type[Decompression]) -> None:
    job = made(curve, kind)
    inputs = job.random_inputs(300 if curve in TINY else 6, seed=3)
    field = PrimeField(job.curve.p)
    assert [job.evaluated(each, field) for each in inputs] == job.values(inputs)
    if curve in TINY:
        statuses = {0, OFF_CURVE, ENCODING, NOT_BELOW_P}
        statuses |= {SUBGROUP} if job.curve.cofactors[job.which] > 1 else set()
        assert {status for status, *_ in job.values(inputs)} == statuses


def test_abscissas_of_one_coefficient() -> None:
    """Where x^3 + b is in F_p, or a multiple of i, and so half of a trace may be 0."""
    job = made("ate-fp-103", G2Decompression)
    field, p = PrimeField(job.curve.p), job.curve.p
    for a, flags in product(range(p), (COMPRESSED, COMPRESSED | LARGER)):
        for x in ((a, 0), (0, a), (a, a)):
            assert job.evaluated((flags, *x), field) == job.expected((flags, *x)), x


@pytest.mark.parametrize("encoded", tuple(published()))
def test_published_points(encoded: bytes) -> None:
    """As the engine decodes them, and with the other flag their opposites."""
    job = made("ate-bls12-381", G1Decompression if len(encoded) == 48 else G2Decompression)
    pairing, field = engine.pairing("ate-bls12-381"), PrimeField(job.curve.p)
    group = pairing.G1 if len(encoded) == 48 else pairing.G2
    point = group.decode(encoded)
    flags, *x = inputs_of(encoded)
    for flag, P in ((flags, point), (flags ^ LARGER, -point)):
        flat = [c for part in P.coordinates for c in (part if isinstance(part, tuple) else (part,))]
        assert job.evaluated((flag, *x), field) == (0, *flat)
    assert job.evaluated((flags | AT_INFINITY, *x), field)[0] == ENCODING


def test_digits_add_up() -> None:
    for n in (*range(1, 300), 3**150):
        for width in (1, 3, 4):
            found = list(digits(n, width))
            assert sum(digit << place for place, digit in found) == n
            assert all(digit % 2 and digit < 1 << width for _, digit in found)


def test_powers() -> None:
    field = PrimeField(103)
    for n in range(1, 300):
        found = powers(field, (field.constant(5), field.constant(0)), n)
        assert tuple(map(int, found)) == (pow(5, n, 103), 0)


def test_there_are_none_without_roots_by_a_power() -> None:
    """p is 1 modulo 4."""
    assert find_job("g1-decompress-bls12-377") is None
    assert find_job("g1-decompress-bls12-381") is not None
