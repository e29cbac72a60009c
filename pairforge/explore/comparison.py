"""An exploration in text for people: a table for each comparison, and who wins by what."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pairforge.explore.criteria import CRITERIA
from pairforge.explore.explore import columns
from pairforge.explore.table import parquet

__all__ = ["comparison_lines", "comparison_table", "exploration_files", "exploration_lines"]

_FIGURES = {
    "interval": "interval",
    "latency": "latency",
    "lut": "LUT",
    "ff": "FF",
    "bram": "BRAM",
    "dsp": "DSP",
    "size": "slices",
    "mhz": "MHz est.",
    "us": "us est.",
    "area_interval": "slices x interval",
    "area_time": "slices x us",
}
_TICKS = {
    "interval": "ticks",
    "lower_bound": "bound",
    "size": "slices given",
    "area_interval": "slices x ticks",
}
_SYNTHESIZED = 2  # the columns from here on take synthesis


def exploration_files(found: Mapping[str, Any], pictures: Mapping[str, str]) -> dict[str, str | bytes]:
    """What `--out` leaves beside the page: the object, the machines as one Parquet table, and what they look
    like (`flow.picture.packed_picture`) by the `picture` of their rows.
    """
    head, rows = columns(found)
    seen = {"schema": 1, "pictures": dict(sorted(pictures.items()))}
    return {
        "explore.json": json.dumps(found, indent=1) + "\n",
        "machines.parquet": parquet(rows, head),
        "pictures.json": json.dumps(seen, indent=0) + "\n",
    }


def comparison_table(
    found: Mapping[str, Any], comparison: Mapping[str, Any]
) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the machines that were built, best first."""
    machines = [row for row in comparison["machines"] if row["error"] is None]
    keys = [key for key in found["sweep"] if any(key in row["settings"] for row in machines)]
    figures = dict(list(_FIGURES.items())[: None if found["synthesis"] else _SYNTHESIZED])
    if found.get("block"):
        figures = _TICKS
    if machines and machines[0]["size_unit"] == "LUT":
        del figures["size"]
        figures |= {"area_interval": "LUT x interval", "area_time": "LUT x us"}
    if any(row.get("mhz_from") == "routed" for row in machines):
        figures |= {"mhz": "MHz", "us": "us"}
    head = ["design", *keys, *figures.values(), "front", "best by"]
    rows = [
        [
            row["design"],
            *(row["settings"].get(key, "") for key in keys),
            *(_number(row[key]) for key in figures),
            ", ".join(row["fronts"]),
            ", ".join(row["best"]),
        ]
        for row in machines
    ]
    return head, rows


def comparison_lines(found: Mapping[str, Any], comparison: Mapping[str, Any]) -> Iterator[str]:
    """What stands below a table: the machines that cannot be built, the winners, and what figures mean."""
    machines = comparison["machines"]
    for row in machines:
        if row["error"] is not None:
            yield f"not {'scheduled' if found.get('block') else 'built'}: {_name(row)}: {row['error']}"
    if search := found.get("search"):
        yield (
            f"explored {found['explored']:,} of {found['space']:,}: searched by {search['sampler']}, "
            f"seed {search['seed']}, for the least {' and '.join(search['objectives'])}"
        )
    for criterion, index in comparison["best"].items():
        value = CRITERIA[criterion].of(machines[index])
        yield f"least {CRITERIA[criterion].title}: {_name(machines[index])}, {_number(value)}"
    if found.get("block"):
        proven = sum(row["error"] is None and row["interval"] == row["lower_bound"] for row in machines)
        yield (
            f"ticks: {found['block']} by itself as a straight line, as scheduled; no schedule is below its "
            f"bound, {proven} of {len(machines)} reach it; slices: the sum of what is given"
        )
        return
    measured = {row["interval_from"] for row in machines if row["error"] is None}
    yield "interval and latency in cycles, " + (
        "as scheduled"
        if measured == {"schedule"}
        else "measured in simulation"
        if measured == {"simulation"}
        else "as scheduled, or measured in simulation where a later stage holds up the first"
    )
    if found["synthesis"]:
        unit = next(row["size_unit"] for row in machines if row["error"] is None and row["size"] is not None)
        area = {
            "slices, calibrated": "slices: estimated, calibrated; without block RAM",
            "slices, at least": "slices: the fewest that hold tables and flip-flops; without block RAM",
            "LUT": "the family has no slices: area is look-up tables",
        }[unit]
        routed = any(row.get("mhz_from") == "routed" for row in machines)
        clock = "placed and routed" if routed else "estimated from levels of logic"
        yield f"LUT, FF, BRAM, DSP: synthesized, not placed; {area}; clock: {clock}"


def exploration_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """All comparisons, tables in columns."""
    for comparison in found["comparisons"]:
        yield f"{comparison['pairing']} on {comparison['target']}"
        head, rows = comparison_table(found, comparison)
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        for row in (head, *rows):
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        yield from comparison_lines(found, comparison)


def _name(row: Mapping[str, Any]) -> str:
    return " ".join((row["design"], *(f"{key}={value}" for key, value in row["settings"].items())))


def _number(value: float | None) -> str:
    """A figure for people: whole where it is large."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value == int(value) or value >= 1000 else f"{value:,.2f}"
