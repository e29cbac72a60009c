"""What a build leaves beside the core: bus wrappers, register map, and what else drops into a project.

Every kind of addition is a writer, a function from what was built to files and lines of the README. `WRITERS`
is the one list of them; each sees what those before it have written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.flow.compile import Compiled

Files = Mapping[str, str | bytes]
"""Path within the folder of the build to content."""


@dataclass(frozen=True)
class Product:
    """What a writer may use.

    `result`: the object of `result.json`. `files`: all that is written so far, `rtl/` and `tb/` first.
    """

    compiled: Compiled
    result: Mapping[str, Any]
    files: Files


@dataclass(frozen=True)
class Part:
    """Files, and one line of Markdown for each folder or file that a reader of the README looks for."""

    files: Files
    readme: Sequence[str]


Writer = Callable[[Product], Part]

WRITERS: Sequence[Writer] = ()


def product(compiled: Compiled, result: Mapping[str, Any], files: Files) -> Part:
    """Everything of all writers. `files`: what is written already.

    Raises
    ------
    ValueError
        Two writers write the same file.
    """
    made: dict[str, str | bytes] = {}
    lines: list[str] = []
    for writer in WRITERS:
        part = writer(Product(compiled, result, {**files, **made}))
        if twice := part.files.keys() & (files.keys() | made.keys()):
            raise ValueError(f"{min(twice)} is written twice")
        made |= part.files
        lines += part.readme
    return Part(made, lines)
