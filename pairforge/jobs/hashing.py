"""`hash-to-g1`, `hash-to-g2`: from two elements of the field to a point of order r (RFC 9380).

`map-to-g1`, `map-to-g2`: from one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import Random
from typing import Any, ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.constant_multiples import constant_multiples
from pairforge.jobs.decide import apart, guarded, integer
from pairforge.jobs.endomorphisms import psi
from pairforge.jobs.group import Group, Point, Which
from pairforge.jobs.isogenous import Isogenous
from pairforge.jobs.points import encode
from pairforge.jobs.roots import has_root_by_power
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.isogeny import Isogeny
from pairforge.pairings.sswu_suites import SSWU_SUITES, SswuSuite


def suite_of(curve: AteCurve, which: Which) -> SswuSuite | None:
    """The suite of a group of a curve, None where there is none."""
    label = "G1" if which == "P" else "G2"
    found = (suite for suite in SSWU_SUITES if suite.curve is curve and suite.group == label)
    return next(found, None)


def clear_cofactors(k: DecidingArithmetic[E], group: Group, points: Sequence[Point[E]]) -> list[Point[E]]:
    """Points of order r from some of the curve, side by side, as RFC 9380 has it for BLS12 curves.

    (1 - u) P over F_p (Wahby, Boneh, eprint 2019/403); on the twist (u^2 - u - 1) P + (u - 1) psi(P)
    + psi^2(2 P) (Budroni, Pintore, eprint 2017/419), as u (u P + psi(P)) - u P - psi(P) + psi^2(2 P) - P.
    """
    curve, u = group.curve, group.curve.u
    if group.which == "P":
        return constant_multiples(k, group, points, 1 - u)
    once = constant_multiples(k, group, points, u)
    add, map_once, map_twice = apart(k, group.add), psi(k, curve), psi(k, curve, 2)
    both = [add(k, multiple, map_once(p)) for multiple, p in zip(once, points, strict=True)]
    twice = [map_twice(group.double(k, p)) for p in points]
    rest = [add(k, add(k, double, -p), -each) for double, p, each in zip(twice, points, both, strict=True)]
    multiples = constant_multiples(k, group, both, u)
    return [add(k, multiple, other) for multiple, other in zip(multiples, rest, strict=True)]


class Hashing(Job):
    """The sum of the simplified SWU maps of u0 and u1, by the isogeny to the curve, its cofactor cleared.

    That is `hash_to_curve` behind `hash_to_field`, with one element `encode_to_curve`. The status of elements
    is always 0; a point at infinity is (0, 0).
    """

    which: ClassVar[Which]
    count: ClassVar[int] = 2
    """Elements that are mapped."""

    def __init__(self, curve: AteCurve) -> None:
        suite = suite_of(curve, self.which)
        if suite is None:
            raise ValueError(f"{curve.name}: no suite of RFC 9380 maps to it by an isogeny")
        self.group = Group(curve, self.which)
        self.isogenous = Isogenous(suite)
        e = self.group.degree
        numbers = range(self.count) if self.count > 1 else ("",)
        inputs = tuple(f"u{n}{i if e > 1 else ''}" for n in numbers for i in range(e))
        super().__init__(curve, self._algorithm, inputs, self.group.names(""))

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Those that RFC 9380 has a suite for."""
        return super().fits(curve) and has_root_by_power(curve) and suite_of(curve, cls.which) is not None

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        given = "two elements" if self.count > 1 else "one element"
        return f"hash to {self.group.label} of {self.curve.name} from {given} of the field (RFC 9380)"

    def point(self, k: DecidingArithmetic[E], elements: Sequence[E]) -> Point[E]:
        """The point that the elements with these coefficients are mapped to."""
        (point,) = self.points(k, [elements])
        return point

    def points(self, k: DecidingArithmetic[E], many: Sequence[Sequence[E]]) -> list[Point[E]]:
        """The same for several lists of as many elements, side by side."""
        curve, e = self.isogenous, self.group.degree
        us = [
            self.group.element(*elements[i : i + e]) for elements in many for i in range(0, len(elements), e)
        ]
        mapped = curve.map(k, us)
        each = len(mapped) // len(many)
        totals = [
            reduce(lambda p, q: curve.add(k, p, q), mapped[i : i + each]) for i in range(0, len(mapped), each)
        ]
        return clear_cofactors(k, self.group, [curve.leave(k, total) for total in totals])

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        x, y = self.group.to_affine(k, self.point(k, inputs))
        return guarded(k, integer(k, 0), (*x.flat, *y.flat))

    def expected(self, inputs: Encoded) -> Encoded:
        """By the map in fractions, one isogeny for each point, affine sums, and the whole cofactor."""
        own, e = self.curve.groups[self.which], self.group.degree
        points = [_mapped(self.isogenous.isogeny, inputs[i : i + e]) for i in range(0, len(inputs), e)]
        u = self.curve.u
        factor = 1 - u if self.which == "P" else 3 * (u * u - 1) * self.curve.cofactors["Q"]
        return 0, *encode(self.group, own.multiply(factor, reduce(own.add, points)))

    def draw(self, rng: Random) -> Encoded:
        """Random elements; 0, small ones, elements with one coefficient, equal and opposite ones."""
        p, e = self.curve.p, self.group.degree
        first, second = (tuple(rng.randrange(p) for _ in range(e)) for _ in range(2))
        match rng.randrange(10):
            case 0:
                first = (0,) * e
            case 1:
                first = (rng.randrange(3), *(0,) * (e - 1))
            case 2:
                second = (*(0,) * (e - 1), rng.randrange(p))
            case 3:
                second = first
            case 4:
                second = tuple(-c % p for c in first)
        return (*first, *second) if self.count > 1 else rng.choice((first, second))


def _mapped(isogeny: Isogeny, u: Encoded) -> Any:
    """The point of the curve that u maps to, by section 6.6.2 of RFC 9380 as it is written there."""
    suite, p = isogeny.suite, isogeny.suite.curve.p
    a, b, z = (isogeny.element(value) for value in (suite.a, suite.b, suite.z))
    t = z * isogeny.element(u) ** 2
    s = t * t + t
    x = b / (z * a) if s == 0 else -b / a * (1 + 1 / s)
    if (x**3 + a * x + b) ** ((p**isogeny.extension - 1) // 2) == -1:
        x = t * x
    y = (x**3 + a * x + b).sqrt()
    signs = [next((c % 2 for c in value if c), 0) for value in (isogeny.coefficients(y), u)]
    if signs[0] != signs[1]:
        y = -y
    maps = {name: polynomial(x) for name, polynomial in isogeny.maps.items()}
    if maps["X_DEN"] == 0:
        return None
    return maps["X_NUM"] / maps["X_DEN"], y * maps["Y_NUM"] / maps["Y_DEN"]


class G1Hashing(Hashing):
    """Over F_p."""

    what = "hash-to-g1"
    which = "P"


class G2Hashing(Hashing):
    """On the twist."""

    what = "hash-to-g2"
    which = "Q"


class G1Map(Hashing):
    """Of one element of F_p."""

    what = "map-to-g1"
    which = "P"
    count = 1


class G2Map(Hashing):
    """Of one element of F_p2."""

    what = "map-to-g2"
    which = "Q"
    count = 1
