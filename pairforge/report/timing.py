"""The slowest paths of a core as HTML: where the nanoseconds of each go.

Imports the pieces of a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from pairforge.report.pieces import number, table

__all__ = ["timing_html"]

_KINDS = ("logic", "carry", "ram", "dsp", "wire")
_WORDS = {
    "logic": "look-up tables and flip-flops",
    "carry": "carry chains",
    "ram": "RAM",
    "dsp": "DSP blocks",
}


def timing_html(timing: Mapping[str, Any]) -> str:
    """A bar and a row of figures for each path of the entry `timing` of a result; empty where it has none."""
    paths = timing.get("paths")
    if not paths:
        return ""
    longest = max(path["total_ns"] for path in paths) or 1
    rows = [_row(path, longest) for path in paths]
    head = [
        ("from and to", ""),
        ("where the time goes", "bars"),
        ("ns", "n"),
        *((kind, "n") for kind in _KINDS),
        ("tables", "n"),
    ]
    legend = "".join(
        f'<li><i class="part-{kind}"></i>{escape(_WORDS.get(kind, "wires"))}</li>' for kind in _KINDS
    )
    error = timing["model_error"]
    off = "its error is not known" if error is None else f"error {error:+.0%}"
    estimated = timing["kind"] == "estimated"
    before = "Estimated before place and route" if estimated else "Routed; paths before that"
    return (
        '<section id="timing" aria-labelledby="timing-title">'
        '<h2 id="timing-title">Where the nanoseconds go</h2>'
        f'<p class="lead-in">{before}: {escape(timing["model"])}; {off}. Each row is the slowest path between'
        f' two words.</p><ul class="legend">{legend}</ul>'
        f"{table('Slowest paths', head, rows, 'sums')}</section>"
    )


def _row(path: Mapping[str, Any], longest: float) -> list[str]:
    ns = path["ns"]
    bars = "".join(
        f'<i class="part-{kind}" style="width:{100 * ns[kind] / longest:.1f}%"></i>'
        for kind in _KINDS
        if ns[kind]
    )
    return [
        f'{escape(path["from"])}<span class="path">to {escape(path["to"])}</span>',
        f'<span class="hbar stacked" aria-hidden="true">{bars}</span>',
        number(path["total_ns"], 2),
        *(number(ns[kind], 2) for kind in _KINDS),
        number(path["levels"]),
    ]
