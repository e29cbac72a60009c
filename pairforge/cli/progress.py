"""Progress on standard error: a live list of steps on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

Progress = Callable[[str], None]

_HELD = "schedule "
"""Steps before which the user's input may still prove wrong: a plain line about them waits for the next."""


_SHOWN = 12
"""Steps shown at once on a terminal, the latest."""


@contextmanager
def progress() -> Iterator[Progress]:
    """A function that tells what is being done now.

    On a terminal the steps so far are shown with their times, and removed at the end: the command's own
    output follows. Elsewhere each step is a line; those on scheduling are held back until it is through, as
    it may find that a machine is too small, and then the error must stand alone.
    """
    if sys.stderr.isatty():
        steps = _Steps()
        with Live(steps, console=Console(stderr=True), transient=True, refresh_per_second=8):
            yield steps.tell
        return
    held: list[str] = []

    def tell(text: str) -> None:
        held.append(f"pairforge: {text}")
        if not text.startswith(_HELD):
            print(*held, sep="\n", file=sys.stderr, flush=True)
            held.clear()

    yield tell


class _Steps:
    """What is drawn on a terminal: finished steps with their seconds, a spinner before the current one."""

    def __init__(self) -> None:
        self._steps: list[tuple[str, float]] = []
        self._spinner = Spinner("dots")

    def tell(self, text: str) -> None:
        """Begin a step."""
        self._steps.append((text, time.monotonic()))

    def __rich__(self) -> Table:
        table = Table.grid(padding=(0, 1))
        table.add_column(width=1)
        table.add_column(justify="right", width=7, style="dim")
        table.add_column(overflow="ellipsis", no_wrap=True)
        steps = tuple(self._steps)  # a step may be told from another thread
        ends = [began for _, began in steps[1:]] + [time.monotonic()]
        rows = [(text, end - began) for (text, began), end in zip(steps, ends, strict=False)]
        for text, seconds in rows[:-1][1 - _SHOWN :]:
            table.add_row(Text("✓", style="green"), f"{seconds:.1f} s", text)
        for text, seconds in rows[-1:]:
            table.add_row(self._spinner, f"{seconds:.1f} s", text)
        return table
