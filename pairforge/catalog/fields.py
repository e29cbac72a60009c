"""Fields by name: those that the curves of the catalogue are over."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.catalog.curves import (
    ATE_CURVES,
    CURVES,
    TATE_BINARY_CURVES,
    TERNARY_CURVES,
    TYPE_A_CURVES,
)


@dataclass(frozen=True)
class FieldEntry:
    """F_p[x] / f; `terms` are those of f as (exponent, 1 or -1), largest exponent first."""

    characteristic: int
    terms: tuple[tuple[int, int], ...]


_ENTRIES = (
    *(
        (name, FieldEntry(2, tuple((e, 1) for e in curve.polynomial)))
        for name, curve in (CURVES | TATE_BINARY_CURVES).items()
    ),
    *((name, FieldEntry(3, curve.polynomial)) for name, curve in TERNARY_CURVES.items()),
)

FIELDS: dict[str, FieldEntry] = {}
"""`f2-239` is the field of eta-f2-239; one that only another pairing has (f2-283) is named after that."""
for _name, _entry in _ENTRIES:
    FIELDS.setdefault(_name.split("-", 1)[1], _entry)

PRIMES: dict[str, int] = {
    f"fp-{name.split('-', 1)[1]}": p
    for name, p in (
        *((curve.name, curve.p) for curve in TYPE_A_CURVES.values()),
        *((curve.name, curve.p) for curve in ATE_CURVES.values()),
    )
}
"""`fp-ss512` is the prime of tate-ss512."""
