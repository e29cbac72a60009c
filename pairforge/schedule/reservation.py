"""Resource tables the heuristic schedulers fill, flat or modulo an interval (Rau's reservation table)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairforge.schedule.problem import Activity, Use

Run = tuple[str, int, int, int]
"""(resource, first offset, cycles, amount)."""


def runs(uses: Sequence[Use], *, mirrored: bool = False) -> tuple[Run, ...]:
    """Return the uses as runs of one amount; uses of one resource that overlap are added up.

    `mirrored`: with time running backwards.
    """
    load: dict[str, dict[int, int]] = {}
    for use in uses:
        first = -(use.offset + use.duration) if mirrored else use.offset
        if use.amount:
            row = load.setdefault(use.resource, {})
            for k in range(first, first + use.duration):
                row[k] = row.get(k, 0) + use.amount
    result: list[Run] = []
    for resource, row in load.items():
        for k in sorted(row):
            if result and result[-1][0] == resource and result[-1][3] == row[k]:
                _, start, cycles, amount = result[-1]
                if start + cycles == k:
                    result[-1] = (resource, start, cycles + 1, amount)
                    continue
            result.append((resource, k, 1, row[k]))
    return tuple(result)


class Flat:
    """What is taken of each resource in each cycle from 0 on (negative offsets reach below)."""

    def __init__(self, capacity: Mapping[str, int], below: int) -> None:
        self._capacity = capacity
        self._below = below
        self._load: dict[str, list[int]] = {resource: [] for resource in capacity}
        self._full: dict[str, int] = dict.fromkeys(capacity, 0)

    def first_fit(self, wanted: Sequence[Run], earliest: int) -> int:
        """Return the first start from `earliest` on at which all runs fit."""
        t = earliest
        for resource, offset, _, _ in wanted:
            t = max(t, self._full[resource] - self._below - offset)
        again = True
        while again:
            again = False
            for resource, offset, cycles, amount in wanted:
                load = self._load[resource]
                room = self._capacity[resource] - amount
                first = t + offset + self._below
                for k in range(min(first + cycles, len(load)) - 1, first - 1, -1):
                    if load[k] > room:
                        t = k - self._below - offset + 1
                        again = True
                        break
        return t

    def place(self, wanted: Sequence[Run], start: int) -> None:
        """Take the runs of an activity that starts at `start`."""
        for resource, offset, cycles, amount in wanted:
            load = self._load[resource]
            first = start + offset + self._below
            if len(load) < first + cycles:
                load.extend([0] * (first + cycles - len(load) + 64))
            for k in range(first, first + cycles):
                load[k] += amount
            full = self._full[resource]
            capacity = self._capacity[resource]
            while full < len(load) and load[full] >= capacity:
                full += 1
            self._full[resource] = full


Cell = tuple[str, int]


class ModuloReservationTable:
    """What is taken of each resource in each row of a modulo schedule, and by whom.

    Rows without room stand as the bits of an integer, so that a place is found in all rows at once.
    """

    def __init__(self, activities: Sequence[Activity], capacity: Mapping[str, int], interval: int) -> None:
        self._interval = interval
        self._all = (1 << interval) - 1
        self._capacity = capacity
        self._load = {resource: [0] * interval for resource in capacity}
        self._placed: dict[int, int] = {}
        shapes = {uses: self._wrapped(uses) for uses in {activity.uses for activity in activities}}
        self._shape = [shapes[activity.uses] for activity in activities]
        # Of each resource, for each amount that anyone wants of it, the rows without so much room.
        self._full: dict[str, dict[int, int]] = {resource: {} for resource in capacity}
        for shape in shapes.values():
            for resource, _, _, amount in shape:
                fits = amount <= capacity[resource]
                self._full[resource][amount] = 0 if fits else self._all

    def _wrapped(self, uses: Sequence[Use]) -> Sequence[Run]:
        """The runs of uses, none longer than the interval and none that meets itself."""
        load: dict[str, list[int]] = {}
        for resource, offset, cycles, amount in runs(uses):
            whole, rest = divmod(cycles, self._interval)
            row = load.setdefault(resource, [0] * self._interval)
            if whole:
                row[:] = [taken + whole * amount for taken in row]
            for k in range(offset, offset + rest):
                row[k % self._interval] += amount
        result: list[Run] = []
        for resource, row in load.items():
            starts = [k for k in range(self._interval) if row[k] != row[k - 1]] or [0]
            for k, following in zip(starts, [*starts[1:], starts[0] + self._interval], strict=True):
                if row[k]:
                    result.append((resource, k, following - k, row[k]))
        return result

    def _later(self, rows: int, cycles: int) -> int:
        """The rows that are so many cycles, fewer than the interval, before one of `rows`."""
        return (rows >> cycles) | (rows << (self._interval - cycles)) & self._all

    def _rows(self, start: int, cycles: int) -> list[int]:
        return [k % self._interval for k in range(start, start + cycles)]

    def clashes(self, activity: int, start: int) -> list[tuple[Cell, int]]:
        """Return the cells where the activity does not fit, and how much of each it wants."""
        return [
            ((resource, k), amount)
            for resource, offset, cycles, amount in self._shape[activity]
            if self._full[resource][amount]
            for k in self._rows(start + offset, cycles)
            if not self.has_room((resource, k), amount)
        ]

    def has_room(self, cell: Cell, amount: int) -> bool:
        """Whether so much of a cell is free."""
        resource, k = cell
        return self._load[resource][k] + amount <= self._capacity[resource]

    def first_fit(self, activity: int, earliest: int) -> int | None:
        """The first start in an interval from `earliest` on at which the activity fits, None if none does."""
        blocked = 0
        for resource, offset, cycles, amount in self._shape[activity]:
            full = self._full[resource][amount]
            if full:
                if offset:
                    full = self._later(full, offset)
                reach = 1
                while reach < cycles:  # no start if one of the next `reach` rows is full
                    step = min(reach, cycles - reach)
                    full |= self._later(full, step)
                    reach += step
                blocked |= full
        free = self._later(blocked ^ self._all, earliest % self._interval)
        return earliest + (free & -free).bit_length() - 1 if free else None

    def holders(self, cell: Cell) -> set[int]:
        """Return who takes some of a cell."""
        wanted, k = cell
        return {
            activity
            for activity, start in self._placed.items()
            for resource, offset, cycles, _ in self._shape[activity]
            if resource == wanted and (k - start - offset) % self._interval < cycles
        }

    def place(self, activity: int, start: int, sign: int = 1) -> None:
        """Take (sign 1) or give back (sign -1) what the activity uses."""
        # Most of the time of a schedule goes by here, so nothing is called.
        interval = self._interval
        for resource, offset, cycles, amount in self._shape[activity]:
            load, full = self._load[resource], self._full[resource]
            capacity, change = self._capacity[resource], sign * amount
            k = (start + offset) % interval
            for _ in range(cycles):
                before = load[k]
                load[k] = after = before + change
                for wanted in full:
                    room = capacity - wanted
                    if (before > room) != (after > room):
                        full[wanted] ^= 1 << k
                k += 1
                if k == interval:
                    k = 0
        if sign > 0:
            self._placed[activity] = start
        else:
            del self._placed[activity]
