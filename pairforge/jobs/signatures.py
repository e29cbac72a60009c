"""`bls-sign`, `bls-verify`: BLS signatures of messages of 32 bytes on BLS12-381, keys in G1.

The scheme with proofs of possession of draft-irtf-cfrg-bls-signature-05, as Ethereum has it: a signature is
the secret key times the hash of the message to G2. Points are compressed: flags, then the coefficients of x.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.weierstrass import Point as Exact
from pairforge.jobs.base import Job
from pairforge.jobs.decide import are_zero, both, either, first_of, guarded, opposite
from pairforge.jobs.decompression import (
    AT_INFINITY,
    COMPRESSED,
    LARGER,
    CompressedPoint,
    Decompression,
    G1Decompression,
    G2Decompression,
    compressed,
    compressed_flags,
)
from pairforge.jobs.endomorphisms import scalar_terms
from pairforge.jobs.generators import generator, multiple_of_generator
from pairforge.jobs.group import Group, Point
from pairforge.jobs.hashing import G2Hashing
from pairforge.jobs.messages import MESSAGE, HashToField, message_elements
from pairforge.jobs.multiples import sum_of_multiples
from pairforge.jobs.pairing_products import Pair, Product
from pairforge.jobs.points import encode, exact
from pairforge.jobs.product_models import product_model
from pairforge.jobs.scalars import is_scalar
from pairforge.jobs.statuses import ENCODING, INFINITY, INVALID, SCALAR, SUBGROUP
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


class Signatures(Job):
    """What signing and verifying have in common."""

    def __init__(self, curve: AteCurve, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> None:
        self.G1, self.G2 = Group(curve, "P"), Group(curve, "Q")
        super().__init__(curve, self._algorithm, inputs, outputs)

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Where messages are hashed to the field."""
        return HashToField.fits(curve)

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        raise NotImplementedError

    @cached_property
    def hashing(self) -> G2Hashing:
        """To G2, from elements."""
        return G2Hashing(self.curve)

    @cached_property
    def to_field(self) -> HashToField:
        """To these, from messages."""
        return HashToField(self.curve)

    def hashed(self, k: DecidingArithmetic[E], messages: Sequence[E]) -> list[tuple[tuple[Fq[E], Fq[E]], E]]:
        """The affine point that each message is hashed to; a flag: whether the message is too long.

        Side by side, but one after the other where steps are there once.
        """
        if k.steps and len(messages) > 1:
            return [made for message in messages for made in self.hashed(k, [message])]
        parts = [message_elements(k, message) for message in messages]
        points = self.hashing.points(k, [elements for elements, _ in parts])
        return [
            (self.G2.to_affine(k, point), too_long)
            for point, (_, too_long) in zip(points, parts, strict=True)
        ]

    def hash_model(self, message: int) -> Encoded:
        """The point that a message of 32 bytes is hashed to, by its coefficients."""
        _, *elements = self.to_field.expected((message,))
        _, *point = self.hashing.expected(tuple(elements))
        return tuple(point)

    def signature_model(self, key: int, message: int) -> Exact:
        """The signature, an exact point, by affine additions."""
        return self.curve.groups["Q"].multiply(key, exact(self.G2, self.hash_model(message)))

    def _compressed(self, key: int, message: int) -> Encoded:
        """The same, compressed."""
        return compressed(self.G2, encode(self.G2, self.signature_model(key, message)))


def compressed_multiple(k: DecidingArithmetic[E], group: Group, n: E, point: Point[E]) -> tuple[E, ...]:
    """n times a point of order r, compressed: flags, then the coefficients of x."""
    terms, bits = scalar_terms(k, group, n, point)
    x, y = group.to_affine(k, sum_of_multiples(k, group, terms, bits))
    return k.element(compressed_flags(k, (*x.flat, *y.flat), y)), *x.flat


class BlsSign(Signatures):
    """The signature of a message, an integer of 256 bits with its first byte highest, by a secret key.

    Status: `SCALAR` where the key is 0, or r or more; `ENCODING` where the message has more bits.
    """

    what = "bls-sign"
    integers = frozenset({"key", "message"})

    def __init__(self, curve: AteCurve) -> None:
        super().__init__(curve, ("key", "message"), ("flags", "x0", "x1"))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"BLS signature of a message of {MESSAGE} bytes, in G2 of {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        key, message = inputs
        n = k.integer(key)
        elements, too_long = message_elements(k, message)
        no_key = either(k, are_zero(k, (key,)), opposite(k, is_scalar(k, n, self.curve.r)))
        status = first_of(k, (no_key, SCALAR), (too_long, ENCODING))
        return guarded(k, status, compressed_multiple(k, self.G2, n, self.hashing.point(k, elements)))

    def expected(self, inputs: Encoded) -> Encoded:
        """By the standard library's hash, the RFC's map as it is written, and affine additions."""
        key, message = inputs
        if not 0 < key < self.curve.r:
            return SCALAR, 0, 0, 0
        if message >> 8 * MESSAGE:
            return ENCODING, 0, 0, 0
        return 0, *self._compressed(key, message)

    def draw(self, rng: Random) -> Encoded:
        """Mostly a key and a message; keys that are none, small and large ones, messages too long."""
        r, p = self.curve.r, self.curve.p
        key = rng.choice((0, 1, 2, r - 1, r, rng.randrange(r, p))) if rng.randrange(6) == 0 else 0
        key = key or (0 if rng.randrange(24) == 0 else rng.randrange(1, r))
        message = rng.randrange(1 << 8 * MESSAGE, p) if rng.randrange(12) == 0 else rng.getrandbits(256)
        return key, message


class BlsVerify(Signatures):
    """Whether a signature is that of a message by the secret key of a public one: e(g, S) = e(A, H(m)).

    Status: 0 where it is; `INVALID` where it is not, also of the signature at infinity; of key and signature
    what `Decompression` says; `INFINITY` where the key is the point at infinity; `ENCODING` where the message
    has more than 256 bits.
    """

    what = "bls-verify"
    integers = frozenset({"key_flags", "signature_flags", "message"})
    key_inputs: ClassVar[tuple[str, str]] = ("key_flags", "key_x")

    def __init__(self, curve: AteCurve) -> None:
        signature = "signature_flags", "signature_x0", "signature_x1"
        super().__init__(curve, (*self.key_inputs, *signature, "message"), ())
        self.readers: dict[str, Decompression] = {"P": G1Decompression(curve), "Q": G2Decompression(curve)}

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"verification of a BLS signature of a message of {MESSAGE} bytes on {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        *points, message = inputs
        (xA, yA), wrong = self._key(k, *points[:2])
        (signature,) = CompressedPoint.read_all(k, self.G2, (points[2:],), with_membership=False)
        ((hashed, too_long),) = self.hashed(k, [message])
        own = self.G1.coordinates(tuple(map(k.constant, generator(self.G1))))
        pairs = Pair(own, (signature.x, signature.y)), Pair((xA, -yA), hashed)
        product = Product.of(k, self.curve, pairs)
        inside, _ = product.members(k)
        status = first_of(
            k,
            *wrong,
            *signature.wrong,
            (both(k, opposite(k, signature.at_infinity), opposite(k, inside)), SUBGROUP),
            (too_long, ENCODING),
            (either(k, signature.at_infinity, opposite(k, product.is_one(k))), INVALID),
        )
        return (k.element(status),)

    def _key(
        self, k: DecidingArithmetic[E], first: E, second: E
    ) -> tuple[tuple[Fq[E], Fq[E]], Sequence[tuple[E, int]]]:
        """The public key from its two inputs; what is wrong with it, each flag with its status."""
        key = CompressedPoint.read(k, self.G1, first, second)
        return (key.x, key.y), (*key.wrong, (key.at_infinity, INFINITY))

    def _expected_key(self, given: Encoded) -> Encoded:
        """A status, and the key."""
        return self.readers["P"].expected(given)

    def _drawn_key(self, key: Encoded, rng: Random, right: bool) -> Encoded:
        """As the inputs have it; another one, or none, if it is to be wrong."""
        return compressed(self.G1, key) if right else self.readers["P"].draw(rng)

    def expected(self, inputs: Encoded) -> Encoded:
        """By decompression, the hash and pairings of the models."""
        *points, message = inputs
        status, *key = self._expected_key(tuple(points[:2]))
        if status:
            return (status,)
        if not any(key):
            return (INFINITY,)
        status, *signature = self.readers["Q"].expected(tuple(points[2:]))
        if status:
            return (status,)
        if message >> 8 * MESSAGE:
            return (ENCODING,)
        if not any(signature):
            return (INVALID,)
        x, y = generator(self.G1)
        pairs = ((x, -y % self.curve.p), tuple(signature)), (tuple(key), self.hash_model(message))
        value = product_model(self.curve, pairs)
        return (0 if value == 1 else INVALID,)

    def draw(self, rng: Random) -> Encoded:
        """Half of them right; other messages, keys, signatures; encodings of every kind."""
        r = self.curve.r
        secret, message = rng.randrange(1, r), rng.getrandbits(8 * MESSAGE)
        flat = multiple_of_generator(self.G1, secret)
        key, signature = self._drawn_key(flat, rng, right=True), self._compressed(secret, message)
        match rng.randrange(12):
            case 0:
                message ^= 1 << rng.randrange(8 * MESSAGE)
            case 1:
                signature = self._compressed(secret % (r - 1) + 1, message)
            case 2:
                key = self._drawn_key(flat, rng, right=False)
            case 3:
                signature = self.readers["Q"].draw(rng)
            case 4:
                key = self._drawn_key((0, 0), rng, right=True)
            case 5:
                signature = rng.choice(
                    ((COMPRESSED | AT_INFINITY, 0, 0), (signature[0] ^ LARGER, *signature[1:]))
                )
            case 6 if rng.randrange(3) == 0:
                message = rng.randrange(1 << 8 * MESSAGE, self.curve.p)
        return *key, *signature, message
