"""Which files of Verilog a module needs. Imports nothing of the package."""

from __future__ import annotations

import re
from collections.abc import Mapping


def needed_files(files: Mapping[str, str], top: str) -> dict[str, str]:
    """The file of a module and those of all modules in it, one a file, called by its name."""
    inside = {name.removesuffix(".v"): text for name, text in files.items()}
    instance = re.compile(r"^ *(\w+) (?:#\(|\w+ \()", re.MULTILINE)
    needed, waiting = set[str](), [top]
    while waiting:
        module = waiting.pop()
        if module not in needed:
            needed.add(module)
            waiting += inside.keys() & set(instance.findall(inside[module]))
    return {f"{module}.v": inside[module] for module in sorted(needed)}
