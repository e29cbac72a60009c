"""Two products and their sum as one operation: the same value, on any program and in the real texts."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairings.named import ate

from pairforge.algebra.prime_field import PrimeField
from pairforge.pairings.computation import join
from pairforge.program.instances import canonical_bodies
from pairforge.program.interpret import run
from pairforge.program.ir import Loop, Program
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.passes.fuse import fuse_products
from pairforge.program.text import parse, show
from pairforge.program.trace import trace

from .programs import P1009, sums_of_products

FIELD = PrimeField(P1009)


def fused(program: Program) -> Program:
    return fuse_products(program, lambda _: True)


@given(sums_of_products(), st.integers(0, P1009 - 1), st.integers(0, P1009 - 1))
@settings(max_examples=150, deadline=None)
def test_a_fused_program_means_the_same_and_is_no_longer(program: Program, x: int, y: int) -> None:
    after = fused(program)
    after.check()
    inputs = (FIELD.constant(x), FIELD.constant(y))
    assert run(after, FIELD, inputs) == run(program, FIELD, inputs)
    assert parse(show(after)) == after
    before, counts = Counter(eliminate_dead(program).counts()), Counter(after.counts())
    assert counts["mul"] + counts["dot"] <= before["mul"]
    assert counts["add"] + counts["dot"] <= before["add"] + before["mul"]


@given(sums_of_products())
@settings(max_examples=60, deadline=None)
def test_loops_that_repeat_each_other_still_do(program: Program) -> None:
    led = canonical_bodies(program)
    after = canonical_bodies(fused(program))
    assert led["iteration.2"].name == "iteration"
    assert all(canonical.name == "iteration" for canonical in after.values())


@given(sums_of_products())
@settings(max_examples=60, deadline=None)
def test_no_sum_of_two_products_of_its_own_is_left(program: Program) -> None:
    after = fused(program)
    readers = Counter(name for op in after.ops for form in op.operands for name in form.names)
    for region in after.regions:
        carried = region.carried if isinstance(region, Loop) else ()
        readers.update(name for looped in carried for name in (looped.initial, looped.next))
    for region in after.regions:
        products = {op.name for op in region.ops if op.kind == "mul"}
        for op in region.ops:
            if op.kind == "add" and {form.single for form in op.operands} <= products:
                assert any(readers[name] > 1 for name in op.reads), show(after)


def test_a_machine_without_such_a_unit_has_no_such_operation() -> None:
    def text(k: Any, x: Any, y: Any) -> Any:
        return (x * y + x * x,)

    traced = trace("text", P1009, 1, ("x", "y"), ("e",), text)
    for fuses, pipeline, expected in (
        (None, "default", 0),
        (lambda _: False, "default", 0),
        (lambda _: True, "none", 0),
        (lambda _: True, "default", 1),
    ):
        capabilities = Capabilities({}, (), chain=False, memory=True, prime=True, fuses=fuses)
        assert optimise(traced, capabilities, pipeline).counts().get("dot", 0) == expected


@pytest.mark.parametrize("way", ["karatsuba", "schoolbook", "paired"])
@pytest.mark.parametrize("name", ["ate-fp-103", "ate-fp-727"])
@pytest.mark.parametrize("radix", [None, 1 << 7])
def test_the_texts_of_a_pairing_mean_the_same(name: str, way: str, radix: int | None) -> None:
    """With a radix, as of Montgomery, elements stand for R times what goes in and out."""
    pairing = ate(name)
    p, k, stage = pairing.p, PrimeField(pairing.p), join("whole", pairing.stages)
    traced = trace(name, p, 1, stage.inputs, stage.outputs, stage.algorithms[f"{way}+{way}"])
    programs = [
        optimise(traced, Capabilities({}, (), chain=False, memory=True, prime=True, radix=radix, fuses=fuses))
        for fuses in (None, lambda _: True)
    ]
    assert programs[1].counts()["dot"] > 100
    scale = pow(radix or 1, -1, p)
    for P_, Q in pairing.random_points(3, seed=2):
        inputs = [k.constant(c * scale % p) for c in (*P_, *Q)]
        expected = tuple(k.constant(c * scale % p) for c in pairing.model(P_, Q))
        assert [run(program, k, inputs) for program in programs] == [expected, expected]
