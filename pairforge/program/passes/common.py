"""Common subexpressions: an operation equal to an earlier one gives way to it.

Two operations are equal if kind, attribute and operands are, the two operands of a product or an
addition in either order. Values of earlier regions count as available in later ones; a loop body sees only
what is the same in every iteration. Needs nothing before it; leaves no two equal operations in one region.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pairforge.program.ir import Loop, Op, Program, Region
from pairforge.program.rewrite import rename_carried, rename_op


def eliminate_common(program: Program, *, across: bool = True) -> Program:
    """Replace repeated operations by their first occurrence; `across`: also by one in an earlier region."""
    p = program.characteristic
    names: dict[str, str] = {}
    known: dict[Any, str] = {}
    regions: list[Region] = []
    for region in program.regions:
        ops: list[Op] = []
        inside = dict(known)
        for op in region.ops:
            op = rename_op(op, names, p)
            key = _key(op)
            if not op.streams and not op.lasts and key in inside:
                names[op.name] = inside[key]
                continue
            inside[key] = op.name
            ops.append(op)
        if isinstance(region, Loop):
            carried = tuple(rename_carried(looped, names) for looped in region.carried)
            regions.append(replace(region, ops=tuple(ops), carried=carried))
        else:
            known = inside if across else known
            regions.append(replace(region, ops=tuple(ops)))
    return program.with_regions(tuple(regions))


def _key(op: Op) -> Any:
    either = op.kind == "mul" or (op.kind, op.attribute) == ("add", 1)
    operands = tuple(sorted(op.operands, key=repr)) if either else op.operands
    return (op.kind, op.attribute, operands)
