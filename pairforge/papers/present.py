"""A paper's tables as data and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from pairforge.papers.base import (
    SCHEMA,
    Cell,
    Comparison,
    Conclusion,
    Figure,
    Measured,
    Paper,
    Table,
    Time,
    Value,
    Wanted,
    published,
)
from pairforge.papers.numbers import exact, number

_ALL = Wanted()


def paper_object(paper: Paper, measured: Measured, wanted: Wanted = _ALL) -> dict[str, Any]:
    """The object of `pairforge papers PAPER --json`."""
    return {
        "schema": SCHEMA,
        "paper": paper.name,
        "title": paper.title,
        "source": paper.source,
        "machine": published(paper.name)["machine"],
        "ours": dict(paper.origin(measured)),
        "times": [asdict(time) | {"won": time.won} for time in paper.times(measured)],
        "tables": [
            *(_table_object(table) for table in _tables(paper, measured, wanted)),
            *(_comparison_object(comparison) for comparison in _comparisons(paper, measured, wanted)),
        ],
        "conclusions": [asdict(conclusion) for conclusion in paper.conclusions(measured)],
        "notes": list(paper.notes),
        "misprints": list(paper.misprints),
    }


def _table_object(table: Table) -> dict[str, Any]:
    ratios = table.reference is not None
    keys = ("published", "ours", "published_ratio", "our_ratio") if ratios else ("published", "ours")
    return {
        "table": table.number,
        "title": table.title,
        "unit": table.unit,
        **({"reference": list(table.reference)} if table.reference else {}),
        "rows": [
            {
                "row": row.name,
                "cells": {
                    column: {key: getattr(cell, key) for key in keys}
                    for column, cell in zip((*table.columns, *table.details), row.cells, strict=True)
                    if cell.published is not None or cell.ours is not None
                },
            }
            for row in table.rows
        ],
    }


def _comparison_object(comparison: Comparison) -> dict[str, Any]:
    return {
        "table": comparison.number,
        "title": comparison.title,
        "columns": list(comparison.columns),
        "rows": [asdict(entry) for entry in comparison.entries],
    }


def paper_lines(paper: Paper, measured: Measured, wanted: Wanted = _ALL) -> Iterator[str]:
    """The same for people. A cell with two sources is published / ours, first in the table's unit, then
    relative to its reference where there is one. Conclusions and notes belong to the whole."""
    origin = paper.origin(measured)
    made = (*(origin[key] for key in ("cpu",) if key in origin), f"Pairforge {origin['version']}")
    yield paper.title
    yield paper.source
    yield f"published: {published(paper.name)['machine']}"
    yield f"ours: {', '.join(made)}, {origin['command']}"
    if wanted == _ALL and (times := paper.times(measured)):
        yield ""
        yield f"Microseconds of a pairing, published / ours (at estimated clocks); {_score(times)}"
        rows = [
            (
                time.name,
                f"{number(time.published_us)} / {number(time.ours_us)}",
                "won" if time.won else f"lost by {time.ours_us / time.published_us - 1:.0%}",
            )
            for time in times
        ]
        yield from _aligned(("", "us", ""), rows)
    for table in _tables(paper, measured, wanted):
        yield ""
        yield f"Table {table.number}: {table.title}; published / ours{table.unit and f', {table.unit}'}"
        yield from _grid(table, lambda cell: (cell.published, cell.ours), number if table.unit else exact)
        if table.reference:
            row, column = table.reference
            yield ""
            yield f"Table {table.number} in multiples of {row}, {column}: published / ours"
            yield from _grid(table, lambda cell: (cell.published_ratio, cell.our_ratio), number)
    for comparison in _comparisons(paper, measured, wanted):
        yield ""
        yield f"Table {comparison.number}: {comparison.title}"
        yield from _listing(comparison)
    if wanted != _ALL:
        return
    yield ""
    yield "What the paper concludes"
    for conclusion in paper.conclusions(measured):
        yield f"  {_outcome(conclusion)}: {conclusion.claim}"
        yield f"    {conclusion.evidence}"
    for title, texts in (("Notes", paper.notes), ("Misprints", paper.misprints)):
        yield ""
        yield title
        yield from (f"  {text}" for text in texts)


def _score(times: Sequence[Time]) -> str:
    return f"{sum(time.won for time in times)} of {len(times)} won"


def _tables(paper: Paper, measured: Measured, wanted: Wanted) -> Iterator[Table]:
    return (table for table in paper.tables(measured) if wanted.table(table.number))


def _comparisons(paper: Paper, measured: Measured, wanted: Wanted) -> Iterator[Comparison]:
    return (table for table in paper.comparisons(measured, wanted) if wanted.table(table.number))


def _grid(
    table: Table,
    figures: Callable[[Cell], tuple[Value | None, Value | None]],
    show: Callable[[Any], str],
) -> Iterator[str]:
    """A column of which nothing is published has just ours, and a text that is the same in both stands
    once."""
    shown = range(len(table.columns))
    printed = [any(row.cells[at].published is not None for row in table.rows) for at in shown]

    def text(cell: Cell, both: bool) -> str:
        theirs, ours = figures(cell)
        once = not both or (theirs == ours and not isinstance(ours, float | int))
        return show(ours) if once else f"{show(theirs)} / {show(ours)}"

    rows = [(row.name, *(text(row.cells[at], printed[at]) for at in shown)) for row in table.rows]
    return _aligned(("", *table.columns), rows)


def _listing(comparison: Comparison) -> Iterator[str]:
    """Groups of implementations, ours marked by a star, and which commands made ours."""
    rows: list[Sequence[str]] = []
    commands: list[str] = []
    for group, entries in groupby(comparison.entries, key=lambda entry: entry.group):
        for first, entry in zip((group, *[""] * len(comparison.entries)), entries, strict=False):
            name = f"{'* ' if entry.ours else '  '}{entry.name}"
            cells = (_shown(entry.figures.get(column)) for column in comparison.columns)
            rows.append((first, name, entry.device, *cells, entry.note))
            if entry.ours and entry.figures:
                commands.append(f"  {entry.source}")
    yield from _aligned(("", "", "", *comparison.columns, ""), rows, left=3)
    yield "  * ours; ~ estimated; () implied by printed figures; ours is measured where not marked"
    yield from dict.fromkeys(commands)


def _shown(figure: Figure | None) -> str:
    match figure:
        case None:
            return "-"
        case Figure(float(value), "estimated" | "measured" as kind):
            text = number(value)
        case Figure(value, kind):
            text = exact(value)
    return {"estimated": f"~{text}", "implied": f"({text})"}.get(kind, text)


def _aligned(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> Iterator[str]:
    """Columns, the first `left` ones and a last one without a title to the left, the rest to the right."""
    widths = [max(len(line[at]) for line in (head, *rows)) for at in range(len(head))]
    for line in (head, *rows):
        cells = (
            f"{text:<{width}}" if at < left or not head[at] else f"{text:>{width}}"
            for at, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield f"  {'  '.join(cells)}".rstrip()


def _outcome(conclusion: Conclusion) -> str:
    match conclusion.published, conclusion.ours:
        case _, None:
            return "not measured"
        case None, True:
            return "holds here, without published figures"
        case None, False:
            return "does not hold here, without published figures"
        case True, True:
            return "holds"
        case True, False:
            return "no longer holds"
        case False, True:
            return "holds here, though not in the published figures"
        case _:
            return "holds in neither"
