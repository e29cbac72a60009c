"""Running CP-SAT so that Ctrl-C and SIGTERM are heard.

CP-SAT takes SIGINT for itself and stops searching as if its time were up, and Python hears no signal while
C++ runs in its main thread. So the search runs in a thread beside, and an exception here ends it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from ortools.sat.python import cp_model


def solve(solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
    """`solver.solve(model)`: its status."""
    solver.parameters.catch_sigint_signal = False
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(solver.solve, model)
        try:
            return search.result()
        except BaseException:
            solver.stop_search()
            raise
