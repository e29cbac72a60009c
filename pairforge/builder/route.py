"""Place and route of what was synthesized: what was asked for, and the figures for `result.json`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pairforge.errors import CheckError, UserError
from pairforge.synth.family import Part, too_large
from pairforge.synth.netlist import chained
from pairforge.synth.routing import check_seeds
from pairforge.targets.base import Measured, Target
from pairforge.targets.registry import all_targets

SEEDS = 4
"""Seeds that are tried where a frequency is asked for and no number of seeds."""


@dataclass(frozen=True)
class Effort:
    """`seeds` to try at most, from 1 on; `mhz`: the frequency that is enough, None: all seeds are tried;
    `grade`: the speed grade of the part, None: the slowest."""

    seeds: int = 1
    mhz: float | None = None
    grade: str | None = None

    def part(self, target: Target) -> Part:
        """What is routed for. Raises UserError where it has no such grade."""
        return target.part if self.grade is None else target.part.at_grade(self.grade)


def effort_of(
    target: Target, *, route: bool, seeds: int | None, mhz: float | None, grade: str | None = None
) -> Effort | None:
    """What the options ask for; None where nothing is to be routed.

    Raises
    ------
    UserError
        No open tool routes for the target, the tool is missing, a number is out of range, there is no such
        grade, or `--seeds`, `--mhz` and `--grade` stand without `--route`.
    """
    if not route:
        for option, value in (("--seeds", seeds), ("--mhz", mhz), ("--grade", grade)):
            if value is not None:
                shown = value if isinstance(value, str) else f"{value:g}"
                raise UserError(f"{option} {shown}: is for place and route; add --route")
        return None
    if target.router is None:
        able = ", ".join(name for name, other in all_targets().items() if other.router)
        raise UserError(f"--route: no open tool places and routes for {target.name}; give --target {able}")
    effort = Effort((SEEDS if mhz is not None else 1) if seeds is None else seeds, mhz, grade)
    check_seeds(effort.seeds, mhz)
    effort.part(target)
    target.router.tool()
    return effort


def routed(measured: Measured, effort: Effort, progress: Callable[[str], None]) -> dict[str, Any]:
    """The entry `route` of `result.json`: the netlist with registers at all ports, placed and routed.

    `chains`: tables and flip-flops of those registers; `copies`: of flip-flops that drive much. `utilization`
    counts them with the rest.

    Raises
    ------
    CheckError
        It does not fit the part, or cannot be routed.
    """
    target, synthesis = measured.target, measured.synthesis
    router = target.router
    assert router is not None and synthesis is not None
    netlist = synthesis.netlist
    with_chains = chained(netlist, synthesis.top, router.primitives, router.readers(netlist))
    area = synthesis.area
    used = {"lut": area.lut + with_chains.lut, "ff": area.ff + with_chains.ff + with_chains.copies}
    if (reason := too_large(target.fits({"dsp": area.dsp, "bram": area.bram, **used}))) is not None:
        raise CheckError(f"{synthesis.top} {reason}")
    part = effort.part(target)
    progress(f"place and route for {part.order}")
    with target.errors():
        found = router.route(
            with_chains.netlist,
            part,
            seeds=range(1, effort.seeds + 1),
            mhz=effort.mhz,
            progress=progress,
        )
    added = {"chains": {"lut": with_chains.lut, "ff": with_chains.ff}, "copies": with_chains.copies}
    return found.as_json() | added


def check_met(name: str, route: dict[str, Any] | None, folder: Path) -> None:
    """Raise CheckError where a frequency was asked for and not reached."""
    if route is not None and route["met"] is False:
        tried = len(route["seeds"])
        raise CheckError(
            f"{name} is routed at {route['fmax_mhz']} MHz by the best of {tried} seed{'s' * (tried > 1)}, "
            f"{route['asked_mhz']:g} MHz were asked for; the build is in {folder}"
        )
