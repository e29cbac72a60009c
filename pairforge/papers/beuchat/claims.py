"""What the paper concludes, held against its own figures and ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pairforge.catalog.published import DESIGNS, TABLE_V, THIS_WORK, Published
from pairforge.papers.base import Conclusion, Measured, Values, published, published_values
from pairforge.papers.beuchat.coprocessors import TARGET
from pairforge.papers.numbers import number

__all__ = ["conclusions"]

_PEERS = (("f2-239", "f3-97"), ("f2-457", "f3-193"), ("f2-557", "f3-239"), ("f2-691", "f3-313"))
"""Fields of about the same security, characteristic two first."""


def conclusions(measured: Measured, ours: Values) -> Sequence[Conclusion]:
    """All of them, in the order of the paper."""
    builds: Mapping[str, Any] = measured.get("builds", {})
    results = {
        key: found["result"]
        for (design, target), row in DESIGNS.items()
        if (found := builds.get(key := f"{design} {target}")) and row.name == THIS_WORK
    }
    return (
        *(_as_printed(number, ours) for number in ("I", "II", "III", "IV")),
        _roots_are_cheaper(ours),
        _intervals(results),
        _busy(results),
        _second_stage(results),
        _better_than_prior_work(results),
        _characteristics(results),
    )


def _as_printed(table: str, ours: Values) -> Conclusion:
    theirs = published_values("beuchat")
    (data,) = (data for data in published("beuchat")["table"] if data["name"] == table)
    pairs = [
        (theirs(table, row, column), mine)
        for row in data["rows"]
        for column in data["columns"]
        if theirs(table, row, column) is not None and (mine := ours(table, row, column)) is not None
    ]
    equal = sum(a == b for a, b in pairs)
    return Conclusion(
        f"the figures of Table {table}, computed again, are as printed",
        True,
        equal == len(pairs) if pairs else None,
        f"{equal} of {len(pairs)} figures are equal",
    )


def _roots_are_cheaper(ours: Values) -> Conclusion:
    outcomes = []
    evidence = []
    for source in (published_values("beuchat"), ours):
        cheaper = []
        for table in ("II", "III"):
            (data,) = (data for data in published("beuchat")["table"] if data["name"] == table)
            rows = list(data["rows"])
            for forward, inverse in zip(rows[::2], rows[1::2], strict=True):
                costs = source(table, forward, "additions"), source(table, inverse, "additions")
                if costs[0] is not None and costs[1] is not None:
                    cheaper.append(float(costs[1]) < float(costs[0]))
        outcomes.append(all(cheaper) if cheaper else None)
        evidence.append(f"{sum(cheaper)} of {len(cheaper)} fields")
    return Conclusion(
        "the inverse Frobenius map takes fewer additions than the Frobenius map",
        outcomes[0],
        outcomes[1],
        f"published / ours: {' / '.join(evidence)}",
    )


def _intervals(results: Mapping[str, Any]) -> Conclusion:
    pairs = {key: (result["cycles"]["interval"], _row(key).cycles or 0) for key, result in results.items()}
    shown = (f"{key} {mine:,} (published {theirs:,})" for key, (mine, theirs) in pairs.items())
    return Conclusion(
        "a result every 7 (m + 1)/2 + 15 or 17 (m + 3)/2 cycles, or sooner",
        True,
        all(mine <= theirs for mine, theirs in pairs.values()) if pairs else None,
        "; ".join(shown) or "nothing built",
    )


def _busy(results: Mapping[str, Any]) -> Conclusion:
    busy = [result["cycles"]["stages"][0]["units"]["mul"]["busy"] for result in results.values()]
    return Conclusion(
        "the multiplier of the Miller loop is always busy (98% at least)",
        None,
        min(busy) >= 0.98 if busy else None,
        f"{100 * min(busy):.1f}% at least, in {len(busy)} builds" if busy else "nothing built",
    )


def _second_stage(results: Mapping[str, Any]) -> Conclusion:
    pairs = [
        [stage["interval"] for stage in result["cycles"]["stages"]]
        for result in results.values()
        if len(result["cycles"]["stages"]) > 1
    ]
    return Conclusion(
        "the final exponentiation takes no more cycles than the Miller loop",
        None,
        all(max(others) <= first for first, *others in pairs) if pairs else None,
        f"{sum(max(others) <= first for first, *others in pairs)} of {len(pairs)} builds",
    )


def _better_than_prior_work(results: Mapping[str, Any]) -> Conclusion:
    """Each of the paper's rows against all prior work over the same field."""
    outcomes: list[list[bool]] = [[], []]
    for (design, target), row in DESIGNS.items():
        prior_work = [r for r in TABLE_V if r.field == row.field and r.name != THIS_WORK]
        if not prior_work:
            continue
        least = min(r.us for r in prior_work), min(r.area_time or 0 for r in prior_work)
        outcomes[0].append(row.us < least[0] and (row.area_time or 0) < least[1])
        if result := results.get(f"{design} {target}"):
            us, area_time = _figures(result)
            outcomes[1].append(us < least[0] and area_time < least[1])
    return Conclusion(
        "faster, and with a smaller area-time product, than every other accelerator over the same field",
        all(outcomes[0]),
        all(outcomes[1]) if outcomes[1] else None,
        f"published: {sum(outcomes[0])} of {len(outcomes[0])} rows; "
        f"ours, estimated: {sum(outcomes[1])} of {len(outcomes[1])} builds",
    )


def _characteristics(results: Mapping[str, Any]) -> Conclusion:
    ratios: list[list[float]] = [[], []]
    for two, three in _PEERS:
        keys = [(f"beuchat-{field}", TARGET) for field in (two, three)]
        a, b = (DESIGNS[key].area_time or 0 for key in keys)
        ratios[0].append(b / a)
        built = [results.get(" ".join(key)) for key in keys]
        if built[0] and built[1]:
            ratios[1].append(_figures(built[1])[1] / _figures(built[0])[1])
    texts = [", ".join(map(number, found)) or "nothing built" for found in ratios]
    outcomes = [all(2 / 3 <= ratio <= 1.5 for ratio in found) if found else None for found in ratios]
    return Conclusion(
        "at equal security both characteristics have about the same area-time product (within a half)",
        outcomes[0],
        outcomes[1],
        f"three over two on {TARGET}, published / ours estimated: {' / '.join(texts)}",
    )


def _row(key: str) -> Published:
    design, target = key.split()
    return DESIGNS[design, target]


def _figures(result: Mapping[str, Any]) -> tuple[float, float]:
    """Microseconds between results and slice-seconds, both estimated."""
    us = result["cycles"]["interval"] / result["timing"]["fmax_mhz"]
    return us, result["area"]["slices_calibrated"] * us / 1e6
