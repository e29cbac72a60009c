"""The isogeny of a suite of RFC 9380: its rational functions from the kernel, by Kohel's formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fmpz_mod_poly_ctx, fq_default_poly_ctx

from pairforge.algebra.tower import Coordinates, Tower
from pairforge.pairings.sswu_suites import SswuSuite


@dataclass(frozen=True)
class Isogeny:
    """The isogeny of a suite, from y^2 = x^3 + a x + b to the curve's group.

    It maps (x, y) to (x_num(x) / x_den(x), y y_num(x) / y_den(x)).
    """

    suite: SswuSuite

    @property
    def extension(self) -> int:
        """The degree of the coordinates' field over F_p: 1 or 2."""
        return len(self.suite.a)

    @property
    def degree(self) -> int:
        """The isogeny's degree, twice that of the kernel's polynomial and one."""
        return 2 * len(self.suite.kernel) + 1

    @cached_property
    def tower(self) -> Tower:
        """The field of the coordinates."""
        curve = self.suite.curve
        return Tower(curve.p) if self.extension == 1 else curve.twist_field

    def element(self, value: tuple[int, ...]) -> Any:
        """An element from its coefficients."""
        return self.tower.flat.of(tuple(c % self.suite.curve.p for c in value))

    def coefficients(self, element: Any) -> Coordinates:
        """The coefficients of an element, that of 1 first."""
        return self.tower.flat.to(element)

    @cached_property
    def kernel(self) -> Any:
        """The kernel's polynomial, whose square is x_den, and whose cube is y_den."""
        return self._polynomial([*map(self.element, self.suite.kernel), self.tower.flat.field(1)])

    def _polynomial(self, elements: list[Any]) -> Any:
        contexts: Any = fmpz_mod_poly_ctx if self.extension == 1 else fq_default_poly_ctx
        return contexts(self.tower.flat.field)(elements)

    @cached_property
    def maps(self) -> Mapping[str, Any]:
        """x_num, x_den, y_num, y_den.

        With h the kernel's polynomial of degree n, f = x^3 + a x + b and l = 2 n + 1, the normalized isogeny
        takes x to l x - 2 s - 2 f' (h' / h) - 4 f (h' / h)', s the sum of the roots of h, and y to y times
        the derivative of that (Kohel, thesis 1996, section 2.4). The isomorphism by c = `scale` follows.

        Raises
        ------
        ValueError
            That is no map to the curve.
        """
        field, h = self.tower.flat.field, self.kernel
        a, b = self.element(self.suite.a), self.element(self.suite.b)
        x = self._polynomial([field(0), field(1)])
        f, df = x**3 + a * x + b, 3 * x**2 + a
        d, dd = h.derivative(), h.derivative().derivative()
        roots = -self.element(self.suite.kernel[-1])
        x_num = (self.degree * x - 2 * roots) * h**2 - 2 * df * d * h - 4 * f * (dd * h - d**2)
        y_num = x_num.derivative() * h - 2 * x_num * d
        c = field(self.suite.scale[0]) / field(self.suite.scale[1])
        found = {"X_NUM": c**2 * x_num, "X_DEN": h**2, "Y_NUM": c**3 * y_num, "Y_DEN": h**3}
        target = self.suite.curve.groups["P" if self.extension == 1 else "Q"]
        left = f * found["Y_NUM"] ** 2 * found["X_DEN"] ** 3
        right = (found["X_NUM"] ** 3 + target.b * found["X_DEN"] ** 3) * found["Y_DEN"] ** 2
        if left != right:
            raise ValueError(f"{self.suite.suites}: the kernel and the scale give no isogeny to the curve")
        return found
