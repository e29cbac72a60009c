"""`pairforge unit karatsuba --explore`: the search over options, measured by synthesis, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from pairforge.errors import UserError
from pairforge.flow.check import check_tools
from pairforge.flow.field import field_option
from pairforge.flow.unit import JOBS, SCHEMA, measure
from pairforge.rtl.units.explore_karatsuba import GOALS, Candidate, Measured, explore_karatsuba
from pairforge.rtl.units.field import DigitField, Field, digit_field
from pairforge.rtl.units.karatsuba import Karatsuba

MOST_STAGES = 20


@dataclass(frozen=True)
class Search:
    """What to look for: one of `GOALS`, for these numbers of stages, the `best` of them; synthesized for
    `target`, or only modelled where it is None.
    """

    goal: str
    stages: tuple[int, ...] = (5,)
    best: int = 8
    target: str | None = "xc4v"

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise UserError(f"--explore {self.goal}: must be one of {', '.join(GOALS)}")
        if not all(1 <= n <= MOST_STAGES for n in self.stages):
            raise UserError(f"--stages: give numbers from 1 to {MOST_STAGES}")


def explore_unit(field: Field, search: Search, progress: Callable[[str], None]) -> dict[str, Any]:
    """The object of `--explore --json`: candidates, best first. Raises UserError where a tool is missing."""
    try:
        digits = digit_field(field)
    except UserError as error:
        raise UserError(f"unit karatsuba: {error}") from None
    if search.target is not None:
        check_tools(synthesis=True)

    def measured(units: Sequence[Karatsuba]) -> list[Measured]:
        done = 0

        def one(unit: Karatsuba) -> Measured:
            nonlocal done
            assert search.target is not None
            found = measure(unit, search.target)
            done += 1
            progress(f"synthesized {done} of {len(units)}: {' '.join(s.tag for s in unit.splits)}")
            return Measured(found.area.lut, found.area.ff, found.timing.levels, found.timing.fmax_mhz)

        with ThreadPoolExecutor(JOBS) as pool:
            return list(pool.map(one, units))

    progress(f"rank ways to cut {field.m} coefficients by the model")
    found = explore_karatsuba(
        digits,
        goal=search.goal,
        stages=search.stages,
        best=search.best,
        measure=None if search.target is None else measured,
    )
    return {
        "schema": SCHEMA,
        "unit": "karatsuba",
        "field": field_option(field),
        "goal": search.goal,
        "target": search.target,
        "candidates": [_candidate(digits, c) for c in found],
    }


def _candidate(field: DigitField, c: Candidate) -> dict[str, Any]:
    levels, cuts = (",".join(s.tag for s in c.unit.splits), ",".join(c.unit.registers))
    chosen = f"--levels {levels}" if levels else f"--cutoff {field.m}"
    shared = "" if c.unit.sharing == "none" else f" --sharing {c.unit.sharing}"
    if field.characteristic == 3:
        shared = f" --chain {c.unit.chain}"
    return {
        "options": f"{chosen} --cuts {cuts}{shared}",
        "stages": c.unit.stages,
        "model": {"lut": c.model.lut, "ff": c.model.ff, "levels": c.levels},
        "measured": None if c.measured is None else dict(vars(c.measured)),
    }
