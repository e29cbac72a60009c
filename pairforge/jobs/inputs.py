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
        point = group.unless(k, at_infinity, group.affine(k, x, y))
        if k.steps:
            point = _as_any(k, group, point, at_infinity)
        return cls(point, at_infinity, off_curve)


def _as_any(k: DecidingArithmetic[E], group: Group, p: Point[E], flag: E) -> Point[E]:
    """An affine point as one of which no coefficient is known, so that steps take it like any other: the
    zeros of its z are made of a flag.
    """
    first, *others = p.z.flat
    return Point(p.x, p.y, group.element(first, *(k.xor(flag, flag) for _ in others)))
