"""The engine's objects among those of Python: operands that do not fit, sums, bytes, copies; names."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pairforge import engine
from pairforge.engine.protocols import Bls

NAMES = ("eta-f2-239", "eta-f3-97", "tate-ss512", "ate-bls12-381")
BLS = engine.pairing("ate-bls12-381")
P, Q = BLS.G1.generator, BLS.G2.generator
E = BLS.pair(P, Q)


def _any(thing: Any) -> Any:
    """Of a type that is not looked at before the program runs."""
    return thing


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: P * _any(1.5), "unsupported operand type.s. for .: 'Point' and 'float'"),
        (lambda: _any(1.5) * P, "unsupported operand type.s. for .: 'float' and 'Point'"),
        (lambda: P * _any(Q), "unsupported operand type.s. for .: 'Point' and 'Point'"),
        (lambda: P + _any(1), "unsupported operand type.s. for .: 'Point' and 'int'"),
        (lambda: _any(1) + P, "unsupported operand type.s. for .: 'int' and 'Point'"),
        (lambda: E * _any(1.5), "unsupported operand type.s. for .: 'Value' and 'float'"),
        (lambda: E ** _any(1.5), "unsupported operand type"),
    ],
)
def test_an_operand_of_another_type_is_named(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        wrong()


def test_points_can_be_summed() -> None:
    assert sum([P, P, P]) == 3 * P
    assert sum([Q], BLS.G2.identity) == Q


@pytest.mark.parametrize("name", NAMES)
def test_bytes_pickle_and_copies(name: str) -> None:
    pairing = engine.pairing(name)
    p, q = pairing.G1.random(1), pairing.G2.random(2)
    value = pairing.pair(p, q)
    assert pairing.Gt.decode(value.encode()) == value
    assert (bytes(p), bytes(value)) == (p.encode(), value.encode())
    for thing in (p, q, value, pairing.G1.identity, pairing, pairing.G1, pairing.G2, pairing.Gt):
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing
    with pytest.raises(ValueError, match="3 bytes where"):
        pairing.Gt.decode(b"123")


def test_encodings_of_values_are_rows_of_a_batch() -> None:
    pairs = [(BLS.G1.random(i), BLS.G2.random(i)) for i in range(3)]
    found = BLS.batch([p.coordinates for p, _ in pairs], [q.coordinates for _, q in pairs])
    assert [BLS.pair(p, q).coefficients for p, q in pairs] == [tuple(value) for value in found]


@pytest.mark.parametrize("scheme", ["bassic", "", "Basic"])
def test_a_scheme_that_is_none_is_refused_at_once(scheme: str) -> None:
    with pytest.raises(ValueError, match=r'no scheme ".*"; there are "basic", "augmentation", "possession"'):
        Bls(scheme)


def test_text_is_no_message() -> None:
    bls = Bls()
    secret = bls.generate(bytes(32))
    key, signature = bls.public_key(secret), bls.sign(secret, b"m")
    for wrong, name in (
        (lambda: bls.verify(key, "m", signature), "message"),  # type: ignore[arg-type]
        (lambda: bls.sign(secret, "m"), "message"),  # type: ignore[arg-type]
        (lambda: bls.verify("k", b"m", signature), "public_key"),  # type: ignore[arg-type]
        (lambda: bls.aggregate_verify([key], ["m"], signature), r"messages\[0\]"),  # type: ignore[list-item]
        (lambda: bls.verify_batch([key], ["m"], [signature]), r"messages\[0\]"),  # type: ignore[list-item]
    ):
        with pytest.raises(TypeError, match=f"{name} must be bytes, not str"):
            wrong()


@pytest.mark.parametrize(
    ("name", "meant"), [("bls12-381", "ate-bls12-381"), ("eta-f2-240", "eta-f2-2"), ("bn254", "ate-bn254")]
)
def test_a_name_that_is_nearly_right(name: str, meant: str) -> None:
    with pytest.raises(ValueError, match=f"no pairing '{name}' in the engine; did you mean {meant}"):
        engine.pairing(name)
