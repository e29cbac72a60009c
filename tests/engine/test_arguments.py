"""Arguments of the wrong type get one line that names them; integers and bytes of every kind are taken."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pairforge import engine
from pairforge.engine import ethereum
from pairforge.engine.pairings import Pairing
from pairforge.engine.protocols import Bls

NAME = "ate-bls12-381"
BLS = engine.pairing(NAME)
G1, P, Q = BLS.G1, BLS.G1.generator, BLS.G2.generator
E = BLS.pair(P, Q)
F = BLS.miller_loop((P, Q))
TAG = b"tests"
POSSESSION = Bls("possession")


def any_(thing: Any) -> Any:
    """Of a type that is not looked at before the program runs."""
    return thing


WRONG_TYPES: list[tuple[Callable[[], object], str]] = [
    (lambda: engine.pairing(any_(5)), "name must be a string, not int"),
    (lambda: engine.pairing(any_([])), "name must be a string, not list"),
    (lambda: G1.multi_mul([P], [any_(1.5)]), "scalars[0] must be an integer, not float"),
    (lambda: G1.multi_mul([P, P], any_(["2", 2])), "scalars[0] must be an integer, not str"),
    (lambda: G1.multi_mul([P], any_(5)), "scalars must be a list, not int"),
    (lambda: G1.multi_mul(any_(5), [5]), "points must be a list, not int"),
    (lambda: G1.multi_mul([P], [5], any_(1.0)), "threads must be an integer, not float"),
    (lambda: G1.random(any_(1.5)), "a seed must be an integer or 32 bytes, not float"),
    (lambda: G1.random(any_("0")), "a seed must be an integer or 32 bytes, not str"),
    (lambda: G1.random_points(any_(2.0)), "number must be an integer, not float"),
    (lambda: G1.hash(any_("m"), TAG), "message must be bytes, not str"),
    (lambda: G1.hash(b"m", any_(5)), "dst must be bytes, not int"),
    (lambda: G1.decode(any_("97")), "data must be bytes, not str"),
    (lambda: G1.decode(any_(np.int64(5))), "data must be bytes, not int64"),
    (lambda: G1.decode(any_(np.zeros(6, np.int64))), "data must be bytes, not ndarray"),
    (lambda: G1.decode_all([P.encode(), any_(None)]), "encodings[1] must be bytes, not NoneType"),
    (lambda: G1.decode_all(any_(5)), "encodings must be a list, not int"),
    (lambda: BLS.Gt.decode(any_([0])), "data must be bytes, not list"),
    (lambda: BLS.product([any_(5)]), "term 0 must be a pair of points (P, Q)"),
    (lambda: BLS.product([(P, Q), any_((P,))]), "term 1 must be a pair of points (P, Q)"),
    (lambda: BLS.product(any_(5)), "terms must be a list, not int"),
    (lambda: BLS.final_exponentiation(any_(5)), "f must be a value of the Miller loop, not int"),
    (lambda: F * any_(1), "unsupported operand type(s) for *: 'Miller' and 'int'"),
    (lambda: E / any_(2), "unsupported operand type(s) for /: 'Value' and 'int'"),
    (lambda: any_(1) / E, "unsupported operand type(s) for /: 'int' and 'Value'"),
    (lambda: P - any_(1), "unsupported operand type(s) for -: 'Point' and 'int'"),
    (lambda: ethereum.verify_kzg_proof(b"", any_(1.5), 0, b""), "z must be an integer, not float"),
    (lambda: ethereum.verify_kzg_proof(b"", 0, any_("0"), b""), "y must be an integer, not str"),
    (lambda: ethereum.verify_kzg_proof(any_("c0"), 0, 0, b""), "commitment must be bytes, not str"),
    (lambda: ethereum.verify_kzg_proof(b"", 0, 0, b"", tau=any_(1)), "tau must be bytes, not int"),
    (lambda: ethereum.ECADD(any_("00")), "data must be bytes, not str"),
    (lambda: ethereum.Precompile("X", any_("6"))(b""), "address must be an integer, not str"),
    (lambda: ethereum.eth_aggregate_pubkeys([any_("aa")]), "pubkeys[0] must be bytes, not str"),
    (lambda: ethereum.eth_fast_aggregate_verify([], any_("m"), b""), "message must be bytes, not str"),
    (lambda: POSSESSION.generate(any_("s" * 32)), "material must be bytes, not str"),
    (lambda: POSSESSION.prove_possession(any_(1)), "key must be bytes, not int"),
    (lambda: POSSESSION.verify_possession(b"", any_("p")), "proof must be bytes, not str"),
    (lambda: POSSESSION.aggregate(any_(b"signature")), "signatures[0] must be bytes, not int"),
    (lambda: POSSESSION.aggregate(any_(None)), "signatures must be a list, not NoneType"),
]


@pytest.mark.parametrize(("wrong", "line"), WRONG_TYPES, ids=[line for _, line in WRONG_TYPES])
def test_a_wrong_type_is_named(wrong: Callable[[], object], line: str) -> None:
    with pytest.raises(TypeError, match=rf"\A{re.escape(line)}\Z"):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (lambda: G1.random_points(-1), "number is -1; give 0 to 4294967295"),
        (lambda: G1.random_points(1 << 60), f"number is {1 << 60}; give 0 to 4294967295"),
        (
            lambda: G1.decode_all([], threads=1 << 70),
            f"threads is {1 << 70}; give 0 (all cores) to 4294967295",
        ),
        (lambda: G1.random(any_(bytearray(31))), "a seed has 32 bytes, not 31"),
        (lambda: ethereum.Precompile("X", 300)(b""), "no precompile at address 0x12c"),
        (lambda: ethereum.Precompile("X", -1)(b""), "no precompile at address -0x1"),
        (lambda: ethereum.eth_aggregate_pubkeys([]), "no keys to aggregate"),
    ],
)
def test_what_is_out_of_range_is_named(wrong: Callable[[], object], line: str) -> None:
    with pytest.raises(ValueError, match=rf"\A{re.escape(line)}\Z"):
        wrong()


def test_integers_of_every_kind() -> None:
    five: Any = np.int64(5)
    assert G1.multi_mul([P, P], [five, True]) == P * 6 == G1.mul(P, any_(np.uint8(6)))
    assert G1.random(five) == G1.random(5)
    assert G1.random_points(any_(np.int64(2)), five) == G1.random_points(2, 5)
    assert E**five == E**5 == BLS.pair(P * five, Q)


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda data: np.frombuffer(data, np.uint8)])
def test_bytes_of_every_kind(kind: Callable[[bytes], Any]) -> None:
    of = kind
    assert G1.decode(of(P.encode())) == P == G1.decode(of(P.encode(compressed=False)))
    assert G1.decode_all([of(P.encode())]) == [P]
    assert G1.hash(of(b"m"), of(TAG)) == G1.hash(b"m", TAG)
    assert G1.random(of(bytes(32))) == G1.random(bytes(32))
    assert BLS.Gt.decode(of(E.encode())) == E
    assert ethereum.ECADD(of(bytes(128))) == bytes(64)
    infinity = of(G1.identity.encode())
    assert ethereum.verify_kzg_proof(infinity, 0, 0, infinity, tau=of(Q.encode()))
    secret = POSSESSION.generate(of(bytes(32)), of(b"info"))
    assert secret == POSSESSION.generate(bytes(32), b"info")
    key, signature = POSSESSION.public_key(of(secret)), POSSESSION.sign(of(secret), of(b"m"))
    assert POSSESSION.verify(of(key), of(b"m"), of(signature))
    assert POSSESSION.aggregate([of(signature)]) == signature
    assert POSSESSION.fast_aggregate_verify([of(key)], of(b"m"), of(signature))
    assert POSSESSION.verify_batch([of(key)], [of(b"m")], [of(signature)], seed=of(bytes(32)))
    assert POSSESSION.verify_possession(of(key), of(POSSESSION.prove_possession(of(secret))))
    assert ethereum.eth_aggregate_pubkeys([of(key)]) == key
    assert ethereum.eth_fast_aggregate_verify([of(key)], of(b"m"), of(signature))


def test_points_are_taken_away_as_they_are_added() -> None:
    assert P - any_(P.double().coordinates) == P + -P.double()
    assert E / any_(tuple(E)) == BLS.Gt.one


def test_a_tag_must_name_something(pairing: Pairing) -> None:
    """RFC 9380, section 3.1: tags of no bytes are forbidden."""
    for group in {pairing.G1, pairing.G2}:
        with pytest.raises(ValueError, match=r"\Aan empty domain separation tag; it must name [^\n]*\Z"):
            group.hash(b"m", b"")
    if pairing.name.startswith("eta-f3"):
        assert pairing.G1.hash(b"m", bytes(255)) == pairing.G1.hash(b"m", bytes(255))
        with pytest.raises(ValueError, match=r"\Aa domain separation tag of 256 bytes where at most 255 are"):
            pairing.G1.hash(b"m", bytes(256))
