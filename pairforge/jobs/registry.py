"""The registry of computations: all pairings, and the jobs of the curves that have them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pairforge.errors import UserError
from pairforge.jobs.base import Job, Make, curve_label
from pairforge.jobs.messages import HashToField
from pairforge.jobs.multiplication import G1Multiplication, G2Multiplication
from pairforge.jobs.several import Several
from pairforge.pairings.computation import Computation
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.registry import PAIRINGS, find_pairing, is_file, nearest

SEVERAL = "+"
"""What stands between the names of several computations of one core."""

_JOBS: tuple[type[Job], ...] = (G1Multiplication, G2Multiplication, HashToField)

MAKES: Mapping[str, type[Job]] = {job.what: job for job in _JOBS}
"""The kinds of job, by the name of the algorithm; each is made of a curve."""


def job_names() -> tuple[str, ...]:
    """All jobs."""
    curves = [curve for curve in CURVES.values() if isinstance(curve, AteCurve)]
    return tuple(
        f"{what}-{curve_label(curve)}" for what, kind in MAKES.items() for curve in curves if kind.fits(curve)
    )


@cache
def find_job(name: str) -> Job | None:
    """The job of that name, None where there is none."""
    for what, kind in MAKES.items():
        curve = CURVES.get(f"ate-{name.removeprefix(f'{what}-')}")
        if name.startswith(f"{what}-") and isinstance(curve, AteCurve) and kind.fits(curve):
            make: Make = kind
            return make(curve)
    return None


def find_computation(name: str) -> Computation:
    """The pairing or job of that name, or the pairing of the curve in a file; several with + between.

    Raises
    ------
    UserError
        There is none; the message has the nearest name.
    """
    if SEVERAL in name:
        return Several(name, tuple(map(find_computation, name.split(SEVERAL))))
    if is_file(name) or name in PAIRINGS:
        return find_pairing(name)
    found = find_job(name)
    if found is None:
        raise UserError(f"no pairing {name!r}; {nearest(name, (*PAIRINGS, *job_names()))}")
    return found
