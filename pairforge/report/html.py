"""One self-contained HTML page for one build. Text, tables and datapath are written here, the schedule there.

The page loads nothing: style and script stand in `assets/` as files of their own and are put inside.
Everything that can be read is in the HTML itself; the script adds the schedule's picture and what moves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from pairforge.report.data import validate
from pairforge.report.svg import datapath_inline

_SCRIPTS = ("schedule.js", "datapath.js", "page.js")

_KIND_WORDS = {"proved": "proven"}


def render(data: Mapping[str, Any]) -> str:
    """Return the page for a report's data (`data.as_data`). Same data, same bytes; errors as `validate`."""
    validate(data)
    stages = data["stages"]
    parts = {
        "title": escape(data["title"]),
        "style": _asset("page.css"),
        "script": "\n".join(_asset(name) for name in _SCRIPTS),
        "data": _embedded({"stages": stages}),
        "header": _header(data),
        "navigation": _navigation(data),
        "security": _security(data["security"]),
        "figures": _figures(data),
        "pipeline": _pipeline(data["result"]["cycles"]),
        "stages": "\n".join(_stage(stage, index, len(stages)) for index, stage in enumerate(stages)),
        "area": _area(data),
        "published": _published(data["published"]),
        "evidence": _evidence(data),
        "reproduce": _reproduce(data),
    }
    pieces = _asset("page.html").split("@@")
    return "".join(parts[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def _asset(name: str) -> str:
    return (resources.files("pairforge.report") / "assets" / name).read_text(encoding="utf-8")


def _embedded(data: Any) -> str:
    """JSON that can stand inside a script element."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


# -- small pieces --------------------------------


def _number(value: float | None, digits: int | None = None) -> str:
    if value is None:
        return "–"
    if digits is None:
        digits = 0 if float(value).is_integer() or abs(value) >= 1000 else 2 if abs(value) < 100 else 1
    return f"{value:,.{digits}f}"


def _math(text: str) -> str:
    """Text as HTML with the field's notation set: F_2^239, eta_T, x^81."""
    shown = re.sub(r"\beta_T\b", "η<sub>T</sub>", escape(text))
    shown = re.sub(r"\b([FEG])_(\w+?)\^(\w+)", r"\1<sub>\2</sub><sup>\3</sup>", shown)
    shown = re.sub(r"\b([FEG])_(\d+|p|q)\b", r"\1<sub>\2</sub>", shown)
    return re.sub(r"(?<!\^\()(?<![\^\w])(\w+)\^(\w+)", r"\1<sup>\2</sup>", shown)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def _seconds(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s" if value < 120 else f"{value / 60:.1f} min"


def _tag(kind: str) -> str:
    return f'<span class="kind {escape(kind)}">{escape(_KIND_WORDS.get(kind, kind))}</span>'


def _table(
    caption: str, head: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]], css: str = ""
) -> str:
    """A table from cells that are HTML already. `head`: title and class ("n" for numbers) of each column."""
    titles = "".join(
        f'<th scope="col" class="{css_class}"><span>{escape(title)}</span></th>' for title, css_class in head
    )
    body = []
    for row in rows:
        cells = []
        for index, (cell, (_, css_class)) in enumerate(zip(row, head, strict=True)):
            cells.append(
                f'<th scope="row">{cell}</th>' if index == 0 else f'<td class="{css_class}">{cell}</td>'
            )
        body.append(f"<tr>{''.join(cells)}</tr>")
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(caption)}"><table class="{css}">'
        f"<caption>{escape(caption)}</caption><thead><tr>{titles}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _details(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


# -- head of the page --------------------------------


def _header(data: Mapping[str, Any]) -> str:
    result = data["result"]
    facts = [("pairing", result["pairing"]), ("field", data["field"]), ("target", result["target"])]
    facts += [("paper", result["paper"]), ("Pairforge", data["version"])]
    listed = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{_math(str(value))}</dd></div>" for name, value in facts if value
    )
    return (
        f'<h1>{escape(data["title"])}</h1><p class="subtitle">{_math(data["subtitle"])}</p><dl '
        f'class="facts">{listed}</dl>'
    )


def _navigation(data: Mapping[str, Any]) -> str:
    entries = [("figures", "Figures")]
    entries += [
        (f"stage-{index}", f"Stage {index + 1}: {stage['name']}")
        for index, stage in enumerate(data["stages"])
    ]
    entries += [("area", "Area")]
    entries += [("published", "Published")] if data["published"] else []
    entries += [("evidence", "Evidence"), ("reproduce", "Reproduce")]
    return "".join(f'<a href="#{target}">{escape(text)}</a>' for target, text in entries)


def _security(security: Mapping[str, Any]) -> str:
    bits = security["bits_today"]
    level = (
        f"<strong>{bits}</strong> bits of security today"
        if bits is not None
        else "Security today: not assessed"
    )
    sources = []
    for citation in security["citations"]:
        text = _math(citation["text"])
        url = citation["url"]
        sources.append(
            f'<li><a href="{escape(url)}" rel="noreferrer">{text}</a></li>' if url else f"<li>{text}</li>"
        )
    cited = f'<ul class="sources">{"".join(sources)}</ul>' if sources else ""
    return f'<p class="level">{level}</p><div><p>{_math(security["note"])}</p>{cited}</div>'


def _figures(data: Mapping[str, Any]) -> str:
    result = data["result"]
    cycles, area, timing, verified = (result[key] for key in ("cycles", "area", "timing", "verified"))
    published = result.get("published") or {}
    counted = "measured" if verified else "scheduled"  # measured only where something was simulated
    cards: list[str] = []

    def card(label: str, value: str, unit: str, kind: str, note: str, css: str = "") -> None:
        cards.append(
            f'<div class="figure {css}"><dt>{escape(label)}</dt><dd><span class="value">{value}</span> '
            f'<span class="unit">{escape(unit)}</span></dd><dd class="note">'
            f"{_tag(kind) if kind else ''} {escape(note)}</dd></div>"
        )

    note = ""
    if cycles["stages"]:
        slowest = max(cycles["stages"], key=lambda stage: stage["lower_bound"])
        note = f"stage {slowest['name']} cannot do better than {_number(slowest['lower_bound'])}"
    if published.get("cycles"):
        note += f"; published {_number(published['cycles'])}"
    card("Interval between results", _number(cycles["interval"]), "cycles", counted, note, "lead")
    card(
        "Latency of one pairing",
        _number(cycles["latency"]),
        "cycles",
        counted,
        "first word in to last word out",
    )
    bounds = data["stages"][0]["bounds"] if data["stages"] else []
    if bounds:
        bound = bounds[0]
        kind, verdict = (
            ("proved", "none smaller exists") if bound["optimal"] else (counted, f"bound {bound['bound']}")
        )
        what = bound["what"][:1].upper() + bound["what"][1:]
        card(what, _number(bound["got"]), "cycles", kind, f"{verdict}: {bound['reason']}")
    for stage in data["stages"][:1]:
        for unit in stage["units"]:
            if unit["primary"] and unit["busy"] is not None:
                card(
                    f"{unit['name']} busy",
                    _percent(unit["busy"]).removesuffix(" %"),
                    "%",
                    "scheduled",
                    "in the steady state",
                )
    if verified:
        bad = verified["mismatches"]
        note = f"{_number(bad)} mismatches" + (
            f", {verified['simulator']}" if verified.get("simulator") else ""
        )
        card(
            "Pairings verified", _number(verified["pairings"]), "", "measured", note, "bad" if bad else "good"
        )
    else:
        card("Pairings verified", "–", "", "", "not simulated in this build")
    if area:
        rest = [
            f"{_number(area[key])} {name}"
            for key, name in (("dsp", "DSP blocks"), ("bram", "block RAMs"))
            if area[key]
        ]
        card(
            "Look-up tables",
            _number(area["lut"]),
            "LUT",
            "measured",
            "after synthesis" + "".join(f", {item}" for item in rest),
        )
        card("Flip-flops", _number(area["ff"]), "FF", "measured", "after synthesis")
        if area["slices_calibrated"] is not None:
            note = f"{_number(area['slices'])} if packed without loss"
            if published.get("slices"):
                note += (
                    f"; {area['slices_calibrated'] / published['slices']:.2f} times the published "
                    f"{_number(published['slices'])}"
                )
            card("Slices, like for like", _number(area["slices_calibrated"]), "", "estimated", note)
    else:
        card("Area", "–", "", "", "not synthesized in this build")
    if timing:
        kind = "measured" if timing["kind"] == "routed" else "estimated"
        note = "placed and routed" if timing["kind"] == "routed" else "from logic alone, before placement"
        card("Clock", _number(timing["fmax_mhz"]), "MHz", kind, note)
        if timing["fmax_mhz"] > 0:
            card(
                "Between results",
                _number(cycles["interval"] / timing["fmax_mhz"], 2),
                "µs",
                kind,
                "interval divided by clock",
            )
    return "".join(cards)


def _pipeline(cycles: Mapping[str, Any]) -> str:
    """How successive pairings pass through the stages."""
    stages = cycles["stages"]
    if not stages:
        return ""
    shown = 4
    interval = cycles["interval"]
    offsets = [sum(stage["latency"] for stage in stages[:index]) for index in range(len(stages))]
    span = (shown - 1) * interval + offsets[-1] + stages[-1]["latency"]
    rows = []
    for stage, offset in zip(stages, offsets, strict=True):
        bars = []
        for pairing in range(shown):
            left = 100 * (pairing * interval + offset) / span
            width = 100 * min(stage["latency"], interval) / span
            bars.append(
                f'<span class="bar p{pairing}" '
                f'style="left:{left:.2f}%;width:{width:.2f}%">{pairing + 1}</span>'
            )
        rows.append(
            f'<div class="lane"><span class="lane-name">{escape(stage["name"])}</span><div '
            f'class="track">{"".join(bars)}</div></div>'
        )
    end, last = 100 * interval / span, 100 * (offsets[-1] + stages[-1]["latency"]) / span
    rows.append(
        '<div class="lane"><span class="lane-name"></span><div class="track rule">'
        f'<span class="span" style="left:0;width:{end:.2f}%">interval {_number(interval)}</span></div></div>'
        '<div class="lane"><span class="lane-name"></span><div class="track rule">'
        f'<span class="span" style="left:0;width:{last:.2f}%">one pairing through the stages '
        f"{_number(offsets[-1] + stages[-1]['latency'])}</span></div></div>"
    )
    caption = "Successive pairings, numbered, on their way through the stages; time runs to the right."
    return (
        f'<figure class="pipeline"><div role="img" aria-label="{caption}">{"".join(rows)}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


# -- a stage --------------------------------


def _stage(stage: Mapping[str, Any], index: int, count: int) -> str:
    title = f"Stage {index + 1}: {stage['name']}" if count > 1 else f"Stage {stage['name']}"
    parts = [
        f'<section id="stage-{index}" class="stage" aria-labelledby="stage-{index}-title">',
        f'<h2 id="stage-{index}-title">{escape(title)}</h2>',
        f'<p class="lead-in">{_math(stage["description"])} One pairing takes '
        f"{_number(stage['length'])} cycles; "
        f"a new one starts every {_number(stage['interval'])}.</p>",
        _schedule(stage, index),
        '<div class="pair">',
        _bounds(stage),
        _units(stage),
        "</div>",
        _datapath(stage, index),
        "</section>",
    ]
    return "".join(parts)


def _schedule(stage: Mapping[str, Any], index: int) -> str:
    loops = [block for block in stage["blocks"] if block["interval"] is not None]
    views = [("one", "One iteration"), ("steady", "Steady state")] if loops else []
    views.append(("run", "Whole run"))
    chosen = "steady" if loops else "run"
    radios = "".join(
        f'<label><input type="radio" name="view-{index}" '
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
        f'<figure class="schedule" data-stage="{index}" aria-label="Schedule of {escape(stage["name"])}">'
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
        f'aria-describedby="keys-{index}"></canvas><div class="tip" hidden></div></div>'
        '<div class="legend"></div>'
        f'<div class="inspect" aria-live="polite"><p class="hint" id="keys-{index}">{keys}</p></div>'
        "<noscript><p>The picture needs JavaScript; the tables below hold the same schedule.</p></noscript>"
        + _details(f"The schedule as a table: {len(stage['operations'])} operations", _operations(stage))
        + (
            _details(f"Storage lifetimes as a table: {len(stage['values'])} values", _values(stage))
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
                _number(item["start"]),
                _number(item["duration"]),
                _number(item["latency"]),
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
    return _table("Operations, cycles counted from the start of the block or iteration", head, rows)


def _values(stage: Mapping[str, Any]) -> str:
    rows = [
        [
            escape(v["place"]),
            f"<code>{escape(v['name'])}</code>",
            escape(v["block"]),
            _number(v["start"]),
            _number(v["end"]),
        ]
        for v in sorted(
            stage["values"], key=lambda item: (item["block"], item["place"], item["start"], item["name"])
        )
    ]
    head = [("place", ""), ("value", ""), ("block", ""), ("from cycle", "n"), ("to cycle", "n")]
    return _table("Values and the places that hold them", head, rows)


def _bounds(stage: Mapping[str, Any]) -> str:
    if not stage["bounds"]:
        return ""
    rows = []
    for bound in stage["bounds"]:
        gap = bound["got"] - bound["bound"]
        verdict = (
            _tag("proved") + " least"
            if bound["optimal"]
            else f"within {_number(gap)}"
            if gap
            else "meets the bound"
        )
        seconds = f", {_seconds(bound['seconds'])}" if bound["seconds"] is not None else ""
        rows.append(
            [
                escape(bound["what"]),
                _number(bound["got"]),
                _number(bound["bound"]),
                verdict,
                escape(bound["reason"]),
                escape(bound["method"] + seconds),
            ]
        )
    head = [
        ("what", ""),
        ("cycles", "n"),
        ("bound", "n"),
        ("verdict", ""),
        ("why not fewer", ""),
        ("method", ""),
    ]
    return f"<div><h3>Against the lower bound</h3>{_table('Cycles and their lower bounds', head, rows)}</div>"


def _units(stage: Mapping[str, Any]) -> str:
    rows = []
    for unit in stage["units"]:
        busy = "–"
        if unit["busy"] is not None:
            busy = (
                f'<span class="meter"><i style="width:{100 * unit["busy"]:.1f}%"></i></span>'
                f"<span>{_percent(unit['busy'])}</span>"
            )
        rows.append(
            [
                escape(unit["name"]),
                _math(unit["description"] or unit["kind"]),
                _number(max(1, len(unit["instances"]))),
                _number(unit["latency"]),
                _number(unit["interval"]),
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
        f"<dd>{escape(_number(value) if isinstance(value, int | float) else value)}</dd></div>"
        for name, value in stage["control"].items()
    )
    control = f'<h4>Sequencer</h4><dl class="facts">{facts}</dl>' if facts else ""
    return f"<div><h3>Units</h3>{_table('Functional units of this stage', head, rows)}{control}</div>"


def _datapath(stage: Mapping[str, Any], index: int) -> str:
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
        f""
        f'id="trace-{index}">{hint}</p>'
        + _details(f"The datapath as a table: {len(links)} connections", _table("Connections", head, rows))
        + "</figure>"
    )


# -- the rest --------------------------------


def _area(data: Mapping[str, Any]) -> str:
    rows_data, area = data["area_by_unit"], data["result"]["area"]
    if not rows_data:
        text = "Not broken down by unit in this build." if area else "Not synthesized in this build."
        return f'<p class="lead-in">{text}</p>'
    total = sum(row["lut"] for row in rows_data) or 1
    most = max(row["lut"] for row in rows_data) or 1
    shown = [key for key in ("dsp", "bram") if any(row[key] for row in rows_data)]
    order = [stage["name"] for stage in data["stages"]] + [None]
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
                _number(row["lut"]),
                _percent(row["lut"] / total),
                _number(row["ff"]),
                *(_number(row[key]) for key in shown),
            ]
        )
    rows.append(
        [
            "all",
            "",
            "",
            _number(sum(row["lut"] for row in rows_data)),
            "100 %",
            _number(sum(row["ff"] for row in rows_data)),
            *(_number(sum(row[key] for row in rows_data)) for key in shown),
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
    target = f" for {data['result']['target']}" if data["result"]["target"] else ""
    return (
        f'<p class="lead-in">Cells counted after synthesis{escape(target)}, unit by unit. '
        f"{_tag('measured')}</p>" + _table("Area by unit", head, rows, "sums")
    )


def _published(rows_data: Sequence[Mapping[str, Any]]) -> str:
    if not rows_data:
        return ""
    ours = next(row for row in rows_data if row["ours"])
    columns = [("cycles", "cycles"), ("slices", "slices"), ("mhz", "MHz"), ("us", "µs")]

    def cell(row: Mapping[str, Any], key: str) -> str:
        figure = row[key]
        if figure is None:
            return "–"
        ratio = ""
        if row is not ours and ours[key] is not None and figure["value"]:
            ratio = f'<span class="ratio">ours {ours[key]["value"] / figure["value"]:.2f}×</span>'
        return f'<span class="number">{_number(figure["value"])}</span>{ratio}{_tag(figure["kind"])}'

    rows = []
    for row in sorted(rows_data, key=lambda item: not item["ours"]):
        name = (
            f'<strong class="mine">{escape(row["source"])}</strong>' if row["ours"] else escape(row["source"])
        )
        note = f'<span class="path">{escape(row["note"])}</span>' if row["note"] else ""
        rows.append([name + note, escape(row["device"]), *(cell(row, key) for key, _ in columns)])
    head = [("source", ""), ("device", ""), *((title, "n") for _, title in columns)]
    table = _table("Published designs and this one", head, rows, "published")
    return (
        '<section id="published" aria-labelledby="published-title"><h2 '
        'id="published-title">Published figures beside ours</h2>'
        f'<p class="lead-in">“ours 1.08×”: our figure is 1.08 times the one above it.</p>{table}</section>'
    )


def _evidence(data: Mapping[str, Any]) -> str:
    checks = data["verification"]
    if not checks:
        return '<p class="lead-in">Nothing was checked in this build.</p>'
    rows = []
    for check in checks:
        if check["failures"]:
            verdict = f'<span class="verdict bad">{_number(check["failures"])} wrong</span>'
        else:
            verdict = '<span class="verdict good">none wrong</span>'
        detail = f'<span class="path">{escape(check["detail"])}</span>' if check["detail"] else ""
        rows.append(
            [
                _math(check["what"]) + detail,
                f"{_number(check['count'])} {escape(check['unit'])}",
                verdict,
                escape(check["tool"]) or "–",
                _seconds(check["seconds"]),
            ]
        )
    head = [("what was run", ""), ("how many", "n"), ("result", ""), ("with", ""), ("time", "n")]
    return _table("Checks run on this build", head, rows)


def _reproduce(data: Mapping[str, Any]) -> str:
    tools = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(version)}</dd></div>"
        for name, version in data["tools"].items()
    )
    seconds = data["result"].get("seconds") or {}
    spent = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{_seconds(value)}</dd></div>"
        for name, value in seconds.items()
        if isinstance(value, int | float)
    )
    return (
        f'<div class="command"><code>{escape(data["command"])}</code>'
        '<button type="button" class="copy" hidden>Copy</button></div>'
        f'<p class="lead-in">Pairforge {escape(data["version"])}; same design and same versions give '
        f"the same bytes.</p>"
        '<div class="pair">'
        + (f'<div><h3>Tools</h3><dl class="facts">{tools}</dl></div>' if tools else "")
        + (f'<div><h3>Time spent</h3><dl class="facts">{spent}</dl></div>' if spent else "")
        + "</div>"
    )
