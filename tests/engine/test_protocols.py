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


def test_many_keys_and_signatures_are_decoded_together() -> None:
    """So many that random sums of them are tested, and the first that is refused is named all the same."""
    bls = Bls("possession")
    keys = [bls.generate(i.to_bytes(32)) for i in range(200)]
    publics = [bls.public_key(key) for key in keys]
    signed = [bls.sign(key, b"m") for key in keys]
    whole = bls.aggregate(signed)
    assert bls.fast_aggregate_verify(publics, b"m", whole)
    assert not bls.fast_aggregate_verify(publics[1:], b"m", whole)
    assert bls.verify_batch(publics, [b"m"] * 200, signed)
    outside = bytes([0x80, *bytes(46), 4])  # x = 4: a point of the curve
    with pytest.raises(ValueError, match=r"\Akey 150: [^\n]*subgroup[^\n]*\Z"):
        bls.fast_aggregate_verify([*publics[:150], outside, b"", *publics[152:]], b"m", whole)
    with pytest.raises(ValueError, match=r"\Asignature 7: [^\n]*\Z"):
        bls.aggregate([*signed[:7], b"", *signed[8:]])


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
