"""What a binding says: where values live, and what each operand port can select from. Pure data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
    """What read port `port` of the memory delivers, or delivered `before` cycles ago."""

    port: int
    before: int = 0


Tap = Line | Hold | Read


def tap_key(tap: Tap) -> tuple[str, int, int, int]:
    """The order of taps: by unit, lines before registers that hold."""
    match tap:
        case Line():
            return (tap.unit, tap.instance, 0, tap.delay)
        case Hold():
            return (tap.unit, tap.instance, 1, tap.index)
        case _:
            return ("", 0, 2 + tap.before, tap.port)


@dataclass(frozen=True)
class MuxInput:
    """What an operand port can add in: `factor` (1 … p - 1) times what a tap delivers, through one addend.

    A port adds up its addends. The multiplexer inputs of one addend are never taken together, so an addend
    only selects.
    """

    tap: Tap
    factor: int
    addend: int


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


def port_of(placed: Placed, operand: int) -> Port:
    """The port that side `operand` of an operation's unit reads: the first may be common to several units."""
    return Port(placed.unit, placed.instance if operand else placed.group, operand)


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

    mux_inputs: for each operand port, what it can add up, in order of selection bits. selection: for
    each operation and operand (after any swap of the two operands of a product), the multiplexer inputs it
    adds up, with the constant. negated: operations whose units make the negative of their value, which all
    its readers know. swapped: products whose operands change sides. loads: for each hold, the operations
    whose result it takes. address: for a memory, each value's word, and behind the words those of constants.
    exchanged: what a ladder has in the word beside where its bit is 1 (they differ in the lowest bit).
    write_port: for each operation that writes, the port. words: how many of them there are, without
    constants. read_words, write_words: how many words an address tells apart at a read and at a write port;
    0 where there are none. bank: the number of words from one bank's first word to the next one's, a power of
    two; 0 where there are no banks.
    """

    stage: StageSchedule
    mux_inputs: Mapping[Port, Sequence[MuxInput]]
    selection: Mapping[tuple[str, int], tuple[tuple[MuxInput, ...], int]]
    negated: frozenset[str]
    swapped: frozenset[str]
    loads: Mapping[Hold, Sequence[str]]
    address: Mapping[str, int]
    lifetimes: Sequence[Lifetime]
    exchanged: frozenset[str] = frozenset()
    write_port: Mapping[str, int] = field(default_factory=dict)
    words: int = 0
    read_words: int = 0
    write_words: int = 0
    bank: int = 0

    def operand_forms(self, placed: Placed) -> Sequence[int]:
        """Indices of the operation's operands in the order of the unit's ports."""
        count = len(placed.op.operands)
        return tuple(reversed(range(count))) if placed.op.name in self.swapped else tuple(range(count))

    def taps(self, port: Port) -> Sequence[Tap]:
        """The places an operand port reads, each once."""
        return tuple(dict.fromkeys(mux_input.tap for mux_input in self.mux_inputs[port]))

    def line_lengths(self) -> Mapping[tuple[str, int], int]:
        """Registers in the line behind each unit instance."""
        longest: dict[tuple[str, int], int] = {}
        for port in self.mux_inputs:
            for tap in self.taps(port):
                if isinstance(tap, Line):
                    key = (tap.unit, tap.instance)
                    longest[key] = max(longest.get(key, 0), tap.delay)
        return longest


__all__ = [
    "INPUT",
    "OUTPUT",
    "Binding",
    "Hold",
    "Lifetime",
    "Line",
    "MuxInput",
    "Port",
    "Read",
    "Tap",
    "port_of",
    "tap_key",
]
