"""Table V: published accelerators, and coprocessors of ours from stored builds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pairforge.catalog.published import (
    DESIGNS,
    OPEN_CORES,
    TABLE_V,
    THIS_WORK,
    Published,
)
from pairforge.errors import UserError
from pairforge.jobs.registry import find_computation
from pairforge.machine.design import Design
from pairforge.machine.designs import design_names, find_design
from pairforge.pairings.base import Pairing
from pairforge.pairings.registry import find_pairing
from pairforge.papers.base import Comparison, Entry, Figure, Measured, Tell, Time, Wanted
from pairforge.papers.builds import build_all, key_of
from pairforge.targets.registry import find_fpga

__all__ = ["build_designs", "comparisons", "designs", "times", "winners"]

TARGET = "xc4v"
"""The target on which designs over one field are compared with each other."""

_OPEN_CORES = Path(__file__).resolve().parents[2] / "results" / "open-cores.json"
"""The open cores' own sources through this package's synthesis: area measured, clock estimated."""

_FIELDS = tuple(dict.fromkeys(row.field for row in TABLE_V))
_COLUMNS = (
    "D",
    "interval",
    "latency",
    "LUT",
    "FF",
    "BRAM",
    "slices",
    "MHz",
    "µs",
    "slices·s",
)


def designs() -> tuple[str, ...]:
    """The built-in designs over the fields of the paper, its own architecture first."""
    fields = {row.field: at for at, row in enumerate(TABLE_V) if row.name == THIS_WORK}
    found = {}
    for design in map(find_design, design_names()):
        pairing = find_computation(design.pairing)
        if not isinstance(pairing, Pairing):
            continue
        if pairing.map == "eta" and pairing.field_name in fields:
            found[design.name] = (fields[pairing.field_name], design.paper is None, design.name)
    return tuple(sorted(found, key=found.__getitem__))


def build_designs(
    wanted: Wanted, builds: Mapping[str, Any], tell: Tell, keep: Callable[[Mapping[str, Any]], None]
) -> Mapping[str, Any]:
    """Build designs one after another and add them to `builds`, by design and target; `keep` gets the result
    after each.
    """
    plan = [
        (name, target, 1000 if _degree(design) < 250 else 100)
        for name in wanted.designs or designs()
        if (design := find_design(name))
        for target in ((wanted.target,) if wanted.target else _targets(design))
    ]
    return build_all(plan, builds, tell, keep)


def _targets(design: Design) -> tuple[str, ...]:
    """The design's own, and those for which the paper has figures of it."""
    return tuple(dict.fromkeys((design.target, *(target for name, target in DESIGNS if name == design.name))))


def _degree(design: Design) -> int:
    return find_computation(design.pairing).degree


def comparisons(measured: Measured, wanted: Wanted) -> tuple[Comparison, ...]:
    """Table V with ours, and the best of ours for each field.

    Raises UserError where a design is asked for by name and there is no stored result of it.
    """
    builds: Mapping[str, Any] = measured.get("builds", {})
    for name in wanted.designs:
        targets = [key.split()[1] for key in builds if key.split()[0] == name]
        if not targets or (wanted.target and wanted.target not in targets):
            where = f" for {wanted.target}" if wanted.target else ""
            raise UserError(f"no stored result for {name}{where}; build it with --fresh")
    return (
        Comparison(
            "V",
            "accelerators for the Tate and eta_T pairings over supersingular curves",
            _COLUMNS,
            tuple(_entries(builds, wanted)),
        ),
        Comparison(
            "best",
            f"ours with the least slices times interval, by field, {TARGET}",
            ("interval", "slices", "slices·cycles", "of the paper's design"),
            tuple(_best(builds)),
        ),
    )


def _entries(builds: Mapping[str, Any], wanted: Wanted) -> Iterator[Entry]:
    for field in _FIELDS:
        for row in (*TABLE_V, *OPEN_CORES):
            if row.field == field:
                yield _published(row)
        yield from _remapped(field)
        made = [(key, found) for key, found in builds.items() if _field(found) == field]
        names = {key for key, _ in made}
        names |= {key_of(*key) for key, row in DESIGNS.items() if row.field == field}
        for key in sorted(names, key=_order):
            design, target = key.split()
            if (wanted.designs and design not in wanted.designs) or wanted.target not in (None, target):
                continue
            yield _ours(design, target, builds.get(key))


def _order(key: str) -> tuple[bool, str, str]:
    """The paper's architecture first, as in Table V the older family first."""
    design, target = key.split()
    return design not in {name for name, _ in DESIGNS}, design, target


def _field(found: Mapping[str, Any]) -> str:
    return find_pairing(found["result"]["pairing"]).field_name


_PRINTED = {
    "interval": "cycles",
    "LUT": "lut",
    "FF": "ff",
    "slices": "slices",
    "MHz": "mhz",
    "µs": "us",
    "slices·s": "area_time",
}
"""Columns that are printed, and what they are called in the catalogue."""


def _published(row: Published) -> Entry:
    figures = {
        column: Figure(value, "implied" if name in row.implied else "published")
        for column, name in _PRINTED.items()
        if (value := getattr(row, name)) is not None
    }
    if row.area_time is None:
        figures["slices·s"] = Figure(float(f"{row.slices * row.us / 1e6:.3g}"), "implied")
    return Entry(row.field, row.name, row.device, False, figures, row.source, row.note)


def _remapped(field: str) -> Iterator[Entry]:
    """The open cores over a field in this flow, to compare like with like."""
    cores = {core.name: core for core in OPEN_CORES}
    for row in json.loads(_OPEN_CORES.read_text())["cores"]:
        core = cores[row["core"]]
        if core.field != field:
            continue
        assert core.cycles is not None
        lut, ff, target = row["lut"], row["ff"], row["target"]
        figures = {
            "interval": Figure(core.cycles, "implied" if "cycles" in core.implied else "published"),
            **_area(lut, ff, row["bram"]),
            **_speed(core.cycles, row["mhz"], find_fpga(target).slices_calibrated(lut, ff)),
        }
        yield Entry(field, core.name, target, False, figures, row["tool"], "its source in this flow")


def _area(lut: int, ff: int, bram: int) -> dict[str, Figure]:
    return {"LUT": Figure(lut, "measured"), "FF": Figure(ff, "measured"), "BRAM": Figure(bram, "measured")}


def _speed(interval: int, mhz: float, slices: int | None) -> dict[str, Figure]:
    """What follows from cycles, the estimated clock and the estimated slices, where there are any."""
    us = interval / mhz
    figures = {"MHz": Figure(round(mhz), "estimated"), "µs": Figure(us, "estimated")}
    if slices is not None:
        figures["slices"] = Figure(slices, "estimated")
        figures["slices·s"] = Figure(slices * us / 1e6, "estimated")
    return figures


def _ours(design: str, target: str, found: Mapping[str, Any] | None) -> Entry:
    if found is None:
        field = next(row.field for key, row in DESIGNS.items() if key_of(*key) == key_of(design, target))
        return Entry(field, design, target, True, {}, "", "not built")
    result = found["result"]
    cycles, area, timing = result["cycles"], result["area"], result["timing"]
    figures = {
        "D": Figure(found["digit"] or "-", "chosen"),
        "interval": Figure(cycles["interval"], "measured"),
        "latency": Figure(cycles["latency"], "measured"),
        **_area(area["lut"], area["ff"], area["bram"]),
        **_speed(cycles["interval"], timing["fmax_mhz"], area["slices_calibrated"]),
    }
    verified = result["verified"]
    note = f"{verified['pairings']:,} pairings simulated, {verified['mismatches']} wrong"
    tools = f"Pairforge {found['version']}, {found['synthesizer']}, {verified['simulator']}"
    return Entry(_field(found), design, target, True, figures, f"{tools}: {found['command']}", note)


def times(builds: Mapping[str, Any]) -> tuple[Time, ...]:
    """Microseconds between results of the paper's own rows, published and ours."""
    return tuple(
        Time(
            f"{design}, {target}",
            row.us,
            found["result"]["cycles"]["interval"] / found["result"]["timing"]["fmax_mhz"],
        )
        for (design, target), row in DESIGNS.items()
        if (found := builds.get(key_of(design, target))) is not None
    )


def area_interval(found: Mapping[str, Any]) -> int | None:
    """Slices (the calibrated estimate) times cycles between results; None where there is no slice count."""
    slices = found["result"]["area"]["slices_calibrated"]
    return None if slices is None else int(slices * found["result"]["cycles"]["interval"])


def winners(builds: Mapping[str, Any]) -> Mapping[str, str]:
    """The design with the least slices times interval for each field that has any, on `TARGET`."""
    best: dict[str, tuple[int, str]] = {}
    for key, found in builds.items():
        design, target = key.split()
        product = area_interval(found)
        if target == TARGET and product is not None:
            field = _field(found)
            best[field] = min(best.get(field, (product, design)), (product, design))
    return {field: design for field, (_, design) in best.items()}


def _best(builds: Mapping[str, Any]) -> Iterator[Entry]:
    winner = winners(builds)
    for field in (field for field in _FIELDS if any(row.field == field for row in DESIGNS.values())):
        if field not in winner:
            yield Entry(field, "-", TARGET, True, {}, "", "not built")
            continue
        found = builds[key_of(winner[field], TARGET)]
        faithful = builds.get(key_of(f"beuchat-{field}", TARGET))
        product, reference = area_interval(found), faithful and area_interval(faithful)
        assert product is not None
        figures = {
            "interval": Figure(found["result"]["cycles"]["interval"], "measured"),
            "slices": Figure(found["result"]["area"]["slices_calibrated"], "estimated"),
            "slices·cycles": Figure(product, "estimated"),
        }
        if reference:
            figures["of the paper's design"] = Figure(f"{100 * product / reference:.0f}%", "estimated")
        yield Entry(field, winner[field], TARGET, True, figures, found["command"])
