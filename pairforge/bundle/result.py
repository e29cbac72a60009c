"""`result.json`: the contract's object, filled from what was compiled, verified and synthesized."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairforge.catalog.published import DESIGNS, SHU_DESIGNS
from pairforge.compiler.compile import Compiled, CompiledStage
from pairforge.evidence.verify import Verification
from pairforge.machine.design import Design
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
    proof: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The object; `measured`: area and clock; `netlist` and `route`: its entries of these names
    (`builder.netlist.simulated`, `builder.route.routed`); `proof`: the object of `proof.json`; times in
    seconds of wall time, rounded to milliseconds.
    """
    design = compiled.design
    timing = timing_object(measured, route, design.clock)
    cycles = {"latency": verification.latency, "interval": verification.interval}
    published = (DESIGNS | SHU_DESIGNS).get((design.name, target.name))
    return {
        "schema": SCHEMA,
        "design": design.name,
        "pairing": compiled.computation.name,
        "paper": design.paper,
        "target": target.name,
        "cycles": {
            **cycles,
            **in_microseconds(cycles, timing),
            "stages": [stage_object(stage, design) for stage in compiled.stages],
        },
        "verified": verification.summary(),
        "proof": None if proof is None else _proven(proof),
        "netlist": netlist,
        "area": None if measured is None else measured.area(),
        "timing": timing,
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
            "bits_today": compiled.computation.security.bits_today,
            "note": compiled.computation.security.note,
        },
        "seconds": {key: round(value, 3) for key, value in seconds.items()},
    }


def _proven(proof: Mapping[str, Any]) -> dict[str, Any]:
    """The entry `proof`: whether all of it holds, the names of the parts that do, seconds."""
    parts = proof["parts"]
    return {
        "proven": proof["proven"],
        "parts": [part["name"] for part in parts if part["proven"]],
        "seconds": round(sum(part["seconds"] for part in parts), 3),
    }


def timing_object(
    measured: Measured | None, route: Mapping[str, Any] | None, asked: int = 0
) -> dict[str, Any] | None:
    """The entry `timing`; None where nothing was synthesized for a device. `asked`: the design's clock, MHz.

    Of a routed core the clock is nextpnr's, the paths are those of the estimate, and `model_error` says how
    far the estimate is off.
    """
    if measured is None or measured.synthesis is None:
        return None
    estimated = measured.synthesis.timing.as_json() | {"asked_mhz": asked or None}
    if route is None:
        return estimated
    return estimated | {
        "fmax_mhz": route["fmax_mhz"],
        "kind": "routed",
        "period_ns": round(1000 / route["fmax_mhz"], 3),
        "model": f"{route['tool']}; paths before routing: {estimated['model']}",
        "model_error": round(estimated["fmax_mhz"] / route["fmax_mhz"] - 1, 3),
    }


def in_microseconds(cycles: Mapping[str, int | None], timing: Mapping[str, Any] | None) -> dict[str, float]:
    """`latency_us` and `interval_us` of the entry `cycles`, where there is a clock."""
    if timing is None or not timing["fmax_mhz"]:
        return {}
    mhz = timing["fmax_mhz"]
    return {f"{key}_us": round(count / mhz, 3) for key, count in cycles.items() if count is not None}


def stage_object(stage: CompiledStage, design: Design) -> dict[str, Any]:
    """One entry of `cycles.stages`, per result: N cores have N in an interval of one, and a thread takes as
    many cycles for each of its own as there are threads. A cycle of its schedule takes one for each digit of
    words.
    """
    schedule, cores, digits = stage.schedule, design.cores, stage.machine.digits
    return {
        "name": stage.machine.name,
        "latency": schedule.length * digits * design.interleave,
        "interval": -(-schedule.interval * digits // cores),
        "operations": operations(stage),
        "units": {
            unit.name: {"count": unit.count, "busy": round(busy(stage, unit.name, unit.count), 4)}
            for unit in stage.machine.units
        },
        "lower_bound": -(-schedule.interval_bound * digits // cores),
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
