"""`gt-pow`: the power of a value of the pairing by a scalar, in constant time; the group that it is in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import gcd
from random import Random
from typing import Any, Generic

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.decide import are_zero, both, choose, first_of, guarded, opposite
from pairforge.jobs.endomorphisms import terms_by_frobenius
from pairforge.jobs.multiples import Map, sum_of_multiples
from pairforge.jobs.scalars import is_scalar
from pairforge.jobs.statuses import SCALAR, SUBGROUP
from pairforge.pairings.ate import cyclotomic
from pairforge.pairings.ate.compressed import cyclotomic_power
from pairforge.pairings.ate.parameters import AteTower, tower_of
from pairforge.pairings.ate.top import Top
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


@dataclass(frozen=True)
class Value(Generic[E]):
    """An element of the cyclotomic subgroup of F_p^12, written as `multiples.Law` has groups: -x is 1/x."""

    top: Top[E]

    @property
    def flat(self) -> tuple[E, ...]:
        """All coefficients."""
        return self.top.flat

    def __neg__(self) -> Value[E]:
        return Value(self.top.conjugate())


@dataclass(frozen=True)
class TargetGroup:
    """That of `Value`."""

    curve: AteCurve

    @property
    def tower(self) -> AteTower:
        """What its elements are computed in."""
        return tower_of(self.curve)

    @property
    def size(self) -> int:
        """Elements of the arithmetic in a value."""
        return self.tower.parts

    def point(self, flat: tuple[E, ...]) -> Value[E]:
        """A value from its `flat`."""
        return Value(self.tower.value(flat))

    def add(self, k: Any, p: Value[E], q: Value[E]) -> Value[E]:
        """The product."""
        return Value(p.top * q.top)

    def double(self, k: Any, p: Value[E]) -> Value[E]:
        """The square."""
        return Value(cyclotomic.square_of_plain(k, p.top))

    def unless(self, k: DecidingArithmetic[E], flag: E, p: Value[E]) -> Value[E]:
        """1 where the flag is 1, else p."""
        return self.point(choose(k, flag, self.tower.one(k).flat, p.flat))

    def negated_if(self, k: DecidingArithmetic[E], flag: E, p: Value[E]) -> Value[E]:
        """1/p where the flag is 1, else p."""
        return self.point(choose(k, flag, (-p).flat, p.flat))

    def frobenius(self, k: Any, power: int) -> Map:
        """The power with exponent p^power."""
        return lambda p: Value(self.tower.frobenius(k, p.top, power))

    def contains(self, k: DecidingArithmetic[E], p: Value[E]) -> E:
        """A flag: whether any element of F_p^12, 0 among them, has an order that divides r.

        In the cyclotomic subgroup, where f^(p^4) f = f^(p^2), it has where f^p = f^(t - 1), t the trace
        (Scott, eprint 2021/1130): r is all that p + 1 - t has in common with p^4 - p^2 + 1 (`fits`).
        """
        f, frobenius = p.top, partial(self.tower.frobenius, k)
        power = cyclotomic_power(k, self.tower, f, cyclotomic.raised(f), self.curve.trace - 1)
        k.block("member")
        cyclic = (frobenius(f, 4) * f).flat, frobenius(f, 2).flat
        of_order = power.raised.flat, cyclotomic.raised(frobenius(f, 1)).flat
        same = [k.equal(a, b) for left, right in (cyclic, of_order) for a, b in zip(left, right, strict=True)]
        return both(k, opposite(k, are_zero(k, f.flat)), *same)

    @staticmethod
    def fits(curve: AteCurve) -> bool:
        """Whether `contains` is right for a curve."""
        return gcd(curve.p + 1 - curve.trace, curve.p**4 - curve.p**2 + 1) == curve.r


class TargetPower(Job):
    """f^n for a scalar n < r and a value f of the pairing, in the coefficients of the curve's file.

    Status: `SCALAR` where n is r or more, `SUBGROUP` where f^r is not 1.
    """

    what = "gt-pow"
    integers = frozenset({"n"})

    def __init__(self, curve: AteCurve) -> None:
        self.group = TargetGroup(curve)
        of_f, of_e = (tuple(f"{name}{i}" for i in range(curve.tower.degree)) for name in "fe")
        super().__init__(curve, self._algorithm, ("n", *of_f), of_e)

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """BN and BLS12 curves."""
        return super().fits(curve) and TargetGroup.fits(curve)

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"power of a value of the pairing by a scalar on {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        group, n, given = self.group, k.integer(inputs[0]), inputs[1:]
        f = Value(group.tower.arrive(k, given))
        inside = group.contains(k, f)
        terms, bits = terms_by_frobenius(k, group, n, f, partial(group.frobenius, k))
        made = sum_of_multiples(k, group, terms, bits)
        wrong = (opposite(k, is_scalar(k, n, self.curve.r)), SCALAR), (opposite(k, inside), SUBGROUP)
        return guarded(k, first_of(k, *wrong), group.tower.leave(k, made.top))

    def expected(self, inputs: Encoded) -> Encoded:
        """By powers in F_p^12 as a flat extension."""
        n, *coefficients = inputs
        flat, zeros = self.curve.tower.flat, (0,) * len(coefficients)
        f = flat.of(tuple(coefficients))
        if n >= self.curve.r:
            return SCALAR, *zeros
        if f**self.curve.r != 1:
            return SUBGROUP, *zeros
        return 0, *flat.to(f**n)

    def draw(self, rng: Random) -> Encoded:
        """Mostly a value and a scalar; small and large scalars and such that are none; 0, 1, any element, and
        elements of the subgroups around that of order r.
        """
        p, r, flat = self.curve.p, self.curve.r, self.curve.tower.flat
        n = rng.choice([rng.randrange(r)] * 6 + [0, 1, 2, r - 1, rng.randrange(min(r, 64))])
        if rng.randrange(12) == 0:
            n = rng.choice((r, rng.randrange(r, p)))
        x = flat.of(tuple(rng.randrange(p) for _ in range(12)))
        f = x ** ((p**12 - 1) // r)
        match rng.randrange(14):
            case 0:
                f = rng.choice((x - x, f**0, x))
            case 1:
                f = x ** ((p**6 - 1) * (p**2 + 1))
            case 2:
                f = rng.choice((-f, f * rng.randrange(2, p), x ** (p**6 - 1)))
        return n, *flat.to(f)
