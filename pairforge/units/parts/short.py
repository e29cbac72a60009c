"""Sums and products of wide integers in few cycles: more logic side by side, for one pairing alone.

A sum is cut into chunks that are all added at once, each for a carry of 0 and of 1; which of the two it is
says a small network over the chunks (Bedrij 1962, carry-select). Terms are added up without carries, six or
three rows at a time (Wallace 1964). The blocks of a product do not wait for each other.

Imports pipelines and wide arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.hdl import Arith, Const, Expr, Mux, concat, xor
from pairforge.units.parts.blocks import NARROW
from pairforge.units.parts.pipeline import Word, constant, joined, part, value_of, width_of
from pairforge.units.parts.step_delays import chain, chunk_for, table
from pairforge.units.parts.wide import NO_CARRY, Term, Wide, digits_of, most_of, signed_digits

_CHUNK = 32  # bits; shorter ones need a deeper network, longer ones take longer themselves
_TO_ALL = 1.2  # levels of tables that a net to all bits takes
_FAN_OUT = 0.5  # levels of tables that a net to a chunk's bits takes


@dataclass
class Short(Wide):
    """As `Wide`, with shorter ways."""

    most_moved: ClassVar[int] = 24

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
        """As of `Wide`: carries go through a network over the chunks."""
        levels += _TO_ALL if whole else 0
        size = min(_CHUNK, chunk_for(self.pipe.period, levels)) if self.pipe.period else _CHUNK
        count = max(1, -(-width // size))
        size = -(-width // count)

        def chunk(values: Sequence[Expr]) -> Expr:
            *parts, below = values
            first, second = build(parts)
            return Arith("+", concat(Const(1, 0), first, Const(1, 1)), concat(Const(1, 0), second, below))

        sums: list[tuple[Word, Word]] = []
        for index, low in enumerate(range(0, width, size or 1)):
            bits = min(size, width - low)
            made: list[Word] = []
            for below in (carry,) if index == 0 else (constant(1, 0), constant(1, 1)):
                operands = (*whole, *(part(word, low, bits) for word in words), below)
                step = f"{name}_{index}{'_c' * len(made)}" if count > 1 else name
                total = self.pipe.step(step, bits + 2, operands, chunk, chain(bits, levels), bits + 1)
                made.append(part(total, 1, bits + 1))
            sums.append((made[0], made[-1]))
        first, *others = sums
        bits = width_of(first[0]) - 1
        pairs = [(part(zero, width_of(zero) - 1, 1), part(one, width_of(one) - 1, 1)) for zero, one in others]
        carries = self._carries(f"{name}_carry", part(first[0], bits, 1), pairs)
        found = [part(first[0], 0, bits)]
        for index, ((zero, one), select) in enumerate(zip(others, carries[:-1], strict=True), 1):
            bits = width_of(zero) - 1
            found.append(
                self.pipe.step(
                    f"{name}_{index}_chosen",
                    bits,
                    (select, part(one, 0, bits), part(zero, 0, bits)),
                    _mux,
                    table(1 + _FAN_OUT),
                    bits,
                )
            )
        return joined(*found, carries[-1])

    def _carries(self, name: str, carry: Word, pairs: Sequence[tuple[Word, Word]]) -> list[Word]:
        """`carry`, then the carry out of each chunk, of which it is said what that is for a carry of 0 and
        of 1. Three chunks make one of the next level: five bits, one table.
        """
        if len(pairs) <= 2:
            return [carry, *self._through(f"{name}_out", carry, pairs)]
        groups = [pairs[i : i + 3] for i in range(0, len(pairs), 3)]
        joint = []
        for i, group in enumerate(groups):
            (zero, one), *rest = group
            joint.append(
                (
                    self._through(f"{name}_g{i}", zero, rest)[-1] if rest else zero,
                    self._through(f"{name}_h{i}", one, rest)[-1] if rest else one,
                )
            )
        into = self._carries(f"{name}_up", carry, joint)
        found = [carry]
        for i, group in enumerate(groups):
            found += [*self._through(f"{name}_in{i}", into[i], group[:-1]), into[i + 1]]
        return found

    def _through(self, name: str, carry: Word, pairs: Sequence[tuple[Word, Word]]) -> list[Word]:
        """The carry behind each of at most two chunks, a table each."""

        def passed(values: Sequence[Expr]) -> Expr:
            into, *rest = values
            for zero, one in zip(rest[::2], rest[1::2], strict=True):
                into = zero | (one & into)
            return into

        found = []
        for i in range(len(pairs)):
            operands = (carry, *(word for pair in pairs[: i + 1] for word in pair))
            found.append(self.pipe.step(f"{name}_{i}", 1, operands, passed, table(1 + _FAN_OUT), 1))
        return found

    # -- terms -----------------------------------------------------------------------------------

    def total(self, name: str, terms: Sequence[Term], width: int) -> Word:
        """As of `Wide`: two rows are left of all, and then added."""
        first, second = self.two_rows(name, terms, width)
        return first if value_of(second) == 0 else self.add(f"{name}_sum", first, second, width)

    def two_rows(self, name: str, terms: Sequence[Term], width: int) -> tuple[Word, Word]:
        """Two numbers that add up to all terms modulo 2^width; the second is zero for one term, or none."""
        rows = self._packed(terms)
        level = 0
        while len(rows) > 2:
            level += 1
            made: list[Term] = []
            rows.sort(key=lambda row: row.place)
            size = 6 if len(rows) >= 6 else 3
            whole = len(rows) // size * size
            for i in range(0, whole, size):
                made += self._counted(f"{name}_l{level}_{i // size}", rows[i : i + size], width)
            rows = made + rows[whole:]
        words = [part(joined(constant(row.place, 0), row.word), 0, width) for row in rows]
        first, second = (*words, constant(width, 0), constant(width, 0))[:2]
        return first, second

    def _counted(self, name: str, rows: Sequence[Term], width: int) -> list[Term]:
        """Three rows as two, or six as three: how many ones stand in each place, as a number."""
        low = min(row.place for row in rows)
        size = min(width, max(row.end for row in rows)) - low
        words = [
            part(joined(constant(row.place - low, 0), row.word), 0, size)
            if row.place > low
            else part(row.word, 0, size)
            for row in rows
        ]
        found = []
        for place, digit in enumerate((_units, _twos, _fours) if len(rows) == 6 else (_units, _majority)):
            bits = min(size, width - low - place)
            operands = tuple(part(word, 0, bits) for word in words)
            step = self.pipe.step(f"{name}_{place}", bits, operands, digit, table(1 + _FAN_OUT), bits)
            found.append(Term(step, low + place, 0))
        return found

    def _row(self, name: str, x: Word, y: Word, place: int, carry: Word = ()) -> list[Term]:
        """A digit x of the wider kind times y, and a constant: a block for each digit of y."""
        terms = [Term(carry, place, most_of(carry) << place)] if carry else []
        for j, (low, bits) in enumerate(digits_of(width_of(y), NARROW)):
            digit = part(y, low, bits)
            if value_of(digit) != 0:
                block = self._block(f"{name}_{j}", x, digit, ())
                terms.append(Term(block, place + low, most_of(x) * most_of(digit) << place + low))
        return terms

    def low_product_by(self, name: str, x: Word, value: int, levels: int) -> Word:
        """As of `Wide`, with all sums at once."""
        width, digits = width_of(x), signed_digits(value, width_of(x))
        if len(digits) > self.most_moved:
            return super().low_product_by(name, x, value, levels)
        terms, ones = [], 0
        for index, (place, minus) in enumerate(digits):
            bits = width - place
            word = part(x, 0, bits)
            if minus:  # -x = ~x + 1
                word = self.pipe.step(f"{name}_not{index}", bits, (word,), lambda v: ~v[0], 0.0, 0)
                ones += 1 << place
            terms.append(Term(word, place, 0))
        if ones % (1 << width):
            terms.append(Term(constant(width, ones % (1 << width)), 0, 0))
        return self.total(name, terms, width)

    def sum_or_less(self, name: str, terms: Sequence[Term], p: int, place: int) -> Word:
        """U, less p where it reaches p: U < 2 p is the sum of the terms without its lowest `place` bits."""
        n = p.bit_length()
        width = place + n + 2
        rows = self.two_rows(name, terms, width)
        plain = self.add(f"{name}_plain", *rows, width)
        minus = Term(constant(n + 2, (1 << n + 2) - p, "MINUS_P"), place, 0)
        sum_, carry = self.two_rows(f"{name}_both", [*(Term(row, 0, 0) for row in rows), minus], width)
        less = self.add(f"{name}_less", sum_, carry, width)
        return self.choice(
            f"{name}_chosen", part(less, width - 1, 1), part(plain, place, n), part(less, place, n)
        )


def _mux(values: Sequence[Expr]) -> Expr:
    select, one, zero = values
    return Mux(select, one, zero)


def _units(values: Sequence[Expr]) -> Expr:
    return xor(*values)


def _majority(values: Sequence[Expr]) -> Expr:
    a, b, c = values
    return (a & b) | (c & (a | b))


def _twos(values: Sequence[Expr]) -> Expr:
    a, b, c, d, e, f = values
    return xor(_majority((a, b, c)), _majority((d, e, f)), xor(a, b, c) & xor(d, e, f))


def _fours(values: Sequence[Expr]) -> Expr:
    a, b, c, d, e, f = values
    return _majority((_majority((a, b, c)), _majority((d, e, f)), xor(a, b, c) & xor(d, e, f)))
