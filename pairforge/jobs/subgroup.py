"""`g1-subgroup`, `g2-subgroup`: whether a point of the curve is in the subgroup of order r."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.constant_multiples import constant_multiples
from pairforge.jobs.decide import first_of, guarded, integer, opposite
from pairforge.jobs.endomorphisms import phi, psi
from pairforge.jobs.group import Group, Point, Which
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.points import decode, draw_point, encode, moved_off
from pairforge.jobs.statuses import OFF_CURVE, SUBGROUP
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


def in_subgroup(k: DecidingArithmetic[E], group: Group, *points: Point[E]) -> tuple[E, ...]:
    """A flag for each: whether r P is the point at infinity, for points of the curve of any order.

    On BLS12 curves by a short multiple: phi(P) = -u^2 P in G1, psi(Q) = u Q in G2 (Scott, A note on group
    membership tests for G1, G2 and GT on BLS pairing-friendly curves, eprint 2021/1130). The first holds for
    just r points, as phi + u^2 is an isogeny of degree u^4 - u^2 + 1.
    """
    curve = group.curve
    if curve.cofactors[group.which] == 1:
        return (integer(k, 1),) * len(points)
    if curve.family.name != "BLS12":
        multiples, images = constant_multiples(k, group, points, curve.r), [group.infinity(k)] * len(points)
    elif group.which == "P":
        squares = constant_multiples(k, group, constant_multiples(k, group, points, curve.u), curve.u)
        multiples, images = [-p for p in squares], list(map(phi(k, curve), points))
    else:
        multiples, images = constant_multiples(k, group, points, curve.u), list(map(psi(k, curve), points))
    pairs = zip(multiples, images, strict=True)
    return tuple(group.same(k, multiple, image) for multiple, image in pairs)


class Subgroup(Job):
    """Whether a point, or the point at infinity, which is (0, 0), is in the subgroup; nothing but a status.

    Status: `OFF_CURVE` where it does not satisfy the equation, `SUBGROUP` where it has another order.
    """

    which: ClassVar[Which]

    def __init__(self, curve: AteCurve) -> None:
        self.group = Group(curve, self.which)
        super().__init__(curve, self._algorithm, self.group.names(self.which), ())

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"test whether a point is in {self.group.label} of {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        given = InputPoint.read(k, self.group, inputs)
        (inside,) = in_subgroup(k, self.group, given.point)
        return guarded(k, first_of(k, (given.off_curve, OFF_CURVE), (opposite(k, inside), SUBGROUP)), ())

    def expected(self, inputs: Encoded) -> Encoded:
        """By r times the affine point."""
        curve, point = self.curve.groups[self.which], decode(self.group, inputs)
        if not any(inputs):
            return (0,)
        if not curve.contains(point):
            return (OFF_CURVE,)
        return (SUBGROUP,) if curve.multiply(self.curve.r, point) is not None else (0,)

    def draw(self, rng: Random) -> Encoded:
        """Points of order r, points of the curve of any order, infinity, points off the curve."""
        point: Any = draw_point(self.group, rng)
        match rng.randrange(8):
            case 0:
                return (0,) * len(point)
            case 1:
                return moved_off(self.group, point, rng)
            case 2 | 3 | 4:
                return encode(self.group, self.curve.random_point(self.which, rng))
        return point  # type: ignore[no-any-return]


class G1Subgroup(Subgroup):
    """Of the curve over F_p."""

    what = "g1-subgroup"
    which = "P"


class G2Subgroup(Subgroup):
    """Of the twist."""

    what = "g2-subgroup"
    which = "Q"
