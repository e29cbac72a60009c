"""The plans of the engine's fields, found by `benchmarks/cyclotomic_schedules.py`."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.engine_source.vector_code.cyclotomic import Plan
from pairforge.engine_source.vector_code.schedule import Pace


@dataclass(frozen=True)
class Plans:
    """How a field's squares are scheduled; in a roomy field the last ones, which fold, apart."""

    loop: Plan
    folding: Plan | None = None


_TIGHT = Plan(
    Pace(period=190, window=48, issue=8, ahead=20, digits_ahead=8, registers=25),
    a=(110, 4),
    bc=(170, 4),
    held=(1, 1),
    accumulators=(1, 2),
    multiplier=True,
)
_ROOMY = Plan(
    Pace(period=330, window=12, issue=7, ahead=60, digits_ahead=14, registers=30),
    a=(55, 17),
    bc=(245, 13),
    held=(2, 1),
    accumulators=(1, 1),
    multiplier=False,
)

PLANS: dict[str, Plans] = {
    "bls12-381": Plans(
        Plan(
            Pace(period=330, window=12, issue=7, ahead=60, digits_ahead=14, registers=30),
            a=(55, 17),
            bc=(250, 13),
            held=(1, 1),
            accumulators=(1, 1),
            multiplier=True,
        ),
        Plan(
            Pace(period=330, window=12, issue=7, ahead=55, digits_ahead=14, registers=30),
            a=(55, 19),
            bc=(245, 13),
            held=(2, 1),
            accumulators=(1, 1),
            multiplier=False,
        ),
    ),
    "bn462": Plans(
        Plan(
            Pace(period=190, window=17, issue=7, ahead=20, digits_ahead=14, registers=24),
            a=(105, 3),
            bc=(186, 3),
            held=(0, 0),
            accumulators=(1, 1),
            multiplier=True,
        )
    ),
}
"""By the name of the curve."""
OTHERS = {True: Plans(_TIGHT), False: Plans(_ROOMY, _ROOMY)}
"""For a field without its own, by whether it is tight. Any plan makes right code for any field."""
