"""Homes for carried values: on a machine with a memory, each carry has one word for all its life.

The word holds the initial value, then each iteration's `next` in turn, and the result after the loop. So
`next` must be an operation of the body that makes the value for this carry alone and may be written when
everybody in the iteration has read the parameter, and `initial` a value that nobody wants once the loop
runs. Where that is not so, a sum of one value is put in: a copy. Loops that repeat each other have the same
words (`templates.homes_of`): what is in them before the second runs makes way for its initial values, and is
copied away if it is still wanted. Needs nothing before it; nothing may run after it that merges operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pairforge.program.ir import Block, Carry, Loop, Op, Program, Region, value
from pairforge.program.rewrite import rename_carry, rename_op
from pairforge.program.templates import leaders


def home_carries(program: Program) -> Program:
    """Give every carry of every loop a word of its own."""
    inside = [_homes_inside(region) if isinstance(region, Loop) else region for region in program.regions]
    program = program.with_regions(tuple(inside))
    return program.with_regions(_Homes(program).regions())


@dataclass
class _Homes:
    """Goes through the regions in order and knows what is in the homes of the loops done.

    `content`: the value in each home; `home`: the home of each value carried; `of`: the home of a carry of
    those loops that have one leader; `names`: values that have been copied away, with the copy.
    """

    program: Program
    done: list[Region] = field(default_factory=list)
    content: dict[str, str] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    of: dict[tuple[str, int], str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def regions(self) -> tuple[Region, ...]:
        """The program's regions with copies where they are needed."""
        first = leaders(self.program)
        last = _last_uses(self.program)
        for i, region in enumerate(self.program.regions):
            ops = tuple(rename_op(op, self.names, self.program.characteristic) for op in region.ops)
            region = replace(region, ops=ops)
            if isinstance(region, Loop):
                carries = tuple(rename_carry(carry, self.names) for carry in region.carries)
                region = replace(region, carries=carries)
                if not ops and all(carry.held for carry in carries):  # it does nothing
                    for carry in carries:
                        self._same(carry, last)
                    continue
                region = self._loop(region, first[region.name].name, last, i)
            self.done.append(region)
        return tuple(self.done)

    def _loop(self, loop: Loop, leader: str, last: dict[str, float], number: int) -> Loop:
        """The loop with initial values that are in its words; copies go to the end of the block before."""
        constants = self.program.constant_names
        own: set[str] = set()
        copies: list[Op] = []
        carries: list[Carry] = []
        moves: dict[str, str] = {}  # home to be overwritten -> what is copied there
        shared: list[str] = []  # homes whose value the loop begins with, and somebody wants later
        for k, carry in enumerate(loop.carries):
            initial = carry.initial
            home = self.of.get((leader, k))
            wanted = last.get(initial, -1.0) >= number and not carry.held
            there = home is not None and self.home.get(initial) == home and self.content[home] == initial
            if there and wanted:
                shared.append(initial)
            elif not there and (home is not None or wanted or initial in own or initial in constants):
                copies.append(Op(f"{carry.param}.first", "sum", (value(initial),)))
                if home is not None:
                    moves[home] = initial
                initial = f"{carry.param}.first"
            own.add(initial)
            self.of.setdefault((leader, k), self.home.get(initial, initial))
            carries.append(replace(carry, initial=initial))
        kept = self._kept(moves, shared, last, number)
        p = self.program.characteristic
        copies = [*kept, *(rename_op(op, self.names, p) for op in copies)]
        if copies:
            block = self.done[-1] if self.done and isinstance(self.done[-1], Block) else None
            if block is None:
                self.done.append(Block(f"{loop.name}.before", tuple(copies)))
            else:
                self.done[-1] = replace(block, ops=(*block.ops, *copies))
        for k, carry in enumerate(carries):
            home = self.of[leader, k]
            self.home |= dict.fromkeys((carry.initial, carry.param, carry.next, carry.result), home)
            self.content[home] = carry.initial if carry.held else carry.result
            if carry.held:
                self._same(carry, last)
        ops = tuple(rename_op(op, self.names, p) for op in loop.ops)
        return replace(loop, ops=ops, carries=tuple(carries))

    def _rename(self, old: str, new: str) -> None:
        """Read `new` in the place of `old`, and of what `old` already stands for."""
        self.names = {name: new if other == old else other for name, other in self.names.items()}
        self.names[old] = new

    def _same(self, carry: Carry, last: dict[str, float]) -> None:
        """After the loop, what it held is called as before."""
        self._rename(carry.result, carry.initial)
        last[carry.initial] = max(last.get(carry.initial, -1.0), last.get(carry.result, -1.0))

    def _kept(
        self, moves: Mapping[str, str], shared: Iterable[str], last: dict[str, float], number: int
    ) -> list[Op]:
        """Copies of values that are overwritten and still wanted, or on their way to another home."""
        old = [self.content[home] for home in moves]
        copies: list[Op] = []
        for name in (*old, *shared):
            if last.get(name, -1.0) < number and name not in moves.values():
                continue
            copies.append(Op(f"{name}.kept", "sum", (value(name),)))
            self._rename(name, f"{name}.kept")
            last[f"{name}.kept"] = last.get(name, -1.0)
        return copies


def _last_uses(program: Program) -> dict[str, float]:
    """For each value the last region that reads it; half a region earlier for an initial value of a loop."""
    last: dict[str, float] = {}
    for i, region in enumerate(program.regions):
        if isinstance(region, Loop):
            last |= {carry.initial: max(last.get(carry.initial, -1.0), i - 0.5) for carry in region.carries}
        for op in region.ops:
            last |= dict.fromkeys(op.reads, float(i))
    return last


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
    for i, carry in enumerate(loop.carries):
        held = carry.held and not (loop.bits and i < 2)
        if not held and (carry.next not in own or carry.next in homes):
            carry = _copied(carry, copies, after, readers)
        homes.add(carry.next)
        carries.append(carry)
    for i, carry in enumerate(carries):
        if carry.held:
            continue
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
