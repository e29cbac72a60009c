"""Families of curves with twists of degree 6, 4, 3 or 2, given by polynomials in a seed u, and their curves.

y^2 = x^3 + b has twists of degree 6 and 3, y^2 = x^3 + a x of degree 4, any curve one of degree 2. The
optimal ate pairing (Vercauteren, IEEE Transactions on Information Theory 2010) belongs to a short vector
(c_0, c_1, ...) with r dividing the sum of c_i p^i: its value is the function with divisor sum c_i (pi^i(Q)) -
(sum c_i) (O) at P, pi the p-th power map, to the power (p^k - 1)/r.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd, isqrt
from random import Random
from typing import TYPE_CHECKING, Any

from flint import fmpz_poly
from flint.utils.flint_exceptions import DomainError

from pairforge.algebra.arithmetic import PrimeArithmetic
from pairforge.algebra.pairing_families import FAMILIES, PairingFamily
from pairforge.algebra.tower import Coordinates, Tower
from pairforge.algebra.weierstrass import Affine
from pairforge.algebra.weierstrass import Curve as WeierstrassCurve
from pairforge.catalog.security import Security
from pairforge.pairings.ate.chains import binary_digits, signed_digits
from pairforge.pairings.families.base import UNLISTED, Curve, Family, Listing, bits_of_field

if TYPE_CHECKING:  # the tower is built over a curve
    from pairforge.pairings.ate.parameters import AteTower
    from pairforge.pairings.ate.top import Top
    from pairforge.table import Table

Turn = tuple[int, tuple[tuple[int, int], ...]]
"""Doublings of the multiple, and what is added behind them: (n, sign) stands for sign pi^n(Q)."""


@dataclass(frozen=True)
class FirstPoint:
    """A generator of G2 that follows from a rule: the cofactor times the point of abscissa x.

    Of the two such points it is the one whose ordinate has an even coefficient of 1.
    """

    x: Coordinates


@dataclass(frozen=True)
class Generators:
    """Points that generate G1 and G2, which is on the twist: (x, y), with their source.

    `g2`: None where the file gives none.
    """

    g1: tuple[int, int]
    g2: tuple[Coordinates, Coordinates] | FirstPoint | None
    source: str


@dataclass(frozen=True)
class AteCurve(Curve):
    """y^2 = x^3 + a x + b over F_p of a family with the seed u; of degree 6 with a = 0, of 4 with b = 0.

    `tower`: the equations of F_p^k from F_p up; the field of degree k/d among them, d the twist's degree, is
    F_q, the field of the twist. `untwist`: an expression for w, the element of F_p^k whose d-th power is in
    F_q; empty: the last of the tower. The twist has a w^4 and b w^6 for a and b (`twist` "M"), or a/w^4 and
    b/w^6 ("D"): (x, y) on it is (x/w^2, y/w^3) on the curve (M), or (x w^2, y w^3) (D).
    """

    name: str
    family: AteFamily
    u: int
    a: int
    b: int
    equations: tuple[str, ...]
    twist: str
    source: str
    security: Security
    listing: Listing = UNLISTED
    generators: Generators | None = None
    untwist: str = ""

    @cached_property
    def p(self) -> int:
        """The characteristic."""
        return _integer(self.family.polynomials.p(self.u))

    @cached_property
    def r(self) -> int:
        """The prime order of the groups."""
        return _integer(self.family.polynomials.r(self.u))

    @property
    def trace(self) -> int:
        """The trace of Frobenius: p + 1 - trace points."""
        return _integer(self.family.polynomials.trace(self.u))

    @property
    def field_bits(self) -> int:
        """Of p."""
        return self.p.bit_length()

    # -- fields and twist -----------------------------------------------------------------------------------

    @cached_property
    def tower(self) -> Tower:
        """F_p^k (ValueError where the equations give none)."""
        return Tower.of(self.p, self.equations)

    @property
    def twist_field(self) -> Tower:
        """F_q."""
        found = self.tower.part(self.family.twist_field_degree)
        assert found is not None
        return found

    @cached_property
    def gaussian(self) -> bool:
        """Whether F_q is F_p2 with i^2 = -1."""
        if self.family.twist_field_degree != 2:
            return False
        return Tower.of(self.p, self.equations[:1]).steps[0].residue == (self.p - 1,)

    @cached_property
    def w(self) -> Coordinates:
        """The element of F_p^k whose d-th power is in F_q."""
        return self.tower.element(self.untwist or self.tower.names[-1])

    @cached_property
    def delta(self) -> Coordinates:
        """w^d, in F_q."""
        full = self.tower.power(self.w, self.family.twist_degree)
        return full[: self.family.twist_field_degree]

    @property
    def equation(self) -> str:
        """Of the curve."""
        return _equation(_term(self.a, " x"), _term(self.b))

    @property
    def short_equation(self) -> str:
        """Of the curve, with a letter in the place of a coefficient that fills a line."""
        a, b = (
            f" + {letter}{unit}" if abs(c) > _SHORT else _term(c, unit)
            for letter, c, unit in (("a", self.a, " x"), ("b", self.b, ""))
        )
        return _equation(a, b)

    @property
    def twist_equation(self) -> str:
        """Of the twist."""
        sign, field = "*" if self.twist == "M" else "/", self.twist_field
        factor = f"{sign}({field.text(self.delta)})"
        linear, constant = (factor + (f"^{n}" if n > 1 else "") for n in self.delta_powers)
        return f"{_equation(_term(self.a, linear + ' x'), _term(self.b, constant))} over {field.name}"

    @property
    def delta_powers(self) -> tuple[int, int]:
        """w^4 and w^6 as powers of w^d; the first is for a curve with a = 0 none, the second with b = 0."""
        d = self.family.twist_degree
        return 4 // d, 6 // d

    @cached_property
    def base(self) -> WeierstrassCurve:
        """The curve over F_p."""
        field = Tower(self.p).flat.field
        return WeierstrassCurve(field(self.a), field(self.b))

    @cached_property
    def groups(self) -> dict[str, WeierstrassCurve]:
        """For "P" the curve over F_p, for "Q" the twist over F_q, for "E" the curve over F_p^k."""
        small, full = (tower.flat.field for tower in (self.twist_field, self.tower))
        delta = self.twist_field.flat.of(self.delta)
        factor = delta if self.twist == "M" else 1 / delta
        four, six = self.delta_powers
        return {
            "P": self.base,
            "Q": WeierstrassCurve(small(self.a) * factor**four, small(self.b) * factor**six),
            "E": WeierstrassCurve(full(self.a), full(self.b)),
        }

    def random_point(self, which: str, rng: Random) -> Affine:
        """A random point of the curve ("P") or the twist ("Q"), of any order."""
        curve = self.base if which == "P" else self.groups["Q"]
        tower = Tower(self.p) if which == "P" else self.twist_field
        while True:
            x = tower.flat.of(tuple(rng.randrange(self.p) for _ in range(tower.degree)))
            try:
                y = (x * x * x + curve.a * x + curve.b).sqrt()
            except (ValueError, DomainError):
                continue
            return x, rng.choice((y, -y))

    @cached_property
    def cofactors(self) -> dict[str, int]:
        """The number of points over r, of the curve ("P") and of the twist ("Q").

        ValueError where r does not divide the order of the twist.
        """
        probes = [self.random_point("Q", Random(seed)) for seed in range(_PROBES)]
        curve = self.groups["Q"]
        for order in self._twist_orders():
            if order % self.r == 0 and all(curve.multiply(order, point) is None for point in probes):
                return {"P": self.family.order(self) // self.r, "Q": order // self.r}
        raise ValueError(f"r does not divide the order of the twist of type {self.twist}")

    def _twist_orders(self) -> Iterator[int]:
        """The orders over F_q of the twists of the full degree, and of their own quadratic twists.

        With t_q the trace over F_q, t_q^2 - 4 q = -D f^2: the traces are (+-3 f +- t_q)/2 where d = 6, +-f
        where d = 4 (Hess, Smart, Vercauteren, IEEE Transactions on Information Theory 52, 2006). Where d = 2
        it is -t_q.
        """
        p, e = self.p, self.family.twist_field_degree
        before, trace = 2, self.trace
        for _ in range(e - 1):
            before, trace = trace, self.trace * trace - p * before
        q, d = p**e, self.family.polynomials.discriminant
        if self.family.twist_degree == 2:
            yield q + 1 + trace
            return
        assert d is not None
        f = isqrt((4 * q - trace * trace) // d)
        assert d * f * f == 4 * q - trace * trace
        for sign in (1, -1):
            if d == 1:
                yield q + 1 - sign * f
            else:
                yield q + 1 - sign * (3 * f + trace) // 2
                yield q + 1 - sign * (3 * f - trace) // 2

    # -- the Miller loop ------------------------------------------------------------------------------------

    @property
    def loop_count(self) -> int:
        """The first entry of the vector, the largest; negative where the seed is, in most families."""
        return self.family.vector(self.u)[0]

    @property
    def closing(self) -> tuple[tuple[int, int], ...]:
        """What is added behind the loop: (n, sign) stands for sign pi^n(Q). The last addition of all gives O,
        has a vertical line, and is left out (`left_out`).
        """
        return tuple(self._images[:-1])

    @property
    def left_out(self) -> tuple[int, int]:
        """The last addition of all, which is one behind the loop where there is one."""
        return self._images[-1] if self._images else self._digits[0][-1]

    @property
    def reached(self) -> tuple[int, ...]:
        """The vector without the last addition: for it the loop computes the function at every point."""
        n, sign = self.left_out
        if not self._images and self.loop_count < 0:
            sign = -sign
        return tuple(c - sign * (i == n) for i, c in enumerate(self.family.vector(self.u)))

    @cached_property
    def loop_tells_membership(self) -> bool:
        """Whether the points of the twist for which the whole loop gives O are those of order r.

        With g the polynomial of the vector, it multiplies by g(pi), whose degree is the resultant of g and
        X^2 - trace X + p. What it takes to O is a group of an order that divides this degree, and also the
        number of points of the twist (Scott, eprint 2021/1130, for the family BLS12).
        """
        g, pi = fmpz_poly(list(self.family.vector(self.u))), fmpz_poly([self.p, -self.trace, 1])
        degree = abs(int(g.resultant(pi)))
        possible = {gcd(degree, order) == self.r for order in self._twist_orders() if order % self.r == 0}
        if len(possible) == 1:  # as a rule r divides one order only; telling which it is takes long
            return possible.pop()
        return gcd(degree, self.r * self.cofactors["Q"]) == self.r

    @property
    def _has_negatives(self) -> bool:
        """Whether -Q may be added: where verticals are in a proper subfield of F_p^k."""
        return self.family.embedding_degree % 2 == 0

    @property
    def _images(self) -> list[tuple[int, int]]:
        """Entries 1 and -1 of the vector behind the first, each with its place."""
        _, *others = self.family.vector(self.u)
        return [(n, c) for n, c in enumerate(others, 1) if abs(c) == 1]

    @property
    def _digits(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """Places of digits of the vector's entries: the first entry's, and those larger than 1 of others.

        At each place (n, digit) for entry number n, as if the first entry were positive.
        """
        first, *others = self.family.vector(self.u)
        flip = -1 if first < 0 else 1
        added: dict[int, list[tuple[int, int]]] = {}
        place = 0
        for run, digit in reversed(
            signed_digits(abs(first)) if self._has_negatives else binary_digits(first)
        ):
            added.setdefault(place, [])
            if digit:
                added[place].append((0, digit))
            place += run
        for n, c in enumerate(others, 1):
            if abs(c) > 1:
                for place, digit in _digits_of(c * flip):
                    added.setdefault(place, []).append((n, digit))
        return added

    @cached_property
    def loop(self) -> tuple[Turn, ...]:
        """Doublings and additions from the top of the loop count's magnitude, to whose sign that of other
        digits is relative.
        """
        added = {place: list(digits) for place, digits in self._digits.items()}
        top = max(place for place, digits in added.items() for n, _ in digits if n == 0)
        added[top] = [(n, digit) for n, digit in added[top] if n]
        if not self._images:
            added[0].pop()
        turns, last = [], top
        for place in sorted(added, reverse=True)[1:]:
            turns.append((last - place, tuple(added[place])))
            last = place
        return tuple(turns)


_PROBES = 2


def _digits_of(c: int) -> Iterator[tuple[int, int]]:
    """Places and digits 1, -1 of the non-adjacent form."""
    sign = -1 if c < 0 else 1
    c, place = abs(c), 0
    while c:
        if c % 2:
            digit = 2 - c % 4
            yield place, sign * digit
            c -= digit
        c, place = c // 2, place + 1


def _integer(value: int | None) -> int:
    if value is None:
        raise ValueError("the seed gives no integer")
    return value


_SHORT = 10**9
"""Coefficients up to here are written out wherever a curve is named."""


def _equation(*terms: str) -> str:
    return f"y^2 = x^3{''.join(terms)}"


def _term(c: int, unit: str = "") -> str:
    if not c:
        return ""
    return f" {'-' if c < 0 else '+'} {unit.strip() if unit == ' x' and abs(c) == 1 else f'{abs(c)}{unit}'}"


class AteFamily(Family[AteCurve]):
    """A family of pairing-friendly curves with an optimal ate pairing.

    Attributes
    ----------
    polynomials: p, r and the trace in u.
    twist_degree: d, of the twist that Q is on.
    """

    maps = ("ate",)
    variants: tuple[str, ...] = ("product2", "check", "prepared")
    twist_degree = 6
    estimates = True

    @property
    def polynomials(self) -> PairingFamily:
        """p, r and the trace in u."""
        return FAMILIES[self.name.lower()]

    @property
    def embedding_degree(self) -> int:  # type: ignore[override]
        """k."""
        return self.polynomials.embedding_degree

    @property
    def coefficients(self) -> tuple[str, ...]:
        """Those of y^2 = x^3 + a x + b that are not 0 in general: with them there is the twist."""
        return {6: ("b",), 4: ("a",), 3: ("b",), 2: ("a", "b")}[self.twist_degree]

    @property
    def twist_field_degree(self) -> int:
        """e = k/d: q = p^e."""
        return self.embedding_degree // self.twist_degree

    @abstractmethod
    def vector(self, u: int) -> tuple[int, ...]:
        """(c_0, c_1, ...), the first entry the largest by magnitude."""

    def hard_exponent(self, u: int) -> int:
        """The hard part of the final exponentiation, Phi_k(p)/r."""
        p = _integer(self.polynomials.p(u))
        value = 0
        for c in reversed(fmpz_poly.cyclotomic(self.embedding_degree).coeffs()):
            value = value * p + int(c)
        return value // _integer(self.polynomials.r(u))

    @abstractmethod
    def hard_part(self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]) -> Top[Any]:
        """m^`hard_exponent` by the family's addition chain, for m of the cyclotomic subgroup."""

    def equal_where_one(
        self, k: PrimeArithmetic[Any], tower: AteTower, m: Top[Any]
    ) -> tuple[Top[Any], Top[Any]]:
        """Two values that are equal where m^`hard_exponent` is 1, and only there.

        Families have cheaper ones than that power: by its own powers with exponents prime to r.
        """
        return self.hard_part(k, tower, m), tower.one(k)

    def read(self, t: Table, name: str, source: str, security: Security | None, listing: Listing) -> AteCurve:
        """The keys of `families/curve_file.py`; without a security line it is estimated."""
        from pairforge.pairings.families.curve_file import read_ate_curve

        return read_ate_curve(self, t, name, source, security, listing)

    def check(self, curve: AteCurve, file: str) -> None:
        """The curve, its tower, its twist and its generators."""
        from pairforge.pairings.families.curve_file import check

        check(curve, file)

    def order(self, curve: AteCurve) -> int:
        """p + 1 - trace."""
        return curve.p + 1 - curve.trace

    def map_name(self, curve: AteCurve) -> str:
        """With the equation and the family."""
        return (
            f"optimal ate pairing on {curve.short_equation} over {bits_of_field(curve.field_bits)} "
            f"({self.name} curve), k = {self.embedding_degree}"
        )
