"""The text form of a program: it round-trips, and what cannot be read is said with its line."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from pairforge.errors import UserError
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.program.ir import Linear, Program
from pairforge.program.text import parse, show, show_linear

from .programs import programs, traced

CURVES = curves_of(BinarySupersingular, "eta")

GOLDEN = Path(__file__).with_name("golden")


@given(programs())
@settings(max_examples=150, deadline=None)
def test_parse_undoes_show(program: Program) -> None:
    assert parse(show(program)) == program


@pytest.mark.parametrize("name", sorted(CURVES))
@pytest.mark.parametrize("stage", ["miller", "final"])
def test_the_texts_of_the_pairings_round_trip(name: str, stage: str) -> None:
    program = traced(name, stage)
    assert parse(show(program)) == program


@pytest.mark.parametrize("stage", ["miller", "final"])
def test_the_trace_over_f2_5_is_the_golden_one(stage: str) -> None:
    assert show(traced("eta-f2-5", stage)) == (GOLDEN / f"eta-f2-5.{stage}.txt").read_text()


def test_indentation_blank_lines_and_the_order_of_terms_do_not_matter() -> None:
    text = "program p over 3^2\nblock b\n  x = input 0\n  y = input 1\n  z = mul (x + 2*y) (1)\n"
    loose = "program p over 3^2\n\nblock b\nx = input 0\n   y = input 1\n  z = mul (y + 0 + x + y) (4)\n\n"
    assert parse(loose) == parse(text)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Linear(), "0"),
        (Linear((), 1), "1"),
        (Linear((("a", 1), ("b", 2)), 2), "a + 2*b + 2"),
    ],
)
def test_forms_as_text(form: Linear, text: str) -> None:
    assert show_linear(form) == text


HEAD = "program p over 2^5\n"
BLOCK = HEAD + "block b\n  x = input 0\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "p.txt: line 1: expected 'program NAME over P^M'"),
        ("program p over 2\n", "p.txt: line 1: expected 'program NAME over P^M'"),
        (
            HEAD + "x = input 0\n",
            "p.txt: line 2: expected 'block NAME' or 'loop NAME COUNT [bits BITS] [as LOOP]'",
        ),
        (
            HEAD + "loop main many\n",
            "p.txt: line 2: expected 'block NAME' or 'loop NAME COUNT [bits BITS] [as LOOP]'",
        ),
        (
            BLOCK + "  y = div (x) (x)\n",
            "p.txt: line 4: cannot read 'y = div (x) (x)': expected 'NAME = KIND [NUMBER] (FORM) …'",
        ),
        (BLOCK + "  y = mul (x)\n", "p.txt: line 4: y: mul with 1 operands"),
        (
            BLOCK + "  y = sum (x - x)\n",
            "p.txt: line 4: cannot read 'x - x': expected a value, N*value or a constant",
        ),
        (BLOCK + "  carry a from x to x as b\n", "p.txt: line 4: a loop-carried value stands outside a loop"),
        (BLOCK + "  y = sum (z)\n", "p.txt: program p: y uses z before it is defined"),
        (BLOCK + "  x = sum (x)\n", "p.txt: program p: x is defined twice"),
        (BLOCK + "loop l 2\n  carry a from q to x as c\n", "p.txt: program p: l uses q before it is defined"),
        (BLOCK + "loop l 2\n  carry a from x to q as c\n", "p.txt: program p: l uses q before it is defined"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        parse(text, "p.txt")
    assert str(error.value) == message
