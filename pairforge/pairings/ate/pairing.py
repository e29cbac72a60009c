"""The optimal ate pairing as a pairing of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import isqrt
from random import Random
from typing import Any

from flint import fmpz_mod_ctx
from flint.utils.flint_exceptions import DomainError

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.errors import UserError
from pairforge.pairings.ate.compressed import plan_of
from pairforge.pairings.ate.final import final_exponentiation
from pairforge.pairings.ate.inversion import ByPower
from pairforge.pairings.ate.miller import miller_loop
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.quadratic import OVER_PRIME
from pairforge.pairings.base import Algorithm, Encoded, Shape, Stage, chain
from pairforge.pairings.equations import weierstrass
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.large_prime import LargePrimePairing, coefficients, extension


class AtePairing(LargePrimePairing):
    """Optimal ate pairing of a curve of embedding degree 12, exponent (p^12 - 1)/r.

    The model is Miller's algorithm with all denominators and the exponent itself, over flat extensions of
    F_p: it shares no formula with the algorithms.

    P is a point of y^2 = x^3 + b over F_p, Q one of the twist over F_p2 = F_p(i): y^2 = x^3 + b xi (M) or
    x^3 + b/xi (D), xi = xi0 + i. F_p12 = F_p[w]/(w^12 - 2 xi0 w^6 + xi0^2 + 1): w^6 = xi, i = w^6 - xi0.
    """

    p_shape: Shape = 2
    q_shape: Shape = (2, 2)
    e_shape = 12
    curve: AteCurve

    def __init__(self, curve: AteCurve, variant: str = "") -> None:
        super().__init__(curve, variant)
        self.p, self.r = curve.p, curve.r
        self.stages = self._stages(miller_loop, ("xP", "yP", "xQ0", "xQ1", "yQ0", "yQ1"))

    def _stages(self, loop: Callable[..., tuple[Any, ...]], inputs: tuple[str, ...]) -> tuple[Stage, ...]:
        """A Miller loop, and the final exponentiation.

        In every way to multiply in F_p2. The inversion of the exponentiation is an operation, or a power of
        its own; where compressed squarings pay, there is an algorithm with them.
        """
        self.over_quadratic = chain([self._over_quadratic(part) for part in (loop, final_exponentiation)])
        towers = self._towers
        powers = _bound(final_exponentiation, towers)
        powers |= {f"{name}-fermat": _by_power(algorithm) for name, algorithm in powers.items()}
        if plan_of(abs(self.curve.u)):
            powers |= _bound(final_exponentiation, {"compressed": AteTower(self.curve, compressed=True)})
        values = tuple(f"f{i}" for i in range(12))
        return (
            Stage("miller", _bound(loop, towers), inputs, values),
            Stage("final", powers, values, tuple(f"e{i}" for i in range(12))),
        )

    @cached_property
    def residuals(self) -> Mapping[str, Algorithm]:
        """y^2 - x^3 - b for P, and in F_p2 the same of the twist for Q."""
        return _bound(self._residuals, self._towers)

    @property
    def residuals_over_quadratic(self) -> Algorithm:
        """The same, for an arithmetic over F_p2."""
        return self._over_quadratic(self._residuals)

    def _over_quadratic(self, algorithm: Callable[..., tuple[Any, ...]]) -> Algorithm:
        (bound,) = _bound(algorithm, {"whole": AteTower(self.curve, "whole")}).values()
        return bound

    @property
    def _towers(self) -> Mapping[str, AteTower]:
        """For each way to multiply in F_p2 by multiplications in F_p."""
        return {way: AteTower(self.curve, way) for way in OVER_PRIME}

    def _residuals(self, k: Arithmetic[E], tower: AteTower, /, *inputs: E) -> tuple[E, ...]:
        xP, yP, *Q = inputs
        return weierstrass(k, 0, self.curve.b, xP, yP), *self._residual_of_twist(k, tower, *Q)

    def _residual_of_twist(self, k: Arithmetic[E], tower: AteTower, *Q: E) -> tuple[E, E]:
        """Of a point Q in four coordinates, both coefficients."""
        x, y = tower.element(*Q[:2]), tower.element(*Q[2:])
        c0, c1 = coefficients(self.groups["Q"][0].b, 2)
        residual = y.square() - (x.square() * x + tower.element(k.constant(c0), k.constant(c1)))
        return residual.coordinates

    @cached_property
    def _field(self) -> Any:
        return fmpz_mod_ctx(self.p)

    @cached_property
    def _quadratic(self) -> Any:
        return extension(self.p, [1, 0, 1])

    @cached_property
    def _full(self) -> Any:
        xi0 = self.curve.xi0
        return extension(self.p, [xi0**2 + 1, 0, 0, 0, 0, 0, -2 * xi0, 0, 0, 0, 0, 0, 1])

    @cached_property
    def groups(self) -> dict[str, tuple[Curve, str]]:
        """The curve over F_p and its twist over F_p2."""
        b, k = self.curve.b, self._quadratic
        xi = k([self.curve.xi0, 1])
        twisted, sign = (k(b) * xi, "*") if self.curve.twist == "M" else (k(b) / xi, "/")
        return {
            "P": (Curve(self._field(0), self._field(b)), f"y^2 = x^3 + {b}"),
            "Q": (Curve(k(0), twisted), f"y^2 = x^3 + {b}{sign}({self.curve.xi0} + i) over F_p2"),
        }

    def decode_point(self, which: str, point: Encoded) -> Affine:
        """Coordinates in F_p, or in F_p2 for Q."""
        if which == "P":
            return self._field(point[0]), self._field(point[1])
        k = self._quadratic
        return k(list(point[:2])), k(list(point[2:]))

    def _lift(self, c0: int, c1: int) -> Any:
        """c0 + c1 i in F_p12."""
        k, xi0 = self._full, self.curve.xi0
        return k([c0 - c1 * xi0, 0, 0, 0, 0, 0, c1])

    def _untwist(self, Q: Encoded) -> Affine:
        """(x w^2, y w^3) from a D-twist, (x/w^2, y/w^3) from an M-twist."""
        w = self._full.gen()
        if self.curve.twist == "M":
            w = 1 / w
        return self._lift(Q[0], Q[1]) * w**2, self._lift(Q[2], Q[3]) * w**3

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """f_{n,Q}(P), the family's lines through images of Q under Frobenius; then the exponent."""
        k = self._full
        curve = Curve(k(0), k(self.curve.b))
        at, q = (k(P[0]), k(P[1])), self._untwist(Q)
        value, end = curve.miller(self.curve.loop_count, q, at)
        for power, sign in self.curve.family.closing:
            x, y = q[0].frobenius(power), q[1].frobenius(power)
            image = (x, y if sign > 0 else -y)
            value = value * curve.chord(end, image, at)
            end = curve.add(end, image)
        return self.encode_value(value ** ((self.p**12 - 1) // self.r))

    def encode_value(self, value: Any) -> Encoded:
        """The coefficients over F_p2 of w^0, w^2, w^4, w^1, w^3, w^5, each as c0, c1 of c0 + c1 i."""
        c = coefficients(value, 12)
        xi0, p = self.curve.xi0, self.p
        flat: list[int] = []
        for j in (0, 2, 4, 1, 3, 5):  # c_j w^j + c_(j+6) w^j (xi0 + i)
            flat += [(c[j] + xi0 * c[j + 6]) % p, c[j + 6]]
        return tuple(flat)

    def decode_value(self, flat: Encoded) -> Any:
        """The element of F_p12 with these coefficients."""
        w = self._full.gen()
        pairs = zip((0, 2, 4, 1, 3, 5), flat[::2], flat[1::2], strict=True)
        return sum((self._lift(c0, c1) * w**j for j, c0, c1 in pairs), self._full(0))

    def multiple(self, which: str, n: int, point: Encoded) -> Encoded:
        """n times a point whose order does not divide n."""
        made = self.groups[which][0].multiply(n, self.decode_point(which, point))
        assert made is not None
        if which == "P":
            return int(made[0]), int(made[1])
        return *coefficients(made[0], 2), *coefficients(made[1], 2)

    @cached_property
    def _cofactors(self) -> dict[str, int]:
        """The number of points over r, of the curve and of the twist.

        The twist's order is p^2 + 1 - (±3 f ± t2)/2 with t2 = t^2 - 2p, 3 f^2 = 4 p^2 - t2^2: the one that r
        divides and that sends a random point of the twist to O.
        """
        p, r, t = self.p, self.r, self.curve.trace
        t2 = t * t - 2 * p
        f = _root((4 * p * p - t2 * t2) // 3)
        curve, _ = self.groups["Q"]
        probe = self._lift_x("Q", Random(0))
        for trace in ((3 * f + t2) // 2, (-3 * f + t2) // 2, (3 * f - t2) // 2, (-3 * f - t2) // 2):
            order = p * p + 1 - trace
            if order % r == 0 and curve.multiply(order, probe) is None:
                return {"P": (p + 1 - t) // r, "Q": order // r}
        raise UserError(
            f"{self.curve.name}.toml: twist: r does not divide the order of the twist of type "
            f"{self.curve.twist}; it is the other type, or another xi0"
        )

    def _lift_x(self, which: str, rng: Random) -> Affine:
        """A random point of the curve or the twist, of any order."""
        curve, _ = self.groups[which]
        p = self.p
        while True:
            x = (
                self._field(rng.randrange(p))
                if which == "P"
                else self._quadratic([rng.randrange(p), rng.randrange(p)])
            )
            try:
                y = (x * x * x + curve.b).sqrt()
            except (ValueError, DomainError):
                continue
            return x, rng.choice((y, -y))

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Uniform in the subgroups of order r without the points at infinity."""
        rng = Random(seed)

        def draw(which: str) -> Affine:
            while True:
                point = self.groups[which][0].multiply(self._cofactors[which], self._lift_x(which, rng))
                if point is not None:
                    return point

        pairs: list[tuple[Encoded, Encoded]] = []
        for _ in range(number):
            P, Q = draw("P"), draw("Q")
            pairs.append(((int(P[0]), int(P[1])), (*coefficients(Q[0], 2), *coefficients(Q[1], 2))))
        return pairs


def _bound(algorithm: Callable[..., tuple[Any, ...]], towers: Mapping[str, AteTower]) -> dict[str, Algorithm]:
    """An algorithm over each of the towers."""

    def over(tower: AteTower) -> Algorithm:
        return lambda k, /, *inputs: algorithm(k, tower, *inputs)

    return {name: over(tower) for name, tower in towers.items()}


def _by_power(algorithm: Algorithm) -> Algorithm:
    """The algorithm on a machine without an inverter."""
    return lambda k, /, *inputs: algorithm(ByPower(k), *inputs)


def _root(square: int) -> int:
    root = isqrt(square)
    if root * root != square:
        raise ValueError("not a square")
    return root
