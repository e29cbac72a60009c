"""Problems the scheduling tests share, and a brute force that knows nothing of the schedulers."""

from __future__ import annotations

import itertools
import random

from hypothesis import strategies as st

from pairforge.schedule.problem import Activity, Edge, Problem, Schedule, Use


def miller_body() -> Problem:
    """An eta_T loop body: 7 multiplications (latency 5), sums, square roots and squares (latency 1)."""
    latency = {"mul": 5, "add": 1, "sqrt": 1, "sq": 1}
    unit = dict.fromkeys(("m0", "m1", "m2", "m3", "m4", "m5", "uv"), "mul")
    unit |= dict.fromkeys(("f0", "f1", "f2", "f3", "g0", "g1"), "add")
    unit |= {"xP": "sqrt", "yP": "sqrt", "xQ": "sq", "yQ": "sq"}
    # A name with a prime is the value of this iteration, without one that of the iteration before.
    reads = {
        "m0": "g0 f0",
        "m1": "g1 f1",
        "m2": "g0 g1 f0 f1",
        "m3": "g0 f2",
        "m4": "g1 f3",
        "m5": "g0 g1 f2 f3",
        "f0": "m0' m1' f3",
        "f1": "m0' m2' f2 f3",
        "f2": "m3' m4' f0 f2",
        "f3": "m3' m5' f1 f3",
        "uv": "xP' xQ'",
        "g0": "uv' yP' yQ'",
        "g1": "xP' xQ'",
        "xP": "xP",
        "yP": "yP",
        "xQ": "xQ",
        "yQ": "yQ",
    }
    edges = [
        Edge(source.rstrip("'"), target, latency[unit[source.rstrip("'")]], 0 if source.endswith("'") else 1)
        for target, sources in reads.items()
        for source in sources.split()
    ]
    activities = tuple(Activity(name, (Use(kind),)) for name, kind in unit.items())
    return Problem(activities, tuple(edges), dict.fromkeys(latency, 1), loop=True)


def random_line(
    seed: int,
    *,
    products: int = 40,
    sums: int = 60,
    latency: int = 7,
    busy: int = 1,
    multipliers: int = 1,
    write_ports: int = 0,
) -> Problem:
    """Products and sums in random order, each of two earlier values among the last 25."""
    dice = random.Random(seed)
    kinds = ["mul"] * products + ["add"] * sums
    dice.shuffle(kinds)
    capacity = {"mul": multipliers, "add": 1} | ({"write": write_ports} if write_ports else {})
    activities: list[Activity] = []
    edges: list[Edge] = []
    delay = {"mul": latency, "add": 1}
    for i, kind in enumerate(kinds):
        uses = [Use(kind, 0, busy if kind == "mul" else 1)]
        if write_ports:
            uses.append(Use("write", delay[kind]))
        activities.append(Activity(f"{kind}{i}", tuple(uses)))
        for j in set(dice.sample(range(max(0, i - 25), i), min(i, 2))):
            edges.append(Edge(activities[j].name, activities[i].name, delay[kinds[j]]))
    return Problem(tuple(activities), tuple(edges), capacity, loop=False)


def random_loop(seed: int, *, products: int = 12, sums: int = 18, back: int = 4, **rest: int) -> Problem:
    """The same with some values used by later iterations."""
    line = random_line(seed, products=products, sums=sums, **rest)
    dice = random.Random(seed + 1000)
    names = [a.name for a in line.activities]
    edges = list(line.edges)
    for _ in range(back):
        source, target = dice.choice(names[len(names) // 2 :]), dice.choice(names[: len(names) // 2])
        delay = rest.get("latency", 7) if source.startswith("mul") else 1
        edges.append(Edge(source, target, delay, dice.choice([1, 1, 2, 3])))
    return Problem(line.activities, tuple(edges), line.capacity, loop=True)


@st.composite
def tiny_problems(draw: st.DrawFn, *, loop: bool, rings: bool = False) -> Problem:
    """Up to 4 activities, several uses each, zero and negative delays; `rings`: times bounded from above."""
    n = draw(st.integers(1, 4))
    capacity = {name: draw(st.integers(1, 3)) for name in ("r", "s")}
    activities = []
    for i in range(n):
        uses: list[Use] = []
        for resource, cap in capacity.items():
            offset = draw(st.integers(-1, 1))
            for _ in range(draw(st.integers(0, 2 if resource == "r" else 1))):
                duration = draw(st.sampled_from([0, 1, 1, 2, 3, 5]))
                uses.append(Use(resource, offset, duration, draw(st.integers(1, cap))))
                offset += duration + draw(st.integers(0, 2))
        activities.append(Activity(f"a{i}", tuple(uses)))
    edges = []
    for _ in range(draw(st.integers(0, 5))):
        i, j = draw(st.integers(0, n - 1)), draw(st.integers(0, n - 1))
        if i < j:
            distance = draw(st.integers(0, 1)) if loop else 0
            edges.append(Edge(f"a{i}", f"a{j}", draw(st.integers(-2, 4)), distance))
        elif loop and draw(st.booleans()):
            edges.append(Edge(f"a{i}", f"a{j}", draw(st.integers(-1, 5)), draw(st.integers(1, 2))))
        elif rings and i > j:
            edges.append(Edge(f"a{i}", f"a{j}", draw(st.integers(-5, -1))))
    return Problem(tuple(activities), tuple(edges), capacity, loop=loop)


def _ends(problem: Problem) -> dict[str, int]:
    ends = {a.name: 0 for a in problem.activities}
    for a in problem.activities:
        for u in a.uses:
            if u.duration:
                ends[a.name] = max(ends[a.name], u.offset + u.duration)
    for e in problem.edges:
        ends[e.source] = max(ends[e.source], e.delay)
    return ends


def _room(problem: Problem, start: dict[str, int], interval: int | None) -> bool:
    load: dict[tuple[str, int], int] = {}
    for a in problem.activities:
        for u in a.uses:
            for k in range(u.duration if a.name in start else 0):
                cycle = start[a.name] + u.offset + k
                cell = (u.resource, cycle if interval is None else cycle % interval)
                load[cell] = load.get(cell, 0) + u.amount
    return all(amount <= problem.capacity[r] for (r, _), amount in load.items())


def line_exists(problem: Problem, length: int) -> bool:
    """Whether some assignment of starts is a schedule of at most this length, by trying all."""
    names = [a.name for a in problem.activities]
    ends = _ends(problem)

    def extend(start: dict[str, int]) -> bool:
        if len(start) == len(names):
            return True
        name = names[len(start)]
        for s in range(length - ends[name] + 1):
            more = {**start, name: s}
            if all(
                more[e.target] >= more[e.source] + e.delay
                for e in problem.edges
                if e.source in more and e.target in more
            ) and (_room(problem, more, None) and extend(more)):
                return True
        return False

    return extend({})


def loop_length(problem: Problem, interval: int) -> int | None:
    """Return the least length at this interval, None if there is no schedule, by trying all rows."""
    names = [a.name for a in problem.activities]
    ends = _ends(problem)
    best: int | None = None
    for rows in itertools.product(range(interval), repeat=len(names)):
        start = dict(zip(names, rows, strict=True))
        if not _room(problem, start, interval):
            continue
        # Whole intervals are added until all edges hold; more than this many means a ring.
        for _ in range(20 * len(names)):
            broken = [
                e
                for e in problem.edges
                if start[e.target] + e.distance * interval < start[e.source] + e.delay
            ]
            for e in broken:
                start[e.target] += interval
            if not broken:
                length = max(start[name] + ends[name] for name in names)
                best = length if best is None else min(best, length)
                break
    return best


def starts(schedule: Schedule) -> list[int]:
    return list(schedule.start.values())
