"""Resource tables the heuristic schedulers fill, flat or modulo an interval (Rau's reservation table)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from pairforge.schedule.problem import Activity, Use

Rows = npt.NDArray[np.int64]

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
        self._load = {resource: np.zeros(interval, np.int64) for resource in capacity}
        self._placed: dict[int, int] = {}
        self._shape = [self._folded(activity) for activity in activities]

    def _folded(self, activity: Activity) -> Sequence[Run]:
        """The runs of an activity, none longer than the interval and none that meets itself."""
        load: dict[str, Rows] = {}
        for resource, offset, cycles, amount in runs(activity.uses):
            row = load.setdefault(resource, np.zeros(self._interval, np.int64))
            whole, rest = divmod(cycles, self._interval)
            row += whole * amount
            row[np.arange(offset, offset + rest) % self._interval] += amount
        result: list[Run] = []
        for resource, row in load.items():
            edges = np.flatnonzero(np.diff(row, prepend=row[-1]))
            starts = [int(k) for k in edges] or [0]
            for k, following in zip(starts, [*starts[1:], starts[0] + self._interval], strict=True):
                if row[k]:
                    result.append((resource, k, following - k, int(row[k])))
        return result

    def clashes(self, activity: int, start: int) -> list[tuple[Cell, int]]:
        """Return the cells where the activity does not fit, and how much of each it wants."""
        bad: list[tuple[Cell, int]] = []
        for resource, offset, cycles, amount in self._shape[activity]:
            rows = np.arange(start + offset, start + offset + cycles) % self._interval
            over = self._load[resource][rows] + amount > self._capacity[resource]
            bad += [((resource, k), amount) for k in rows[over].tolist()]
        return bad

    def has_room(self, cell: Cell, amount: int) -> bool:
        """Whether so much of a cell is free."""
        resource, k = cell
        return bool(self._load[resource][k] + amount <= self._capacity[resource])

    def first_fit(self, activity: int, earliest: int) -> int | None:
        """The first start in an interval from `earliest` on at which the activity fits, None if none does."""
        free = np.ones(self._interval, bool)
        for resource, offset, cycles, amount in self._shape[activity]:
            over = self._load[resource] + amount > self._capacity[resource]
            if not over.any():
                continue
            # Row k is no start if one of the rows k + offset, … in the next `cycles` is full.
            sums = np.concatenate(([0], np.cumsum(np.concatenate((over, over)))))
            first = (np.arange(self._interval) + offset) % self._interval
            free &= sums[first + cycles] == sums[first]
        rows = np.flatnonzero(np.roll(free, -(earliest % self._interval)))
        return earliest + int(rows[0]) if len(rows) else None

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
        for resource, offset, cycles, amount in self._shape[activity]:
            rows = np.arange(start + offset, start + offset + cycles) % self._interval
            self._load[resource][rows] += sign * amount
        if sign > 0:
            self._placed[activity] = start
        else:
            del self._placed[activity]
