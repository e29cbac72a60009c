"""Lower bounds, each with its reason in words.

Loops: resource-constrained least interval (total work over capacity, uses of more than half the capacity
exclude each other, an activity must not collide with its own next iteration) and the recurrence bound, the
largest ratio of delay to distance over all cycles (Rau, "Iterative modulo scheduling", 1996), by bisection
over Bellman-Ford. Straight line: critical path, and energetic reasoning over windows given by heads and
tails (Carlier, "The one-machine sequencing problem", 1982; Baptiste, Le Pape and Nuijten 1999), with heads
first raised by the same reasoning over each activity's predecessors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pairforge.schedule.graph import (
    NEVER,
    Indexed,
    PositiveCycleError,
    all_pairs,
    heads,
    indexed,
    longest,
    tails,
)
from pairforge.schedule.problem import Activity, Bound, Problem

HeadsTails: TypeAlias = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""Earliest starts, and least times from a start to the end of all."""

_PAIRS_LIMIT = 400
_WINDOW_LIMIT = 2000


def bound(problem: Problem) -> Bound:
    """Return lower bounds on the interval of a loop or the length of a straight line.

    Raises
    ------
    ValueError
        If the edges contradict each other, whatever the interval.
    """
    return loop_bound(problem) if problem.loop else line_bound(problem)


def _ceil(a: int, b: int) -> int:
    return -(-a // b)


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


# ---------------------------------------------------------------- loops


def recurrence_interval(problem: Indexed) -> tuple[int, tuple[int, ...]]:
    """Return the least interval (from 1) without a cycle of positive weight, and a cycle that needs it.

    Raises
    ------
    ValueError
        If a cycle of distance 0 has a positive delay.
    """
    base = [0] * len(problem.names)
    low, high = 0, 1 + sum(max(0, delay) for _, _, delay, _ in problem.edges)
    cycle: tuple[int, ...] = ()
    try:
        longest(base, problem.arcs(high))
    except PositiveCycleError as error:
        ring = " -> ".join(problem.names[i] for i in error.cycle)
        raise ValueError(f"{ring} wait for each other within one iteration") from None
    while high - low > 1:
        middle = (low + high) // 2
        try:
            longest(base, problem.arcs(middle))
            high = middle
        except PositiveCycleError as error:
            low, cycle = middle, error.cycle
    return high, cycle


def _fits_itself(activity: Activity, capacity: Mapping[str, int], interval: int) -> bool:
    """Whether one activity leaves room for itself, started every `interval` cycles."""
    load: dict[tuple[str, int], int] = {}
    for use in activity.uses:
        whole, rest = divmod(use.duration, interval)
        for k in range(interval if whole else rest):
            cell = (use.resource, (use.offset + k) % interval)
            load[cell] = load.get(cell, 0) + use.amount * (whole + (k < rest))
    return all(amount <= capacity[resource] for (resource, _), amount in load.items())


def loop_bound(problem: Problem) -> Bound:
    """Return lower bounds on the interval of a loop body."""
    best, reason = 1, "an interval is at least 1 cycle"
    for resource, capacity in problem.capacity.items():
        uses = [u for a in problem.activities for u in a.uses if u.resource == resource and u.amount]
        if not uses:
            continue
        work = sum(u.duration * u.amount for u in uses)
        if (need := _ceil(work, capacity)) > best:
            best = need
            what = _plural(len(uses), "operation")
            reason = f"{what} on {capacity} {resource}"
            if work != len(uses):
                reason += f" take {_plural(work, 'cycle')} of it"
        large = [u for u in uses if 2 * u.amount > capacity]
        if capacity > 1 and (need := sum(u.duration for u in large)) > best:
            best = need
            reason = f"{_plural(len(large), 'operation')} take more than half of {capacity} {resource} each"
    while lone := next((a for a in problem.activities if not _fits_itself(a, problem.capacity, best)), None):
        best += 1
        reason = f"{lone.name} collides with itself in the next iteration at any shorter interval"
    numbered = indexed(problem)
    recurrence, cycle = recurrence_interval(numbered)
    if recurrence > best:
        path = " -> ".join(numbered.names[i] for i in (*cycle, cycle[0]))
        reason = f"recurrence {path}"
    return Bound(resource=best, recurrence=recurrence, reason=reason)


# ---------------------------------------------------------------- straight line


@dataclass(frozen=True)
class Work:
    """The uses of one resource, a row each: which activity, offset, duration, amount."""

    activity: npt.NDArray[np.int64]
    offset: npt.NDArray[np.int64]
    duration: npt.NDArray[np.int64]
    amount: npt.NDArray[np.int64]
    capacity: int

    def energies(self) -> list[npt.NDArray[np.int64]]:
        """Return ways to count the work of each use in unit cycles; each gives a valid bound.

        As it is; and, for a threshold k, nothing for amounts below k and all of the resource for amounts
        that leave less than k (dual feasible functions, Fekete and Schepers 2001).
        """
        result = [self.duration * self.amount]
        for k in np.unique(self.capacity + 1 - self.amount):
            if 1 < k <= self.capacity // 2 or (k == self.capacity // 2 + 1 and self.capacity > 1):
                amount = np.where(self.amount > self.capacity - k, self.capacity, self.amount)
                result.append(self.duration * np.where(self.amount < k, 0, amount))
        return result

    def in_a_row(self) -> tuple[npt.NDArray[np.int64], int, int]:
        """Return what counts uses, how many of them can go on at once, and the shortest duration.

        As intervals of which no more than k meet, n uses can be given k places without any two meeting in
        one. So some place has n / k of them, rounded up, one after the other.
        """
        at_once = max(1, self.capacity // int(self.amount.min()))
        return np.ones_like(self.duration), at_once, int(self.duration.min())

    def only(self, rows: npt.NDArray[np.bool_]) -> Work:
        """Return the work of the chosen rows."""
        return Work(
            self.activity[rows], self.offset[rows], self.duration[rows], self.amount[rows], self.capacity
        )


def work_by_resource(problem: Problem) -> dict[str, Work]:
    """Collect the uses of each resource that is used at all."""
    rows: dict[str, list[tuple[int, int, int, int]]] = {}
    for i, activity in enumerate(problem.activities):
        for use in activity.uses:
            if use.duration and use.amount:
                rows.setdefault(use.resource, []).append((i, use.offset, use.duration, use.amount))
    result = {}
    for resource, table in rows.items():
        columns = np.array(table, dtype=np.int64).T
        result[resource] = Work(columns[0], columns[1], columns[2], columns[3], problem.capacity[resource])
    return result


def window(
    work: Work,
    head: npt.NDArray[np.int64],
    tail: npt.NDArray[np.int64],
    *,
    thorough: bool = True,
    above: int = 0,
) -> tuple[int, int, int, int]:
    """Return the best energetic bound as (length, window's head, uses in it, window's tail); the length is
    `above`, where that is given, if no window needs more.

    `head` is the earliest start of each use, `tail` the least time from its end to the end of all: the uses
    with head >= h and tail >= t need h + (their work / capacity) + t cycles, or as many as those that one
    unit has to do in a row. With several units, the first and the last of each unit differ, so the means of
    the smallest heads and tails may take the place of h and t (`thorough`: for every threshold, not for the
    least one only).
    """
    best = (above, 0, 0, 0)
    if not len(head):
        return best
    capacity = work.capacity
    widest = int(head.max()) + int(tail.max())
    counts = [
        count
        for count in (*((energy, capacity, 1) for energy in work.energies()), work.in_a_row())
        if widest + _ceil(int(count[0].sum()), count[1]) * count[2] > above
    ]
    if counts:
        hs, head_at = np.unique(head, return_inverse=True)
        ts, tail_at = np.unique(tail, return_inverse=True)
        if len(hs) * len(ts) > _WINDOW_LIMIT**2:
            counts = []
        for energy, shared, each in counts:
            table = np.zeros((len(hs), len(ts)), dtype=np.int64)
            np.add.at(table, (head_at, tail_at), energy)
            inside = table[::-1, ::-1].cumsum(0).cumsum(1)[::-1, ::-1]
            total = np.where(inside > 0, hs[:, None] - (-inside // shared) * each + ts[None, :], 0)
            a, b = divmod(int(total.argmax()), len(ts))
            if total[a, b] > best[0]:
                inner = (head >= hs[a]) & (tail >= ts[b]) & (energy > 0)
                best = (int(total[a, b]), int(hs[a]), int(inner.sum()), int(ts[b]))
    if capacity == 1:
        return best
    units = np.repeat(np.arange(len(head)), work.amount)
    for key, other, swap in ((head, tail, False), (tail, head, True)):
        for threshold in np.unique(key) if thorough else key.min(keepdims=True):
            rows = units[key[units] >= threshold]
            if len(rows) < capacity:
                continue
            near = int(np.sort(key[rows])[:capacity].sum())
            far = int(np.sort(other[rows])[:capacity].sum())
            length = _ceil(near + int(work.duration[rows].sum()) + far, capacity)
            if length > best[0]:
                h, t = (far, near) if swap else (near, far)
                best = (length, h // capacity, len(np.unique(rows)), t // capacity)
    return best


def raised_heads(
    problem: Indexed, work: Mapping[str, Work], pairs: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Raise each activity's head by the work of its predecessors; `pairs` from `all_pairs`."""
    head = np.array(heads(problem), dtype=np.int64)
    for i in np.argsort(head, kind="stable"):
        head[i] = max(int(head[i]), int((head + pairs[:, i]).max()))
        for one in work.values():
            before = one.only((pairs[one.activity, i] > NEVER // 2) & (one.activity != i))
            if len(before.activity) > 1:
                start = head[before.activity] + before.offset
                rest = pairs[before.activity, i] - before.offset - before.duration
                head[i] = window(before, start, rest, thorough=False, above=int(head[i]))[0]
    return head


def line_heads_tails(problem: Problem) -> HeadsTails:
    """Return earliest starts, and least times from start to the end, raised by energetic reasoning."""
    return raised(indexed(problem), work_by_resource(problem))


def body_heads_tails(
    problem: Problem, interval: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Return the same for one iteration of a loop at this interval, and a lower bound on its length.

    Raises
    ------
    PositiveCycleError
        If the edges do not allow the interval.
    """
    loop = indexed(problem)
    work = work_by_resource(problem)
    head, tail = raised(Indexed(loop.names, tuple((*a, 0) for a in loop.arcs(interval)), loop.spans), work)
    length = int((head + tail).max())
    for one in work.values():
        start, rest = head[one.activity] + one.offset, tail[one.activity] - one.offset - one.duration
        length = max(length, window(one, start, rest)[0])
    return head, tail, length


def raised(numbered: Indexed, work: Mapping[str, Work]) -> HeadsTails:
    """Return raised heads and tails of a straight line."""
    n = len(numbered.names)
    arcs = numbered.arcs()
    if n > _PAIRS_LIMIT or not n:
        return np.array(heads(numbered), dtype=np.int64), np.array(tails(numbered), dtype=np.int64)
    head = raised_heads(numbered, work, all_pairs(n, arcs))
    # The same from the other end: time runs backwards, a use at `offset` becomes one at -(offset + duration),
    # and a start is not before the activity's own span.
    back = {
        r: Work(w.activity, -w.offset - w.duration, w.duration, w.amount, w.capacity) for r, w in work.items()
    }
    mirrored = Indexed(
        (*numbered.names, ""),
        (
            *((j, i, d, 0) for i, j, d, _ in numbered.edges),
            *((n, i, numbered.spans[i], 0) for i in range(n)),
        ),
        (*numbered.spans, 0),
    )
    tail = raised_heads(mirrored, back, all_pairs(n + 1, mirrored.arcs()))[:n]
    return head, tail


def line_bound(problem: Problem, heads_tails: HeadsTails | None = None) -> Bound:
    """Return lower bounds on the length of a straight line; `heads_tails`: where they are known."""
    numbered = indexed(problem)
    if not numbered.names:
        return Bound(0, 0, "nothing to do")
    try:
        tail = tails(numbered)
    except PositiveCycleError as error:
        ring = " -> ".join(numbered.names[i] for i in error.cycle)
        raise ValueError(f"{ring} wait for each other") from None
    head = heads(numbered)
    critical = max(h + t for h, t in zip(head, tail, strict=True))
    high, low = heads_tails or line_heads_tails(problem)
    work = work_by_resource(problem)
    found = [
        (*window(w, h[w.activity] + w.offset, t[w.activity] - w.offset - w.duration), resource, simple)
        for h, t, simple in ((np.array(head), np.array(tail), True), (high, low, False))
        for resource, w in work.items()
    ]
    # Of the strongest arguments the simplest: plain heads and tails, then many operations in one window.
    best, h, count, t, resource, simple = max(
        found, key=lambda row: (row[0], row[5], row[2]), default=(0, 0, 0, 0, "", True)
    )
    pivot = int((high + low).argmax())
    around = int((high + low)[pivot])
    if around > best or (around == best and not simple and count == 1):
        best = around
        reason = f"{numbered.names[pivot]} with all that comes before and after it"
    elif best:
        reason = f"{_plural(count, 'operation')} on {work[resource].capacity} {resource}"
        if h > 0:
            reason += f", none before cycle {h}"
        if t > 0:
            reason += f", {_plural(t, 'cycle')} after the last"
    if critical >= best:
        path = _critical_path(numbered, head, tail, critical)
        reason = (
            f"critical path {' -> '.join(path)}"
            if len(path) < 9
            else f"critical path {path[0]} -> ... -> {path[-1]}, {len(path)} operations"
        )
    return Bound(resource=best, recurrence=critical, reason=reason)


def _critical_path(problem: Indexed, head: list[int], tail: list[int], critical: int) -> list[str]:
    """Return the names along one longest path."""
    on = {i for i in range(len(head)) if head[i] + tail[i] == critical}
    node = min(on, key=lambda i: (head[i], -tail[i]))
    path = [node]
    following: dict[int, list[tuple[int, int]]] = {}
    for i, j, w in problem.arcs():
        following.setdefault(i, []).append((j, w))
    while True:
        step = [j for j, w in following.get(node, ()) if tail[node] == w + tail[j] and j not in path]
        if not step:
            return [problem.names[i] for i in path]
        node = step[0]
        path.append(node)
