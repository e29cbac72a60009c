"""What formulas on vectors of digits are made of: constants, multiples, carries, products, reductions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from pairforge.engine_source.vector_code.machine import Kind
from pairforge.engine_source.vector_code.program import (
    CONSTANTS,
    STATE,
    Column,
    Operand,
    Place,
    Program,
    Value,
)

DIGIT = 52
"""Bits of a digit."""
LANES = 8
"""Lanes of a vector."""
ALL = 0xFF
"""All lanes."""
_MASK = (1 << DIGIT) - 1
_NOTHING = 64
"""The count of a shift that leaves nothing."""
_LARGEST_SHIFT = 6


@dataclass(frozen=True)
class Radix52:
    """F_p in `length` digits of 52 bits, and xi = `xi` + i. `Radix52` of the engine has the same names."""

    p: int
    length: int
    xi: int

    @property
    def tight(self) -> bool:
        """Whether sums must stay below some tens of p."""
        return DIGIT * self.length < self.p.bit_length() + 30

    @property
    def r(self) -> int:
        """What Montgomery forms are multiplied by."""
        return 1 << DIGIT * self.length

    @property
    def negated_inverse(self) -> int:
        """-1/p mod 2^52."""
        return -pow(self.p, -1, 1 << DIGIT) % (1 << DIGIT)

    @property
    def elimination(self) -> int:
        """What a digit adds to the digits above so that it vanishes."""
        return (self.p * self.negated_inverse + 1) >> DIGIT

    def digits(self, a: int) -> list[int]:
        """The digits of a value; the top one takes what is left."""
        top = self.length - 1
        return [a >> DIGIT * i & _MASK for i in range(top)] + [a >> DIGIT * top]


def _value(shift: int) -> int:
    return 0 if shift == _NOTHING else 1 << shift


@cache
def shifts_for(factors: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Few shifts of lanes, each to be added (1) or subtracted (-1), that multiply each lane by its factor.

    Raises:
        ValueError: four do not suffice.
    """
    counts = [_NOTHING, *range(_LARGEST_SHIFT + 1)]
    for length in range(1, 5):
        for added in range(length, -1, -1):
            signs = [1 if k < added else -1 for k in range(length)]
            ways = [
                [
                    way
                    for way in product(counts, repeat=length)
                    if sum(sign * _value(shift) for sign, shift in zip(signs, way, strict=True)) == factor
                ]
                for factor in factors
            ]
            if not all(ways):
                continue
            # One count for all lanes needs no constant.
            for shift in range(_LARGEST_SHIFT + 1):
                same = [[way for way in lane if way[0] == shift] for lane in ways]
                if all(same):
                    ways = same
                    break
            best = [min(lane, key=lambda way: sum(shift != _NOTHING for shift in way)) for lane in ways]
            return [(tuple(way[k] for way in best), signs[k]) for k in range(length)]
    raise ValueError(f"{tuple(factors)}: no four shifts make these factors")


class Words:
    """Instructions on the words of vectors over a field, with the table of their constants."""

    def __init__(
        self, program: Program, field: Radix52, lanes: list[tuple[int, ...]], multiplier: bool
    ) -> None:
        """`lanes`: the table of constants, which grows; with `multiplier`, multiples are single products."""
        self.program = program
        self.field = field
        self.lanes = lanes
        self.multiplier = multiplier
        self.scalars = [*field.digits(field.elimination), *field.digits(field.p), field.negated_inverse]

    def table(self) -> list[int]:
        """All constants, 64 bits each: those that are the same in all lanes, then vectors."""
        rest = -len(self.scalars) % LANES
        return [*self.scalars, *[0] * rest, *(lane for lanes in self.lanes for lane in lanes)]

    def constant(self, lanes: Sequence[int]) -> Place:
        """A vector of the table."""
        key = tuple(lane % (1 << 64) for lane in lanes)
        if key not in self.lanes:
            self.lanes.append(key)
        scalars = -(-len(self.scalars) // LANES)
        return Place(CONSTANTS, 64 * (scalars + self.lanes.index(key)))

    def multiple(self, k: int, mask: int, i: int) -> Place:
        """Word i of k p in the lanes of a set, 0 in the others."""
        digit = self.field.digits(k * self.field.p)[i]
        return self.constant([digit if mask >> lane & 1 else 0 for lane in range(LANES)])

    def _scalar(self, k: int) -> Place:
        return Place(CONSTANTS, 8 * k, repeated=True)

    def elimination(self, i: int) -> Place:
        """Digit i of what a digit adds to those above."""
        return self._scalar(i)

    def p(self, i: int) -> Place:
        """Digit i of p."""
        return self._scalar(self.field.length + i)

    def state(self, slot: int, i: int) -> Place:
        """Word i of a vector of the state."""
        return Place(STATE, 64 * (slot * self.field.length + i))

    def _simple(self, name: str, a: Operand, b: Operand, mask: int | None, merged: Operand) -> Value:
        if mask is None:
            return self.program.do(name, Kind.SIMPLE, a, b)
        return self.program.do(name, Kind.SIMPLE, a, b, merged=merged, mask=mask)

    def add(self, a: Value, b: Operand, mask: int | None = None) -> Value:
        """a + b, or a in the lanes outside a set."""
        return self._simple("vpaddq", a, b, mask, a)

    def sub(self, a: Value, b: Operand, mask: int | None = None) -> Value:
        """a - b, or a in the lanes outside a set."""
        return self._simple("vpsubq", a, b, mask, a)

    def reversed_sub(self, a: Value, b: Operand, mask: int) -> Value:
        """b - a in the lanes of a set, a in the others."""
        return self._simple("vpsubq", b, a, mask, a)

    def across(self, a: Operand, order: Sequence[int]) -> Value:
        """Lanes of each half in an order, which is that of both."""
        immediate = sum(lane << 2 * k for k, lane in enumerate(order))
        return self.program.do("vpermq", Kind.ACROSS, a, immediate=immediate)

    def permuted(self, a: Operand, order: Sequence[int], only: int | None = None) -> Value:
        """Lanes in an order; with `only`, 0 outside a set."""
        return self.program.do(
            "vpermq", Kind.ACROSS, self.constant(order), a, mask=only, zeroing=only is not None
        )

    def halves_exchanged(self, a: Value) -> Value:
        """The last four lanes, then the first four."""
        return self.program.do("vshufi64x2", Kind.ACROSS, a, a, immediate=0b01_00_11_10)

    def neighbours(self, a: Operand, first: int, second: int) -> Value:
        """In each pair of lanes, these two of it."""
        immediate = sum((2 * lane | (2 * lane + 1) << 2) << 4 * k for k, lane in enumerate((first, second)))
        return self.program.do("vpshufd", Kind.SIMPLE, a, immediate=immediate)

    def chosen_neighbours(self, a: Value, choice: Sequence[int]) -> Value:
        """In each pair of lanes those of it that a table says."""
        return self.program.do("vpermilpd", Kind.SIMPLE, a, self.constant([2 * lane for lane in choice]))

    def shifted(self, a: Value, name: str, count: int) -> Value:
        """A shift by the same count in all lanes."""
        return self.program.do(name, Kind.SHIFT, a, immediate=count)

    def _shifted_left(self, a: Value, counts: Sequence[int]) -> Value:
        if set(counts) == {0}:
            return a
        if set(counts) == {1}:
            return self.add(a, a)
        if len(set(counts)) == 1:
            return self.shifted(a, "vpsllq", counts[0])
        return self.program.do("vpsllvq", Kind.SHIFT, a, self.constant(counts))

    def add_multiple(self, total: Value, a: Value, factors: Sequence[int]) -> Value:
        """A value plus a, whose lanes are multiplied by signed factors."""
        if self.multiplier:
            return self.add(total, self.program.do("vpmullq", Kind.MULTIPLY, a, self.constant(factors)))
        for counts, sign in shifts_for(tuple(factors)):
            term = self._shifted_left(a, counts)
            total = self.add(total, term) if sign > 0 else self.sub(total, term)
        return total

    def times(self, a: Value, factor: int) -> Value:
        """A small multiple."""
        if factor == 1:
            return a
        (first, *rest) = shifts_for((factor,) * LANES)
        total = self._shifted_left(a, first[0])
        for counts, _ in rest:
            total = self.add(total, self._shifted_left(a, counts))
        return total

    def carry(self, a: Value) -> Value:
        """What a word carries into the next one."""
        return self.shifted(a, "vpsraq", DIGIT)

    def masked(self, a: Value) -> Value:
        """The low 52 bits."""
        return self.program.do("vpandq", Kind.SIMPLE, a, self.constant([_MASK] * LANES))

    def tidied(self, words: Sequence[Value]) -> list[Value]:
        """The words with every carry one word up, none any further."""
        kept = [*map(self.masked, words[:-1]), words[-1]]
        return kept[:1] + [self.add(kept[i], self.carry(words[i - 1])) for i in range(1, len(words))]

    def store_digits(self, words: Sequence[Value], slot: int, times: Sequence[float]) -> list[Value]:
        """Stores a value from 0 to R - 1, its carries done, word i wanted at times[i]; gives its words."""
        out = [words[0]]
        for word in words[1:]:
            out.append(self.add(word, self.carry(out[-1])))
        for i, word in enumerate(out):
            if word.maker is not None:
                word.maker.pace = times[i]
            self.program.store(word, self.state(slot, i))
        return out

    def multiply(self, half: str, a: Value, b: Operand, total: Value | None = None) -> Value:
        """The low or the high half of products of digits, added to a value or to 0."""
        return self.program.do(f"vpmadd52{half[0]}uq", Kind.IFMA, a, b, merged=total)

    def folded(self, words: Sequence[Value]) -> list[Value]:
        """A value congruent to one from p up, to [`folded_bound`] p.

        The quotient by p is that of the top word. In a tight field this is as it comes: what it lacks of
        carries, 2^10 of more than 2^45, is less than what the factor is too small. In a roomy field carries
        come in before.
        """
        field, top = self.field, self.field.length - 1
        below = DIGIT * top
        tidy = self.tidied(words)
        if field.tight:
            shift = 22
            factor = (1 << DIGIT + below + shift) // field.p
            factor -= factor >> 30
            product = self.multiply("high", words[top], self.constant([factor] * LANES))
            estimate = self.shifted(product, "vpsrlq", shift)
        else:
            factor = (1 << DIGIT + below) // field.p
            shift = max(0, factor.bit_length() - DIGIT + 1)
            factor >>= shift
            raised = self.shifted(tidy[top], "vpsllq", shift) if shift else tidy[top]
            estimate = self.multiply("high", raised, self.constant([factor] * LANES))
        assert factor < 1 << DIGIT
        out = []
        for i in range(field.length):
            multiple = self.multiply("low", estimate, self.p(i))
            if i > 0:
                multiple = self.multiply("high", estimate, self.p(i - 1), multiple)
            out.append(self.sub(tidy[i], multiple))
        return out

    def products(self, factors: Sequence[tuple[int, int]], held: int, accumulators: int) -> list[Value]:
        """The sum of products of digits over R: words that are sums of up to 6 `length` + 1 digits.

        `factors` are slots of the state; of the right ones the first `held` are kept in registers. A row is a
        digit of all left factors, then the elimination of the lowest digit that is left, as the engine's
        `reduce_row` has it.
        """
        length, program = self.field.length, self.program
        columns = [program.column(accumulators) for _ in range(2 * length)]
        right: list[list[Operand]] = [
            [program.load(self.state(slot, j)) if k < held else self.state(slot, j) for j in range(length)]
            for k, (_, slot) in enumerate(factors)
        ]
        for i in range(length):
            for k, (left, _) in enumerate(factors):
                digit = program.load(self.state(left, i))
                for carried, half in enumerate(("low", "high")):
                    for j in range(length):
                        program.multiply_into(columns[i + j + carried], half, digit, right[k][j])
            self._eliminate(columns, i)
        return [column.total for column in columns[length:]]

    def _eliminate(self, columns: Sequence[Column], i: int) -> None:
        length, program = self.field.length, self.program
        digit = columns[i].total
        if i + 2 < length:
            for carried, half in enumerate(("low", "high")):
                for j in range(length):
                    program.multiply_into(columns[i + j + 1 + carried], half, digit, self.elimination(j))
            program.add_into(columns[i + 1], self.carry(digit))
            return
        factor = self.multiply("low", digit, self._scalar(2 * length))
        program.add_into(columns[i + 1], self.carry(self.add(digit, self.constant([_MASK] * LANES))))
        for j in range(1, length):
            program.multiply_into(columns[i + j], "low", factor, self.p(j))
        for j in range(length):
            program.multiply_into(columns[i + j + 1], "high", factor, self.p(j))
