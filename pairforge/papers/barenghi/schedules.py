"""Tables 2 and 3: the loop body on Table 1's units, for each row's units and buses."""

from __future__ import annotations

import re

from pairforge.compiler.abstract import schedule_block
from pairforge.machine.designs import find_design
from pairforge.papers.base import Value

__all__ = ["asked", "schedule_row"]

_DESIGN, _BODY = "barenghi-ss512-table1", "miller0"
_EFFORT = "80"

_KEYS = {
    "mul": "tate.mul.count",
    "add": "tate.add.count",
    "read": "tate.storage.reads",
    "write": "tate.storage.writes",
}


def asked(row: str) -> dict[str, str]:
    """What a row is given as settings of the design: of "quartic: 4 mul, 1 add, 2 read, 1 write" that
    algorithm, units and buses."""
    found = {_KEYS[what]: count for count, what in re.findall(r"(\d+) (\w+)", row)}
    algorithm, colon, _ = row.partition(":")
    return found | ({"tate.algorithm": f"{algorithm}+lucas"} if colon else {})


def schedule_row(row: str) -> dict[str, Value]:
    """Ours for a row: ticks, the best bound, whether they are equal, and the sum of the units' areas."""
    found = schedule_block(find_design(_DESIGN, asked(row) | {"effort": _EFFORT}), _BODY)
    made = found.schedule
    return {
        "ticks": made.length,
        "bound": made.bound,
        "proven": "yes" if made.optimal else "no",
        "slices": found.area,
    }
