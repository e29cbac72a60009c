"""Programs: instructions on vectors of eight 64-bit lanes, in no order but that of their operands."""

from __future__ import annotations

from dataclasses import dataclass, field

from pairforge.engine_source.vector_code.machine import Kind

NEVER = 1e9
"""A time that does not come."""


class Value:
    """What an instruction makes, or a [`Column`] when its sum is complete."""

    def __init__(self) -> None:
        self.maker: Instruction | None = None
        self.uses: list[Instruction] = []


@dataclass(frozen=True)
class Place:
    """64 bytes of memory: `offset` bytes into a region; where `repeated`, eight bytes for all lanes."""

    region: str
    offset: int
    repeated: bool = False


STATE = "state"
"""The region that a program reads and writes."""
CONSTANTS = "constants"
"""The region of its constants."""

Operand = Value | Place


@dataclass(eq=False)
class Instruction:
    """An instruction. Its last operand may be in memory, others are loaded first.

    `merged` is the operand whose register takes the result: what an IFMA adds to, or what lanes outside the
    `mask` keep. A term of a `column` adds to one of its accumulators, which one is for the schedule to say.
    `wanted` is the time by which it should begin; `pace` bounds it from outside.
    """

    name: str
    kind: Kind
    operands: list[Operand]
    merged: Operand | None = None
    mask: int | None = None
    zeroing: bool = False
    immediate: int | None = None
    result: Value | None = None
    place: Place | None = None
    column: Column | None = None
    number: int = 0
    pace: float = NEVER
    wanted: float = NEVER

    def read(self) -> list[Operand]:
        """All that it reads."""
        return self.operands if self.merged is None else [*self.operands, self.merged]

    def values(self) -> list[Value]:
        """The values that it reads."""
        return [operand for operand in self.read() if isinstance(operand, Value)]

    def is_product(self) -> bool:
        """Whether it is a product that goes into a column."""
        return self.column is not None and self.kind is Kind.IFMA


@dataclass(eq=False)
class Column:
    """A sum of terms in any order, in at most as many `accumulators`, which are added at its end."""

    accumulators: int
    terms: int = 0
    total: Value = field(default_factory=Value)


class Program:
    """The body of a loop.

    Words of the state are read before they are written, or written once before they are read.
    """

    def __init__(self) -> None:
        self.instructions: list[Instruction] = []
        self.columns: list[Column] = []
        self.stores: dict[Place, Instruction] = {}
        self.products = 0

    def add(self, instruction: Instruction) -> Instruction:
        """Adds an instruction."""
        instruction.number = len(self.instructions)
        self.instructions.append(instruction)
        for value in instruction.values():
            value.uses.append(instruction)
        if instruction.result is not None:
            instruction.result.maker = instruction
        return instruction

    def do(
        self,
        name: str,
        kind: Kind,
        *operands: Operand,
        merged: Operand | None = None,
        mask: int | None = None,
        zeroing: bool = False,
        immediate: int | None = None,
    ) -> Value:
        """The result of an instruction."""
        result = Value()
        self.add(
            Instruction(name, kind, list(operands), merged, mask, zeroing, immediate, result),
        )
        return result

    def load(self, place: Place) -> Value:
        """A vector of memory."""
        return self.do("vmovdqa64", Kind.LOAD, place)

    def store(self, value: Value, place: Place) -> None:
        """Writes a vector to memory."""
        self.stores[place] = self.add(Instruction("vmovdqa64", Kind.STORE, [value], place=place))

    def column(self, accumulators: int) -> Column:
        """Another sum."""
        self.columns.append(Column(accumulators))
        return self.columns[-1]

    def multiply_into(self, column: Column, half: str, a: Value, b: Operand) -> None:
        """Adds the low or the high half (`lo`, `hi`) of the products of digits."""
        self._term(Instruction(f"vpmadd52{half[0]}uq", Kind.IFMA, [a, b], column=column, result=Value()))
        self.products += 1

    def add_into(self, column: Column, value: Value) -> None:
        """Adds a value."""
        self._term(Instruction("vpaddq", Kind.SIMPLE, [value], column=column, result=Value()))

    def _term(self, term: Instruction) -> None:
        assert term.column is not None
        term.column.terms += 1
        self.add(term)
