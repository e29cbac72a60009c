"""`hash-to-field`: a message of 32 bytes to elements of F_p2 as `hash_to_curve` of RFC 9380 wants them.

expand_message_xmd with SHA-256 (RFC 9380, section 5.3.1), then section 5.2: two elements of two coefficients,
L = 64 bytes for each of these. The tag is that of Ethereum's signatures, whose messages are roots of 32
bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from random import Random

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.sha256 import INITIAL, compressed
from pairforge.jobs.base import Job
from pairforge.jobs.decide import first_of, guarded, integer
from pairforge.jobs.statuses import ENCODING
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

MESSAGE = 32
"""Bytes of a message."""

TAG = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
"""The domain separation tag of signatures with proofs of possession (draft-irtf-cfrg-bls-signature)."""

_HALF, _BLOCK, _DIGEST = 32, 64, 32  # bytes
_COEFFICIENTS, _LENGTH = 4, 64  # two elements of F_p2; bytes of each coefficient


def _halves(fixed: bytes, before: int) -> Iterator[int]:
    """The halves of blocks that hold `fixed` and the padding of a message with `before` bytes in front."""
    length = before + len(fixed)
    padded = fixed + b"\x80" + bytes((55 - length) % _BLOCK) + (8 * length).to_bytes(8, "big")
    for at in range(0, len(padded), _HALF):
        yield int.from_bytes(padded[at : at + _HALF], "big")


def hashed(k: DecidingArithmetic[E], state: int, given: Sequence[E], fixed: bytes, before: int) -> E:
    """The digest, as an integer, of a message that ends with integers of 32 bytes, then `fixed` bytes.

    `state`: that behind `before` bytes in front of these, which are whole blocks.
    """
    halves = [*given, *(integer(k, half) for half in _halves(fixed, before + _HALF * len(given)))]
    current: E = integer(k, state)
    for high, low in zip(halves[::2], halves[1::2], strict=True):
        current = k.sha256(current, high, low)
    return current


def expanded(k: DecidingArithmetic[E], message: E, tag: bytes, digests: int) -> list[E]:
    """expand_message_xmd of 32 bytes, as so many integers of 32 bytes."""
    suffix = tag + bytes((len(tag),))
    zeros = compressed(INITIAL, 0, 0)
    length = (digests * _DIGEST).to_bytes(2, "big")
    first = hashed(k, zeros, [message], length + b"\0" + suffix, _BLOCK)
    found: list[E] = []
    for number in range(1, digests + 1):
        link = k.xor(first, found[-1]) if found else first
        found.append(hashed(k, INITIAL, [link], bytes((number,)) + suffix, 0))
    return found


def to_field(k: DecidingArithmetic[E], digests: Sequence[E]) -> list[E]:
    """Each two integers of 32 bytes, the higher one first, modulo p."""
    high = k.constant((1 << 8 * _DIGEST) % k.characteristic)
    pairs = zip(digests[::2], digests[1::2], strict=True)
    return [k.element(a) * high + k.element(b) for a, b in pairs]


def is_too_long(k: DecidingArithmetic[E], n: E) -> E:
    """A flag: whether an integer has more bits than a message."""
    return k.less(integer(k, (1 << 8 * MESSAGE) - 1), n)


def message_elements(k: DecidingArithmetic[E], message: E) -> tuple[list[E], E]:
    """The coefficients of u0 and u1 of a message that is an element; a flag: whether it is too long."""
    k.step()
    n = k.integer(message)
    too_long = is_too_long(k, n)
    return to_field(k, expanded(k, n, TAG, _COEFFICIENTS * _LENGTH // _DIGEST)), too_long


class HashToField(Job):
    """u0 and u1 of a message, which is an integer of 256 bits, its first byte the highest.

    Status: `ENCODING` where the message has more bits.
    """

    what = "hash-to-field"
    integers = frozenset({"message"})

    def __init__(self, curve: AteCurve) -> None:
        outputs = tuple(f"u{i}{j}" for i in range(2) for j in range(2))
        super().__init__(curve, self._algorithm, ("message",), outputs)

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """The tag is that of one curve."""
        return curve.name == "ate-bls12-381"

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the field."""
        return f"hash of a message of {MESSAGE} bytes to two elements of F_p2 ({self.curve.name})"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        elements, too_long = message_elements(k, inputs[0])
        return guarded(k, first_of(k, (too_long, ENCODING)), elements)

    def expected(self, inputs: Encoded) -> Encoded:
        """By the hash functions of the standard library."""
        if inputs[0] >> 8 * MESSAGE:
            return ENCODING, *(0,) * _COEFFICIENTS
        uniform = _expanded(inputs[0].to_bytes(MESSAGE, "big"), TAG, _COEFFICIENTS * _LENGTH)
        parts = (uniform[i : i + _LENGTH] for i in range(0, len(uniform), _LENGTH))
        return 0, *(int.from_bytes(part, "big") % self.curve.p for part in parts)

    def draw(self, rng: Random) -> Encoded:
        """Mostly a message; zero, all bits, one bit more."""
        edges = (0, (1 << 8 * MESSAGE) - 1, 1 << 8 * MESSAGE, self.curve.p - 1)
        return (rng.choice(edges) if rng.randrange(6) == 0 else rng.getrandbits(8 * MESSAGE),)


def _expanded(message: bytes, tag: bytes, length: int) -> bytes:
    """expand_message_xmd as the RFC writes it."""
    suffix = tag + bytes((len(tag),))
    first = hashlib.sha256(bytes(_BLOCK) + message + length.to_bytes(2, "big") + b"\0" + suffix).digest()
    found = [hashlib.sha256(first + b"\1" + suffix).digest()]
    while len(found) * _DIGEST < length:
        link = bytes(a ^ b for a, b in zip(first, found[-1], strict=True))
        found.append(hashlib.sha256(link + bytes((len(found) + 1,)) + suffix).digest())
    return b"".join(found)
