"""SHA-256 by its compression function, against the standard library."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.sha256 import INITIAL, compressed


def digest(message: bytes) -> bytes:
    """With the padding of FIPS 180-4."""
    zeros = bytes((55 - len(message)) % 64)
    padded = message + b"\x80" + zeros + (8 * len(message)).to_bytes(8, "big")
    state = INITIAL
    for at in range(0, len(padded), 64):
        halves = (padded[at + i : at + i + 32] for i in (0, 32))
        state = compressed(state, *(int.from_bytes(half, "big") for half in halves))
    return state.to_bytes(32, "big")


@given(st.binary(max_size=300))
def test_messages(message: bytes) -> None:
    assert digest(message) == hashlib.sha256(message).digest()


def test_in_a_field() -> None:
    field = PrimeField((1 << 521) - 1)
    given_ = (INITIAL, 1 << 255, 0)
    made = field.sha256(*map(field.constant, given_))
    assert int(made) == compressed(*given_) == int.from_bytes(hashlib.sha256(b"").digest(), "big")
