"""Points among the inputs of a job: (x, y), or (0, 0) for the point at infinity; checks of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import are_zero, both, opposite
from pairforge.jobs.group import Group, Point


@dataclass(frozen=True)
class InputPoint(Generic[E]):
    """A point and two flags: whether it is the one at infinity, and whether it is off its curve."""

    point: Point[E]
    at_infinity: E
    off_curve: E

    @classmethod
    def read(cls, k: DecidingArithmetic[E], group: Group, coordinates: Sequence[E]) -> InputPoint[E]:
        """From its coefficients."""
        x, y = group.coordinates(coordinates)
        at_infinity = are_zero(k, (*x.flat, *y.flat))
        on_curve = are_zero(k, group.residual(k, x, y))
        off_curve = both(k, opposite(k, on_curve), opposite(k, at_infinity))
        return cls(group.unless(k, at_infinity, group.affine(k, x, y)), at_infinity, off_curve)
