"""Published implementations to show beside designs: those over the same field, on the same axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pairforge.catalog.published import PRIOR_WORK, SHU_DESIGNS, THIS_WORK, Published
from pairforge.pairings.registry import PAIRINGS
from pairforge.papers.base import published
from pairforge.report.collection import PriorWork
from pairforge.report.data import Figure, Kind

__all__ = ["prior_work_on"]

_ONE = "time for one pairing"
_OLDER = "BN"
"""The curves of the published designs in Brinci et al., Table 2."""


def prior_work_on(pairings: Sequence[str]) -> list[PriorWork]:
    """What is published for the fields of these pairings, each with the first of ours over its field."""
    prior_work: dict[tuple[str, str, int | str], PriorWork] = {}
    for pairing in (name for name in pairings if name in PAIRINGS):
        label = PAIRINGS[pairing].published_as
        known = (*PRIOR_WORK, *SHU_DESIGNS.values())
        for row in (row for row in known if row.field == label):
            prior_work.setdefault((row.source, row.device, row.slices), _prior(row, pairing))
        for other in _ate(pairing, label):
            prior_work.setdefault((other.source, other.device, other.name), other)
    return list(prior_work.values())


def _prior(row: Published, pairing: str) -> PriorWork:
    def kind(name: str) -> Kind:
        return "estimated" if name in row.implied else "published"

    figures = {
        "slices": Figure(row.slices, "published"),
        "mhz": Figure(row.mhz, "published"),
        "us": Figure(row.us, kind("us")),
        "area_time": Figure(row.slices * row.us, kind("us")),
    }
    for name, value in (("lut", row.lut), ("ff", row.ff), ("interval", row.cycles)):
        if value is not None:
            figures[name] = Figure(value, kind("cycles" if name == "interval" else name))
    if row.cycles is not None:
        figures["area_interval"] = Figure(row.slices * row.cycles, kind("cycles"))
    if row.note.startswith(_ONE):
        figures["latency_us"] = figures["us"]
        if row.cycles is not None:
            figures["latency"] = figures["interval"]
    name = "Beuchat et al. 2010" if row.name == THIS_WORK else row.name
    return PriorWork(name, row.source, pairing, row.device, figures, row.note)


def _ate(pairing: str, group: str) -> Iterator[PriorWork]:
    """Coprocessors for optimal ate pairings on such curves: Table 2 of Brinci et al., and newer ones."""
    data = published("brinci")
    if group == _OLDER:
        (table,) = (table for table in data["table"] if table["name"] == "2")
        for name, row in table["rows"].items():
            area, unit = str(row["area"]).split()
            slices = {"slices": int(area)} if unit == "slices" else {}
            yield _ate_prior_work(
                name, f"{name}, in Brinci et al. 2013, Table 2", pairing, row["device"], row | slices, ()
            )
    for row in data["newer"]:
        if row["group"] == group:
            yield _ate_prior_work(
                row["name"],
                row["source"],
                pairing,
                row["device"],
                row["figures"],
                row["implied"],
                row["note"],
            )


_COLUMNS: Mapping[str, tuple[str, float]] = {
    "slices": ("slices", 1),
    "LUT": ("lut", 1),
    "DSP": ("dsp", 1),
    "MHz": ("mhz", 1),
    "10^3 cycles": ("interval", 1000),
    "ms": ("us", 1000),
}


def _ate_prior_work(
    name: str,
    source: str,
    pairing: str,
    device: str,
    row: Mapping[str, Any],
    implied: Sequence[str],
    note: str = _ONE,
) -> PriorWork:
    figures = {
        axis: Figure(row[column] * scale, "estimated" if column in implied else "published")
        for column, (axis, scale) in _COLUMNS.items()
        if column in row
    }
    return PriorWork(name, source, pairing, device, figures, note)
