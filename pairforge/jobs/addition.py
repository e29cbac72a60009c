"""`g1-add`, `g2-add`: the sum of any two points of the curve."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.decide import are_zero, both, choose, choose_element, either, first_of, guarded
from pairforge.jobs.group import Group, Which
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.points import decode, draw_point, encode, moved_off
from pairforge.jobs.statuses import OFF_CURVE
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


class Addition(Job):
    """A + B for points of the curve of any order, or the point at infinity, which is (0, 0).

    Status: `OFF_CURVE` where one of them does not satisfy the equation. By the slope of the chord or of the
    tangent, which leaves no case out, whatever orders there are: sums in homogeneous coordinates would save
    no inversion.
    """

    which: ClassVar[Which]

    def __init__(self, curve: AteCurve) -> None:
        self.group = Group(curve, self.which)
        names = (*self.group.names("A"), *self.group.names("B"))
        super().__init__(curve, self._algorithm, names, self.group.names(""))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        field = "F_p" if self.which == "P" else "the twist"
        return f"sum of two points of {self.curve.name} over {field}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        group, half = self.group, len(inputs) // 2
        a, b = (InputPoint.read(k, group, point) for point in (inputs[:half], inputs[half:]))
        (x1, y1), (x2, y2) = (group.coordinates(point) for point in (inputs[:half], inputs[half:]))
        run, rise = x2 - x1, y2 - y1
        upright = are_zero(k, run.flat)
        opposite = both(k, upright, are_zero(k, (y1 + y2).flat))
        rise = choose_element(k, upright, x1.square().times(3), rise)
        slope = rise * choose_element(k, upright, y1.times(2), run).inverse(k)
        x = slope.square() - (x1 + x2)
        y = slope * (x1 - x) - y1
        total = choose(k, opposite, (k.constant(0),) * half, (*x.flat, *y.flat))
        total = choose(k, b.at_infinity, inputs[:half], total)
        total = choose(k, a.at_infinity, inputs[half:], total)
        return guarded(k, first_of(k, (either(k, a.off_curve, b.off_curve), OFF_CURVE)), total)

    def expected(self, inputs: Encoded) -> Encoded:
        """By the group law on exact coordinates."""
        curve, half = self.curve.groups[self.which], len(inputs) // 2
        points = [
            decode(self.group, point) if any(point) else None for point in (inputs[:half], inputs[half:])
        ]
        if not all(map(curve.contains, points)):
            return OFF_CURVE, *(0,) * half
        return 0, *encode(self.group, curve.add(*points))

    def draw(self, rng: Random) -> Encoded:
        """Random points; equal and opposite ones, infinity, points of any order, points off the curve."""
        group, p, half = self.group, self.curve.p, self.group.degree
        a: Any = draw_point(group, rng)
        b: Any = encode(group, self.curve.random_point(self.which, rng))
        match rng.randrange(12):
            case 0:
                b = a
            case 1:
                b = *a[:half], *(-c % p for c in a[half:])
            case 2:
                b = (0,) * len(b)
            case 3:
                a = rng.choice((a, (0,) * len(a)))
                b = rng.choice((b, (0,) * len(b)))
            case 4:
                b = moved_off(group, b, rng)
        return (*a, *b) if rng.randrange(2) else (*b, *a)


class G1Addition(Addition):
    """Over F_p."""

    what = "g1-add"
    which = "P"


class G2Addition(Addition):
    """On the twist."""

    what = "g2-add"
    which = "Q"
