"""The scheduler the rest of the package calls: picks a method, and checks whatever comes out."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Literal

from pairforge.schedule.bounds import bound
from pairforge.schedule.checker import check
from pairforge.schedule.exact import DEFAULT_LIMIT, UnknownError, solve_line, solve_loop
from pairforge.schedule.list_scheduler import list_schedule
from pairforge.schedule.modulo import modulo_schedule
from pairforge.schedule.problem import Problem, Schedule

__all__ = ["Method", "bound", "schedule"]

Method = Literal["list", "modulo", "exact", "auto"]


def schedule(problem: Problem, method: Method = "auto", limit: float = DEFAULT_LIMIT) -> Schedule:
    """Schedule a problem; the result has passed the checker.

    Parameters
    ----------
    problem
        A straight line or a loop body.
    method
        "list" (straight lines), "modulo" (loops), "exact" (both), or "auto": the heuristic, then the exact
        scheduler with it as a hint where something is left to find or to prove. With a limit of 0, "auto" is
        the heuristic.
    limit
        Deterministic seconds for the exact scheduler; about seconds.

    Returns
    -------
    Schedule
        `method` names what found it; `seconds` is the time of all methods tried.

    Raises
    ------
    ValueError
        If the method does not fit the problem, or no schedule exists.
    UnknownError
        If the limit was reached before a schedule was found.
    ScheduleError
        If a scheduler is wrong.
    """
    began = time.perf_counter()
    if method == "list":
        result = list_schedule(problem)
    elif method == "modulo":
        result = modulo_schedule(problem)
    elif method == "exact":
        result = _exact(problem, None, limit)
    elif method == "auto":
        result = _auto(problem, limit)
    else:
        raise ValueError(f"no scheduling method {method!r}: list, modulo, exact or auto")
    result = replace(result, seconds=time.perf_counter() - began)
    check(problem, result)
    return result


def _exact(problem: Problem, hint: Schedule | None, limit: float) -> Schedule:
    if problem.loop:
        return solve_loop(problem, hint=hint, limit=limit)
    return solve_line(problem, hint=hint, limit=limit)


def _auto(problem: Problem, limit: float) -> Schedule:
    try:
        quick = modulo_schedule(problem) if problem.loop else list_schedule(problem)
    except ValueError:
        return _exact(problem, None, max(limit, 1.0))
    if limit <= 0 or (quick.optimal and not problem.loop):
        return quick
    try:
        found = _exact(problem, quick, limit)
    except UnknownError:
        return quick
    same = (found.interval, found.length) == (quick.interval, quick.length)
    return replace(quick, optimal=found.optimal, bound=found.bound) if same else found
