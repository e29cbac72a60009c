"""Instances of one loop body made alike to the letter: operands that differ in their order alone are swapped.

The names of values decide the order in which a linear form is written out, and those of a body that is traced
again are other names. Needs `lower_prime` before it; loops that repeat each other
(`instances.canonical_bodies`) are then the same operation by operation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pairforge.program.ir import Loop, Op, Program, Region
from pairforge.program.rewrite import rename_form


def align_instances(program: Program) -> Program:
    """Swap the operands of multiplications and additions where the first instance has them so."""
    first: dict[str, Loop] = {}
    regions: list[Region] = []
    for region in program.regions:
        if isinstance(region, Loop):
            canonical = first.setdefault(region.called, region)
            if len(canonical.ops) == len(region.ops) and len(canonical.carried) == len(region.carried):
                names = {b.param: a.param for a, b in zip(canonical.carried, region.carried, strict=True)}
                names |= {b.name: a.name for a, b in zip(canonical.ops, region.ops, strict=True)}
                ops = zip(canonical.ops, region.ops, strict=True)
                region = replace(
                    region, ops=tuple(_like(a, b, names, program.characteristic) for a, b in ops)
                )
        regions.append(region)
    return program.with_regions(tuple(regions))


def _like(canonical: Op, op: Op, names: Mapping[str, str], p: int) -> Op:
    """The operation with its operands the other way round, if only so it is that of the canonical body."""
    if op.kind != "mul" and (op.kind, op.attribute) != ("add", 1):
        return op
    operands = tuple(rename_form(form, names, p) for form in op.operands)
    turned = operands != canonical.operands == operands[::-1]
    return replace(op, operands=op.operands[::-1]) if turned else op
