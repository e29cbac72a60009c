"""Sums and products of wide integers as steps of a `Pipeline`.

A product is made by Karatsuba's identity down to a size at which it is made of multiplier blocks. Those stand
in rows: in row i, digit i of one factor meets the digits of the other, and each block adds what the block
before it leaves above its digit, so that a row needs no adders outside the blocks where these have one.

Imports pipelines and the hardware layer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pairforge.hdl import Arith, Const, Expr, Mux, concat, gate, widened
from pairforge.units.parts.blocks import NARROW
from pairforge.units.parts.pipeline import (
    Pipeline,
    Word,
    constant,
    joined,
    part,
    value_of,
    width_of,
)
from pairforge.units.parts.step_delays import chain, chunk_for, table

NO_CARRY = constant(1, 0)


@dataclass(frozen=True)
class Term:
    """A number to be added up: `word` times 2^place, at most `most`."""

    word: Word
    place: int
    most: int

    @property
    def end(self) -> int:
        """The place above the highest bit."""
        return self.place + width_of(self.word)


@dataclass
class Wide:
    """Makes steps in a pipeline.

    `wide`: unsigned bits of the wider operand of a multiplier block. `chunk`: the most bits of a sum that no
    register divides: what the period of the pipeline holds, 48 where none is asked for. `loose`: constants,
    (value, place), to be added to what `high_terms` gives: a block takes one where it has nothing to add.
    """

    pipe: Pipeline
    wide: int = 24
    chunk: int = 0
    loose: list[tuple[int, int]] = field(default_factory=list)

    most_moved: ClassVar[int] = 8
    """Signed digits of a constant with which a product is made of sums: a row of blocks has as many."""

    def __post_init__(self) -> None:
        self.chunk = self.chunk or (chunk_for(self.pipe.period) if self.pipe.period else 48)

    def chunk_behind(self, levels: float) -> int:
        """The most bits of a sum behind so many levels of tables."""
        return self.chunk if levels == 1 or not self.pipe.period else chunk_for(self.pipe.period, levels)

    # -- sums ----------------------------------------------------------------------------------------

    def add(self, name: str, x: Word, y: Word, width: int, *, minus: bool = False, levels: float = 1) -> Word:
        """x + y, or x - y, modulo 2^width. Low bits to which nothing is added stay as they are.

        `levels`: see `ripple`.
        """
        still = min(width, max(0 if minus else _zeros(x), _zeros(y)))
        kept = part(x if _zeros(y) >= still else y, 0, still)
        x, y, width = (*(part(f, still, max(0, width_of(f) - still)) for f in (x, y)), width - still)

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            a, b = values
            return a, ~b if minus else b

        carry = constant(1, int(minus))
        return joined(
            kept, part(self.ripple(name, width, (x, y), build, carry=carry, levels=levels), 0, width)
        )

    def ripple(
        self,
        name: str,
        width: int,
        words: Sequence[Word],
        build: Callable[[Sequence[Expr]], tuple[Expr, Expr]],
        *,
        whole: Sequence[Word] = (),
        carry: Word = NO_CARRY,
        levels: float = 1,
    ) -> Word:
        """The sum of two numbers of `width` bits and a carry, above it the carry out; `chunk` bits a step.

        `build` makes the same bits of both numbers from what there is in `whole` and those bits of `words`,
        in so many levels of tables.
        """
        sums: list[Word] = []
        if whole:
            levels += 0.3  # one net goes to all bits
        count = -(-width // self.chunk_behind(levels))
        size = -(-width // max(1, count))

        def chunk(values: Sequence[Expr]) -> Expr:
            *parts, below = values
            first, second = build(parts)
            return Arith("+", concat(Const(1, 0), first, Const(1, 1)), concat(Const(1, 0), second, below))

        for index, low in enumerate(range(0, width, size or 1)):
            bits = min(size, width - low)
            operands = (*whole, *(part(word, low, bits) for word in words), carry)
            step = f"{name}_{index}" if count > 1 else name
            total = self.pipe.step(step, bits + 2, operands, chunk, chain(bits, levels), bits + 1)
            sums.append(part(total, 1, bits))
            carry = part(total, bits + 1, 1)
        return joined(*sums, carry)

    def choice(self, name: str, select: Word, one: Word, zero: Word) -> Word:
        """`one` where `select` is set, else `zero`, of the same width."""
        words = []
        for index, low in enumerate(range(0, width_of(one), self.chunk)):
            bits = min(self.chunk, width_of(one) - low)
            operands = (select, part(one, low, bits), part(zero, low, bits))
            words.append(self.pipe.step(f"{name}_{index}", bits, operands, _mux, table(), bits))
        return joined(*words)

    def held(self, name: str, new: Word, value: Word, down: int = 0) -> Word:
        """The value, from the cycle in which `new` is set until that is set again, moved down by so many bits
        in each cycle.
        """
        width = width_of(value)
        before = self.pipe.loop(f"{name}_before", width)
        held = self.choice(f"{name}_held", new, value, before)
        self.pipe.close(before, part(held, down, width))
        return held

    def total(self, name: str, terms: Sequence[Term], width: int) -> Word:
        """The sum of several terms modulo 2^width, by a tree of adders; what does not meet stands side by
        side.
        """
        todo = self._packed(terms)
        level = 0
        while len(todo) > 1:
            level += 1
            made = []
            for i in range(0, len(todo) - 1, 2):
                made.append(self._pair(f"{name}_s{level}_{i // 2}", todo[i], todo[i + 1], width))
            todo = made + todo[len(made) * 2 :]
        return part(joined(constant(todo[0].place, 0), todo[0].word), 0, width)

    def _packed(self, terms: Sequence[Term]) -> list[Term]:
        rows: list[Term] = []
        for term in sorted(terms, key=lambda t: t.place):
            for i, row in enumerate(rows):
                if row.end <= term.place:
                    gap = constant(term.place - row.end, 0)
                    rows[i] = Term(joined(row.word, gap, term.word), row.place, row.most + term.most)
                    break
            else:
                rows.append(term)
        return rows

    def _pair(self, name: str, x: Term, y: Term, limit: int) -> Term:
        if x.place > y.place:
            x, y = y, x
        most, gap = x.most + y.most, y.place - x.place
        width = min(most.bit_length(), limit) - x.place
        high = self.add(name, part(x.word, gap, max(0, width_of(x.word) - gap)), y.word, width - gap)
        return Term(joined(part(x.word, 0, gap), high), x.place, most)

    # -- products ------------------------------------------------------------------------------------

    def product(self, name: str, x: Word, y: Word, levels: int) -> Word:
        """x y with all bits, `levels` times by Karatsuba's identity; both factors have the same width."""
        width = width_of(x)
        if levels == 0 or width < 4:
            return self.total(name, self.rows(name, x, y, 0, 2 * width), 2 * width)
        half = -(-width // 2)
        x0, x1, y0, y1 = (part(f, *ends) for f in (x, y) for ends in ((0, half), (half, width - half)))
        low = self.product(f"{name}l", x0, y0, levels - 1)
        high = self.product(f"{name}h", x1, y1, levels - 1)
        x_both, y_both = (self.add(f"{name}_x", x0, x1, half + 1), self.add(f"{name}_y", y0, y1, half + 1))
        outer = self.add(f"{name}_outer", low, high, 2 * half + 1)
        if self.cost(half + 1, levels - 1) == self.cost(half, levels - 1):
            inner = self.product(f"{name}m", x_both, y_both, levels - 1)
        else:
            inner = self.product(f"{name}m", part(x_both, 0, half), part(y_both, 0, half), levels - 1)
            crossed = joined(constant(half, 0), self._tops(f"{name}_tops", x_both, y_both))
            outer = self.add(f"{name}_less", outer, crossed, 2 * half + 1, minus=True)
        middle = self.add(f"{name}_middle", inner, outer, 2 * half + 1, minus=True)
        upper = self.add(f"{name}_all", joined(part(low, half, half), high), middle, 2 * width - half)
        return joined(part(low, 0, half), upper)

    def _tops(self, name: str, x: Word, y: Word) -> Word:
        """What the highest bits of both factors add to their product without them, above the other bits."""
        width = width_of(x) - 1

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            top_x, top_y, all_y, low_x = values
            return gate(top_x, all_y), gate(top_y, low_x)

        tops = (part(x, width, 1), part(y, width, 1))
        return self.ripple(name, width + 1, (y, part(x, 0, width)), build, whole=tops, levels=2)

    def low_product(self, name: str, x: Word, y: Word, levels: int) -> Word:
        """x y modulo 2^width, where both factors have that width."""
        width = width_of(x)
        if levels == 0 or width < 4:
            return self.total(name, self.rows(name, x, y, 0, width), width)
        half = -(-width // 2)
        rest = width - half
        low = self.product(f"{name}l", part(x, 0, half), part(y, 0, half), levels - 1)
        first = self.low_product(f"{name}a", part(x, half, rest), part(y, 0, rest), levels - 1)
        second = self.low_product(f"{name}b", part(x, 0, rest), part(y, half, rest), levels - 1)
        crossed = self.add(f"{name}_cross", first, second, rest)
        return joined(part(low, 0, half), self.add(f"{name}_all", part(low, half, rest), crossed, rest))

    def low_product_by(self, name: str, x: Word, value: int, levels: int) -> Word:
        """x times a constant modulo 2^width of x: sums of x moved up where these are few, else blocks."""
        width = width_of(x)
        digits = signed_digits(value, width)
        if len(digits) > self.most_moved:
            return self.low_product(name, x, constant(width, value, "MINUS_P_INVERSE"), levels)
        # -x is ~x + 1: a sum of words and of ones, all modulo 2^width.
        todo = [(joined(constant(place, 0), part(x, 0, width - place)), minus) for place, minus in digits]
        todo.sort(key=lambda term: term[1])
        level = 0
        while len(todo) > 1:
            level += 1
            made = []
            for i in range(0, len(todo) - 1, 2):
                (one, negative), (other, also) = todo[i : i + 2]
                total = self.add(f"{name}_s{level}_{i // 2}", one, other, width, minus=negative != also)
                made.append((total, negative))
            todo = made + todo[len(made) * 2 :]
        ((total, negative),) = todo
        return (
            self.add(f"{name}_negated", constant(width, 0), total, width, minus=True) if negative else total
        )

    def high_terms(
        self, name: str, x: Word, y: Word, place: int, cut: int, levels: int
    ) -> tuple[list[Term], int]:
        """Terms that add up to x y 2^place less at most the number given with them.

        Products of digits that end below 2^cut are left out.
        """
        wx, wy = width_of(x), width_of(y)
        if place + wx + wy <= cut:
            return [], most_of(x) * most_of(y) << place
        if place >= cut and wx == wy:
            word = self.product(name, x, y, levels)
            return [Term(word, place, most_of(x) * most_of(y) << place)], 0
        if levels == 0 or wx < 4 or wx != wy:
            return self.high_rows(name, x, y, place, cut)
        half = -(-wx // 2)
        terms: list[Term] = []
        lost = 0
        for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
            x_half, y_half, at = part(x, half * i, half), part(y, half * j, half), place + half * (i + j)
            more, less = self.high_terms(f"{name}{'lh'[i]}{'lh'[j]}", x_half, y_half, at, cut, levels - 1)
            terms, lost = terms + more, lost + less
        return terms, lost

    # -- multiplier blocks ---------------------------------------------------------------------------

    def cost(self, width: int, levels: int) -> int:
        """Multiplier blocks of a product of two factors."""
        if levels:
            return 3 * self.cost(-(-width // 2), levels - 1)
        return -(-width // self.wide) * -(-width // NARROW)

    def rows(self, name: str, x: Word, y: Word, place: int, width: int) -> list[Term]:
        """Terms that add up to x y 2^place modulo 2^width."""
        terms = []
        for i, (low, bits) in enumerate(digits_of(width_of(x), self.wide)):
            digit = part(x, low, bits)
            if (room := width - place - low) > 0:
                terms += self._row(f"{name}_r{i}", digit, part(y, 0, min(width_of(y), room)), place + low)
        return terms

    def high_rows(self, name: str, x: Word, y: Word, place: int, cut: int) -> tuple[list[Term], int]:
        """As `high_terms`, without Karatsuba's identity."""
        terms, lost = [], 0
        for i, (low, bits) in enumerate(digits_of(width_of(x), self.wide)):
            digit = part(x, low, bits)
            begin = 0
            while begin < width_of(y) and place + low + begin + width_of(digit) + NARROW <= cut:
                begin += NARROW
            lost += most_of(digit) * most_of(part(y, 0, min(begin, width_of(y)))) << place + low
            rest = part(y, begin, max(0, width_of(y) - begin))
            if rest:
                first = part(rest, 0, digits_of(width_of(rest), NARROW)[0][1])
                added = self._loose(digit, first, place + low + begin)
                terms += self._row(f"{name}_r{i}", digit, rest, place + low + begin, added)
        return terms, lost

    def left_over(self) -> list[Term]:
        """The loose constants that no block took."""
        return [
            Term(constant(value.bit_length(), value), place, value << place) for value, place in self.loose
        ]

    def _row(self, name: str, x: Word, y: Word, place: int, carry: Word = ()) -> list[Term]:
        """A digit x of the wider kind times y, and a constant carried to it: a block for each digit of y,
        that adds what is carried to it.
        """
        if not y:
            return []
        most = most_of(x) * most_of(y) + most_of(carry)
        made: list[Word] = []
        for j, (low, bits) in enumerate(digits_of(width_of(y), NARROW)):
            digit, last = part(y, low, bits), low + bits == width_of(y)
            # The cascade between blocks moves down by a whole digit: one with fewer bits stands at its top.
            up = 0 if last else NARROW - bits
            if up:
                digit, carry = (joined(constant(up, 0), word) for word in (digit, carry))
            z = carry if value_of(digit) == 0 else self._block(f"{name}_{j}", x, digit, carry)
            made.append(z if last else part(z, up, bits))
            carry = part(z, up + bits, max(0, width_of(z) - up - bits))
        return [Term(joined(*made), place, most << place)]

    def _loose(self, x: Word, y: Word, place: int) -> Word:
        """A loose constant that fits into a block beside x y, in units of 2^place; () for none."""
        for value, at in self.loose:
            if at >= place and value << at - place <= (1 << width_of(x)) + (1 << width_of(y)) - 2:
                self.loose.remove((value, at))
                return constant((value << at - place).bit_length(), value << at - place)
        return ()

    def _block(self, name: str, x: Word, y: Word, carry: Word) -> Word:
        def build(values: Sequence[Expr]) -> Expr:
            whole, addend = values
            return Arith("+", whole, widened(addend, whole.width))

        if width_of(carry) == 0 or value_of(carry) == 0:
            return self.pipe.block(name, x, y, (), lambda values: values[0], self.wide)
        return self.pipe.block(name, x, y, carry, build, self.wide)


def signed_digits(value: int, width: int) -> list[tuple[int, bool]]:
    """Places of the non-adjacent form of a number modulo 2^width, each with whether it is taken off."""
    found = []
    for place in range(width):
        if value & 1:
            minus = value & 3 == 3
            found.append((place, minus))
            value += 1 if minus else -1
        value >>= 1
    return found


def _mux(values: Sequence[Expr]) -> Expr:
    select, one, zero = values
    return Mux(select, one, zero)


def digits_of(width: int, size: int) -> list[tuple[int, int]]:
    """Lowest bit and bits of each digit, lowest first. What is left over is the lowest digit: the highest
    ones are those of which the upper half may not be needed, and small products without it are slow.
    """
    first = (width - 1) % size + 1
    return [(0, first), *((low, size) for low in range(first, width, size))]


def most_of(word: Word) -> int:
    """The greatest value of a word."""
    value = value_of(word)
    return (1 << width_of(word)) - 1 if value is None else value


def _zeros(word: Word) -> int:
    """Bits at the low end that are always zero."""
    if not word or word[0].step is not None:
        return 0
    value = word[0].value
    return (value & -value).bit_length() - 1 if value else word[0].width
