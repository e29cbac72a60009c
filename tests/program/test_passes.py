"""Every pass keeps the meaning; what each does is a golden file: input, options, expected text."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairings.named import named

from pairforge.errors import UserError
from pairforge.pairings.supersingular_binary import EtaBinaryPairing
from pairforge.program.interpret import run
from pairforge.program.ir import Block, Loop, Program
from pairforge.program.passes import PIPELINES, Capabilities, optimise
from pairforge.program.passes.align import align_instances
from pairforge.program.passes.coalesce import coalesce_carried
from pairforge.program.passes.collapse import collapse_linear
from pairforge.program.passes.common import eliminate_common
from pairforge.program.passes.copies import add_copies
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.passes.factors import absorb_sums
from pairforge.program.passes.frobenius import lower_frobenius
from pairforge.program.passes.fuse import fuse_products
from pairforge.program.passes.lazy import split_products
from pairforge.program.passes.prologue import add_prologue_operations
from pairforge.program.passes.sums import merge_sums
from pairforge.program.text import parse, show

from .programs import FIELDS, elements, programs, traced

GOLDEN = Path(__file__).with_name("golden")

PASSES: dict[str, Callable[[Program], Program]] = {
    "align": align_instances,
    "common": eliminate_common,
    "dead": eliminate_dead,
    "prologue": add_prologue_operations,
    "coalesce": coalesce_carried,
    "copies": add_copies,
    "fuse": lambda program: fuse_products(program, lambda block: block != "kept"),
    "factors": lambda program: absorb_sums(program, lambda block: block != "kept"),
    "sums": lambda program: merge_sums(
        program, lambda block: dict.fromkeys((2,) if block == "two" else (2, 3, 4), ("add", 1))
    ),
    "lazy": lambda program: split_products(program, lambda block, kind: block != "kept" and kind != "mul"),
    "collapse": lambda program: collapse_linear(program, {"sum": 4, "mul": 2, "output": 1}),
    "frobenius": lambda program: lower_frobenius(program, (1, -1), chain=False),
    "frobenius chain": lambda program: lower_frobenius(program, (), chain=True),
}

BEUCHAT = Capabilities({"mul": 2, "sum": 4, "frob": 1}, (-1, 1), chain=False)


def same(before: Program, after: Program, seed: int, count: Any = 3) -> None:
    field = FIELDS[before.characteristic, before.degree]
    inputs = before.counts()["input"]
    for k in range(count):
        values = elements(before, inputs, 1000 * seed + k)
        assert run(before, field, values) == run(after, field, values)


@pytest.mark.parametrize("name", sorted(PASSES))
def test_a_pass_keeps_the_meaning_of_every_program(name: str) -> None:
    @given(programs(), st.integers(0, 999))
    @settings(max_examples=60, deadline=None)
    def check(program: Any, seed: Any) -> None:
        after = PASSES[name](program)
        after.check()
        same(program, after, seed)

    check()


@pytest.mark.parametrize("name", sorted(set(PASSES) - {"prologue", "collapse"}))
def test_a_pass_done_twice_does_nothing_more(name: str) -> None:
    @given(programs())
    @settings(max_examples=30, deadline=None)
    def check(program: Any) -> None:
        once = PASSES[name](program)
        assert PASSES[name](once) == once

    check()


@pytest.mark.parametrize("pipeline", PIPELINES)
@given(program=programs(), seed=st.integers(0, 999), terms=st.integers(1, 4), width=st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_a_pipeline_keeps_the_meaning(
    pipeline: str, program: Program, seed: int, terms: int, width: int
) -> None:
    capabilities = Capabilities({"mul": width, "sum": terms, "frob": 1}, (1, -1), chain=False)
    same(program, optimise(program, capabilities, pipeline), seed)


@pytest.mark.parametrize("stage", ["miller", "final"])
@pytest.mark.parametrize("name", sorted(PASSES))
def test_a_pass_keeps_the_meaning_of_the_pairing(name: str, stage: str) -> None:
    program = traced("eta-f2-5", stage)
    same(program, PASSES[name](program), 7, count=20)


def test_none_and_default_agree_over_f2_239() -> None:
    field_program = traced("eta-f2-239", "miller")
    results = []
    pairing = named("eta-f2-239", EtaBinaryPairing)
    ((P, Q),) = pairing.random_points(1, seed=5)
    field = pairing.group.field
    for pipeline in PIPELINES:
        program = optimise(field_program, BEUCHAT, pipeline)
        results.append(run(program, field, [field.constant(c) for c in (*P, *Q)]))
    assert results[0] == results[1]


def test_the_default_pipeline_leaves_a_loop_of_7_products_and_6_sums() -> None:
    program = optimise(traced("eta-f2-239", "miller"), BEUCHAT)
    loop = next(region for region in program.regions if isinstance(region, Loop))
    kinds = [op.kind for op in loop.ops]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"mul": 7, "sum": 6, "frob": 4}


@given(programs(), st.integers(1, 4), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_a_collapsed_operand_is_no_wider_than_the_machine_takes_or_than_it_was(
    program: Program, sums: int, products: int
) -> None:
    terms = {"sum": sums, "mul": products}
    after = {op.name: op for op in collapse_linear(program, terms).ops}
    for op in program.ops:
        for before, form in zip(op.operands, after[op.name].operands, strict=True):
            assert len(form.terms) <= max(terms.get(op.kind, 1), len(before.terms), 1)


@given(programs())
@settings(max_examples=60, deadline=None)
def test_no_region_has_two_equal_operations_after_common(program: Program) -> None:
    for region in eliminate_common(program).regions:
        keys = [
            (op.kind, op.attribute, frozenset(op.operands) if op.kind == "mul" else op.operands)
            for op in region.ops
            if op.kind not in ("input", "output")
        ]
        assert len(keys) == len(set(keys))


@given(programs())
@settings(max_examples=60, deadline=None)
def test_everything_left_by_dead_is_read(program: Program) -> None:
    after = eliminate_dead(program)
    read = {name for op in after.ops for name in op.reads}
    for region in after.regions:
        if isinstance(region, Loop):
            read |= {c.initial for c in region.carried} | {c.next for c in region.carried}
    for op in after.ops:
        assert op.kind in ("input", "output") or op.name in read


def test_dead_keeps_a_value_from_before_a_loop_that_only_a_carry_takes() -> None:
    text = "program p over 2^5\nblock a\n  x = input 0\n  y = sum (x + 1)\n"
    text += "loop l 2\n  carry s from x to y as r\n  z = sum (s)\nblock b\n  o = output 0 (r)\n"
    after = eliminate_dead(parse(text))
    after.check()
    assert "y" in {op.name for op in after.ops}


@given(programs())
@settings(max_examples=60, deadline=None)
def test_an_anchored_carry_has_operations_of_one_unit_of_its_own_at_both_ends(program: Program) -> None:
    after = add_prologue_operations(program)
    for at, region in enumerate(after.regions):
        if not isinstance(region, Loop):
            continue
        block = after.regions[at - 1]
        assert isinstance(block, Block)
        before = {op.name: op for op in block.ops}
        body = {op.name: op for op in region.ops}
        nexts = [looped.next for looped in region.carried]
        initials = [looped.initial for looped in region.carried]
        assert len(set(nexts)) == len(nexts) and len(set(initials)) == len(initials)
        for looped in region.carried:
            first, following = before[looped.initial], body[looped.next]
            assert first.kind == following.kind
            assert first.kind != "frob" or first.attribute == following.attribute
        for op in after.ops:
            assert not set(op.reads) & set(initials)


@given(programs())
@settings(max_examples=60, deadline=None)
def test_a_carry_that_has_a_home_starts_with_a_value_nobody_else_wants(program: Program) -> None:
    after = coalesce_carried(program)
    for at, region in enumerate(after.regions):
        if not isinstance(region, Loop):
            continue
        body = {op.name for op in region.ops}
        initials = [looped.initial for looped in region.carried]
        assert len(set(initials)) == len(initials)
        changed = [looped for looped in region.carried if not looped.held]
        nexts, initials = (
            [looped.next for looped in changed],
            [looped.initial for looped in changed],
        )
        assert len(set(nexts)) == len(nexts)
        assert set(nexts) <= body
        assert not {name for later in after.regions[at:] for op in later.ops for name in op.reads} & set(
            initials
        )


@given(
    programs(),
    st.sampled_from([((1,), False), ((1, -1), False), ((1, 3, -1), False), ((), True), ((-1,), True)]),
)
@settings(max_examples=60, deadline=None)
def test_only_powers_the_machine_has_are_left(program: Program, capabilities: Sequence[Any]) -> None:
    powers, chain = capabilities
    for op in lower_frobenius(program, powers, chain).ops:
        if op.kind == "frob":
            assert op.attribute is not None
            assert op.attribute in powers or (chain and 0 < op.attribute < program.degree)


def test_few_steps_are_done_by_units_and_many_by_a_chain() -> None:
    text = "program p over 2^239\nblock b\n  x = input 0\n"
    wanted = {1: [1], 5: [5], -1: [-1], -2: [-1, -1], -3: [-1, -1, -1], -59: [-1] * 59, -60: [179]}
    for k, (power, steps) in enumerate(wanted.items()):
        source = parse(f"{text}  y{k} = frob {power} (x)\n  z = output 0 (y{k})\n")
        lowered = lower_frobenius(source, (-1,), chain=True)
        assert [op.attribute for op in lowered.ops if op.kind == "frob"] == steps


@pytest.mark.parametrize(("powers", "power"), [((), 1), ((2,), 1), ((-2, 2), 1)])
def test_a_power_that_cannot_be_made_is_an_error_of_the_machine(powers: Sequence[Any], power: int) -> None:
    text = f"program p over 2^4\nblock b\n  x = input 0\n  y = frob {power} (x)\n  z = output 0 (y)\n"
    with pytest.raises(UserError) as error:
        lower_frobenius(parse(text), powers, chain=False)
    assert str(error.value) == (
        "no unit for operation frob 1 (y) in program p: "
        "the stage needs a unit of kind frobenius-chain, or of kind frobenius with power 1 or -1"
    )


def test_an_unknown_pipeline_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^no pipeline 'best'$"):
        optimise(traced("eta-f2-5", "final"), BEUCHAT, "best")


# -- golden files: `pass: NAME`, the program, `---`, the program it becomes -----------------------------


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("pass-*.txt")), ids=lambda path: path.stem)
def test_a_pass_turns_the_golden_input_into_the_golden_text(path: Path) -> None:
    options, rest = path.read_text().split("\n", 1)
    before, after = rest.split("---\n")
    name = options.removeprefix("pass: ")
    assert show(PASSES[name](parse(before, path.name))) == after


def test_every_pass_has_a_golden_file() -> None:
    covered = {
        path.read_text().split("\n", 1)[0].removeprefix("pass: ") for path in GOLDEN.glob("pass-*.txt")
    }
    assert covered == set(PASSES)


def test_the_optimised_miller_loop_is_the_golden_one() -> None:
    program = optimise(traced("eta-f2-239", "miller"), BEUCHAT)
    assert show(program) == (GOLDEN / "eta-f2-239.miller.default.txt").read_text()


def test_sums_move_across_blocks_that_follow_each_other_but_not_across_a_loop() -> None:
    text = """program p over 2^5
block a
  x = input 0
  s = sum (x + 1)
block b
  m = mul (s) (x)
loop l 3
  carry c from m to n as r
  n = mul (c) (s)
block d
  t = sum (r + s)
block e
  y = mul (t) (s)
  z = output 0 (y)
"""
    ops = {op.name: op for op in collapse_linear(parse(text), {"mul": 2}).ops}
    assert ops["m"].operands[0].names == ("x",)
    assert ops["n"].operands[1].names == ("s",)
    assert set(ops["y"].operands[0].names) == {"r", "s"}
