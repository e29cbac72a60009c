"""What a paper is: published tables, our figures for them, and conclusions drawn from both."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pairforge.errors import UserError

__all__ = ["SCHEMA", "Cell", "Conclusion", "Figures", "Paper", "Row", "Table", "published", "stored"]

SCHEMA = 1

_FOLDER = Path(__file__).resolve().parents[1] / "catalog" / "papers"

Figures = Callable[[str, str, str], float | None]
"""A source of figures, published or ours: table, row and column to a value in the table's unit, None where
there is none."""


@dataclass(frozen=True)
class Cell:
    """A figure in a table: published and ours in the table's unit, each also relative to the table's
    reference in the same source; None where there is none."""

    published: float | None
    ours: float | None
    published_ratio: float | None
    our_ratio: float | None


@dataclass(frozen=True)
class Row:
    """A row: a cell for each column of the table."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """A published table beside ours.

    `number` and `title` as in the paper; `unit` of all its figures; `reference`: row and column that the
    ratios are relative to.
    """

    number: str
    title: str
    unit: str
    columns: tuple[str, ...]
    reference: tuple[str, str]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Conclusion:
    """A statement of the paper, and whether the published figures and ours bear it out.

    `published` and `ours`: None where a figure for it is missing. `evidence`: the figures, for people.
    """

    claim: str
    published: bool | None
    ours: bool | None
    evidence: str


@dataclass(frozen=True)
class Paper:
    """A paper whose tables are reproduced.

    Attributes
    ----------
    name: the name a user gives.
    unit: the unit of all figures.
    measure: runs the programs that give our figures, and returns the object that is stored; its argument is
        told about progress. Raises UserError where the machine lacks what it takes.
    our_figures: reads such an object.
    conclusions: what the paper says and the figures bear out or not, first published, then ours.
    notes: what a reader must know to compare.
    misprints: what is wrong in print, and how it is known.
    """

    name: str
    unit: str
    measure: Callable[[Callable[[str], None]], Mapping[str, Any]]
    our_figures: Callable[[Mapping[str, Any]], Figures]
    conclusions: Callable[[Figures, Figures], Sequence[Conclusion]]
    notes: tuple[str, ...]
    misprints: tuple[str, ...]

    @property
    def title(self) -> str:
        """The title of the paper."""
        return str(published(self.name)["title"])

    @property
    def source(self) -> str:
        """Authors, where and when."""
        return str(published(self.name)["source"])

    def published_figures(self) -> Figures:
        """The figures as printed."""
        tables = {table["name"]: table["rows"] for table in published(self.name)["table"]}

        def figure(table: str, row: str, column: str) -> float | None:
            found = tables[table].get(row, {}).get(column)
            return None if found is None else float(found)

        return figure

    def tables(self, measured: Mapping[str, Any]) -> tuple[Table, ...]:
        """The published tables, with the figures of a measurement beside them."""
        sources = (self.published_figures(), self.our_figures(measured))
        return tuple(_table(data, self.unit, sources) for data in published(self.name)["table"])


def _table(data: Mapping[str, Any], unit: str, sources: tuple[Figures, Figures]) -> Table:
    number, columns = data["name"], tuple(data["columns"])
    reference = (data["reference"][0], data["reference"][1])
    references = [source(number, *reference) for source in sources]

    def cell(row: str, column: str) -> Cell:
        figures = [source(number, row, column) for source in sources]
        ratios = [
            figure / unit if figure is not None and unit else None
            for figure, unit in zip(figures, references, strict=True)
        ]
        return Cell(figures[0], figures[1], ratios[0], ratios[1])

    rows = tuple(Row(row, tuple(cell(row, column) for column in columns)) for row in data["rows"])
    return Table(number, data["title"], unit, columns, reference, rows)


@cache
def published(name: str) -> Mapping[str, Any]:
    """The catalogue's file of what a paper prints."""
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text())


def stored(name: str) -> Mapping[str, Any]:
    """Our figures as last measured for the catalogue (UserError where the file is of another schema)."""
    path = _FOLDER / f"{name}.json"
    found: Mapping[str, Any] = json.loads(path.read_text())
    if found.get("schema") != SCHEMA:
        raise UserError(f"{path}: schema {found.get('schema')!r}, this version reads {SCHEMA}")
    return found
