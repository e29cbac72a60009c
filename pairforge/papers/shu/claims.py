"""What the paper concludes, held against its own figures and ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pairforge.catalog.published import TABLE_V, THIS_WORK
from pairforge.papers.base import (
    Conclusion,
    Measured,
    Values,
    published_rows,
    published_values,
    stored_or_nothing,
)
from pairforge.papers.numbers import number

__all__ = ["conclusions"]


def conclusions(measured: Measured, ours: Values) -> Sequence[Conclusion]:
    """All of them, in the order of the paper."""
    theirs = published_values("shu")
    return (
        _cofactors(theirs, ours),
        _scheme_one(theirs, ours),
        _sharing(ours),
        _within_the_model(theirs, ours),
        _algorithms(theirs, ours),
        _no_mismatch(measured),
        _karatsuba(theirs, ours),
    )


def _outcome(outcomes: Sequence[bool | None]) -> bool | None:
    return None if None in outcomes or not outcomes else all(outcomes)


def _cofactors(theirs: Values, ours: Values) -> Conclusion:
    wrong = [
        row for row in published_rows("shu", "1") if ours("1", row, "order / cofactor") not in (None, "prime")
    ]
    known = [row for row in published_rows("shu", "1") if ours("1", row, "order / cofactor") is not None]
    return Conclusion(
        "every order in Table 1 divided by its cofactor is a prime",
        True,
        not wrong if known else None,
        f"{len(known) - len(wrong)} of {len(known)} proven; not: {', '.join(wrong) or 'none'}",
    )


def _scheme_one(theirs: Values, ours: Values) -> Conclusion:
    outcomes: tuple[list[bool | None], list[bool | None]] = ([], [])
    evidence: list[str] = []
    for row in published_rows("shu", "2"):
        if row.startswith("scheme 1"):
            other = row.replace("scheme 1", "scheme 2")
            ratios = [_ratio(source, row, other) for source in (theirs, ours)]
            for found, ratio in zip(outcomes, ratios, strict=True):
                found.append(None if ratio is None else ratio < 1)
            evidence.append(f"{row.removeprefix('scheme 1 ')} {number(ratios[0])} / {number(ratios[1])}")
    return Conclusion(
        "scheme 1 has always the lower product of area (LUT) and latency",
        _outcome(outcomes[0]),
        _outcome(outcomes[1]),
        f"scheme 1 over scheme 2, published / ours: {'; '.join(evidence)}",
    )


def _ratio(source: Values, row: str, other: str) -> float | None:
    found = [source("2", name, "LUT x cycles") for name in (row, other)]
    if not all(isinstance(value, int | float) for value in found):
        return None
    one, two = (float(value) for value in found if value is not None)
    return one / two


def _sharing(ours: Values) -> Conclusion:
    evidence: list[str] = []
    outcomes: list[bool] = []
    for row in published_rows("shu", "2"):
        one, six = ours("2", row, "LUT"), ours("2", row, "LUT unshared")
        if row.startswith("scheme 1") and isinstance(one, int) and isinstance(six, int):
            registers = int(ours("2", row, "FF unshared") or 0) - int(ours("2", row, "FF") or 0)
            outcomes.append(one < six)
            evidence.append(
                f"{row.removeprefix('scheme 1 ')} {100 * (1 - one / six):.1f}% of {six} LUT, {registers} FF"
            )
    return Conclusion(
        "multipliers with an operand in common are smaller when x^i a is made once",
        None,
        all(outcomes) if outcomes else None,
        f"saved: {'; '.join(evidence)}",
    )


def _within_the_model(theirs: Values, ours: Values) -> Conclusion:
    outcomes: tuple[list[bool | None], list[bool | None]] = ([], [])
    evidence: list[str] = []
    for row in published_rows("shu", "3"):
        model, run, printed = ours("3", row, "model"), ours("3", row, "run"), theirs("3", row, "us x MHz")
        assert isinstance(model, int) and isinstance(printed, int)
        outcomes[0].append(abs(printed - model) <= 0.04 * model)
        outcomes[1].append(None if run is None else float(run) <= model)
        evidence.append(f"{row} {model}: {printed} / {'-' if run is None else run}")
    return Conclusion(
        "a pairing takes the cycles of equations (9) and (10) (published within the rounding of us and MHz; "
        "ours: no more)",
        _outcome(outcomes[0]),
        _outcome(outcomes[1]),
        f"model: us x MHz as printed / ours: {'; '.join(evidence)}",
    )


def _algorithms(theirs: Values, ours: Values) -> Conclusion:
    pairs = [(f"shu1-f2-{m}-d16", f"shu2-f2-{m}-d16") for m in (239, 283)]
    outcomes: tuple[list[bool | None], list[bool | None]] = ([], [])
    evidence: list[str] = []
    for one, two in pairs:
        for found, source in zip(outcomes, (theirs, ours), strict=True):
            us = [source("3", row, "us") for row in (one, two)]
            luts = [source("3", row, "LUT") for row in (one, two)]
            known = [float(value) for value in (*us, *luts) if value is not None]
            found.append(known[1] < known[0] and known[3] > known[2] if len(known) == 4 else None)
            if len(known) == 4:
                side = "published" if source is theirs else "ours"
                evidence.append(
                    f"{side} {two}: {number(known[1] / known[0])} of the time, "
                    f"{number(known[3] / known[2])} of the LUT of {one}"
                )
    return Conclusion(
        "with equal digits Algorithm 2 is faster than Algorithm 1, and larger",
        _outcome(outcomes[0]),
        _outcome(outcomes[1]),
        "; ".join(evidence),
    )


def _no_mismatch(measured: Measured) -> Conclusion:
    builds: Mapping[str, Any] = measured.get("builds", {})
    verified = {key: found["result"]["verified"] for key, found in builds.items()}
    return Conclusion(
        "every row of Table 3 gives the model's values on 1,000 random pairings",
        None,
        all(v["mismatches"] == 0 and v["pairings"] >= 1000 for v in verified.values()) if verified else None,
        f"{sum(v['pairings'] for v in verified.values())} pairings, "
        f"{sum(v['mismatches'] for v in verified.values())} mismatches",
    )


def _karatsuba(theirs: Values, ours: Values) -> Conclusion:
    """What a reader asks: does one pipelined Karatsuba multiplier do more with the same area?"""
    row = next(row for row in TABLE_V if (row.field, row.target, row.name) == ("f2-239", "xc2vp", THIS_WORK))
    build = stored_or_nothing("beuchat").get("builds", {}).get("beuchat-f2-239 xc2vp")
    prior_work: list[float | None] = [row.slices * row.us, None]
    if build:
        result = build["result"]
        cycles, mhz = result["cycles"]["interval"], result["timing"]["fmax_mhz"]
        prior_work[1] = result["area"]["slices_calibrated"] * cycles / mhz
    outcomes: list[bool | None] = []
    evidence = []
    for side, source, prior in zip(("published", "ours"), (theirs, ours), prior_work, strict=True):
        known = [
            (source("3", name, "slices"), source("3", name, "us"))
            for name in ("shu1-f2-239-d16", "shu2-f2-239-d16")
        ]
        products = [
            float(slices) * float(us) for slices, us in known if slices is not None and us is not None
        ]
        best = min(products, default=None)
        outcomes.append(None if best is None or prior is None else prior < best)
        if best is not None and prior is not None:
            evidence.append(f"{side}: {number(best / prior)} times the slices x us of beuchat-f2-239")
    return Conclusion(
        "not in the paper: at equal area one pipelined Karatsuba multiplier (Beuchat et al. 2010) gives more "
        "pairings over F_2^239 in a second, on the same device family",
        outcomes[0],
        outcomes[1],
        "; ".join(evidence),
    )
