"""A stage, the area and the security of a design as HTML: what the pages have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pairforge.report.data import cycles_in
from pairforge.report.jobs import Jobs, run_sentence
from pairforge.report.pieces import details, duration, math, number, percent, table, tag
from pairforge.report.svg import datapath_inline


def stage_html(stage: Mapping[str, Any], key: str, title: str, jobs: Jobs = ()) -> str:
    """A section for one stage: schedule, bounds, units, datapath. Everything in it that has to be unique in
    the page is named with `key`. `jobs`: of a core that computes no pairing."""
    parts = [
        f'<section id="stage-{key}" class="stage" aria-labelledby="stage-{key}-title">',
        f'<h2 id="stage-{key}-title">{escape(title)}</h2>',
        f'<p class="lead-in">{math(stage["description"])} {run_sentence(stage, jobs)}</p>',
        _schedule(stage, key),
        '<div class="pair">',
        _bounds(stage),
        _units(stage),
        "</div>",
        _datapath(stage, key),
        "</section>",
    ]
    return "".join(parts)


def _loops(stage: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Loops, the longest first: the one that most of the run is spent in."""
    loops = [block for block in stage["blocks"] if block["interval"] is not None]
    return sorted(loops, key=cycles_in, reverse=True)


def _schedule(stage: Mapping[str, Any], key: str) -> str:
    loops = _loops(stage)
    views = [("one", "One iteration"), ("steady", "Steady state")] if loops else []
    views.append(("run", "Whole run"))
    chosen = "steady" if loops else "run"
    radios = "".join(
        f'<label><input type="radio" name="view-{key}" '
        f'value="{value}"{" checked" if value == chosen else ""}>'
        f"<span>{text}</span></label>"
        for value, text in views
    )
    options = "".join(f"<option>{escape(block['name'])}</option>" for block in loops)
    loop_choice = f'<label class="loop">loop <select>{options}</select></label>' if len(loops) > 1 else ""
    storage = (
        '<label class="check"><input type="checkbox" class="storage" checked>storage</label>'
        if stage["values"]
        else ""
    )
    height = _chart_height(stage, loops[0]["name"] if loops else None)
    keys = (
        "Drag to move. Pinch, Ctrl + wheel or + and − to zoom, 0 to fit. Arrow keys step from "
        "operation to operation, "
        "Shift + arrow moves the picture, Escape lets go."
    )
    return (
        f'<figure class="schedule" data-stage="{key}" '
        f'aria-label="Schedule of {escape(stage["name"])}">'
        f'<div class="tools"><h3>Schedule</h3><fieldset class="views"><legend class="hidden">What is '
        f"shown</legend>{radios}</fieldset>"
        f'{loop_choice}{storage}<span class="zoom"><button type="button" data-do="out" '
        f'aria-label="Zoom out">−</button>'
        '<button type="button" data-do="in" aria-label="Zoom in">+</button>'
        '<button type="button" data-do="fit">Fit</button></span></div>'
        '<div class="overview-line"><span class="overview-text"></span>'
        '<canvas class="overview" aria-hidden="true"></canvas></div>'
        f'<div class="stagebox"><canvas class="chart" style="height:{height}px" tabindex="0" '
        f'role="application" aria-roledescription="schedule" '
        f'aria-label="Schedule of {escape(stage["name"])}: rows are units and storage, columns are cycles" '
        f'aria-describedby="keys-{key}"></canvas><div class="tip" hidden></div></div>'
        '<div class="legend"></div>'
        f'<div class="inspect" aria-live="polite"><p class="hint" id="keys-{key}">{keys}</p></div>'
        "<noscript><p>The picture needs JavaScript; the tables below hold the same schedule.</p></noscript>"
        + details(f"The schedule as a table: {len(stage['operations'])} operations", _operations(stage))
        + (
            details(f"Storage lifetimes as a table: {len(stage['values'])} values", _values(stage))
            if stage["values"]
            else ""
        )
        + "</figure>"
    )


def _chart_height(stage: Mapping[str, Any], block: str | None) -> int:
    """The height the script will give the picture, so that nothing jumps (see `height` in schedule.js)."""
    units = {op["unit"] for op in stage["operations"] if block in (None, op["block"])}
    places = {value["place"] for value in stage["values"] if block in (None, value["block"])}
    return 34 + 26 * len(units) + (14 + 15 * len(places) if places else 0)


def _operations(stage: Mapping[str, Any]) -> str:
    order = {block["name"]: place for place, block in enumerate(stage["blocks"])}
    rows = []
    for item in sorted(
        stage["operations"], key=lambda op: (order[op["block"]], op["start"], op["unit"], op["id"])
    ):
        sources = ", ".join(
            f"{operand['name']} from {operand['source']}"
            + (f" ({operand['distance']} back)" if operand["distance"] else "")
            for operand in item["operands"]
        )
        rows.append(
            [
                f"<code>{escape(item['text'])}</code>",
                escape(item["block"]),
                escape(item["unit"]),
                number(item["start"]),
                number(item["duration"]),
                number(item["latency"]),
                escape(sources),
            ]
        )
    head = [
        ("operation", ""),
        ("block", ""),
        ("unit", ""),
        ("cycle", "n"),
        ("occupies", "n"),
        ("latency", "n"),
        ("operands", ""),
    ]
    return table("Operations, cycles counted from the start of the block or iteration", head, rows)


def _values(stage: Mapping[str, Any]) -> str:
    rows = [
        [
            escape(v["place"]),
            f"<code>{escape(v['name'])}</code>",
            escape(v["block"]),
            number(v["start"]),
            number(v["end"]),
        ]
        for v in sorted(
            stage["values"], key=lambda item: (item["block"], item["place"], item["start"], item["name"])
        )
    ]
    head = [("place", ""), ("value", ""), ("block", ""), ("from cycle", "n"), ("to cycle", "n")]
    return table("Values and the places that hold them", head, rows)


def _bounds(stage: Mapping[str, Any]) -> str:
    if not stage["bounds"]:
        return ""
    rows = []
    for bound in stage["bounds"]:
        gap = bound["got"] - bound["bound"]
        status = (
            tag("proved") + " least"
            if bound["optimal"]
            else f"within {number(gap)}"
            if gap
            else "meets the bound"
        )
        seconds = f", {duration(bound['seconds'])}" if bound["seconds"] is not None else ""
        rows.append(
            [
                escape(bound["what"]),
                number(bound["got"]),
                number(bound["bound"]),
                status,
                escape(bound["reason"]),
                escape(bound["method"] + seconds),
            ]
        )
    head = [
        ("what", ""),
        ("cycles", "n"),
        ("bound", "n"),
        ("status", ""),
        ("why not fewer", ""),
        ("method", ""),
    ]
    return f"<div><h3>Against the lower bound</h3>{table('Cycles and their lower bounds', head, rows)}</div>"


def _units(stage: Mapping[str, Any]) -> str:
    rows = []
    for unit in stage["units"]:
        busy = "–"
        if unit["busy"] is not None:
            busy = (
                f'<span class="meter"><i style="width:{100 * unit["busy"]:.1f}%"></i></span>'
                f"<span>{percent(unit['busy'])}</span>"
            )
        rows.append(
            [
                escape(unit["name"]),
                math(unit["description"] or unit["kind"]),
                number(max(1, len(unit["instances"]))),
                number(unit["latency"]),
                number(unit["interval"]),
                busy,
            ]
        )
    head = [
        ("unit", ""),
        ("what it is", ""),
        ("count", "n"),
        ("latency", "n"),
        ("interval", "n"),
        ("busy", "n"),
    ]
    facts = "".join(
        f"<div><dt>{escape(name)}</dt>"
        f"<dd>{escape(number(value) if isinstance(value, int | float) else value)}</dd></div>"
        for name, value in stage["control"].items()
    )
    control = f'<h4>Sequencer</h4><dl class="facts">{facts}</dl>' if facts else ""
    return f"<div><h3>Units</h3>{table('Functional units of this stage', head, rows)}{control}</div>"


def _datapath(stage: Mapping[str, Any], key: str) -> str:
    nodes, links = stage["datapath"]["nodes"], stage["datapath"]["links"]
    if not nodes:
        return ""
    labels = {node["id"]: node["label"] if node["kind"] != "network" else node["id"] for node in nodes}
    kinds = {node["id"]: node["kind"] for node in nodes}
    rows = [
        [
            escape(labels[link["source"]]),
            escape(kinds[link["source"]]),
            escape(labels[link["target"]]),
            escape(link["port"]),
            escape(link["label"]),
        ]
        for link in links
    ]
    hint = "Point at a box, or reach it with Tab and the arrow keys, to follow its signals."
    head = [("from", ""), ("kind", ""), ("to", ""), ("port", ""), ("note", "")]
    return (
        f'<figure class="datapath" aria-label="Datapath of {escape(stage["name"])}"><h3>Datapath</h3>'
        f'<div class="scroll drawing" tabindex="0" role="group" '
        f'aria-label="Datapath, scrollable">{datapath_inline(stage)}</div>'
        f'<p class="trace" aria-live="polite" data-hint="{hint}" '
        f'id="trace-{key}">{hint}</p>'
        + details(f"The datapath as a table: {len(links)} connections", table("Connections", head, rows))
        + "</figure>"
    )


def area_html(rows_data: Sequence[Mapping[str, Any]], stages: Sequence[str], target: str | None) -> str:
    """The table of a design's area by unit, `stages` in their order; `rows_data` as `area_by_unit`."""
    total = sum(row["lut"] for row in rows_data) or 1
    most = max(row["lut"] for row in rows_data) or 1
    shown = [key for key in ("dsp", "bram") if any(row[key] for row in rows_data)]
    order = [*stages, None]
    rows = []
    for row in sorted(rows_data, key=lambda item: (order.index(item["stage"]), -item["lut"], item["path"])):
        bar = (
            f'<span class="hbar" aria-hidden="true"><i style="width:{100 * row["lut"] / most:.1f}%">'
            f"</i></span>"
        )
        rows.append(
            [
                f'{escape(row["name"])}<span class="path">{escape(row["path"])}</span>',
                escape(row["stage"] or "–"),
                bar,
                number(row["lut"]),
                percent(row["lut"] / total),
                number(row["ff"]),
                *(number(row[key]) for key in shown),
            ]
        )
    rows.append(
        [
            "all",
            "",
            "",
            number(sum(row["lut"] for row in rows_data)),
            "100 %",
            number(sum(row["ff"] for row in rows_data)),
            *(number(sum(row[key] for row in rows_data)) for key in shown),
        ]
    )
    head = [
        ("unit", ""),
        ("stage", ""),
        ("part of all LUTs", "bars"),
        ("LUT", "n"),
        ("share", "n"),
        ("FF", "n"),
    ]
    head += [({"dsp": "DSP", "bram": "BRAM"}[key], "n") for key in shown]
    where = f" for {escape(target)}" if target else ""
    return (
        f'<p class="lead-in">Cells counted after synthesis{where}, unit by unit. '
        f"{tag('measured')}</p>" + table("Area by unit", head, rows, "sums")
    )


_ENOUGH = 112
"""Bits of security from which on nobody need be alarmed: the least that NIST SP 800-131A allows."""


def security_class(security: Mapping[str, Any]) -> str:
    """The class of the line: calm where the security is enough today."""
    bits = security["bits_today"]
    return "calm" if bits is not None and bits >= _ENOUGH else "alarm"


def security_html(security: Mapping[str, Any]) -> str:
    """What the security of a pairing is worth today, with its sources."""
    bits = security["bits_today"]
    level = (
        f"<strong>{bits}</strong> bits of security today"
        if bits is not None
        else "Security today: not assessed"
    )
    sources = []
    for citation in security["citations"]:
        text = math(citation["text"])
        url = citation["url"]
        sources.append(
            f'<li><a href="{escape(url)}" rel="noreferrer">{text}</a></li>' if url else f"<li>{text}</li>"
        )
    cited = f'<ul class="sources">{"".join(sources)}</ul>' if sources else ""
    return f'<p class="level">{level}</p><div><p>{math(security["note"])}</p>{cited}</div>'
