"""Networks that choose one of several words: every word by its code, what they take, and which is taken."""

from __future__ import annotations

import random

import pytest

from pairforge.evidence import verilator
from pairforge.hdl import Const, Expr, Module, Mux, Net, design_files
from pairforge.hdl.expressions import Nary, Repeat, Slice
from pairforge.hdl.statements import Assignment
from pairforge.rtl.choice import Choice, Chooser, Gates, Multiplexers

WIDTH = 8
CHOICES = [
    choice
    for count in range(1, 17)
    for fixed in range(min(count, 3) + 1)
    for choice in (Gates(count, fixed), Multiplexers(count, fixed))
]


def value_of(e: Expr, nets: dict[str, int], driven: dict[str, Expr]) -> int:
    """What an expression is, of nets that have these values or are driven by these expressions."""

    def of(inner: Expr) -> int:
        return value_of(inner, nets, driven)

    match e:
        case Const():
            return e.value
        case Net():
            return nets[e.name] if e.name in nets else of(driven[e.name])
        case Slice():
            return of(e.net) >> e.lo & (1 << e.width) - 1
        case Repeat():
            return of(e.arg) * ((1 << e.width) - 1)
        case Mux():
            return of(e.one if of(e.select) else e.zero)
        case Nary("&", (a, b)):
            return of(a) & of(b)
        case Nary("|"):
            found = 0
            for arg in e.args:
                found |= of(arg)
            return found
    raise TypeError(type(e).__name__)


def built(m: Module, name: str, choice: Choice, values: list[int]) -> tuple[Expr, Net | None]:
    """The network over inputs, and constants of these values."""
    words: list[Expr] = [m.input(f"{name}_word{i}", WIDTH) for i in range(choice.count - choice.fixed)]
    words += [Const(WIDTH, value) for value in values[len(words) :]]
    select = m.input(f"{name}_select", choice.width) if choice.width else None
    return choice.build(m, name, select, words), select


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_each_word_comes_by_its_code(choice: Choice) -> None:
    values = random.Random(choice.count).sample(range(1 << WIDTH), choice.count)
    m = Module("chooses")
    value, select = built(m, "port", choice, values)
    driven = {s.net.name: s.value for s in m.body if isinstance(s, Assignment)}
    nets = {f"port_word{i}": word for i, word in enumerate(values)}
    for code, word in zip(choice.codes, values, strict=True):
        given = nets if select is None else nets | {select.name: code}
        assert value_of(value, given, driven) == word


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_every_bit_of_the_select_signal_is_of_some_word(choice: Choice) -> None:
    assert len(set(choice.codes)) == choice.count
    assert len(choice.words_by_bit) == choice.width
    assert all(choice.words_by_bit)


def test_the_networks_are_clean_verilog() -> None:
    m = Module("chooses")
    for choice in CHOICES:
        name = f"{type(choice).__name__.lower()}_{choice.count}_{choice.fixed}"
        value, _ = built(m, name, choice, [*range(choice.count)])
        m.output(f"{name}_value", value)
    assert verilator.lint(design_files(m, "Made by a test."), "chooses") == []


@pytest.mark.parametrize(
    ("table_inputs", "gates", "multiplexers"),
    [
        (6, [1, 1, 1, 2, 2, 3, 3, 4, 4, 5], [0, 1, 1, 1, 2, 2, 2, 3, 3, 3]),
        (4, [1, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_tables_by_the_number_of_words(table_inputs: int, gates: list[int], multiplexers: list[int]) -> None:
    counts = range(1, 11)
    assert [Gates(n).tables(table_inputs) for n in counts] == gates
    assert [Multiplexers(n).tables(table_inputs) for n in counts] == multiplexers


def test_a_tree_where_it_takes_fewer_tables_between_registers() -> None:
    def chosen(table_inputs: int, *, registers: bool) -> list[type[Choice]]:
        chooser = Chooser(table_inputs, registers)
        return [type(chooser.choice(n)) for n in range(2, 17)]

    assert chosen(6, registers=True) == [Gates, Gates, Multiplexers, Gates, *[Multiplexers] * 11]
    assert set(chosen(4, registers=True)) == {Gates}
    assert set(chosen(6, registers=False)) == {Gates}


def test_seven_words_and_a_constant_are_two_tables() -> None:
    choice = Chooser(6, registers=True).choice(8, fixed=1)
    assert isinstance(choice, Multiplexers)
    assert choice.tables(6) == 2
    assert choice.width == 5
