"""Builds and explored machines as entries of the page: one set of figures, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairforge.errors import UserError
from pairforge.report.collection import Entry
from pairforge.report.data import Figure, Kind
from pairforge.report.packed import unpack

__all__ = ["build_entry", "explored_entries", "result_figures"]


def build_entry(report: Mapping[str, Any], origin: str) -> Entry:
    """A build, from the data of its report."""
    result = report["result"]
    verified = result["verified"]
    return Entry(
        name=result["design"],
        origin=origin,
        pairing=result["pairing"],
        target=result["target"] or "",
        command=report["command"],
        figures=result_figures(result),
        configuration=report["configuration"],
        stages=report["stages"],
        area_by_unit=report["area_by_unit"],
        note="" if verified is None else _verified(verified["pairings"], verified["mismatches"]),
    )


def result_figures(result: Mapping[str, Any]) -> dict[str, Figure]:
    """The figures of a build, from the object of its `result.json`."""
    area, timing = result["area"] or {}, result["timing"] or {}
    clock: Kind = "measured" if timing.get("kind") == "routed" else "estimated"
    counted: Kind = "measured" if result["verified"] else "scheduled"
    figures = _figures(result["cycles"], area, timing.get("fmax_mhz"), counted, clock)
    if chip := result.get("asic"):
        figures["um2"] = Figure(chip["um2"], "estimated")
        figures["gates"] = Figure(chip["gate_equivalents"], "estimated")
    return figures


def explored_entries(found: Mapping[str, Any], pictures: Mapping[str, str], origin: str) -> list[Entry]:
    """The machines of an exploration, from the object of its `explore.json`.

    Raises
    ------
    UserError
        A stored picture cannot be read.
    """
    rows = [row for comparison in found["comparisons"] for row in comparison["machines"]]
    return [_explored(row, pictures, origin, bool(found.get("block"))) for row in rows]


def _explored(row: Mapping[str, Any], pictures: Mapping[str, str], origin: str, block: bool) -> Entry:
    name = row.get("picture")
    try:
        seen = unpack(pictures[name]) if name is not None and name in pictures else {}
    except ValueError as error:
        raise UserError(f"{origin}: picture {name} cannot be read: {error}") from None
    counted: Kind = "measured" if row["interval_from"] == "simulation" else "scheduled"
    cycles = {"interval": row["interval"], "latency": row["latency"]}
    clock: Kind = "measured" if row.get("mhz_from") == "routed" else "estimated"
    figures = _figures(cycles, row, row["mhz"], counted, clock)
    if block and row["size"] is not None:
        figures["slices"] = Figure(row["size"], "modelled")
        figures["area_interval"] = Figure(row["size"] * row["interval"], "modelled")
    return Entry(
        name=row["design"],
        origin=origin,
        pairing=row["pairing"],
        target=row["target"],
        command=row["command"],
        figures=figures,
        settings=row["settings"],
        configuration=seen.get("configuration", {}),
        stages=seen.get("stages", ()),
        area_by_unit=seen.get("area_by_unit", ()),
        note="" if row["pairings"] is None else _verified(row["pairings"], 0),
        error=row["error"],
    )


def _verified(pairings: int, mismatches: int) -> str:
    return f"{pairings:,} random pairings simulated against the model, {mismatches:,} wrong"


def _figures(
    cycles: Mapping[str, Any], area: Mapping[str, Any], mhz: float | None, counted: Kind, clock: Kind
) -> dict[str, Figure]:
    """By the names of the page's axes; what there is no figure for is left out."""
    interval, latency = cycles["interval"], cycles["latency"]
    slices = area.get("slices_calibrated") or area.get("slices")
    us = None if not mhz or interval is None else interval / mhz

    def all_figures() -> Iterator[tuple[str, float | None, Kind]]:
        yield "slices", slices, "estimated"
        for name in ("lut", "ff", "dsp", "bram"):
            yield name, area.get(name), "measured"
        yield "interval", interval, counted
        yield "latency", latency, counted
        yield "us", us, clock
        yield "latency_us", None if not mhz or latency is None else latency / mhz, clock
        yield "mhz", mhz, clock
        yield "area_interval", None if slices is None or interval is None else slices * interval, "estimated"
        yield "area_time", None if slices is None or us is None else slices * us, "estimated"

    return {name: Figure(value, kind) for name, value, kind in all_figures() if value is not None}
