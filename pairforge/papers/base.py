"""What a paper is: published tables, our figures for them, and conclusions drawn from both."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pairforge.errors import UserError
from pairforge.report.scatter import Panel

__all__ = [
    "SCHEMA",
    "Cell",
    "Comparison",
    "Conclusion",
    "Entry",
    "Figure",
    "Measured",
    "Paper",
    "Row",
    "Table",
    "Tell",
    "Time",
    "Value",
    "Values",
    "Wanted",
    "published",
    "published_rows",
    "published_values",
    "read_measured",
    "stored",
    "stored_or_nothing",
]

SCHEMA = 1

_PACKAGE = Path(__file__).resolve().parents[1]
_PUBLISHED = _PACKAGE / "catalog" / "papers"
_MEASURED = _PACKAGE / "results" / "papers"

_MICROSECONDS = {"us": 1, "ms": 1000}
"""Columns with the time of a pairing, and how many microseconds one of it is."""

Value: TypeAlias = float | str

Values: TypeAlias = Callable[[str, str, str], Value | None]
"""A source of figures, published or ours: table, row and column to a value, None where there is none."""

Measured: TypeAlias = Mapping[str, Any]
"""What was measured for a paper, as it is stored."""

Tell: TypeAlias = Callable[[str], None]

Kind = Literal["published", "implied", "chosen", "measured", "estimated"]
"""Where a figure comes from. Implied: by printed figures, though not printed itself; chosen: a parameter."""


@dataclass(frozen=True)
class Cell:
    """A figure in a table: published and ours, each also relative to the table's reference in the same
    source; None where there is none."""

    published: Value | None
    ours: Value | None
    published_ratio: float | None = None
    our_ratio: float | None = None


@dataclass(frozen=True)
class Row:
    """A row: a cell for each column of the table, then one for each of its details."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """A published table beside ours, cell by cell.

    `number` and `title` as in the paper; `unit` of all its figures, where they are quantities of one kind;
    `details`: further columns, too wide to print; `reference`: row and column that the ratios are relative
    to, if there are any.
    """

    number: str
    title: str
    unit: str
    columns: tuple[str, ...]
    details: tuple[str, ...]
    reference: tuple[str, str] | None
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Figure:
    """A value with where it comes from."""

    value: Value
    kind: Kind


@dataclass(frozen=True)
class Entry:
    """One implementation, published or ours.

    `group`: what it is compared within; `figures`: by column; `source`: where it is published, or the version
    and command that made it.
    """

    group: str
    name: str
    device: str
    ours: bool
    figures: Mapping[str, Figure]
    source: str
    note: str = ""


@dataclass(frozen=True)
class Comparison:
    """Implementations below each other, published ones and ours."""

    number: str
    title: str
    columns: tuple[str, ...]
    entries: tuple[Entry, ...]


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
class Time:
    """How long a pairing takes, microseconds, published and ours: cycles over the clock."""

    name: str
    published_us: float
    ours_us: float

    @property
    def won(self) -> bool:
        """Whether ours takes no longer."""
        return self.ours_us <= self.published_us


@dataclass(frozen=True)
class Wanted:
    """What a user asks for: the numbers of tables and the names of designs; none of them means all.

    `target`: that of the designs to build; by default each is built for every target it has figures for.
    """

    tables: tuple[str, ...] = ()
    designs: tuple[str, ...] = ()
    target: str | None = None

    def table(self, number: str) -> bool:
        """Whether a table is wanted."""
        return not self.tables or number in self.tables


def _none(_: Measured, __: Wanted) -> Sequence[Comparison]:
    return ()


@dataclass(frozen=True)
class Paper:
    """A paper whose tables are reproduced.

    Attributes
    ----------
    name: the name a user gives.
    measure: makes our figures: what is wanted, what was measured so far (only replaced where it is wanted),
        who is told about progress, and who is given each intermediate result. Returns the object that is
        stored. Raises UserError where the machine lacks what it takes.
    origin: version and command that made the figures, and the processor if it matters.
    our_values: our figures for the published tables.
    conclusions: what the paper says and the figures bear out or not, published and ours.
    notes: what a reader must know to compare.
    misprints: what is wrong in print, and how it is known.
    unit: the unit of all figures, where there is one.
    comparisons: tables of implementations below each other.
    comparison_names: their numbers.
    designs: the designs of ours that the paper's are compared with.
    picture: the panels of its picture, if there is one.
    builds: microseconds of what was built, where they do not stand in the published tables.
    """

    name: str
    measure: Callable[[Wanted, Measured, Tell, Callable[[Measured], None]], Measured]
    origin: Callable[[Measured], Mapping[str, str]]
    our_values: Callable[[Measured], Values]
    conclusions: Callable[[Measured], Sequence[Conclusion]]
    notes: tuple[str, ...]
    misprints: tuple[str, ...]
    unit: str = ""
    comparisons: Callable[[Measured, Wanted], Sequence[Comparison]] = _none
    comparison_names: tuple[str, ...] = ()
    designs: Callable[[], tuple[str, ...]] = field(default=tuple)
    picture: Callable[[Measured], Sequence[Panel]] | None = None
    builds: Callable[[Measured], Sequence[Time]] | None = None

    def times(self, measured: Measured) -> Sequence[Time]:
        """Microseconds of all that is published and built: of `builds`, or of the rows of the tables."""
        if self.builds is not None:
            return self.builds(measured)
        found: dict[str, Time] = {}
        for table in self.tables(measured):
            for row in table.rows:
                for column, cell in zip((*table.columns, *table.details), row.cells, strict=True):
                    theirs, ours = cell.published, cell.ours
                    if (
                        column in _MICROSECONDS
                        and isinstance(theirs, float | int)
                        and isinstance(ours, float | int)
                    ):
                        scale = _MICROSECONDS[column]
                        found.setdefault(row.name, Time(row.name, theirs * scale, ours * scale))
        return tuple(found.values())

    @property
    def title(self) -> str:
        """The title of the paper."""
        return str(published(self.name)["title"])

    @property
    def source(self) -> str:
        """Authors, where and when."""
        return str(published(self.name)["source"])

    @property
    def table_names(self) -> tuple[str, ...]:
        """The numbers of all tables, in the order in which they are shown."""
        return (*(table["name"] for table in published(self.name)["table"]), *self.comparison_names)

    def tables(self, measured: Measured) -> tuple[Table, ...]:
        """The published tables, with the figures of a measurement beside them."""
        sources = (published_values(self.name), self.our_values(measured))
        return tuple(_table(data, self.unit, sources) for data in published(self.name)["table"])

    def check(self, wanted: Wanted) -> None:
        """Refuse tables and designs that the paper does not have (UserError)."""
        for number in wanted.tables:
            if number not in self.table_names:
                there = ", ".join(self.table_names)
                raise UserError(f"no table {number!r} of {self.name}; there are {there}")
        designs = self.designs()
        for name in wanted.designs:
            if not designs:
                raise UserError(f"--design {name}: {self.name} compares no designs")
            if name not in designs:
                raise UserError(f"no design {name!r} for {self.name}; there are {', '.join(designs)}")


def _table(data: Mapping[str, Any], unit: str, sources: tuple[Values, Values]) -> Table:
    number, columns, details = data["name"], tuple(data["columns"]), tuple(data.get("details", ()))
    reference = (data["reference"][0], data["reference"][1]) if "reference" in data else None
    references = [reference and source(number, *reference) for source in sources]

    def cell(row: str, column: str) -> Cell:
        figures = [source(number, row, column) for source in sources]
        ratios = [
            figure / unit if isinstance(figure, float | int) and isinstance(unit, float | int) else None
            for figure, unit in zip(figures, references, strict=True)
        ]
        return Cell(figures[0], figures[1], ratios[0], ratios[1])

    every = (*columns, *details)
    rows = tuple(Row(row, tuple(cell(row, column) for column in every)) for row in data["rows"])
    return Table(number, data["title"], unit, columns, details, reference, rows)


@cache
def published(name: str) -> Mapping[str, Any]:
    """The catalogue's file of what a paper prints."""
    return tomllib.loads((_PUBLISHED / f"{name}.toml").read_text())


def published_rows(name: str, number: str) -> tuple[str, ...]:
    """The names of a table's rows."""
    (table,) = (table for table in published(name)["table"] if table["name"] == number)
    return tuple(table["rows"])


def published_values(name: str) -> Values:
    """The figures as printed."""
    tables = {table["name"]: table["rows"] for table in published(name)["table"]}

    def value(table: str, row: str, column: str) -> Value | None:
        found: Value | None = tables[table].get(row, {}).get(column)
        return found

    return value


def stored(name: str) -> Measured:
    """Our figures as last measured for the catalogue (UserError where there are none, or of another
    schema)."""
    path = _MEASURED / f"{name}.json"
    if not path.exists():
        raise UserError(f"no stored results for {name}; measure with --fresh")
    return read_measured(path, name)


def stored_or_nothing(name: str) -> Measured:
    """The same, and an empty object where there are none."""
    return stored(name) if (_MEASURED / f"{name}.json").exists() else {}


def read_measured(path: Path, name: str) -> Measured:
    """Our figures for a paper from a file (UserError where it holds none, or of another schema)."""
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot read stored results: {error}") from None
    if not isinstance(found, dict):
        raise UserError(f"{path}: no stored results for {name}")
    if found.get("schema") != SCHEMA:
        raise UserError(f"{path}: schema {found.get('schema')!r}, this version reads {SCHEMA}")
    if found.get("paper") != name:
        raise UserError(f"{path}: no stored results for {name}")
    measured: Measured = found
    return measured
