"""The curve y^2 = x^3 + a x + b that a suite of RFC 9380 maps to first, and the isogeny on to the curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import are_zero, choose_element
from pairforge.jobs.group import Point
from pairforge.jobs.ratios import root_ratios
from pairforge.jobs.roots import sgn0, with_sign
from pairforge.pairings.ate.fq import Fq, times_constant
from pairforge.pairings.isogeny import Isogeny
from pairforge.pairings.sswu_suites import SswuSuite


@dataclass(frozen=True)
class Isogenous:
    """The suite's curve, in homogeneous coordinates: x = X/Z, y = Y/Z."""

    suite: SswuSuite

    @cached_property
    def isogeny(self) -> Isogeny:
        """The isogeny."""
        return Isogeny(self.suite)

    def _times(self, k: Any, x: Fq[E], constant: Any) -> Fq[E]:
        """The product with an exact element."""
        made: Fq[E] = times_constant(k, x, self.isogeny.coefficients(constant))
        return made

    @cached_property
    def _a(self) -> Any:
        return self.isogeny.element(self.suite.a)

    @cached_property
    def _b(self) -> Any:
        return self.isogeny.element(self.suite.b)

    # -- to the curve --------------------------------------------------------------------------------------

    def map(self, k: DecidingArithmetic[E], us: Sequence[Fq[E]]) -> list[Point[E]]:
        """The simplified SWU map of each u, side by side (RFC 9380, section 6.6.2 and appendix F.2).

        With t = z u^2, s = t^2 + t: x1 = b (s + 1) / (-a s), and b / (a z) where s = 0. Where x1 is no
        abscissa, x2 = t x1 is, and t u sqrt(z g(x1)) an ordinate.
        """
        z, a, b = self.suite.z, self._a, self._b
        starts, ratios = [], []
        signs = [sgn0(k, u) for u in us] if k.steps else []  # of integers that some jobs have been given
        k.step()
        for u in us:
            t = u.square().times_small(z)
            s = t.square() + t
            x = self._times(k, s + u.constant(k, self._coefficients(1)), b)
            zero = are_zero(k, s.flat)
            place = choose_element(
                k, zero, u.constant(k, self._coefficients(a * self._z)), self._times(k, s, -a)
            )
            square = place.square()
            v = square * place
            ratios.append(((x.square() + self._times(k, square, a)) * x + self._times(k, v, b), v))
            starts.append((u, t, x, place, signs.pop(0) if signs else sgn0(k, u)))
        points = []
        for (u, t, x, place, sign), (root, found) in zip(starts, root_ratios(k, ratios, z), strict=True):
            x = choose_element(k, found, x, t * x)
            y = choose_element(k, found, root, t * u * root)
            y = with_sign(k, y, sign, sgn0(k, y))
            points.append(Point(x, y * place, place))
        return points

    @cached_property
    def _z(self) -> Any:
        return self.isogeny.element(self.suite.z)

    def _coefficients(self, constant: Any) -> tuple[int, ...]:
        return self.isogeny.coefficients(self._one * constant)

    @cached_property
    def _one(self) -> Any:
        return self.isogeny.element((1, *(0,) * (len(self.suite.z) - 1)))

    # -- on the curve --------------------------------------------------------------------------------------

    def add(self, k: Any, p: Point[E], q: Point[E]) -> Point[E]:
        """p + q for any points, complete where none has order 2 (eprint 2015/1060, algorithm 1)."""
        a, b3 = self._a, 3 * self._b
        xx, yy, zz, xy, yz, xz = p.products(q)
        azz = self._times(k, zz, a)
        more = self._times(k, xz, a) + self._times(k, zz, b3)
        plus, minus = yy + more, yy - more
        slope = xx.times(3) + azz
        rest = self._times(k, xx - azz, a) + self._times(k, xz, b3)
        return Point(xy * minus - yz * rest, slope * rest + plus * minus, yz * plus + xy * slope)

    # -- from the curve ------------------------------------------------------------------------------------

    def leave(self, k: Any, p: Point[E]) -> Point[E]:
        """The isogeny. With h the polynomial of its kernel it is (x_num / h^2, y y_num / h^3).

        The point at infinity becomes (0 : 0 : 0), which stays so in all sums and is (0, 0) in the end.
        """
        maps = self.isogeny.maps
        h, x_num, y_num = (
            self._homogeneous(k, p, polynomial.coeffs())
            for polynomial in (self.isogeny.kernel, maps["X_NUM"], maps["Y_NUM"])
        )
        return Point(x_num * h, p.y * y_num, p.z * (h.square() * h))

    def _homogeneous(self, k: Any, p: Point[E], coefficients: Sequence[Any]) -> Fq[E]:
        """The sum of c_i X^i Z^(n - i), by Horner's rule."""
        *lower, top = coefficients
        total, power = self._times(k, p.x, top), p.z
        for c in reversed(lower[1:]):
            total = (total + self._times(k, power, c)) * p.x
            power = power * p.z
        return total + self._times(k, power, lower[0])
