"""Designs as marks in a plane: area against time, or a published figure with ours on it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Panel", "Point", "area_time", "panels_svg"]

_STYLE = """
:root{--paper:#fbfaf7;--ink:#1b1f24;--soft:#59616b;--line:#d9d5cc;--accent:#0b6670;--c1:#a5531b} @media
(prefers-color-scheme:dark){:root{--paper:#12161a;--ink:#e9e6e0;--soft:#9ca5ae;--line:#30373e;--accent:#5cc4c9;
--c1:#e39a62}} svg{font:12px -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",
sans-serif} .paper{fill:var(--paper)}text{fill:var(--ink)}.soft{fill:var(--soft)}.grid{stroke:var(--line)}
.equal{stroke:var(--soft);stroke-dasharray:3 4}.ours{fill:var(--accent)}.joins{fill:none;stroke:var(--accent)}
.joins.own{stroke-dasharray:4 3}
.theirs{fill:none;stroke:var(--c1);stroke-width:2}.own{fill:none;stroke:var(--accent);stroke-width:2}
"""

_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 24, 56, 52
_LINE = 14  # height of a label
_FAR = 3  # lines away a label may be put from its mark where labels may be left out


@dataclass(frozen=True)
class Point:
    """A design: `x` (area) and `y` (time), both positive; `ours`: measured here rather than published.

    `own`: by the authors of the paper whose figure it is. `shape`: "circle", "square" or "triangle".
    `entry`: the design's place in the page.
    """

    name: str
    x: float
    y: float
    ours: bool
    own: bool = False
    shape: str = "circle"
    detail: str = ""
    entry: int | None = None

    @property
    def kind(self) -> str:
        """The class of its mark."""
        return "ours" if self.ours else "own" if self.own else "theirs"


@dataclass(frozen=True)
class Panel:
    """A picture: `linear`: the x axis is not logarithmic. `equal`: lines through points of equal product.
    `join`: ours, and the paper's own, are joined by lines, each shape for itself, and named in the legend
    only; others are named where there is room. `legend`: a class of mark, a shape and words each.
    """

    title: str
    x_label: str
    y_label: str
    points: Sequence[Point]
    linear: bool = False
    equal: bool = False
    join: bool = False
    legend: Sequence[tuple[str, str, str]] = ()
    width: int = 560
    height: int = 420


@dataclass(frozen=True)
class _Axis:
    """An axis from `low` to `high` over the pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    linear: bool = False

    def at(self, value: float) -> float:
        share = (
            (value - self.low) / (self.high - self.low)
            if self.linear
            else math.log(value / self.low) / math.log(self.high / self.low)
        )
        return self.start + share * (self.end - self.start)

    def ticks(self) -> Iterator[float]:
        if self.linear:
            step = 10.0 ** math.floor(math.log10(self.high - self.low))
            yield from (k * step for k in range(math.ceil(self.low / step), int(self.high / step) + 1))
            return
        # Over many powers of ten 1, 2, 5 of each would crowd.
        factors = (1, 2, 5) if self.high / self.low < 3000 else (1,)
        for power in range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1):
            yield from (f * 10.0**power for f in factors if self.low <= f * 10.0**power <= self.high)


def area_time(title: str, points: Sequence[Point]) -> Panel:
    """Area against time, with lines where their product is equal."""
    legend = (
        ("ours", "circle", "ours: synthesized, clock estimated"),
        ("theirs", "circle", "published"),
        ("equal", "", "equal product of the two"),
    )
    labels = ("slices", "microseconds between results")
    return Panel(title, *labels, points, equal=True, legend=legend, width=760, height=520)


def panels_svg(panels: Sequence[Panel], *, standalone: bool = False) -> str:
    """Panels of one size, two in a row, as an SVG file, or to stand in a page that has its style.

    Raises
    ------
    ValueError
        A panel has no point, or a coordinate that is not positive.
    """
    if any(not p.points or any(q.x <= 0 or q.y <= 0 for q in p.points) for p in panels):
        raise ValueError("a picture needs at least one point, and positive coordinates")
    width, height = panels[0].width, panels[0].height
    columns = min(2, len(panels))
    body = []
    for i, panel in enumerate(panels):
        row, column = divmod(i, columns)
        shift = f' transform="translate({column * width} {row * height})"' if i else ""
        body += [f"<g{shift}>", *_panel(panel), "</g>"]
    whole = (width * columns, height * -(-len(panels) // columns))
    title = escape("; ".join(panel.title for panel in panels))
    role = "group" if not standalone and any(q.entry is not None for p in panels for q in p.points) else "img"
    paper = f'<style>{_STYLE}</style><rect class="paper" width="{whole[0]}" height="{whole[1]}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scatter" viewBox="0 0 {whole[0]} {whole[1]}" '
        f'role="{role}" aria-label="{title}">{paper if standalone else ""}' + "\n".join(body) + "</svg>\n"
    )


def _panel(panel: Panel) -> list[str]:
    points = panel.points
    right, bottom = panel.width - _RIGHT, panel.height - _BOTTOM
    x = _axis([p.x for p in points], _LEFT, right, linear=panel.linear)
    y = _axis([p.y for p in points], bottom, _TOP)
    body = [f'<text x="{_LEFT}" y="20" font-size="14" font-weight="600">{escape(panel.title)}</text>']
    body += _legend(panel.legend)
    for value in x.ticks():
        at = x.at(value)
        body.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{bottom}"/>')
        body.append(_text(at, bottom + 18, f"{value:,g}", "middle"))
    for value in y.ticks():
        at = y.at(value)
        body.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>')
        body.append(_text(_LEFT - 8, at + 4, f"{value:,g}", "end"))
    body.append(_text((_LEFT + right) / 2, panel.height - 10, panel.x_label, "middle"))
    body.append(f'<g transform="translate(16 {(_TOP + bottom) / 2:.0f}) rotate(-90)">')
    body.append(f'<text class="soft" text-anchor="middle">{escape(panel.y_label)}</text></g>')
    if panel.equal:
        body += _equal_products(x, y, points)
    if panel.join:
        body += _joined(x, y, points)
    taken = [(x.at(p.x) - 7, x.at(p.x) + 7, y.at(p.y) + 4) for p in points]
    for p in sorted(points, key=lambda p: (p.x, p.y, p.name)):
        place = (x.at(p.x), y.at(p.y))
        mark = _mark(p.kind, p.shape, *place, f"<title>{escape(p.name)}: {p.detail or _pair(p)}</title>")
        body.append(mark if p.entry is None else f'<g class="enter" data-entry="{p.entry}">{mark}</g>')
        if not panel.join or p.kind == "theirs":
            body += _label(p, *place, panel, taken)
    return body


def _pair(p: Point) -> str:
    return f"{p.x:,g}, {p.y:,.3g}"


def _axis(values: Sequence[float], start: float, end: float, *, linear: bool = False) -> _Axis:
    """An axis with room for all values."""
    if linear:
        margin = (max(values) - min(values)) / 12 or 1
        return _Axis(min(values) - margin, max(values) + margin, start, end, linear)
    return _Axis(min(values) / 1.5, max(values) * 1.5, start, end)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="soft" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _mark(kind: str, shape: str, x: float, y: float, inside: str = "") -> str:
    frame = f'class="{kind}"'
    if shape == "circle":
        return f'<circle {frame} cx="{x:.1f}" cy="{y:.1f}" r="5">{inside}</circle>'
    if shape == "square":
        return f'<rect {frame} x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9">{inside}</rect>'
    return f'<path {frame} d="M{x:.1f} {y - 6:.1f}l5.5 9.5h-11z">{inside}</path>'


def _legend(legend: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    left = float(_LEFT)
    for kind, shape, words in legend:
        if kind == "equal":
            yield f'<line class="equal" x1="{left:.0f}" x2="{left + 24:.0f}" y1="38" y2="38"/>'
            left += 18
        else:
            yield _mark(kind, shape, left + 6, 38)
        yield _text(left + 16, 42, words, "start")
        left += 34 + 5.9 * len(words)


def _joined(x: _Axis, y: _Axis, points: Sequence[Point]) -> Iterator[str]:
    """A line through the least of each place, of ours and of the paper's own, shape by shape."""
    kinds = [(p.kind, p.shape) for p in points if p.kind != "theirs"]
    for kind, shape in sorted(set(kinds)):
        chosen = sorted((p.x, p.y) for p in points if (p.kind, p.shape) == (kind, shape))
        least = [next(group)[1] for _, group in itertools.groupby(chosen, key=lambda p: p[0])]
        places = sorted({px for px, _ in chosen})
        if len(places) > 1:
            path = "L".join(f"{x.at(a):.1f} {y.at(b):.1f}" for a, b in zip(places, least, strict=True))
            yield f'<path class="joins {kind}" fill="none" d="M{path}"/>'


def _equal_products(x: _Axis, y: _Axis, points: Sequence[Point]) -> list[str]:
    """Through the least and the greatest product of ours, a line each, inside the axes."""
    products = [p.x * p.y for p in points if p.ours] or [p.x * p.y for p in points]
    lines = []
    for product in sorted({min(products), max(products)}):
        low, high = max(x.low, product / y.high), min(x.high, product / y.low)
        if low < high:
            ends = [(x.at(area), y.at(product / area)) for area in (low, high)]
            (x1, y1), (x2, y2) = ends
            lines.append(f'<line class="equal" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')
    return lines


def _label(p: Point, x: float, y: float, panel: Panel, taken: list[tuple[float, float, float]]) -> list[str]:
    """The point's name in the nearest place that covers no other mark or name; none there may be where points
    are joined.

    `taken`: left and right end and base line of all of them; this name is added.
    """
    width = 6.2 * len(p.name)
    for step in range(_FAR if panel.join else len(taken) + 1):
        for side in (1,) if step == 0 else (-1, 1):
            for left in (x + 10, x - 10 - width):
                line = y + 4 + side * step * _LINE
                if left < (_LEFT if panel.join else 4) or left + width > panel.width - 4:
                    continue
                if any(left < b and a < left + width and abs(line - at) < _LINE for a, b, at in taken):
                    continue
                taken.append((left, left + width, line))
                return [f'<text x="{left:.1f}" y="{line:.1f}">{escape(p.name)}</text>']
    return []
