"""Additions that one other addition alone reads become part of it: a +- b +- c, a +- b +- c +- d.

For machines with a unit that adds up three or four values. From the first operation of a region to the last,
each addition takes in those that nothing else reads, the one that is made last first, as long as there is an
operation for so many values. Where three are the most, no other choice leaves fewer operations (a greatest
matching of a forest, from the leaves on). Over a large prime; needs `lower_prime` before it, after which each
operand is one value, and `fuse_products`, which wants sums of two products as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from pairforge.program.ir import Linear, Op, Program, Region
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.rewrite import reads_of
from pairforge.program.signs import packed

Terms = tuple[tuple[int, Linear], ...]
"""What is added up, each with its sign, 1 or -1; the first one with 1."""

KINDS = {2: "add", 3: "add3", 4: "add4"}
"""The kinds of operation by how many values they add up."""


def merge_sums(program: Program, counts: Callable[[str], Collection[int]]) -> Program:
    """Merge additions; `counts`: how many values an operation in a block or loop of that name can add up."""
    program = eliminate_dead(program)
    readers = reads_of(program)
    regions = tuple(_merged(region, readers, counts(region.name)) for region in program.regions)
    return eliminate_dead(program.with_regions(regions))


def _merged(region: Region, readers: Mapping[str, int], counts: Collection[int]) -> Region:
    """The region; what nobody reads any more is still there."""
    made: dict[str, Terms] = {}
    heights: dict[str, int] = {}  # the most operations one behind the other up to a value
    ops: list[Op] = []
    for op in region.ops:
        if op.kind == "add":
            first, second = op.operands
            terms: Terms = ((1, first), (op.attribute or 1, second))
            for name in sorted(op.reads, key=lambda name: -heights.get(name, 0)):
                alone = readers[name] == sum(form.single == name for form in op.operands)
                more = _with(terms, name, made.get(name, ())) if alone and name in made else terms
                terms = more if len(more) in counts else terms
            made[op.name] = terms
            op = _sum(op, terms)
        heights[op.name] = 1 + max((heights.get(name, 0) for name in op.reads), default=0)
        ops.append(op)
    return replace(region, ops=tuple(ops))


def _with(terms: Terms, name: str, inner: Terms) -> Terms:
    """The terms with what a value is the sum of in its place."""
    found: list[tuple[int, Linear]] = []
    for sign, form in terms:
        found += [(sign * s, f) for s, f in inner] if form.single == name else [(sign, form)]
    return tuple(found)


def _sum(op: Op, terms: Terms) -> Op:
    """The operation with these terms."""
    _, *signs = (sign for sign, _ in terms)
    attribute = signs[0] if len(terms) == 2 else packed(signs)
    return replace(op, kind=KINDS[len(terms)], operands=tuple(form for _, form in terms), attribute=attribute)
