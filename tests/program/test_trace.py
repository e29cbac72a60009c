"""What is traced is what the algorithms of the pairings say."""

from collections.abc import Callable
from typing import Any

import pytest
from pairings.named import named

from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.registry import find_pairing
from pairforge.pairings.supersingular_binary import EtaBinaryPairing
from pairforge.program.interpret import run
from pairforge.program.ir import Block, Linear, Loop, Program
from pairforge.program.text import parse, show
from pairforge.program.trace import Tracer, trace

from .programs import FIELDS, traced

CURVES = curves_of(BinarySupersingular, "eta")


@pytest.mark.parametrize("name", sorted(CURVES))
def test_the_miller_loop_is_a_block_a_loop_and_a_block(name: str) -> None:
    program = traced(name, "miller")
    before, loop, after = program.regions
    assert isinstance(before, Block) and isinstance(loop, Loop) and isinstance(after, Block)
    half = (find_pairing(name).degree + 1) // 2
    assert loop.count == half
    counts = program.counts()
    assert counts["mul"] == 7 * half + 1  # Beuchat et al. give 7 (m+1)/2 for the loop, 1 before it
    assert (counts["input"], counts["output"]) == (4, 4)


def test_the_final_exponentiation_over_f2_239_takes_32_multiplications() -> None:
    program = traced("eta-f2-239", "final")
    assert len(program.regions) == 1
    assert program.counts()["mul"] == 21 + 11


def test_a_loop_without_an_iteration_leaves_its_state_as_it_is() -> None:
    program = trace("p", 2, 5, ["x"], ["y"], lambda k, x: k.loop("l", 0, (x,), lambda s: (s[0] * s[0],)))
    assert [op.kind for op in program.ops] == ["input", "output"]
    assert len(program.regions) == 1


@pytest.mark.parametrize("stage", ["miller", "final"])
def test_interpreting_the_trace_gives_the_value_of_the_text(stage: str) -> None:
    pairing = find_pairing("eta-f2-5")
    field = FIELDS[2, 5]
    text = pairing.stage(stage).algorithm
    program = traced("eta-f2-5", stage)
    for P, Q in pairing.random_points(40, seed=2):
        inputs = [field.constant(c) for c in (*P, *Q)]
        assert run(program, field, inputs) == tuple(text(field, *inputs))


def test_both_stages_over_f2_239_interpreted_give_the_model() -> None:
    pairing = named("eta-f2-239", EtaBinaryPairing)
    field = pairing.group.field
    ((P, Q),) = pairing.random_points(1, seed=3)
    middle = run(traced("eta-f2-239", "miller"), field, [field.constant(c) for c in (*P, *Q)])
    value = run(traced("eta-f2-239", "final"), field, middle)
    assert tuple(map(int, value)) == pairing.model(P, Q)


def test_loops_that_the_text_calls_the_same_share_a_template_and_have_names_of_their_own() -> None:
    def text(k: Any, x: Any) -> Any:
        def iteration(state: Any) -> Any:
            (s,) = state
            return (s * s,)

        (x,) = k.loop("square", 2, (x,), iteration)
        (x,) = k.loop("square", 3, (x + k.constant(1),), iteration)
        return (x,)

    program = trace("p", 2, 5, ["x"], ["y"], text)
    loops = [region for region in program.regions if isinstance(region, Loop)]
    assert [(loop.name, loop.count, loop.called) for loop in loops] == [
        ("square", 2, "square"),
        ("square.2", 3, "square"),
    ]
    assert parse(show(program)) == program
    field = FIELDS[2, 5]
    x = field.constant(1)
    assert run(program, field, [x]) == tuple(text(field, x))


def test_tracing_twice_gives_the_same_program() -> None:
    assert traced("eta-f2-239", "final") == traced("eta-f2-239", "final")


def small(text: Callable[..., Any], outputs: tuple[str, ...] = ("y",), p: int = 2, m: int = 5) -> Program:
    return trace("small", p, m, ("a", "b"), outputs, text)


def test_a_form_of_one_value_is_no_operation() -> None:
    program = small(lambda k, a, b: (a + k.constant(0),))
    assert [op.kind for op in program.ops] == ["input", "input", "output"]


def test_a_product_by_a_constant_is_no_multiplication() -> None:
    program = small(lambda k, a, b: (a * k.constant(2) - b,), p=3)
    assert program.counts() == {"input": 2, "sum": 2, "output": 1}
    *_, difference, out = program.ops
    assert difference.operands == (Linear((("b", 2), ("t0", 1))),)
    assert out.operands == (Linear((("t1", 1),)),)


def test_a_power_of_frobenius_goes_the_shorter_way_round_the_field() -> None:
    program = small(lambda k, a, b: (a.frobenius(4), a.frobenius(-7), a.frobenius(5)), ("x", "y", "z"))
    assert [op.attribute for op in program.ops if op.kind == "frob"] == [-1, -2]
    assert list(program.ops)[-1].operands == (Linear((("a", 1),)),)


def test_constants_outside_the_prime_field_cannot_be_traced() -> None:
    with pytest.raises(ValueError, match=r"^only constants of the prime subfield can be traced, not 2$"):
        Tracer(2, 5).constant(2)


def test_the_number_of_outputs_is_checked() -> None:
    with pytest.raises(ValueError, match=r"^small returns 2 elements, 1 are named$"):
        small(lambda k, a, b: (a, b))
