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
from pairforge.pairings.ate.parameters import AteTower, tower_of
from pairforge.pairings.computation import Encoded
from pairforge.pairings.equations import weierstrass
from pairforge.pairings.facts import CurveFacts
from pairforge.pairings.families.optimal_ate import AteCurve


class AtePrepared(AtePairing):
    """e(P, Q) where Q comes as the lines through its multiples (`terms.Prepared`): no points are added.

    In the vectors Q is a list of lines, each [[a0, a1], [b0, b1]]: of tangents and chords on the twist of the
    algorithms, with xi', in the order of the loop.
    """

    def __init__(self, curve: AteCurve) -> None:
        super().__init__(curve, "prepared")
        self.one = AtePairing(curve)
        lines = sum(run + len(added) for run, added in curve.loop) + len(curve.closing)
        self.description = f"e(P, Q) of {curve.name}, Q given as {lines} lines"
        self.q_shape = (self.point_shape,) * lines
        e = range(self.field_degree)
        names = [f"{c}{i}{part if len(e) > 1 else ''}" for i in range(lines) for c in "ab" for part in e]
        self.stages = self._stages(prepared_loop, ("xP", "yP", *names))

    def facts(self) -> CurveFacts:
        """Those of the pairing; of generators, that of P."""
        facts = self.one.facts()
        return replace(facts, name=self.name, generators=facts.generators[:1])

    @property
    def _tower(self) -> AteTower:
        return tower_of(self.curve)

    @cached_property
    def _twist(self) -> Curve:
        """That of the algorithms."""
        xi = self._small(self._tower.rules.xi)
        field, (four, six) = self.curve.twist_field.flat.field, self.curve.delta_powers
        return Curve(field(self.curve.a) * xi**four, field(self.curve.b) * xi**six)

    def _small(self, z: tuple[int, ...]) -> Any:
        return self.curve.twist_field.flat.of(tuple(c % self.p for c in z))

    def lines_of(self, Q: Encoded) -> Encoded:
        """The lines for a point Q of the curve's twist, flat."""
        to = self.curve.twist_field.flat.to
        return tuple(part for line in self._lines(self._enter(Q)) for c in line for part in to(c))

    def _enter(self, Q: Encoded) -> Affine:
        x, y = self.decode_point("Q", Q)
        two, three = (self._small(self._tower.scale[j]) for j in (2, 3))
        return x * two, y * three

    def _image(self, Q: Affine, n: int) -> Affine:
        """pi^n(Q)."""
        tower, flat = self._tower, self.curve.twist_field.flat
        if n == 0:
            return Q
        two, three = (1 / flat.of(tower.gamma(n)[j]) for j in (2, 3))
        return self._conjugate(Q[0], n) * two, self._conjugate(Q[1], n) * three

    def _conjugate(self, x: Any, n: int) -> Any:
        return x.frobenius(n) if self.field_degree > 1 else x

    def _lines(self, Q: Affine) -> Iterator[tuple[Any, Any]]:
        """(slope x - y, -slope) for each tangent and chord of the loop."""
        curve, T = self._twist, Q

        def to(R: Affine, sign: int = 1) -> tuple[Any, Any]:
            nonlocal T
            R = R[0], R[1] * sign
            slope, (x, y) = curve.slope(T, R), T
            total = curve.add(T, R)
            assert slope is not None
            assert total is not None
            T = total
            return slope * x - y, -slope

        for run, added in self.curve.loop:
            for _ in range(run):
                yield to(T)
            for n, sign in added:
                yield to(self._image(Q, n), sign)
        if self.curve.loop_count < 0:
            T = T[0], -T[1]
        for n, sign in self.curve.closing:
            yield to(self._image(Q, n), sign)

    def point_of(self, lines: Encoded) -> Encoded | None:
        """The point of the curve's twist that has these lines, if there is one.

        The first is the tangent at Q: with its slope s and c = s x - y, 3 x^2 + a = 2 s y gives
        3 x^2 - 2 s^2 x + 2 s c + a = 0.
        """
        flat, e = self.curve.twist_field.flat, self.field_degree
        c, s = flat.of(lines[:e]), -flat.of(lines[e : 2 * e])
        try:
            root = (s**4 - 6 * s * c - 3 * self._twist.a).sqrt()
        except (ValueError, DomainError):
            return None
        two, three = (1 / self._small(self._tower.scale[j]) for j in (2, 3))
        for sign in (1, -1):
            x = (s * s + sign * root) / 3
            y = s * x - c
            Q = self.encode_point("Q", (x * two, y * three))
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
        return (weierstrass(k, self.curve.a, self.curve.b, xP, yP),)

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The pairing by its definition at the point whose lines are given."""
        point = self.point_of(Q)
        assert point is not None
        return self.one.model(P, point)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Points for P, and the lines of such for Q."""
        return [(P, self.lines_of(Q)) for P, Q in self.one.random_points(number, seed)]
