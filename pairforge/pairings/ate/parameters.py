"""What the algorithms know of a curve: the tower they compute in, Frobenius constants, the way there and
back.

A tower is fixed by xi up to sixth powers: with c^6 = xi'/xi, w' = c w has w'^6 = xi'. The algorithms take the
xi' by which a multiplication costs fewest additions, and one form of twist: y^2 = x^3 + b xi' (M). A curve
with a D-twist y^2 = x^3 + b/xi is brought there by an xi' with xi' xi = c^6, w' = c/w. (x, y) of the twist
becomes (c^2 x, c^3 y); P stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fq_default_poly_ctx

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.quadratic import Fp2, Rules, Way
from pairforge.pairings.ate.twelfth import Fp12
from pairforge.pairings.ate.whole import element
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.large_prime import coefficients, extension

_LARGEST = 16  # coefficients of xi' looked at

Constant = tuple[int, int]


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

    @cached_property
    def _quadratic(self) -> Any:
        return extension(self.p, [1, 0, 1])

    @cached_property
    def _own(self) -> Any:
        """The xi of the curve, its inverse for a D-twist: what xi' is to be a sixth power times."""
        xi = self._quadratic([self.curve.xi0, 1])
        return xi if self.curve.twist == "M" else 1 / xi

    @cached_property
    def rules(self) -> Rules:
        """xi', and how F_p2 multiplies.

        Raises
        ------
        ValueError
            The xi of the curve is a square or a cube, or no small number can take its place.
        """
        if any(self._own ** ((self.p**2 - 1) // n) == 1 for n in (2, 3)):
            raise ValueError(f"{self.curve.name}: xi = {self.curve.xi0} + i is a square or a cube")
        small = range(1, _LARGEST + 1)
        candidates = [Rules((x0, x1), self.way) for x0 in small for x1 in small]
        for rules in sorted(candidates, key=lambda rules: (rules.additions, rules.xi)):
            if (self._quadratic(list(rules.xi)) / self._own) ** ((self.p**2 - 1) // 6) == 1:
                return rules
        raise ValueError(f"{self.curve.name}: no small xi is a sixth power times that of the curve")

    @cached_property
    def scale(self) -> tuple[Constant, ...]:
        """c^j for j = 0, ..., 5; c is the sixth root with the least encoding, 1 where that is one."""
        k = self._quadratic
        ratio = k(list(self.rules.xi)) / self._own
        if ratio == 1:
            return self._powers(k(1))
        polynomial: Any = [-ratio, 0, 0, 0, 0, 0, 1]
        roots = fq_default_poly_ctx(k)(polynomial).roots()
        return self._powers(min((root for root, _ in roots), key=self._ints))

    def gamma(self, n: int) -> tuple[Constant, ...]:
        """w'^(j (p^n - 1)) for j = 0, ..., 5."""
        return self._powers(self._quadratic(list(self.rules.xi)) ** ((self.p**n - 1) // 6))

    def _powers(self, c: Any) -> tuple[Constant, ...]:
        return tuple(self._ints(c**j) for j in range(6))

    def _ints(self, x: Any) -> Constant:
        a, b = coefficients(x, 2)
        return a, b

    # -- on elements ----------------------------------------------------------------------------------------

    def element(self, a: E, b: E) -> Fp2[E]:
        """a + b i."""
        return element(self.rules, a, b)

    def value(self, flat: tuple[E, ...]) -> Fp12[E]:
        """An element of F_p12 from its coefficients."""
        return Fp12.of(self.rules, flat)

    @property
    def parts(self) -> int:
        """Of how many elements of the arithmetic an element of F_p12 consists."""
        return 6 * self.rules.parts

    def enter(self, k: Any, x: Fp2[E], y: Fp2[E]) -> tuple[Fp2[E], Fp2[E]]:
        """The point of the curve's twist on the twist of the algorithms."""
        if self.scale[1] == (1, 0):
            return x, y
        return x.times_constant(k, self.scale[2]), y.times_constant(k, self.scale[3])

    def leave(self, k: Any, f: Fp12[E]) -> tuple[E, ...]:
        """The coefficients of a value in the order of the vectors, for the w of the curve.

        w'^j = c^j w^j for an M-twist; for a D-twist c^j w^-j = (c^j / xi) w^(6 - j) where j > 0.
        """
        constants = list(self.scale)
        places = list(range(6))
        if self.curve.twist == "D":
            field = self._quadratic
            constants[1:] = [self._ints(field(list(c)) * self._own) for c in constants[1:]]
            places[1:] = places[:0:-1]
        made = {
            place: c if constant == (1, 0) else c.times_constant(k, constant)
            for place, c, constant in zip(places, f.c, constants, strict=True)
        }
        return tuple(part for j in (0, 2, 4, 1, 3, 5) for part in made[j].coordinates)

    def frobenius(self, k: Any, f: Fp12[E], n: int) -> Fp12[E]:
        """f^(p^n): each coefficient conjugated if n is odd, times w^(j (p^n - 1))."""
        parts = [c.conjugate() if n % 2 else c for c in f.c]
        gamma = self.gamma(n)
        return Fp12(*(_times(k, c, g) for c, g in zip(parts, gamma, strict=True)))

    def frobenius_of_point(self, k: Any, x: Fp2[E], y: Fp2[E], n: int) -> tuple[Fp2[E], Fp2[E]]:
        """pi^n on the twist: (x / w^2, y / w^3) to the power p^n."""
        field = self._quadratic
        two, three = (self._ints(1 / field(list(self.gamma(n)[j]))) for j in (2, 3))
        if n % 2:
            x, y = x.conjugate(), y.conjugate()
        return _times(k, x, two), _times(k, y, three)


def _times(k: Any, x: Fp2[E], constant: Constant) -> Fp2[E]:
    """The product with a constant; 1 and -1 take no multiplication."""
    if constant == (1, 0):
        return x
    if constant == (k.characteristic - 1, 0):
        return -x
    return x.times_constant(k, constant)
