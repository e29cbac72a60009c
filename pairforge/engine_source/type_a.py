"""`type_a/params.rs`: the symmetric curves y^2 = x^3 + x."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.engine_source import places
from pairforge.engine_source.fields import check_generator, check_prime, coefficients, prime_field
from pairforge.engine_source.powers import place, seed_text, signed_places
from pairforge.engine_source.rust import (
    HEADER,
    constant,
    constant_name,
    documentation,
    limb_count,
    limbs,
    pair,
    short,
    type_name,
    use,
)
from pairforge.engine_source.security import security_expression
from pairforge.pairings.families.embedding_two import TypeACurve


def generator(curve: TypeACurve) -> Affine:
    """h times the point with the least x > 0 and an even y for which that is not infinity."""
    k = prime_field(curve.p)
    group = Curve(k(1), k(0))
    h = (curve.p + 1) // curve.r
    for integer in range(1, curve.p):
        x = k(integer)
        square = x * x * x + x
        y = square ** ((curve.p + 1) // 4)
        if y * y != square:
            continue
        if coefficients(y, 1)[0] % 2:
            y = -y
        point = group.multiply(h, (x, y))
        if point is not None:
            check_generator(group, point, curve.r, curve.name)
            return point
    raise ValueError(f"{curve.name}: no point of order r")


def form_of_order(curve: TypeACurve) -> tuple[int, int, bool, bool]:
    """exp2, exp1, and whether the middle and the last term are negative: r = 2^exp2 +- 2^exp1 +- 1.

    Raises
    ------
    ValueError
        r has no such form.
    """
    digits = signed_places(curve.r)
    if len(digits) != 3 or place(digits[0]) != 0:
        raise ValueError(f"{curve.name}: the engine's curves of type A have an order 2^a +- 2^b +- 1")
    low, middle, high = digits
    return high, place(middle), middle < 0, low < 0


def type_a_file(curves: Sequence[tuple[TypeACurve, str]]) -> str:
    """The text of the file; each curve with what it is."""
    names = [short(curve) for curve, _ in curves]
    params = [f"{constant_name(n)}_ORDER" for n in names] + [f"{type_name(n)}Base" for n in names]
    text = (
        f"{HEADER}//! The curves fixed at compile time.\n\n"
        "use super::super::PrimeParams;\n"
        "use super::super::limbs::parse_hex;\n"
        + use("super::super::params", params)
        + "use super::curve::Curve;\n"
        "use super::{CurveOf, Tate, TypeA};\n"
        f"use {places.SECURITY_MODULE};\n"
    )
    return text + "".join(_curve(curve, about) for curve, about in curves)


def _curve(curve: TypeACurve, about: str) -> str:
    name = short(curve)
    rust, upper, count = type_name(name), constant_name(name), limb_count(curve.p)
    cofactor, left = divmod(check_prime(curve.p, f"{curve.name}: p") + 1, curve.r)
    if left or curve.p % 4 != 3:
        raise ValueError(f"{curve.name}: r must divide p + 1, and p be 3 modulo 4")
    exp2, exp1, minus1, minus0 = form_of_order(curve)
    x, y = (coefficients(c, 1)[0] for c in generator(curve))
    form = f"({exp2}, {exp1}, {str(minus1).lower()}, {str(minus0).lower()})"
    head = f"static {upper}_CURVE: CurveOf<{count}>"
    return (
        "\n"
        + documentation(f"{name.upper()}: r = {seed_text(curve.r)}; {about}.")
        + f"#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum {rust} {{}}\n\n"
        + documentation(f"The Tate pairing on {name.upper()}.")
        + f"pub type Tate{rust} = Tate<{rust}, {count}>;\n\n"
        + documentation("h = (p + 1) / r.")
        + constant(f"const {upper}_COFACTOR: [u64; {count}]", limbs(cofactor, count))
        + f"\n{head} =\n    CurveOf(Curve::new({rust}Base::MODULUS, {upper}_COFACTOR, {form}));\n"
        + f"\nimpl TypeA<{count}> for {rust} {{\n"
        + f'    const NAME: &\'static str = "{curve.name}";\n'
        + constant("const SECURITY: (u32, &'static str)", security_expression(curve.security), 4)
        + f"    const WIDTH: usize = {-(-curve.p.bit_length() // 8)};\n"
        + f"    const ORDER: &'static [u64] = &{upper}_ORDER;\n"
        + documentation("h times the point with the least x > 0 for which that is not infinity, y even.", 4)
        + constant(
            f"const GENERATOR: ([u64; {count}], [u64; {count}])", pair(limbs(x, count), limbs(y, count)), 4
        )
        + f"\n    fn curve() -> &'static CurveOf<{count}> {{\n        &{upper}_CURVE\n    }}\n}}\n"
    )
