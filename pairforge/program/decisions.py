"""Decisions on values: which bit a selection looks at, how a shift moves bits, what a comparison asks.

All is said by the attribute of an operation:

- select: the number of the bit, 0 being the lowest;
- compare: `LESS` or `EQUAL`;
- shift: a `Move` as a number;
- keep and kept: `KEEP` and `KEPT`, by which their unit tells them apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.algebra.arithmetic import rotated

LESS, EQUAL = -1, -2
"""Attributes of comparisons."""

KEEP, KEPT = 1, 2
"""Attributes of storing a secret and of reading one."""

_PLACES = 1 << 12
"""More than any number of places; no attribute of another decision is as great."""


@dataclass(frozen=True)
class Move:
    """Bits moved down by `places`; with a `width`, that many lowest bits rotated up by `places` instead."""

    places: int
    width: int = 0

    @property
    def attribute(self) -> int:
        """The attribute of the operation."""
        return (self.width + 1) * _PLACES + self.places

    @classmethod
    def of(cls, attribute: int) -> Move:
        """The move that an attribute stands for."""
        return cls(attribute % _PLACES, attribute // _PLACES - 1)

    @classmethod
    def is_meant(cls, attribute: int) -> bool:
        """Whether an attribute is that of a move, and not of another decision."""
        return attribute >= _PLACES

    def __call__(self, n: int) -> int:
        """The integer with its bits moved."""
        if not self.width:
            return n >> self.places
        return rotated(n, self.width, self.places)

    def __str__(self) -> str:
        return f"{self.width}:{self.places}" if self.width else str(self.places)
