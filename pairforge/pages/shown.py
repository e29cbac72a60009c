"""Builds, curves and explorations as a notebook shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pairforge.explore.comparison import comparison_lines, comparison_table
from pairforge.pages.entries import explored_entries
from pairforge.report.collection import AXES, Entry
from pairforge.report.notebook import (
    area_html,
    facts_html,
    picture_html,
    rows_html,
    shown_html,
    stage_pictures_html,
)
from pairforge.report.pieces import details
from pairforge.report.scatter import Panel, Point, panels_svg

__all__ = ["build_html", "curve_html", "exploration_html"]


def build_html(report: Mapping[str, Any], text: str) -> str:
    """A build: its lines as the command prints them, a picture of each stage's schedule, area by unit."""
    lines = [line.split(None, 1) for line in text.splitlines()[1:]]
    parts = [facts_html((name.rstrip(":"), value) for name, value in lines)]
    for index, stage in enumerate(report["stages"]):
        title = f"Stage {index + 1}: {stage['name']}"
        parts.append(details(title, stage_pictures_html(stage)))
    if report["area_by_unit"]:
        parts.append(details("Area by unit", area_html(report["area_by_unit"])))
    return shown_html(report["title"], report["subtitle"], parts)


def curve_html(facts: Mapping[str, Any]) -> str:
    """The facts of a curve as a table; what is worth a table of its own is folded away."""
    plain = [(key.replace("_", " "), str(value)) for key, value in facts.items() if _simple(value)]
    nested = {key: value for key, value in facts.items() if not _simple(value)}
    parts = [facts_html((name, value) for name, value in plain if name not in ("schema", "curve"))]
    for key, value in nested.items():
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        parts.append(details(key.replace("_", " "), facts_html((str(k), str(v)) for k, v in pairs)))
    return shown_html(str(facts["curve"]), "", parts)


def _simple(value: object) -> bool:
    return not isinstance(value, Mapping | list | tuple)


def exploration_html(found: Mapping[str, Any]) -> str:
    """An exploration: a picture and a table for each comparison, the machines of a front in bold."""
    parts = []
    for comparison in found["comparisons"]:
        head, rows = comparison_table(found, comparison)
        built = [row for row in comparison["machines"] if row["error"] is None]
        parts.append(f"<p>{escape(comparison['pairing'])} on {escape(comparison['target'])}</p>")
        entries = explored_entries({**found, "comparisons": [comparison]}, {}, "")
        parts.append(_picture([entry for entry in entries if entry.error is None]))
        parts.append(rows_html(head, rows, [bool(row["fronts"]) for row in built]))
        parts.append("<br>".join(escape(line) for line in comparison_lines(found, comparison)))
    count = sum(len(comparison["machines"]) for comparison in found["comparisons"])
    return shown_html(f"{count} machines", ", ".join(found["designs"]), parts)


_PAIRS = (("slices", "us"), ("lut", "us"), ("slices", "interval"), ("latency", "interval"))
"""Figures to draw against each other: the first two that the machines have."""


def _picture(entries: Sequence[Entry]) -> str:
    titles = {axis.name: axis.words for axis in AXES}
    for x, y in _PAIRS:
        drawn = [entry for entry in entries if {x, y} <= set(entry.figures)]
        points = [
            Point(_brief(entry), entry.figures[x].value, entry.figures[y].value, ours=True) for entry in drawn
        ]
        if points and all(point.x > 0 and point.y > 0 for point in points):
            panel = Panel(f"{len(points)} machines", titles[x], titles[y], points)
            return picture_html(panels_svg([panel], standalone=True), f"{titles[y]} against {titles[x]}", 560)
    return ""


def _brief(entry: Entry) -> str:
    """What tells a machine from its like, short."""
    settings = [f"{key.rpartition('.')[2]} {value}" for key, value in entry.settings.items() if "." in key]
    return ", ".join(settings) or entry.name
