"""The registry of computations: all pairings, and the jobs of the curves that have them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pairforge.errors import UserError
from pairforge.jobs.base import Job, Make, curve_label
from pairforge.jobs.multiplication import G1Multiplication, G2Multiplication
from pairforge.jobs.several import Several
from pairforge.pairings.computation import Computation
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.base import Curve
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.registry import PAIRINGS, find_pairing, is_file, nearest

SEVERAL = "+"
"""What stands between the names of several computations of one core."""

MAKES: Mapping[str, Make] = {make.what: make for make in (G1Multiplication, G2Multiplication)}
"""What makes a job of a curve, by the name of the algorithm."""


def _fits(curve: Curve) -> bool:
    """Whether there are jobs of a curve: twists of degree 6 over F_p2."""
    return isinstance(curve, AteCurve) and curve.b != 0 and curve.family.twist_field_degree == 2


def job_names() -> tuple[str, ...]:
    """All jobs."""
    curves = [curve for curve in CURVES.values() if isinstance(curve, AteCurve) and _fits(curve)]
    return tuple(f"{what}-{curve_label(curve)}" for what in MAKES for curve in curves)


@cache
def find_job(name: str) -> Job | None:
    """The job of that name, None where there is none."""
    for what, make in MAKES.items():
        curve = CURVES.get(f"ate-{name.removeprefix(f'{what}-')}")
        if name.startswith(f"{what}-") and isinstance(curve, AteCurve) and _fits(curve):
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
