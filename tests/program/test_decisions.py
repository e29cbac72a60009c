"""Decisions on values: traced, lowered for a machine with and without a radix, they mean what they mean."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.prime_field import PrimeField
from pairforge.program.decisions import EQUAL, LESS, Move
from pairforge.program.interpret import run
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.text import parse, show
from pairforge.program.trace import trace

P = 1009
RADIX = 1 << 16
FIELD = PrimeField(P)


def text(k: DecidingArithmetic[E], x: E, y: E) -> tuple[E, ...]:
    """Every decision, on inputs, on products, in a loop, and on constants."""
    n, m = k.integer(x), k.integer(x * y)
    five = k.integer(k.constant(5))
    less, equal = k.less(n, m), k.equal(k.shift(n, 2), five)
    picked = k.select(n, 1, x + y, k.constant(7))

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        total, bits = state
        bits = k.rotate(bits, 9, 2)
        return k.select(bits, 0, total * x, total + y), bits

    total, bits = k.loop("digits", 4, (picked, n), body)
    return (
        total,
        k.element(less),
        k.element(k.xor(n, m)),
        k.element(equal + less),
        k.element(bits),
        k.element(m - k.select(less, 0, n, m)),
    )


@pytest.mark.parametrize("radix", [None, RADIX])
@pytest.mark.parametrize("pipeline", ["default", "none"])
@given(x=st.integers(0, P - 1), y=st.integers(0, P - 1))
def test_programs_decide_as_the_text_does(radix: int | None, pipeline: str, x: int, y: int) -> None:
    traced = trace("text", P, 1, ("x", "y"), ("e0", "e1", "e2", "e3", "e4", "e5"), text)
    program = optimise(
        traced, Capabilities({}, (), chain=False, memory=True, prime=True, radix=radix), pipeline
    )
    assert parse(show(program)) == program and parse(show(traced)) == traced
    inputs = tuple(map(FIELD.constant, (x, y)))
    meant = text(FIELD, *inputs)
    assert run(traced, FIELD, inputs) == meant
    scale = FIELD.constant(pow(radix or 1, -1, P))
    held = tuple(v * scale for v in inputs)
    assert run(program, FIELD, held, radix) == tuple(v * scale for v in meant)


def test_integers_of_inputs_and_of_results_cost_no_product() -> None:
    """An input is there as an integer before it is an element, and a flag leaves as it is."""

    def flag(k: Any, x: Any, y: Any) -> tuple[Any, ...]:
        return (k.element(k.less(k.integer(x), k.integer(y))),)

    traced = trace("flag", P, 1, ("x", "y"), ("e",), flag)
    capabilities = Capabilities({}, (), chain=False, memory=True, prime=True, radix=RADIX)
    assert "mul" not in optimise(traced, capabilities).counts()


@given(st.integers(0, 4000), st.integers(0, 4000), st.integers(0, (1 << 600) - 1))
def test_moves(places: int, width: int, n: int) -> None:
    """Attributes are those of one decision alone, and a rotation puts each bit where it belongs."""
    move = Move(places % width if width else places, width)
    assert Move.of(move.attribute) == move and Move.is_meant(move.attribute)
    assert not any(map(Move.is_meant, (LESS, EQUAL, 0, 63)))
    moved = move(n)
    if not width:
        assert moved == n // 2**places
    for i in range(min(width, 600)):
        assert moved >> (i + move.places) % width & 1 == n >> i & 1
