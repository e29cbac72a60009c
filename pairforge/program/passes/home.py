"""Homes for carried values: on a machine with a memory, each carry has one word for all its life.

The word holds the initial value, then each iteration's `next` in turn, and the result after the loop. So
`next` must be an operation of the body that makes the value for this carry alone and may be written when
everybody in the iteration has read the parameter, and `initial` a value that nobody wants once the loop
runs. Where that is not so, a sum of one value is put in: a copy. Needs nothing before it; nothing may run
after it that merges operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from pairforge.program.ir import Block, Carry, Loop, Op, Program, Region, value


def home_carries(program: Program) -> Program:
    """Give every carry of every loop a word of its own."""
    regions: list[Region] = []
    for i, region in enumerate(program.regions):
        if isinstance(region, Loop):
            before, region = _homes_before(regions, region, program.regions[i:], program.constant_names)
            regions = [*before, _homes_inside(region)]
        else:
            regions.append(region)
    return program.with_regions(tuple(regions))


def _homes_before(
    done: list[Region], loop: Loop, rest: tuple[Region, ...], constants: Set[str]
) -> tuple[list[Region], Loop]:
    """Copies of initial values that are wanted elsewhere too, at the end of the block before the loop."""
    wanted = {*constants} | {name for region in rest for op in region.ops for name in op.reads}
    wanted |= {c.initial for region in rest[1:] if isinstance(region, Loop) for c in region.carries}
    copies: list[Op] = []
    carries: list[Carry] = []
    for carry in loop.carries:
        initial = carry.initial
        if initial in wanted:
            initial = f"{carry.param}.first"
            copies.append(Op(initial, "sum", (value(carry.initial),)))
        wanted.add(initial)
        carries.append(replace(carry, initial=initial))
    if copies:
        block = done[-1] if done and isinstance(done[-1], Block) else Block(f"{loop.name}.before", ())
        done = [
            *(done[:-1] if done and block is done[-1] else done),
            replace(block, ops=(*block.ops, *copies)),
        ]
    return done, replace(loop, carries=tuple(carries))


def _homes_inside(loop: Loop) -> Loop:
    """Copies of `next` values that another carry has, or that are ready before the parameter is done with."""
    own = {op.name for op in loop.ops}
    after: dict[str, set[str]] = {name: set() for name in own}  # operation -> those that must come later
    readers: dict[str, list[str]] = {carry.param: [] for carry in loop.carries}
    for op in loop.ops:
        for name in op.reads:
            if name in own:
                after[name].add(op.name)
            if name in readers:
                readers[name].append(op.name)
    copies: list[Op] = []
    carries: list[Carry] = []
    homes: set[str] = set()
    # First the copies that are needed whatever the order, since they are readers too.
    for carry in loop.carries:
        if carry.next not in own or carry.next in homes:
            carry = _copied(carry, copies, after, readers)
        homes.add(carry.next)
        carries.append(carry)
    for i, carry in enumerate(carries):
        others = [name for name in readers[carry.param] if name != carry.next]
        if _reaches(after, carry.next, others):
            carry = carries[i] = _copied(carry, copies, after, readers)
            others = readers[carry.param]
        for name in others:
            after[name].add(carry.next)
    return replace(loop, carries=tuple(carries), ops=(*loop.ops, *copies))


def _copied(
    carry: Carry, copies: list[Op], after: dict[str, set[str]], readers: Mapping[str, list[str]]
) -> Carry:
    """The carry with a copy of its `next` in the place of it."""
    name = f"{carry.param}.next" + ("'" if carry.next == f"{carry.param}.next" else "")  # a copy of a copy
    copies.append(Op(name, "sum", (value(carry.next),)))
    after[name] = set()
    if carry.next in after:
        after[carry.next].add(name)
    if carry.next in readers:
        readers[carry.next].append(name)
    return replace(carry, next=name)


def _reaches(after: Mapping[str, Iterable[str]], start: str, goals: Iterable[str]) -> bool:
    """Whether one of the goals must come after `start`."""
    wanted = set(goals)
    seen, waiting = {start}, [start]
    while waiting:
        for name in after[waiting.pop()]:
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return bool(seen & wanted)
