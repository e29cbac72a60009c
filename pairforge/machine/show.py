"""A design as a small HTML table, for notebooks: its stages, their units and storage."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairforge.machine.design import Design, Machine

__all__ = ["design_html"]


def design_html(design: Design) -> str:
    """What it computes, for which target, and a row for each unit and memory of each stage."""
    settings = f", set: {', '.join(design.settings)}" if design.settings else ""
    threads = f", {design.interleave} pairings interleaved" if design.interleave > 1 else ""
    if design.cores > 1:
        threads += f", {design.cores} cores{' in lock step' * design.sharing.shared}"
    if design.common_inverters > 1:
        threads += " with one inverter"
    if design.detects:
        threads += ", twice and compared"
    head = "".join(f"<th>{title}</th>" for title in ("stage", "what", "kind", "count", "parameters"))
    rows = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in row) + "</tr>"
        for stage in design.stages
        for row in _rows(stage)
    )
    return (
        f'<div class="pairforge"><p><strong style="font-size:1.25em">{escape(design.name)}</strong><br>'
        f'<span style="opacity:.75">{escape(design.computes)} on {escape(design.target)}{threads}'
        f"{escape(settings)}</span></p><p>{escape(design.description)}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _rows(stage: Machine) -> Iterator[tuple[str, ...]]:
    for unit in stage.units:
        parameters = ", ".join(
            f"{key} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"
            for key, value in unit.parameters.items()
            if value not in (0, ())
        )
        yield stage.name, unit.name, unit.kind, str(unit.count), parameters
    keys = dict(stage.storage.keys)
    kind, style = keys.pop("kind"), keys.pop("style", "")
    ports = ", ".join(f"{value} {key}" for key, value in keys.items())
    yield stage.name, "storage", f"{kind} ({style})" if style else str(kind), "1", ports
