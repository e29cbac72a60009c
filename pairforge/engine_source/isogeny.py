"""The suites of RFC 9380 with an isogeny (`pairings.isogeny`) as Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pairforge.engine_source import places
from pairforge.engine_source.fields import square_root
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
from pairforge.pairings.isogeny import Isogeny
from pairforge.pairings.sswu_suites import SswuSuite


class RustIsogeny(Isogeny):
    """An isogeny with its elements as Rust."""

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
        digits = [hexadecimal(c, 1 if c < 1 << 16 else len(f"{p:x}")) for c in self.coefficients(element)]
        return call("residue" if self.extension == 1 else "fp2", *digits)


def isogenous_name(suite: SswuSuite) -> str:
    """The Rust type of the curve that is mapped from."""
    return f"Isogenous{RustIsogeny(suite).degree}"


def suite_file_name(suite: SswuSuite) -> str:
    """The module of a suite."""
    return f"{module_name(short(suite.curve))}_{suite.group.lower()}"


def suite_file(suite: SswuSuite) -> str:
    """`hash_to_curve/<curve>_<group>.rs`: the isogenous curve, Z, roots, and the isogeny."""
    isogeny = RustIsogeny(suite)
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
        + f"    const ISOGENY: [&'static [{kind}]; 3] = [&X_NUM, &Y_NUM, &KERNEL];\n\n"
        + f"    fn sqrt_ratios<const K: usize>(quotients: &[({kind}, {kind}); K])"
        f" -> [({kind}, Choice); K] {{\n"
        + f"        {_sqrt_ratios(quadratic)}\n    }}\n}}\n\n"
        + _reader(isogeny)
        + "\n"
        + documentation(
            f"The isogeny (RFC 9380, appendix {suite.appendix}, with denominators as powers of the kernel's "
            "polynomial), derived from its kernel: coefficients, that of 1 first.",
            mark="//",
        )
    )
    polynomials = {which: isogeny.maps[which] for which in ("X_NUM", "Y_NUM")} | {"KERNEL": isogeny.kernel}
    for which, polynomial in polynomials.items():
        elements = [isogeny.expression(c) for c in polynomial.coeffs()]
        text += "\n" + constant(f"const {which}: [{kind}; {len(elements)}]", array(elements))
    return text


def _imports(isogeny: RustIsogeny, curve: str) -> str:
    quadratic = isogeny.extension == 2
    return (
        "use super::sqrt_ratios;\n"
        "use super::sswu::IsogenousCurve;\n"
        f"use {places.PRIME}::ate::{curve};\n"
        f"use {places.PRIME}::curve::Curve;\n"
        f"use {places.PRIME}::groups::{isogeny.suite.group};\n"
        f"use {places.PRIME}::params::{isogeny.fp};\n"
        + (f"use {places.PRIME}::tower::Fp2;\n" if quadratic else "")
        + "use subtle::Choice;\n"
    )


def _roots(isogeny: RustIsogeny, z: Any) -> str:
    """The square roots that `sqrt_ratios` needs."""
    p, fp = isogeny.suite.curve.p, isogeny.fp
    if isogeny.extension == 1:
        root = square_root(p, -isogeny.coefficients(z)[0])
        return documentation("A square root of -Z.") + constant(
            f"const ROOT_OF_MINUS_Z: {fp}", isogeny.residue(root)
        )
    norm = isogeny.coefficients(z ** (p + 1))[0]
    root = square_root(p, -norm)
    return (
        documentation(f"A square root of -{norm}, where {norm} is the norm of Z.")
        + constant(f"const ROOT_OF_MINUS_NORM: {fp}", isogeny.residue(root))
        + documentation("Its inverse.")
        + constant(f"const INVERSE_ROOT_OF_MINUS_NORM: {fp}", isogeny.residue(pow(root, -1, p)))
    )


def _sqrt_ratios(quadratic: bool) -> str:
    if quadratic:
        return "sqrt_ratios::quadratic(quotients, &Self::Z, &ROOT_OF_MINUS_NORM, &INVERSE_ROOT_OF_MINUS_NORM)"
    return "sqrt_ratios::prime(quotients, &ROOT_OF_MINUS_Z)"


def _reader(isogeny: RustIsogeny) -> str:
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
