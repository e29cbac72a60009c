"""`pairforge unit KIND --explore`: the search over a kind's options, measured by synthesis, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.builder.unit import JOBS, SCHEMA, measure
from pairforge.compiler.check import check_tools
from pairforge.compiler.field import field_option
from pairforge.errors import UserError
from pairforge.synth.child import side_by_side
from pairforge.targets.base import Fpga
from pairforge.units.base import Unit
from pairforge.units.fields.base import Field
from pairforge.units.kinds import Kind
from pairforge.units.parts.search import GOALS, Candidate, Measured


@dataclass(frozen=True)
class Search:
    """What to look for: one of `GOALS`, for these numbers of stages, the `best` of them; synthesized for
    `target`, or only modelled where it is None.
    """

    goal: str
    stages: tuple[int, ...]
    best: int
    target: Fpga | None

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise UserError(f"--explore {self.goal}: must be one of {', '.join(GOALS)}")


def explore_unit(kind: Kind, field: Field, search: Search, progress: Callable[[str], None]) -> dict[str, Any]:
    """The object of `--explore --json`: candidates, best first.

    Raises UserError where a tool is missing, the kind has no search, or it has no units over the field.
    """
    how = kind.search
    if how is None:
        raise UserError(f"unit {kind.kind}: there is no search for the best options")
    if not all(1 <= n <= how.most_stages for n in search.stages):
        raise UserError(f"--stages: give numbers from 1 to {how.most_stages}")
    try:
        how.field(field)
    except UserError as error:
        raise UserError(f"unit {kind.kind}: {error}") from None
    if search.target is not None:
        check_tools(search.target)

    def measured(units: Sequence[Unit]) -> list[Measured]:
        done = 0

        def one(unit: Unit) -> Measured:
            nonlocal done
            assert search.target is not None
            found = measure(unit, search.target)
            done += 1
            progress(f"synthesized {done} of {len(units)}: {unit.module().name}")
            return Measured(found.area.lut, found.area.ff, found.timing.levels, found.timing.fmax_mhz)

        with side_by_side(JOBS) as pool:
            return list(pool.map(one, units))

    progress(f"rank {how.over} over {field.label} by the model")
    candidates = how.find(
        field, search.goal, search.stages, search.best, None if search.target is None else measured
    )
    return {
        "schema": SCHEMA,
        "unit": kind.kind,
        "field": field_option(field),
        "goal": search.goal,
        "target": search.target and search.target.name,
        "candidates": [_candidate(c) for c in candidates],
    }


def _candidate(c: Candidate) -> dict[str, Any]:
    return {
        "options": c.options,
        "stages": c.stages,
        "model": {"lut": c.model.lut, "ff": c.model.ff, "levels": c.levels},
        "measured": None if c.measured is None else dict(vars(c.measured)),
    }
