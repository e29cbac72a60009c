"""Storage classes for carried values: on a machine with a memory, each loop-carried value has one word for
all its life.

The word holds the initial value, then each iteration's `next`, and the result after the loop. So
`next` must be an operation of the body that makes the value for this purpose alone and may be written when
everybody in the iteration has read the parameter, and `initial` a value that nobody wants once the loop
runs. Where that is not so, a sum of one value is put in: a copy. Loops that repeat each other have the same
words (`instances.storage_classes_of`): what is in them before the second runs makes way for its initial
values, and is copied away if it is still wanted. Needs nothing before it; nothing may run after it that
merges operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pairforge.program.instances import canonical_bodies
from pairforge.program.ir import Block, Loop, LoopCarried, Op, Program, Region, value
from pairforge.program.rewrite import rename_carried, rename_op


def coalesce_carried(program: Program) -> Program:
    """Give every loop-carried value of every loop a word of its own."""
    inside = [
        _storage_classes_inside(region) if isinstance(region, Loop) else region for region in program.regions
    ]
    program = program.with_regions(tuple(inside))
    return program.with_regions(_Coalescing(program).regions())


@dataclass
class _Coalescing:
    """Goes through the regions in order and knows what is in the storage classes of the loops done.

    `content`: the value in each storage class; `storage_class`: the storage class of each value carried;
    `of`: the storage class of a loop-carried value of those loops with one canonical body; `names`: values
    that have been copied away, with the copy.
    """

    program: Program
    done: list[Region] = field(default_factory=list)
    content: dict[str, str] = field(default_factory=dict)
    storage_class: dict[str, str] = field(default_factory=dict)
    of: dict[tuple[str, int], str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def regions(self) -> tuple[Region, ...]:
        """The program's regions with copies where they are needed."""
        first = canonical_bodies(self.program)
        last = _last_uses(self.program)
        for i, region in enumerate(self.program.regions):
            ops = tuple(rename_op(op, self.names, self.program.characteristic) for op in region.ops)
            region = replace(region, ops=ops)
            if isinstance(region, Loop):
                carried = tuple(rename_carried(looped, self.names) for looped in region.carried)
                region = replace(region, carried=carried)
                if not ops and all(looped.held for looped in carried):  # it does nothing
                    for looped in carried:
                        self._same(looped, last)
                    continue
                region = self._loop(region, first[region.name].name, last, i)
            self.done.append(region)
        return tuple(self.done)

    def _loop(self, loop: Loop, canonical: str, last: dict[str, float], number: int) -> Loop:
        """The loop with initial values that are in its words; copies go to the end of the block before."""
        constants = self.program.constant_names
        own: set[str] = set()
        copies: list[Op] = []
        carried: list[LoopCarried] = []
        moves: dict[str, str] = {}  # storage class to be overwritten -> what is copied there
        shared: list[str] = []  # storage classes whose value the loop begins with, and somebody wants later
        read = {name for op in loop.ops for name in op.reads}
        for k, looped in enumerate(loop.carried):
            initial = looped.initial
            storage_class = self.of.get((canonical, k))
            if initial in constants and not looped.held and looped.param not in read:  # nobody wants it
                if storage_class is not None:
                    moves[storage_class] = initial
                self.of.setdefault((canonical, k), looped.next)
                carried.append(looped)
                continue
            wanted = last.get(initial, -1.0) >= number and not looped.held
            there = (
                storage_class is not None
                and self.storage_class.get(initial) == storage_class
                and self.content[storage_class] == initial
            )
            if there and wanted:
                shared.append(initial)
            elif not there and (
                storage_class is not None or wanted or initial in own or initial in constants
            ):
                copies.append(Op(f"{looped.param}.first", "sum", (value(initial),)))
                if storage_class is not None:
                    moves[storage_class] = initial
                initial = f"{looped.param}.first"
            own.add(initial)
            self.of.setdefault((canonical, k), self.storage_class.get(initial, initial))
            carried.append(replace(looped, initial=initial))
        kept = self._kept(moves, shared, last, number)
        p = self.program.characteristic
        copies = [*kept, *(rename_op(op, self.names, p) for op in copies)]
        if copies:
            block = self.done[-1] if self.done and isinstance(self.done[-1], Block) else None
            if block is None:
                self.done.append(Block(f"{loop.name}.before", tuple(copies)))
            else:
                self.done[-1] = replace(block, ops=(*block.ops, *copies))
        for k, looped in enumerate(carried):
            storage_class = self.of[canonical, k]
            self.storage_class |= dict.fromkeys(
                {looped.initial, looped.param, looped.next, looped.result} - constants,
                storage_class,
            )
            self.content[storage_class] = looped.initial if looped.held else looped.result
            if looped.held:
                self._same(looped, last)
        ops = tuple(rename_op(op, self.names, p) for op in loop.ops)
        return replace(loop, ops=ops, carried=tuple(carried))

    def _rename(self, old: str, new: str) -> None:
        """Read `new` in the place of `old`, and of what `old` already stands for."""
        self.names = {name: new if other == old else other for name, other in self.names.items()}
        self.names[old] = new

    def _same(self, looped: LoopCarried, last: dict[str, float]) -> None:
        """After the loop, what it held is called as before."""
        self._rename(looped.result, looped.initial)
        last[looped.initial] = max(last.get(looped.initial, -1.0), last.get(looped.result, -1.0))

    def _kept(
        self, moves: Mapping[str, str], shared: Iterable[str], last: dict[str, float], number: int
    ) -> list[Op]:
        """Copies of values that are overwritten but still wanted, or change their storage class."""
        old = [self.content[storage_class] for storage_class in moves]
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
            last |= {
                looped.initial: max(last.get(looped.initial, -1.0), i - 0.5) for looped in region.carried
            }
        for op in region.ops:
            last |= dict.fromkeys(op.reads, float(i))
    return last


def _storage_classes_inside(loop: Loop) -> Loop:
    """Copies of `next` values that another loop-carried value has, or that are ready before the parameter is
    done with.
    """
    own = {op.name for op in loop.ops}
    after: dict[str, set[str]] = {name: set() for name in own}  # operation -> those that must come later
    readers: dict[str, list[str]] = {looped.param: [] for looped in loop.carried}
    for op in loop.ops:
        for name in op.reads:
            if name in own:
                after[name].add(op.name)
            if name in readers:
                readers[name].append(op.name)
    copies: list[Op] = []
    carried: list[LoopCarried] = []
    storage_classes: set[str] = set()
    # First the copies that are needed whatever the order, since they are readers too.
    for i, looped in enumerate(loop.carried):
        held = looped.held and not (loop.bits and i < 2)
        if not held and (looped.next not in own or looped.next in storage_classes):
            looped = _copied(looped, copies, after, readers)
        storage_classes.add(looped.next)
        carried.append(looped)
    for i, looped in enumerate(carried):
        if looped.held:
            continue
        others = [name for name in readers[looped.param] if name != looped.next]
        if _reaches(after, looped.next, others):
            looped = carried[i] = _copied(looped, copies, after, readers)
            others = readers[looped.param]
        for name in others:
            after[name].add(looped.next)
    return replace(loop, carried=tuple(carried), ops=(*loop.ops, *copies))


def _copied(
    looped: LoopCarried, copies: list[Op], after: dict[str, set[str]], readers: Mapping[str, list[str]]
) -> LoopCarried:
    """The loop-carried value with a copy of its `next` in the place of it."""
    name = f"{looped.param}.next" + ("'" if looped.next == f"{looped.param}.next" else "")  # a copy of a copy
    copies.append(Op(name, "sum", (value(looped.next),)))
    after[name] = set()
    if looped.next in after:
        after[looped.next].add(name)
    if looped.next in readers:
        readers[looped.next].append(name)
    return replace(looped, next=name)


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
