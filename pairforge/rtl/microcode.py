"""Microcode: the rows of a control table, compressed to a control store and an order in which to play it.

Rows that repeat with the period of a loop are stored once and played several times. Idle rows, in which
nothing happens, are left out where that makes the store smaller: a field of a word says how many of them
follow it. A run of rows that occurs at several places, as the body of a loop that is called again with
another count, can be stored once as well. Words are then not played in the order of the store, and a
*sequence table* gives the order. Its entries cost bits too, so a run is shared only where that saves more.

Nothing here knows what a row means.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

_MOST_IDLE_BITS = 8
_LEAST_SHARED = (1, 2, 4, 8, 16, 32)
"""Candidate minimum lengths of a shared run, in rows."""

SMALL = 1 << 11
"""Bits of a memory below which it is made of look-up tables wherever others are."""

_PLAYER = 1 << 13
"""Bits that a sequence table must save to pay for the hardware that plays it."""

_STRETCH, _STRETCHES = 64, 8
"""Idle rows, `_STRETCHES` times `_STRETCH` of them or more, are a loop as well."""

_HALF_ENTRIES = (1, 2, 3, 4, 6)
"""Candidates for what it costs to play a run that is not stored again, in halves of an entry."""

_TIMES_BITS = 5  # of a number of times, about

_RECENT = 64  # the newest part of a string, one of so many, is not yet searched


@dataclass(frozen=True)
class Window:
    """Rows `first` … `end` - 1 of a table, in which a loop repeats with `period`, from `first` on."""

    first: int
    end: int
    period: int


@dataclass(frozen=True)
class RunRows:
    """Rows `first` … `end` - 1 of a table are those of one of the runs that a stage can have.

    `wait`: the row at which a run waits for the place where its result goes, where it can wait. `wipe`: the
    row from which on it does nothing but overwrite what it has left, where it does.
    """

    first: int
    end: int
    wait: int | None = None
    wipe: int | None = None

    @property
    def fixed(self) -> Set[int]:
        """The rows that stay as they are: the first, the last, the one at which it waits and the first one
        that overwrites.
        """
        return {self.first, self.end - 1, *(row for row in (self.wait, self.wipe) if row is not None)}

    @property
    def apart(self) -> Set[int]:
        """The rows that cannot be counted behind others."""
        return self.fixed | (set() if self.wait is None else {self.wait + 1})


@dataclass(frozen=True)
class Ladder:
    """`bits`, one for each of `len(bits)` iterations of `period` rows from row `first` on."""

    first: int
    period: int
    bits: Sequence[int]


@dataclass(frozen=True)
class Entry:
    """`words[first : first + size]` of a store are played `times` times. `ladder`: each time has a bit."""

    first: int
    size: int
    times: int
    ladder: bool = False

    @property
    def last(self) -> int:
        """The address of its last word."""
        return self.first + self.size - 1


@dataclass(frozen=True)
class Store:
    """Compressed rows.

    Attributes
    ----------
    words, width
        The store, and the bits of a word, those for idle rows among them.
    idle, idle_bits
        `idle[i]` rows in which nothing happens follow word i, a number of `idle_bits` bits.
    entries
        The words of a run in the order in which they are played.
    waits
        The addresses of the rows at which a stage waits for the place where its result goes.
    begins
        For each run that a stage can have, the number of its first entry.
    wipe
        The address of the first row that overwrites what a run has left, of one of the runs that do.
    early
        Whether an entry of the sequence table says a cycle early where a run ends.
    """

    words: Sequence[int]
    idle: Sequence[int]
    idle_bits: int
    width: int
    entries: Sequence[Entry]
    waits: Sequence[int] = ()
    begins: Sequence[int] = (0,)
    wipe: int | None = None
    early: bool = False

    @property
    def in_order(self) -> bool:
        """Whether the words are played in the order of the store, so that there need be no sequence table."""
        if len(self.begins) > 1:
            return False
        follows = (b.first == a.last + 1 for a, b in pairwise(self.entries))
        return self.entries[0].first == 0 and all(follows) and self.entries[-1].last == len(self.words) - 1

    @property
    def wipe_entry(self) -> int:
        """The number of the entry in which the row `wipe` is, which only one is; 0 where there is none."""
        if self.wipe is None:
            return 0
        found = [i for i, entry in enumerate(self.entries) if entry.first <= self.wipe <= entry.last]
        assert len(found) == 1 and self.entries[found[0]].times == 1
        return found[0]

    @property
    def loops(self) -> Sequence[Entry]:
        """The entries that are played several times."""
        return [entry for entry in self.entries if entry.times > 1]

    @property
    def address_bits(self) -> int:
        """Bits of an address; behind the last word is the one for rest."""
        return len(self.words).bit_length()

    @property
    def times_bits(self) -> int:
        """Bits of a number of times, less one."""
        return max(entry.times - 1 for entry in self.entries).bit_length()

    @property
    def entry_bits(self) -> int:
        """Bits of an entry of the sequence table; 0 where there is none."""
        if self.in_order:
            return 0
        ladder = any(entry.ladder for entry in self.entries)
        return 2 * self.address_bits + self.times_bits + ladder + self.early

    @property
    def bits(self) -> int:
        """Bits of store and sequence table."""
        return len(self.words) * self.width + len(self.entries) * self.entry_bits

    @property
    def summary(self) -> str:
        """Its size in words for people."""
        entries = "" if self.in_order else f" + {len(self.entries)} entries x {self.entry_bits} bits"
        return f"{len(self.words)} words x {self.width} bits{entries} = {self.bits / 1024:.1f} kbit"

    @property
    def facts(self) -> dict[str, str | int]:
        """What a report shows: its size, and of loops words and rounds where words are played in order."""
        shown: dict[str, str | int] = {"microcode": self.summary}
        for i, loop in enumerate(self.loops if self.in_order else ()):
            number = f" {i}" if len(self.loops) > 1 else ""
            shown |= {f"words in loop{number}": loop.size, f"rounds of loop{number}": loop.times}
        return shown


@dataclass(frozen=True)
class Piece:
    """Rows `first` … `end` - 1 of a table, played `times` times."""

    first: int
    end: int
    times: int = 1
    ladder: bool = False


def compress(
    rows: Sequence[int],
    width: int,
    windows: Sequence[Window],
    keep: int,
    runs: Sequence[RunRows],
    ladders: Sequence[Ladder] = (),
    *,
    counted: bool = True,
) -> Store:
    """The store of fewest bits that is found.

    Parameters
    ----------
    rows, width
        The table, and the bits of a row.
    windows
        Where loops repeat; how far they do is found here. One ends where another begins.
    keep
        The first rows, which stay as they are, as does the last one. Where runs overlap (`keep` > 0) rows are
        hardly ever idle, and none is left out.
    runs
        The runs that there can be, which make up the table.
    ladders
        Loops each iteration of which has its bit: they are where they are.
    counted
        Whether a word may count idle rows that follow it. Without, only long stretches of them are a loop.
    """
    found = []
    fixed = {*range(keep)}.union(*(run.fixed for run in runs))
    apart = {*range(keep + 1)}.union(*(run.apart for run in runs))
    for aligned in (False, True):
        pieces = list(pieces_of(rows, windows, keep, runs, ladders, aligned=aligned, idle=not keep))
        bits = _idle_bits(rows, pieces, apart, width) if counted and not keep else 0
        table = _Symbols(rows, width, pieces, fixed, apart, bits, runs)
        if not aligned:
            found.append(table.in_order())
        found += (table.shared(least) for least in _LEAST_SHARED)
        if len(runs) > 1:
            cut = list(_cut(pieces, windows))
            steps = _Symbols(rows, width, cut, fixed, apart, bits, runs)
            found += (steps.shared_by_steps(entries) for entries in _HALF_ENTRIES)
    in_order, *shared = found
    best = min(shared, key=lambda store: store.bits)
    return best if best.bits + _PLAYER < in_order.bits else in_order


# -- loops ---------------------------------------------------------------------------------------------


def pieces_of(
    rows: Sequence[int],
    windows: Sequence[Window],
    keep: int,
    runs: Sequence[RunRows],
    ladders: Sequence[Ladder],
    *,
    aligned: bool,
    idle: bool,
) -> Iterator[Piece]:
    """The table as straight pieces and loops, in order.

    The first `keep` rows, and of each run the first, the last and the one at which it waits are in no loop. A
    piece begins with each run.

    `aligned`: a loop begins a whole number of periods after its window, as other loops with its body do.
    `idle`: a long stretch of idle rows is a loop as well.
    """
    loops = []
    for ladder in ladders:
        end = ladder.first + len(ladder.bits) * ladder.period
        if rows[ladder.first : end - ladder.period] != rows[ladder.first + ladder.period : end]:
            raise AssertionError("the iterations of a ladder differ")
        loops.append(Piece(ladder.first, ladder.first + ladder.period, len(ladder.bits), ladder=True))
    taken = {ladder.first for ladder in ladders}
    given = sorted(windows, key=lambda window: window.first)
    ends = [*(window.first for window in given[1:]), len(rows)]
    apart = [replace(window, end=min(window.end, end)) for window, end in zip(given, ends, strict=False)]
    for window in (*apart, *(_idle_windows(rows, apart) if idle else ())):
        run = next((run for run in runs if window.first < run.end), runs[-1])
        low, high = max(window.first, keep, run.first + 1), min(window.end, run.end - 1)
        if run.wait is not None and low <= run.wait < high:
            high = run.wait
        first, saved = (low, 0) if window.first in taken else _repeated(rows, low, high, window, aligned)
        if saved:
            loops.append(Piece(first, first + window.period, saved // window.period + 1))
    at = 0
    for loop in sorted(loops, key=lambda loop: loop.first):
        yield from _straight(at, loop.first, runs)
        yield loop
        at = loop.first + loop.times * (loop.end - loop.first)
    yield from _straight(at, len(rows), runs)


def _cut(pieces: Sequence[Piece], windows: Sequence[Window]) -> Iterator[Piece]:
    """Straight pieces cut where windows begin and end: the same steps are then the same pieces."""
    places = sorted({row for window in windows for row in (window.first, window.end)})
    for piece in pieces:
        if piece.times > 1:
            yield piece
            continue
        inside = places[bisect_right(places, piece.first) : bisect_left(places, piece.end)]
        yield from (replace(piece, first=a, end=b) for a, b in pairwise((piece.first, *inside, piece.end)))


def _straight(first: int, end: int, runs: Sequence[RunRows]) -> Iterator[Piece]:
    """Rows that are played once, cut where runs begin."""
    cuts = [first, *(run.first for run in runs if first < run.first < end), end]
    yield from (Piece(low, high) for low, high in pairwise(cuts) if low < high)


def _repeated(rows: Sequence[int], low: int, high: int, window: Window, aligned: bool) -> tuple[int, int]:
    """(first row, rows saved) of the longest run of rows in low … high - 1 that repeat."""
    period = window.period
    best = (low, 0)
    start = low
    while start + 2 * period <= high:
        end = start
        while end + period < high and rows[end] == rows[end + period]:
            end += 1
        first = start + (window.first - start) % period if aligned else start
        saved = (end - first) // period * period
        if saved > best[1]:
            best = (first, saved)
        start = max(end, start) + 1
    return best


# -- idle rows -----------------------------------------------------------------------------------------


def _idle_windows(rows: Sequence[int], windows: Sequence[Window]) -> Iterator[Window]:
    """Long stretches of idle rows, outside of other windows."""
    ends = [0, *(window.end for window in windows)]
    for low, high in zip(ends, [*(window.first for window in windows), len(rows)], strict=True):
        first = low
        for row in range(low, high + 1):
            if row == high or rows[row]:
                if row - first >= _STRETCHES * _STRETCH:
                    yield Window(first, row, _STRETCH)
                first = row + 1


def _idle_bits(rows: Sequence[int], pieces: Sequence[Piece], apart: set[int], width: int) -> int:
    """The width of the field for idle rows with which the store has fewest bits, if all pieces are stored."""
    stretches: dict[int, int] = {}  # rows that one word could stand for: how many such stretches
    for piece in pieces:
        length = 0
        for row in range(piece.first, piece.end):
            if length and rows[row] == 0 and row not in apart:
                length += 1
            else:
                stretches[length] = stretches.get(length, 0) + 1
                length = 1
        stretches[length] = stretches.get(length, 0) + 1

    def bits(field: int) -> int:
        words = sum(count * -(-length >> field) for length, count in stretches.items())
        return words * (width + field)

    return min(range(_MOST_IDLE_BITS + 1), key=bits)


def words_of(rows: Sequence[int], piece: Piece, apart: Set[int], idle_bits: int) -> Iterator[tuple[int, int]]:
    """The rows of a piece that are stored: (row, how many idle ones follow it)."""
    most = (1 << idle_bits) - 1
    row = piece.first
    while row < piece.end:
        after = row + 1
        while after < piece.end and rows[after] == 0 and after - row <= most and after not in apart:
            after += 1
        yield row, after - row - 1
        row = after


# -- sharing -------------------------------------------------------------------------------------------


def _joined(before: Entry, after: Entry, *, across: bool) -> Entry | None:
    """Two entries as one: the same words again, or `across` steps those behind them; else None."""
    if before.ladder or after.ladder:
        return None
    if (before.first, before.size) == (after.first, after.size):
        return replace(before, times=before.times + after.times)
    if across and before.times == after.times == 1 and before.first + before.size == after.first:
        return replace(before, size=before.size + after.size)
    return None


class _Symbols:
    """Pieces as strings: a letter for each distinct word with its idle rows, and one for each fixed row.

    Strings, because runs of rows are found in them fast.
    """

    def __init__(
        self,
        rows: Sequence[int],
        width: int,
        pieces: Sequence[Piece],
        fixed: set[int],
        apart: set[int],
        idle_bits: int,
        runs: Sequence[RunRows],
    ) -> None:
        self.width = width + idle_bits
        self.idle_bits = idle_bits
        self.pieces = pieces
        self.meaning: list[tuple[int, int]] = []
        self.firsts = [run.first for run in runs]
        self.waits: list[str] = []
        self.wipes: list[str] = []
        waits, wipes = {run.wait for run in runs}, {run.wipe for run in runs}
        letters: dict[tuple[int, int], str] = {}

        def letter(row: int, idle: int) -> str:
            word = (rows[row], idle)
            if row in fixed or word not in letters:
                made = chr(len(self.meaning))
                self.meaning.append(word)
                if row in waits:
                    self.waits.append(made)
                if row in wipes:
                    self.wipes.append(made)
                if row in fixed:
                    return made
                letters[word] = made
            return letters[word]

        self.strings: list[str] = []
        for piece in pieces:
            found = words_of(rows, piece, apart, idle_bits)
            self.strings.append("".join(letter(row, idle) for row, idle in found))

    def in_order(self) -> Store:
        """All pieces one after the other."""
        entries: list[Entry] = []
        at = 0
        begins = []
        for piece, string in zip(self.pieces, self.strings, strict=True):
            begins += [len(entries)] * (piece.first in self.firsts)
            entries.append(Entry(at, len(string), piece.times, piece.ladder))
            at += len(string)
        return self._store("".join(self.strings), entries, begins)

    def shared(self, least: int) -> Store:
        """A run of `least` words or more that the store has already is not stored again."""
        return self._shared(_Writer(least), lambda _: least)

    def shared_by_steps(self, entries: int) -> Store:
        """The same, of as many words as it takes to be worth it: a piece that is there R times needs so many
        `entries` halves of one more each time where a run of it is not stored again.
        """
        often, entry = Counter(self.strings), 2 * len(self.meaning).bit_length() + _TIMES_BITS
        return self._shared(
            _Writer(1), lambda piece: max(1, entries * entry * often[piece] // (2 * self.width))
        )

    def _shared(self, writer: _Writer, least: Callable[[str], int]) -> Store:
        several = [piece.times > 1 for piece in self.pieces]
        bodies = {string for string, loop in zip(self.strings, several, strict=True) if loop}
        for body in sorted(bodies, key=lambda body: (-len(body), body)):
            if body not in writer.string:
                writer.append(body)
        for string, loop in zip(self.strings, several, strict=True):
            if not loop:
                writer.add(string, min(least(string), len(string)))
        reader = _Writer(1)
        reader.append(writer.string)
        entries: list[Entry] = []
        begins: list[int] = []
        for piece, string, loop in zip(self.pieces, self.strings, several, strict=True):
            begins += [len(entries)] * (piece.first in self.firsts)
            parts = [(reader.string.index(string), len(string))] if loop else reader.parts(string)
            for first, size in parts:
                before = entries[-1] if len(entries) > begins[-1] else None
                entry = Entry(first, size, piece.times, piece.ladder)
                if before is not None and (joined := _joined(before, entry, across=len(self.firsts) > 1)):
                    entries[-1] = joined
                else:
                    entries.append(entry)
        return self._store(reader.string, entries, begins)

    def _store(self, string: str, entries: Sequence[Entry], begins: Sequence[int]) -> Store:
        words, idle = zip(*(self.meaning[ord(letter)] for letter in string), strict=True)
        waits = tuple(map(string.index, self.waits))
        wipe = string.index(self.wipes[0]) if self.wipes else None
        return Store(words, idle, self.idle_bits, self.width, tuple(entries), waits, tuple(begins), wipe)


class _Writer:
    """A growing string in which runs of `least` letters and more are found."""

    def __init__(self, least: int) -> None:
        self.string = ""
        self.least = least
        self._places: dict[str, int] = {}

    def append(self, part: str) -> None:
        """Add to the end of the string."""
        low = max(0, len(self.string) - self.least + 1)
        self.string += part
        for i in range(low, len(self.string) - self.least + 1):
            self._places.setdefault(self.string[i : i + self.least], i)

    def longest(self, piece: str, at: int) -> tuple[int, int]:
        """(place, length) of the longest run from `piece[at]` on that is in the string; length 0: none."""
        place = self._places.get(piece[at : at + self.least], -1)
        length = self.least
        if place < 0:
            return 0, 0
        while True:
            length += self._common(piece, at + length, place + length)
            longer = (
                self.string.find(piece[at : at + length + 1], place + 1) if at + length < len(piece) else -1
            )
            if longer < 0:
                return place, length
            place = longer
            length += 1

    def _common(self, piece: str, at: int, place: int) -> int:
        """How many letters from `piece[at]` and from `string[place]` on are the same."""
        length, step = 0, 1
        while step:
            part = piece[at + length : at + length + step]
            if len(part) == step and self.string.startswith(part, place + length):
                length += step
                step *= 2
            else:
                step //= 2
        return length

    def add(self, piece: str, least: int) -> None:
        """Append the parts of a piece of which the string does not have `least` letters or more yet."""
        at = done = 0
        while at < len(piece):
            _, length = self.longest(piece, at)
            if length >= least:
                self.append(piece[done:at])
                at += length
                done = at
            else:
                at += 1
                if at - done > len(self.string) // _RECENT:
                    self.append(piece[done:at])
                    done = at
        self.append(piece[done:])

    def parts(self, piece: str) -> Iterator[tuple[int, int]]:
        """The fewest runs of the string that make up a piece: (place, length) each."""
        at = 0
        while at < len(piece):
            place, length = self.longest(piece, at)
            yield place, length
            at += length
