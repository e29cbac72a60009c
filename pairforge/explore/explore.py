"""`pairforge explore`: many machines measured and compared, as plain data.

Everything about the space is checked before any work: designs, keys, values, targets, workers. What only
shows when a machine is compiled (a memory too small, no unit for an operation) is a row with its reason.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pairforge.builder.route import effort_of
from pairforge.compiler.abstract import check_block
from pairforge.compiler.check import check_tools
from pairforge.compiler.compile import Progress
from pairforge.compiler.computation import computation_of
from pairforge.errors import CheckError, UserError
from pairforge.explore.criteria import CRITERIA, check_criterion, fronts, objectives, rank, winners
from pairforge.explore.measure import Figures, Order, find, keep, measure, version
from pairforge.explore.pool import Pool, Workers, cores
from pairforge.explore.search import SAMPLERS, Choice, Point, search
from pairforge.explore.space import MOST, Axis, combinations, size
from pairforge.machine.design import Design, errors_in
from pairforge.machine.designs import find_design
from pairforge.table import UnknownKeyError
from pairforge.targets.registry import find_fpga, find_target
from pairforge.version import __version__

__all__ = ["SCHEMA", "Request", "columns", "explore"]

SCHEMA = 1

_TRIES = 30  # machines that are tried for one that a value is right in


@dataclass(frozen=True)
class Request:
    """What to explore.

    `designs`: names or files; `settings`: those of `--set`, for all of them; `each`: one key at a time
    instead of all combinations; `target`: None for each design's own; `pairings`: random ones to simulate for
    each machine, 0 or at least 2; `by`: the criterion to order by, None for the first that there is; `block`:
    schedule only this block or loop body, on units of kind `abstract`, without synthesis and simulation;
    `search`: measure only so many machines; `sampler`, of `SAMPLERS`, chooses them, by chance as `seed` says;
    `route`: seeds to place and route each machine with, 0: clocks are estimated.
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
    search: int | None = None
    sampler: str = SAMPLERS[0]
    seed: int = 0
    route: int = 0

    @property
    def sized(self) -> bool:
        """Whether machines have an area: synthesized, or the sum of what is given."""
        return self.synthesis or bool(self.block)


@dataclass(frozen=True)
class _Machine:
    """A point of the space. `settings`: what differs from the design's file."""

    order: Order
    settings: Mapping[str, str]


@dataclass(frozen=True)
class _Space:
    """What a request spans: for each design the keys that it has, and those that it lacks."""

    request: Request
    axes: Mapping[str, Sequence[Axis]]
    lacking: Mapping[str, Sequence[str]]

    @property
    def size(self) -> int:
        """How many points, some of which may be the same machine."""
        return sum(size(axes, each=self.request.each) for axes in self.axes.values())

    def machine(self, name: str, swept: Mapping[str, str]) -> _Machine:
        """The machine of a design with these values (UserError: one is out of range)."""
        request = self.request
        settings = {**request.settings, **swept}
        design = find_design(name, settings)
        target = _target(design, request)
        if request.route:
            effort_of(find_fpga(target), route=True, seeds=request.route, mhz=None)
        order = Order(design, target, request.synthesis, request.pairings, request.block, request.route)
        return _Machine(order, settings)

    def all(self) -> list[_Machine]:
        """All machines, no two alike."""
        made = (
            self.machine(name, swept)
            for name, axes in self.axes.items()
            for swept in combinations(axes, each=self.request.each)
        )
        machines: dict[tuple[str | int, ...], _Machine] = {}
        for machine in made:
            machines.setdefault(machine.order.key, machine)
        return list(machines.values())


class _Measured(NamedTuple):
    """A machine with its figures, or with why there are none."""

    machine: _Machine
    figures: Figures | None
    failure: Exception | None


@dataclass
class _Bench:
    """Measures machines that were not measured before. `total`: how many it will be in all, None where that
    is all that are given at once.
    """

    workers: Workers
    progress: Progress
    total: int | None
    done: int = 0

    def measure(self, machines: Sequence[_Machine]) -> list[_Measured]:
        """The figures of each."""
        found = [find(machine.order) for machine in machines]
        missing = [i for i, figures in enumerate(found) if figures is None]
        if self.total is None:
            self.total = len(missing)
            self.progress(f"{len(machines)} machines, {len(machines) - len(missing)} of them measured before")
        failures: dict[int, Exception] = {}
        orders = [machines[i].order for i in missing]
        for which, got in self.workers.map(measure, orders):
            i = missing[which]
            if isinstance(got, Exception):
                if not isinstance(got, UserError | CheckError):
                    raise got
                failures[i] = got
            else:
                keep(machines[i].order, got)
                found[i] = got
            self.done += 1
            self.progress(f"{self.done} of {self.total}: {machines[i].order.design.asked}: {_outcome(got)}")
        return [
            _Measured(machine, figures, failures.get(i))
            for i, (machine, figures) in enumerate(zip(machines, found, strict=True))
        ]


def explore(request: Request, progress: Progress, pictures: dict[str, str] | None = None) -> dict[str, Any]:
    """Measure all machines of a request, or those that a search chooses, as far as they were not measured
    before; the object of `--json`.

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
    space = _space(request)
    chosen = None if request.search is None or request.search >= space.size else request.search
    machines = space.all() if chosen is None else list(_samples(space))
    if request.block:
        check_block([machine.order.design for machine in machines], request.block)
    else:
        targets = dict.fromkeys(machine.order.target for machine in machines) if request.synthesis else ()
        check_tools(*map(find_target, targets))
    aims = objectives(by.name, synthesis=request.sized)
    with request.pool.open(version) as workers:
        for name, keys in space.lacking.items():
            if keys:
                progress(f"{name} has no {', '.join(keys)}: it is not swept there")
        if chosen is None:
            measured = _Bench(workers, progress, None).measure(machines)
        else:
            progress(
                f"{space.size} machines, of which {chosen} are searched for the least {' and '.join(aims)}"
            )
            measured = _searched(space, chosen, aims, workers, progress)
    rows = [_row(*each, request) for each in measured]
    if pictures is not None:
        seen = [each.figures["picture"] for each in measured if each.figures and each.figures["picture"]]
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
        "explored": len(rows),
        "space": len(rows) if chosen is None else space.size,
        "search": None
        if chosen is None
        else {"machines": chosen, "sampler": request.sampler, "seed": request.seed, "objectives": list(aims)},
        "failed_checks": sum(isinstance(each.failure, CheckError) for each in measured),
        "comparisons": list(_compare(rows, by.name, synthesis=request.sized)),
    }


def _searched(
    space: _Space, budget: int, aims: Sequence[str], workers: Workers, progress: Progress
) -> list[_Measured]:
    """What a search measures, in its order."""
    names, bench = list(space.axes), _Bench(workers, progress, budget)
    axes = list({axis.key: axis for own in space.axes.values() for axis in own}.values())
    choices = [Choice("design", len(names), ordered=False)] if len(names) > 1 else []
    choices += [Choice(axis.key, len(axis.values), ordered=axis.ordered) for axis in axes]
    machines: dict[tuple[str | int, ...], _Machine] = {}
    found: list[_Measured] = []

    def same(point: Point) -> tuple[str | int, ...] | None:
        name = names[point[0]] if len(names) > 1 else names[0]
        own = {axis.key for axis in space.axes[name]}
        chosen = zip(axes, point[len(point) - len(axes) :], strict=True)
        try:
            machine = space.machine(name, {a.key: a.values[i] for a, i in chosen if a.key in own})
        except UserError:  # each value is right by itself; these together are not
            return None
        machines.setdefault(machine.order.key, machine)
        return machine.order.key

    def figures(keys: Sequence[tuple[str | int, ...]]) -> list[tuple[float, ...] | None]:
        measured = bench.measure([machines[key] for key in keys])
        found.extend(measured)
        bench.done = len(found)
        rows = [_row(*each, space.request) for each in measured]
        return [
            None if any(row[aim] is None for aim in aims) else tuple(float(row[aim]) for aim in aims)
            for row in rows
        ]

    request = space.request
    for _ in search(
        choices, budget, same, figures, objectives=len(aims), sampler=request.sampler, seed=request.seed
    ):
        pass
    return found


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
    "mhz_from": str,
    "us": float,
    "size": int,
    "size_unit": str,
    "area_interval": float,
    "area_time": float,
    "fronts": list,
    "best": list,
    "command": str,
}


def _space(request: Request) -> _Space:
    """The space of a request, of which the values are checked where all of it is looked at."""
    if not request.axes and len(request.designs) < 2 and not request.block:
        raise UserError("nothing to compare: give --sweep KEY=A,B,C, or several designs")
    if request.target is not None:
        find_fpga(request.target)
    if request.search is not None:
        _check_search(request)
    for axis in request.axes:
        if axis.key in request.settings:
            raise UserError(f"{axis.key}: is in --set and in --sweep; leave out one")
        if axis.key == "target" and request.target is not None:
            raise UserError("--target: would undo --sweep target; leave out one")
    for name in request.designs:
        find_design(name, request.settings)
    lacking = {name: _lacking(name, request) for name in request.designs}
    axes = {
        name: [axis for axis in request.axes if axis.key not in lacking[name]] for name in request.designs
    }
    space = _Space(request, axes, lacking)
    if space.size > MOST and request.search is None:
        raise UserError(
            f"{space.size} machines are too many; sweep at most {MOST} at once, or --search a part of them"
        )
    return space


def _check_search(request: Request) -> None:
    if not 1 <= (request.search or 0) <= MOST:
        raise UserError(f"--search {request.search}: give a number from 1 to {MOST}")
    if request.sampler not in SAMPLERS:
        raise UserError(f"--sampler {request.sampler}: must be one of {', '.join(SAMPLERS)}")
    if request.each:
        raise UserError("--search: looks at combinations; leave out --each")
    if request.seed < 0:
        raise UserError(f"--seed {request.seed}: give 0 or more")
    keys = {"target", "pairing", "algorithm"} & {axis.key for axis in request.axes}
    if keys:
        raise UserError(
            f"--search: machines of several {keys.pop()}s are not comparable; explore each by itself"
        )
    with_pairings = {computation_of(find_design(name, request.settings)).name for name in request.designs}
    if len(with_pairings) > 1:
        raise UserError(
            f"--search: {', '.join(sorted(with_pairings))} are not comparable; explore each by itself"
        )


def _samples(space: _Space) -> Iterator[_Machine]:
    """For every value a machine that has it (UserError: there is none, as far as can be seen)."""
    chance = random.Random(0)
    for name, axes in space.axes.items():
        for value in combinations(axes, each=True):
            drawn = ({axis.key: chance.choice(axis.values) for axis in axes} for _ in range(_TRIES))
            error = None
            for swept in ({}, *drawn):
                try:
                    yield space.machine(name, {**swept, **value})
                except UserError as found:
                    error = error or found
                else:
                    break
            else:
                assert error is not None
                raise error


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
        computation_of(design)
        if request.target is None:
            try:
                find_fpga(design.target)
            except UserError as error:
                raise UserError(f"target: {error}") from None
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
        "pairing": computation_of(order.design).name,
        "target": order.found.name,
        "error": got["error"],
        "interval": interval,
        "interval_from": None if interval is None else ("simulation" if cycles["measured"] else "schedule"),
        "lower_bound": max((stage["lower_bound"] for stage in cycles.get("stages", ())), default=None),
        "latency": cycles.get("latency"),
        "pairings": None if got["verified"] is None else got["verified"]["pairings"],
        **{key: area.get(key) for key in ("lut", "ff", "bram", "dsp", "slices", "slices_calibrated")},
        "levels": timing.get("levels"),
        "mhz": mhz,
        "mhz_from": timing.get("kind"),
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
    rest = "" if order.synthesis else " --no-synth"
    if order.route:
        rest += f" --route --seeds {order.route}"
    return f"pairforge build {order.design.asked} --target {order.target}{rest}"


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
