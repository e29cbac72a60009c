"""Longest paths over a problem's edges: what bounds and schedulers reckon with (the checker does not).

Bellman-Ford by sweeps in topological order, with the parent graph searched for a cycle after each sweep
(Cherkassky and Goldberg, "Negative-cycle detection algorithms", 1999), Tarjan's strongly connected
components, Floyd-Warshall for all pairs. Imports only `problem`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairforge.schedule.problem import Edge, Problem

NEVER = -(1 << 40)
"""Length of a path that does not exist; far below any sum of delays."""

Arc = tuple[int, int, int]
"""(source, target, weight): start(target) >= start(source) + weight."""


class PositiveCycleError(ValueError):
    """Edges that ask an activity to start after itself. `cycle` lists the activities' positions in order."""

    def __init__(self, cycle: Sequence[int]) -> None:
        super().__init__(f"activities {list(cycle)} each wait for the one before, in a ring")
        self.cycle = tuple(cycle)


@dataclass(frozen=True)
class Indexed:
    """A problem with activities as positions: `edges` as (source, target, delay, distance)."""

    names: tuple[str, ...]
    edges: tuple[tuple[int, int, int, int], ...]
    spans: tuple[int, ...]

    def arcs(self, interval: int = 0) -> list[Arc]:
        """Return the constraints on starts at this interval, the strongest of each pair only."""
        best: dict[tuple[int, int], int] = {}
        for i, j, delay, distance in self.edges:
            weight = delay - interval * distance
            if weight > best.get((i, j), NEVER):
                best[i, j] = weight
        return [(i, j, w) for (i, j), w in best.items() if i != j or w > 0]


def spans(problem: Problem) -> dict[str, int]:
    """Return for each activity the cycles from its start to its latest use or outgoing delay (least 0)."""
    result = {
        a.name: max([0, *(u.offset + u.duration for u in a.uses if u.duration and u.amount)])
        for a in problem.activities
    }
    for edge in problem.edges:
        result[edge.source] = max(result[edge.source], edge.delay)
    return result


def indexed(problem: Problem) -> Indexed:
    """Number the activities in the problem's order."""
    names = tuple(a.name for a in problem.activities)
    position = {name: i for i, name in enumerate(names)}

    def row(edge: Edge) -> tuple[int, int, int, int]:
        return position[edge.source], position[edge.target], edge.delay, edge.distance

    span = spans(problem)
    return Indexed(names, tuple(row(e) for e in problem.edges), tuple(span[n] for n in names))


def length_of(problem: Problem, start: dict[str, int]) -> int:
    """Return the cycles from the first start to the last end."""
    if not start:
        return 0
    span = spans(problem)
    return max(s + span[name] for name, s in start.items()) - min(start.values())


def components(n: int, arcs: Sequence[Arc]) -> list[list[int]]:
    """Return the strongly connected components, sources first (Tarjan 1972, without recursion)."""
    successors: list[list[int]] = [[] for _ in range(n)]
    for i, j, _ in arcs:
        successors[i].append(j)
    index = [-1] * n
    low = [0] * n
    held = [False] * n
    stack: list[int] = []
    found: list[list[int]] = []
    count = 0
    for root in range(n):
        if index[root] >= 0:
            continue
        work = [(root, 0)]
        while work:
            node, edge = work.pop()
            if edge == 0:
                index[node] = low[node] = count
                count += 1
                stack.append(node)
                held[node] = True
            for k in range(edge, len(successors[node])):
                other = successors[node][k]
                if index[other] < 0:
                    work += [(node, k + 1), (other, 0)]
                    break
                if held[other]:
                    low[node] = min(low[node], index[other])
            else:
                if low[node] == index[node]:
                    part = []
                    while True:
                        member = stack.pop()
                        held[member] = False
                        part.append(member)
                        if member == node:
                            break
                    found.append(sorted(part))
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return found[::-1]


def _ring(parent: list[int]) -> list[int] | None:
    """Return a cycle of the parent graph, if there is one."""
    colour = [0] * len(parent)
    for root in range(len(parent)):
        node, trail = root, []
        while node >= 0 and colour[node] == 0:
            colour[node] = root + 1
            trail.append(node)
            node = parent[node]
        if node >= 0 and colour[node] == root + 1 and node in trail:
            return trail[trail.index(node) :][::-1]
    return None


def longest(base: Sequence[int], arcs: Sequence[Arc]) -> list[int]:
    """Return the least solution of x[i] >= base[i], x[j] >= x[i] + weight.

    Raises
    ------
    PositiveCycleError
        If there is none.
    """
    n = len(base)
    value = list(base)
    parent = [-1] * n
    rank = {node: k for k, part in enumerate(components(n, arcs)) for node in part}
    ordered = sorted(arcs, key=lambda arc: (rank[arc[0]], arc[0]))
    cyclic = len(set(rank.values())) < n or any(i == j for i, j, _ in arcs)
    while True:
        changed = False
        for i, j, w in ordered:
            if value[i] + w > value[j]:
                value[j] = value[i] + w
                parent[j] = i
                changed = True
        if not changed or not cyclic:
            return value
        if (ring := _ring(parent)) is not None:
            raise PositiveCycleError(ring)


def heads(problem: Indexed, interval: int = 0) -> list[int]:
    """Return the earliest start of each activity when resources do not matter."""
    return longest([0] * len(problem.names), problem.arcs(interval))


def tails(problem: Indexed, interval: int = 0) -> list[int]:
    """Return the least time from each activity's start to the end when resources do not matter."""
    return longest(problem.spans, [(j, i, w) for i, j, w in problem.arcs(interval)])


def all_pairs(n: int, arcs: Sequence[Arc]) -> npt.NDArray[np.int64]:
    """Return d[i, j], the least start(j) - start(i) that the arcs force (below NEVER // 2 where none).

    Raises
    ------
    PositiveCycleError
        If an activity is forced after itself.
    """
    longest([0] * n, arcs)
    d = np.full((n, n), NEVER, dtype=np.int64)
    np.fill_diagonal(d, 0)
    for i, j, w in arcs:
        if i != j:
            d[i, j] = max(int(d[i, j]), w)
    for k in range(n):
        np.maximum(d, d[:, k, None] + d[None, k, :], out=d)
        np.maximum(d, NEVER, out=d)
    return d
