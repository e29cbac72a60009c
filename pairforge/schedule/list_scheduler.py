"""List scheduling of a straight line under resource constraints.

Serial schedule generation with several priority rules (longest tail first), random perturbation of the best
rule with a fixed seed, and double justification of every schedule found (Kolisch, "Serial and parallel
resource-constrained project scheduling methods revisited", 1996; Valls, Ballestin and Quintanilla,
"Justification and RCPSP", 2005). Ends early when the lower bound is met. Needs an acyclic problem.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Sequence

from pairforge.schedule.bounds import line_bound, line_heads_tails
from pairforge.schedule.graph import Arc, components, indexed, length_of
from pairforge.schedule.problem import Problem, Schedule
from pairforge.schedule.reservation import Flat, Run, runs

_PLACEMENTS = 25_000
_SEED = 20_091


class _Line:
    """A straight line in one direction of time: arcs, runs, releases."""

    def __init__(
        self, problem: Problem, arcs: Sequence[Arc], release: Sequence[int], *, mirrored: bool
    ) -> None:
        self._capacity = problem.capacity
        self._release = release
        self._runs: list[tuple[Run, ...]] = [runs(a.uses, mirrored=mirrored) for a in problem.activities]
        self._below = max([0, *(-offset for row in self._runs for _, offset, _, _ in row)])
        self._after: list[list[tuple[int, int]]] = [[] for _ in self._runs]
        self._waits = [0] * len(self._runs)
        for i, j, w in arcs:
            if mirrored:
                i, j = j, i
            self._after[i].append((j, w))
            self._waits[j] += 1

    def place(self, priority: Sequence[float]) -> list[int]:
        """Place the ready activity of the smallest priority value as early as it fits, until all are."""
        table = Flat(self._capacity, self._below)
        start = list(self._release)
        waits = list(self._waits)
        ready = [(priority[i], i) for i in range(len(start)) if not waits[i]]
        heapq.heapify(ready)
        while ready:
            _, i = heapq.heappop(ready)
            start[i] = table.first_fit(self._runs[i], start[i])
            table.place(self._runs[i], start[i])
            for j, w in self._after[i]:
                start[j] = max(start[j], start[i] + w)
                waits[j] -= 1
                if not waits[j]:
                    heapq.heappush(ready, (priority[j], j))
        return start


def list_schedule(problem: Problem, *, restarts: int | None = None, seed: int = _SEED) -> Schedule:
    """Return a good schedule of a straight line.

    Parameters
    ----------
    problem
        A straight line without rings of edges.
    restarts
        How many priority orders to try; by default as many as keep 150 activities below a second.
    seed
        Of the random orders; the result depends on the arguments only.

    Raises
    ------
    ValueError
        If the problem is a loop, or its edges form a ring (an edge of negative delay against the flow is a
        greatest time lag, which this method cannot promise to meet).
    """
    if problem.loop:
        raise ValueError("list scheduling takes a straight line, not a loop body")
    began = time.perf_counter()
    line = indexed(problem)
    n = len(line.names)
    if n == 0:
        return Schedule({}, None, 0, True, 0, "list")
    arcs = line.arcs()
    ring = next((part for part in components(n, arcs) if len(part) > 1), None)
    if ring or any(i == j for i, j, _ in arcs):
        names = ", ".join(line.names[i] for i in ring or ())
        raise ValueError(f"a ring of edges ({names}) bounds a time from above: use the exact scheduler")
    high, low = line_heads_tails(problem)
    bound = line_bound(problem, (high, low)).value
    head, tail = [int(h) for h in high], [int(t) for t in low]
    forward = _Line(problem, arcs, [0] * n, mirrored=False)
    backward = _Line(problem, arcs, line.spans, mirrored=True)
    after = [0] * n
    for i, _, _ in arcs:
        after[i] += 1

    def length(start: Sequence[int]) -> int:
        return max(s + d for s, d in zip(start, line.spans, strict=True)) - min(start)

    best: list[int] = []
    dice = random.Random(seed)
    passes = restarts if restarts is not None else max(3, min(150, _PLACEMENTS // (3 * n)))
    reach = max(8.0, bound / 8)
    for trial in range(passes):
        if trial == 0:
            priority = [float(-t) for t in tail]
        elif trial == 1:
            priority = [h - 1.01 * t for h, t in zip(head, tail, strict=True)]
        elif trial == 2:
            priority = [-t - 0.5 * after[i] for i, t in enumerate(tail)]
        elif trial % 2:
            priority = [-t + reach * dice.random() for t in tail]
        else:
            priority = [s + reach * dice.random() for s in best]
        start = forward.place(priority)
        # Justify: all as late as possible in the order of their ends, then all as early as possible.
        late = backward.place([-(s + d) + 1e-3 * s for s, d in zip(start, line.spans, strict=True)])
        early = forward.place([float(-s) for s in late])
        for found in (start, [max(late) - s for s in late], early):
            if not best or length(found) < length(best):
                best = found
        if length(best) <= bound:
            break
    least = min(best)
    result = {name: best[i] - least for i, name in enumerate(line.names)}
    total = length_of(problem, result)
    return Schedule(result, None, total, total <= bound, bound, "list", time.perf_counter() - began)
