"""Small pieces of HTML that the pages are put together from. Arguments are text unless said otherwise."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

_KIND_WORDS = {"proved": "proven"}


def asset(name: str) -> str:
    """The text of a file in `assets/`."""
    return (resources.files("pairforge.report") / "assets" / name).read_text(encoding="utf-8")


def embedded(data: Any) -> str:
    """JSON that can stand inside a script element."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def fill(name: str, parts: Mapping[str, str]) -> str:
    """The file in `assets/` with each `@@part@@` replaced."""
    pieces = asset(name).split("@@")
    return "".join(parts[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def number(value: float | None, digits: int | None = None) -> str:
    """A figure for people: whole where it is large or whole, a dash where there is none."""
    if value is None:
        return "–"
    if digits is None:
        digits = 0 if float(value).is_integer() or abs(value) >= 1000 else 2 if abs(value) < 100 else 1
    return f"{value:,.{digits}f}"


def math(text: str) -> str:
    """Text as HTML with the field's notation set: F_2^239, eta_T, x^81."""
    shown = re.sub(r"\beta_T\b", "η<sub>T</sub>", escape(text))
    shown = re.sub(r"\b([FEG])_(\w+?)\^(\w+)", r"\1<sub>\2</sub><sup>\3</sup>", shown)
    shown = re.sub(r"\b([FEG])_(\d+|p|q)\b", r"\1<sub>\2</sub>", shown)
    return re.sub(r"(?<!\^\()(?<![\^\w])(\w+)\^(\w+)", r"\1<sup>\2</sup>", shown)


def percent(share: float) -> str:
    """0.857 as "85.7 %"."""
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def duration(value: float | None) -> str:
    """Seconds for people."""
    if value is None:
        return "–"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s" if value < 120 else f"{value / 60:.1f} min"


def tag(kind: str) -> str:
    """Where a number comes from, as a mark beside it."""
    return f'<span class="kind {escape(kind)}">{escape(_KIND_WORDS.get(kind, kind))}</span>'


def table(caption: str, head: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]], css: str = "") -> str:
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


def details(summary: str, content: str) -> str:
    """What is folded away until asked for; `content` is HTML."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"
