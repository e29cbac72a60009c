"""`sign`, `sign-point`: BLS signatures by a secret key that stays in the core."""

from __future__ import annotations

from random import Random

from pairforge.algebra.arithmetic import E, KeepingArithmetic
from pairforge.jobs.decide import first_of, guarded, opposite
from pairforge.jobs.decompression import compressed
from pairforge.jobs.group import Group
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.keys import KeyJob, Loaded, multiple
from pairforge.jobs.messages import MESSAGE, message_elements
from pairforge.jobs.signatures import BlsSign, compressed_multiple
from pairforge.jobs.statuses import ENCODING, OFF_CURVE, SUBGROUP
from pairforge.jobs.subgroup import G2Subgroup, in_subgroup
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


class Sign(KeyJob):
    """The signature of a message by the key in a place, as `BlsSign` with a key that is given.

    Status: `NO_KEY` where none is loaded, `ENCODING` where the message has more than 256 bits.
    """

    what = "sign"
    integers = frozenset({"place", "message"})

    def __init__(self, curve: AteCurve) -> None:
        self.given = BlsSign(curve)
        super().__init__(curve, ("message",), ("flags", "x0", "x1"))

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Where there are signatures of messages."""
        return BlsSign.fits(curve)

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return (
            f"BLS signature of a message of {MESSAGE} bytes by the key in a place of the core, in G2 of "
            f"{self.curve.name}"
        )

    def asked(self, k: KeepingArithmetic[E], asked: E, /, *inputs: E) -> tuple[E, ...]:
        """The key times the hash of the message."""
        place, message = inputs
        key, wrong = self.read_key(k, asked, place)
        elements, too_long = message_elements(k, message)
        signature = compressed_multiple(k, self.given.G2, key, self.given.hashing.point(k, elements))
        return guarded(k, first_of(k, *wrong, (too_long, ENCODING)), signature)

    def answer(self, loaded: Loaded, inputs: Encoded) -> Encoded:
        """That of `BlsSign`."""
        place, message = inputs
        if place not in loaded:
            return self.missing(place), 0, 0, 0
        return self.given.expected((loaded[place], message))

    def draw_rest(self, rng: Random) -> Encoded:
        """Messages, a few of them too long."""
        return self.given.draw(rng)[1:]


class SignPoint(KeyJob):
    """The key in a place times a point of G2: the signature of what has been hashed to it, compressed.

    A point outside the subgroup of order r is refused, as multiples of it would say something of the key.

    Status: `NO_KEY` where none is loaded; what `g2-subgroup` says of the point.
    """

    what = "sign-point"

    def __init__(self, curve: AteCurve) -> None:
        self.group, self.membership = Group(curve, "Q"), G2Subgroup(curve)
        super().__init__(curve, self.group.names("Q"), ("flags", *self.group.names("")[: self.group.degree]))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"BLS signature of a point of G2 of {self.curve.name} by the key in a place of the core"

    def asked(self, k: KeepingArithmetic[E], asked: E, /, *inputs: E) -> tuple[E, ...]:
        """Every check made."""
        place, *coordinates = inputs
        key, wrong = self.read_key(k, asked, place)
        given = InputPoint.read(k, self.group, coordinates)
        (inside,) = in_subgroup(k, self.group, given.point)
        outside = opposite(k, inside)
        status = first_of(k, *wrong, (given.off_curve, OFF_CURVE), (outside, SUBGROUP))
        return guarded(k, status, compressed_multiple(k, self.group, key, given.point))

    def answer(self, loaded: Loaded, inputs: Encoded) -> Encoded:
        """By affine additions."""
        place, *point = inputs
        zeros = (0,) * (len(self.outputs) - 1)
        if place not in loaded:
            return self.missing(place), *zeros
        (status,) = self.membership.expected(tuple(point))
        if status:
            return status, *zeros
        if not any(point):
            return 0, *compressed(self.group, tuple(point))
        return 0, *multiple(self.group, loaded[place], tuple(point))

    def draw_rest(self, rng: Random) -> Encoded:
        """Points of order r and of any other, infinity, points off the curve."""
        return self.membership.draw(rng)
