"""`g1-aggregate`, `fast-aggregate-verify`: one signature of many keys for one message (FastAggregateVerify).

draft-irtf-cfrg-bls-signature-05, section 3.3.4: the sum of the keys is the key. Each key is decompressed,
checked and added to a sum by one job, as many times as there are keys; another one verifies with the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.decide import first_of, guarded
from pairforge.jobs.decompression import CompressedPoint, Decompression, G1Decompression, compressed
from pairforge.jobs.group import Group
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.multiples import sum_of_points
from pairforge.jobs.points import draw_point, encode, exact, moved_off
from pairforge.jobs.signatures import BlsVerify
from pairforge.jobs.statuses import INFINITY, OFF_CURVE
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


class G1Aggregation(Job):
    """A sum of keys and some compressed keys more: (0, 0) is the sum of no keys.

    Status: `OFF_CURVE` where the sum does not satisfy the equation; of the keys, one after the other, what
    `Decompression` says and `INFINITY`. Nothing asks for the order of the sum.
    """

    count: ClassVar[int]
    """Keys that come with a sum."""

    def __init__(self, curve: AteCurve) -> None:
        self.group, self.reader = Group(curve, "P"), G1Decompression(curve)
        keys = tuple(name for i in range(self.count) for name in (f"key{i}_flags", f"key{i}_x"))
        super().__init__(curve, self._algorithm, (*self.group.names("S"), *keys), self.group.names(""))

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """As for decompression."""
        return Decompression.fits(curve)

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        keys = f"{self.count} public keys" if self.count > 1 else "a public key"
        return f"sum of keys in G1 of {self.curve.name} and {keys} more, all checks made"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        group, rest = self.group, inputs[2:]
        before = InputPoint.read(k, group, inputs[:2])
        keys = CompressedPoint.read_all(k, group, [rest[i : i + 2] for i in range(0, len(rest), 2)])
        total = sum_of_points(k, group, [before.point, *(group.affine(k, key.x, key.y) for key in keys)])
        wrong = [each for key in keys for each in (*key.wrong, (key.at_infinity, INFINITY))]
        x, y = group.to_affine(k, total)
        return guarded(k, first_of(k, (before.off_curve, OFF_CURVE), *wrong), (*x.flat, *y.flat))

    def expected(self, inputs: Encoded) -> Encoded:
        """By decompression and affine additions."""
        curve, group = self.curve.groups["P"], self.group
        total = exact(group, inputs[:2])
        if not curve.contains(total):
            return OFF_CURVE, 0, 0
        for i in range(2, len(inputs), 2):
            status, *key = self.reader.expected(inputs[i : i + 2])
            if status or not any(key):
                return status or INFINITY, 0, 0
            total = curve.add(total, exact(group, tuple(key)))
        return 0, *encode(group, total)

    def draw(self, rng: Random) -> Encoded:
        """Mostly points of order r; no sum yet, equal and opposite points, a sum off the curve, any key."""
        group, own = self.group, self.curve.groups["P"]
        before = rng.choice((draw_point(group, rng), draw_point(group, rng), (0, 0)))
        keys = [compressed(group, draw_point(group, rng)) for _ in range(self.count)]
        at = rng.randrange(self.count)
        match rng.randrange(10):
            case 0 | 1:
                keys[at] = self.reader.draw(rng)
            case 2:
                before = moved_off(group, before, rng)
            case 3:
                keys[at] = compressed(group, before)
            case 4:
                keys[at] = compressed(group, encode(group, own.negate(exact(group, before))))
        return *before, *(c for key in keys for c in key)


class G1Aggregation1(G1Aggregation):
    """One key."""

    what = "g1-aggregate"
    count = 1
    integers = frozenset({"key0_flags"})


class G1Aggregation4(G1Aggregation):
    """Four keys."""

    what = "g1-aggregate-4"
    count = 4
    integers = frozenset({"key0_flags", "key1_flags", "key2_flags", "key3_flags"})


class FastAggregateVerify(BlsVerify):
    """`BlsVerify` with a key by its coordinates: a sum of `G1Aggregation`. Nothing asks for its order.

    Status: of the key `OFF_CURVE`, `INFINITY`; else as there.
    """

    what = "fast-aggregate-verify"
    integers = frozenset({"signature_flags", "message"})
    key_inputs = ("key_x", "key_y")

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"verification of a BLS signature by a sum of keys on {self.curve.name}"

    def _key(
        self, k: DecidingArithmetic[E], first: E, second: E
    ) -> tuple[tuple[Fq[E], Fq[E]], Sequence[tuple[E, int]]]:
        given = InputPoint.read(k, self.G1, (first, second))
        wrong = (given.off_curve, OFF_CURVE), (given.at_infinity, INFINITY)
        return self.G1.coordinates((first, second)), wrong

    def _expected_key(self, given: Encoded) -> Encoded:
        inside = self.curve.groups["P"].contains(exact(self.G1, given))
        return (0, *given) if inside else (OFF_CURVE, 0, 0)

    def _drawn_key(self, key: Encoded, rng: Random, right: bool) -> Encoded:
        return key if right else moved_off(self.G1, key, rng)
