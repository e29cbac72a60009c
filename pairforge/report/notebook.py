"""How objects show themselves in a notebook: HTML without scripts that leaves the notebook's style alone.

Pictures stand in it as images, so that their style does not reach what is around them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from pairforge.report.pieces import details, math, number, percent
from pairforge.report.svg import datapath_svg, schedule_svg

__all__ = ["area_html", "facts_html", "picture_html", "rows_html", "shown_html", "stage_pictures_html"]


def shown_html(title: str, subtitle: str, parts: Iterable[str]) -> str:
    """An object: what it is in large, then its parts, which are HTML."""
    body = "".join(parts)
    return (
        f'<div class="pairforge" style="max-width:60em"><p><strong style="font-size:1.25em">{escape(title)}'
        f'</strong><br><span style="opacity:.75">{math(subtitle)}</span></p>{body}</div>'
    )


def facts_html(facts: Iterable[tuple[str, str]]) -> str:
    """Names and values below each other."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th>'
        f'<td style="text-align:left">{math(value)}</td></tr>'
        for name, value in facts
    )
    return f"<table>{rows}</table>"


def rows_html(
    head: Sequence[str], rows: Iterable[Sequence[str]], strong: Sequence[bool] | None = None
) -> str:
    """A table; `strong` says which rows stand out."""
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    body = []
    for index, row in enumerate(rows):
        style = ' style="font-weight:600"' if strong is not None and strong[index] else ""
        body.append(f"<tr{style}>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>")
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def picture_html(svg: str, words: str, width: int | None = None) -> str:
    """An SVG file as an image, as wide as there is room or `width` pixels; `words` say what is seen."""
    data = base64.b64encode(svg.encode()).decode("ascii")
    style = "max-width:100%" + (f";width:{width}px" if width else "")
    return f'<img alt="{escape(words)}" style="{style}" src="data:image/svg+xml;base64,{data}">'


def stage_pictures_html(stage: Mapping[str, Any]) -> str:
    """Schedule, bounds, units and datapath of a stage (`report.stage_data`)."""
    name = stage["name"]
    bounds = [
        [
            bound["what"],
            number(bound["got"]),
            number(bound["bound"]),
            "proven least" if bound["optimal"] else f"within {bound['got'] - bound['bound']}",
            bound["reason"],
        ]
        for bound in stage["bounds"]
    ]
    units = [
        [unit["name"], unit["description"] or unit["kind"], number(max(1, len(unit["instances"]))),
         number(unit["latency"]), "–" if unit["busy"] is None else percent(unit["busy"])]
        for unit in stage["units"]
    ]  # fmt: skip
    return "".join(
        (
            picture_html(schedule_svg(stage), f"Schedule of {name}"),
            rows_html(("what", "cycles", "bound", "status", "why not fewer"), bounds) if bounds else "",
            details(
                f"Units and datapath of {name}",
                rows_html(("unit", "what it is", "count", "latency", "busy"), units)
                + (
                    picture_html(datapath_svg(stage), f"Datapath of {name}")
                    if stage["datapath"]["nodes"]
                    else ""
                ),
            ),
        )
    )


def area_html(rows: Sequence[Mapping[str, Any]]) -> str:
    """Area by unit, with bars."""
    most = max((row["lut"] for row in rows), default=0) or 1
    body = "".join(
        f'<tr><td style="text-align:left">{escape(row["name"])}</td><td>{escape(row["stage"] or "–")}</td>'
        f'<td style="min-width:12em"><div style="height:.7em;width:{100 * row["lut"] / most:.1f}%;'
        f'background:currentColor;opacity:.5"></div></td><td>{number(row["lut"])}</td>'
        f"<td>{number(row['ff'])}</td></tr>"
        for row in sorted(rows, key=lambda row: -row["lut"])
    )
    head = "".join(f"<th>{title}</th>" for title in ("unit", "stage", "", "LUT", "FF"))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
