"""What a build leaves beside the core: bus wrappers, register map, and what else drops into a project.

Every kind of addition is a writer, a function from what was built to files and lines of the README (see
`addition.py`). `WRITERS` is the one list of them; each sees what those before it have written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pairforge.bundle.addition import Addition, Files, Product, Writer
from pairforge.bundle.bus_addition import bus_addition, register_addition
from pairforge.bundle.driver_addition import driver_addition
from pairforge.bundle.package_addition import package_addition
from pairforge.compiler.compile import Compiled
from pairforge.targets.base import Target

WRITERS: Sequence[Writer] = (bus_addition, register_addition, driver_addition, package_addition)


def product(compiled: Compiled, target: Target, result: Mapping[str, Any], files: Files) -> Addition:
    """Everything of all writers. `files`: what is written already.

    Raises
    ------
    ValueError
        Two writers write the same file.
    """
    made: dict[str, str | bytes] = {}
    lines: list[str] = []
    for writer in WRITERS:
        addition = writer(Product(compiled, target, result, {**files, **made}))
        if twice := addition.files.keys() & (files.keys() | made.keys()):
            raise ValueError(f"{min(twice)} is written twice")
        made |= addition.files
        lines += addition.readme
    return Addition(made, lines)
