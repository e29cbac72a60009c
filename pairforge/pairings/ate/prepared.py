"""Pairings with a prepared Q: the lines through its multiples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from flint.utils.flint_exceptions import DomainError

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.pairings.ate.miller import prepared_loop
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.base import Encoded
from pairforge.pairings.equations import weierstrass
from pairforge.pairings.facts import CurveFacts
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.large_prime import coefficients


class AtePrepared(AtePairing):
    """e(P, Q) where Q comes as the lines through its multiples (`terms.Prepared`): no points are added.

    In the vectors Q is a list of lines, each [[a0, a1], [b0, b1]]: of tangents and chords on the twist of the
    algorithms, y^2 = x^3 + b xi', in the order of the loop.
    """

    def __init__(self, curve: AteCurve) -> None:
        super().__init__(curve, "prepared")
        self.one = AtePairing(curve)
        lines = sum(run + (digit != 0) for run, digit in curve.loop_digits) + len(curve.family.closing)
        self.description = f"e(P, Q) of {curve.name}, Q given as {lines} lines"
        self.q_shape = ((2, 2),) * lines
        names = [f"{c}{i}{part}" for i in range(lines) for c in "ab" for part in "01"]
        self.stages = self._stages(prepared_loop, ("xP", "yP", *names))

    def facts(self) -> CurveFacts:
        """Those of the pairing; of generators, that of P."""
        facts = self.one.facts()
        return replace(facts, name=self.name, generators=facts.generators[:1])

    @cached_property
    def _tower(self) -> AteTower:
        return AteTower(self.curve)

    @cached_property
    def _twist(self) -> Curve:
        """That of the algorithms."""
        k = self._quadratic
        return Curve(k(0), k(self.curve.b) * k(list(self._tower.rules.xi)))

    def lines_of(self, Q: Encoded) -> Encoded:
        """The lines for a point Q of the curve's twist, flat."""
        return tuple(
            part for line in self._lines(self._enter(Q)) for c in line for part in coefficients(c, 2)
        )

    def _enter(self, Q: Encoded) -> Affine:
        x, y = self.decode_point("Q", Q)
        two, three = (self._quadratic(list(self._tower.scale[j])) for j in (2, 3))
        return x * two, y * three

    def _lines(self, Q: Affine) -> Iterator[tuple[Any, Any]]:
        """(slope x - y, -slope) for each tangent and chord of the loop."""
        curve, tower = self._twist, self._tower
        T: Affine = Q

        def to(R: Affine) -> tuple[Any, Any]:
            nonlocal T
            slope, (x, y) = curve.slope(T, R), T
            total = curve.add(T, R)
            assert slope is not None and total is not None
            T = total
            return slope * x - y, -slope

        for run, digit in self.curve.loop_digits:
            for _ in range(run):
                yield to(T)
            if digit:
                yield to(Q if digit > 0 else (Q[0], -Q[1]))
        if self.curve.loop_count < 0:
            T = T[0], -T[1]
        for n, sign in self.curve.family.closing:
            two, three = (1 / self._quadratic(list(tower.gamma(n)[j])) for j in (2, 3))
            x, y = Q[0].frobenius(n) * two, Q[1].frobenius(n) * three
            yield to((x, y if sign > 0 else -y))

    def point_of(self, lines: Encoded) -> Encoded | None:
        """The point of the curve's twist that has these lines, if there is one.

        The first is the tangent at Q: with its slope s and a = s x - y, 3 x^2 = 2 s y gives 3 x^2 - 2 s^2 x +
        2 s a = 0.
        """
        k = self._quadratic
        a, s = k(list(lines[:2])), -k(list(lines[2:4]))
        try:
            root = (s**4 - 6 * s * a).sqrt()
        except (ValueError, DomainError):
            return None
        two, three = (1 / k(list(self._tower.scale[j])) for j in (2, 3))
        for sign in (1, -1):
            x = (s * s + sign * root) / 3
            y = s * x - a
            Q = (*coefficients(x * two, 2), *coefficients(y * three, 2))
            if self.one.complaint_about_point("Q", Q) is None and self.lines_of(Q) == tuple(lines):
                return Q
        return None

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Off its curve, or not the lines of a point of order r?"""
        if which == "P":
            return self.one.complaint_about_point(which, point)
        if self.point_of(point) is None:
            return f"are not the lines of a point of order r on {self.groups['Q'][1]}"
        return None

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """P on the curve? Lines satisfy no equation of a curve."""
        curve, _ = self.one.groups["P"]
        return curve.contains(self.one.decode_point("P", P))

    def _residuals(self, k: Arithmetic[E], tower: AteTower, /, *inputs: E) -> tuple[E, ...]:
        xP, yP, *_ = inputs
        return (weierstrass(k, 0, self.curve.b, xP, yP),)

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The pairing by its definition at the point whose lines are given."""
        point = self.point_of(Q)
        assert point is not None
        return self.one.model(P, point)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Points for P, and the lines of such for Q."""
        return [(P, self.lines_of(Q)) for P, Q in self.one.random_points(number, seed)]
