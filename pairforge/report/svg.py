"""The schedule and the datapath of a stage as SVG: standalone files, and the datapath inside the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from pairforge.report.data import cycles_in, instances, validate_stage
from pairforge.report.layout import Box, lay_out

_STYLE = """
:root{--paper:#fbfaf7;--ink:#1b1f24;--soft:#59616b;--line:#d9d5cc;--faint:#efece5;--accent:#0b6670;--on-accent:#fff;
--tint:#bcd9da;--tint2:#dfe3e2;--on-tint:#12343a} @media
(prefers-color-scheme:dark){:root{--paper:#12161a;--ink:#e9e6e0;--soft:#9ca5ae;--line:#30373e;--faint:#1b2127;
--accent:#5cc4c9;--on-accent:#06272a;--tint:#28585e;--tint2:#2a3238;--on-tint:#d7edee}} svg{font:11.5px
-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif}
.paper{fill:var(--paper)}text{fill:var(--ink);font-variant-numeric:tabular-nums}.soft{fill:var(--soft)}
.row{fill:none;stroke:var(--line)}.tick{stroke:var(--faint)}.boundary{stroke:var(--soft);stroke-dasharray:2 3}
.op{fill:var(--accent)}.op.near,.op.plain{fill:var(--tint)}.op.far{fill:var(--tint2)}
.name{fill:var(--on-accent);text-anchor:middle}.near+.name,.plain+.name{fill:var(--on-tint)}.far+.name{fill:var(--soft)}
.title{font-size:13px;font-weight:600} .dp .box{fill:var(--paper);stroke:var(--ink);stroke-width:1}.dp .unit
.box{fill:var(--tint)} .dp .network .box{fill:var(--faint);stroke:var(--soft)}.dp
.wire{fill:none;stroke:var(--soft);stroke-width:1;shape-rendering:crispEdges} .dp .dot{fill:var(--soft)}.dp
text{text-anchor:middle}.dp .mark{fill:none;stroke:var(--soft)}
"""

_GUTTER = 76
_ROW = 24
_LINE_CYCLES = 120


def schedule_svg(stage: Mapping[str, Any], block: str | None = None) -> str:
    """Return the schedule as an SVG file: rows are unit instances, columns cycles.

    A loop is drawn in its steady state: one whole iteration in the accent, its neighbours in tints. Otherwise
    the whole run is drawn, broken into lines. `block` names the block to draw; by default the loop with the
    most work, or the run.
    """
    validate_stage(stage)
    loops = [item for item in stage["blocks"] if item["interval"] is not None]
    if block is None and loops:
        block = max(loops, key=cycles_in)["name"]
    chosen = next((item for item in stage["blocks"] if item["name"] == block), None)
    if block is not None and chosen is None:
        raise ValueError(f"stage {stage['name']} has no block {block!r}")
    if chosen is not None and chosen["interval"] is not None:
        return _loop_svg(stage, chosen)
    return _run_svg(stage, chosen)


def _rows(stage: Mapping[str, Any], operations: Iterable[Mapping[str, Any]]) -> list[str]:
    used = {operation["unit"] for operation in operations}
    return [name for name, _ in instances(stage) if name in used]


def _loop_svg(stage: Mapping[str, Any], block: Mapping[str, Any]) -> str:
    operations = [item for item in stage["operations"] if item["block"] == block["name"]]
    rows = _rows(stage, operations)
    first = min([item["start"] for item in operations], default=0)
    last = max([block["length"], *(item["start"] + item["duration"] for item in operations)])
    span, interval = last - first, block["interval"]
    pitch = max(12.0, min(40.0, 960 / span))
    body = [
        f'<text class="title" x="{_GUTTER}" y="18">{escape(stage["name"])}: loop {escape(block["name"])}, '
        f"a new iteration every {interval} cycles</text>"
    ]
    top = 44
    body += _grid(
        rows, first, last, pitch, top, [cycle for cycle in range(first, last + 1) if cycle % interval == 0]
    )
    reach = -(-span // interval)
    for distance in sorted(range(-reach, reach + 1), key=lambda item: -abs(item)):
        tone = "" if distance == 0 else " near" if distance < 0 else " far"
        for item in operations:
            start = item["start"] + distance * interval
            if start + item["duration"] <= first or start >= last:
                continue
            low, high = max(start, first), min(start + item["duration"], last)
            label = item["result"] or item["id"]
            body.append(
                _bar(
                    _GUTTER + (low - first) * pitch,
                    top + rows.index(item["unit"]) * _ROW,
                    (high - low) * pitch,
                    label,
                    tone,
                    f"{item['text']}; cycle {item['start']}"
                    + (f", iteration {distance:+d}" if distance else ""),
                )
            )
    height = top + len(rows) * _ROW + 34
    x = float(_GUTTER)
    for tone, text in (
        ("", "one iteration"),
        (" near", "iterations before it"),
        (" far", "iterations after it"),
    ):
        body.append(f'<rect class="op{tone}" x="{x:g}" y="{height - 22}" width="12" height="12" rx="2"/>')
        body.append(f'<text class="soft" x="{x + 18:g}" y="{height - 12}">{text}</text>')
        x += 44 + 6 * len(text)
    return _file(
        _GUTTER + span * pitch + 16, height, body, f"Schedule of {stage['name']}, loop {block['name']}"
    )


def _run_svg(stage: Mapping[str, Any], block: Mapping[str, Any] | None) -> str:
    spans: list[tuple[int, Mapping[str, Any], int]] = []
    for part in stage["blocks"] if block is None else [block]:
        base = part["start"] if block is None else 0
        for item in stage["operations"]:
            if item["block"] == part["name"]:
                spans.extend(
                    (base + item["start"] + k * (part["interval"] or 0), item, k)
                    for k in range(part["count"])
                )
    rows = _rows(stage, (item for _, item, _ in spans))
    primary = {name for name, unit in instances(stage) if unit["primary"]}
    first = min([start for start, _, _ in spans], default=0)
    last = max([start + item["duration"] for start, item, _ in spans], default=1)
    lines = max(1, -(-(last - first) // _LINE_CYCLES))
    columns = min(last - first, _LINE_CYCLES)
    pitch = max(8.0, min(40.0, 960 / columns))
    what = "the whole run" if block is None else f"block {block['name']}"
    body = [
        f'<text class="title" x="{_GUTTER}" y="18">{escape(stage["name"])}: {escape(what)}, '
        f"{last - first} cycles</text>"
    ]
    line_height = len(rows) * _ROW + 34
    for line in range(lines):
        low, top = first + line * _LINE_CYCLES, 44 + line * line_height
        high = min(low + _LINE_CYCLES, last)
        body += _grid(rows, low, high, pitch, top, [])
        for start, item, k in spans:
            a, b = max(start, low), min(start + item["duration"], high)
            if a < b:
                text = f"{item['text']}; cycle {start}" + (f", iteration {k}" if k else "")
                tone = "" if item["unit"] in primary else " plain"
                y = top + rows.index(item["unit"]) * _ROW
                body.append(
                    _bar(
                        _GUTTER + (a - low) * pitch,
                        y,
                        (b - a) * pitch,
                        item["result"] or item["id"],
                        tone,
                        text,
                    )
                )
    return _file(
        _GUTTER + columns * pitch + 16, 44 + lines * line_height, body, f"Schedule of {stage['name']}"
    )


def _grid(
    rows: Sequence[str], first: int, last: int, pitch: float, top: float, boundaries: Sequence[int]
) -> list[str]:
    body: list[str] = []
    bottom = top + len(rows) * _ROW
    step = next((s for s in (1, 2, 5, 10, 20, 50) if s * pitch >= 26), 100)
    for cycle in range(first, last + 1):
        x = _GUTTER + (cycle - first) * pitch
        if cycle in boundaries:
            body.append(f'<line class="boundary" x1="{x:g}" y1="{top - 6}" x2="{x:g}" y2="{bottom}"/>')
        elif pitch >= 12 or cycle % 10 == 0:
            body.append(f'<line class="tick" x1="{x:g}" y1="{top}" x2="{x:g}" y2="{bottom}"/>')
        if cycle < last and cycle % step == 0:
            shift = pitch / 2 if pitch >= 20 else 0
            body.append(
                f'<text class="soft" x="{x + shift:g}" y="{top - 8}" text-anchor="middle">{cycle}</text>'
            )
    for index, name in enumerate(rows):
        y = top + index * _ROW
        body.append(f'<text x="{_GUTTER - 8}" y="{y + 16}" text-anchor="end">{escape(name)}</text>')
        body.append(
            f'<line class="row" x1="{_GUTTER}" y1="{y + _ROW}" '
            f'x2="{_GUTTER + (last - first) * pitch:g}" y2="{y + _ROW}"/>'
        )
    return body


def _bar(x: float, y: float, width: float, label: str, tone: str, title: str) -> str:
    text = ""
    if width >= 6.4 * len(label) + 3:
        text = f'<text class="name" x="{x + width / 2:g}" y="{y + 16}">{escape(label)}</text>'
    return (
        f'<g><title>{escape(title)}</title><rect class="op{tone}" x="{x + 0.5:g}" y="{y + 3}" '
        f'width="{max(1, width - 1):g}" '
        f'height="{_ROW - 6}" rx="2"/>{text}</g>'
    )


def _file(width: float, height: float, body: Iterable[str], title: str) -> str:
    content = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" '
        f'role="img" aria-label="{escape(title)}">\n<style>{_STYLE}</style>\n'
        f'<rect class="paper" width="100%" height="100%"/>\n{content}\n</svg>\n'
    )


def datapath_svg(stage: Mapping[str, Any]) -> str:
    """Return the datapath as an SVG file."""
    validate_stage(stage)
    width, height, body = _datapath(stage)
    return _file(width, height, ['<g class="dp">', *body, "</g>"], f"Datapath of {stage['name']}")


def datapath_inline(stage: Mapping[str, Any]) -> str:
    """Return the datapath as an element of the page, to be styled and made alive there."""
    width, height, body = _datapath(stage)
    label = f"Datapath of {stage['name']}; the table below lists every connection"
    return (
        f'<svg class="dp" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="group" '
        f'aria-label="{escape(label)}">' + "".join(body) + "</svg>"
    )


def _datapath(stage: Mapping[str, Any]) -> tuple[float, float, list[str]]:
    nodes, links = stage["datapath"]["nodes"], stage["datapath"]["links"]
    drawing = lay_out(nodes, links)
    body: list[str] = []
    for wire in drawing.wires:
        link = links[wire.link]
        path = f"M{wire.points[0][0]:g} {wire.points[0][1]:g}" + "".join(
            f"L{x:g} {y:g}" for x, y in wire.points[1:]
        )
        body.append(
            f'<path class="wire{" back" if wire.feedback else ""}" data-from="{escape(link["source"])}" '
            f'data-to="{escape(link["target"])}" d="{path}"/>'
        )
    for x, y, source in drawing.dots:
        body.append(f'<circle class="dot" data-from="{escape(source)}" cx="{x:g}" cy="{y:g}" r="1.8"/>')
    for index, node in enumerate(nodes):  # one stop for Tab; the page's script moves on with the arrow keys
        box = drawing.boxes[node["id"]]
        width = f", {node['width']} bits" if node["width"] else ""
        title = f"{node['label']}: {node['detail'] or node['kind']}{width}"
        body.append(
            f'<g class="node {node["kind"]}" data-id="{escape(node["id"])}" tabindex="{-1 if index else 0}" '
            f'role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>{_shape(node, box)}'
            f'<text x="{box.x + box.width / 2:g}" y="{box.y + box.height / 2 + 4:g}">'
            f"{escape(node['label'])}</text></g>"
        )
    return drawing.width, drawing.height, body


def _shape(node: Mapping[str, Any], box: Box) -> str:
    x, y, w, h = box.x, box.y, box.width, box.height
    frame = f'x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"'
    kind = node["kind"]
    if kind == "network":
        cut = min(7.0, h / 4)
        return f'<path class="box" d="M{x:g} {y:g}L{x + w:g} {y + cut:g}V{y + h - cut:g}L{x:g} {y + h:g}Z"/>'
    if kind in ("input", "output"):
        return f'<rect class="box" {frame} rx="{min(h / 2, 12):g}"/>'
    if kind == "register":
        clock = f"M{x + w / 2 - 4:g} {y + h:g}l4 -5l4 5"
        return f'<rect class="box" {frame}/><path class="mark" d="{clock}"/>'
    if kind == "ram":
        lines = "".join(f"M{x + 4:g} {y + k:g}H{x + w - 4:g}" for k in (4, h - 4))
        return f'<rect class="box" {frame}/><path class="mark" d="{lines}"/>'
    return f'<rect class="box" {frame} rx="3"/>'
