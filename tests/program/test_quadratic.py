"""Programs over F_p2: the same values as over F_p, and what is found of products and sums."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairings.named import ate

from pairforge.algebra.quadratic_field import Quadratic, QuadraticArithmetic
from pairforge.errors import UserError
from pairforge.program.interpret import run
from pairforge.program.ir import CONJUGATED, NORM, REAL, SQUARE, TURNED, Loop, Program
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.passes.quadratic import lower_quadratic
from pairforge.program.text import parse, show
from pairforge.program.trace import Tracer, trace

P = 1019
FIELD = QuadraticArithmetic(P)
MACHINE = Capabilities(lambda op, block: 1, [], chain=False, memory=True, prime=True, copies=False)

elements = st.builds(lambda a: Quadratic(P, a, 0), st.integers(0, P - 1))
steps = st.lists(
    st.tuples(
        st.sampled_from(["+", "-", "*", "i", "conjugate", "square", "norm", "constant"]),
        st.integers(0, 99),
        st.integers(0, 99),
    ),
    min_size=1,
    max_size=25,
)


def build(todo: list[tuple[str, int, int]], loops: int) -> Program:
    """A program on three elements, of which a loop carries two round."""

    def algorithm(k: Any, x: Any, y: Any, z: Any) -> tuple[Any, ...]:
        def body(state: tuple[Any, ...]) -> tuple[Any, ...]:
            values = [*state, z]
            for kind, i, j in todo:
                a, b = values[i % len(values)], values[j % len(values)]
                match kind:
                    case "+":
                        values.append(a + b)
                    case "-":
                        values.append(a - b)
                    case "*":
                        values.append(a * b)
                    case "i":
                        values.append(a.times_i())
                    case "conjugate":
                        values.append(a.frobenius(1))
                    case "square":
                        values.append(a * a)
                    case "norm":
                        values.append(a * a.frobenius(1))
                    case "constant":
                        values.append(a * k.constant(i % P | j % P << P.bit_length()))
            return values[-1], values[-2]

        return tuple(k.loop("body", loops, (x, y), body))

    return trace("random", P, 2, ("x", "y", "z"), ("u", "v"), algorithm)


@given(steps, st.integers(1, 3), st.tuples(elements, elements, elements))
def test_passes_keep_the_values(
    todo: list[tuple[str, int, int]], loops: int, inputs: tuple[Quadratic, ...]
) -> None:
    """Inputs are in F_p, as those of a stage are."""
    program = build(todo, loops)
    expected = run(program, FIELD, inputs)
    for pipeline in ("default", "none"):
        lowered = optimise(program, MACHINE, pipeline)
        assert run(lowered, FIELD, inputs) == expected
        assert not {"turn", "frob"} & lowered.counts().keys()
        assert parse(show(lowered)) == lowered


@pytest.mark.parametrize("name", ["ate-fp-103", "ate-fp-727", "ate-bn254", "ate-bls12-381"])
def test_the_pairing_is_that_of_the_model(name: str) -> None:
    pairing = ate(name)
    assert pairing.over_quadratic is not None
    field = QuadraticArithmetic(pairing.p)
    program = trace(name, pairing.p, 2, pairing.inputs, pairing.outputs, pairing.over_quadratic)
    lowered = optimise(program, MACHINE)
    for number, (point, other) in enumerate(pairing.random_points(2, seed=1)):
        inputs = [field.constant(c) for c in (*point, *other)]
        results = run(lowered, field, inputs), pairing.over_quadratic(field, *inputs)
        for result in results[: 2 - number]:
            assert tuple(x.a for x in result) == pairing.model(point, other)


def test_points_off_their_curves_leave_residuals() -> None:
    pairing = ate("ate-fp-103")
    field = QuadraticArithmetic(pairing.p)
    algorithm = pairing.residuals_over_quadratic
    assert algorithm is not None
    for point, other in pairing.random_points(5, seed=2):
        inputs = (*point, *other)
        for moved in range(len(inputs)):
            for change in (0, 1):
                changed = [(c + change * (i == moved)) % pairing.p for i, c in enumerate(inputs)]
                found = any(x.a for x in algorithm(field, *map(field.constant, changed)))
                satisfied = pairing.satisfied(*_split(changed))
                assert found is not satisfied


def _split(flat: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(flat[:2]), tuple(flat[2:])


def test_what_products_and_sums_take() -> None:
    def algorithm(k: Any, x: Any, y: Any) -> tuple[Any, ...]:
        z = x + y.times_i()
        norm = z * z.frobenius(1)
        inverse = k.inverse(norm)
        return (
            z * z,
            z * inverse,
            z - (z * z).times_i(),
            z + (z * z).frobenius(1),
            z.frobenius(1) * z.times_i(),
        )

    program = trace("kinds", P, 2, ("x", "y"), tuple("abcde"), algorithm)
    ops = Counter((op.kind, op.attribute) for op in optimise(program, MACHINE).ops if not op.streams)
    assert ops == {
        ("addi", TURNED): 2,  # z, and i z by itself
        ("norm", NORM): 1,
        ("inv", None): 1,
        ("mul", SQUARE): 1,
        ("mul", REAL): 1,
        ("addi", -TURNED): 1,
        ("addc", CONJUGATED): 2,  # a sum, and the conjugate by itself
        ("mul", None): 1,
    }


def test_what_a_loop_changes_is_not_taken_for_an_element_of_the_prime_field() -> None:
    def algorithm(k: Any, x: Any, y: Any) -> tuple[Any, ...]:
        z = x + y.times_i()

        def body(state: tuple[Any, ...]) -> tuple[Any, ...]:
            a, b = state
            return a * z, b * x

        return tuple(k.loop("body", 2, (x, y), body))

    lowered = optimise(trace("loop", P, 2, ("x", "y"), ("u", "v"), algorithm), MACHINE)
    (loop,) = (region for region in lowered.regions if isinstance(region, Loop))
    assert [op.attribute for op in loop.ops if op.kind == "mul"] == [None, REAL]


def test_only_what_is_in_the_prime_field_is_inverted() -> None:
    def algorithm(k: Any, x: Any, y: Any) -> tuple[Any, ...]:
        return (k.inverse(x + y.times_i()),)

    with pytest.raises(UserError, match="invert its norm"):
        lower_quadratic(trace("inverse", P, 2, ("x", "y"), ("e",), algorithm))


def test_constants_of_other_fields_are_refused() -> None:
    with pytest.raises(ValueError, match="only constants of the prime subfield"):
        Tracer(P, 1).constant(P)
    with pytest.raises(ValueError, match="only constants of the prime subfield"):
        Tracer(P, 2).constant(1 << 2 * P.bit_length())
