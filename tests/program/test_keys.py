"""Secrets between runs: an operation that stores one stays in a program, whatever reads what it says."""

import pytest

from pairforge.algebra.arithmetic import PLACES, E, KeepingArithmetic
from pairforge.algebra.key_store import KeepingField
from pairforge.program.interpret import run
from pairforge.program.ir import Program
from pairforge.program.passes import PIPELINES, Capabilities, optimise
from pairforge.program.text import parse, show
from pairforge.program.trace import trace

P = 1009
RADIX = 1 << 16


def storing(k: KeepingArithmetic[E], x: E, y: E) -> tuple[E, ...]:
    """Stores y at x, twice; nothing reads whether it was stored."""
    for _ in range(2):
        k.keep(k.integer(x), k.integer(y))
    return (x,)


def reading(k: KeepingArithmetic[E], x: E, y: E) -> tuple[E, ...]:
    """What is stored at x, and more than that; y is an input that nothing reads."""
    return (k.element(k.kept(k.integer(x)) + k.integer(k.constant(3))),)


def programs(pipeline: str, radix: int | None) -> list[Program]:
    capabilities = Capabilities({}, (), chain=False, memory=True, prime=True, radix=radix)
    traced = [trace(text.__name__, P, 1, ("x", "y"), ("e",), text) for text in (storing, reading)]
    return [optimise(each, capabilities, pipeline) for each in traced]


@pytest.mark.parametrize("radix", [None, RADIX])
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_what_one_run_stores_another_reads(pipeline: str, radix: int | None) -> None:
    store, read = programs(pipeline, radix)
    assert [op.kind for op in store.ops].count("keep") == 2
    assert all(parse(show(program)) == program for program in (store, read))
    field = KeepingField(P)
    scale = field.constant(pow(radix or 1, -1, P))

    def results(program: Program, *inputs: int) -> list[int]:
        held = [field.constant(value) * scale for value in inputs]
        return [int(made) * (radix or 1) % P for made in run(program, field, held, radix)]

    for place in (0, PLACES - 1, PLACES, P - 1):
        assert results(read, place, 0) == [3]
    for place, secret in ((0, 5), (PLACES - 1, P - 1), (PLACES, 8), (P - 1, 9)):
        assert results(store, place, secret) == [place]
    assert field.places == [5, 0, 0, P - 1]
    assert [results(read, place, 0) for place in range(PLACES + 1)] == [[8], [3], [3], [2], [3]]
