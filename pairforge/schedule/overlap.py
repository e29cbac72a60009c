"""How soon the next run may start while one is still under way.

Every period from the lower bound on is tested on the whole run, so the result is exact by construction.
Exclusive things (capacity 1) as bit masks over time: period T is free of conflict when no cycle in use is
followed by one in use k T later. Shared ones (capacity above 1) as counts modulo T.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import numpy as np
import numpy.typing as npt

Taken = tuple[Hashable, int, int] | tuple[Hashable, int, int, int]
"""(resource, cycle, duration) or (resource, cycle, duration, amount)."""


def least_period(
    uses: Iterable[Taken],
    minimum: int = 1,
    *,
    capacity: Mapping[Hashable, int] | None = None,
    holds: Iterable[tuple[Hashable, int, int]] = (),
) -> int:
    """Return the least period, from `minimum` on, with which a run can start again and again.

    Parameters
    ----------
    uses
        What one whole run takes of each resource, and when.
    minimum
        The least period of interest, in cycles.
    capacity
        How much there is of each resource; 1 where not given.
    holds
        (place, from, to): a storage place keeps a value in the cycles from <= c < to.

    Raises
    ------
    ValueError
        If a single run takes more than there is, or holds two values in one place.
    """
    capacity = capacity or {}
    table: dict[tuple[str, Hashable], list[tuple[int, int, int]]] = {}
    for use in uses:
        resource, cycle, duration = use[:3]
        amount = use[3] if len(use) == 4 else 1
        if duration > 0 and amount > 0:
            table.setdefault(("use", resource), []).append((cycle, cycle + duration, amount))
    for place, first, end in holds:
        if end > first:
            table.setdefault(("hold", place), []).append((first, end, 1))
    if not table:
        return max(1, minimum)
    origin = min(start for rows in table.values() for start, _, _ in rows)
    length = max(end for rows in table.values() for _, end, _ in rows) - origin

    alone: list[int] = []
    shared: list[tuple[npt.NDArray[np.int64], int]] = []
    least = max(1, minimum)
    for (kind, name), rows in table.items():
        room = capacity.get(name, 1) if kind == "use" else 1
        edge = np.zeros(length + 1, dtype=np.int64)
        for start, end, amount in rows:
            edge[start - origin] += amount
            edge[end - origin] -= amount
        load = edge.cumsum()[:length]
        if load.max() > room:
            cycle = int(load.argmax()) + origin
            raise ValueError(f"one run takes {load.max()} of {name} in cycle {cycle}, {room} exist")
        least = max(least, -(-int(load.sum()) // room))
        if room == 1:
            least = max(least, *(end - start for start, end, _ in rows))
            alone.append(int.from_bytes(np.packbits(load > 0, bitorder="little").tobytes(), "little"))
        else:
            shared.append((load, room))
    clash: dict[int, bool] = {}

    def collides(distance: int) -> bool:
        if distance not in clash:
            clash[distance] = any(mask & (mask >> distance) for mask in alone)
        return clash[distance]

    def overloads(period: int) -> bool:
        for load, room in shared:
            padded = np.zeros(-(-length // period) * period, dtype=np.int64)
            padded[:length] = load
            if padded.reshape(-1, period).sum(axis=0).max() > room:
                return True
        return False

    for period in range(least, length):
        if not any(collides(d) for d in range(period, length, period)) and not overloads(period):
            return period
    return max(least, length)
