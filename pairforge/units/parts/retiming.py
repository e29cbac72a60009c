"""Where the steps of a pipeline stand so that the fewest flip-flops delay their values.

Each step may stand in a later stage than the earliest one, as long as what reads it does. A value waits in as
many registers as its latest reader stands behind it; readers share them. The sum of these bits is least at a
solution of a linear program whose matrix is that of a network, so that its corners are whole numbers
(Leiserson and Saxe 1991, "Retiming synchronous circuitry").

Imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pairforge.hdl.interleave import TooFewRegistersError

if TYPE_CHECKING:
    from ortools.linear_solver.python import model_builder

__all__ = ["Read", "TooFewRegistersError", "fewest_registers"]


class Read(NamedTuple):
    """Bits of a step's value that are read.

    `reader`: the step that reads them, `offset` registers later than it stands; None for an output, which
    is read behind `offset` registers. `least`: how many registers must be between. `free`: how many of these
    cost nothing, as they are part of a multiplier block. `exact`: there are `least`, and no more.
    """

    step: int
    low: int
    width: int
    reader: int | None
    offset: int
    least: int
    free: int
    exact: bool = False


def fewest_registers(
    stages: Sequence[int], reads: Sequence[Read], last: int, inputs: Collection[int]
) -> tuple[int, ...]:
    """Stages, none before its place in `stages` and none behind `last`, with the fewest bits in registers.

    `inputs` stay where they are.

    Raises
    ------
    TooFewRegistersError
        There are none.
    """
    from ortools.linear_solver.python import model_builder  # reads pandas: a second that few commands need

    model = model_builder.Model()  # type: ignore[no-untyped-call]
    at = [model.new_num_var(first, first if i in inputs else last, f"s{i}") for i, first in enumerate(stages)]
    none = model.new_num_var(0, 0, "outside")

    def read_at(read: Read) -> model_builder.LinearExpr:
        """The stage in which bits are read."""
        return (none if read.reader is None else at[read.reader]) + read.offset

    costs = []
    by_step: dict[int, list[Read]] = {}
    for read in reads:
        by_step.setdefault(read.step, []).append(read)
        if read.reader != read.step:
            model.add(read_at(read) - at[read.step] >= read.least)
            if read.exact:
                model.add(read_at(read) - at[read.step] <= read.least)
    for step, found in by_step.items():
        edges = sorted({edge for read in found for edge in (read.low, read.low + read.width)})
        for low, high in pairwise(edges):
            here = [read for read in found if read.low <= low and high <= read.low + read.width]
            if not here:
                continue
            waits = model.new_num_var(0, 4 * (last + 1), f"w{step}_{low}")
            for read in here:
                if read.reader != step:
                    model.add(waits >= read_at(read) - at[step] - read.free)
            costs.append((high - low) * waits)
    model.minimize(model_builder.LinearExpr.sum(costs))
    solver = model_builder.Solver("GLOP")
    status = solver.solve(model)
    if status == model_builder.SolveStatus.INFEASIBLE:
        raise TooFewRegistersError("no place for the steps")
    assert status == model_builder.SolveStatus.OPTIMAL, status
    return tuple(round(solver.value(place)) for place in at)
