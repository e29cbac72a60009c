"""`bls-aggregate-verify-2` and the like: one signature of many keys, each for a message of its own.

AggregateVerify of draft-irtf-cfrg-bls-signature-05, section 2.9, with proofs of possession: for keys A_i,
messages m_i and the signature S it holds where e(A_1, H(m_1)) ... e(A_n, H(m_n)) = e(g, S). A fixed number of
keys is one job. For any number, `bls-aggregate-term` multiplies a value by the term of one key and message,
and `bls-aggregate-check` compares the value with a signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import both, first_of, guarded, opposite
from pairforge.jobs.decompression import (
    AT_INFINITY,
    COMPRESSED,
    LARGER,
    CompressedPoint,
    Decompression,
    G1Decompression,
    G2Decompression,
    compressed,
)
from pairforge.jobs.generators import generator, multiple_of_generator
from pairforge.jobs.messages import MESSAGE
from pairforge.jobs.pairing_products import Pair, Product, is_one
from pairforge.jobs.pairs import Pairs
from pairforge.jobs.points import encode
from pairforge.jobs.product_models import easy_exponent, final_exponent, functions_model, product_model
from pairforge.jobs.products import places
from pairforge.jobs.signatures import Signatures
from pairforge.jobs.statuses import ENCODING, INFINITY, INVALID, SUBGROUP
from pairforge.pairings.ate.final import easy_part
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.parameters import tower_of
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

_SIGNATURE = "signature_flags", "signature_x0", "signature_x1"
_KEY = 3  # inputs of a key and its message


@dataclass(frozen=True)
class _Signed(Generic[E]):
    """A key and the point that its message is hashed to, by affine coordinates; `wrong`: flags, each with its
    status, the gravest first.
    """

    key: tuple[Fq[E], Fq[E]]
    hashed: tuple[Fq[E], Fq[E]]
    wrong: tuple[tuple[E, int], ...]


@dataclass(frozen=True)
class _Signature(Generic[E]):
    """A signature, and whether it is infinite, which it is of keys that cancel out."""

    point: CompressedPoint[E]

    def pair(self, key: tuple[Fq[E], Fq[E]]) -> Pair[E]:
        """With a key; 1 of the point at infinity."""
        return Pair(key, (self.point.x, self.point.y), self.point.at_infinity)

    def wrong(self, k: DecidingArithmetic[E], inside: E) -> tuple[tuple[E, int], ...]:
        """Flags with their statuses, from a flag for a point of order r, which means nothing at infinity."""
        outside = both(k, opposite(k, self.point.at_infinity), opposite(k, inside))
        return *self.point.wrong, (outside, SUBGROUP)


class AggregateSignatures(Signatures):
    """What these jobs have in common."""

    def __init__(self, curve: AteCurve, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> None:
        super().__init__(curve, inputs, outputs)
        self.readers: dict[str, Decompression] = {"P": G1Decompression(curve), "Q": G2Decompression(curve)}

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Where messages are hashed, and the Miller loop itself says whether a signature is in G2."""
        return super().fits(curve) and Pairs.fit(curve)

    @cached_property
    def pairing(self) -> AtePairing:
        """Of the models: values from and to coefficients."""
        return AtePairing(self.curve)

    def _generator(self, k: DecidingArithmetic[E]) -> tuple[Fq[E], Fq[E]]:
        return self.G1.coordinates(tuple(map(k.constant, generator(self.G1))))

    def _read_keys(self, k: DecidingArithmetic[E], inputs: Sequence[E]) -> list[_Signed[E]]:
        """Of each three inputs flags and x of a key, and its message: side by side, but one after the other
        where steps are there once.
        """
        rows = [inputs[i : i + _KEY] for i in range(0, len(inputs), _KEY)]
        if k.steps and len(rows) > 1:
            return [each for row in rows for each in self._read_keys(k, row)]
        keys = CompressedPoint.read_all(k, self.G1, [row[:2] for row in rows])
        hashed = self.hashed(k, [row[2] for row in rows])
        return [
            _Signed((key.x, key.y), point, (*key.wrong, (key.at_infinity, INFINITY), (too_long, ENCODING)))
            for key, (point, too_long) in zip(keys, hashed, strict=True)
        ]

    def _read_signature(self, k: DecidingArithmetic[E], inputs: Sequence[E]) -> _Signature[E]:
        return _Signature(*CompressedPoint.read_all(k, self.G2, (inputs,), with_membership=False))

    def _key_model(self, inputs: Encoded) -> tuple[int, Encoded]:
        """A status, and the key, from its two inputs and its message."""
        status, *key = self.readers["P"].expected(inputs[:2])
        if not status and not any(key):
            status = INFINITY
        if not status and self.is_too_long(inputs[2]):
            status = ENCODING
        return status, tuple(key)

    def is_too_long(self, message: int) -> bool:
        """Whether it has more bits than a message."""
        return message >> 8 * MESSAGE > 0

    def _minus_generator(self) -> Encoded:
        x, y = generator(self.G1)
        return x, -y % self.curve.p

    def _drawn_key(self, rng: Random) -> tuple[int, Encoded]:
        """A secret key; flags and x of the public one and a message."""
        secret = rng.randrange(1, self.curve.r)
        key = compressed(self.G1, multiple_of_generator(self.G1, secret))
        return secret, (*key, self._drawn_message(rng))

    def _drawn_message(self, rng: Random) -> int:
        return rng.getrandbits(8 * MESSAGE)

    def _spoilt_key(self, inputs: Encoded, rng: Random) -> Encoded:
        """Another message or key, or none."""
        *key, message = inputs
        match rng.randrange(4):
            case 0:
                return *key, self._drawn_message(rng)
            case 1:
                return *self.readers["P"].draw(rng), message
            case 2:
                return COMPRESSED | AT_INFINITY, 0, message
        if self.curve.p >> 8 * MESSAGE:
            message = rng.randrange(1 << 8 * MESSAGE, self.curve.p)
        return *key, message

    def _spoilt_signature(self, inputs: Encoded, rng: Random) -> Encoded:
        """That of other keys, the opposite one, the point at infinity, or any encoding."""
        return rng.choice(
            (
                self.readers["Q"].draw(rng),
                (inputs[0] ^ LARGER, *inputs[1:]),
                (COMPRESSED | AT_INFINITY, 0, 0),
                compressed(self.G2, multiple_of_generator(self.G2, rng.randrange(1, self.curve.r))),
            )
        )

    def _sum_of_signatures(self, signed: Sequence[tuple[int, int]]) -> Encoded:
        """The sum of the signatures of messages by secret keys, compressed."""
        group, total = self.curve.groups["Q"], None
        for secret, message in signed:
            total = group.add(total, self.signature_model(secret, message))
        return compressed(self.G2, encode(self.G2, total))


class BlsAggregateVerify(AggregateSignatures):
    """Whether a signature is the sum of signatures by so many keys, of a message each, equal or not.

    Status: 0 where it is, `INVALID` where it is not. Of each key, one after the other, what `Decompression`
    says, `INFINITY`, and `ENCODING` where its message has more than 256 bits; of the signature what
    `Decompression` says. A signature at infinity is as good as any other one.
    """

    count: ClassVar[int]

    def __init__(self, curve: AteCurve) -> None:
        keys = (name for i in range(self.count) for name in (f"key{i}_flags", f"key{i}_x", f"message{i}"))
        super().__init__(curve, (*keys, *_SIGNATURE), ())

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"verification of a BLS signature by {self.count} keys, a message each, on {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        end = _KEY * self.count
        keys = self._read_keys(k, inputs[:end])
        signature = self._read_signature(k, inputs[end:])
        pairs = [Pair((key.key[0], -key.key[1]), key.hashed) for key in keys]
        product = Product.of(k, self.curve, (signature.pair(self._generator(k)), *pairs))
        status = first_of(
            k,
            *(each for key in keys for each in key.wrong),
            *signature.wrong(k, product.members(k)[0]),
            (opposite(k, product.is_one(k)), INVALID),
        )
        return (k.element(status),)

    def expected(self, inputs: Encoded) -> Encoded:
        """By decompression, the hash and pairings of the models."""
        end, pairs = _KEY * self.count, []
        for at in range(0, end, _KEY):
            status, key = self._key_model(inputs[at : at + _KEY])
            if status:
                return (status,)
            pairs.append((key, self.hash_model(inputs[at + 2])))
        status, *signature = self.readers["Q"].expected(inputs[end:])
        if status:
            return (status,)
        value = product_model(self.curve, ((self._minus_generator(), tuple(signature)), *pairs))
        return (0 if value == 1 else INVALID,)

    def draw(self, rng: Random) -> Encoded:
        """Half of them right, a few with keys that cancel out; one thing is wrong with the others."""
        signed = [self._drawn_key(rng) for _ in range(self.count)]
        if rng.randrange(6) == 0:
            (secret, first), r = signed[0], self.curve.r
            key = compressed(self.G1, multiple_of_generator(self.G1, r - secret))
            signed[1] = r - secret, (*key, first[2])
        signature = self._sum_of_signatures([(secret, row[2]) for secret, row in signed])
        rows = [row for _, row in signed]
        match rng.randrange(4):
            case 0:
                at = rng.randrange(self.count)
                rows[at] = self._spoilt_key(rows[at], rng)
            case 1:
                signature = self._spoilt_signature(signature, rng)
        return *(c for row in rows for c in row), *signature


class BlsAggregateVerify2(BlsAggregateVerify):
    """By two keys."""

    what = "bls-aggregate-verify-2"
    count = 2
    integers = frozenset({"key0_flags", "message0", "key1_flags", "message1", "signature_flags"})


class BlsAggregateVerify4(BlsAggregateVerify):
    """By four keys."""

    what = "bls-aggregate-verify-4"
    count = 4
    integers = frozenset(
        {"signature_flags", *(name for i in range(4) for name in (f"key{i}_flags", f"message{i}"))}
    )


class BlsAggregateTerm(AggregateSignatures):
    """A value of F_p12 times that of a key and a message, as `ProductTerm` has it. Begin with 1.

    Status: of the key what `Decompression` says, `INFINITY`; `ENCODING` where the message has more than 256
    bits.
    """

    what = "bls-aggregate-term"
    integers = frozenset({"key_flags", "message"})

    def __init__(self, curve: AteCurve) -> None:
        inputs = (*places("value", curve), "key_flags", "key_x", "message")
        super().__init__(curve, inputs, places("product", curve))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"value times the term of a key and a message of {MESSAGE} bytes on {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        tower, size = tower_of(self.curve), self.curve.family.embedding_degree
        (signed,) = self._read_keys(k, inputs[size:])
        product = Product.of(k, self.curve, (Pair(signed.key, signed.hashed),))
        made = easy_part(k, tower, product.miller) * tower.arrive(k, inputs[:size])
        return guarded(k, first_of(k, *signed.wrong), tower.leave(k, made))

    def expected(self, inputs: Encoded) -> Encoded:
        """By the function of the definition and the power."""
        size = self.curve.family.embedding_degree
        status, key = self._key_model(inputs[size:])
        if status:
            return status, *(0,) * size
        made = functions_model(self.curve, ((key, self.hash_model(inputs[-1])),))
        value = self.pairing.decode_value(inputs[:size]) * made ** easy_exponent(self.curve)
        return 0, *self.pairing.encode_value(value)

    def draw(self, rng: Random) -> Encoded:
        """Any value, 1, 0; a key and a message, some of them wrong."""
        size, p = self.curve.family.embedding_degree, self.curve.p
        rest = (0,) * (size - 1)
        value = rng.choice((tuple(rng.randrange(p) for _ in range(size)), (1, *rest), (0, *rest)))
        _, row = self._drawn_key(rng)
        return *value, *(row if rng.randrange(3) else self._spoilt_key(row, rng))


class BlsAggregateCheck(AggregateSignatures):
    """Whether a value that `BlsAggregateTerm` has made of keys and messages is that of a signature.

    Status: of the signature what `Decompression` says; `INVALID` where the value is that of another one.
    """

    what = "bls-aggregate-check"
    integers = frozenset({"signature_flags"})

    def __init__(self, curve: AteCurve) -> None:
        super().__init__(curve, (*places("value", curve), *_SIGNATURE), ())

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"verification of a BLS signature by a value of keys and messages on {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        tower, size = tower_of(self.curve), self.curve.family.embedding_degree
        signature = self._read_signature(k, inputs[size:])
        x, y = self._generator(k)
        product = Product.of(k, self.curve, (signature.pair((x, -y)),))
        whole = easy_part(k, tower, product.miller) * tower.arrive(k, inputs[:size])
        holds = is_one(k, tower, whole)
        wrong = signature.wrong(k, product.members(k)[0])
        return guarded(k, first_of(k, *wrong, (opposite(k, holds), INVALID)), ())

    def expected(self, inputs: Encoded) -> Encoded:
        """By the function of the definition and the exponents."""
        size = self.curve.family.embedding_degree
        status, *signature = self.readers["Q"].expected(inputs[size:])
        if status:
            return (status,)
        made = functions_model(self.curve, ((self._minus_generator(), tuple(signature)),))
        value = self.pairing.decode_value(inputs[:size]) * made ** easy_exponent(self.curve)
        return (0 if value ** final_exponent(self.curve) == 1 else INVALID,)

    def draw(self, rng: Random) -> Encoded:
        """Half of them right, of one key or none; another signature, any value."""
        secret, row = self._drawn_key(rng)
        rest: Any = (0,) * (self.curve.family.embedding_degree - 1)
        signature = self._sum_of_signatures([(secret, row[2])])
        key = multiple_of_generator(self.G1, secret)
        made = functions_model(self.curve, ((key, self.hash_model(row[2])),)) ** easy_exponent(self.curve)
        value = self.pairing.encode_value(made)
        match rng.randrange(8):
            case 0:
                value = tuple(rng.randrange(self.curve.p) for _ in value)
            case 1:
                value = rng.randrange(2), *rest
            case 2 | 3:
                signature = self._spoilt_signature(signature, rng)
            case 4:
                value, signature = (1, *rest), (COMPRESSED | AT_INFINITY, 0, 0)
        return *value, *signature
