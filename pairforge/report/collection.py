"""One self-contained page for many designs: fronts to brush, a table, each design opened, two side by side.

The page loads nothing and works from a file. What a design's schedule, datapath and area look like is stored
in it packed (`packed`), once for all designs that share it, and unpacked when it is opened. Tables are in the
HTML itself; the scripts in `assets/` sort and filter them and draw the map.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from pairforge.report.data import Figure
from pairforge.report.fragments import area_html, security_class, security_html, stage_html
from pairforge.report.packed import pack
from pairforge.report.pieces import asset, details, embedded, fill, math, number, table, tag
from pairforge.report.scatter import Panel, panels_svg

__all__ = ["AXES", "Axis", "Collection", "Entry", "PriorWork", "render_collection"]

GENERATOR = '<meta name="generator" content="Pairforge collection">'
"""Stands in every page of this kind: a file with it may be replaced by another."""

_SCRIPTS = (
    "dom.js",
    "theme.js",
    "schedule.js",
    "datapath.js",
    "model.js",
    "axes.js",
    "map.js",
    "filters.js",
    "table.js",
    "opened.js",
    "compare.js",
    "collection.js",
)
_KEY = "<key>"  # in stored fragments, where the script puts a name of its own: no escaped text has it


@dataclass(frozen=True)
class Axis:
    """A figure that designs are compared by. `more`: whether more of it is better."""

    name: str
    title: str
    unit: str
    short: str
    more: bool = False

    @property
    def words(self) -> str:
        """The title with the unit, where that says more."""
        return self.title if self.unit.lower() == self.title.lower() else f"{self.title} ({self.unit})"


AXES: tuple[Axis, ...] = (
    Axis("slices", "Slices", "slices", "slices"),
    Axis("lut", "Look-up tables", "LUT", "LUT"),
    Axis("ff", "Flip-flops", "FF", "FF"),
    Axis("dsp", "DSP blocks", "DSP", "DSP"),
    Axis("bram", "Block memories", "BRAM", "BRAM"),
    Axis("um2", "Cell area", "µm²", "µm²"),
    Axis("gates", "Gate equivalents", "GE", "GE"),
    Axis("interval", "Interval between results", "cycles", "interval"),
    Axis("latency", "Latency of one result", "cycles", "latency"),
    Axis("us", "Time between results", "µs", "µs"),
    Axis("latency_us", "Time of one result", "µs", "µs, one result"),
    Axis("mhz", "Clock", "MHz", "MHz", more=True),
    Axis("area_interval", "Slices × interval", "slices × cycles", "slices × cycles"),
    Axis("area_time", "Slices × time between results", "slices × µs", "slices × µs"),
)


@dataclass(frozen=True)
class Entry:
    """A design of ours, built or explored.

    `origin`: in words where it is from. `figures`: by the names of `AXES`. `settings`: what was changed in
    the design; `configuration`: all its keys. `stages` and `area_by_unit`: as in the report's data. `error`:
    why it cannot be built.
    """

    name: str
    origin: str
    pairing: str
    target: str
    command: str
    figures: Mapping[str, Figure]
    settings: Mapping[str, str] = field(default_factory=dict)
    configuration: Mapping[str, str] = field(default_factory=dict)
    stages: Sequence[Mapping[str, Any]] = ()
    area_by_unit: Sequence[Mapping[str, Any]] = ()
    note: str = ""
    error: str | None = None

    @property
    def label(self) -> str:
        """Its name, and the settings that tell it from its like."""
        return " ".join((self.name, *(f"{key}={value}" for key, value in self.settings.items())))


@dataclass(frozen=True)
class PriorWork:
    """A published implementation. `pairing`: ours over the same field, that it is shown beside."""

    name: str
    source: str
    pairing: str
    device: str
    figures: Mapping[str, Figure]
    note: str = ""


@dataclass(frozen=True)
class Collection:
    """Everything the page shows. `securities`: by pairing, as in the report's data. `panels`: of a published
    figure with ours on it, under `panels_title` and `panels_text`."""

    title: str
    subtitle: str
    version: str
    command: str
    entries: Sequence[Entry]
    prior_work: Sequence[PriorWork] = ()
    securities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    panels: Sequence[Panel] = ()
    panels_title: str = ""
    panels_text: str = ""


def render_collection(shown: Collection) -> str:
    """The page; same collection, same bytes."""
    blobs: dict[str, str] = {}
    entries = [_entry_data(entry, blobs) for entry in shown.entries]
    axes = [axis for axis in AXES if any(axis.name in entry.figures for entry in shown.entries)]
    keys = _varied(shown.entries)
    data = {
        "axes": [vars(axis) for axis in axes],
        "keys": keys,
        "entries": entries,
        "prior_work": [
            {
                "name": prior.name,
                "pairing": prior.pairing,
                "device": prior.device,
                "source": prior.source,
                "note": prior.note,
                "figures": _figures_data(prior.figures),
            }
            for prior in shown.prior_work
        ],
    }
    parts = {
        "generator": GENERATOR,
        "title": escape(shown.title),
        "style": asset("page.css") + asset("collection.css"),
        "script": "\n".join(asset(name) for name in _SCRIPTS),
        "data": embedded(data),
        "blobs": json.dumps(blobs, sort_keys=True, separators=(",", ":")),
        "header": _header(shown),
        "navigation": _navigation(shown),
        "security": "".join(_security(shown)),
        "designs": _designs(shown.entries, axes, keys),
        "refused": _refused(shown.entries),
        "published": _published(shown.prior_work, axes),
        "panels": _panels(shown),
        "reproduce": _reproduce(shown),
    }
    return fill("collection.html", parts)


# -- data for the scripts --------------------------------


def _entry_data(entry: Entry, blobs: dict[str, str]) -> dict[str, Any]:
    names = [stage["name"] for stage in entry.stages]
    fragments = [
        {"stage": stage, "html": stage_html(stage, _KEY, _stage_title(index, names))}
        for index, stage in enumerate(entry.stages)
    ]
    area = None
    if entry.area_by_unit:
        html = area_html(entry.area_by_unit, names, entry.target)
        area = _blob({"rows": list(entry.area_by_unit), "html": html}, blobs)
    return {
        "name": entry.name,
        "label": entry.label,
        "origin": entry.origin,
        "pairing": entry.pairing,
        "target": entry.target,
        "command": entry.command,
        "error": entry.error,
        "note": entry.note,
        "settings": dict(entry.settings),
        "configuration": dict(entry.configuration),
        "figures": _figures_data(entry.figures),
        "stages": [_blob(fragment, blobs) for fragment in fragments],
        "area": area,
    }


def _stage_title(index: int, names: Sequence[str]) -> str:
    return f"Stage {index + 1}: {names[index]}" if len(names) > 1 else f"Stage {names[index]}"


def _figures_data(figures: Mapping[str, Figure]) -> dict[str, list[Any]]:
    return {name: [figure.value, figure.kind] for name, figure in figures.items()}


def _blob(content: Any, blobs: dict[str, str]) -> str:
    """Store content packed under a name that only it has."""
    packed = pack(content)
    name = hashlib.sha256(packed.encode()).hexdigest()[:12]
    blobs[name] = packed
    return name


def _varied(entries: Sequence[Entry]) -> list[str]:
    """The settings in which the designs that can be built differ."""
    keys = dict.fromkeys(key for entry in entries for key in entry.settings)
    return [key for key in keys if len({entry.settings.get(key) for entry in entries}) > 1]


# -- parts of the page --------------------------------


def _header(shown: Collection) -> str:
    return (
        f'<h1>{escape(shown.title)}</h1><p class="subtitle">{math(shown.subtitle)}</p>'
        f'<dl class="facts"><div><dt>Pairforge</dt><dd>{escape(shown.version)}</dd></div></dl>'
    )


def _navigation(shown: Collection) -> str:
    entries = [("map", "Map"), ("designs", "Designs"), ("opened", "Opened"), ("compare", "Compare")]
    entries += [("published", "Published")] if shown.prior_work else []
    entries += [("panels", "Figure")] if shown.panels else []
    entries += [("reproduce", "Reproduce")]
    return "".join(f'<a href="#{target}">{escape(text)}</a>' for target, text in entries)


def _security(shown: Collection) -> Iterator[str]:
    for pairing, security in shown.securities.items():
        label = f"Security of {escape(pairing)}"
        yield f'<div class="security {security_class(security)}" role="note" aria-label="{label}">'
        yield security_html(security)
        yield "</div>"


def _cell(figures: Mapping[str, Figure], axis: Axis) -> str:
    figure = figures.get(axis.name)
    if figure is None:
        return '<td class="n">–</td>'
    return (
        f'<td class="n" data-value="{figure.value!r}" title="{escape(figure.kind)}">'
        f"{number(figure.value)}</td>"
    )


def _designs(entries: Sequence[Entry], axes: Sequence[Axis], keys: Sequence[str]) -> str:
    """The table; the script makes its head sort and its rows follow the map."""
    several = {
        name: len({getattr(entry, name) for entry in entries}) > 1 for name in ("pairing", "target", "origin")
    }
    facts = [name for name, wanted in several.items() if wanted]
    head = ['<th scope="col" class="pick"><span class="hidden">compare</span></th>']
    titles = [("design", ""), *((key, "") for key in (*facts, *keys)), *((a.short, "n") for a in axes)]
    names = ["design", *facts, *keys, *(axis.name for axis in axes)]
    for (title, css), name in zip(titles, names, strict=True):
        head.append(f'<th scope="col" class="{css}" data-column="{escape(name)}">{escape(title)}</th>')
    rows = []
    for index, entry in enumerate(entries):
        if entry.error is not None:
            continue
        cells = [
            f'<td class="pick"><input type="checkbox" aria-label="Compare {escape(entry.label)}"></td>',
            f'<th scope="row"><button type="button" class="open">{escape(entry.name)}</button></th>',
            *(f"<td>{escape(str(getattr(entry, name)))}</td>" for name in facts),
            *(_setting(entry, key) for key in keys),
            *(_cell(entry.figures, axis) for axis in axes),
        ]
        rows.append(f'<tr data-entry="{index}">{"".join(cells)}</tr>')
    return (
        '<div class="scroll tall" tabindex="0" role="group" aria-label="Designs, scrollable">'
        f'<table class="designs"><caption>Designs</caption><thead><tr>{"".join(head)}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _setting(entry: Entry, key: str) -> str:
    value = entry.settings.get(key)
    if value is None:
        value = entry.configuration.get(key)
    return f"<td>{'–' if value is None else escape(value)}</td>"


def _refused(entries: Sequence[Entry]) -> str:
    rows = [[escape(entry.label), escape(entry.error or "")] for entry in entries if entry.error is not None]
    if not rows:
        return ""
    shown = table("What cannot be built", [("design", ""), ("why", "")], rows)
    return details(f"{len(rows)} cannot be built", shown)


def _published(prior_work: Sequence[PriorWork], axes: Sequence[Axis]) -> str:
    if not prior_work:
        return ""
    used = [axis for axis in axes if any(axis.name in prior.figures for prior in prior_work)]
    rows = [
        [
            f'{escape(prior.source)}<span class="path">{escape(prior.note)}</span>',
            escape(prior.device),
            escape(prior.pairing),
            *(_published_cell(prior.figures.get(axis.name)) for axis in used),
        ]
        for prior in prior_work
    ]
    head = [("source", ""), ("device", ""), ("field of", ""), *((axis.short, "n") for axis in used)]
    return (
        '<section id="published" aria-labelledby="published-title">'
        '<h2 id="published-title">Published designs</h2>'
        '<p class="lead-in">As printed, each with its source; hollow marks on the map. Slices of published '
        "designs are after place and route, ours are estimated after synthesis.</p>"
        f"{table('Published designs', head, rows, 'published')}</section>"
    )


def _published_cell(figure: Figure | None) -> str:
    if figure is None:
        return "–"
    return number(figure.value) + ("" if figure.kind == "published" else f"<br>{tag(figure.kind)}")


def _panels(shown: Collection) -> str:
    if not shown.panels:
        return ""
    pictures = "".join(
        f'<div class="panel" tabindex="0" role="group" aria-label="{escape(panel.title)}, scrollable">'
        f"{panels_svg([panel])}</div>"
        for panel in shown.panels
    )
    return (
        f'<section id="panels" aria-labelledby="panels-title"><h2 id="panels-title">'
        f'{escape(shown.panels_title)}</h2><p class="lead-in">{math(shown.panels_text)}</p>'
        f'<div class="panels">{pictures}</div></section>'
    )


def _reproduce(shown: Collection) -> str:
    return (
        f'<div class="command"><code>{escape(shown.command)}</code>'
        '<button type="button" class="copy" hidden>Copy</button></div>'
        f'<p class="lead-in">Pairforge {escape(shown.version)}. The command of each design stands where it '
        "is opened. Cycles are scheduled, or measured in simulation; cells are counted after synthesis; "
        "slices and clock are estimated unless a figure says that it was routed.</p>"
    )
