"""The ports of a module as its Verilog declares them, of a line each. Imports nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_PORT = re.compile(r"^ *(input|output) +wire +(?:\[(\d+):0\] )? *(\w+)", re.MULTILINE)


class Port(NamedTuple):
    """A port: its `way`, input or output, how many bits it has, its name."""

    way: str
    width: int
    name: str


def ports_of(text: str) -> Sequence[Port]:
    """The ports that a text declares, in their order."""
    return [Port(way, int(high or 0) + 1, name) for way, high, name in _PORT.findall(text)]
