"""Additions that one other addition alone reads become part of it: a +- b +- c, a +- b +- c +- d.

For machines with a unit that adds up three or four values. From the first operation of a region to the last,
each addition takes in those that nothing else reads, the one that is made last first: as long as there is an
operation for so many values, and the busiest unit gets no more to do by it. Where one unit does all, and
three values are the most, no other choice leaves fewer operations (a greatest matching of a forest, from the
leaves on). Over a large prime; needs `lower_prime` before it, after which each operand is one value, and
`fuse_products`, which wants sums of two products as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from pairforge.program.ir import Linear, Op, Program, Region
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.rewrite import reads_of
from pairforge.program.signs import SUMS, packed

Terms = tuple[tuple[int, Linear], ...]
"""What is added up, each with its sign, 1 or -1; the first one with 1."""

Adders = Mapping[int, tuple[str, int]]
"""By how many values an operation adds up, the unit that does it and how many of it there are."""


def merge_sums(program: Program, adders: Callable[[str], Adders]) -> Program:
    """Merge additions; `adders`: those for a block or loop of that name."""
    program = eliminate_dead(program)
    readers = reads_of(program)
    regions = tuple(_merged(region, readers, adders(region.name)) for region in program.regions)
    return eliminate_dead(program.with_regions(regions))


def _merged(region: Region, readers: Mapping[str, int], adders: Adders) -> Region:
    """The region; what nobody reads any more is still there."""
    made: dict[str, Terms] = {}
    heights: dict[str, int] = {}  # the most operations one behind the other up to a value
    left = Counter({2: sum(op.kind == "add" for op in region.ops)})  # additions by how many values they have
    ops: list[Op] = []
    for op in region.ops:
        if op.kind == "add":
            first, second = op.operands
            terms: Terms = ((1, first), (op.attribute or 1, second))
            for name in sorted(op.reads, key=lambda name: -heights.get(name, 0)):
                if name not in made or readers[name] > sum(form.single == name for form in op.operands):
                    continue
                more = _with(terms, name, made[name])
                after = left.copy()
                after.subtract([len(terms), len(made[name])])
                after[len(more)] += 1
                if len(more) in adders and _busiest(after, adders) <= _busiest(left, adders):
                    terms, left = more, after
            made[op.name] = terms
            op = _sum(op, terms)
        heights[op.name] = 1 + max((heights.get(name, 0) for name in op.reads), default=0)
        ops.append(op)
    return replace(region, ops=tuple(ops))


def _busiest(left: Mapping[int, int], adders: Adders) -> float:
    """The most operations that one of the units has to do."""
    work: Counter[str] = Counter()
    for values, (unit, _) in adders.items():
        work[unit] += left[values]
    return max((work[unit] / count for unit, count in adders.values()), default=0.0)


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
    return replace(op, kind=SUMS[len(terms)], operands=tuple(form for _, form in terms), attribute=attribute)
