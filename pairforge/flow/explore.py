"""`pairforge explore`: many machines measured and compared, as plain data.

Everything about the space is checked before any work: designs, keys, values, targets, workers. What only
shows when a machine is compiled (a memory too small, no unit for an operation) is a row with its reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pairforge import __version__
from pairforge.catalog.designs import find_design
from pairforge.catalog.targets import TARGETS
from pairforge.errors import CheckError, UserError
from pairforge.explore.criteria import CRITERIA, check_criterion, fronts, rank, winners
from pairforge.explore.pool import Pool, cores
from pairforge.explore.space import MOST, Axis, combinations, size
from pairforge.flow.check import check_tools
from pairforge.flow.compile import Progress, pairing_of
from pairforge.flow.measure import Figures, Order, find, keep, measure, version
from pairforge.flow.posed import check_block
from pairforge.machine.design import Design, errors_in
from pairforge.machine.table import UnknownKeyError

__all__ = ["SCHEMA", "Request", "columns", "explore"]

SCHEMA = 1


@dataclass(frozen=True)
class Request:
    """What to explore.

    `designs`: names or files; `settings`: those of `--set`, for all of them; `each`: one key at a time
    instead of all combinations; `target`: None for each design's own; `pairings`: random ones to simulate for
    each machine, 0 or at least 2; `by`: the criterion to order by, None for the first that there is; `block`:
    schedule only this block or loop body, on units of kind `given`, without synthesis and simulation.
    """

    designs: Sequence[str]
    axes: Sequence[Axis] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    each: bool = False
    target: str | None = None
    synthesis: bool = True
    pairings: int = 0
    by: str | None = None
    pool: Pool = field(default_factory=lambda: Pool(cores()))
    block: str = ""

    @property
    def sized(self) -> bool:
        """Whether machines have an area: synthesized, or the sum of what is given."""
        return self.synthesis or bool(self.block)


@dataclass(frozen=True)
class _Machine:
    """A point of the space. `settings`: what differs from the design's file."""

    order: Order
    settings: Mapping[str, str]


def explore(request: Request, progress: Progress, pictures: dict[str, str] | None = None) -> dict[str, Any]:
    """Measure all machines of a request, those that were not measured before; the object of `--json`.

    `pictures` is filled with what there is to show of the machines (`flow.picture.packed_picture`), by the
    `picture` of their rows.

    Raises
    ------
    UserError
        Something about the request is wrong (before any work), or not one of the machines can be built.
    """
    if request.pairings == 1 or request.pairings < 0:
        raise UserError(f"--pairings {request.pairings}: give 0, or at least 2")
    if request.block and (request.synthesis or request.pairings):
        raise UserError("--block: only schedules; leave out --synth and --pairings")
    by = check_criterion(
        request.by or ("area-interval" if request.sized else "interval"), synthesis=request.sized
    )
    machines, left_out = _space(request)
    if request.block:
        check_block([machine.order.design for machine in machines], request.block)
    else:
        check_tools(synthesis=request.synthesis)
    with request.pool.open(version) as workers:
        for name, keys in left_out.items():
            progress(f"{name} has no {', '.join(keys)}: it is not swept there")
        found = [find(machine.order) for machine in machines]
        missing = [i for i, figures in enumerate(found) if figures is None]
        progress(f"{len(machines)} machines, {len(machines) - len(missing)} of them measured before")
        failures: dict[int, Exception] = {}
        orders = [machines[i].order for i in missing]
        for done, (which, got) in enumerate(workers.map(measure, orders), 1):
            i = missing[which]
            if isinstance(got, Exception):
                if not isinstance(got, UserError | CheckError):
                    raise got
                failures[i] = got
            else:
                keep(machines[i].order, got)
                found[i] = got
            progress(f"{done} of {len(missing)}: {machines[i].order.design.asked}: {_outcome(got)}")
    rows = [
        _row(machine, figures, failures.get(i), request)
        for i, (machine, figures) in enumerate(zip(machines, found, strict=True))
    ]
    if pictures is not None:
        seen = [figures["picture"] for figures in found if figures is not None and figures["picture"]]
        pictures |= {_name_of(picture): picture for picture in seen}
    if all(row["error"] is not None for row in rows):
        raise UserError(f"no machine can be {_done(request)}; {rows[0]['design']}: {rows[0]['error']}")
    return {
        "schema": SCHEMA,
        "version": __version__,
        "designs": list(request.designs),
        "sweep": {axis.key: list(axis.values) for axis in request.axes},
        "set": dict(request.settings),
        "each": request.each,
        "synthesis": request.synthesis,
        "block": request.block,
        "pairings": request.pairings,
        "by": by.name,
        "failed_checks": sum(isinstance(error, CheckError) for error in failures.values()),
        "comparisons": list(_compare(rows, by.name, synthesis=request.sized)),
    }


def columns(found: Mapping[str, Any]) -> tuple[dict[str, type], list[dict[str, Any]]]:
    """The machines of an exploration as a flat table: columns with their types, and rows. A swept key is a
    column of its own, of whole numbers where all its values are.
    """
    machines = [row for comparison in found["comparisons"] for row in comparison["machines"]]
    swept = {
        key: int if all(value.removeprefix("-").isdecimal() for value in values) else str
        for key, values in found["sweep"].items()
    }
    head: dict[str, type] = {"design": str, "pairing": str, "target": str, **swept, **_COLUMNS}

    def cell(row: Mapping[str, Any], key: str) -> Any:
        if key in row:
            return row[key]
        value = row["settings"].get(key)
        return value if value is None else swept[key](value)

    return head, [{key: cell(row, key) for key in head} for row in machines]


_COLUMNS: Mapping[str, type] = {
    "error": str,
    "interval": int,
    "interval_from": str,
    "lower_bound": int,
    "latency": int,
    "pairings": int,
    "lut": int,
    "ff": int,
    "bram": int,
    "dsp": int,
    "slices": int,
    "slices_calibrated": int,
    "levels": int,
    "mhz": float,
    "us": float,
    "size": int,
    "size_unit": str,
    "area_interval": float,
    "area_time": float,
    "fronts": list,
    "best": list,
    "command": str,
}


def _space(request: Request) -> tuple[list[_Machine], dict[str, list[str]]]:
    """All machines, no two alike, and the keys that do not vary a design because it lacks them."""
    if not request.axes and len(request.designs) < 2 and not request.block:
        raise UserError("nothing to compare: give --sweep KEY=A,B,C, or several designs")
    if request.target is not None and request.target not in TARGETS:
        raise UserError(f"no target {request.target!r}; there are {', '.join(TARGETS)}")
    for axis in request.axes:
        if axis.key in request.settings:
            raise UserError(f"{axis.key}: is in --set and in --sweep; leave out one")
        if axis.key == "target" and request.target is not None:
            raise UserError("--target: would undo --sweep target; leave out one")
    for name in request.designs:
        find_design(name, request.settings)
    lacking = {name: _lacking(name, request) for name in request.designs}
    spaces = {
        name: [axis for axis in request.axes if axis.key not in lacking[name]] for name in request.designs
    }
    if (count := sum(size(axes, each=request.each) for axes in spaces.values())) > MOST:
        raise UserError(f"{count} machines are too many; sweep at most {MOST} at once")
    machines: list[_Machine] = []
    seen: set[tuple[str | int, ...]] = set()
    for name, axes in spaces.items():
        for swept in combinations(axes, each=request.each):
            settings = {**request.settings, **swept}
            design = find_design(name, settings)
            target = _target(design, request)
            order = Order(design, target, request.synthesis, request.pairings, request.block)
            if order.key not in seen:
                seen.add(order.key)
                machines.append(_Machine(order, settings))
    return machines, {name: keys for name, keys in lacking.items() if keys}


def _lacking(name: str, request: Request) -> list[str]:
    """The swept keys that a design does not have, where another design has them (UserError: where none)."""
    lacking = []
    for axis in request.axes:
        errors = [_complaint(other, axis, request.settings) for other in request.designs]
        if all(errors):
            place = errors[0].removeprefix(f"--set {axis.key}: ") if errors[0] else ""
            raise UserError(f"--sweep {axis.key}: {place}")
        if _complaint(name, axis, request.settings):
            lacking.append(axis.key)
    return lacking


def _complaint(name: str, axis: Axis, settings: Mapping[str, str]) -> str | None:
    """What is wrong with a key in a design, None where the design has it. Values are checked elsewhere."""
    try:
        find_design(name, {**settings, axis.key: axis.values[0]})
    except UnknownKeyError as error:
        return str(error) if error.key == axis.key.rpartition(".")[2] else None
    except UserError:
        return None
    return None


def _target(design: Design, request: Request) -> str:
    with errors_in(design):
        pairing_of(design)
        if request.target is None and design.target not in TARGETS:
            raise UserError(f"target: no target {design.target!r}; there are {', '.join(TARGETS)}")
    return request.target or design.target


def _done(request: Request) -> str:
    return "scheduled" if request.block else "built"


def _outcome(got: Figures | Exception) -> str:
    if isinstance(got, Exception):
        return str(got)
    if got["error"] is not None:
        return f"cannot be done: {got['error']}"
    area = "" if "lut" not in (got["area"] or {}) else f", {got['area']['lut']} LUT, {got['area']['ff']} FF"
    return f"{got['cycles']['interval']} cycles{area}"


def _row(
    machine: _Machine, figures: Figures | None, failure: Exception | None, request: Request
) -> dict[str, Any]:
    """A machine with its figures, flat; its place among the others comes later."""
    order = machine.order
    got = figures or {"error": str(failure), "cycles": None, "verified": None, "area": None, "timing": None}
    cycles, area, timing = got["cycles"] or {}, got["area"] or {}, got["timing"] or {}
    interval, mhz = cycles.get("interval"), timing.get("fmax_mhz")
    size, unit = _size(area)
    us = None if interval is None or not mhz else round(interval / mhz, 4)
    row = {
        "design": order.design.name,
        "settings": dict(machine.settings),
        "command": _command(order),
        "pairing": order.design.pairing,
        "target": order.target,
        "error": got["error"],
        "interval": interval,
        "interval_from": None if interval is None else ("simulation" if cycles["measured"] else "schedule"),
        "lower_bound": max((stage["lower_bound"] for stage in cycles.get("stages", ())), default=None),
        "latency": cycles.get("latency"),
        "pairings": None if got["verified"] is None else got["verified"]["pairings"],
        **{key: area.get(key) for key in ("lut", "ff", "bram", "dsp", "slices", "slices_calibrated")},
        "levels": timing.get("levels"),
        "mhz": mhz,
        "us": us,
        "size": size,
        "size_unit": unit,
        "stages": cycles.get("stages"),
        "picture": _name_of(got["picture"]) if got.get("picture") else None,
    }
    return row | {
        "area_interval": CRITERIA["area-interval"].of(row),
        "area_time": CRITERIA["area-time"].of(row),
    }


def _name_of(picture: str) -> str:
    """Equal for machines that look alike, and only for them."""
    return hashlib.sha256(picture.encode()).hexdigest()[:16]


def _command(order: Order) -> str:
    if order.block:
        return f"pairforge explore {order.design.asked} --block {order.block}"
    synthesis = "" if order.synthesis else " --no-synth"
    return f"pairforge build {order.design.asked} --target {order.target}{synthesis}"


def _size(area: Mapping[str, Any]) -> tuple[int | None, str | None]:
    """The one number that area is compared by, and what it counts."""
    for key, unit in (
        ("slices_calibrated", "slices, calibrated"),
        ("slices", "slices, at least"),
        ("lut", "LUT"),
        ("slices_given", "slices, as given"),
    ):
        if area.get(key) is not None:
            return area[key], unit
    return None, None


def _compare(rows: Sequence[Mapping[str, Any]], by: str, *, synthesis: bool) -> Iterator[dict[str, Any]]:
    """Machines for one pairing on one target beside each other, best first."""
    kinds = dict.fromkeys((row["pairing"], row["target"]) for row in rows)
    for pairing, target in kinds:
        there = [row for row in rows if (row["pairing"], row["target"]) == (pairing, target)]
        there = [there[i] for i in rank(there, CRITERIA[by])]
        best = winners(there)
        on = fronts(there, synthesis=synthesis)
        yield {
            "pairing": pairing,
            "target": target,
            "best": best,
            "machines": [
                {**row, "fronts": on[i], "best": [name for name, index in best.items() if index == i]}
                for i, row in enumerate(there)
            ],
        }
