"""Additions that products alone read are made by the multiplier: (a +- b) c and (a +- b)(c +- d).

For machines whose multiplier adds up two values for each of its factors. Over a large prime; needs
`lower_prime` before it, after which every operand is one value, and `fuse_products`. Run `merge_sums` behind
it: what a multiplier takes costs no operation at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from pairforge.program.ir import Op, Program, Region
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.rewrite import reads_of
from pairforge.program.signs import packed


def absorb_sums(program: Program, able: Callable[[str], bool]) -> Program:
    """Absorb in the blocks and loops for which `able` says that there is a multiplier of sums."""
    program = eliminate_dead(program)
    readers = reads_of(program)
    regions = tuple(_absorbed(region, readers) if able(region.name) else region for region in program.regions)
    return eliminate_dead(program.with_regions(regions))


def _absorbed(region: Region, readers: Mapping[str, int]) -> Region:
    """The region; what nobody reads any more is still there."""
    as_factor = Counter(form.single for op in region.ops if op.kind == "mul" for form in op.operands)
    sums = {op.name: op for op in region.ops if op.kind == "add" and as_factor[op.name] == readers[op.name]}
    return replace(region, ops=tuple(_of_sums(op, sums) if op.kind == "mul" else op for op in region.ops))


def _of_sums(op: Op, sums: Mapping[str, Op]) -> Op:
    """A product with its factors written out that are among the sums; a sum alone comes first."""
    x, y = op.operands
    first, second = sums.get(x.single or ""), sums.get(y.single or "")
    if first and second:
        (a, c), (b, d) = first.operands, second.operands
        signs = [first.attribute or 1, second.attribute or 1]
        return replace(op, kind="mul4", operands=(a, b, c, d), attribute=packed(signs))
    if one := first or second:
        a, c = one.operands
        return replace(
            op, kind="mul3", operands=(a, y if first else x, c), attribute=packed([one.attribute or 1])
        )
    return op
