"""Sums of three and four values as one operation, and sums that multipliers make: the same value, fewer
operations."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairings.named import ate

from pairforge.algebra.prime_field import PrimeField
from pairforge.pairings.computation import join
from pairforge.program.instances import canonical_bodies
from pairforge.program.interpret import run
from pairforge.program.ir import Op, Program
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.passes.factors import absorb_sums
from pairforge.program.passes.sums import Adders, merge_sums
from pairforge.program.rewrite import reads_of
from pairforge.program.signs import SUMS, packed, unpacked
from pairforge.program.text import parse, show
from pairforge.program.trace import trace

from .programs import P1009, sums_of_products

FIELD = PrimeField(P1009)


def absorbed(program: Program) -> Program:
    return absorb_sums(program, lambda _: True)


def one_unit(*values: int) -> Adders:
    """A unit that does sums of so many values."""
    return dict.fromkeys(values, ("add", 1))


counts = st.sampled_from(
    [one_unit(2), one_unit(2, 3), one_unit(2, 3, 4), one_unit(2, 4), {2: ("add", 1), 3: ("sum", 2)}]
)


@given(st.lists(st.sampled_from([1, -1])))
def test_signs_come_out_as_they_went_in(signs: list[int]) -> None:
    assert unpacked(packed(signs)) == tuple(signs)


def test_the_signs_of_the_explanation() -> None:
    assert [packed(signs) for signs in ((1,), (-1,), (-1, 1, 1))] == [2, 3, 9]


@given(sums_of_products(), counts, st.integers(0, P1009 - 1), st.integers(0, P1009 - 1))
@settings(max_examples=200, deadline=None)
def test_a_program_of_longer_sums_means_the_same(program: Program, most: Any, x: int, y: int) -> None:
    after = merge_sums(program, lambda _: most)
    after.check()
    inputs = (FIELD.constant(x), FIELD.constant(y))
    assert run(after, FIELD, inputs) == run(program, FIELD, inputs)
    assert parse(show(after)) == after
    assert {op.kind for op in after.ops} & {"add3", "add4"} <= {SUMS[count] for count in most}


@given(sums_of_products(), st.integers(0, P1009 - 1), st.integers(0, P1009 - 1))
@settings(max_examples=200, deadline=None)
def test_a_program_of_products_of_sums_means_the_same(program: Program, x: int, y: int) -> None:
    after = absorbed(program)
    after.check()
    inputs = (FIELD.constant(x), FIELD.constant(y))
    assert run(after, FIELD, inputs) == run(program, FIELD, inputs)
    assert parse(show(after)) == after
    before, found = eliminate_dead(program).counts(), after.counts()
    assert sum(found.get(kind, 0) for kind in ("mul", "mul3", "mul4")) == before.get("mul", 0)


@given(sums_of_products())
@settings(max_examples=100, deadline=None)
def test_no_addition_is_left_that_products_alone_read(program: Program) -> None:
    after = absorbed(program)
    readers = reads_of(after)
    for region in after.regions:
        products = Counter(name for op in region.ops if op.kind == "mul" for name in _each(op))
        for op in region.ops:
            assert op.kind != "add" or products[op.name] < readers[op.name], show(after)


@given(sums_of_products(), counts)
@settings(max_examples=60, deadline=None)
def test_loops_that_repeat_each_other_still_do(program: Program, most: Any) -> None:
    for after in (merge_sums(program, lambda _: most), absorbed(program)):
        assert all(canonical.name == "iteration" for canonical in canonical_bodies(after).values())


@given(sums_of_products())
@settings(max_examples=100, deadline=None)
def test_no_two_additions_are_left_that_could_be_one(program: Program) -> None:
    after = merge_sums(program, lambda _: one_unit(2, 3))
    readers = reads_of(after)
    for region in after.regions:
        made = {op.name: op for op in region.ops}
        for op in region.ops:
            for name in op.reads if op.kind == "add" else ():
                inner = made.get(name)
                assert inner is None or inner.kind != "add" or readers[name] > 1, show(after)


@pytest.mark.parametrize(("adders", "units", "left"), [(1, 1, 4), (2, 1, 6), (4, 1, 8), (1, 4, 0)])
def test_no_unit_gets_more_to_do_than_the_busiest_one_had(adders: int, units: int, left: int) -> None:
    """Of 12 additions in pairs, until the unit of sums of three has as much to do as an adder."""
    lines = [
        f"  a{i} = add 1 (x) (y)\n  b{i} = add -1 (a{i}) (x)\n  o{i} = output {i} (b{i})" for i in range(6)
    ]
    text = f"program p over {P1009}^1\nblock b\n  x = input 0\n  y = input 1\n" + "\n".join(lines)
    after = merge_sums(parse(text), lambda _: {2: ("add", adders), 3: ("sum", units)}).counts()
    assert (after.get("add", 0), after["add3"]) == (left, (12 - left) // 2)


def test_a_machine_without_such_a_unit_has_no_such_operation() -> None:
    def text(k: Any, x: Any, y: Any) -> Any:
        return (x * y + x - y + x * (x - y) * x,)

    traced = trace("text", P1009, 1, ("x", "y"), ("e",), text)
    for adds, factors, pipeline, expected in (
        (None, None, "default", {"mul": 3, "add": 4}),
        (lambda _: one_unit(2), lambda _: False, "default", {"mul": 3, "add": 4}),
        (lambda _: one_unit(2, 3), None, "default", {"mul": 3, "add": 2, "add3": 1}),
        (lambda _: one_unit(2, 3, 4), None, "default", {"mul": 3, "add": 1, "add4": 1}),
        (None, lambda _: True, "default", {"mul": 2, "mul3": 1, "add": 3}),
        (lambda _: one_unit(2, 3, 4), lambda _: True, "default", {"mul": 2, "mul3": 1, "add4": 1}),
        (lambda _: one_unit(2, 3, 4), lambda _: True, "none", {"mul": 3, "add": 4}),
    ):
        machine = Capabilities({}, (), chain=False, memory=True, prime=True, adds=adds, factors=factors)
        found = optimise(traced, machine, pipeline).counts()
        assert {kind: n for kind, n in found.items() if kind[:3] in ("add", "mul")} == expected


@pytest.mark.parametrize("name", ["ate-fp-103", "ate-fp-727"])
@pytest.mark.parametrize("radix", [None, 1 << 7])
def test_a_pairing_means_the_same_with_fewer_operations(name: str, radix: int | None) -> None:
    pairing = ate(name)
    p, k, stage = pairing.p, PrimeField(pairing.p), join("whole", pairing.stages)
    traced = trace(name, p, 1, stage.inputs, stage.outputs, stage.algorithms["karatsuba+karatsuba"])
    machine = Capabilities({}, (), chain=False, memory=True, prime=True, radix=radix)
    three, four = {"adds": lambda _: one_unit(2, 3)}, {"adds": lambda _: one_unit(2, 3, 4)}
    factors = {"factors": lambda _: True}
    programs = [
        optimise(traced, replace(machine, **able))
        for able in ({}, three, four, factors, {**three, **factors}, {**four, **factors})
    ]
    scale = pow(radix or 1, -1, p)
    for P_, Q in pairing.random_points(3, seed=2):
        inputs = [k.constant(c * scale % p) for c in (*P_, *Q)]
        expected = tuple(k.constant(c * scale % p) for c in pairing.model(P_, Q))
        assert [run(program, k, inputs) for program in programs] == [expected] * len(programs)
    assert [_additions(program) for program in programs] == ADDITIONS[name, radix]


ADDITIONS = {
    ("ate-fp-103", None): [5930, 4334, 3975, 5084, 3488, 3130],
    ("ate-fp-103", 128): [5930, 4334, 3975, 5074, 3483, 3126],
    ("ate-fp-727", None): [3712, 2697, 2380, 3230, 2215, 1898],
    ("ate-fp-727", 128): [3712, 2697, 2380, 3220, 2210, 1895],
}
"""Additions that are operations: none merged, up to three and up to four values; then with multipliers that
make some. With a radix results are multiplied once more."""


def _additions(program: Program) -> int:
    found = program.counts()
    return sum(found.get(kind, 0) for kind in SUMS.values())


def _each(op: Op) -> list[str]:
    """What an operation reads, as often as it reads it."""
    return [name for form in op.operands for name in form.names]
