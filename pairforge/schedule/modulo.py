"""Iterative modulo scheduling of a loop body (Rau, "Iterative modulo scheduling", IJPP 24, 1996).

Operations in order of height; each goes to the first row that fits within one interval from its earliest
start, else it is forced in and whatever it collides with is taken out again, until a budget is spent; then
the interval grows by one. Several seeded variants of the priority compete, first for the interval, then for
the length; every schedule found is shortened with its rows kept.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Sequence

from pairforge.schedule.bounds import loop_bound
from pairforge.schedule.graph import (
    Indexed,
    PositiveCycleError,
    heads,
    indexed,
    length_of,
    longest,
    tails,
)
from pairforge.schedule.problem import Problem, Schedule
from pairforge.schedule.reservation import ModuloReservationTable

_EVICTIONS = 12
_SEED = 1996


def modulo_schedule(
    problem: Problem,
    *,
    interval: int | None = None,
    variants: int = 12,
    evictions: int = _EVICTIONS,
    seed: int = _SEED,
) -> Schedule:
    """Return a good modulo schedule of a loop body.

    Parameters
    ----------
    problem
        A loop body.
    interval
        The interval to start from, where it is above the lower bound.
    variants
        How many priority orders to try at each interval.
    evictions
        The budget of placements at one interval, per activity.
    seed
        Of the random orders; the result depends on the arguments only.

    Raises
    ------
    ValueError
        If the problem is a straight line, or no interval up to the length of one iteration was feasible
        for the heuristic (edges of distance 0 may bound times from above).
    """
    if not problem.loop:
        raise ValueError("modulo scheduling takes a loop body, not a straight line")
    began = time.perf_counter()
    numbered = indexed(problem)
    bound = loop_bound(problem)
    least = max(bound.value, interval or 1)
    if not numbered.names:
        return Schedule({}, least, 0, least == bound.value, bound.value, "modulo")
    dice = random.Random(seed)
    most = least + sum(numbered.spans) + max(numbered.spans) + 1
    step, tried = 1, 0
    best: list[int] = []
    reached = least
    while not best:
        if reached > most:
            raise ValueError(f"no modulo schedule found up to interval {most}: use the exact scheduler")
        for start in _attempts(problem, numbered, reached, variants, evictions, dice):
            if not best or _length(numbered, start) < _length(numbered, best):
                best = start
        if not best:
            # The first intervals one by one; where a problem resists, in growing steps, then back.
            tried += 1
            step = 1 if tried < 16 else step + max(1, step // 4)
            reached += step
    result = {name: best[i] - min(best) for i, name in enumerate(numbered.names)}
    return Schedule(
        result,
        reached,
        length_of(problem, result),
        reached == bound.value,
        bound.value,
        "modulo",
        time.perf_counter() - began,
    )


def _length(problem: Indexed, start: Sequence[int]) -> int:
    return max(s + d for s, d in zip(start, problem.spans, strict=True)) - min(start)


def _attempts(
    problem: Problem, numbered: Indexed, interval: int, variants: int, evictions: int, dice: random.Random
) -> list[list[int]]:
    """Return the schedules that the variants of the priority find at one interval."""
    try:
        head, tail = heads(numbered, interval), tails(numbered, interval)
    except PositiveCycleError:
        return []
    lower = max(h + t for h, t in zip(head, tail, strict=True))
    reach = max(4, interval, lower // 8)
    found: list[list[int]] = []
    for variant in range(variants):
        if variant == 0:
            height = [float(t) for t in tail]
        elif variant == 1:
            # Least slack first: operations on the critical recurrences before the rest.
            height = [float(h + t) + 1e-4 * t for h, t in zip(head, tail, strict=True)]
        else:
            height = [t + reach * dice.random() for t in tail]
        start = iterate(problem, numbered, interval, height, evictions * len(head))
        if start is not None:
            found.append(shortened(numbered, start, interval))
            if _length(numbered, found[-1]) <= lower:
                break
    return found


def iterate(
    problem: Problem, numbered: Indexed, interval: int, height: Sequence[float], budget: int
) -> list[int] | None:
    """Place all activities at one interval, evicting where needed; None when the budget is spent.

    `height`: the largest is placed first.
    """
    n = len(height)
    before: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    after: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for i, j, w in numbered.arcs(interval):
        before[j].append((i, w))
        after[i].append((j, w))
    table = ModuloReservationTable(problem.activities, problem.capacity, interval)
    if any(table.clashes(i, 0) for i in range(n)):
        return None
    start: list[int | None] = [None] * n
    last = [-1] * n
    waiting = [(-height[i], i) for i in range(n)]
    heapq.heapify(waiting)

    def evict(i: int) -> None:
        s = start[i]
        if s is not None:
            table.place(i, s, -1)
            start[i] = None
            heapq.heappush(waiting, (-height[i], i))

    while waiting:
        if budget == 0:
            return None
        budget -= 1
        _, i = heapq.heappop(waiting)
        earliest = 0
        for k, w in before[i]:
            s = start[k]
            if s is not None and s + w > earliest:
                earliest = s + w
        chosen = table.first_fit(i, earliest)
        if chosen is None:
            chosen = max(earliest, last[i] + 1)
            for cell, amount in table.clashes(i, chosen):
                for other in sorted(table.holders(cell), key=lambda k: height[k]):
                    if table.has_room(cell, amount):
                        break
                    evict(other)
        for j, w in after[i]:
            s = start[j]
            if s is not None and s < chosen + w:
                evict(j)
        table.place(i, chosen)
        start[i] = last[i] = chosen
    return [s if s is not None else 0 for s in start]


def shortened(problem: Indexed, start: Sequence[int], interval: int) -> list[int]:
    """Shorten a schedule with each activity's row kept: first all stages as early, then as late as edges let.

    Up to 32 of the rows in use are tried as the first one.
    """
    rows = [s % interval for s in start]
    arcs = problem.arcs(interval)
    best: list[int] = []
    used = sorted(set(rows))
    for first in used[:: -(-len(used) // 32)]:
        row = [(r - first) % interval for r in rows]
        stage_arcs = [(i, j, -((row[j] - row[i] - w) // interval)) for i, j, w in arcs]
        early = longest([0] * len(row), stage_arcs)
        ends = [row[i] + interval * s + problem.spans[i] for i, s in enumerate(early)]
        # As late as possible with the same length, then as early as possible from the new first start.
        back = longest(
            [-((max(ends) - problem.spans[i] - row[i]) // interval) for i in range(len(row))],
            [(j, i, w) for i, j, w in stage_arcs],
        )
        late = [row[i] - interval * b for i, b in enumerate(back)]
        for found in ([row[i] + interval * s for i, s in enumerate(early)], late):
            if not best or _length(problem, found) < _length(problem, best):
                best = found
    return best
