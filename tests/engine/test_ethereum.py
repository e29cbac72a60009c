"""Ethereum's precompiles from Python; the Rust tests go through every rule."""

import json
from typing import Any

import pytest

from pairforge.engine import ethereum
from pairforge.engine.ethereum import PRECOMPILES, Precompile, verify_kzg_proof

from .conftest import VECTORS


def test_vectors_of_go_ethereum() -> None:
    """All of them, failing ones too."""
    point_evaluation = json.loads((VECTORS / "kzg" / "point_evaluation.json").read_text())["cases"]
    documents = [
        json.loads((VECTORS / "precompiles" / name).read_text())["precompiles"]
        for name in ("ethereum.json", "go-ethereum.json")
    ] + [{"POINT_EVALUATION": point_evaluation}]
    number = 0
    for name, precompile in PRECOMPILES.items():
        cases = [case for document in documents for case in document.get(name, [])]
        assert cases, name
        for case in cases:
            data = bytes.fromhex(case["in"])
            if "error" in case:
                with pytest.raises(ValueError, match=r"\A[^\n]+\Z"):
                    precompile(data)
            else:
                assert precompile(data).hex() == case["out"], case["name"]
        number += len(cases)
    assert number == 976


def test_names_and_addresses() -> None:
    for name, precompile in PRECOMPILES.items():
        assert getattr(ethereum, name) is precompile
    assert {p.address for p in PRECOMPILES.values()} == {*range(0x06, 0x12)} - {0x09}
    with pytest.raises(ValueError, match=r"\Ano precompile at address 0x09\Z"):
        Precompile("BLAKE2F", 9)(b"")


def test_proofs_of_c_kzg() -> None:
    def outcome(case: dict[str, Any]) -> bool | None:
        data = {key: bytes.fromhex(case[key]) for key in ("commitment", "z", "y", "proof")}
        z, y = (int.from_bytes(data[key], "big") for key in "zy")
        try:
            return verify_kzg_proof(data["commitment"], z, y, data["proof"])
        except ValueError:
            return None

    cases = json.loads((VECTORS / "kzg" / "verify_kzg_proof.json").read_text())["cases"]
    assert [outcome(case) for case in cases] == [case["valid"] for case in cases]


def test_another_setup() -> None:
    """tau = 1: the commitment of the polynomial X is the generator, and its proof at 0 that of 1."""
    generator = (
        "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
    )
    from pairforge import engine

    g1, tau = bytes.fromhex(generator), engine.pairing("ate-bls12-381").G2.generator.encode()
    assert verify_kzg_proof(g1, 0, 0, g1, tau=tau)
    assert not verify_kzg_proof(g1, 0, 0, g1)
    for line, arguments in (
        ("setup: 95 bytes where 96 are needed", (g1, 0, 0, g1, tau[1:])),
        ("z: must be below the order r of the subgroup", (g1, -1, 0, g1, tau)),
        ("y: must be below the order r of the subgroup", (g1, 0, 1 << 256, g1, tau)),
        ("proof: 47 bytes where 48 are needed", (g1, 0, 0, g1[1:], tau)),
    ):
        with pytest.raises(ValueError, match=rf"\A{line}\Z"):
            verify_kzg_proof(*arguments[:4], tau=arguments[4])
