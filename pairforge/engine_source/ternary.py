"""`parameters.rs` and `names.rs` of the ternary crate: fields F_3^m, curves over them, pairings."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.algebra.families import find_family
from pairforge.engine_source import places
from pairforge.engine_source.curves import EngineField
from pairforge.engine_source.fields import check_irreducible
from pairforge.engine_source.rust import (
    HEADER,
    array,
    constant,
    documentation,
    limb_count,
)
from pairforge.engine_source.security import security_expression
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular

_ABOUT = f"""//! Constants of the fields and curves, as functions of m that are evaluated at compile time.

use {places.SECURITY_MODULE};
"""
_ABOUT_NAMES = """//! The fields and the pairings by name.

use super::element::Element;
use super::pairing::Eta;
"""
_TYPES = """
/// x^m + `a` x^k + `b`, irreducible over F_3; a and b are 1 or -1.
#[derive(Clone, Copy)]
pub(super) struct Trinomial {
    /// The exponent of the middle term.
    pub k: usize,
    /// The coefficient of x^k.
    pub a: i8,
    /// The constant.
    pub b: i8,
}

/// The supersingular curve y^2 = x^3 - x + b over F_3^m and the subgroup that protocols use.
pub(super) struct Curve {
    /// The constant of the curve, 1 or -1.
    pub b: i8,
    /// mu b of Beuchat et al. 2010, Table I: the number of points is N = 3^m + 1 + mu b 3^((m+1)/2).
    pub trace_sign: i8,
    /// The prime order r of the subgroup, little-endian.
    pub order: &'static [u64],
    /// N / r.
    pub cofactor: u64,
    /// The name of the pairing.
    pub name: &'static str,
    /// Bits of security today, and what the estimate rests on.
    pub security: (u32, &'static str),
}
"""

_Terms = tuple[tuple[int, int], ...]


def ternary_file(curves: Sequence[TernarySupersingular], fields: Sequence[EngineField]) -> str:
    """The text of the file of constants."""
    return (
        f"{HEADER}{_ABOUT}{_TYPES}\n"
        + _trinomials([terms for terms, _ in _polynomials(curves, fields)])
        + "\n"
        + _curves(curves)
        + "".join("\n" + _order(curve) for curve in curves)
    )


def names_file(curves: Sequence[TernarySupersingular], fields: Sequence[EngineField]) -> str:
    """The text of the file of names. It stands above the pairings, which the constants stand below."""
    return (
        f"{HEADER}{_ABOUT_NAMES}"
        + "".join(_field_alias(terms, source) for terms, source in _polynomials(curves, fields))
        + "".join(map(_pairing_alias, curves))
    )


def _polynomials(
    curves: Sequence[TernarySupersingular], fields: Sequence[EngineField]
) -> Sequence[tuple[_Terms, str]]:
    """The polynomial of each field with its source, degrees rising."""
    rows = {field.terms[0][0]: (field.terms, field.source) for field in fields}
    rows |= {curve.polynomial[0][0]: (curve.polynomial, curve.source) for curve in curves}
    return [rows[m] for m in sorted(rows)]


def words(m: int) -> int:
    """64-bit words of a bit plane, an even number."""
    return 2 * -(-m // 128)


def _trinomials(polynomials: Sequence[_Terms]) -> str:
    lines = ""
    for terms in polynomials:
        if len(terms) != 3 or terms[2][0] != 0:
            raise ValueError(f"F_3^{terms[0][0]}: the engine takes trinomials")
        check_irreducible(terms, 3)
        (m, _), (k, a), (_, b) = terms
        lines += f"        {m} => ({k}, {a}, {b}),\n"
    return (
        "/// The field polynomial.\npub(super) const fn trinomial(m: usize) -> Trinomial {\n"
        f'    let (k, a, b) = match m {{\n{lines}        _ => panic!("no field of this degree"),\n    }};\n'
        "    Trinomial { k, a, b }\n}\n"
    )


def _points(curve: TernarySupersingular) -> tuple[int, int, int]:
    """mu b, r and N / r.

    Raises
    ------
    ValueError
        A cofactor does not divide the number of points.
    """
    m = curve.polynomial[0][0]
    order = find_family("f3").order(m, curve.b)
    sign = 1 if order > 3**m + 1 else -1
    assert order == 3**m + 1 + sign * 3 ** ((m + 1) // 2)
    cofactor = 1
    for q in curve.cofactors:
        cofactor *= q
    if order % cofactor:
        raise ValueError(f"{curve.name}: the cofactors do not divide the number of points")
    return sign, order // cofactor, cofactor


def _curves(curves: Sequence[TernarySupersingular]) -> str:
    text = "/// The curve of the pairing over F_3^m.\n"
    text += "pub(super) const fn curve(m: usize) -> Curve {\n    match m {\n"
    for curve in curves:
        m = curve.polynomial[0][0]
        sign, _, cofactor = _points(curve)
        text += (
            f"        {m} => Curve {{\n"
            f"            b: {curve.b},\n            trace_sign: {sign},\n"
            f"            order: &ORDER_{m},\n            cofactor: {cofactor:_},\n"
            f'            name: "{curve.name}",\n'
            f"            security: {security_expression(curve.security)},\n        }},\n"
        )
    return text + '        _ => panic!("no pairing over this field"),\n    }\n}\n'


def _order(curve: TernarySupersingular) -> str:
    m = curve.polynomial[0][0]
    sign, r, cofactor = _points(curve)
    count = limb_count(r)
    limbs = array(f"{r >> 64 * i & (1 << 64) - 1:#018x}" for i in range(count))
    points = f"3^{m} + 1 {'+' if sign > 0 else '-'} 3^{(m + 1) // 2}"
    formula = f"{points} = {' '.join(map(str, curve.cofactors))} r" if cofactor > 1 else f"{points} = r"
    return documentation(f"{formula}.") + constant(f"const ORDER_{m}: [u64; {count}]", limbs)


def _polynomial(terms: _Terms) -> str:
    text = ""
    for e, c in terms:
        term = "1" if e == 0 else f"x^{e}"
        text += term if not text else f" {'+' if c > 0 else '-'} {term}"
    return text


def _field_alias(terms: _Terms, source: str) -> str:
    m = terms[0][0]
    what = documentation(f"F_3^{m} = F_3\\[x\\]/({_polynomial(terms)}): {source}.")
    return f"\n{what}pub type F3m{m} = Element<{m}, {words(m)}>;\n"


def pairing_type(curve: TernarySupersingular) -> str:
    """`EtaF3m97` of `eta-f3-97`."""
    return f"EtaF3m{curve.degree}"


def _pairing_alias(curve: TernarySupersingular) -> str:
    m = curve.polynomial[0][0]
    equation = f"y^2 = x^3 - x {'+' if curve.b > 0 else '-'} 1"
    what = documentation(
        f"eta_T over F_3^{m}, {equation} ({curve.source}). Broken, as all pairings of small characteristic."
    )
    return f"\n{what}pub type {pairing_type(curve)} = Eta<{m}, {words(m)}>;\n"
