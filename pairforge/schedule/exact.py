"""Exact scheduling with CP-SAT (constraint programming with clause learning, OR-tools).

Loops: the intervals are tried upwards from the lower bound. Whether an interval is feasible depends on rows
(start modulo interval) and on the edges inside strongly connected components only, since any other edge is
met by moving a component by whole intervals; that smaller question is asked first. Rows are Booleans, one per
activity and row, so that every resource is one linear constraint per row, whatever the uses (Eichenberger and
Davidson, "Efficient formulation for optimal modulo schedulers", PLDI 1997). Then the least length.

Straight line: starts in the windows left by raised heads and tails, one cumulative per resource, a makespan
interval that takes all of each resource, energetic bounds (see `bounds`), the list schedule as hint.

Limits are in CP-SAT's deterministic seconds, one worker searches, seeds are fixed: the same
problem gives the same schedule everywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from ortools.sat.python.cp_model_helper import CpSolverStatus

from pairforge.schedule.bounds import body_heads_tails, line_bound, line_heads_tails, loop_bound
from pairforge.schedule.cpsat import SOLVED, new_model, repeatable_solver, solve
from pairforge.schedule.graph import (
    Indexed,
    PositiveCycleError,
    all_pairs,
    components,
    indexed,
    length_of,
)
from pairforge.schedule.list_scheduler import list_schedule
from pairforge.schedule.modulo import modulo_schedule, shortened
from pairforge.schedule.problem import Problem, Schedule
from pairforge.schedule.reservation import runs

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Extra = Callable[["cp_model.CpModel", Mapping[str, "cp_model.IntVar"]], "cp_model.LinearExpr | None"]
"""Adds constraints on the starts of one schedule, may return an expression to minimise."""

DEFAULT_LIMIT = 20.0
_MOST_TASKS = 3_000
"""Activities of a straight line above which a list schedule is returned as it is."""
_MOST_ROWS = 120_000
"""Activities times interval, above which a model of rows is not tried."""
_SEED = 7


class InfeasibleError(ValueError):
    """No schedule exists (or none within the horizon, where one was given or `extra` constrains)."""


class UnknownError(RuntimeError):
    """The limit was reached before any schedule was found."""


@dataclass
class _Budget:
    """Deterministic seconds that remain for a sequence of solves."""

    left: float

    def solve(
        self, model: cp_model.CpModel, share: float = 1.0, linear: int = 1
    ) -> tuple[int, cp_model.CpSolver]:
        solver = repeatable_solver(max(0.01, self.left * share), _SEED)
        solver.parameters.linearization_level = linear
        status = solve(solver, model)
        self.left -= solver.response_proto.deterministic_time
        if status == CpSolverStatus.MODEL_INVALID:
            raise ValueError(f"the model is invalid: {model.validate()}")
        return int(status), solver


def _alike(problem: Problem, indexed_problem: Indexed) -> list[tuple[int, int]]:
    """Return pairs of activities that may be exchanged in any schedule: each with the next of its kind."""
    near: list[list[tuple[str, int, int, int]]] = [[] for _ in problem.activities]
    for i, j, delay, distance in indexed_problem.edges:
        near[i].append(("to", j, delay, distance))
        near[j].append(("from", i, delay, distance))
    last: dict[object, int] = {}
    pairs = []
    for i, activity in enumerate(problem.activities):
        kind = (tuple(sorted(runs(activity.uses))), tuple(sorted(near[i])))
        if kind in last:
            pairs.append((last[kind], i))
        last[kind] = i
    return pairs


def _again(
    model: cp_model.CpModel,
    goal: cp_model.LinearExpr,
    start: Sequence[cp_model.IntVar],
    found: Sequence[int],
) -> None:
    """Set another goal, with what was found for the first as the hint."""
    model.clear_hints()  # type: ignore[no-untyped-call]
    for s, value in zip(start, found, strict=True):
        model.add_hint(s, value)
    model.minimize(goal)


# ---------------------------------------------------------------- loops


def _rows(
    model: cp_model.CpModel, problem: Problem, interval: int, fixed: int | None = None
) -> list[list[cp_model.IntVar]]:
    """Add one Boolean per activity and row, and each resource's capacity in each row."""
    place = [[model.new_bool_var(f"{a.name}@{p}") for p in range(interval)] for a in problem.activities]
    if fixed is not None:
        model.add(place[fixed][0] == 1)
    taken: dict[tuple[str, int], list[tuple[cp_model.IntVar, int]]] = {}
    for row, activity in zip(place, problem.activities, strict=True):
        model.add_exactly_one(row)
        load: dict[tuple[str, int], int] = {}
        for resource, offset, cycles, amount in runs(activity.uses):
            whole, rest = divmod(cycles, interval)
            for k in range(interval if whole else rest):
                cell = (resource, (offset + k) % interval)
                load[cell] = load.get(cell, 0) + amount * (whole + (k < rest))
        for (resource, k), amount in load.items():
            for p in range(interval):
                taken.setdefault((resource, (k + p) % interval), []).append((row[p], amount))
    for (resource, _), terms in taken.items():
        capacity = problem.capacity[resource]
        if sum(amount for _, amount in terms) <= capacity:
            continue
        if all(2 * amount > capacity for _, amount in terms):
            model.add_at_most_one(b for b, amount in terms if amount <= capacity)
            for b, amount in terms:
                if amount > capacity:
                    model.add(b == 0)
        else:
            model.add(sum(amount * b for b, amount in terms) <= capacity)
    return place


def _start(
    model: cp_model.CpModel, name: str, row: Sequence[cp_model.IntVar], low: int, high: int
) -> cp_model.IntVar:
    """Return a start in low..high tied to the Booleans of its row."""
    interval = len(row)
    start = model.new_int_var(low, high, name)
    stage = model.new_int_var(low // interval, high // interval, f"{name}.stage")
    model.add(start == interval * stage + sum(p * b for p, b in enumerate(row) if p))
    return start


def _feasible(problem: Problem, numbered: Indexed, interval: int, budget: _Budget) -> list[int] | bool | None:
    """Return starts at this interval, False when proven infeasible, None when the budget did not suffice."""
    n = len(numbered.names)
    if n * interval > _MOST_ROWS:
        return None
    arcs = numbered.arcs(interval)
    try:
        parts = components(n, arcs)
        model = new_model()
        place = _rows(model, problem, interval, fixed=0)
        offset: list[int | None] = [None] * n
        tied: dict[int, cp_model.IntVar] = {}
        for part in parts:
            if len(part) == 1:
                continue
            inner = {node: k for k, node in enumerate(part)}
            local = [(inner[i], inner[j], w) for i, j, w in arcs if i in inner and j in inner]
            reach = all_pairs(len(part), local)
            # The first of the part is in stage 0; the others in the window its paths leave.
            for k, node in enumerate(part):
                low, high = int(reach[0, k]), interval - 1 - int(reach[k, 0])
                tied[node] = _start(model, numbered.names[node], place[node], 0 if k == 0 else low, high)
            for i, j, w in local:
                model.add(tied[part[j]] >= tied[part[i]] + w)
    except PositiveCycleError:
        return False
    status, solver = budget.solve(model, 0.6, linear=2)
    if status == CpSolverStatus.INFEASIBLE:
        return False
    if status not in SOLVED:
        return None
    for i, row in enumerate(place):
        offset[i] = (
            solver.value(tied[i])
            if i in tied
            else next(p for p, b in enumerate(row) if solver.boolean_value(b))
        )
    return shortened(numbered, [s or 0 for s in offset], interval)


def _least_length(
    problem: Problem,
    numbered: Indexed,
    interval: int,
    hint: Sequence[int] | None,
    horizon: int,
    extra: Extra | None,
    after_length: bool,
    budget: _Budget,
) -> list[int] | bool | None:
    """Return the shortest starts found (or those of least `extra`), False if infeasible, None if unknown."""
    n = len(numbered.names)
    early, late, least = body_heads_tails(problem, interval)
    if least > horizon:
        return False
    head, tail = [int(h) for h in early], [int(t) for t in late]
    if extra is None and hint is not None and _length(numbered, hint) == least:
        return list(hint)
    if n * interval > _MOST_ROWS:
        return None
    model = new_model()
    place = _rows(model, problem, interval)
    start = [
        _start(model, name, place[i], head[i], horizon - tail[i]) for i, name in enumerate(numbered.names)
    ]
    for i, j, w in numbered.arcs(interval):
        model.add(start[j] >= start[i] + w)
    model.add_min_equality(0, start)
    length = model.new_int_var(least, horizon, "length")
    for i in range(n):
        model.add(length >= start[i] + tail[i])
    goal = None
    if extra is None:
        for i, j in _alike(problem, numbered):
            model.add(start[i] <= start[j])
    else:
        goal = extra(model, dict(zip(numbered.names, start, strict=True)))
    if hint is not None:
        for i in range(n):
            model.add_hint(start[i], hint[i])
            for p, b in enumerate(place[i]):
                model.add_hint(b, int(hint[i] % interval == p))
    if goal is None or after_length:
        model.minimize(length)
    else:
        model.minimize(goal)
    status, solver = budget.solve(model, 0.5 if goal is not None and after_length else 1.0, linear=2)
    if status == CpSolverStatus.INFEASIBLE:
        return False
    if status not in SOLVED:
        return None
    found = [solver.value(s) for s in start]
    if goal is not None and after_length:
        _again(model, goal, start, found)
        model.add(length <= solver.value(length))
        status, solver = budget.solve(model)
        if status in SOLVED:
            found = [solver.value(s) for s in start]
    return found


def _heuristic(problem: Problem, interval: int | None) -> Schedule | None:
    """What iterative modulo scheduling finds."""
    try:
        return modulo_schedule(problem, interval=interval)
    except ValueError:
        return None


def solve_loop(
    problem: Problem,
    *,
    extra: Extra | None = None,
    after_length: bool = False,
    interval: int | None = None,
    hint: Schedule | None = None,
    horizon: int | None = None,
    limit: float = DEFAULT_LIMIT,
) -> Schedule:
    """Return a schedule of the least interval, and of the least length (or `extra` value) at it.

    Parameters
    ----------
    problem
        A loop body.
    extra
        Called with the model and the start variables of one iteration (least start 0); may add constraints
        and return an expression to minimise. It is called once for each interval tried: give `interval` when
        it needs to know it.
    after_length
        Minimise the length first, then what `extra` returned; otherwise that in place of the length.
    interval
        Only this interval.
    hint
        A schedule to start from; by default that of iterative modulo scheduling.
    horizon
        The greatest length allowed; by default that of the best schedule known, plus two intervals when
        `extra` is given.
    limit
        Deterministic seconds for all of it; about seconds.

    Returns
    -------
    Schedule
        `optimal` when every smaller interval is proven infeasible for the problem without `extra`.

    Raises
    ------
    InfeasibleError
        If no schedule exists at `interval`, or within the horizon.
    UnknownError
        If the limit was reached before a schedule was found.
    """
    if not problem.loop:
        raise ValueError("solve_loop takes a loop body, not a straight line")
    began = time.perf_counter()
    budget = _Budget(limit)
    numbered = indexed(problem)
    proven = loop_bound(problem).value
    if not numbered.names:
        reached = interval or proven
        return Schedule({}, reached, 0, reached == proven, proven, "exact")
    if interval is not None and interval < proven:
        raise InfeasibleError(f"interval {interval} is below the bound {proven}")
    hint = hint or _heuristic(problem, interval)
    only = interval is not None
    reached = interval if interval is not None else proven
    most = reached if only else reached + sum(numbered.spans) + max(numbered.spans) + 1
    unsure = False
    found: list[int] | None = None
    while found is None:
        if reached > most:
            if unsure:
                raise UnknownError(f"no schedule found within the limit of {limit}")
            where = f" at interval {interval}" if only else ""
            within = " within the horizon" if extra is not None or horizon is not None else ""
            raise InfeasibleError(f"no schedule exists{where}{within}")
        known: list[int] | None = None
        if hint is not None and hint.interval == reached:
            known = [hint.start[name] for name in numbered.names]
            answer: list[int] | bool | None = known
        elif hint is not None and not only and budget.left <= 0:
            answer = None
        else:
            answer = _feasible(problem, numbered, reached, budget)
        if isinstance(answer, list):
            known = answer
            span = _length(numbered, known)
            room = horizon if horizon is not None else span + (2 * reached if extra is not None else 0)
            better = _least_length(
                problem,
                numbered,
                reached,
                known if span <= room else None,
                room,
                extra,
                after_length,
                budget,
            )
            if isinstance(better, list):
                found = better
            elif extra is None and span <= room:
                found = known
            elif better is None:
                unsure = True
        elif answer is None:
            unsure = True
        if found is None:
            if answer is False and reached == proven:
                proven += 1
            reached += 1
    result = {name: found[i] - min(found) for i, name in enumerate(numbered.names)}
    return Schedule(
        result,
        reached,
        length_of(problem, result),
        reached == proven,
        proven,
        "exact",
        time.perf_counter() - began,
    )


def _length(problem: Indexed, start: Sequence[int]) -> int:
    return max(s + d for s, d in zip(start, problem.spans, strict=True)) - min(start)


# ---------------------------------------------------------------- straight line


def solve_line(
    problem: Problem,
    *,
    extra: Extra | None = None,
    after_length: bool = True,
    hint: Schedule | None = None,
    horizon: int | None = None,
    limit: float = DEFAULT_LIMIT,
) -> Schedule:
    """Return a straight line's schedule of the least length.

    Parameters
    ----------
    problem
        A straight line; edges may form rings (greatest time lags).
    extra
        Called with the model and the start variables (least start 0); may add constraints and return an
        expression to minimise.
    after_length
        Minimise the length first, then what `extra` returned; otherwise that in place of the length.
    hint
        A schedule to start from; by default the list scheduler's, where it applies.
    horizon
        The greatest length allowed; by default that of the hint, where `extra` is not given.
    limit
        Deterministic seconds for all of it; about seconds.

    Raises
    ------
    InfeasibleError
        If no schedule exists within the horizon.
    UnknownError
        If the limit was reached before a schedule was found.
    """
    if problem.loop:
        raise ValueError("solve_line takes a straight line, not a loop body")
    began = time.perf_counter()
    budget = _Budget(limit)
    numbered = indexed(problem)
    n = len(numbered.names)
    if n == 0:
        return Schedule({}, None, 0, True, 0, "exact")
    bound = line_bound(problem).value
    if hint is None:
        try:
            hint = list_schedule(problem)
        except ValueError:
            hint = None
    if horizon is None:
        if hint is not None:
            horizon = hint.length + (bound if extra is not None else 0)
        else:
            horizon = bound + sum(numbered.spans) + sum(max(0, w) for _, _, w in numbered.arcs())
    known = None if hint is None else [hint.start[name] for name in numbered.names]
    proven = bound
    met = hint is not None and (hint.length <= bound or n > _MOST_TASKS)
    if known is not None and met and extra is None:
        found = known
    else:
        found, proven = _shortest(problem, numbered, bound, known, horizon, extra, after_length, budget)
    result = {name: found[i] - min(found) for i, name in enumerate(numbered.names)}
    total = length_of(problem, result)
    proven = min(proven, total)
    return Schedule(result, None, total, total == proven, proven, "exact", time.perf_counter() - began)


def _shortest(
    problem: Problem,
    numbered: Indexed,
    bound: int,
    hint: Sequence[int] | None,
    horizon: int,
    extra: Extra | None,
    after_length: bool,
    budget: _Budget,
) -> tuple[list[int], int]:
    """Return the best starts found and the proven bound on the length."""
    head, tail = ([int(v) for v in row] for row in line_heads_tails(problem))
    if horizon < bound:
        raise InfeasibleError(f"no schedule of {horizon} cycles exists: at least {bound} are needed")
    model = new_model()
    start = [model.new_int_var(head[i], horizon - tail[i], name) for i, name in enumerate(numbered.names)]
    length = model.new_int_var(bound, horizon, "length")
    for i, j, w in numbered.arcs():
        model.add(start[j] >= start[i] + w)
    for i in range(len(start)):
        model.add(length >= start[i] + tail[i])
    tables: dict[str, tuple[list[cp_model.IntervalVar], list[int]]] = {}
    for s, activity in zip(start, problem.activities, strict=True):
        for resource, offset, cycles, amount in runs(activity.uses):
            intervals, amounts = tables.setdefault(resource, ([], []))
            label = f"{activity.name}.{resource}"
            intervals.append(model.new_fixed_size_interval_var(s + offset, cycles, label))
            amounts.append(amount)
    for resource, (intervals, amounts) in tables.items():
        capacity = problem.capacity[resource]
        if sum(amounts) <= capacity:
            continue
        if all(2 * amount > capacity for amount in amounts):
            model.add_no_overlap(intervals)
        else:
            # From the length on the resource is taken whole: the propagators see the makespan.
            stop = model.new_int_var(1, horizon + 1, "")
            rest = model.new_interval_var(length, stop, horizon + 1, f"after.{resource}")
            model.add_cumulative([*intervals, rest], [*amounts, capacity], capacity)
    goal = None
    if extra is None:
        for i, j in _alike(problem, numbered):
            model.add(start[i] <= start[j])
    else:
        model.add_min_equality(0, start)
        goal = extra(model, dict(zip(numbered.names, start, strict=True)))
    if hint is not None:
        for i, s in enumerate(start):
            model.add_hint(s, hint[i])
    model.minimize(length if goal is None or after_length else goal)
    status, solver = budget.solve(model, 0.7 if goal is not None else 1.0)
    if status == CpSolverStatus.INFEASIBLE:
        raise InfeasibleError(f"no schedule exists within {horizon} cycles")
    if status not in SOLVED:
        if hint is not None and extra is None:
            return list(hint), max(bound, int(np.ceil(solver.best_objective_bound)))
        raise UnknownError("no schedule found within the limit")
    found = [solver.value(s) for s in start]
    proven = bound
    if goal is None:
        proven = max(bound, round(solver.best_objective_bound))
    elif after_length:
        _again(model, goal, start, found)
        model.add(length <= solver.value(length))
        status, solver = budget.solve(model)
        if status in SOLVED:
            found = [solver.value(s) for s in start]
    return found, proven
