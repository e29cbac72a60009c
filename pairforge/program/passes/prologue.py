"""Prologue operations of loop-carried values: a loop can be entered as if an iteration had run before.

A pipelined loop finds a carried value where the previous iteration's operation left it. For the first
iteration the initial value must stand there too, so it has to come from the same kind of operation, made
for this purpose alone. This pass gives every loop-carried value a `next` that is an operation of the body of
its own, and an `initial` that is an operation of the block before it, of the same kind and read by nothing
else. Where `next` is a power of Frobenius, an initial constant is a power of itself, and if the machine has
the opposite power too, the initial value goes through the opposite and back; else a sum of one value is put
in. Needs nothing before it; nothing may run after it that merges operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from pairforge.program.ir import Block, Linear, Loop, LoopCarried, Op, Program, Region, value


def add_prologue_operations(program: Program, powers: Collection[int] = ()) -> Program:
    """Give loop-carried values prologue operations; `powers`: the Frobenius maps with a unit."""
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
        block, loop = _with_prologue(before, region, {op.name: op for r in regions for op in r.ops}, powers)
        regions[-1] = block
        regions.append(loop)
        copied |= {looped.initial for looped in region.carried}
    # An original that only loop-carried values read has been replaced by its copies.
    read = {name for region in regions for op in region.ops for name in op.reads}
    read |= {c.next for region in regions if isinstance(region, Loop) for c in region.carried}
    unread = copied - read
    return program.with_regions(tuple(_without(region, unread) for region in regions))


def _without(region: Region, names: set[str]) -> Region:
    kept = tuple(op for op in region.ops if op.name not in names or op.kind == "input")
    return replace(region, ops=kept)


def _with_prologue(
    block: Block, loop: Loop, known: dict[str, Op], powers: Collection[int]
) -> tuple[Block, Loop]:
    body = {op.name: op for op in loop.ops}
    local = {op.name for op in block.ops}
    body_ops, block_ops = list(loop.ops), list(block.ops)
    readers = _readers(block, loop)
    used_next: set[str] = set()
    carried: list[LoopCarried] = []
    for looped in loop.carried:
        first = known.get(looped.initial) if looped.initial in local else None
        # A product that something else reads would be made twice.
        if first is not None and first.kind == "mul" and readers[first.name] > 1:
            first = None
        following = body.get(looped.next)
        prologue_operation = _prologue_operation(looped, first, following, powers) if following else None
        if following is None or prologue_operation is None or looped.next in used_next:
            following = Op(f"{looped.param}.next", "sum", (value(looped.next),))
            body_ops.append(following)
            prologue_operation = _prologue_operation(looped, first, following, powers)
        assert prologue_operation is not None
        used_next.add(following.name)
        block_ops += prologue_operation
        carried.append(replace(looped, initial=prologue_operation[-1].name, next=following.name))
    return replace(block, ops=tuple(block_ops)), replace(loop, ops=tuple(body_ops), carried=tuple(carried))


def _prologue_operation(
    looped: LoopCarried, first: Op | None, following: Op, powers: Collection[int]
) -> list[Op] | None:
    """Operations for the initial value of a loop-carried value, the last for the unit of `following`; None:
    none is.
    """
    name = f"{looped.param}.first"
    initial = value(looped.initial)
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
        opposite = Op(f"{looped.param}.before", "frob", (initial,), -power)
        return [opposite, Op(name, "frob", (value(opposite.name),), power)]
    return None


def _readers(block: Block, loop: Loop) -> Counter[str]:
    """How often each value of a block is read, by it, by the loop after it, or as an initial value there."""
    readers = Counter(name for op in (*block.ops, *loop.ops) for name in op.reads)
    readers.update(looped.initial for looped in loop.carried)
    return readers
