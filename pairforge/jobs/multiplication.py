"""`g1-mul`, `g2-mul`: the multiple of a point by a scalar, in constant time."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.decide import first_of, guarded, opposite
from pairforge.jobs.endomorphisms import scalar_terms
from pairforge.jobs.group import Group, Which
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.multiples import sum_of_multiples
from pairforge.jobs.points import decode, draw_point, encode, moved_off
from pairforge.jobs.scalars import is_scalar
from pairforge.jobs.statuses import OFF_CURVE, SCALAR
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


class Multiplication(Job):
    """n P for a scalar n < r and a point P of order r, or the point at infinity, which is (0, 0).

    Status: `SCALAR` where n is r or more, `OFF_CURVE` where P does not satisfy the equation. Whether a point
    of the curve has the order r is the caller's to know: `subgroup` asks.
    """

    which: ClassVar[Which]
    integers = frozenset({"n"})

    def __init__(self, curve: AteCurve) -> None:
        self.group = Group(curve, self.which)
        point = self.group.names(self.which)
        super().__init__(curve, self._algorithm, ("n", *point), self.group.names(""))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        equation = self.curve.equation if self.which == "P" else self.curve.twist_equation
        return (
            f"multiplication of a point of {self.group.label} by a scalar on {equation} ({self.curve.name})"
        )

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        group, (n, *coordinates) = self.group, inputs
        given = InputPoint.read(k, group, coordinates)
        n = k.integer(n)
        status = first_of(
            k, (opposite(k, is_scalar(k, n, self.curve.r)), SCALAR), (given.off_curve, OFF_CURVE)
        )
        terms, bits = scalar_terms(k, group, n, given.point)
        x, y = group.to_affine(k, sum_of_multiples(k, group, terms, bits))
        return guarded(k, status, (*x.flat, *y.flat))

    def expected(self, inputs: Encoded) -> Encoded:
        """By additions of affine points."""
        n, *coordinates = inputs
        zeros = (0,) * len(coordinates)
        if n >= self.curve.r:
            return SCALAR, *zeros
        if not any(coordinates):
            return 0, *zeros
        point = decode(self.group, tuple(coordinates))
        curve = self.curve.groups[self.which]
        if not curve.contains(point):
            return OFF_CURVE, *zeros
        return 0, *encode(self.group, curve.multiply(n, point))

    def draw(self, rng: Random) -> Encoded:
        """Mostly a random point of order r and a random scalar; small and large scalars, infinity, points off
        the curve, and scalars that are none.
        """
        r, p = self.curve.r, self.curve.p
        n = rng.choice([rng.randrange(r)] * 6 + [0, 1, 2, r - 1, rng.randrange(min(r, 64))])
        if rng.randrange(12) == 0:
            n = rng.choice((r, rng.randrange(r, p)))
        point: Any = draw_point(self.group, rng)
        match rng.randrange(12):
            case 0:
                point = (0,) * len(point)
            case 1:
                point = moved_off(self.group, point, rng)
        return n, *point


class G1Multiplication(Multiplication):
    """In G1, over F_p."""

    what = "g1-mul"
    which = "P"


class G2Multiplication(Multiplication):
    """In G2, on the twist."""

    what = "g2-mul"
    which = "Q"
