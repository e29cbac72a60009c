"""Place and route with nextpnr: from a mapped netlist to a routed frequency, seed by seed.

Placement begins with random choices, so seeds give different frequencies for one netlist. Seeds are tried
side by side until one meets the frequency asked for, all of them where none is asked for; the best is
kept and all are reported. Each run is a child process (see `_nextpnr`) and is cached by content: the
netlist, the part, the seed, the frequency and the tool decide it.

The frequency is that of nextpnr's own timing model, at the part's speed grade. It counts paths between
registers; `synth.netlist` makes all paths of a core such.

Imports routing, families, netlists, child processes, the cache, progress and errors.
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
from dataclasses import dataclass, field
from functools import cache as _remember
from importlib import metadata
from pathlib import Path
from typing import Any

from pairforge import cache
from pairforge.errors import CheckError, UserError
from pairforge.progress import Detail
from pairforge.synth.child import run_child, side_by_side
from pairforge.synth.family import Part
from pairforge.synth.floorplan import Gathered, assigned, fixed
from pairforge.synth.manner import Manner, manner_of, settled
from pairforge.synth.netlist import Primitives
from pairforge.synth.pads import moved, ports_alone
from pairforge.synth.room import Tables, emptied, held
from pairforge.synth.routing import Critical, Routing, Run, Use

__all__ = ["Nextpnr"]

_HERE = Path(__file__).resolve().parent
_SOURCES = tuple(
    _HERE / f"{name}.py"
    for name in ("_nextpnr", "nextpnr", "manner", "floorplan", "room", "pads", "flat", "child")
)
_HOURS = 4 * 3600

GOAL_MHZ = 100
"""What nextpnr is told to aim at. It weighs a path by how near it is to the slowest one, so the goal decides
nothing, and one run serves whatever is asked for."""

_PHASES = {
    "Packing constants": "pack",
    "Running main analytical placer": "place",
    "Running simulated annealing": "refine the placement",
    "Setting up routing queue": "route",
    "Running main router loop": "route",
}


@dataclass(frozen=True)
class Nextpnr:
    """A nextpnr for a family: a `routing.Router`.

    Attributes
    ----------
    program: its name.
    package: the Python package that has it; where that is not installed, it is looked for on PATH.
    kinds: what `utilization` of result.json counts, and nextpnr's names of these cells.
    primitives: cells for the netlists that are measured.
    free_pins: options that let ports go to any pin.
    pins: the option that takes a file of constraints, and the name that this file gets.
    written: the option that names the file of a routed netlist.
    packer: the program that makes a bitstream of that file, and its options.
    measured_pins: constraints for a netlist to be measured, where ports cannot go to any pin.
    block_rows: by nextpnr's names of hard blocks the rows of the part in which they stand, see `floorplan`.
    words: block memories that stand side by side, see `floorplan`.
    tables: where its tables stand, for netlists that are spread, see `room`.
    """

    program: str
    package: str
    kinds: Mapping[str, str]
    primitives: Primitives
    free_pins: tuple[str, ...]
    pins: tuple[str, str]
    written: str
    packer: tuple[str, ...]
    measured_pins: str = ""
    block_rows: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    words: Gathered | None = None
    tables: Tables | None = None

    def tool(self) -> str:
        """Name and version: the Python package's, whose version is pinned, else that on PATH.

        Raises UserError where there is none.
        """
        if importlib.util.find_spec(self._module) is not None:
            return f"{self.package} {metadata.version(self.package)}"
        if found := shutil.which(self.program):
            return _version(found)
        raise UserError(
            f"place and route needs {self.program}, which is not installed: `pip install pairforge[route]`, "
            "or leave out --route"
        )

    def readers(self, netlist: bytes) -> int:
        """See `routing.Router`."""
        return manner_of(json.loads(gzip.decompress(netlist)), self.kinds["dsp"]).readers

    def route(
        self,
        netlist: bytes,
        part: Part,
        *,
        seeds: Sequence[int],
        mhz: float | None = None,
        pins: str | None = None,
        timeout: float = _HOURS,
        progress: Callable[[str], None] | None = None,
    ) -> Routing:
        """See `routing.Router`. Seeds run side by side, one for each processor."""
        tell = progress or (lambda _: None)

        def run(seed: int) -> Run:
            return self._run_of(seed, self._routed(netlist, part, seed, pins, timeout, tell))

        runs: list[Run] = []
        processors = len(os.sched_getaffinity(0))
        with side_by_side(processors) as pool:
            for first in range(0, len(seeds), processors):
                for found in pool.map(run, seeds[first : first + processors]):
                    runs.append(found)
                    tell(f"seed {found.seed}: {found.fmax_mhz} MHz")
                    # What ran beside it is left out, so that the result is that of one seed after the other.
                    if mhz is not None and found.fmax_mhz >= mhz:
                        return Routing(part, self.tool(), mhz, tuple(runs))
        return Routing(part, self.tool(), mhz, tuple(runs))

    def bitstream(self, netlist: bytes, part: Part, seed: int, *, pins: str) -> bytes:
        """See `routing.Router`."""
        routed = self._routed(netlist, part, seed, pins, _HOURS, lambda _: None)
        program, *options = self.packer

        def make(folder: Path) -> None:
            (folder / "top.config").write_bytes(gzip.decompress((routed / "config.gz").read_bytes()))
            self._call(program, [*options, "top.config", "top.bit"], folder, _HOURS, lambda _: None)
            (folder / "top.config").unlink()

        key = (program, self.tool(), (routed / "config.gz").read_bytes())
        return (cache.entry(*key, make=make, sources=_SOURCES) / "top.bit").read_bytes()

    @property
    def _module(self) -> str:
        return self.package.replace("-", "_")

    def _routed(
        self,
        netlist: bytes,
        part: Part,
        seed: int,
        pins: str | None,
        timeout: float,
        progress: Callable[[str], None],
    ) -> Path:
        """The cached folder of a run: `report.json`, `seconds` and, where pins are given, `config.gz`."""
        multiplier, (option, pin_file) = self.kinds["dsp"], self.pins
        common = [*part.options, "--seed", str(seed), "--freq", str(GOAL_MHZ), "--timing-allow-fail"]
        places = self.measured_pins if pins is None else pins
        sites = [option, pin_file] if places else []
        result = ["--report", "report.json", *(self.free_pins if pins is None else [self.written, "config"])]

        def tell(phase: str) -> None:
            progress(Detail(f"seed {seed}: {phase}"))

        def make(folder: Path) -> None:
            given = json.loads(gzip.decompress(netlist))
            manner = manner_of(given, multiplier)

            def run(text: bytes, *more: str) -> float:
                (folder / "netlist.json").write_bytes(text)
                options = ["--json", "netlist.json", *common, *more]
                return self._call(self.program, options, folder, timeout, tell)

            if places:
                (folder / pin_file).write_text(places)
            if manner.stepwise:
                seconds = self._in_steps(run, folder, given, manner, part, sites, pins is not None, result)
            else:
                seconds = run(settled(given, manner.settings), *manner.options, *sites, *result)
            (folder / "seconds").write_text(f"{seconds:.1f}\n")
            if pins is not None:
                packed = gzip.compress((folder / "config").read_bytes(), mtime=0)
                (folder / "config.gz").write_bytes(packed)
            for name in ("netlist.json", pin_file, "config"):
                (folder / name).unlink(missing_ok=True)

        # The manner follows from the netlist, by what `_SOURCES` say.
        rows = repr((sorted(self.block_rows.items()), self.words, self.tables))
        key = (self.tool(), *common, *sites, *result, multiplier, places, rows, netlist)
        return cache.entry("nextpnr", *key, make=make, sources=_SOURCES)

    def _in_steps(
        self,
        run: Callable[..., float],
        folder: Path,
        netlist: dict[str, Any],
        manner: Manner,
        part: Part,
        sites: Sequence[str],
        pinned: bool,
        result: Sequence[str],
    ) -> float:
        """Place; move hard blocks (see `floorplan`) and place; gather memories and place with more room (see
        `room`); move pins (see `pads`); route.

        `pinned`: whether `sites` says where pins are on a board. Returns the seconds of all steps.
        """
        placed, pins = folder / "placed.json", folder / "pins.json"
        anywhere = self.free_pins if pinned else sites
        place = (*manner.options, *anywhere, "--no-route", "--write", placed.name)
        seconds = run(settled(netlist, manner.settings), *place)
        available = {self.kinds["dsp"]: part.dsp, self.kinds["bram"]: part.bram}
        passes = [None, self.words] if self.words else [None]
        for number, gathered in enumerate(passes, 1):
            found = json.loads(placed.read_bytes())
            blocks = assigned(found, available, self.block_rows, gathered)
            room = self.tables if number == len(passes) else None
            if not blocks and not room:  # the same would come out again
                continue
            wanted = fixed(netlist, blocks)
            if room:
                wanted = held(wanted, found, room)
            seconds += run(settled(wanted, manner.settings), *place)
        whole = emptied(json.loads(placed.read_bytes()))
        placed.unlink()
        if pinned:
            pack = ("--no-place", "--no-route", "--write", pins.name)
            seconds += run(settled(ports_alone(netlist), {}), *sites, *pack)
            whole = moved(whole, json.loads(pins.read_bytes()))
            pins.unlink()
        return seconds + run(
            settled(whole, manner.settings), *manner.options, "--no-pack", "--no-place", *result
        )

    def _call(
        self,
        program: str,
        arguments: Sequence[str],
        folder: Path,
        timeout: float,
        progress: Callable[[str], None],
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
            everything = (str(os.getpid()), self._module, program, *arguments)
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

    def _run_of(self, seed: int, folder: Path) -> Run:
        """A run as its report tells it."""
        report = json.loads((folder / "report.json").read_text())
        if len(report["fmax"]) != 1:
            raise CheckError(
                f"one clock is needed, the netlist has {len(report['fmax'])}: nothing to measure"
            )
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
            {kind: Use(**report["utilization"][cell]) for kind, cell in self.kinds.items()},
            float((folder / "seconds").read_text()),
        )


@_remember
def _version(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return (said.stdout + said.stderr).strip() or program


def _label(cell: str) -> str:
    """A cell as a person may read it: registers by what they hold, others by the instance they are in."""
    name, found, _ = cell.partition("_register")
    if found:
        return name
    parts = (part.lstrip("\\") for part in cell.removeprefix("$flatten").lstrip("\\").split("."))
    return ".".join(part for part in parts if not part.startswith("$")) or cell
