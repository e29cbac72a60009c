"""The names of py_ecc on the engine: the values are py_ecc's."""

import json
from collections.abc import Callable
from hashlib import sha256, sha512
from importlib import import_module
from typing import Any

import pytest

from pairforge.engine import py_ecc
from pairforge.engine.py_ecc import bls, bls12_381, bn128, optimized_bls12_381
from pairforge.engine.py_ecc.bls import hash_to_curve

from .conftest import VECTORS
from .py_ecc_values import values


def test_values_are_those_of_py_ecc() -> None:
    found = values("pairforge.engine.py_ecc")
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
    two: Any = curve.FQ2.one()
    twelve: Any = curve.FQ12.one()
    either = "an int, an FQ or an optimized_bls12_381"
    mixed: list[tuple[str, Callable[[], object]]] = [
        ("an optimized_bls12_381_FQ2 object, got int", lambda: two + 1),
        ("an optimized_bls12_381_FQ2 object, got optimized_bls12_381_FQ12", lambda: two - twelve),
        (f"{either}_FQ2 object, got optimized_bls12_381_FQ12", lambda: two * twelve),
        (f"{either}_FQ12 object, got float", lambda: twelve / 1.5),
    ]
    for line, call in mixed:
        with pytest.raises(TypeError, match=rf"\Aexpected {line}\Z"):
            call()
    assert curve.FQ2.zero().inv() == curve.FQ2.zero()
    assert curve.FQ(5) / 0 == 0


def test_what_pairs_of_coordinates_are_refused() -> None:
    for curve, outside in (
        (bls12_381, (4, pow(68, (bls12_381.field_modulus + 1) // 4, bls12_381.field_modulus))),
        (bn128, (1, 3)),
    ):
        x, y = (curve.FQ(c) for c in outside)
        with pytest.raises(ValueError, match=r"\AP: [^\n]+\Z"):
            curve.pairing(curve.G2, (x, y))
        with pytest.raises(ValueError, match=r"\AP: not a point of the curve\Z"):
            curve.pairing(None, (x, y + 1))
        image = curve.twist(curve.G2)
        assert image is not None
        with pytest.raises(ValueError, match=r"\AP: not the image of a point over F_p\Z"):
            curve.miller_loop(image, image)
        w = curve.FQ12([0, 1] + [0] * 10)
        with pytest.raises(ValueError, match=r"\AQ: not the image of a point of the twist\Z"):
            curve.miller_loop((image[0] * w, image[1]), (curve.FQ12.one(), curve.FQ12.one()))


def test_hashes_are_those_of_the_engine() -> None:
    for wrong, line in (
        (lambda: hash_to_curve.hash_to_G1(b"m", b"tag", sha512), "hash_function: must be hashlib.sha256"),
        (lambda: hash_to_curve.hash_to_G2(b"m", b"", sha256), "an empty domain separation tag"),
        (lambda: hash_to_curve.hash_to_field_FQ(b"m", 1, b"", sha256), "DST: 0 bytes where 1 to 255 are"),
        (lambda: hash_to_curve.hash_to_field_FQ(b"m", 128, b"t", sha256), "len_in_bytes: 8192 where at most"),
    ):
        with pytest.raises(ValueError, match=rf"\A{line}[^\n]*\Z"):
            wrong()


def test_every_module_of_the_package() -> None:
    for name in (
        "bls.ciphersuites",
        "bls.typing",
        "bn128.bn128_curve",
        "bls12_381.bls12_381_curve",
        "optimized_bn128.optimized_curve",
        "optimized_bls12_381.optimized_clear_cofactor",
        "typing",
    ):
        module = import_module(f"{py_ecc.__name__}.{name}")
        assert all(hasattr(module, each) for each in module.__all__)
    assert py_ecc.fields.bn128_FQ is bn128.FQ
    with pytest.raises(AttributeError, match="has no attribute 'secp256k1'"):
        py_ecc.secp256k1  # noqa: B018
