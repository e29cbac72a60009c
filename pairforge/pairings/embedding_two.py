"""Tate pairings over a large prime with embedding degree 2 as pairings of the catalogue."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property, partial
from random import Random
from typing import Any

from flint import fmpz_mod_ctx
from flint.utils.flint_exceptions import DomainError

from pairforge.algebra.arithmetic import Arithmetic, E, PrimeArithmetic
from pairforge.algebra.tower import extension
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.pairings import absorbed, bkls, lucas
from pairforge.pairings.absorbed import Doubling
from pairforge.pairings.absorbed_general import General
from pairforge.pairings.absorbed_quartic import Quartic, QuarticNarrow
from pairforge.pairings.computation import Algorithm, Encoded, Stage
from pairforge.pairings.equations import weierstrass
from pairforge.pairings.families.embedding_two import EmbeddingTwoCurve, equation
from pairforge.pairings.large_prime import LargePrimePairing, coefficients
from pairforge.pairings.tate_prime import TatePrime


class EmbeddingTwoPairing(LargePrimePairing):
    """f_{r,P}(psi(Q))^((p^2-1)/r), P on y^2 = x^3 + a x + b, Q on y^2 = x^3 + n^2 a x - n^3 b.

    psi(x, y) = (-x/n, i y/n^2), i^2 = -n, sends Q to the curve of P; n = 1 where p = 3 (mod 4).
    """

    e_shape = 2
    curve: EmbeddingTwoCurve

    def __init__(self, curve: EmbeddingTwoCurve) -> None:
        super().__init__(curve)
        self.p, self.r = curve.p, curve.r
        self.params = TatePrime(self.p, self.r, curve.a, curve.b)
        self.stages = (
            Stage("miller", self._miller_algorithms(), ("xP", "yP", "xQ", "yQ"), ("c", "d")),
            Stage(
                "final",
                {
                    "lucas": partial(self._final, lucas.by_unit),
                    "lucas-differences": self._final_with_differences,
                    "lucas-fermat": partial(self._final, lucas.by_power),
                },
                ("c", "d"),
                ("e0", "e1"),
            ),
        )

    @property
    def residuals(self) -> Mapping[str, Algorithm]:
        """y^2 - x^3 - a x - b for P, the same of the twist for Q."""
        return {"products": self._residuals}

    def _residuals(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        curves = self._curves
        return weierstrass(k, *curves["P"], xP, yP), weierstrass(k, *curves["Q"], xQ, yQ)

    @property
    @abstractmethod
    def doublings(self) -> Mapping[str, tuple[Doubling, int]]:
        """Algorithms of the Miller loop: how each doubles, and the doublings in an iteration."""

    def _miller_algorithms(self) -> dict[str, Algorithm]:
        if self.params.powers is None:
            return {"bkls": self._bkls}
        absorbing = {name: partial(self._absorbed, *how) for name, how in self.doublings.items()}
        return {**absorbing, "bkls": self._bkls}

    def _absorbed(
        self, doubling: Doubling, iterations: int, k: Arithmetic[E], /, *inputs: E
    ) -> tuple[E, ...]:
        return absorbed.miller_loop(k, self.params, doubling, iterations, *self._scaled(k, *inputs))

    def _bkls(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        return bkls.miller_loop(k, self.params, *self._scaled(k, *inputs))

    def _scaled(self, k: Arithmetic[E], xP: E, yP: E, xQ: E, yQ: E) -> tuple[E, E, E, E]:
        """P, and xQ/n, yQ/n^2: what psi makes of Q but for a sign and i."""
        if self.params.n == 1:
            return xP, yP, xQ, yQ
        inverse = pow(self.params.n, -1, self.p)
        return xP, yP, k.constant(inverse) * xQ, k.constant(inverse**2 % self.p) * yQ

    def _final(self, invert: lucas.Inversion[E], k: PrimeArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        c, d = inputs
        return lucas.power(k, self.params, c, d, invert)

    def _final_with_differences(self, k: PrimeArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        c, d = inputs
        return lucas.power_with_differences(k, self.params, c, d)

    @cached_property
    def _field(self) -> Any:
        return fmpz_mod_ctx(self.p)

    @cached_property
    def extension(self) -> Any:
        """F_p2."""
        return extension(self.p, [self.params.n, 0, 1])

    @cached_property
    def groups(self) -> dict[str, tuple[Curve, str]]:
        """The curve and its twist, which are one where b = 0."""
        k = self._field
        return {which: (Curve(k(a), k(b)), equation(a, b)) for which, (a, b) in self._curves.items()}

    @property
    def _curves(self) -> dict[str, tuple[int, int]]:
        """a and b of the curve and its twist."""
        a, b, n = self.curve.a, self.curve.b, self.params.n
        return {"P": (a, b), "Q": (n**2 * a, -(n**3) * b)}

    def decode_point(self, which: str, point: Encoded) -> Affine:
        """Coordinates in F_p."""
        return self._field(point[0]), self._field(point[1])

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """Miller's algorithm over F_p2 and the exponent itself."""
        value, end = self.miller(self.r, P, Q)
        assert end is None
        value = value ** ((self.p**2 - 1) // self.r)
        return coefficients(value, 2)

    def miller(self, n: int, P: Encoded, Q: Encoded) -> tuple[Any, Any]:
        """f_{n,P}(psi(Q)), and n P."""
        k, i_squared = self.extension, -self.params.n
        curve = Curve(k(self.curve.a), k(self.curve.b))
        at = (k(Q[0]) / i_squared, k([0, Q[1]]) / i_squared**2)
        return curve.miller(n, (k(P[0]), k(P[1])), at)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Uniform in the subgroups of order r without the points at infinity."""
        rng = Random(seed)
        cofactors = {"P": self.order // self.r, "Q": (self.p + 1 + self.curve.trace) // self.r}

        def draw(which: str) -> Encoded:
            curve, _ = self.groups[which]
            while True:
                lifted = self.decode_point(which, self.random_point(which, rng))
                point = curve.multiply(cofactors[which], lifted)
                if point is not None:
                    return int(point[0]), int(point[1])

        return [(draw("P"), draw("Q")) for _ in range(number)]

    def random_point(self, which: str, rng: Random) -> Encoded:
        """A random point of the curve ("P") or the twist ("Q"), of any order."""
        curve, _ = self.groups[which]
        while True:
            x = self._field(rng.randrange(self.p))
            try:
                y = (x * x * x + curve.a * x + curve.b).sqrt()
            except (ValueError, DomainError):
                continue
            return int(x), int(rng.choice((y, -y)))


class TypeAPairing(EmbeddingTwoPairing):
    """That of y^2 = x^3 + x, p = 3 (mod 4): supersingular and its own twist."""

    @property
    def doublings(self) -> Mapping[str, tuple[Doubling, int]]:
        """Those on a Jacobi quartic as well."""
        return {
            "quartic": (Quartic(), 1),
            "quartic-two-iterations": (Quartic(), 2),
            "quartic-narrow": (QuarticNarrow(), 1),
            "absorbed": (General(), 1),
        }


class OrdinaryPairing(EmbeddingTwoPairing):
    """That of any curve; most of them are ordinary."""

    @property
    def doublings(self) -> Mapping[str, tuple[Doubling, int]]:
        """Modified Jacobian coordinates alone."""
        return {"absorbed": (General(self.params.n), 1)}
