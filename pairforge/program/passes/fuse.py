"""Products that meet in a sum become one operation: a b + c d or a b - c d, reduced once.

For machines with a multiplier that takes two products at a time. A sum or a difference of two products
that nobody else reads is one `dot`, also where the two are the same; a product (a + b)(a - b) whose factors
are not all wanted otherwise is a^2 - b^2. Products that are left stay products. Over a large prime; needs
`lower_prime` before it, after which every operand is one value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from pairforge.program.ir import Linear, Op, Program, Region
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.rewrite import reads_of

Pair = tuple[Linear, Linear]


def fuse_products(program: Program, able: Callable[[str], bool]) -> Program:
    """Fuse in the blocks and loops for which `able` says that there is a unit for it."""
    program = eliminate_dead(program)
    readers = reads_of(program)
    regions = tuple(_fused(region, readers) if able(region.name) else region for region in program.regions)
    return eliminate_dead(program.with_regions(regions))


def _fused(region: Region, readers: Mapping[str, int]) -> Region:
    """The region; what nobody reads any more is still there."""
    made = {op.name: op for op in region.ops}
    squares = {op.name: pair for op in region.ops if (pair := _difference(op, made, readers))}
    ops: list[Op] = []
    for op in region.ops:
        if op.name in squares:
            a, b = squares[op.name]
            op = replace(op, kind="dot", operands=(a, a, b, b), attribute=-1)
        elif op.kind == "add":
            first, second = (made.get(form.single or "") for form in op.operands)
            own = {factor.name for factor in (first, second) if factor and factor.kind == "mul"}
            reads = Counter(op.operands)
            if (
                first
                and second
                and own == {first.name, second.name}
                and not own & squares.keys()
                and all(readers[form.single or ""] == times for form, times in reads.items())
            ):
                op = replace(op, kind="dot", operands=(*first.operands, *second.operands))
        ops.append(op)
    return replace(region, ops=tuple(ops))


def _difference(op: Op, made: Mapping[str, Op], readers: Mapping[str, int]) -> Pair | None:
    """(a, b) where the operation is (a + b)(a - b), and one of these sums is made for it alone."""
    if op.kind != "mul":
        return None
    sums = [made.get(form.single or "") for form in op.operands]
    found = {s.attribute: s for s in sums if s is not None and s.kind == "add"}
    if len(found) < 2 or all(readers[s.name] > 1 for s in found.values()):
        return None
    a, b = found[-1].operands
    return (a, b) if found[1].operands in ((a, b), (b, a)) else None
