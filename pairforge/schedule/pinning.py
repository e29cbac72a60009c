"""Which of several equal units does an operation, where that has to be decided before the cycle is.

Two reasons. Units that share the logic of an operand (`shares` in a design) have to start together, on
operations with that operand in common: such operations form a *co-issued group*, the units that take
co-issued groups a *group*, and there are as many groups, of as many units, as the co-issued groups of the
loop make use of. And units that take several cycles may have all the cycles a loop needs without one of them
being free for as long as each operation takes; then every operation is given its unit beforehand, as evenly
as may be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pairforge.program.ir import Linear, Loop, Op, Region
from pairforge.schedule.lowering import Lowering, Pin

CoIssued = tuple[Op, ...]


def pins_for_sharing(low: Lowering) -> Mapping[str, Pin]:
    """Pins for all operations of units that share the logic of an operand."""
    pins: dict[str, Pin] = {}
    for spec in low.machine.units:
        if spec.shares and spec.count > 1:
            pins |= pins_of(low, spec.name, spec.count, share=True)
    return pins


def pins_of(low: Lowering, unit: str, count: int, *, share: bool = False) -> Mapping[str, Pin]:
    """Pins for all operations of a unit that exists `count` times; in co-issued groups with `share`."""
    ops = {
        region.name: tuple(op for op in region.ops if low.unit(op) == unit) for region in low.program.regions
    }
    here = {op.name for each in ops.values() for op in each}
    regions = [region for region in low.program.regions if ops[region.name]]
    loops = [region for region in regions if isinstance(region, Loop)]
    carried = {value.next: value.initial for loop in loops for value in loop.carried}
    busiest = max(loops or regions, key=lambda region: len(ops[region.name]), default=None)
    if busiest is None:
        return {}
    groups = _groups(busiest, ops[busiest.name], carried, count, share)
    firsts = [sum(groups[:i]) for i in range(len(groups))]
    pins: dict[str, Pin] = {}
    for region in sorted(regions, key=lambda region: region not in loops):
        free = tuple(op for op in ops[region.name] if op.name not in pins)
        load = [
            sum(pins[op.name].first == first for op in set(ops[region.name]) - set(free)) for first in firsts
        ]
        for co_issued in co_issued_groups(region, free, carried, max(groups)):
            able = [i for i, lanes in enumerate(groups) if lanes >= len(co_issued)]
            chosen = min(able, key=lambda i: (load[i], groups[i], i))
            load[chosen] += 1
            for lane, op in enumerate(co_issued):
                pins[op.name] = Pin(firsts[chosen], lane, co_issued[0].name if lane else None)
                before = carried.get(op.name)
                if before in here:  # its prologue operation
                    pins[before] = Pin(firsts[chosen], lane)
    return pins


def _groups(
    region: Region, ops: Sequence[Op], alone: Collection[str], count: int, share: bool
) -> Sequence[int]:
    """Sizes of the groups into which `count` units fall; a region is to need no more rounds than it must."""
    rounds = -(-len(ops) // count)
    for most in range(count if share else 1, 0, -1):
        sizes = [len(co_issued) for co_issued in co_issued_groups(region, ops, alone, most)]
        groups = sizes[::rounds]
        if sum(groups) <= count:
            return [*groups, *[1] * (count - sum(groups))]
    raise AssertionError("operations by themselves always fit")


def co_issued_groups(
    region: Region, ops: Sequence[Op], alone: Collection[str], most: int
) -> Sequence[CoIssued]:
    """The operations in co-issued groups of at most `most`, the largest first.

    The members of a co-issued group have an operand in common and do not wait for each other. Those in
    `alone` are co-issued groups by themselves.
    """
    before = _ancestors(region)
    left = {op.name: op for op in ops}
    found: list[CoIssued] = []
    while left:
        found.append(max(_candidates(list(left.values()), before, alone, most), key=len))
        for op in found[-1]:
            del left[op.name]
    return sorted(found, key=len, reverse=True)


def _candidates(
    ops: Sequence[Op], before: Mapping[str, set[str]], alone: Collection[str], most: int
) -> Iterator[CoIssued]:
    """For every operand of operations that are left, a co-issued group that has it in common."""
    readers: dict[Linear, list[Op]] = {}
    for op in ops:
        for form in dict.fromkeys(op.operands):
            co_issued = readers.setdefault(form, [])
            related = any(
                other.name in before[op.name] or op.name in before[other.name] for other in co_issued
            )
            apart = co_issued and (op.name in alone or co_issued[0].name in alone)
            if len(co_issued) < most and not related and not apart:
                co_issued.append(op)
    yield from map(tuple, readers.values())


def _ancestors(region: Region) -> Mapping[str, set[str]]:
    """For each operation of a region, those in it that it waits for."""
    before: dict[str, set[str]] = {}
    for op in region.ops:
        reads = [name for name in op.reads if name in before]
        before[op.name] = set(reads).union(*(before[name] for name in reads))
    return before
