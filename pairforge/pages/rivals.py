"""Published implementations to show beside designs: those over the same field, on the same axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pairforge.catalog.published import RIVALS, SHU_DESIGNS, THIS_WORK, Published
from pairforge.papers.base import published
from pairforge.report.collection import Rival
from pairforge.report.data import Figure, Kind

__all__ = ["rivals_of"]

_ONE = "time for one pairing"
_PRIME = {"ss512": "p-512"}
"""Fields that the catalogue of published designs names otherwise than our pairings."""


def rivals_of(pairings: Sequence[str]) -> list[Rival]:
    """What is published for the fields of these pairings, each with the first of ours over its field."""
    rivals: dict[tuple[str, str, int | str], Rival] = {}
    for pairing in pairings:
        field = pairing.split("-", 1)[1]
        known = (*RIVALS, *SHU_DESIGNS.values())
        for row in (row for row in known if row.field == _PRIME.get(field, field)):
            rivals.setdefault((row.source, row.device, row.slices), _rival(row, pairing))
        if pairing.startswith("ate-"):
            for other in _ate(pairing):
                rivals.setdefault((other.source, other.device, other.name), other)
    return list(rivals.values())


def _rival(row: Published, pairing: str) -> Rival:
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
    return Rival(name, row.source, pairing, row.device, figures, row.note)


def _ate(pairing: str) -> Iterator[Rival]:
    """Coprocessors for optimal ate pairings: Table 2 of Brinci et al., and newer ones."""
    data = published("brinci")
    group = "BLS12-381" if pairing == "ate-bls12-381" else "BN" if pairing.startswith("ate-bn") else None
    if group == "BN":
        (table,) = (table for table in data["table"] if table["name"] == "2")
        for name, row in table["rows"].items():
            area, unit = str(row["area"]).split()
            slices = {"slices": int(area)} if unit == "slices" else {}
            yield _ate_rival(
                name, f"{name}, in Brinci et al. 2013, Table 2", pairing, row["device"], row | slices, ()
            )
    for row in data["newer"]:
        if row["group"] == group:
            yield _ate_rival(
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


def _ate_rival(
    name: str,
    source: str,
    pairing: str,
    device: str,
    row: Mapping[str, Any],
    implied: Sequence[str],
    note: str = _ONE,
) -> Rival:
    figures = {
        axis: Figure(row[column] * scale, "estimated" if column in implied else "published")
        for column, (axis, scale) in _COLUMNS.items()
        if column in row
    }
    return Rival(name, source, pairing, device, figures, note)
