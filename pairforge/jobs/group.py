"""A group of points in homogeneous coordinates by complete formulas: no pair of points is a special case.

Renes, Costello, Batina, Complete addition formulas for prime order elliptic curves (eprint 2015/1060),
algorithms 7 and 9, for y^2 = x^3 + b: x = X/Z, y = Y/Z, and the point at infinity is (0 : 1 : 0). They are
complete where no point has order 2, whatever the order of the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Literal

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.tower import Tower
from pairforge.jobs.decide import are_zero, both, choose, negated_if, opposite
from pairforge.pairings.ate.elements import element, of_flat
from pairforge.pairings.ate.fq import Fq, Rules, Small, times_constant
from pairforge.pairings.ate.parameters import tower_of
from pairforge.pairings.families.optimal_ate import AteCurve

Which = Literal["P", "Q"]
"""P: the curve over F_p, with G1 in it; Q: its twist over F_q, with G2 in it."""

_SMALL = 64  # coefficients of 3 b up to here are multiples, made by additions


@dataclass(frozen=True)
class Point(Generic[E]):
    """X, Y and Z."""

    x: Fq[E]
    y: Fq[E]
    z: Fq[E]

    @property
    def flat(self) -> tuple[E, ...]:
        """All coefficients."""
        return *self.x.flat, *self.y.flat, *self.z.flat

    def __neg__(self) -> Point[E]:
        return Point(self.x, -self.y, self.z)

    def products(self, q: Point[E]) -> tuple[Fq[E], ...]:
        """What complete sums are made of: X X', Y Y', Z Z', and X Y' + Y X', Y Z' + Z Y', X Z' + Z X'."""
        xx, yy, zz = self.x * q.x, self.y * q.y, self.z * q.z
        xy = (self.x + self.y) * (q.x + q.y) - (xx + yy)
        yz = (self.y + self.z) * (q.y + q.z) - (yy + zz)
        xz = (self.x + self.z) * (q.x + q.z) - (xx + zz)
        return xx, yy, zz, xy, yz, xz


@dataclass(frozen=True)
class Group:
    """The points of one of a curve's two groups, by their coordinates in the curve's file.

    Raises ValueError where the curve is none of y^2 = x^3 + b.
    """

    curve: AteCurve
    which: Which

    def __post_init__(self) -> None:
        if self.curve.a:
            raise ValueError(f"{self.curve.name}: complete formulas are for y^2 = x^3 + b")

    @property
    def rules(self) -> Rules:
        """How the field of the coordinates multiplies."""
        return tower_of(self.curve).rules if self.which == "Q" else Rules((1,))

    @property
    def tower(self) -> Tower:
        """That field, as the curve's file has it."""
        return self.curve.twist_field if self.which == "Q" else Tower(self.curve.p)

    @property
    def label(self) -> str:
        """The subgroup of order r, for people."""
        return "G1" if self.which == "P" else "G2"

    @property
    def degree(self) -> int:
        """Coefficients of a coordinate."""
        return self.curve.family.twist_field_degree if self.which == "Q" else 1

    @property
    def size(self) -> int:
        """Elements of the arithmetic in a point."""
        return 3 * self.degree

    @cached_property
    def b(self) -> tuple[int, ...]:
        """The b of its equation, by coefficients from 0 to p - 1."""
        return self.tower.flat.to(self.curve.groups[self.which].b)

    # -- elements -------------------------------------------------------------------------------------------

    def element(self, *coefficients: E) -> Fq[E]:
        """A coordinate from its coefficients."""
        return element(self.rules, *coefficients)

    def names(self, point: str) -> tuple[str, ...]:
        """What the coefficients of a point's coordinates are called."""
        numbers = range(self.degree) if self.degree > 1 else ("",)
        return tuple(f"{c}{point}{i}" for c in "xy" for i in numbers)

    def coordinates(self, flat: Sequence[E]) -> tuple[Fq[E], Fq[E]]:
        """x and y from their coefficients."""
        return self.element(*flat[: self.degree]), self.element(*flat[self.degree :])

    def constant(self, k: Any, *coefficients: int) -> Fq[Any]:
        """A constant of the coordinates' field."""
        filled = (*coefficients, *(0,) * (self.degree - len(coefficients)))
        return self.element(*map(k.constant, filled))

    def point(self, flat: tuple[E, ...]) -> Point[E]:
        """A point from `Point.flat`."""
        return Point(*of_flat(self.rules, flat))

    def infinity(self, k: Any) -> Point[Any]:
        """(0 : 1 : 0)."""
        zero = self.constant(k, 0)
        return Point(zero, self.constant(k, 1), zero)

    def unless(self, k: DecidingArithmetic[E], flag: E, p: Point[E]) -> Point[E]:
        """The point at infinity where the flag is 1, else p."""
        return self.point(choose(k, flag, self.infinity(k).flat, p.flat))

    def negated_if(self, k: DecidingArithmetic[E], flag: E, p: Point[E]) -> Point[E]:
        """-p where the flag is 1, else p."""
        return Point(p.x, negated_if(k, flag, p.y), p.z)

    def affine(self, k: Any, x: Fq[E], y: Fq[E]) -> Point[E]:
        """The point (x, y)."""
        return Point(x, y, self.constant(k, 1))

    # -- the group law --------------------------------------------------------------------------------------

    @cached_property
    def _small_b3(self) -> Small | None:
        """3 b with small integers for coefficients, None where they are large."""
        p = self.curve.p
        found = tuple(min(c, c - p, key=abs) for c in (3 * c % p for c in self.b))
        return found if max(map(abs, found)) <= _SMALL else None

    def _times_b3(self, k: Any, x: Fq[E]) -> Fq[E]:
        if self._small_b3:
            return x.times_small(self._small_b3)
        made: Fq[E] = times_constant(k, x, tuple(3 * c % self.curve.p for c in self.b))
        return made

    def add(self, k: Any, p: Point[E], q: Point[E]) -> Point[E]:
        """p + q: twelve products."""
        xx, yy, zz, xy, yz, xz = p.products(q)
        xx3, bz = xx.times(3), self._times_b3(k, zz)
        plus, minus, bxz = yy + bz, yy - bz, self._times_b3(k, xz)
        return Point(xy * minus - yz * bxz, plus * minus + bxz * xx3, plus * yz + xx3 * xy)

    def double(self, k: Any, p: Point[E]) -> Point[E]:
        """2 p: four products and four squares, or three and five.

        That of algorithm 9, with (y^2 - 9 b z^2)(y^2 + 3 b z^2) + 24 b y^2 z^2 by two squares (Costello,
        Lange, Naehrig, Faster pairing computations on curves with high-degree twists, PKC 2010).
        """
        yy, zz = p.y.square(), p.z.square()
        bz = self._times_b3(k, zz)
        three = bz.times(3)
        yz = (p.y * p.z).times(2) if self.degree == 1 else p.y.twice_product(p.z, yy + zz)
        return Point(
            (p.x * p.y).times(2) * (yy - three),
            (yy + three).square() - bz.square().times(12),
            yz.times(4) * yy,
        )

    def to_affine(self, k: DecidingArithmetic[E], p: Point[E]) -> tuple[Fq[E], Fq[E]]:
        """(x, y); (0, 0) of the point at infinity."""
        k.step()
        inverse = p.z.inverse(k)
        x, y = p.x * inverse, p.y * inverse
        k.step()
        return x, y

    def same(self, k: DecidingArithmetic[E], p: Point[E], q: Point[E]) -> E:
        """A flag: whether p = q; not where p is (0 : 0 : 0), which a sum may be if points have order 2."""
        equal = are_zero(k, (*(p.x * q.z - q.x * p.z).flat, *(p.y * q.z - q.y * p.z).flat))
        return both(k, equal, opposite(k, are_zero(k, (*p.y.flat, *p.z.flat))))

    def residual(self, k: Any, x: Fq[E], y: Fq[E]) -> tuple[E, ...]:
        """y^2 - x^3 - b, by its coefficients: zeros for a point of the curve."""
        return (y.square() - (x.square() * x + x.constant(k, self.b))).flat
