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


class Folded:
    """What is taken of each resource in each row of a modulo schedule, and by whom."""

    def __init__(self, activities: Sequence[Activity], capacity: Mapping[str, int], interval: int) -> None:
        self._interval = interval
        self._capacity = capacity
        self._load: dict[Cell, int] = {}
        self._holders: dict[Cell, set[int]] = {}
        self._shape: list[list[tuple[str, int, int]]] = []
        for activity in activities:
            row: dict[Cell, int] = {}
            for resource, offset, cycles, amount in runs(activity.uses):
                whole, rest = divmod(cycles, interval)
                for k in range(interval if whole else rest):
                    cell = (resource, (offset + k) % interval)
                    row[cell] = row.get(cell, 0) + amount * (whole + (k < rest))
            self._shape.append([(resource, k, amount) for (resource, k), amount in row.items()])

    def clashes(self, activity: int, start: int) -> list[Cell]:
        """Return the cells where the activity does not fit."""
        bad = []
        for resource, k, amount in self._shape[activity]:
            cell = (resource, (k + start) % self._interval)
            if self._load.get(cell, 0) + amount > self._capacity[resource]:
                bad.append(cell)
        return bad

    def fits(self, activity: int, start: int) -> bool:
        """Whether the activity fits at `start`."""
        load, interval, capacity = self._load, self._interval, self._capacity
        return all(
            load.get((resource, (k + start) % interval), 0) + amount <= capacity[resource]
            for resource, k, amount in self._shape[activity]
        )

    def holders(self, cell: Cell) -> set[int]:
        """Return who takes some of a cell."""
        return self._holders.get(cell, set())

    def place(self, activity: int, start: int, sign: int = 1) -> None:
        """Take (sign 1) or give back (sign -1) what the activity uses."""
        for resource, k, amount in self._shape[activity]:
            cell = (resource, (k + start) % self._interval)
            self._load[cell] = self._load.get(cell, 0) + sign * amount
            holders = self._holders.setdefault(cell, set())
            if sign > 0:
                holders.add(activity)
            else:
                holders.discard(activity)
