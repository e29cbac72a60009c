"""What single vector instructions take: the model that code is scheduled for.

Measured on an AMD Zen 5 (docs/explanation/engine/ifma.md, "Where two are begun a cycle"). A wrong figure
makes code slower, never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Cost:
    """Cycles until the result is there, and the units that may do it, those to be preferred first."""

    latency: int
    units: tuple[int, ...]


class Kind(Enum):
    """Kinds of instructions."""

    IFMA = Cost(4, (0, 1))
    ACROSS = Cost(4, (1,))
    """An exchange across 128 bits."""
    MULTIPLY = Cost(4, (1,))
    """`vpmullq`."""
    SIMPLE = Cost(2, (2, 3, 0, 1))
    """Sums, logic, exchanges within 128 bits."""
    SHIFT = Cost(2, (2, 3))
    LOAD = Cost(7, ())
    STORE = Cost(0, ())


UNITS = 4
"""Units for vectors."""
LOADS = 2
"""Loads that may begin in a cycle, operands in memory too."""
STORES = 1
"""Stores that may begin in a cycle."""
FORWARDING = 11
"""Cycles from a store to a load of the same word."""
REGISTERS = 32
"""Registers for vectors."""
