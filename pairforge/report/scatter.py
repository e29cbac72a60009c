"""Area against time as an SVG file: designs on logarithmic axes, and lines where the product is equal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

_STYLE = """
:root{--paper:#fbfaf7;--ink:#1b1f24;--soft:#59616b;--line:#d9d5cc;--ours:#0b6670;--theirs:#a5531b} @media
(prefers-color-scheme:dark){:root{--paper:#12161a;--ink:#e9e6e0;--soft:#9ca5ae;--line:#30373e;--ours:#5cc4c9;
--theirs:#e39a62}} svg{font:12px -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",
sans-serif} .paper{fill:var(--paper)}text{fill:var(--ink)}.soft{fill:var(--soft)}.grid{stroke:var(--line)}
.equal{stroke:var(--soft);stroke-dasharray:3 4}.ours{fill:var(--ours)}
.theirs{fill:none;stroke:var(--theirs);stroke-width:2}
"""

_WIDTH, _HEIGHT = 760, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 24, 56, 52
_LINE = 14  # height of a label


@dataclass(frozen=True)
class Point:
    """A design: `x` (area) and `y` (time), both positive; `ours`: measured here rather than published."""

    name: str
    x: float
    y: float
    ours: bool


@dataclass(frozen=True)
class _Axis:
    """A logarithmic axis from `low` to `high` over the pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> Iterator[float]:
        for power in range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1):
            yield from (f * 10.0**power for f in (1, 2, 5) if self.low <= f * 10.0**power <= self.high)


def scatter_svg(title: str, x_label: str, y_label: str, points: Sequence[Point]) -> str:
    """The picture as a standalone SVG file; deterministic.

    Raises
    ------
    ValueError
        No point, or a coordinate that is not positive.
    """
    if not points or any(p.x <= 0 or p.y <= 0 for p in points):
        raise ValueError("a picture needs at least one point, and positive coordinates")
    x = _axis([p.x for p in points], _LEFT, _WIDTH - _RIGHT)
    y = _axis([p.y for p in points], _HEIGHT - _BOTTOM, _TOP)
    body = [f'<text x="{_LEFT}" y="20" font-size="14" font-weight="600">{escape(title)}</text>', *_legend()]
    for value in x.ticks():
        at = x.at(value)
        body.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>')
        body.append(_text(at, _HEIGHT - _BOTTOM + 18, f"{value:,g}", "middle"))
    for value in y.ticks():
        at = y.at(value)
        body.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        body.append(_text(_LEFT - 8, at + 4, f"{value:,g}", "end"))
    body.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 10, x_label, "middle"))
    body.append(f'<g transform="translate(16 {(_TOP + _HEIGHT - _BOTTOM) / 2:.0f}) rotate(-90)">')
    body.append(f'<text class="soft" text-anchor="middle">{escape(y_label)}</text></g>')
    body += _equal_products(x, y, points)
    taken = [(x.at(p.x) - 7, x.at(p.x) + 7, y.at(p.y) + 4) for p in points]
    for p in sorted(points, key=lambda p: (p.x, p.y, p.name)):
        body += _point(p, x.at(p.x), y.at(p.y), taken)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}"><style>{_STYLE}</style>'
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>' + "\n".join(body) + "</svg>\n"
    )


def _axis(values: Sequence[float], start: float, end: float) -> _Axis:
    """An axis with room for all values."""
    return _Axis(min(values) / 1.5, max(values) * 1.5, start, end)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="soft" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _legend() -> list[str]:
    return [
        f'<circle class="ours" cx="{_LEFT + 6}" cy="38" r="5"/>',
        _text(_LEFT + 18, 42, "ours: synthesized, clock estimated", "start"),
        f'<circle class="theirs" cx="{_LEFT + 246}" cy="38" r="5"/>',
        _text(_LEFT + 258, 42, "published", "start"),
        f'<line class="equal" x1="{_LEFT + 340}" x2="{_LEFT + 370}" y1="38" y2="38"/>',
        _text(_LEFT + 378, 42, "equal product of the two", "start"),
    ]


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


def _point(p: Point, x: float, y: float, taken: list[tuple[float, float, float]]) -> list[str]:
    """The point, and its name in the nearest place that covers no other mark or name.

    `taken`: left and right end and base line of all of them; this name is added.
    """
    width = 6.2 * len(p.name)
    places = [
        (left, y + 4 + side * step * _LINE)
        for step in range(len(taken) + 1)
        for side in ((1,) if step == 0 else (-1, 1))
        for left in (x + 10, x - 10 - width)
        if left >= 4 and left + width <= _WIDTH - 4
    ]
    left, line = next(
        (left, line)
        for left, line in places
        if not any(left < b and a < left + width and abs(line - at) < _LINE for a, b, at in taken)
    )
    taken.append((left, left + width, line))
    kind = "ours" if p.ours else "theirs"
    return [
        f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{escape(p.name)}: '
        f"{p.x:,g}, {p.y:,.3g}</title></circle>",
        f'<text x="{left:.1f}" y="{line:.1f}">{escape(p.name)}</text>',
    ]
