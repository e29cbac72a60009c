"""What the algorithms know of a curve: the tower they compute in, Frobenius constants, the way there and
back.

The tower above F_q is fixed by xi up to d-th powers, d the degree of the twist: with c^d = xi'/xi, w' = c w
has w'^d = xi'. The algorithms take the xi' by which a multiplication costs fewest additions, and one form of
twist, with a w'^4 and b w'^6 (M). A curve with a D-twist, over xi, is brought there by an xi' with
xi' xi = c^d, w' = c/w. (x, y) of the twist becomes (c^2 x, c^3 y); P stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any

from pairforge.algebra.arithmetic import E
from pairforge.algebra.tower import Coordinates, Tower
from pairforge.pairings.ate.cubic_twist import CubicTwist
from pairforge.pairings.ate.elements import additions, element
from pairforge.pairings.ate.extensions import Extended
from pairforge.pairings.ate.fq import Fq, Rules, Small, Way, times_constant
from pairforge.pairings.ate.line import Steps
from pairforge.pairings.ate.pair import Pair
from pairforge.pairings.ate.quadratic_twist import QuadraticTwist
from pairforge.pairings.ate.quartic_twist import QuarticTwist
from pairforge.pairings.ate.sextic_twist import SexticTwist
from pairforge.pairings.ate.top import TOPS, Top
from pairforge.pairings.ate.whole import Whole
from pairforge.pairings.families.optimal_ate import AteCurve

_LARGEST = 16  # coefficients of xi' looked at where F_q = F_p2, i^2 = -1
_LARGEST_PRIME = 128  # where F_q = F_p, of either sign
_LARGE = 3  # in other fields, where they may be negative and at most two are not 0


@dataclass(frozen=True)
class AteTower:
    """The curve as the algorithms see it.

    `way`: of `Rules`; `compressed`: whether powers are taken by compressed squares where those pay.
    """

    curve: AteCurve
    way: Way = "karatsuba"
    compressed: bool = False

    @cached_property
    def p(self) -> int:
        """The characteristic."""
        return self.curve.p

    @property
    def d(self) -> int:
        """The degree of the twist."""
        return self.curve.family.twist_degree

    @cached_property
    def field(self) -> Tower:
        """F_q, as the curve's file has it."""
        return self.curve.twist_field

    @cached_property
    def _own(self) -> Any:
        """The w^d of the curve, its inverse for a D-twist: what xi' is to be a d-th power times."""
        delta = self.field.flat.of(self.curve.delta)
        return delta if self.curve.twist == "M" else 1 / delta

    @cached_property
    def _lower(self) -> Rules | None:
        """The rules of the field below F_q, where F_q has steps."""
        steps = [self._small(step.residue) for step in self.field.steps]
        return Rules.over_prime(tuple(steps), self.way) if steps else None

    def _small(self, a: Coordinates) -> Small:
        """With coefficients around 0."""
        return tuple(min(c, c - self.p, key=abs) for c in a)

    @cached_property
    def rules(self) -> Rules:
        """xi', and how F_q multiplies.

        Raises
        ------
        ValueError
            The w^d of the curve is a square or a cube, or no small number can take its place.
        """
        own, q = self._own, self.p**self.field.degree
        if any(own ** ((q - 1) // n) == 1 for n in (2, 3) if self.d % n == 0):
            raise ValueError(f"{self.curve.name}: {self.field.text(self.curve.delta)} is a square or a cube")
        counted = [
            (additions(rules, rules.xi), rules)
            for rules in (Rules(xi, self.way, self._lower) for xi in self._candidates())
        ]
        for _, rules in sorted(counted, key=lambda pair: (pair[0], pair[1].xi)):
            ratio = self.field.flat.of(tuple(c % self.p for c in rules.xi)) / own
            if ratio ** ((q - 1) // self.d) == 1:
                return rules
        raise ValueError(f"{self.curve.name}: no small xi is a power with exponent {self.d} times its own")

    def _candidates(self) -> Iterable[Small]:
        e = self.field.degree
        if e == 1:
            return [(sign * n,) for n in range(1, _LARGEST_PRIME) for sign in (1, -1)]
        if Rules((0, 1), self.way, self._lower).gaussian:
            small = range(1, _LARGEST + 1)
            return list(product(small, small))
        values = [n for n in range(-_LARGE, _LARGE + 1) if n]
        one = [{i: n} for i in range(e) for n in values]
        two = [{i: n, j: m} for i, j in combinations(range(e), 2) for n in values for m in values]
        return [tuple(terms.get(i, 0) for i in range(e)) for terms in one + two]

    @cached_property
    def scale(self) -> tuple[Coordinates, ...]:
        """c^j for j up to d - 1 and 3; c is the d-th root with the least encoding, 1 where that is one."""
        xi = self.field.flat.of(tuple(c % self.p for c in self.rules.xi))
        ratio = xi / self._own
        if ratio == 1:
            return self._powers(ratio)
        return self._powers(min(self.field.flat.roots(ratio, self.d), key=self.field.flat.to))

    def gamma(self, n: int) -> tuple[Coordinates, ...]:
        """w'^(j (p^n - 1)) for j up to d - 1 and 3."""
        xi = self.field.flat.of(tuple(c % self.p for c in self.rules.xi))
        return self._powers(xi ** ((self.p**n - 1) // self.d))

    def _powers(self, c: Any) -> tuple[Coordinates, ...]:
        return tuple(self.field.flat.to(c**j) for j in range(max(self.d, 4)))

    @cached_property
    def leaving(self) -> tuple[tuple[int, Coordinates], ...]:
        """For j = 0, ..., d - 1 the place m and the constant with w'^j = constant times the m-th element of
        the basis of F_p^k over F_q that the curve's file gives.

        Raises
        ------
        ValueError
            The curve's w is no product of generators with an element of F_q.
        """
        tower, e, found = self.curve.tower, self.field.degree, []
        flat, w = tower.flat, tower.flat.of(self.curve.w)
        for j, c in enumerate(self.scale[: self.d]):
            power = flat.to(w**j if self.curve.twist == "M" else 1 / w**j)
            blocks = [power[m * e : (m + 1) * e] for m in range(self.d)]
            used = [m for m, block in enumerate(blocks) if any(block)]
            if len(used) != 1:
                raise ValueError(f"{self.curve.name}: untwist: must be a product of generators")
            found.append((used[0], self.field.multiply(blocks[used[0]], c)))
        return tuple(found)

    # -- on elements ----------------------------------------------------------------------------------------

    @property
    def steps(self) -> Steps[Any]:
        """Multiples of Q and their lines."""
        xi, curve = self.rules.xi, self.curve
        if self.d == 2:
            square = self.field.multiply(*[tuple(c % self.p for c in xi)] * 2)
            return QuadraticTwist(self._small((curve.a,))[0], tuple(curve.a * c % self.p for c in square))
        if self.d == 3:
            return CubicTwist()
        if self.d == 4:
            return QuarticTwist(curve.a, tuple(curve.a * c % self.p for c in xi))
        e = tuple(3 * curve.b * c % self.p for c in xi)
        squared = self.field.multiply(self.field.multiply(e, e), self.field.number(12))
        return SexticTwist(curve.b, (e, tuple(3 * c % self.p for c in e), squared))

    def element(self, *coordinates: E) -> Fq[E]:
        """An element of F_q from its coefficients over F_p."""
        return element(self.rules, *coordinates)

    @property
    def top(self) -> type[Top[Any]]:
        """F_p^k over F_q."""
        return TOPS[self.d]

    def value(self, flat: tuple[E, ...]) -> Top[E]:
        """An element of F_p^k from its coefficients."""
        return self.top.of(self.rules, flat)

    def one(self, k: Any) -> Top[Any]:
        """1 of F_p^k."""
        return self.value(tuple(k.constant(int(i == 0)) for i in range(self.parts)))

    @property
    def parts(self) -> int:
        """Of how many elements of the arithmetic an element of F_p^k consists."""
        return self.d * self.rules.parts

    def enter(self, k: Any, x: Fq[E], y: Fq[E]) -> tuple[Fq[E], Fq[E]]:
        """The point of the curve's twist on the twist of the algorithms."""
        return times_constant(k, x, self.scale[2]), times_constant(k, y, self.scale[3])

    def arrive(self, k: Any, coordinates: tuple[E, ...]) -> Top[E]:
        """The value with these coefficients in the tower of the curve's file; the inverse of `leave`."""
        e, flat, made = self.field.degree, self.field.flat, []
        for place, constant in self.leaving:
            c = self.element(*coordinates[e * place : e * (place + 1)])
            made.append(times_constant(k, c, flat.to(1 / flat.of(constant))))
        return self.top(*made)

    def leave(self, k: Any, f: Top[E]) -> tuple[E, ...]:
        """The coefficients of a value in the tower of the curve's file."""
        made = {
            place: times_constant(k, c, constant)
            for c, (place, constant) in zip(f.c, self.leaving, strict=True)
        }
        return tuple(part for place in range(self.d) for part in made[place].coordinates)

    def frobenius(self, k: Any, f: Top[E], n: int) -> Top[E]:
        """f^(p^n): that of each coefficient, times w^(j (p^n - 1))."""
        parts = [self.conjugate(k, c, n) for c in f.c]
        gamma = self.gamma(n)[: self.d]
        return type(f)(*(times_constant(k, c, g) for c, g in zip(parts, gamma, strict=True)))

    def frobenius_of_point(self, k: Any, x: Fq[E], y: Fq[E], n: int) -> tuple[Fq[E], Fq[E]]:
        """pi^n on the twist: (x / w^2, y / w^3) to the power p^n."""
        flat = self.field.flat
        two, three = (flat.to(1 / flat.of(self.gamma(n)[j])) for j in (2, 3))
        x, y = self.conjugate(k, x, n), self.conjugate(k, y, n)
        return times_constant(k, x, two), times_constant(k, y, three)

    def conjugate(self, k: Any, x: Fq[E], n: int) -> Any:
        """x^(p^n) in F_q or a field below: of a root z of xi, z^i becomes z^i xi^(i (p^n - 1)/step)."""
        n %= x.rules.degree
        if n == 0:
            return x
        if isinstance(x, Pair | Whole):
            return x.conjugate()
        assert isinstance(x, Extended)
        assert x.rules.lower is not None
        below = self.field.part(x.rules.lower.degree)
        assert below is not None
        xi = below.flat.of(tuple(c % self.p for c in x.rules.lower.xi))
        gamma = xi ** ((self.p**n - 1) // x.rules.step)
        parts = [self.conjugate(k, c, n) for c in x.c]
        return type(x)(x.rules, *(times_constant(k, c, below.flat.to(gamma**i)) for i, c in enumerate(parts)))


@cache
def tower_of(curve: AteCurve) -> AteTower:
    """That of a curve, made once: what it derives takes longer than most that is done with it."""
    return AteTower(curve)
