"""Programs are told apart: each kind of change to an operation is seen, and passes change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from pairforge.compiler.check import check_design
from pairforge.compiler.compile import Traced
from pairforge.evidence.identity.programs import ERROR_BITS, compare
from pairforge.machine.designs import find_design
from pairforge.program.ir import Linear, Op, Program, linear
from pairforge.units.parts.representation import radix_of

DESIGNS = [
    "small-f2-5",
    "beuchat-f2-5",
    "beuchat-f3-5",
    "small-f2-239",  # of a degree of 18 bits
    "barenghi-fp-163",
    "ate-fp-103-m1",
    "ate-fp-103-q1",
    "ate-fp-103-lazy",
    "g1-mul-bls12-13",
]


@cache
def traced(name: str) -> Traced:
    return check_design(find_design(name, {}))


@pytest.mark.parametrize("name", DESIGNS)
def test_passes_keep_what_a_program_means(name: str) -> None:
    for stage in traced(name).stages:
        for part, program in stage.parts.items():
            source = stage.sources[part]
            found = compare(source, program, len(inputs_of(source)), radix_of(stage.units))
            assert found.differing is None
            assert found.error_bits >= ERROR_BITS


def inputs_of(program: Program) -> list[Op]:
    return [op for region in program.regions for op in region.ops if op.kind == "input"]


def changed(program: Program) -> Iterator[tuple[str, Program]]:
    """The program with one operation changed, once for every kind of operation that it has."""
    seen = set()
    for i, region in enumerate(program.regions):
        for j, op in enumerate(region.ops):
            if op.kind in seen or op.kind in ("input", "keep"):
                continue
            for other in _others(op, program.characteristic):
                ops = (*region.ops[:j], other, *region.ops[j + 1 :])
                regions = (*program.regions[:i], replace(region, ops=ops), *program.regions[i + 1 :])
                seen.add(op.kind)
                yield f"{op} is {other}", replace(program, regions=regions)


def _others(op: Op, p: int) -> Iterator[Op]:
    if op.operands and op.operands[0].names:
        form = op.operands[0]
        yield replace(op, operands=(_plus_one(form, p), *op.operands[1:]))
    if op.kind == "add":
        yield replace(op, attribute=-(op.attribute or 0))
    if op.kind == "frob":
        yield replace(op, attribute=(op.attribute or 0) + 1)


def _plus_one(form: Linear, p: int) -> Linear:
    return linear(dict(form.terms), form.constant + 1, p)


@pytest.mark.parametrize("name", ["small-f2-5", "beuchat-f3-5", "ate-fp-103-m1", "g1-mul-bls12-13"])
def test_a_changed_operation_is_seen(name: str) -> None:
    for stage in traced(name).stages:
        for part, program in stage.parts.items():
            source = stage.sources[part]
            radix = radix_of(stage.units)
            for what, other in changed(program):
                assert compare(source, other, len(inputs_of(source)), radix).differing is not None, what


def test_a_wrong_radix_is_seen() -> None:
    (stage,) = traced("ate-fp-103-m1").stages
    ((name, program),) = stage.parts.items()
    radix = radix_of(stage.units)
    assert radix is not None
    source = stage.sources[name]
    assert compare(source, program, len(inputs_of(source)), 2 * radix).differing is not None
