"""The optimal ate pairing as a pairing of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.tower import Tower
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.pairings.ate.compressed import plan_of
from pairforge.pairings.ate.final import final_exponentiation
from pairforge.pairings.ate.fq import OVER_PRIME
from pairforge.pairings.ate.inversion import ByPower
from pairforge.pairings.ate.miller import miller_loop
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.base import Shape
from pairforge.pairings.computation import Algorithm, Encoded, Stage, chain
from pairforge.pairings.equations import weierstrass
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.large_prime import LargePrimePairing


class AtePairing(LargePrimePairing):
    """Optimal ate pairing of a curve with a twist of degree d = 6, 4, 3 or 2, exponent (p^k - 1)/r.

    The model is Miller's algorithm with all denominators and the exponent itself, over flat extensions of
    F_p: it shares no formula with the algorithms.

    P is a point of the curve over F_p, Q one of the twist over F_q, q = p^(k/d); fields are those of the
    tower in the curve's file (`AteCurve`).
    """

    p_shape: Shape = 2
    curve: AteCurve
    parts_over_quadratic: tuple[Algorithm, ...] = ()
    """Of `over_quadratic`, one for each of the stages."""

    def __init__(self, curve: AteCurve, variant: str = "") -> None:
        super().__init__(curve, variant)
        self.p, self.r = curve.p, curve.r
        self.e_shape = self.embedding_degree
        self.q_shape = self.point_shape
        self.stages = self._stages(miller_loop, ("xP", "yP", *self.point_names("Q")))

    @property
    def field_degree(self) -> int:
        """k/d: coordinates of Q have as many coefficients."""
        return self.curve.family.twist_field_degree

    @property
    def point_shape(self) -> Shape:
        """Of Q."""
        e = self.field_degree
        return (e, e) if e > 1 else 2

    def point_names(self, name: str) -> tuple[str, ...]:
        """Of the coefficients of the coordinates of a point on the twist."""
        e = self.field_degree
        return tuple(f"{c}{name}{i if e > 1 else ''}" for c in "xy" for i in range(e))

    def _stages(self, loop: Callable[..., tuple[Any, ...]], inputs: tuple[str, ...]) -> tuple[Stage, ...]:
        """A Miller loop, and the final exponentiation.

        In every way to multiply in F_p2. The inversion of the exponentiation is an operation, or a power of
        its own; where compressed squarings pay, there is an algorithm with them.
        """
        if self.curve.gaussian:
            self.parts_over_quadratic = tuple(
                self._over_quadratic(part) for part in (loop, final_exponentiation)
            )
            self.over_quadratic = chain(self.parts_over_quadratic)
        towers = self._towers
        powers = _bound(final_exponentiation, towers)
        powers |= {f"{name}-fermat": _by_power(algorithm) for name, algorithm in powers.items()}
        if self.curve.family.twist_degree == 6 and plan_of(abs(self.curve.u)):
            powers |= _bound(final_exponentiation, {"compressed": AteTower(self.curve, compressed=True)})
        values = tuple(f"f{i}" for i in range(self.embedding_degree))
        return (
            Stage("miller", _bound(loop, towers), inputs, values),
            Stage("final", powers, values, tuple(f"e{i}" for i in range(self.embedding_degree))),
        )

    @cached_property
    def residuals(self) -> Mapping[str, Algorithm]:
        """y^2 - x^3 - a x - b for P, and in F_q the same of the twist for Q."""
        return _bound(self._residuals, self._towers)

    @property
    def residuals_over_quadratic(self) -> Algorithm | None:
        """The same, for an arithmetic over F_p2."""
        return self._over_quadratic(self._residuals) if self.curve.gaussian else None

    def _over_quadratic(self, algorithm: Callable[..., tuple[Any, ...]]) -> Algorithm:
        (bound,) = _bound(algorithm, {"whole": AteTower(self.curve, "whole")}).values()
        return bound

    @property
    def _towers(self) -> Mapping[str, AteTower]:
        """For each way to multiply in F_q by multiplications in F_p."""
        ways = OVER_PRIME if self.curve.gaussian else OVER_PRIME[: 2 if self.field_degree > 1 else 1]
        return {way: AteTower(self.curve, way) for way in ways}

    def _residuals(self, k: Arithmetic[E], tower: AteTower, /, *inputs: E) -> tuple[E, ...]:
        xP, yP, *Q = inputs
        of_p = weierstrass(k, self.curve.a, self.curve.b, xP, yP)
        return of_p, *self._residual_of_twist(k, tower, *Q)

    def _residual_of_twist(self, k: Arithmetic[E], tower: AteTower, *Q: E) -> tuple[E, ...]:
        """Of a point Q in its coefficients, all coefficients."""
        e, field = self.field_degree, self.curve.twist_field
        x, y = tower.element(*Q[:e]), tower.element(*Q[e:])
        twist = self.curve.groups["Q"]
        if self.curve.a:
            right = (x.square() + x.constant(k, field.flat.to(twist.a))) * x
        else:
            right = x.square() * x
        if self.curve.b:
            right = right + x.constant(k, field.flat.to(twist.b))
        return (y.square() - right).coordinates

    @cached_property
    def groups(self) -> dict[str, tuple[Curve, str]]:
        """The curve over F_p and its twist over F_q."""
        groups = self.curve.groups
        return {
            "P": (groups["P"], self.curve.equation),
            "Q": (groups["Q"], self.curve.twist_equation),
        }

    def _tower_of(self, which: str) -> Tower:
        return Tower(self.p) if which == "P" else self.curve.twist_field

    def decode_point(self, which: str, point: Encoded) -> Affine:
        """Coordinates in F_p, or in F_q for Q."""
        flat, half = self._tower_of(which).flat, len(point) // 2
        return flat.of(point[:half]), flat.of(point[half:])

    def encode_point(self, which: str, point: Affine) -> Encoded:
        """The coefficients of the coordinates."""
        flat = self._tower_of(which).flat
        return *flat.to(point[0]), *flat.to(point[1])

    def _untwist(self, Q: Encoded) -> Affine:
        """(x w^2, y w^3) from a D-twist, (x/w^2, y/w^3) from an M-twist."""
        tower, e = self.curve.tower, self.field_degree
        w = tower.flat.of(self.curve.w)
        if self.curve.twist == "M":
            w = 1 / w
        rest = (0,) * (tower.degree - e)
        x, y = (tower.flat.of((*c, *rest)) for c in (Q[:e], Q[e:]))
        return x * w**2, y * w**3

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The value of `function`, to the exponent."""
        exponent = (self.p**self.embedding_degree - 1) // self.r
        return self.encode_value(self.function(P, Q) ** exponent)

    def function(self, P: Encoded, Q: Encoded) -> Any:
        """The function with divisor sum of c_i (pi^i(Q)) - (sum of c_i) (O) at P."""
        value, end = self.miller(self.curve.family.vector(self.curve.u), P, Q)
        assert end is None
        return value

    def miller(self, vector: Sequence[int], P: Encoded, Q: Encoded) -> tuple[Any, Any]:
        """The function with divisor sum of c_i (pi^i(Q)) - (R) - (sum of c_i - 1) (O) at P, c_i the entries
        of a vector, and R, the sum of c_i pi^i(Q).
        """
        curve, flat = self.curve.groups["E"], self.curve.tower.flat
        at = flat.field(P[0]), flat.field(P[1])
        x, y = self._untwist(Q)
        images = ((c, (x.frobenius(i), y.frobenius(i))) for i, c in enumerate(vector) if c)
        return curve.miller_of_several(images, at)

    def encode_value(self, value: Any) -> Encoded:
        """The coefficients in the tower."""
        return self.curve.tower.flat.to(value)

    def decode_value(self, flat: Encoded) -> Any:
        """The element of F_p^k with these coefficients."""
        return self.curve.tower.flat.of(flat)

    def multiple(self, which: str, n: int, point: Encoded) -> Encoded:
        """n times a point whose order does not divide n."""
        made = self.groups[which][0].multiply(n, self.decode_point(which, point))
        assert made is not None
        return self.encode_point(which, made)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Uniform in the subgroups of order r without the points at infinity."""
        rng = Random(seed)

        def draw(which: str) -> Encoded:
            while True:
                lifted = self.curve.random_point(which, rng)
                point = self.groups[which][0].multiply(self.curve.cofactors[which], lifted)
                if point is not None:
                    return self.encode_point(which, point)

        return [(draw("P"), draw("Q")) for _ in range(number)]


def _bound(algorithm: Callable[..., tuple[Any, ...]], towers: Mapping[str, AteTower]) -> dict[str, Algorithm]:
    """An algorithm over each of the towers."""

    def over(tower: AteTower) -> Algorithm:
        return lambda k, /, *inputs: algorithm(k, tower, *inputs)

    return {name: over(tower) for name, tower in towers.items()}


def _by_power(algorithm: Algorithm) -> Algorithm:
    """The algorithm on a machine without an inverter."""
    return lambda k, /, *inputs: algorithm(ByPower(k), *inputs)
