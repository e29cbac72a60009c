"""BLS signatures from Python; the Rust tests hold the protocol against published vectors."""

from collections.abc import Callable

import pytest

from pairforge.engine.protocols import Bls


@pytest.mark.parametrize("small_keys", [True, False])
@pytest.mark.parametrize("scheme", ["basic", "augmentation", "possession"])
def test_signatures(scheme: str, small_keys: bool) -> None:
    bls = Bls(scheme, small_keys=small_keys)
    keys = [bls.generate(bytes([i]) * 32) for i in range(3)]
    publics = [bls.public_key(key) for key in keys]
    assert {len(key) for key in publics} == {48 if small_keys else 96}
    messages = [b"%d" % i for i in range(3)]
    signatures = [bls.sign(key, message) for key, message in zip(keys, messages, strict=True)]
    for public, message, signature in zip(publics, messages, signatures, strict=True):
        assert bls.verify(public, message, signature)
        assert not bls.verify(public, message + b"!", signature)
        assert not bls.verify(public, message, bls.sign(keys[0], b"other"))
    whole = bls.aggregate(signatures)
    assert bls.aggregate_verify(publics, messages, whole)
    assert not bls.aggregate_verify(publics, messages[::-1], whole)


def test_one_message_and_proofs_of_possession() -> None:
    bls = Bls("possession")
    keys = [bls.generate(bytes([i]) * 32) for i in range(3)]
    publics = [bls.public_key(key) for key in keys]
    proofs = [bls.prove_possession(key) for key in keys]
    assert all(map(bls.verify_possession, publics, proofs))
    assert not bls.verify_possession(publics[0], proofs[1])
    whole = bls.aggregate([bls.sign(key, b"m") for key in keys])
    assert bls.fast_aggregate_verify(publics, b"m", whole)
    assert not bls.fast_aggregate_verify(publics[:2], b"m", whole)


def test_what_is_refused() -> None:
    bls = Bls()
    key = bls.generate(bytes(32))
    public, signature = bls.public_key(key), bls.sign(key, b"m")
    refused: list[tuple[str, Callable[[], object]]] = [
        ("key 0: ", lambda: bls.verify(public[:-1], b"m", signature)),
        ("key 1: ", lambda: bls.aggregate_verify([public, b""], [b"m", b"n"], signature)),
        ("signature: ", lambda: bls.verify(public, b"m", b"\xff" * 96)),
        ("secret key: ", lambda: bls.sign(bytes(31), b"m")),
        ("no signatures", lambda: bls.aggregate([])),
        ('no scheme "x"', lambda: Bls("x").sign(key, b"m")),
        ("1 keys but 2 messages", lambda: bls.aggregate_verify([public], [b"m", b"n"], signature)),
        ("fast_aggregate_verify is for", lambda: bls.fast_aggregate_verify([public], b"m", signature)),
    ]
    for match, call in refused:
        with pytest.raises(ValueError, match=rf"\A{match}[^\n]*\Z"):
            call()
