"""Copies as additions of zero, for a machine over a large prime whose units copy nothing by themselves.

What `coalesce` puts in comes many at a time: as many as a loop carries. A unit that copies takes one after
the other through the read port of operations with one operand, while the adders, which have ports of their
own, stand idle. Runs last: what merges operations would take the copies away.
"""

from __future__ import annotations

from dataclasses import replace

from pairforge.program.ir import Op, Program, value


def add_copies(program: Program) -> Program:
    """Every sum of one value becomes that value plus the constant 0."""
    if not any(op.kind == "sum" for op in program.ops):
        return program
    held = {element: name for name, element in program.constants}
    zero = held.get(0, "c.zero")

    def copied(op: Op) -> Op:
        if op.kind != "sum":
            return op
        return replace(op, kind="add", operands=(*op.operands, value(zero)), attribute=1)

    regions = tuple(replace(region, ops=tuple(map(copied, region.ops))) for region in program.regions)
    constants = program.constants if 0 in held else (*program.constants, (zero, 0))
    return replace(program, regions=regions, constants=constants)
