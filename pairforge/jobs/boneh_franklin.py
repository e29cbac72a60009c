"""`boneh-franklin-decrypt`: a block decrypted by the key of an identity (Boneh, Franklin, CRYPTO 2001).

BasicIdent with two groups: the key of an identity is d = s Q with Q its hash to G1, the public key of the
master is P = s G2. A ciphertext is (U, V) with U = n G2 and V the block xor SHA-256 of e(Q, P)^n = e(d, U).
FullIdent, which is secure against chosen ciphertexts, adds two hashes and compares U with the multiple that
they say: the host does, with `g2-mul`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from random import Random

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.sha256 import INITIAL
from pairforge.jobs.base import Job
from pairforge.jobs.decide import first_of, guarded, opposite
from pairforge.jobs.group import Group
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.messages import MESSAGE, HashToField, hashed, is_too_long
from pairforge.jobs.pairing_products import Pair, Product
from pairforge.jobs.points import draw_point, encode, exact, moved_off
from pairforge.jobs.product_models import product_model
from pairforge.jobs.statuses import ENCODING, INFINITY, OFF_CURVE, SUBGROUP
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

_BYTES = 48  # of a coefficient of a value


def value_halves(k: DecidingArithmetic[E], value: Sequence[E]) -> Iterator[E]:
    """The coefficients of a value, each as 48 bytes, the highest first, cut into integers of 32 bytes."""
    two128, two256 = k.constant(1 << 128), k.constant(1 << 256)
    integers = list(map(k.integer, value))
    for a, b in zip(integers[::2], integers[1::2], strict=True):
        high_a, high_b = k.shift(a, 128), k.shift(b, 256)
        yield high_a
        yield two128 * (a - two128 * high_a) + high_b
        yield b - two256 * high_b


class BonehFranklinDecrypt(Job):
    """V xor SHA-256 of e(d, U): of its coefficients as the curve's file has them, 48 bytes each.

    V and the result are integers of 256 bits, the first byte the highest.

    Status: of d `OFF_CURVE`, `INFINITY`; of U `OFF_CURVE`, `INFINITY`, `SUBGROUP`; `ENCODING` where V has
    more bits. Nothing asks for the order of d, which is the receiver's own.
    """

    what = "boneh-franklin-decrypt"
    integers = frozenset({"V"})

    def __init__(self, curve: AteCurve) -> None:
        self.G1, self.G2 = Group(curve, "P"), Group(curve, "Q")
        inputs = (*self.G1.names("d"), *self.G2.names("U"), "V")
        super().__init__(curve, self._algorithm, inputs, ("M",))

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """That of messages: a coefficient has 48 bytes."""
        return HashToField.fits(curve)

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"decryption of a block of {MESSAGE} bytes by the key of an identity on {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        *points, block = inputs
        d, U = InputPoint.read(k, self.G1, points[:2]), InputPoint.read(k, self.G2, points[2:])
        pair = Pair(self.G1.coordinates(points[:2]), self.G2.coordinates(points[2:]))
        product = Product.of(k, self.curve, (pair,))
        (inside,) = product.members(k)
        mask = hashed(k, INITIAL, list(value_halves(k, product.value(k))), b"", 0)
        V = k.integer(block)
        status = first_of(
            k,
            (d.off_curve, OFF_CURVE),
            (d.at_infinity, INFINITY),
            (U.off_curve, OFF_CURVE),
            (U.at_infinity, INFINITY),
            (opposite(k, inside), SUBGROUP),
            (is_too_long(k, V), ENCODING),
        )
        return guarded(k, status, (k.element(k.xor(V, mask)),))

    def expected(self, inputs: Encoded) -> Encoded:
        """By the pairing's definition and the standard library's hash."""
        *points, block = inputs
        d, U = tuple(points[:2]), tuple(points[2:])
        for group, flat in ((self.G1, d), (self.G2, U)):
            curve, point = self.curve.groups[group.which], exact(group, flat)
            if not curve.contains(point):
                return OFF_CURVE, 0
            if point is None:
                return INFINITY, 0
            if group is self.G2 and curve.multiply(self.curve.r, point) is not None:
                return SUBGROUP, 0
        if block >> 8 * MESSAGE:
            return ENCODING, 0
        return 0, block ^ self.mask(((d, U),))

    def mask(self, pairs: Sequence[tuple[Encoded, Encoded]]) -> int:
        """The hash of a product of pairings."""
        value = self.curve.tower.flat.to(product_model(self.curve, pairs))
        data = b"".join(int(c).to_bytes(_BYTES, "big") for c in value)
        return int.from_bytes(hashlib.sha256(data).digest(), "big")

    def draw(self, rng: Random) -> Encoded:
        """Mostly points of order r; points off their curves, of any order, infinity, a V with more bits."""
        d, U, V = draw_point(self.G1, rng), draw_point(self.G2, rng), rng.getrandbits(8 * MESSAGE)
        match rng.randrange(12):
            case 0:
                d = rng.choice(((0, 0), moved_off(self.G1, d, rng)))
            case 1:
                U = rng.choice(((0,) * 4, moved_off(self.G2, U, rng)))
            case 2:
                U = encode(self.G2, self.curve.random_point("Q", rng))
            case 3:
                V = rng.choice((0, (1 << 8 * MESSAGE) - 1, 1 << 8 * MESSAGE, self.curve.p - 1))
        return *d, *U, V
