"""What several commands share: completion of names, and the reading of options."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pairforge.errors import UserError

MOST = 1_000_000
"""The most pairings that one command computes at random."""

TARGET_HELP = "A target's name, or a Python file that makes one; by default the design's own."
SET_HELP = "Change a key of the design, as in miller.mul.stages=6; may be given several times."


def complete_pairing(incomplete: str) -> Iterator[tuple[str, str]]:
    """Pairings that begin so."""
    from pairforge.pairings.registry import PAIRINGS

    return ((p.name, p.description) for p in PAIRINGS.values() if p.name.startswith(incomplete))


def complete_any_pairing(incomplete: str) -> Iterator[tuple[str, str]]:
    """The same, with those that only the engine has."""
    from pairforge.software.engine import all_names, find_any

    return ((name, find_any(name).description) for name in all_names() if name.startswith(incomplete))


def complete_design(incomplete: str) -> Iterator[str]:
    """Designs that begin so, and design files."""
    from pairforge.machine.designs import design_names

    yield from (name for name in design_names() if name.startswith(incomplete))
    folder, slash, start = incomplete.rpartition("/")
    place = Path((folder + slash) or ".")
    if incomplete and place.is_dir():
        files = sorted(path.name for path in place.glob("*.toml"))
        yield from (f"{folder}{slash}{name}" for name in files if name.startswith(start))


def complete_target(incomplete: str) -> Iterator[tuple[str, str]]:
    """Targets that begin so."""
    from pairforge.targets.registry import all_targets

    return ((t.name, t.family) for t in all_targets().values() if t.name.startswith(incomplete))


def overrides(settings: Sequence[str] | None) -> dict[str, str]:
    """`--set KEY=VALUE` options as a mapping; the last one of a key counts."""
    found: dict[str, str] = {}
    for setting in settings or ():
        key, equals, value = setting.partition("=")
        if not key.strip() or not equals:
            raise UserError(f"--set {setting}: give KEY=VALUE, as in miller.mul.stages=6")
        found[key.strip()] = value.strip()
    return found


def check_count(option: str, number: int, least: int) -> None:
    """Refuse a number of pairings out of range."""
    if not least <= number <= MOST:
        raise UserError(f"{option} {number}: give a number from {least} to {MOST}")


def check_file(path: Path, option: str = "--out") -> None:
    """Refuse a FILE of an option that cannot be written (UserError); tried, not asked."""
    if path.is_dir():
        raise UserError(f"{option} {path}: is a folder; give a file")
    if path.exists() and not path.is_file():
        return  # a pipe or a device
    with _refused(path):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
        Path(name).unlink()


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all; a pipe or a device as it is."""
    with _refused(path):
        if path.exists() and not path.is_file():
            path.write_text(text)
            return
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w") as file:
                file.write(text)
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _refused(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(f"--out {path}: cannot be written: {error.strerror}; give another file") from None


def write(text: str) -> None:
    """Text on standard output, now. A reader that has gone ends the command, quietly."""
    try:
        # In pieces: an unbuffered standard output may take only a part at once.
        sys.stdout.flush()
        data = memoryview(text.encode(sys.stdout.encoding or "utf-8", "replace"))
        while data:
            data = data[sys.stdout.buffer.write(data) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # What is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(128 + signal.SIGPIPE) from None


def write_line(text: str = "") -> None:
    """A line on standard output."""
    write(f"{text}\n")


def show_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, entries: bool = False) -> None:
    """A table on standard output: folded to the terminal's width, or one line a row where there is none.

    `entries`: on a terminal that is too narrow for its lines each row is an entry under its name, the first
    column, so that no name is folded.
    """
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 10_000)
    if entries and console.width < sum(2 + max(map(len, column)) for column in zip(head, *rows, strict=True)):
        for row in rows:
            console.print(_entry(head, row))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    for title in head:
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    if sys.stdout.isatty():
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        write_line(line.rstrip())


def _entry(head: Sequence[str], row: Sequence[str]) -> Group:
    """A row under its name: the longest of its cells, then all others that say something."""
    name, *cells = row
    told = [(title, cell) for title, cell in zip(head[1:], cells, strict=True) if cell != "-"]
    longest = max(told, key=lambda pair: len(pair[1]))
    others = "; ".join(f"{title}: {cell}" for title, cell in told if (title, cell) != longest)
    lines = [Padding(Text(line), (0, 0, 0, 2)) for line in (longest[1], others) if line]
    return Group(Text(name, style="bold"), *lines)
