"""Messages to field elements: known answers of RFC 9380, the standard library, and wrong inputs."""

import hashlib

from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.sha256 import INITIAL
from pairforge.jobs.messages import TAG, HashToField, _expanded, hashed
from pairforge.jobs.registry import find_job
from pairforge.jobs.statuses import ENCODING

_FOUND = find_job("hash-to-field-bls12-381")
assert isinstance(_FOUND, HashToField)
JOB: HashToField = _FOUND
FIELD = PrimeField(JOB.curve.p)


def test_the_model_has_the_answers_of_the_rfc() -> None:
    """RFC 9380, appendix K.1."""
    tag = b"QUUX-V01-CS02-with-expander-SHA256-128"
    known = {
        b"": "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235",
        b"abc": "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615",
    }
    assert {message: _expanded(message, tag, 0x20).hex() for message in known} == known


@given(st.binary(min_size=32, max_size=32))
@settings(max_examples=20)
def test_messages(message: bytes) -> None:
    inputs = (int.from_bytes(message, "big"),)
    status, *elements = JOB.evaluated(inputs, FIELD)
    uniform = _expanded(message, TAG, 256)
    assert status == 0
    assert elements == [int.from_bytes(uniform[i : i + 64], "big") % JOB.curve.p for i in range(0, 256, 64)]
    assert JOB.expected(inputs) == (status, *elements)


def test_a_message_that_is_too_long() -> None:
    for message in (1 << 256, JOB.curve.p - 1):
        assert JOB.evaluated((message,), FIELD) == JOB.expected((message,)) == (ENCODING, 0, 0, 0, 0)
    assert JOB.evaluated(((1 << 256) - 1,), FIELD)[0] == 0


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=130))
def test_digests_of_what_ends_with_fixed_bytes(first: bytes, fixed: bytes) -> None:
    made = hashed(FIELD, INITIAL, [FIELD.constant(int.from_bytes(first, "big"))], fixed, 0)
    assert int(made) == int.from_bytes(hashlib.sha256(first + fixed).digest(), "big")


def test_only_where_the_tag_belongs() -> None:
    assert find_job("hash-to-field-bls12-377") is None and find_job("hash-to-field-bn254") is None
