"""Packing of control tables: every column can be told from the word."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.hdl import Module, Net
from pairforge.rtl.control import ControlTable, Signal
from pairforge.rtl.packing import Packing, columns_shared, pack


def unpacked(packing: Packing, word: int, width: int) -> int:
    """The row that a word stands for."""
    row = 0
    for column in range(width):
        if column in packing.places:
            bit = word >> packing.places[column] & 1
        elif column in packing.codes:
            code = packing.codes[column]
            bit = (word >> code.low & (1 << code.bits) - 1) in code.values
        else:
            bit = 0
        row |= bit << column
    return row


@st.composite
def tables(draw: Any) -> Any:
    """Rows of a few fields: numbers, one-hot choices with an enable, columns that are never set."""
    kinds = draw(st.lists(st.sampled_from(["number", "choice", "bit", "never"]), min_size=1, max_size=6))
    rng = random.Random(draw(st.integers(0, 1 << 30)))
    rows = []
    for _ in range(draw(st.integers(1, 30))):
        row = 0
        for kind in kinds:
            chosen = rng.randrange(9)
            part = {
                "number": rng.randrange(16),
                "choice": 0 if chosen == 8 else 1 << chosen | 1 << 8,
                "bit": rng.randrange(2),
                "never": 0,
            }[kind]
            row = row << 9 | part
        rows.append(row)
    return rows, 9 * len(kinds)


@given(tables())
@settings(max_examples=200, deadline=None)
def test_every_column_can_be_told_from_the_word(drawn: tuple[list[int], int]) -> None:
    rows, width = drawn
    for encode in (False, True):
        packing = pack(rows, width, encode=encode)
        assert [unpacked(packing, word, width) for word in packing.words(rows)] == rows
        assert packing.word(0) == 0
        assert all(word < 1 << packing.width for word in packing.words(rows))
    assert packing.width <= pack(rows, width, encode=False).width


def test_a_choice_of_eight_with_its_enable_is_a_number_of_four_bits() -> None:
    rows = [0, *(1 << i | 1 << 8 for i in range(8))]
    plain, tight = (pack(rows, 12, encode=encode) for encode in (False, True))
    assert (plain.width, tight.width) == (9, 4)
    assert not plain.codes
    assert tight.codes[8].values == frozenset(range(1, 9))


def test_columns_that_are_always_alike_are_stored_once() -> None:
    packing = pack([0b0000, 0b0110, 0b1001], 4, encode=False)
    assert packing.width == 2
    assert packing.places[1] == packing.places[2]


def test_a_signal_is_read_in_one_piece_where_it_is_stored_in_one() -> None:
    table = ControlTable(1)
    number, other = table.add(Signal("number", 4)), table.add(Signal("other", 1))
    packing = pack(range(32), table.width, encode=False)
    word = Module("toy").input("word", packing.width)
    assert packing.value(word, table, number).width == 4
    assert not isinstance(packing.value(word, table, number), Net)
    assert packing.value(word, table, other).width == 1


def test_signals_that_are_never_used_together_have_the_same_bits() -> None:
    """Each keeps its value in the rows that use it, zeros among them."""
    table = ControlTable(8, rows=[0] * 8)
    a, b, c, d = (table.add(Signal(name, 3)) for name in "abcd")
    table.careless = [a, b, c]
    values = {a: {0: 5, 1: 0, 2: 3, 3: 6}, b: {4: 6, 5: 1, 6: 2, 7: 7}, c: {row: row for row in range(8)}}
    values[d] = {0: 4, 5: 2, 6: 1}
    for signal, numbers in values.items():
        for row, number in numbers.items():
            table.set(signal, row, number)
    shared = columns_shared(table)
    assert shared == {table.offset["b"] + bit: table.offset["a"] + bit for bit in range(3)}
    packing = pack(table.rows, table.width, encode=False, shared=shared)
    assert packing.width == 9
    words = packing.words(table.rows)
    for signal, numbers in values.items():
        for row, number in numbers.items():
            assert unpacked(packing, words[row], table.width) >> table.offset[signal.name] & 7 == number
