"""The suites of RFC 9380 with an isogeny: its rational functions from the kernel, by Kohel's formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from flint import fq_default_ctx, fq_default_poly_ctx

from pairforge.engine_source import places
from pairforge.engine_source.curves import SswuSuite, xi0_of
from pairforge.engine_source.fields import coefficients, quadratic_field, square_root
from pairforge.engine_source.rust import (
    HEADER,
    Expression,
    array,
    call,
    constant,
    documentation,
    hexadecimal,
    module_name,
    short,
    type_name,
)


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
    def field(self) -> Any:
        """The field of the coordinates."""
        p = self.suite.curve.p
        return fq_default_ctx(p) if self.extension == 1 else quadratic_field(p)

    def element(self, value: tuple[int, ...]) -> Any:
        """An element from its coefficients."""
        p = self.suite.curve.p
        return self.field([c % p for c in value])

    @cached_property
    def target_b(self) -> Any:
        """The coefficient b of the curve that is mapped to, b' of the twist for G2."""
        curve = self.suite.curve
        if self.extension == 1:
            return self.field(curve.b)
        xi = self.field([xi0_of(curve), 1])
        return curve.b * (xi if curve.twist == "M" else 1 / xi)

    @cached_property
    def maps(self) -> dict[str, Any]:
        """x_num, x_den, y_num, y_den.

        With h the kernel's polynomial of degree n, f = x^3 + a x + b and l = 2 n + 1, the normalized isogeny
        takes x to l x - 2 s - 2 f' (h' / h) - 4 f (h' / h)', s the sum of the roots of h, and y to y times
        the derivative of that (Kohel, thesis 1996, section 2.4). The isomorphism by c = `scale` follows.

        Raises
        ------
        ValueError
            That is no map to the curve.
        """
        polynomial = cast("Callable[[list[Any]], Any]", fq_default_poly_ctx(self.field))
        a, b = self.element(self.suite.a), self.element(self.suite.b)
        x = polynomial([self.field(0), self.field(1)])
        h = polynomial([*map(self.element, self.suite.kernel), self.field(1)])
        f, df = x**3 + a * x + b, 3 * x**2 + a
        d, dd = h.derivative(), h.derivative().derivative()
        roots = -self.element(self.suite.kernel[-1])
        x_num = (self.degree * x - 2 * roots) * h**2 - 2 * df * d * h - 4 * f * (dd * h - d**2)
        y_num = x_num.derivative() * h - 2 * x_num * d
        c = self.field(self.suite.scale[0]) / self.field(self.suite.scale[1])
        found = {"X_NUM": c**2 * x_num, "X_DEN": h**2, "Y_NUM": c**3 * y_num, "Y_DEN": h**3}
        left = f * found["Y_NUM"] ** 2 * found["X_DEN"] ** 3
        right = (found["X_NUM"] ** 3 + self.target_b * found["X_DEN"] ** 3) * found["Y_DEN"] ** 2
        if left != right:
            raise ValueError(f"{self.suite.suites}: the kernel and the scale give no isogeny to the curve")
        return found

    @property
    def fp(self) -> str:
        """The type of F_p's elements."""
        return f"{type_name(short(self.suite.curve))}Fp"

    def residue(self, value: int) -> Expression:
        """An element of F_p."""
        p = self.suite.curve.p
        return call(f"{self.fp}::hex", hexadecimal(value % p, 1 if value < 1 << 16 else len(f"{p:x}")))

    def expression(self, element: Any) -> Expression:
        """An element as Rust, by the function of the file that reads hexadecimal."""
        p = self.suite.curve.p
        digits = [
            hexadecimal(c, 1 if c < 1 << 16 else len(f"{p:x}")) for c in coefficients(element, self.extension)
        ]
        return call("residue" if self.extension == 1 else "fp2", *digits)


def isogenous_name(suite: SswuSuite) -> str:
    """The Rust type of the curve that is mapped from."""
    return f"Isogenous{Isogeny(suite).degree}"


def suite_file_name(suite: SswuSuite) -> str:
    """The module of a suite."""
    return f"{module_name(short(suite.curve))}_{suite.group.lower()}"


def suite_file(suite: SswuSuite) -> str:
    """`hash_to_curve/<curve>_<group>.rs`: the isogenous curve, Z, roots, and the isogeny."""
    isogeny = Isogeny(suite)
    quadratic = isogeny.extension == 2
    curve = type_name(short(suite.curve))
    name, kind = isogenous_name(suite), "Quadratic" if quadratic else isogeny.fp
    z = isogeny.element(suite.z)
    text = (
        HEADER
        + documentation(f"The suites {suite.suites} (RFC 9380, section {suite.section}).", mark="//!")
        + "\n"
        + _imports(isogeny, curve)
        + (f"\ntype Quadratic = Fp2<{isogeny.fp}, {curve}>;\n" if quadratic else "")
        + "\n"
        + documentation(f"The curve E' that is {isogeny.degree}-isogenous to the curve of {suite.group}.")
        + f"#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub struct {name};\n\n"
        + f"impl Curve for {name} {{\n    type Field = {kind};\n"
        + constant(f"const A: {kind}", isogeny.expression(isogeny.element(suite.a)), 4)
        + "    const A_IS_ZERO: bool = false;\n"
        + constant(f"const B: {kind}", isogeny.expression(isogeny.element(suite.b)), 4)
        + "}\n\n"
        + _roots(isogeny, z)
        + f"\nimpl IsogenousCurve for {name} {{\n    type Target = {suite.group}<{curve}>;\n"
        + documentation(f"{_polynomial(suite.z)}.", 4)
        + constant(f"const Z: {kind}", isogeny.expression(z), 4)
        + f"    const ISOGENY: [&'static [{kind}]; 4] = [&X_NUM, &X_DEN, &Y_NUM, &Y_DEN];\n\n"
        + f"    fn sqrt_ratio(u: &{kind}, v: &{kind}) -> ({kind}, Choice) {{\n"
        + f"        {_sqrt_ratio(quadratic)}\n    }}\n}}\n\n"
        + _reader(isogeny)
        + "\n"
        + documentation(
            f"The isogeny (RFC 9380, appendix {suite.appendix}), derived from its kernel: coefficients, that "
            "of 1 first.",
            mark="//",
        )
    )
    for which, polynomial in isogeny.maps.items():
        elements = [isogeny.expression(c) for c in polynomial.coeffs()]
        text += "\n" + constant(f"const {which}: [{kind}; {len(elements)}]", array(elements))
    return text


def _imports(isogeny: Isogeny, curve: str) -> str:
    quadratic = isogeny.extension == 2
    return (
        "use super::sqrt_ratio;\n"
        "use super::sswu::IsogenousCurve;\n"
        f"use {places.PRIME}::ate::{curve};\n"
        f"use {places.PRIME}::curve::Curve;\n"
        f"use {places.PRIME}::groups::{isogeny.suite.group};\n"
        f"use {places.PRIME}::params::{isogeny.fp};\n"
        + (f"use {places.PRIME}::tower::Fp2;\n" if quadratic else "")
        + "use subtle::Choice;\n"
    )


def _roots(isogeny: Isogeny, z: Any) -> str:
    """The square roots that `sqrt_ratio` needs."""
    p, fp = isogeny.suite.curve.p, isogeny.fp
    if isogeny.extension == 1:
        root = square_root(p, -coefficients(z, 1)[0])
        return documentation("A square root of -Z.") + constant(
            f"const ROOT_OF_MINUS_Z: {fp}", isogeny.residue(root)
        )
    norm = coefficients(z ** (p + 1), 2)[0]
    root = square_root(p, -norm)
    return (
        documentation(f"A square root of -{norm}, where {norm} is the norm of Z.")
        + constant(f"const ROOT_OF_MINUS_NORM: {fp}", isogeny.residue(root))
        + documentation("Its inverse.")
        + constant(f"const INVERSE_ROOT_OF_MINUS_NORM: {fp}", isogeny.residue(pow(root, -1, p)))
    )


def _sqrt_ratio(quadratic: bool) -> str:
    if quadratic:
        return "sqrt_ratio::quadratic(u, v, &Self::Z, &ROOT_OF_MINUS_NORM, &INVERSE_ROOT_OF_MINUS_NORM)"
    return "sqrt_ratio::prime(u, v, &ROOT_OF_MINUS_Z)"


def _reader(isogeny: Isogeny) -> str:
    fp = isogeny.fp
    if isogeny.extension == 1:
        return f"const fn residue(digits: &str) -> {fp} {{\n    {fp}::hex(digits)\n}}\n"
    return (
        f"const fn fp2(c0: &str, c1: &str) -> Quadratic {{\n    Fp2::new({fp}::hex(c0), {fp}::hex(c1))\n}}\n"
    )


def _polynomial(value: Sequence[int]) -> str:
    """c0 + c1 i for a comment."""
    if len(value) == 1:
        return str(value[0])
    size = "" if abs(value[1]) == 1 else f"{abs(value[1])} "
    return f"{value[0]} {'-' if value[1] < 0 else '+'} {size}i"
