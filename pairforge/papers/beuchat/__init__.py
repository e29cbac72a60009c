"""Beuchat, Detrey, Estibals, Okamoto, Rodriguez-Henriquez 2010: fast accelerators for the eta_T pairing.

`polynomials.py` has Tables II and III, `curves.py` Tables I and IV, `costs.py` what the text says of
operations, `coprocessors.py` Table V, `claims.py` what the paper concludes; here they become one paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pairforge.pairings.registry import pairing_over
from pairforge.papers.base import SCHEMA, Measured, Paper, Tell, Value, Values, Wanted
from pairforge.papers.beuchat.claims import conclusions
from pairforge.papers.beuchat.coprocessors import build_designs, comparisons, designs, times
from pairforge.papers.beuchat.costs import cost_row
from pairforge.papers.beuchat.curves import FIELDS, curve_row, parameter_row
from pairforge.papers.beuchat.figure import figure_7
from pairforge.papers.beuchat.polynomials import Polynomial, map_cost, search_row, text
from pairforge.papers.builds import origin_of, value_of
from pairforge.version import __version__

__all__ = ["BEUCHAT"]

Rows = Mapping[str, Mapping[str, Value]]

_COMMAND = "pairforge papers beuchat --fresh"
_COMPARISONS = ("V", "best")


def _polynomial(field: str) -> tuple[int, Polynomial]:
    """The characteristic of a field and its polynomial."""
    pairing = pairing_over(field, "eta")
    return pairing.characteristic, pairing.polynomial_terms


def _maps(characteristic: int, forward: str, inverse: str) -> Rows:
    rows: dict[str, Mapping[str, Value]] = {}
    for p, polynomial in map(_polynomial, FIELDS):
        if p == characteristic:
            for power, name in ((1, forward), (-1, inverse)):
                cost = map_cost(p, polynomial, power)
                rows[f"{text(polynomial)}: {name}"] = {
                    "additions": cost.additions,
                    "operands at most": cost.operands,
                }
    return rows


_TABLES: Mapping[str, Callable[[], Rows]] = {
    "I": lambda: {field: parameter_row(field) for field in FIELDS},
    "II": lambda: _maps(3, "cube", "cube root"),
    "III": lambda: _maps(2, "square", "square root"),
    "search": lambda: {field: search_row(*_polynomial(field)) for field in FIELDS},
    "IV": lambda: {field: curve_row(field) for field in FIELDS},
    "costs": lambda: {field: cost_row(field) for field in FIELDS},
}
"""Our figures for a table, computed."""


def _measure(wanted: Wanted, so_far: Measured, tell: Tell, keep: Callable[[Measured], None]) -> Measured:
    measured: dict[str, Any] = {"schema": SCHEMA, "paper": "beuchat", **so_far}
    if not wanted.designs:
        for number, compute in _TABLES.items():
            if wanted.table(number):
                tell(f"table {number}")
                made = {"version": __version__, "command": f"{_COMMAND} --table {number}", "rows": compute()}
                measured["tables"] = {**measured.get("tables", {}), number: made}
                keep(measured)
    if any(map(wanted.table, _COMPARISONS)):
        builds = measured.get("builds", {})
        measured["builds"] = build_designs(
            wanted, builds, tell, lambda found: keep({**measured, "builds": found})
        )
    return measured


def _our_values(measured: Measured) -> Values:
    return lambda table, row, column: value_of(measured, table, row, column)


BEUCHAT = Paper(
    name="beuchat",
    measure=_measure,
    origin=lambda measured: origin_of(measured, _COMMAND),
    our_values=_our_values,
    conclusions=lambda measured: conclusions(measured, _our_values(measured)),
    comparisons=comparisons,
    comparison_names=_COMPARISONS,
    designs=designs,
    builds=lambda measured: times(measured.get("builds", {})),
    picture=lambda measured: figure_7(measured=measured),
    notes=(
        "Table I is checked by computation: the order on random points, the exponent M as (q^k - 1)/N.",
        "Tables II and III count a map as one sum for each coefficient of the result; nothing that "
        "two sums have in common is shared. Slices and clock of Table II: the published coprocessor's.",
        "Search: irreducible trinomials (in characteristic three up to x -> -x), and in characteristic two "
        "the pentanomials x^m + x^(m-d) + x^(m-2d) + x^d + 1 of Section IV-A.6. A rank is 1 where none takes "
        "fewer additions, for the inverse map or for both maps.",
        "Table IV: every security figure is log2 of L[1/3, (32/9)^(1/3)] of the field F_q^k without o(1), "
        "rounded, which the paper does not say. Security today is at most this many bits (pairforge curve).",
        "Costs: U^T is the power T = p^((m+1)/2) in F_q^k; its published additions are upper bounds, ours "
        "are behind the maps and share nothing. Algorithm 4 adds f2 + f3 twice in print, here once.",
        "Table V, published: time between results in the paper's own rows, time for one pairing in the "
        "others. Ours: interval and latency counted in simulation, LUT, FF and BRAM (18 kbit) after "
        "synthesis, slices 1.22 max(LUT, FF)/2, clock by levels of logic; nothing is placed. D: digits a "
        "cycle of the second stage's multiplier.",
        "Broken today: discrete logarithms in fields of small characteristic are within reach.",
    ),
    misprints=('Table IV: the column "log2 l" holds half of it, the bits of work of a generic attack.',),
)
