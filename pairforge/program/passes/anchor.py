"""Anchoring carried values: a loop can be entered as if an iteration had run before.

A pipelined loop finds a carried value where the previous iteration's operation left it. For the first
iteration the initial value must stand there too, so it has to come from the same kind of operation, made
for this purpose alone. This pass gives every carry a `next` that is an operation of the body of its own,
and an `initial` that is an operation of the block before it, of the same kind and read by nothing else.
Where `next` is a power of Frobenius, an initial constant is a power of itself, and if the machine has the
opposite power too, the initial value goes through the opposite and back; else a sum of one value is put in.
Needs nothing before it; nothing may run after it that merges operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from pairforge.program.ir import Block, Carry, Linear, Loop, Op, Program, Region, value


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


def _anchor(block: Block, loop: Loop, known: dict[str, Op], powers: Collection[int]) -> tuple[Block, Loop]:
    body = {op.name: op for op in loop.ops}
    local = {op.name for op in block.ops}
    body_ops, block_ops = list(loop.ops), list(block.ops)
    readers = _readers(block, loop)
    used_next: set[str] = set()
    carries: list[Carry] = []
    for carry in loop.carries:
        first = known.get(carry.initial) if carry.initial in local else None
        # A product that something else reads would be made twice.
        if first is not None and first.kind == "mul" and readers[first.name] > 1:
            first = None
        following = body.get(carry.next)
        stand_in = _stand_in(carry, first, following, powers) if following else None
        if following is None or stand_in is None or carry.next in used_next:
            following = Op(f"{carry.param}.next", "sum", (value(carry.next),))
            body_ops.append(following)
            stand_in = _stand_in(carry, first, following, powers)
        assert stand_in is not None
        used_next.add(following.name)
        block_ops += stand_in
        carries.append(replace(carry, initial=stand_in[-1].name, next=following.name))
    return replace(block, ops=tuple(block_ops)), replace(loop, ops=tuple(body_ops), carries=tuple(carries))


def _stand_in(carry: Carry, first: Op | None, following: Op, powers: Collection[int]) -> list[Op] | None:
    """Operations for the initial value of a carry, the last for the unit of `following`; None: none is."""
    name = f"{carry.param}.first"
    initial = value(carry.initial)
    if first is not None and first.kind == following.kind and first.attribute == following.attribute:
        return [replace(first, name=name)]
    if following.kind == "sum":
        return [Op(name, "sum", (initial,))]
    if following.kind == "mul":
        return [Op(name, "mul", (initial, Linear((), 1)))]
    if following.kind == "frob" and first is not None and first.kind == "sum" and not first.reads:
        return [replace(following, name=name, operands=first.operands)]  # a constant is a power of itself
    power = following.attribute or 0
    if following.kind == "frob" and -power in powers:
        opposite = Op(f"{carry.param}.before", "frob", (initial,), -power)
        return [opposite, Op(name, "frob", (value(opposite.name),), power)]
    return None


def _readers(block: Block, loop: Loop) -> Counter[str]:
    """How often each value of a block is read, by it, by the loop after it, or as an initial value there."""
    readers = Counter(name for op in (*block.ops, *loop.ops) for name in op.reads)
    readers.update(carry.initial for carry in loop.carries)
    return readers
