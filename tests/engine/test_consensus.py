"""The signatures of Ethereum's consensus from Python: its whole suite, those cases too that must fail."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pairforge import engine
from pairforge.engine.ethereum import eth_aggregate_pubkeys, eth_fast_aggregate_verify
from pairforge.engine.protocols import Bls

from .conftest import VECTORS

DOCUMENT = json.loads((VECTORS / "bls" / "consensus.json").read_text())
OLD = json.loads((VECTORS / "bls" / "ethereum.json").read_text())
"""What the other vectors of Ethereum are made of has most cases of `sign` and all of `verify`."""
BLS = Bls("possession")
CURVE = engine.pairing("ate-bls12-381")
TAG = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_"


def octets(case: dict[str, Any], key: str) -> Any:
    """The bytes under a key, or the list of them."""
    found = case[key]
    return [bytes.fromhex(each) for each in found] if isinstance(found, list) else bytes.fromhex(found)


def refused_is(answer: Any, call: Callable[[], Any]) -> Any:
    """What a call gives, or `answer` where it refuses its input with one line."""
    try:
        return call()
    except ValueError as error:
        assert "\n" not in str(error)
        return answer


def cases(kind: str, number: int) -> list[Any]:
    found = [*OLD.get(kind, []), *DOCUMENT.get(kind, [])]
    assert len(found) == number
    return [pytest.param(case, id=case.get("name", case.get("msg"))) for case in found]


@pytest.mark.parametrize("case", cases("sign", 11))
def test_sign(case: dict[str, Any]) -> None:
    signed = refused_is(None, lambda: BLS.sign(octets(case, "sk"), octets(case, "msg")).hex())
    assert signed == case["sig"]


@pytest.mark.parametrize("case", cases("verify", 29))
def test_verify(case: dict[str, Any]) -> None:
    key, message, signature = (octets(case, name) for name in ("pk", "msg", "sig"))
    assert refused_is(False, lambda: BLS.verify(key, message, signature)) is case["valid"]


@pytest.mark.parametrize("case", cases("aggregate", 6))
def test_aggregate(case: dict[str, Any]) -> None:
    found = refused_is(None, lambda: BLS.aggregate(octets(case, "signatures")).hex())
    assert found == case["aggregate"]


@pytest.mark.parametrize("case", cases("aggregate_verify", 5))
def test_aggregate_verify(case: dict[str, Any]) -> None:
    keys, messages, signature = (octets(case, name) for name in ("pubkeys", "messages", "signature"))
    found = refused_is(False, lambda: BLS.aggregate_verify(keys, messages, signature))
    assert found is case["valid"]


@pytest.mark.parametrize("case", cases("fast_aggregate_verify", 12))
def test_fast_aggregate_verify(case: dict[str, Any]) -> None:
    keys, message, signature = (octets(case, name) for name in ("pubkeys", "message", "signature"))
    found = refused_is(False, lambda: BLS.fast_aggregate_verify(keys, message, signature))
    assert found is case["valid"]


@pytest.mark.parametrize("case", cases("batch_verify", 4))
def test_batch_verify(case: dict[str, Any]) -> None:
    lists = [octets(case, name) for name in ("pubkeys", "messages", "signatures")]
    assert refused_is(False, lambda: BLS.verify_batch(*lists)) is case["valid"]


@pytest.mark.parametrize("case", cases("hash_to_G2", 4))
def test_hash_to_g2(case: dict[str, Any]) -> None:
    expected = tuple(tuple(int(c, 16) for c in case[name]) for name in "xy")
    assert CURVE.G2.hash(octets(case, "msg"), TAG).coordinates == expected


@pytest.mark.parametrize("case", cases("deserialization_G1", 16))
def test_deserialization_g1(case: dict[str, Any]) -> None:
    found = refused_is(None, lambda: CURVE.G1.decode(octets(case, "encoding")))
    assert (found is not None) is case["valid"]


@pytest.mark.parametrize("case", cases("deserialization_G2", 18))
def test_deserialization_g2(case: dict[str, Any]) -> None:
    found = refused_is(None, lambda: CURVE.G2.decode(octets(case, "encoding")))
    assert (found is not None) is case["valid"]


@pytest.mark.parametrize("case", cases("eth_aggregate_pubkeys", 8))
def test_eth_aggregate_pubkeys(case: dict[str, Any]) -> None:
    found = refused_is(None, lambda: eth_aggregate_pubkeys(octets(case, "pubkeys")).hex())
    assert found == case["aggregate"]


@pytest.mark.parametrize("case", cases("eth_fast_aggregate_verify", 12))
def test_eth_fast_aggregate_verify(case: dict[str, Any]) -> None:
    keys, message, signature = (octets(case, name) for name in ("pubkeys", "message", "signature"))
    found = refused_is(False, lambda: eth_fast_aggregate_verify(keys, message, signature))
    assert found is case["valid"]
