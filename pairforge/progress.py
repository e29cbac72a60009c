"""What a long command says of itself while it works: steps, and details within a step. Imports nothing."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Detail", "Progress"]

Progress = Callable[[str], None]
"""Hears the name of each step as it begins, and each `Detail` of the step that runs."""


class Detail(str):
    """Where a step is: of use while it moves, of none in a log. A terminal shows the latest one."""

    __slots__ = ()
