"""Progress on standard error: one line that moves on a terminal, one line a step elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from pairforge.progress import Detail, Progress

__all__ = ["Progress", "progress"]

_HELD = "schedule "
"""Steps before which the user's input may still prove wrong: a plain line about them waits for the next."""


@contextmanager
def progress() -> Iterator[Progress]:
    """A function that tells what is being done now.

    On a terminal there is one line: the step, where it is, and its seconds so far. It is removed at the end:
    the command's own output follows. Elsewhere each step is a line, and details are left out; steps of
    scheduling are held back until it is through, as it may find that a machine is too small, and then the
    error must stand alone.
    """
    if sys.stderr.isatty():
        line = _Line()
        with Live(line, console=Console(stderr=True), transient=True, refresh_per_second=8):
            yield line.tell
        return
    held: list[str] = []
    one_at_a_time = threading.Lock()  # parts of a proof are made side by side

    def tell(text: str) -> None:
        if isinstance(text, Detail):
            return
        with one_at_a_time:
            held.append(f"pairforge: {text}")
            if not text.startswith(_HELD):
                print(*held, sep="\n", file=sys.stderr, flush=True)
                held.clear()

    yield tell


class _Line:
    """What is drawn on a terminal: a spinner, the step with its seconds, and its latest detail."""

    def __init__(self) -> None:
        self._step, self._detail = "", ""
        self._began = time.monotonic()
        self._spinner = Spinner("dots")

    def tell(self, text: str) -> None:
        """Begin a step, or say where it is; perhaps from another thread."""
        if isinstance(text, Detail):
            self._detail = text
        else:
            self._step, self._detail, self._began = text, "", time.monotonic()

    def __rich__(self) -> Table:
        line = Table.grid(padding=(0, 1))
        line.add_column(width=1)
        line.add_column(overflow="ellipsis", no_wrap=True)
        seconds = (f"{time.monotonic() - self._began:5.1f} s ", "dim")
        line.add_row(self._spinner, Text.assemble(seconds, self._step, " ", (self._detail, "dim")))
        return line
