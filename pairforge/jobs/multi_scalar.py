"""`g1-msm-2`, `g1-msm-4`, `g2-msm-2`: sums of multiples of a few points, with doublings for all of them."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.weierstrass import Point
from pairforge.jobs.base import Job
from pairforge.jobs.decide import both, either, first_of, guarded, opposite
from pairforge.jobs.endomorphisms import scalar_terms
from pairforge.jobs.group import Group, Which
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.multiples import Multiple, sum_of_multiples
from pairforge.jobs.multiplication import G1Multiplication, G2Multiplication, Multiplication
from pairforge.jobs.points import encode, exact
from pairforge.jobs.scalars import is_scalar
from pairforge.jobs.statuses import OFF_CURVE, SCALAR
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


class MultiScalar(Job):
    """n_0 P_0 + n_1 P_1 + ... for scalars below r and points of order r, or infinite, which are (0, 0).

    Status: `SCALAR` where a scalar is r or more, `OFF_CURVE` where a point does not satisfy the equation. As
    with `Multiplication` nothing asks for the order of a point.
    """

    which: ClassVar[Which]
    count: ClassVar[int]
    """How many points."""
    single_kind: ClassVar[type[Multiplication]]

    def __init__(self, curve: AteCurve) -> None:
        self.group = Group(curve, self.which)
        self.single = self.single_kind(curve)
        names = [(f"n{i}", *self.group.names(f"{self.which}{i}")) for i in range(self.count)]
        inputs = tuple(name for each in names for name in each)
        super().__init__(curve, self._algorithm, inputs, self.group.names(""))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"sum of multiples of {self.count} points of {self.group.label} of {self.curve.name}"

    def _each(self, inputs: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The scalars, each with its point."""
        width = 1 + 2 * self.group.degree
        return [inputs[i : i + width] for i in range(0, len(inputs), width)]

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        group, off_curve, below = self.group, [], []
        found: list[Multiple[E]] = []
        for n, *coordinates in self._each(inputs):
            given, n = InputPoint.read(k, group, coordinates), k.integer(n)
            terms, bits = scalar_terms(k, group, n, given.point)
            found += terms
            off_curve.append(given.off_curve)
            below.append(is_scalar(k, n, self.curve.r))
        status = first_of(k, (opposite(k, both(k, *below)), SCALAR), (either(k, *off_curve), OFF_CURVE))
        x, y = group.to_affine(k, sum_of_multiples(k, group, found, bits))
        return guarded(k, status, (*x.flat, *y.flat))

    def expected(self, inputs: Encoded) -> Encoded:
        """By additions of affine points."""
        curve = self.curve.groups[self.which]
        statuses, multiples = zip(
            *((status, tuple(point)) for status, *point in map(self.single.expected, self._each(inputs))),
            strict=True,
        )
        for status in (SCALAR, OFF_CURVE):
            if status in statuses:
                return status, *(0,) * (2 * self.group.degree)
        total: Point = None
        for point in multiples:
            total = curve.add(total, exact(self.group, point))
        return 0, *encode(self.group, total)

    def draw(self, rng: Random) -> Encoded:
        """Each as a single multiplication draws it; the same point twice, multiples that cancel out."""
        drawn = [self.single.draw(rng) for _ in range(self.count)]
        (n, *point), _ = first, second = drawn[:2]
        match rng.randrange(10):
            case 0:
                second = second[0], *point
            case 1:
                second = (-n % self.curve.r, *point)
        return tuple(c for each in (first, second, *drawn[2:]) for c in each)


class G1MultiScalar2(MultiScalar):
    """Two points of G1."""

    what = "g1-msm-2"
    which = "P"
    count = 2
    single_kind = G1Multiplication
    integers = frozenset({"n0", "n1"})


class G1MultiScalar4(MultiScalar):
    """Four points of G1."""

    what = "g1-msm-4"
    which = "P"
    count = 4
    single_kind = G1Multiplication
    integers = frozenset({"n0", "n1", "n2", "n3"})


class G2MultiScalar2(MultiScalar):
    """Two points of G2."""

    what = "g2-msm-2"
    which = "Q"
    count = 2
    single_kind = G2Multiplication
    integers = frozenset({"n0", "n1"})
