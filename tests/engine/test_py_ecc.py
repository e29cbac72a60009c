"""The names of py_ecc on the engine: the values are py_ecc's."""

import json
from collections.abc import Callable

import pytest

from pairforge.engine.py_ecc import bls, optimized_bls12_381, optimized_bn128

from .conftest import VECTORS
from .py_ecc_values import values


def test_values_are_those_of_py_ecc() -> None:
    found = values(optimized_bls12_381, optimized_bn128, bls)
    assert found == json.loads((VECTORS / "py_ecc.json").read_text())["values"]


def test_points_of_signatures() -> None:
    suite = bls.G2ProofOfPossession
    key, signature = suite.SkToPk(5), suite.Sign(5, b"m")
    curve = optimized_bls12_381
    assert curve.eq(bls.pubkey_to_G1(key), curve.multiply(curve.G1, 5))
    assert bls.G1_to_pubkey(bls.pubkey_to_G1(key)) == key
    assert bls.G2_to_signature(bls.signature_to_G2(signature)) == signature
    assert bls.subgroup_check(bls.signature_to_G2(signature))
    assert bls.G1_to_pubkey(curve.Z1) == b"\xc0" + bytes(47)
    assert bls.G2_to_signature(curve.Z2) == b"\xc0" + bytes(95)
    assert curve.is_inf(bls.pubkey_to_G1(b"\xc0" + bytes(47)))
    assert curve.is_inf(bls.signature_to_G2(b"\xc0" + bytes(95)))


def test_what_is_refused() -> None:
    curve, suite = optimized_bls12_381, bls.G2Basic
    x = curve.FQ(4)
    outside = x, (x**3 + 4) ** ((curve.field_modulus + 1) // 4), curve.FQ.one()
    assert curve.is_on_curve(outside, curve.b)
    assert not bls.subgroup_check(outside)
    refused: list[tuple[str, Callable[[], object]]] = [
        ("P: a point of the curve outside the subgroup of order r", lambda: curve.pairing(curve.G2, outside)),
        ("P: not a point of the curve", lambda: curve.pairing(curve.G2, (x, x, curve.FQ.one()))),
        ("secret key: must be an integer from 1 to r - 1", lambda: suite.SkToPk(0)),
        ("secret key: must be an integer from 1 to r - 1", lambda: suite.Sign(curve.curve_order, b"m")),
        ("message: must be bytes, not str", lambda: suite.Sign(5, "m")),  # type: ignore[arg-type]
        ("31 bytes where 32 are needed", lambda: suite.KeyGen(bytes(31))),
        ("no signatures to aggregate", lambda: suite.Aggregate([])),
        ("95 bytes where 96 are needed", lambda: suite.Aggregate([bytes(95)])),
        ("no keys to aggregate", lambda: bls.G2ProofOfPossession._AggregatePKs([])),
        ("47 bytes where 48 are needed", lambda: bls.pubkey_to_G1(bytes(47))),
        ("48 bytes where 96 are needed", lambda: bls.signature_to_G2(bytes(48))),
        ("11 coefficients where 12 are needed", lambda: curve.FQ12([1] * 11)),
    ]
    for line, call in refused:
        with pytest.raises(ValueError, match=rf"\A(signature( 0)?: )?{line}\Z"):
            call()
    with pytest.raises(TypeError, match=r"\Aexpected an int or FQ object, got str\Z"):
        curve.FQ("5")  # type: ignore[arg-type]
    assert curve.FQ2.zero().inv() == curve.FQ2.zero()
    assert curve.FQ(5) / 0 == 0
