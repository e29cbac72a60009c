"""`result.json`: the contract's object, filled from what was compiled, verified and synthesized."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairforge.catalog.published import DESIGNS, SHU_DESIGNS
from pairforge.compiler.compile import Compiled, CompiledStage
from pairforge.evidence.verify import Verification
from pairforge.schedule.plan import INPUT, OUTPUT
from pairforge.targets.base import Measured, Target

SCHEMA = 1


def result_object(
    compiled: Compiled,
    target: Target,
    verification: Verification,
    measured: Measured | None,
    seconds: Mapping[str, float],
    *,
    netlist: Mapping[str, Any] | None = None,
    route: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The object; `measured`: area and clock; `netlist` and `route`: its entries of these names
    (`builder.netlist.simulated`, `builder.route.routed`); times in seconds of wall time, rounded to
    milliseconds.
    """
    design = compiled.design
    published = (DESIGNS | SHU_DESIGNS).get((design.name, target.name))
    return {
        "schema": SCHEMA,
        "design": design.name,
        "pairing": design.pairing,
        "paper": design.paper,
        "target": target.name,
        "cycles": {
            "latency": verification.latency,
            "interval": verification.interval,
            "stages": [stage_object(stage, design.interleave) for stage in compiled.stages],
        },
        "verified": verification.summary(),
        "netlist": netlist,
        "area": None if measured is None else measured.area(),
        "timing": _timing(measured, route),
        "route": route,
        "asic": None if measured is None or measured.chip is None else measured.chip.as_json(),
        "published": None
        if published is None
        else {
            "cycles": published.cycles,
            "slices": published.slices,
            "mhz": published.mhz,
            "us": published.us,
        },
        "security": {
            "bits_today": compiled.pairing.security.bits_today,
            "note": compiled.pairing.security.note,
        },
        "seconds": {key: round(value, 3) for key, value in seconds.items()},
    }


def _timing(measured: Measured | None, route: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if route is not None:
        return {"fmax_mhz": route["fmax_mhz"], "kind": "routed"}
    return None if measured is None or measured.synthesis is None else measured.synthesis.timing.as_json()


def stage_object(stage: CompiledStage, threads: int) -> dict[str, Any]:
    """One entry of `cycles.stages`; a thread takes `threads` cycles for each of its own."""
    schedule = stage.schedule
    return {
        "name": stage.machine.name,
        "latency": schedule.length * threads,
        "interval": schedule.interval,
        "operations": operations(stage),
        "units": {
            unit.name: {"count": unit.count, "busy": round(busy(stage, unit.name, unit.count), 4)}
            for unit in stage.machine.units
        },
        "lower_bound": schedule.interval_bound,
        "optimal": all(certificate.optimal for certificate in schedule.certificates if certificate.of_block),
    }


def operations(stage: CompiledStage) -> dict[str, int]:
    """Operations executed in one run, by kind."""
    counts: dict[str, int] = {}
    for placed, _, _ in stage.schedule.instances():
        if placed.unit not in (INPUT, OUTPUT):
            counts[placed.op.kind] = counts.get(placed.op.kind, 0) + 1
    return counts


def busy(stage: CompiledStage, unit: str, count: int) -> float:
    """Share of cycles a unit is occupied in the steady state of the longest loop.

    Where a stage has no loop, over the interval between runs.
    """
    schedule = stage.schedule
    if schedule.loops:
        loop = max(schedule.loops.values(), key=lambda timing: timing.interval * timing.count)
        work = sum(p.busy for p in schedule.placed.values() if p.unit == unit and p.region == loop.name)
        return work / (count * loop.interval)
    work = sum(p.busy for p, _, _ in schedule.instances() if p.unit == unit)
    return work / (count * schedule.interval)
