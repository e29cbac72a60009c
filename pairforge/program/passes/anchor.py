"""Anchoring carried values: a loop can be entered as if an iteration had run before.

A pipelined loop finds a carried value where the previous iteration's operation left it. For the first
iteration the initial value must stand there too, so it has to come from the same kind of operation, made
for this purpose alone. This pass gives every carry a `next` that is an operation of the body of its own,
and an `initial` that is an operation of the block before it, of the same kind and read by nothing else.
Where `next` is a power of Frobenius and the machine has the opposite power too, the initial value goes
through the opposite and back; else a sum of one value is put in. Needs nothing before it; nothing may run
after it that merges operations.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pairforge.program.ir import Block, Carry, Loop, Op, Program, Region, value


def anchor_carries(program: Program, powers: Collection[int] = ()) -> Program:
    """Anchor every carry of every loop; `powers` of Frobenius that the machine has a unit for."""
    regions: list[Region] = []
    copied: set[str] = set()
    for region in program.regions:
        if not isinstance(region, Loop):
            regions.append(region)
            continue
        if not regions or not isinstance(regions[-1], Block):
            regions.append(Block(f"{region.name}.before", ()))
        before = regions[-1]
        assert isinstance(before, Block)
        block, loop = _anchor(before, region, {op.name: op for r in regions for op in r.ops}, powers)
        regions[-1] = block
        regions.append(loop)
        copied |= {carry.initial for carry in region.carries}
    # An original that only carries read has been replaced by its copies.
    read = {name for region in regions for op in region.ops for name in op.reads}
    read |= {c.next for region in regions if isinstance(region, Loop) for c in region.carries}
    unread = copied - read
    return program.with_regions(tuple(_without(region, unread) for region in regions))


def _without(region: Region, names: set[str]) -> Region:
    kept = tuple(op for op in region.ops if op.name not in names or op.kind == "input")
    return replace(region, ops=kept)


def _anchor(
    block: Block, loop: Loop, known: dict[str, Op], powers: Collection[int]
) -> tuple[Block, Loop]:
    body = {op.name: op for op in loop.ops}
    local = {op.name for op in block.ops}
    body_ops, block_ops = list(loop.ops), list(block.ops)
    used_next: set[str] = set()
    carries: list[Carry] = []
    for carry in loop.carries:
        following = body.get(carry.next)
        first = known.get(carry.initial) if carry.initial in local else None
        alike = first is not None and following is not None and _same_unit(first, following)
        back = following is not None and following.kind == "frob" and -(following.attribute or 0) in powers
        if following is None or carry.next in used_next or not (alike or back or following.kind == "sum"):
            following = Op(f"{carry.param}.next", "sum", (value(carry.next),))
            body_ops.append(following)
            alike = first is not None and first.kind == "sum"
            back = False
        used_next.add(following.name)
        initial = Op(f"{carry.param}.first", "sum", (value(carry.initial),))
        if alike and first is not None:
            initial = replace(first, name=initial.name)
        elif back and following.attribute:
            opposite = f"{carry.param}.before"
            block_ops.append(Op(opposite, "frob", (value(carry.initial),), -following.attribute))
            initial = Op(initial.name, "frob", (value(opposite),), following.attribute)
        block_ops.append(initial)
        carries.append(replace(carry, initial=initial.name, next=following.name))
    return replace(block, ops=tuple(block_ops)), replace(loop, ops=tuple(body_ops), carries=tuple(carries))


def _same_unit(a: Op, b: Op) -> bool:
    """Whether one unit does both, and doing the first twice costs no multiplication."""
    return a.kind == b.kind != "mul" and (a.kind != "frob" or a.attribute == b.attribute)
