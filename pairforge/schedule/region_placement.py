"""Where a region begins that may overlap the end of the one before: on banks, each as soon as nothing is in
its way.

A region is moved as a whole. It must find its values written, their words read by everybody who still wants
what was there, and its units, banks and the shared read port free. Which of several equal units does an
operation is settled for each region by itself: those that start in its first half take the first that is
free, the others the last, so that the end of one region and the beginning of the next seldom want the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pairforge.program.ir import Loop, Op, Region
from pairforge.schedule.instances import NoInstancesError
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.problem import Schedule

Cell = tuple[str, int, int]
"""A resource, a cycle from the beginning of a region, and how much of it the region takes then."""


def own_instances(low: Lowering, ops: Sequence[Op], found: Schedule) -> Mapping[str, int]:
    """Which of several equal units does each operation of a region, the same in every iteration.

    Raises
    ------
    NoInstancesError
        First come first served leaves an operation without a unit.
    """
    span = max((found.start[op.name] for op in ops), default=0)
    taken: dict[tuple[str, int], set[int]] = {}
    chosen: dict[str, int] = {}
    for op in sorted(ops, key=lambda op: (found.start[op.name], op.name)):
        unit, start = low.unit(op), found.start[op.name]
        cycles = set(range(start, start + low.busy(op)))
        if found.interval:
            cycles = {cycle % found.interval for cycle in cycles}
        order = range(low.capacity[unit])
        free = [i for i in order if not taken.setdefault((unit, i), set()) & cycles]
        if not free:
            raise NoInstancesError(unit)
        chosen[op.name] = free[0] if 2 * start < span else free[-1]
        taken[unit, chosen[op.name]] |= cycles
    return chosen


@dataclass
class RegionPlacement:
    """What stands in the way of the next region.

    By value: the first cycle in which it can be read. By storage class (`program.instances`): when its word
    was last read and last written. By unit, bank port and cycle: what is taken. `end`: the first cycle free
    of all. `settled`: the first cycle behind all that is read and written. `closed`: the first cycle behind
    the last region that was placed apart.
    """

    low: Lowering
    storage_classes: Mapping[str, str]
    readable: dict[str, int] = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)
    taken: dict[tuple[str, int], int] = field(default_factory=dict)
    end: int = 0
    settled: int = 0
    closed: int = 0

    def place(
        self,
        region: Region,
        found: Schedule,
        instances: Mapping[str, int],
        least: int,
        *,
        apart: bool = False,
    ) -> int:
        """Begin the region at the earliest cycle that it can, from `least` on; returns that cycle.

        `apart`: nothing else happens in its cycles, which are then the same wherever its body occurs.
        """
        cells = sorted(self._cells(region, found, instances), key=lambda cell: cell[1])
        base = max([least, self.settled if apart else self.closed, *self._bounds(region, found)])
        while self._clashes(cells, base):
            base += 1
        self._take(region, found, cells, base)
        if apart:
            self.closed = self.settled
        return base

    def _bounds(self, region: Region, found: Schedule) -> Iterator[int]:
        """Lower bounds on the beginning, from values and words."""
        low = self.low
        first = {value.param: value.initial for value in region.carried} if isinstance(region, Loop) else {}
        own = {op.name for op in region.ops}
        for op in region.ops:
            start = found.start[op.name]
            yield -start
            for name in op.reads:
                if name not in own:
                    yield self.readable.get(first.get(name, name), 0) - start
            storage_class = self.storage_classes[op.name]
            if storage_class in self.written:
                yield self.written[storage_class] + 1 - low.latency(op) - start
            if storage_class in self.read:
                yield self.read[storage_class] + low.after_read(op) - start

    def _clashes(self, cells: Sequence[Cell], base: int) -> bool:
        """Whether the cells, in order of their cycles and moved to `base`, want something taken."""
        wanted: dict[tuple[str, int], int] = {}
        for resource, cycle, amount in cells:
            if base + cycle >= self.end:
                break
            cell = resource, base + cycle
            wanted[cell] = wanted.get(cell, 0) + amount
        return any(
            amount + self.taken.get(cell, 0) > self.low.capacity.get(cell[0], 1)
            for cell, amount in wanted.items()
        )

    def _cells(self, region: Region, found: Schedule, instances: Mapping[str, int]) -> Iterator[Cell]:
        """Everything the region takes; each of equal units is a resource."""
        iterations = region.count if isinstance(region, Loop) else 1
        for op in region.ops:
            unit = self.low.unit(op)
            for use in self.low.uses(op):
                name = f"{unit}.{instances[op.name]}" if use.resource == unit else use.resource
                first = found.start[op.name] + use.offset
                for iteration in range(iterations):
                    begin = first + iteration * (found.interval or 0)
                    for cycle in range(begin, begin + use.duration):
                        yield name, cycle, use.amount

    def _take(self, region: Region, found: Schedule, cells: Sequence[Cell], base: int) -> None:
        """The region is placed at `base`."""
        low = self.low
        for resource, cycle, amount in cells:
            cell = resource, base + cycle
            self.taken[cell] = self.taken.get(cell, 0) + amount
            self.end = max(self.end, cell[1] + 1)
        later = (region.count - 1) * (found.interval or 0) if isinstance(region, Loop) else 0
        for op in region.ops:
            start = base + found.start[op.name] + later
            self.settled = max(self.settled, start + low.delay(op), start + low.free(op))
            self.readable[op.name] = start + low.delay(op)
            storage_class = self.storage_classes[op.name]
            self.written[storage_class] = max(self.written.get(storage_class, 0), start + low.latency(op))
            for name in op.reads:
                if name in self.storage_classes:
                    self.read[self.storage_classes[name]] = max(
                        self.read.get(self.storage_classes[name], 0), start
                    )
        for value in region.carried if isinstance(region, Loop) else ():
            made = value.initial if value.held else value.next
            self.readable[value.result] = self.readable[made]
