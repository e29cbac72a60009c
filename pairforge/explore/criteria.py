"""What makes one machine better than another, and the fronts of those that no other beats.

A *row* is a machine as plain data, with `interval` and `latency` in cycles and, where it was synthesized,
`size` (slices, or look-up tables where a family has no slices) and `us`, the time between two results in
microseconds. Every criterion is a figure of a row, the smaller the better. Machines are compared only with
those that compute the same pairing on the same target.

Imports only errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.errors import UserError

__all__ = [
    "CRITERIA",
    "FRONTS",
    "Criterion",
    "Row",
    "check_criterion",
    "front",
    "fronts",
    "hypervolume",
    "objectives",
    "rank",
    "winners",
]

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Criterion:
    """`value`: the figure of a row that has all of `needs`; `title`: what it is, with its unit."""

    name: str
    title: str
    needs: tuple[str, ...]
    value: Callable[[Row], float]

    def of(self, row: Row) -> float | None:
        """The figure of a row, None where the row lacks what it takes."""
        return None if any(row[key] is None for key in self.needs) else self.value(row)


CRITERIA: Mapping[str, Criterion] = {
    c.name: c
    for c in (
        Criterion(
            "area-interval",
            "area x interval (slice-cycles)",
            ("size", "interval"),
            lambda row: float(row["size"] * row["interval"]),
        ),
        Criterion(
            "area-time",
            "area x time between results (slice-microseconds)",
            ("size", "us"),
            lambda row: float(row["size"] * row["us"]),
        ),
        Criterion("area", "area (slices)", ("size",), lambda row: float(row["size"])),
        Criterion("interval", "interval (cycles)", ("interval",), lambda row: float(row["interval"])),
        Criterion("time", "time between results (us)", ("us",), lambda row: float(row["us"])),
        Criterion("latency", "latency (cycles)", ("latency",), lambda row: float(row["latency"])),
    )
}

FRONTS: Mapping[str, tuple[str, str]] = {
    "interval": ("size", "interval"),
    "time": ("size", "us"),
    "latency": ("size", "latency"),
}
"""Fronts by name: the two figures of a row that are weighed against each other. Without synthesis there is no
size; latency is then weighed against interval."""

_UNSYNTHESIZED = {"latency": ("interval", "latency")}


def check_criterion(name: str, *, synthesis: bool) -> Criterion:
    """The criterion of this name (UserError: there is none, or it needs synthesis and there is none)."""
    if name not in CRITERIA:
        raise UserError(f"--by {name}: must be one of {', '.join(CRITERIA)}")
    chosen = CRITERIA[name]
    if not synthesis and not {"size", "us"}.isdisjoint(chosen.needs):
        able = [c.name for c in CRITERIA.values() if {"size", "us"}.isdisjoint(c.needs)]
        raise UserError(f"--by {name}: takes synthesis; without it there are {', '.join(able)}")
    return chosen


def objectives(by: str, *, synthesis: bool) -> tuple[str, str]:
    """The two figures that a search weighs where machines are ordered by a criterion: those of its front."""
    if not synthesis:
        return _UNSYNTHESIZED["latency"]
    return FRONTS["latency" if by == "latency" else "time" if "us" in CRITERIA[by].needs else "interval"]


def rank(rows: Sequence[Row], criterion: Criterion) -> list[int]:
    """Indices of rows, best first; of equals the first given; those without the figure last."""

    def order(index: int) -> tuple[bool, float, int]:
        value = criterion.of(rows[index])
        return value is None, value or 0.0, index

    return sorted(range(len(rows)), key=order)


def winners(rows: Sequence[Row]) -> dict[str, int]:
    """The index of the best row by each criterion that any of the rows has a figure for."""
    best = {name: rank(rows, criterion)[0] for name, criterion in CRITERIA.items()} if rows else {}
    return {name: index for name, index in best.items() if CRITERIA[name].of(rows[index]) is not None}


def fronts(rows: Sequence[Row], *, synthesis: bool) -> list[list[str]]:
    """For each row the names of the fronts it is on."""
    found: list[list[str]] = [[] for _ in rows]
    for name, (first, second) in (FRONTS if synthesis else _UNSYNTHESIZED).items():
        there = [i for i, row in enumerate(rows) if row[first] is not None and row[second] is not None]
        kept = front([(rows[i][first], rows[i][second]) for i in there])
        for i, on in zip(there, kept, strict=True):
            if on:
                found[i].append(name)
    return found


def front(points: Sequence[tuple[float, float]]) -> list[bool]:
    """Which points no other one beats: is at most as large in both coordinates and smaller in one."""
    kept = [False] * len(points)
    least, of = float("inf"), float("inf")  # the least second coordinate so far, and the first it came with
    for i in sorted(range(len(points)), key=lambda i: points[i]):
        first, second = points[i]
        if second < least:
            least, of = second, first
        kept[i] = (first, second) == (of, least)
    return kept


def hypervolume(points: Sequence[tuple[float, float]], worst: tuple[float, float]) -> float:
    """How far a front reaches: the area of all, up to `worst`, that some point is as good as."""
    covered, least = 0.0, worst[1]
    for first, second in sorted(points):
        if first < worst[0] and second < least:
            covered += (worst[0] - first) * (least - second)
            least = second
    return covered
