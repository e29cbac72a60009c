"""How fast each step of the line is on this machine: `make bench`. Wall seconds.

Compiling is timed with an empty cache and with a full one, synthesis without the cache.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import random_sample
from pairforge.evidence.verilator import Stimulus, compile_core
from pairforge.machine.designs import find_design
from pairforge.targets.registry import find_fpga

DESIGN = "beuchat-f2-239"
PAIRINGS = 10_000

T = TypeVar("T")


def timed(action: Callable[[], T], repeats: int = 1) -> tuple[float, T]:
    """The least wall time of some runs, and the last result."""
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        result = action()
        best = min(best, time.perf_counter() - began)
    return best, result


def main() -> None:
    """Run every step once or more and print the table."""
    table = Table(title=f"{DESIGN}, {os.cpu_count()} cores")
    for column, justify in (("step", "left"), ("seconds", "right"), ("what it is", "left")):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]

    def row(step: str, seconds: float, what: str) -> None:
        table.add_row(step, f"{seconds:.2f}", what)
        print(f"{step}: {seconds:.2f} s ({what})", flush=True)

    with tempfile.TemporaryDirectory() as empty:
        kept = os.environ.get("PAIRFORGE_CACHE")
        os.environ["PAIRFORGE_CACHE"] = empty
        design = find_design(DESIGN, {})
        seconds, compiled = timed(lambda: compile_design(design))
        row("compile", seconds, "trace, schedule, bind, hardware; nothing cached")
        seconds, _ = timed(lambda: compile_design(design), 3)
        row("compile again", seconds, "schedule from the cache")
        if kept is None:
            del os.environ["PAIRFORGE_CACHE"]
        else:
            os.environ["PAIRFORGE_CACHE"] = kept
    rtl = rtl_files(compiled)
    seconds, sample = timed(lambda: random_sample(compiled, PAIRINGS, 1))
    row(
        "model",
        seconds,
        f"{PAIRINGS} random pairings, bit-sliced, {1e6 * seconds / PAIRINGS:.0f} us each",
    )
    _model_one(compiled, row)
    seconds, simulator = timed(lambda: compile_core(rtl, compiled.name))
    row("simulator", seconds, "Verilator and g++, or from the cache")
    seconds, run = timed(
        lambda: simulator.run(
            sample.sent, compiled.words_in, compiled.words_out, Stimulus(), jobs=os.cpu_count() or 1
        )
    )
    rate = run.cycles / seconds
    row(
        "simulation",
        seconds,
        f"{PAIRINGS} pairings in {run.cycles} cycles, {rate / 1e3:.0f} thousand a second",
    )
    seconds, synthesis = timed(
        lambda: find_fpga(design.target).synthesize(
            rtl, compiled.name, depth=compiled.unit_depth, goal=compiled.goal, cached=False
        )
    )
    row(
        "synthesis",
        seconds,
        f"{design.target}: {synthesis.area.lut} LUT, {synthesis.cpu_seconds:.0f} s of CPU",
    )
    Console().print(table)


def _model_one(compiled: Compiled, row: Callable[[str, float, str], None]) -> None:
    pairs = compiled.pairing.random_points(8, 1)
    seconds, _ = timed(lambda: [compiled.pairing.model(P, Q) for P, Q in pairs])
    row("model, one by one", seconds, f"8 pairings on exact elements, {1e3 * seconds / 8:.1f} ms each")


if __name__ == "__main__":
    main()
