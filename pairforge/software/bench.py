"""The engine's speed beside other libraries', measured by a program that Cargo makes of `engine/bench`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pairforge.progress import Detail
from pairforge.software.cargo import build_release, run_json

GOALS = {
    "ate-bls12-381": 0.88,
    "ate-bn254": 0.55,
    "eta-f2-239": 0.014,
    "eta-f2-1223": 0.75,
    "eta-f3-97": 0.06,
    "tate-ss512": 0.33,
    "tate-ss1536": 5.5,
}
"""At most this multiple of the yardstick's time."""

ELSEWHERE = {
    "ate-bls12-381": "constantine 0.92; mcl, RELIC 1.0",
    "ate-bn254": "gnark 0.62, mcl 0.74",
    "eta-f2-239": "RELIC, 271 bits: 1.0; MIRACL, 379 bits: 0.32",
    "eta-f2-1223": "MIRACL 3.25; RELIC 18",
    "eta-f3-97": "Mitsunari (2009) 0.11; PBC 9.7",
    "tate-ss512": "MIRACL 0.74, PBC 0.96",
    "tate-ss1536": "MIRACL 9.2, RELIC 9.9",
}
"""What others reach, as multiples of blst, measured or published elsewhere."""


def measure(seconds: int, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """The object of `pairforge bench --json`.

    Raises
    ------
    UserError
        No Cargo, no source of the engine, or it does not compile.
    """
    return _run([str(seconds)], progress)


def measure_functions(seconds: int, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """The object of `pairforge bench --functions --json`; raises as `measure` does."""
    return _run(["functions", str(seconds)], progress)


def _run(arguments: list[str], progress: Callable[[str], None]) -> dict[str, Any]:
    program = build_release("pairforge-bench", "pairforge-bench", progress)
    progress("measure")
    found: dict[str, Any] = run_json(program, arguments, lambda line: progress(Detail(line)))
    return found


def time_text(ns: float | None) -> str:
    """Nanoseconds for people, three digits."""
    if ns is None:
        return "-"
    for unit, size in (("ms", 1e6), ("us", 1e3)):
        if ns >= size:
            return f"{digits(ns / size)} {unit}"
    return f"{digits(ns)} ns"


def digits(value: float) -> str:
    """Three digits, never an exponent."""
    places = max(0, 2 - math.floor(math.log10(value))) if value > 0 else 0
    return f"{value:.{places}f}"


HEAD = (
    "",
    "pairing",
    "ratio",
    "goal",
    "Miller",
    "final",
    "fixed arg.",
    "of 2",
    "of 8",
    "batch, each",
    "batch of",
)
"""The columns of the table."""


def table(found: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Every pairing of the engine, then every other library, as rows under `HEAD`."""
    for rows in (found["pairings"], found["prior_work"]):
        for name, row in rows.items():
            goal = GOALS.get(name)
            yield (
                name,
                time_text(row["ns"]),
                digits(row["ratio"]),
                "-" if goal is None else f"{goal:g} {'met' if row['ratio'] <= goal else 'MISSED'}",
                *(
                    time_text(row.get(f"{key}_ns"))
                    for key in ("miller", "final", "prepared", "product2", "product8", "batch")
                ),
                str(row.get("batch", "-")),
            )


FUNCTIONS_HEAD = ("", "time", "blst", "ratio")
"""The columns of the functions' table."""


def functions_table(found: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Every function as a row under `FUNCTIONS_HEAD`."""
    for name, row in found["functions"].items():
        ratio = row.get("ratio")
        yield (
            name,
            time_text(row["ns"]),
            time_text(row.get("blst_ns")),
            "-" if ratio is None else digits(ratio),
        )


def notes(found: Mapping[str, Any]) -> Iterator[str]:
    """What the table needs beside it."""
    yardstick = found["yardstick"]
    yield (
        f"ratio: to the {yardstick['name']}, {time_text(yardstick['ns'])} in this run; one thread; "
        f"the least of {found['rounds']} interleaved rounds; {found['cpu']}"
    )
    peak, products = found.get("clmul_products_per_ns"), found.get("clmul_products", {})
    for name, count in products.items():
        if peak and name in found["pairings"]:
            row = found["pairings"][name]
            one, many = (count[way] / row[key] / peak for way, key in (("one", "ns"), ("batch", "batch_ns")))
            yield (
                f"{name}: {count['one']:.0f} carry-less products of 64 bits; that is {one:.0%} of what this "
                f"machine's multiplier can do ({peak:.1f} a nanosecond) one at a time, {many:.0%} in a batch"
            )
    for name, text in ELSEWHERE.items():
        if name in found["pairings"]:
            yield f"{name}, others elsewhere: {text}"
