"""Passes over a large prime: what they write means the same, and only additions and products are left."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.algebra.prime_field import PrimeField
from pairforge.program.interpret import run
from pairforge.program.ir import Loop, Program
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.text import parse, show
from pairforge.program.trace import trace

P = 1009
RADIX = 1 << 16
FIELD = PrimeField(P)
BITS = (1, 0, 1, 1, 0, 0, 1)


def text(k: PrimeArithmetic[E], x: E, y: E) -> tuple[E, E, E]:
    """Every kind of operation: multiples small and large, a loop with a value that stays, a ladder."""
    k.block("begin")
    one, three = k.constant(1), k.constant(3)
    a = three * x - y - one
    b = k.constant(500) * y * (x + x)

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        s, t, fixed = state
        return s * t - fixed, t + t - one, fixed

    s, t, fixed = k.loop("iterations", 5, (a, b, y), body)

    def step(state: tuple[E, ...]) -> tuple[E, ...]:
        v, w, base = state
        return v * v - (one + one), v * w - base, base

    v, w, _ = k.ladder("climb", BITS, (one + one, s + t, s + t), step)
    return k.inverse(v) - fixed, k.constant(7), -(v * w)


def optimised(radix: int | None, pipeline: str) -> tuple[Program, Program]:
    traced = trace("text", P, 1, ("x", "y"), ("e0", "e1", "e2"), text)
    capabilities = Capabilities({}, (), chain=False, memory=True, prime=True, radix=radix)
    return traced, optimise(traced, capabilities, pipeline)


@pytest.mark.parametrize("radix", [None, RADIX])
@pytest.mark.parametrize("pipeline", ["default", "none"])
@given(x=st.integers(0, P - 1), y=st.integers(0, P - 1))
def test_programs_mean_what_the_text_means(radix: int | None, pipeline: str, x: int, y: int) -> None:
    """With a radix R, elements stand for R times what goes in and out."""
    traced, program = optimised(radix, pipeline)
    meant = text(FIELD, FIELD.constant(x), FIELD.constant(y))
    assert run(traced, FIELD, (FIELD.constant(x), FIELD.constant(y))) == meant
    scale = pow(radix or 1, -1, P)
    inputs = tuple(FIELD.constant(v * scale % P) for v in (x, y))
    assert run(program, FIELD, inputs) == tuple(v * FIELD.constant(scale) for v in meant)
    assert parse(show(program)) == program


@pytest.mark.parametrize("radix", [None, RADIX])
def test_only_single_values_are_operands(radix: int | None) -> None:
    _, program = optimised(radix, "default")
    for op in program.ops:
        assert op.kind in ("mul", "add", "inv", "sum", "input", "output")
        assert all(form.single for form in op.operands)
    (iterations, climbing) = (region for region in program.regions if isinstance(region, Loop))
    assert [looped.param for looped in iterations.carried] == [
        "iterations.s",
        "iterations.t",
    ]  # the third never changes
    assert climbing.bits == BITS
    muls = sum(op.kind == "mul" for op in climbing.ops)
    adds = sum(op.kind == "add" for op in climbing.ops)
    assert (muls, adds) == (2, 2)


def test_what_comes_in_and_goes_out_is_converted_where_a_machine_wants_it() -> None:
    traced = trace("text", P, 1, ("x", "y"), ("e0", "e1", "e2"), text)
    capabilities = Capabilities({}, (), chain=False, memory=True, prime=True, radix=RADIX, converts=True)
    program = optimise(traced, capabilities)
    ops = {op.name: op for op in program.ops}
    for op in ops.values():
        if op.kind == "output":
            converted = ops[op.reads[0]]
            assert (converted.kind, converted.attribute) == ("convert", -1)
            assert op.name == "e1" or ops[converted.reads[0]].kind == "mul"  # e1 is a constant
        assert op.kind == "convert" or not any(ops[r].kind == "input" for r in op.reads if r in ops)
    assert [op.attribute for op in ops.values() if op.kind == "convert"] == [1, 1, -1, -1, -1]
    inputs = (FIELD.constant(3), FIELD.constant(4))
    plain = optimised(RADIX, "default")[1]
    assert run(program, FIELD, inputs) == run(plain, FIELD, inputs)
    assert parse(show(program)) == program


def test_a_ladder_keeps_its_two_values_though_one_is_not_wanted() -> None:
    def only(k: Any, x: Any, y: Any) -> Any:
        v, _ = k.ladder("climb", (0, 1), (x, y), lambda state: (state[0] * state[1], state[1] * state[1]))
        return (v,)

    program = trace("only", P, 1, ("x", "y"), ("e",), only)
    capabilities = Capabilities({}, (), chain=False, memory=True, prime=True)
    small = optimise(program, capabilities)
    given_ = (FIELD.constant(5), FIELD.constant(9))
    assert run(small, FIELD, given_) == run(program, FIELD, given_)
    (loop,) = (region for region in small.regions if isinstance(region, Loop))
    assert len(loop.carried) == 2


def test_where_a_carry_is_found() -> None:
    loop = Loop("l", 3, (), (), (1, 0, 1))
    assert [loop.feeds(0, iteration) for iteration in range(4)] == [1, 1, 1, 1]
    assert [loop.feeds(2, iteration) for iteration in range(4)] == [2, 2, 2, 2]
    assert Loop("l", 3, (), ()).feeds(0, 2) == 0
