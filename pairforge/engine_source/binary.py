"""The tables of characteristic two: the fields F_2^m, the supersingular curves over them, their pairings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairforge.algebra.families import find_family
from pairforge.engine_source import places
from pairforge.engine_source.curves import EngineField
from pairforge.engine_source.fields import check_irreducible
from pairforge.engine_source.rust import HEADER, documentation, short, type_name
from pairforge.engine_source.security import security_expression
from pairforge.pairings.families.supersingular_binary import BinarySupersingular

_FIELDS = """//! The fields.

use super::*;
"""
_PAIRINGS = f"""//! The curves and the pairings.

use super::*;
use {places.SECURITY_MODULE};
"""


def _labels(curves: Sequence[BinarySupersingular], labels: Mapping[str, str]) -> dict[str, str]:
    return {curve.name: labels.get(curve.name, short(curve)) for curve in curves}


def fields_file(
    curves: Sequence[BinarySupersingular], fields: Sequence[EngineField], labels: Mapping[str, str]
) -> str:
    """`binary/field/table.rs`; `labels` names fields where the name of the pairing does not."""
    label = _labels(curves, labels)
    rows: dict[str, tuple[tuple[int, ...], str]] = {}
    for field in fields:
        exponents = tuple(e for e, _ in field.terms)
        rows[f"F{exponents[0]}"] = exponents, field.source
    for curve in curves:
        rows.setdefault(field_name(label[curve.name]), (curve.polynomial, curve.source))
    ordered = sorted(rows.items(), key=lambda row: (row[1][0][0], row[0]))
    text = "".join(_field(name, terms, source) for name, (terms, source) in ordered)
    return f"{HEADER}{_FIELDS}\nfields! {{\n{text}}}\n"


def pairings_file(curves: Sequence[BinarySupersingular], labels: Mapping[str, str]) -> str:
    """`binary/pairings/table.rs`; `labels` names curves where the name of the pairing does not."""
    label = _labels(curves, labels)
    rows = "".join(_curve(curve, label[curve.name]) for curve in sorted(curves, key=_degree_of))
    pairings = "".join(_pairing(curve, label[curve.name]) for curve in curves)
    return f"{HEADER}{_PAIRINGS}\ncurves! {{\n{rows}}}\n\npairings! {{\n{pairings}}}\n"


def field_name(label: str) -> str:
    """`F239Shu` of `f2-239-shu`."""
    return "F" + type_name(label.split("-", 1)[1])


def _degree_of(curve: BinarySupersingular) -> tuple[int, str]:
    return curve.degree, curve.name


def _polynomial(exponents: Sequence[int]) -> str:
    return " + ".join("1" if e == 0 else f"x^{e}" for e in exponents)


def _field(name: str, exponents: tuple[int, ...], source: str) -> str:
    if exponents[0] % 2 == 0 or any(e > exponents[0] - 128 for e in exponents[1:]):
        raise ValueError(f"{name}: the engine takes odd degrees m and middle exponents of at most m - 128")
    check_irreducible([(e, 1) for e in exponents], 2)
    return documentation(f"{_polynomial(exponents)} ({source}).", 4) + f"    {name} = {list(exponents)};\n"


def _curve(curve: BinarySupersingular, label: str) -> str:
    order = find_family("f2").order(curve.degree, curve.b)
    cofactors = "".join(f"{q} " for q in curve.cofactors)
    for q in curve.cofactors:
        if order % q:
            raise ValueError(f"{curve.name}: {q} does not divide the number of points")
    points = f"N = {cofactors}r" if cofactors else "N = r"
    name = field_name(label)
    factors = ", ".join(f"{q:_}" for q in curve.cofactors)
    return (
        documentation(f"b = {curve.b} over {_polynomial(curve.polynomial)}; {points}.", 4)
        + f'    Curve{name}("{label}") = {name}, {curve.b}, [{factors}];\n'
    )


def pairing_type(curve: BinarySupersingular) -> str:
    """`EtaF2M239` of `eta-f2-239`."""
    return f"{curve.listing.map.capitalize()}F2M{curve.degree}"


def _pairing(curve: BinarySupersingular, label: str) -> str:
    kind = curve.listing.map
    what = {"eta": "Reduced eta_T", "tate": "Reduced Tate pairing of order N"}[kind]
    algorithms = (
        ',\n        "algorithm-1": tate::algorithm_1, "algorithm-2": tate::algorithm_2'
        if kind == "tate"
        else ""
    )
    return (
        documentation(f"{what} over F_2^{curve.degree} ({curve.source}).", 4)
        + f'    {pairing_type(curve)}("{curve.name}", {security_expression(curve.security)}) = '
        + f"{kind.capitalize()} on Curve{field_name(label)}{algorithms};\n"
    )
