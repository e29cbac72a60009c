"""What a build leaves beside the core: bus wrappers, register map, and what else drops into a project.

Every kind of addition is a writer, a function from what was built to files and lines of the README (see
`part.py`). `WRITERS` is the one list of them; each sees what those before it have written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pairforge.flow.bus import bus_part, register_part
from pairforge.flow.compile import Compiled
from pairforge.flow.drivers import driver_part
from pairforge.flow.package import package_part
from pairforge.flow.part import Files, Part, Product, Writer

WRITERS: Sequence[Writer] = (bus_part, register_part, driver_part, package_part)


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
