"""A paper's tables as data and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pairforge.papers.base import SCHEMA, Cell, Conclusion, Paper, Table, published
from pairforge.papers.numbers import number


def paper_object(paper: Paper, measured: Mapping[str, Any]) -> dict[str, Any]:
    """The object of `pairforge papers PAPER --json`."""
    return {
        "schema": SCHEMA,
        "paper": paper.name,
        "title": paper.title,
        "source": paper.source,
        "machine": published(paper.name)["machine"],
        "ours": {key: measured[key] for key in ("version", "command", "cpu")},
        "tables": [
            {
                "table": table.number,
                "title": table.title,
                "unit": table.unit,
                "reference": list(table.reference),
                "rows": [
                    {
                        "row": row.name,
                        "cells": {
                            column: asdict(cell)
                            for column, cell in zip(table.columns, row.cells, strict=True)
                            if cell.published is not None or cell.ours is not None
                        },
                    }
                    for row in table.rows
                ],
            }
            for table in paper.tables(measured)
        ],
        "conclusions": [asdict(conclusion) for conclusion in _conclusions(paper, measured)],
        "notes": list(paper.notes),
        "misprints": list(paper.misprints),
    }


def paper_lines(paper: Paper, measured: Mapping[str, Any]) -> Iterator[str]:
    """The same for people: each cell is published / ours, first in the table's unit, then relative to its
    reference."""
    yield paper.title
    yield paper.source
    yield f"published: {published(paper.name)['machine']}"
    yield f"ours: {measured['cpu']}, engine {measured['version']}, {measured['command']}"
    for table in paper.tables(measured):
        yield ""
        yield f"Table {table.number}: {table.title}; published / ours, {table.unit}"
        yield from _grid(table, lambda cell: (cell.published, cell.ours))
        yield ""
        row, column = table.reference
        yield f"Table {table.number} in multiples of {row}, {column}: published / ours"
        yield from _grid(table, lambda cell: (cell.published_ratio, cell.our_ratio))
    yield ""
    yield "What the paper concludes"
    for conclusion in _conclusions(paper, measured):
        yield f"  {_verdict(conclusion)}: {conclusion.claim}"
        yield f"    {conclusion.evidence}"
    for title, texts in (("Notes", paper.notes), ("Misprints", paper.misprints)):
        yield ""
        yield title
        yield from (f"  {text}" for text in texts)


def _grid(table: Table, figures: Callable[[Cell], tuple[float | None, float | None]]) -> Iterator[str]:
    head: Sequence[str] = ("", *table.columns)
    rows = [(row.name, *(" / ".join(map(number, figures(cell))) for cell in row.cells)) for row in table.rows]
    widths = [max(len(line[at]) for line in (head, *rows)) for at in range(len(head))]
    for line in (head, *rows):
        cells = (f"{text:>{width}}" for text, width in zip(line[1:], widths[1:], strict=True))
        yield f"  {line[0]:<{widths[0]}}  " + "  ".join(cells)


def _conclusions(paper: Paper, measured: Mapping[str, Any]) -> Sequence[Conclusion]:
    return paper.conclusions(paper.published_figures(), paper.our_figures(measured))


def _verdict(conclusion: Conclusion) -> str:
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
