"""Fields by name: those that the curves of the catalogue are over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.base import Terms
from pairforge.pairings.families.embedding_two import OrdinaryCurve, TypeACurve
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular


@dataclass(frozen=True)
class FieldEntry:
    """F_p[x] / f; `terms` are those of f as (exponent, 1 or -1), largest exponent first."""

    characteristic: int
    terms: Terms


def _fields() -> dict[str, FieldEntry]:
    found: dict[str, FieldEntry] = {}
    for curve in CURVES.values():
        if isinstance(curve, BinarySupersingular):
            terms = tuple((exponent, 1) for exponent in curve.polynomial)
            found.setdefault(curve.listing.field, FieldEntry(2, terms))
        elif isinstance(curve, TernarySupersingular):
            found.setdefault(curve.listing.field, FieldEntry(3, curve.polynomial))
    return found


FIELDS: Mapping[str, FieldEntry] = _fields()
"""`f2-239` is the field of eta-f2-239, the first curve with a field of that name; f2-283 is tate-f2-283's."""

PRIMES: Mapping[str, int] = {
    curve.listing.field: curve.p
    for curve in CURVES.values()
    if isinstance(curve, TypeACurve | OrdinaryCurve | AteCurve)
}
"""`fp-ss512` is the prime of tate-ss512."""
