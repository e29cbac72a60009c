"""How the columns of a control table are stored: columns never set not at all, equal columns once.

A large store is made narrower still. Some columns exclude each other: no two of them are ever set in one
row, as those of the units whose result may go to a port. Of these the number of the one that is set is
stored, 0 for none. A column that is set with certain ones of them, as the port's enable, needs no bits of
its own. Each such column then costs a decoder.

Some signals matter only in the rows that give them a value, as the address of a port that else nobody reads.
Two of them that no row uses together have the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairforge.hdl import Compare, Const, Expr, Net, any_of, concat
from pairforge.rtl.control import ControlTable, Signal

_MOST = 15
"""Columns of one number: more would need more than one 4-input table to decode."""


@dataclass(frozen=True)
class Code:
    """A column that is set where the number in bits `low` … `low + bits - 1` of a word is one of `values`."""

    low: int
    bits: int
    values: frozenset[int]
    count: int


@dataclass(frozen=True)
class Packing:
    """Where each column of a table is found in a word of `width` bits.

    `places`: the bit that holds a column. `codes`: of columns that are decoded. Any other is never set.
    """

    width: int
    places: Mapping[int, int]
    codes: Mapping[int, Code]

    def word(self, row: int) -> int:
        """A row of the table as it is stored."""
        packed = 0
        for column, place in self.places.items():
            packed |= (row >> column & 1) << place
        for column, code in self.codes.items():
            if len(code.values) == 1 and row >> column & 1:
                (value,) = code.values
                packed |= value << code.low
        return packed

    def words(self, rows: Sequence[int]) -> list[int]:
        """All rows."""
        packed = {row: self.word(row) for row in set(rows)}
        return [packed[row] for row in rows]

    def value(self, word: Net, table: ControlTable, signal: Signal) -> Expr:
        """A signal, from a word."""
        if signal in table.derived:
            return table.derive(signal, lambda part: self.value(word, table, part))
        parts: list[Expr] = []
        low = table.offset[signal.name]
        column = low + signal.width - 1
        while column >= low:
            place = self.places.get(column)
            if place is None:
                parts.append(self._decoded(word, column))
                column -= 1
                continue
            run = 1
            while column - run >= low and self.places.get(column - run) == place - run:
                run += 1
            parts.append(word[place, place - run + 1])
            column -= run
        return concat(*parts)

    def _decoded(self, word: Net, column: int) -> Expr:
        code = self.codes.get(column)
        if code is None:
            return Const(1, 0)
        number = word[code.low + code.bits - 1, code.low]
        if len(code.values) == code.count:
            return Compare("!=", number, Const(code.bits, 0))
        return any_of(*(Compare("==", number, Const(code.bits, value)) for value in sorted(code.values)))


def pack(
    rows: Iterable[int], width: int, *, encode: bool, shared: Mapping[int, int] | None = None
) -> Packing:
    """The packing for rows of `width` columns; `encode`: columns that exclude each other as numbers.

    `shared`: columns that are stored where others are, which are those of signals that no row uses together.
    """
    shared = shared or {}
    distinct = sorted(set(rows))
    columns = _columns(distinct, width)
    for column, other in shared.items():
        columns[other] |= columns[column]
        columns[column] = 0
    groups = _groups([column for column in dict.fromkeys(columns) if column]) if encode else []
    at: dict[int, int] = {}
    coded: dict[int, Code] = {}
    low = 0
    for group in groups:
        bits = len(group).bit_length()
        for i, column in enumerate(group):
            coded[column] = Code(low, bits, frozenset({i + 1}), len(group))
        low += bits
    places: dict[int, int] = {}
    codes: dict[int, Code] = {}
    for k, column in enumerate(columns):
        if column and column not in coded and column not in at:
            joined = _joined(column, groups, coded)
            if joined:
                coded[column] = joined
            else:
                at[column] = low
                low += 1
        if column in at:
            places[k] = at[column]
        elif column:
            codes[k] = coded[column]
    places |= {column: places[other] for column, other in shared.items() if other in places}
    codes |= {column: codes[other] for column, other in shared.items() if other in codes}
    return Packing(max(low, 1), places, codes)


def columns_shared(table: ControlTable) -> Mapping[int, int]:
    """The columns of signals that may have the bits of others, each with the other one's.

    Each signal goes with the first that it is never used with, those that are used least first.
    """
    rows = {signal: table.used.get(signal.name, set[int]()) for signal in table.careless}
    hosts: dict[Signal, set[int]] = {}
    shared: dict[int, int] = {}
    for signal in sorted(rows, key=lambda signal: (-len(rows[signal]), signal.name)):
        host = next(
            (
                host
                for host, taken in hosts.items()
                if host.width == signal.width and taken.isdisjoint(rows[signal])
            ),
            None,
        )
        if host is None:
            hosts[signal] = set(rows[signal])
            continue
        hosts[host] |= rows[signal]
        low, other = table.offset[signal.name], table.offset[host.name]
        shared |= {low + bit: other + bit for bit in range(signal.width)}
    return shared


def _columns(rows: Sequence[int], width: int) -> list[int]:
    """The columns, lowest first; bit i of one is that of row i from the last."""
    strings = [format(row, f"0{width}b") for row in rows]
    return [int("".join(column), 2) for column in zip(*strings, strict=True)][::-1]


def _groups(columns: Sequence[int]) -> list[list[int]]:
    """Columns that exclude each other, together where that saves bits: each goes to the first group it fits.

    One that is set whenever some of the others are is left out: it can be told from them.
    """
    found: list[tuple[int, list[int]]] = []
    for column in columns:
        for i, (taken, group) in enumerate(found):
            if not taken & column and len(group) < _MOST:
                group.append(column)
                found[i] = taken | column, group
                break
        else:
            found.append((column, [column]))
    return [group for _, group in found if len(group).bit_length() < len(group)]


def _joined(column: int, groups: Sequence[Sequence[int]], coded: Mapping[int, Code]) -> Code | None:
    """The code of a column that is set exactly where some of a group are."""
    for group in groups:
        inside = [member for member in group if member & column == member]
        if sum(inside) == column and inside:  # they exclude each other: their sum is their union
            code = coded[inside[0]]
            values = frozenset(value for member in inside for value in coded[member].values)
            return Code(code.low, code.bits, values, code.count)
    return None
