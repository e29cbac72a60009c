"""Running CP-SAT so that it repeats itself, and so that Ctrl-C and SIGTERM are heard.

One worker, a fixed seed and a limit in deterministic time make the same search on every machine. CP-SAT
takes SIGINT for itself and stops searching as if its time were up, and Python hears no signal while C++ runs
in its main thread. So the search runs in a thread beside, and an exception here ends it.

OR-tools' models read pandas, which takes a second that only a search is worth, so they are imported where
one begins.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model_helper import CpSolverStatus

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SOLVED = (CpSolverStatus.OPTIMAL, CpSolverStatus.FEASIBLE)


def new_model() -> cp_model.CpModel:
    """An empty model."""
    from ortools.sat.python import cp_model

    return cp_model.CpModel()


def repeatable_solver(limit: float | None = None, seed: int = 1) -> cp_model.CpSolver:
    """A solver that finds the same solution every time; `limit` in deterministic seconds."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    if limit is not None:
        solver.parameters.max_deterministic_time = limit
    return solver


def solve(solver: cp_model.CpSolver, model: cp_model.CpModel) -> CpSolverStatus:
    """`solver.solve(model)`: its status."""
    solver.parameters.catch_sigint_signal = False
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(solver.solve, model)
        try:
            return search.result()
        except BaseException:
            solver.stop_search()
            raise
