"""Decisions on integers modulo a large prime, one every cycle: selection by a bit, shifts, comparisons.

Which of two values comes out, and nothing else, depends on data: timing never does. Imports pipelines and the
field.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Compare, Const, Expr, Mux, any_of, gate
from pairforge.program.decisions import EQUAL, LESS, Move
from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.options import LARGE_PRIME, OptionError, UnitOptions, integers, texts
from pairforge.units.parts.networks import wide_of
from pairforge.units.parts.pipeline import Pipeline, Word, constant, joined, part, width_of
from pairforge.units.parts.step_delays import table
from pairforge.units.parts.sum_pipeline import SumOptions, SumPipeline

BITS = 8
"""The lowest bits of an integer, by which a selection may go."""

_SELECT_WIDTH = (BITS - 1).bit_length()
_TOGETHER = 6  # inputs of a table


@dataclass(frozen=True)
class LogicOptions(SumOptions):
    """The keys of a `logic`."""

    kind: ClassVar[str] = "logic"
    operations: ClassVar[tuple[str, ...]] = ("select", "shift", "compare", "xor")
    summary: ClassVar[str] = (
        "Decisions in constant time: selection by a bit, comparisons, shifts, rotations, xor of integers."
    )
    over: ClassVar[str] = LARGE_PRIME

    shifts: tuple[int, ...] = integers(
        (), about="places by which it moves bits down; none: those that a program needs"
    )
    rotations: tuple[str, ...] = texts(
        about="WIDTH:PLACES each, of so many lowest bits, upwards; none: as a program needs"
    )

    def __post_init__(self) -> None:
        for text in self.rotations:
            width, colon, places = text.partition(":")
            if not (colon and width.isdigit() and places.isdigit() and 0 < int(places) < int(width)):
                raise OptionError(
                    "rotations", f"must be WIDTH:PLACES with more bits than places, as 128:4, not {text!r}"
                )

    @property
    def moves(self) -> tuple[Move, ...]:
        """All shifts, then all rotations."""
        rotations = (map(int, text.split(":")) for text in self.rotations)
        made = (*map(Move, self.shifts), *(Move(places, width) for width, places in rotations))
        return tuple(dict.fromkeys(made))

    def can(self, operation: str, attribute: int | None) -> bool:
        """A selection by one of the lowest bits, every comparison, the moves that it is made for."""
        match operation:
            case "select":
                return attribute is not None and attribute < BITS
            case "shift" if self.moves:
                return attribute is not None and Move.of(attribute) in self.moves
        return True

    def fitted(self, attributes: Sequence[tuple[str, int | None]]) -> UnitOptions:
        """With the moves of a program, where none are given."""
        if self.moves:
            return self
        moves = [
            Move.of(own) for kind, own in dict.fromkeys(attributes) if kind == "shift" and own is not None
        ]
        return replace(
            self,
            shifts=tuple(sorted(move.places for move in moves if not move.width)),
            rotations=tuple(sorted(str(move) for move in moves if move.width)),
        )

    def make(self, field: Field) -> Logic:
        """The unit over a large prime."""
        prime = prime_field(field)
        for move in self.moves:
            if max(move.width, move.places) >= prime.width:
                key = "rotations" if move.width else "shifts"
                raise UserError(f"{key}: {move} is beyond the {prime.width} bits of {prime.label}")
        return Logic(prime, self.stages, self.network, self.clock, moves=self.moves)


@dataclass(frozen=True)
class Logic(SumPipeline):
    """b or c by a bit of a; a with its bits moved; whether a < b, or a = b; a xor b.

    Attributes are those of `program.decisions`. A difference a - b says both of comparisons: by its carry,
    and by whether all of its bits are zero.

    Parameters
    ----------
    moves: the shifts and rotations that it can do.
    """

    field: PrimeField
    moves: tuple[Move, ...] = ()

    @property
    def kind(self) -> str:
        """Decisions."""
        return "logic"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        moves = "_".join(f"{move}".replace(":", "r") for move in self.moves)
        return f"logic_{moves}" if moves else "logic"

    @property
    def operands(self) -> tuple[str, ...]:
        """The integer that is looked at or moved; what is compared with it or selected; the other choice."""
        return ("a", "b", "c")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """All bits, all comparisons, all moves; none for xor."""
        return (None, *range(BITS), LESS, EQUAL, *(move.attribute for move in self.moves))

    @property
    def _move_width(self) -> int:
        """Bits of the number of a move, from 1 on; 0 is none."""
        return len(self.moves).bit_length()

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`select` and the number `index` of the bit for a selection, the number `move` for a
        move, `compare` for a comparison, with `equal` for a = b, `exclusive` for xor.
        """
        if attribute not in self.constants:
            raise UserError(f"a unit of kind logic with these keys has no operation {attribute}")
        if attribute is None:
            return (ControlInput("exclusive", 1, 0, 1),)
        if Move.is_meant(attribute):
            number = self.moves.index(Move.of(attribute)) + 1
            return (ControlInput("move", self._move_width, 0, number),)
        if attribute < 0:
            signals = ("compare", "equal") if attribute == EQUAL else ("compare",)
            return [ControlInput(signal, 1, 0, 1) for signal in signals]
        return ControlInput("select", 1, 0, 1), ControlInput("index", _SELECT_WIDTH, 0, attribute)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """By integers; operands that the operation does not read may be left out."""
        self.field.check(*operands)
        if attribute is None:
            return (operands[0] ^ operands[1]) & (1 << self.field.width - 1) - 1
        if Move.is_meant(attribute):
            return Move.of(attribute)(operands[0])
        if attribute < 0:
            a, b = operands[:2]
            return int(a < b if attribute == LESS else a == b)
        n, one, zero = operands
        return one if n >> attribute & 1 else zero

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other, equal, next to each other and different in one bit; every value
        of the bits that selections look at. Each for all operations.
        """
        p, corners = self.field.p, self.field.corner_elements()
        cases = [(a, b, c) for a, b in itertools.product(corners, repeat=2) for c in corners[:2]]
        for a in corners:
            near = [a, a - 1, a + 1, *(a ^ 1 << place for place in range(0, self.field.width, 23))]
            cases += [(a, b, p - 1) for b in near if 0 <= b < p]
        cases += [(n % p, p - 1, 0) for n in range(1 << BITS)]
        return [case for case in dict.fromkeys(cases) for _ in self.constants]

    @property
    def result(self) -> str:
        """What comes out."""
        return "b or c by a bit of a, a with its bits moved, a < b, a = b, or a xor b"

    @property
    def about(self) -> str:
        """What the hardware computes, for its header."""
        return f"Of integers a, b, c below {self._modulus}: {self.result}"

    def _result(self, pipe: Pipeline) -> Word:
        n = self.field.width
        a, b, c = (pipe.input(pipe.m.input(name, n)) for name in self.operands)
        select, exclusive, compare, equal = (
            pipe.input(pipe.m.input(name)) for name in ("select", "exclusive", "compare", "equal")
        )
        flag = self._flag(pipe, a, b, compare, equal)
        whether = self._condition(pipe, a, pipe.input(pipe.m.input("index", _SELECT_WIDTH)))
        move = pipe.input(pipe.m.input("move", self._move_width)) if self.moves else ()
        pipe.comment("a selection, a move, or a flag")
        size = wide_of(self.network, pipe).chunk
        made: list[Word] = []
        for low in range(0, n, size):
            width = min(size, n - low)
            moved = self._moved(pipe, a, move, low, width)
            said = part(flag, low, width)
            ones, zeros = (part(word, low, width) for word in (b, c))
            # Without the highest bit, so that it is below p.
            first, second = (part(part(word, 0, n - 1), low, width) for word in (a, b))
            words = (select, exclusive, whether, first, second, ones, zeros, moved, said)
            made.append(pipe.step(f"result_{low}", width, words, _chosen, table(2.3), 2 * width))
        return joined(*made)

    def _condition(self, pipe: Pipeline, a: Word, index: Word) -> Word:
        """The bit of a by which a selection goes."""

        def chosen(values: Sequence[Expr]) -> Expr:
            number, *bits = values
            return any_of(
                *(bit & Compare("==", number, Const(_SELECT_WIDTH, i)) for i, bit in enumerate(bits))
            )

        pipe.comment("the bit that a selection looks at")
        bits = [part(a, i, 1) for i in range(min(BITS, self.field.width))]
        return pipe.step("whether", 1, (index, *bits), chosen, table(2.3), 4)

    def _flag(self, pipe: Pipeline, a: Word, b: Word, compare: Word, equal: Word) -> Word:
        """Whether a = b or a < b, where that is asked: the difference, a + ~b + 1."""
        n = self.field.width
        pipe.comment("a - b: its carry, and whether it is zero")
        wide = wide_of(self.network, pipe)
        difference = wide.ripple("difference", n, (a, b), lambda v: (v[0], ~v[1]), carry=constant(1, 1))
        zero = part(difference, 0, n)
        while width_of(zero) > 1:  # bits that are 0 where all those are that they stand for
            pieces = []
            for low in range(0, width_of(zero), _TOGETHER):
                some = part(zero, low, min(_TOGETHER, width_of(zero) - low))
                name = f"differs_{width_of(zero)}_{low}"
                pieces.append(pipe.step(name, 1, (some,), _nonzero, table(), 1))
            zero = joined(*pieces)

        def said(values: Sequence[Expr]) -> Expr:
            asked, asks_equal, differs, reaches = values
            return asked & Mux(asks_equal, ~differs, ~reaches)

        return pipe.step("said", 1, (compare, equal, zero, part(difference, n, 1)), said, table(), 1)

    def _moved(self, pipe: Pipeline, a: Word, move: Word, low: int, width: int) -> Word:
        """Some bits of a after the move that is asked for; 0 where none is."""
        if not self.moves:
            return constant(width, 0)

        def chosen(values: Sequence[Expr]) -> Expr:
            number, *places = values
            return any_of(
                *(
                    gate(Compare("==", number, Const(number.width, i)), bits)
                    for i, bits in enumerate(places, 1)
                )
            )

        words = [part(_bits(a, each), low, width) for each in self.moves]
        levels = 1.3 + len(self.moves) // 3
        return pipe.step(f"moved_{low}", width, (move, *words), chosen, table(levels), width * len(words))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            **self._described(
                "logic on integers", f"a bit from 0 to {BITS - 1}; {LESS} less, {EQUAL} equal; moves"
            ),
            "moves": ", ".join(map(str, self.moves)) or "none",
        }


def _bits(a: Word, move: Move) -> Word:
    """The bits of a where a move puts them."""
    if not move.width:
        return part(a, move.places, max(1, width_of(a) - move.places))
    kept = move.width - move.places
    return joined(part(a, kept, move.places), part(a, 0, kept))


def _nonzero(values: Sequence[Expr]) -> Expr:
    (bits,) = values
    return Compare("!=", bits, Const(bits.width, 0))


def _chosen(values: Sequence[Expr]) -> Expr:
    select, exclusive, whether, first, second, one, zero, moved, said = values
    picked = Mux(whether, one, zero)
    return any_of(gate(select, picked), gate(exclusive, first ^ second), moved, said)
