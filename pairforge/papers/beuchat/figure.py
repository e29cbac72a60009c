"""Figure 7 of the paper, redrawn from its Table V, with ours on it: time and area-time against security."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from pairforge.catalog.published import PRIOR_WORK, TABLE_V, THIS_WORK, Published
from pairforge.pairings.registry import PAIRINGS
from pairforge.papers.base import Measured, published, stored_or_nothing
from pairforge.report.data import Figure
from pairforge.report.scatter import Panel, Point

__all__ = ["Drawn", "figure_7", "on_figure_7"]

_FAMILIES = {"xc2vp": "Virtex-II Pro", "xc4v": "Virtex-4"}
_TIMES = {"us": "µs between results, or of one pairing", "area_time": "slices × s"}
_SHAPES = {"f2": "circle", "f3": "square"}
_LEGEND = (
    ("ours", "circle", "ours, F_2^m"),
    ("ours", "square", "F_3^m"),
    ("own", "circle", "the paper's, F_2^m"),
    ("own", "square", "F_3^m"),
    ("theirs", "circle", "others"),
    ("theirs", "triangle", "F_p"),
)


class Drawn(Protocol):
    """A design of ours to put on the figure."""

    @property
    def label(self) -> str:
        """Its name for people."""

    @property
    def pairing(self) -> str:
        """Its pairing."""

    @property
    def target(self) -> str:
        """Its device family."""

    @property
    def figures(self) -> Mapping[str, Figure]:
        """With `slices` and `us`, where it was synthesized."""


def on_figure_7(pairings: Sequence[str]) -> bool:
    """Whether designs for these pairings have a place on the figure."""
    return any(_security(_field(pairing)) is not None for pairing in pairings)


def _field(pairing: str) -> str:
    """What rows of Table V call its field; empty for a pairing that this version does not know."""
    return PAIRINGS[pairing].published_as if pairing in PAIRINGS else ""


def figure_7(designs: Sequence[Drawn] = (), measured: Measured | None = None) -> tuple[Panel, ...]:
    """The four panels: time above, area-time product below; Virtex-II Pro left, Virtex-4 right.

    Ours are stored builds (`measured`, by default those of the catalogue) and `designs`, by their place.
    """
    builds = (stored_or_nothing("beuchat") if measured is None else measured).get("builds", {})
    panels: list[Panel] = []
    for figure in _TIMES:
        for family, name in _FAMILIES.items():
            points = [*_published(family, figure), *_stored(builds, family, figure)]
            points += _given(designs, family, figure)
            title = f"{'Time' if figure == 'us' else 'Area × time'} on {name}"
            legend = _LEGEND if not panels else ()
            panels.append(
                Panel(
                    title, "security (bits, as the paper gives it)", _TIMES[figure], points, linear=True,
                    join=True, legend=legend, width=620, height=440,
                )
            )  # fmt: skip
    return tuple(panels)


def _security(field: str) -> int | None:
    """Bits, as Table IV has them for a field of the paper."""
    (table,) = (table for table in published("beuchat")["table"] if table["name"] == "IV")
    bits: int | None = table["rows"].get(field, {}).get("security bits")
    return bits


_OTHER_FIELDS = {"f2-251": 68, "f2-283": 72, "f2-103": 75, "p-512": 87, "f2-459": 89}
"""Security of the prior work' own fields, as Table V has it."""


def _bits(field: str) -> int | None:
    return _security(field) or _OTHER_FIELDS.get(field)


def _value(figure: str, slices: float, us: float) -> float:
    return us if figure == "us" else slices * us / 1e6


def _shape(field: str) -> str:
    return _SHAPES.get(field[:2], "triangle")


def _published(family: str, figure: str) -> Iterator[Point]:
    for row in PRIOR_WORK:
        bits = _bits(row.field)
        if bits is not None and _family(row) == family:
            name = "Beuchat et al." if row.name == THIS_WORK else re.sub(r" \[\d+\]$", "", row.name)
            yield Point(
                name,
                bits,
                _value(figure, row.slices, row.us),
                ours=False,
                own=row.name == THIS_WORK and row in TABLE_V,
                shape=_shape(row.field),
                detail=f"{row.field}, {row.device}, {row.slices:,} slices, {row.us:g} µs",
            )


def _family(row: Published) -> str:
    """Virtex-II stands with Virtex-II Pro, whose slices are the same."""
    return "xc2vp" if row.target == "xc2v" else row.target


def _stored(builds: Mapping[str, Any], family: str, figure: str) -> Iterator[Point]:
    for key, found in builds.items():
        design, target = key.split()
        result = found["result"]
        field = _field(result["pairing"])
        if target == family and (bits := _bits(field)) is not None:
            slices = result["area"]["slices_calibrated"]
            us = result["cycles"]["interval"] / result["timing"]["fmax_mhz"]
            yield _ours(design, field, bits, slices, us, figure)


def _given(designs: Sequence[Drawn], family: str, figure: str) -> Iterator[Point]:
    for place, design in enumerate(designs):
        field = _field(design.pairing)
        bits = _security(field)
        if design.target == family and bits is not None and {"slices", "us"} <= set(design.figures):
            slices, us = (design.figures[name].value for name in ("slices", "us"))
            yield _ours(design.label, field, bits, slices, us, figure, place)


def _ours(
    name: str, field: str, bits: int, slices: float, us: float, figure: str, entry: int | None = None
) -> Point:
    detail = f"{field}, about {slices:,.0f} slices, {us:.3g} µs"
    value = _value(figure, slices, us)
    return Point(name, bits, value, ours=True, shape=_shape(field), detail=detail, entry=entry)
