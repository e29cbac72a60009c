"""Newer coprocessors for optimal ate pairings, as published, and ours from stored builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairforge.errors import UserError
from pairforge.jobs.registry import find_computation
from pairforge.papers.base import Comparison, Entry, Figure, Kind, Wanted, published

__all__ = ["COLUMNS", "comparison", "figures_of", "sources"]

COLUMNS = ("LUT", "DSP", "MHz", "10^3 cycles", "ms", "pairings/s")


def comparison(number: str, builds: Mapping[str, Any], wanted: Wanted) -> Comparison:
    """Published results below each other, ours behind those of the same family.

    Raises UserError where a design is asked for by name and there is no stored result of it.
    """
    for name in wanted.designs:
        if name not in {key.split()[0] for key in builds}:
            raise UserError(f"no stored result for {name}; build it with --fresh")
    entries = [*_published(), *_ours(builds, wanted)]
    groups = list(dict.fromkeys(entry.group for entry in entries))
    entries.sort(key=lambda entry: (groups.index(entry.group), entry.ours))
    return Comparison(
        number, "coprocessors for optimal ate pairings, newer than Table 2", COLUMNS, tuple(entries)
    )


def sources() -> tuple[str, ...]:
    """Where each of the newer results is published."""
    return tuple(f"{row['name']}: {row['source']}." for row in published("brinci")["newer"])


def figures_of(result: Mapping[str, Any]) -> Mapping[str, Figure]:
    """Ours for a build: time between results."""
    kilocycles = result["cycles"]["interval"] / 1000
    figures = {"10^3 cycles": Figure(kilocycles, "measured")}
    if area := result["area"]:
        figures |= {"LUT": Figure(area["lut"], "measured"), "DSP": Figure(area["dsp"], "measured")}
    if timing := result["timing"]:
        mhz = timing["fmax_mhz"]
        kind: Kind = "measured" if timing["kind"] == "routed" else "estimated"
        ms = kilocycles / mhz
        figures |= {
            "MHz": Figure(mhz, kind),
            "ms": Figure(round(ms, 4), kind),
            "pairings/s": Figure(round(1000 / ms), kind),
        }
    return figures


def _published() -> Iterator[Entry]:
    for row in published("brinci")["newer"]:
        figures = {
            column: Figure(value, "implied" if column in row["implied"] else "published")
            for column, value in row["figures"].items()
        }
        yield Entry(row["group"], row["name"], row["device"], False, figures, row["source"], row["note"])


def _ours(builds: Mapping[str, Any], wanted: Wanted) -> Iterator[Entry]:
    for key in sorted(builds):
        design, target = key.split()
        if (wanted.designs and design not in wanted.designs) or wanted.target not in (None, target):
            continue
        found = builds[key]
        pairing = found["result"]["pairing"]
        group = find_computation(pairing).published_as
        source = f"{found['command']} (Pairforge {found['version']})"
        yield Entry(group, design, target, True, figures_of(found["result"]), source, pairing)
