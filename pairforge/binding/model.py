"""What a binding says: where values live, and what each operand port can select from. Pure data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.schedule.plan import INPUT, OUTPUT, Placed, StageSchedule


@dataclass(frozen=True, order=True)
class Line:
    """The output of a unit `delay` cycles ago: delay 0 is the output itself, then one register each."""

    unit: str
    instance: int
    delay: int


@dataclass(frozen=True, order=True)
class Hold:
    """Register `index` behind a unit's output, loaded when told to and kept until the next load."""

    unit: str
    instance: int
    index: int


@dataclass(frozen=True, order=True)
class Read:
    """What read port `port` of the memory delivers."""

    port: int


Tap = Line | Hold | Read


@dataclass(frozen=True, order=True)
class Port:
    """Operand `operand` of a unit."""

    unit: str
    instance: int
    operand: int

    @property
    def letter(self) -> str:
        """The operand's name: a, b, …."""
        return "abcdefgh"[self.operand]


@dataclass(frozen=True)
class Lifetime:
    """A value's stay in a place: readable in cycles `first`..`last`, of iteration 0 for a loop."""

    value: str
    place: str
    region: str
    first: int
    last: int


@dataclass(frozen=True)
class Binding:
    """The binding of one stage.

    taps: for each operand port, the places it can add up, in order of selection bits. selection: for each
    operation and operand (after any swap of the two operands of a product), the taps it adds up, with the
    constant. swapped: products whose operands change sides. loads: for each hold, the operations whose result
    it takes. address: for a memory, each value's word.
    """

    stage: StageSchedule
    taps: Mapping[Port, Sequence[Tap]]
    selection: Mapping[tuple[str, int], tuple[tuple[Tap, ...], int]]
    swapped: frozenset[str]
    loads: Mapping[Hold, Sequence[str]]
    address: Mapping[str, int]
    lifetimes: Sequence[Lifetime]

    def operand_forms(self, placed: Placed) -> Sequence[int]:
        """Indices of the operation's operands in the order of the unit's ports."""
        count = len(placed.op.operands)
        return tuple(reversed(range(count))) if placed.op.name in self.swapped else tuple(range(count))

    def line_lengths(self) -> Mapping[tuple[str, int], int]:
        """Registers in the line behind each unit instance."""
        longest: dict[tuple[str, int], int] = {}
        for taps in self.taps.values():
            for tap in taps:
                if isinstance(tap, Line):
                    key = (tap.unit, tap.instance)
                    longest[key] = max(longest.get(key, 0), tap.delay)
        return longest


__all__ = ["INPUT", "OUTPUT", "Binding", "Hold", "Lifetime", "Line", "Port", "Read", "Tap"]
