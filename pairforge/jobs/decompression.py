"""`g1-decompress`, `g2-decompress`: a point from its abscissa and flags, every check made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.decide import are_zero, both, choose_element, either, first_of, guarded, integer, opposite
from pairforge.jobs.group import Group, Which
from pairforge.jobs.points import decode, draw_point, encode
from pairforge.jobs.roots import has_root_by_power, is_larger, square_roots, with_sign
from pairforge.jobs.statuses import ENCODING, OFF_CURVE, SUBGROUP
from pairforge.jobs.subgroup import in_subgroup
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

LARGER, AT_INFINITY, COMPRESSED = 1, 2, 4
"""The flags, the three highest bits of an encoding, as an integer."""


@dataclass(frozen=True)
class CompressedPoint(Generic[E]):
    """What an encoding says: the coordinates, whether it is that of the point at infinity, and what is wrong.

    `wrong`: flags, each with its status, the gravest first. Coordinates mean nothing where one is 1, or at
    infinity.
    """

    x: Fq[E]
    y: Fq[E]
    at_infinity: E
    wrong: tuple[tuple[E, int], ...]

    @classmethod
    def read(cls, k: DecidingArithmetic[E], group: Group, flags: E, *coefficients: E) -> CompressedPoint[E]:
        """From flags, as an element, and the coefficients of x."""
        (point,) = cls.read_all(k, group, ((flags, *coefficients),))
        return point

    @classmethod
    def read_all(
        cls,
        k: DecidingArithmetic[E],
        group: Group,
        encodings: Sequence[Sequence[E]],
        *,
        with_membership: bool = True,
    ) -> list[CompressedPoint[E]]:
        """Several, side by side, each from flags, as an element, and the coefficients of x.

        `with_membership`: else nothing asks for the order r here, and the caller has to.
        """
        k.step()
        xs = [group.element(*coefficients) for _, *coefficients in encodings]
        flags = [_Flags.read(k, flags, x) for (flags, *_), x in zip(encodings, xs, strict=True)]
        roots = square_roots(k, *(x.square() * x + x.constant(k, group.b) for x in xs))
        points = [
            (x, with_sign(k, root, own.larger, is_larger(k, root)))
            for x, own, (root, _) in zip(xs, flags, roots, strict=True)
        ]
        wrong = [
            [(own.wrong, ENCODING), (both(k, own.finite, opposite(k, found)), OFF_CURVE)]
            for own, (_, found) in zip(flags, roots, strict=True)
        ]
        if with_membership:
            inside = in_subgroup(k, group, *(group.affine(k, *point) for point in points))
            for own, member, each in zip(flags, inside, wrong, strict=True):
                each.append((both(k, own.finite, opposite(k, member)), SUBGROUP))
        k.step()
        return [
            cls(*point, own.at_infinity, tuple(each))
            for point, own, each in zip(points, flags, wrong, strict=True)
        ]

    def coordinates(self, k: DecidingArithmetic[E]) -> tuple[Fq[E], Fq[E]]:
        """x and y, both of them 0 at infinity."""
        nothing = self.x.constant(k, (0,) * len(self.x.flat))
        x, y = (choose_element(k, self.at_infinity, nothing, c) for c in (self.x, self.y))
        return x, y


@dataclass(frozen=True)
class _Flags(Generic[E]):
    """What the flags say, each a flag of its own; `wrong`: they are none that an encoding has."""

    larger: E
    at_infinity: E
    finite: E
    wrong: E

    @classmethod
    def read(cls, k: DecidingArithmetic[E], flags: E, x: Fq[E]) -> _Flags[E]:
        """From flags, as an element, in front of x."""
        flags = k.integer(flags)
        zero, one = integer(k, 0), integer(k, 1)
        larger, at_infinity, compressed = (k.select(flags, bit, one, zero) for bit in range(3))
        too_large = opposite(k, k.less(flags, integer(k, 2 * COMPRESSED)))
        not_zero = opposite(k, are_zero(k, x.flat))
        wrong = either(
            k, too_large, opposite(k, compressed), both(k, at_infinity, either(k, larger, not_zero))
        )
        return cls(larger, at_infinity, opposite(k, at_infinity), wrong)


def compressed_flags(k: DecidingArithmetic[E], point: Sequence[E], y: Fq[E]) -> E:
    """The flags of a point, as an integer; all of its coordinates are 0 at infinity."""
    larger = k.select(is_larger(k, y), 0, integer(k, COMPRESSED | LARGER), integer(k, COMPRESSED))
    return k.select(are_zero(k, point), 0, integer(k, COMPRESSED | AT_INFINITY), larger)


def larger(group: Group, point: Encoded) -> bool:
    """Whether y is more than -y, by the last coefficient, then by the one before it."""
    y, p = point[group.degree :], group.curve.p
    return y[::-1] > tuple(-c % p for c in y[::-1])


def compressed(group: Group, point: Encoded) -> Encoded:
    """Flags and x of a point."""
    x = point[: group.degree]
    if not any(point):
        return COMPRESSED | AT_INFINITY, *x
    return COMPRESSED | (LARGER if larger(group, point) else 0), *x


class Decompression(Job):
    """The point with the abscissa x, by flags as in draft-irtf-cfrg-pairing-friendly-curves, appendix C.

    An integer `flags` goes in front of the coefficients of x: `COMPRESSED` is always set; `AT_INFINITY` for
    the point at infinity, whose x is 0 and which comes out as (0, 0); `LARGER` where y is more than -y.

    Status: `ENCODING` where flags or x are not so, `OFF_CURVE` where no point has the abscissa, `SUBGROUP`
    where the point has not the order r.
    """

    which: ClassVar[Which]
    integers = frozenset({"flags"})

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Those with p = 3 mod 4, whose F_p2 has i^2 = -1."""
        return super().fits(curve) and has_root_by_power(curve)

    def __init__(self, curve: AteCurve) -> None:
        self.group = Group(curve, self.which)
        x = self.group.names(self.which)[: self.group.degree]
        super().__init__(curve, self._algorithm, ("flags", *x), self.group.names(""))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"decompression of a point of {self.group.label} of {self.curve.name}, all checks made"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        point = CompressedPoint.read(k, self.group, *inputs)
        x, y = point.coordinates(k)
        return guarded(k, first_of(k, *point.wrong), (*x.flat, *y.flat))

    def expected(self, inputs: Encoded) -> Encoded:
        """By exact roots and r times the affine point."""
        flags, *coefficients = inputs
        zeros = (0,) * (2 * self.group.degree)
        curve = self.curve.groups[self.which]
        if flags >= 2 * COMPRESSED or not flags & COMPRESSED:
            return ENCODING, *zeros
        if flags & AT_INFINITY:
            return (ENCODING if flags & LARGER or any(coefficients) else 0), *zeros
        x, _ = decode(self.group, (*coefficients, *(0,) * self.group.degree))
        right = x * x * x + curve.a * x + curve.b
        if right ** ((self.curve.p**self.group.degree - 1) // 2) == -1:
            return OFF_CURVE, *zeros
        y = right.sqrt()
        if larger(self.group, encode(self.group, (x, y))) != bool(flags & LARGER):
            y = -y
        if curve.multiply(self.curve.r, (x, y)) is not None:
            return SUBGROUP, *zeros
        return 0, *encode(self.group, (x, y))

    def draw(self, rng: Random) -> Encoded:
        """Mostly points of order r; all flags, infinity, any abscissas, points of other orders."""
        e, p = self.group.degree, self.curve.p
        x: Any = draw_point(self.group, rng)[:e]
        flags = COMPRESSED | rng.choice((0, LARGER))
        match rng.randrange(12):
            case 0:
                return COMPRESSED | AT_INFINITY, *(0,) * e
            case 1:
                flags = rng.choice((*range(8), 8, rng.randrange(8, p), p - 1))
            case 2:
                return rng.choice((6, 7)), *rng.choice(((0,) * e, (*(0,) * (e - 1), 1), x))
            case 3:
                x = tuple(rng.randrange(p) for _ in range(e))
            case 4:
                x = encode(self.group, self.curve.random_point(self.which, rng))[:e]
        return flags, *x


class G1Decompression(Decompression):
    """Over F_p."""

    what = "g1-decompress"
    which = "P"


class G2Decompression(Decompression):
    """On the twist."""

    what = "g2-decompress"
    which = "Q"
