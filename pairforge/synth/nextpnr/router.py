"""Place and route with nextpnr: from a mapped netlist to a routed frequency, seed by seed.

Placement begins with random choices, so seeds give different frequencies for one netlist. Seeds are tried
side by side until one meets the frequency asked for, all of them where none is asked for; the best is
kept and all are reported. A netlist that crowds its device is placed with all seeds first, and routed from
the placement with the best wires on, until one meets the frequency, or is routed at all. Each run is a
child process (see `program`) and is cached by content: the netlist, the part, the seed, the frequency and
the tool decide it.

The frequency is that of nextpnr's own timing model, at the part's speed grade. It counts paths between
registers; `synth.netlist` makes all paths of a core such.

Imports routing, families, netlists, child processes, the cache, progress and errors.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from pairforge import cache
from pairforge.errors import CheckError
from pairforge.progress import Detail
from pairforge.synth.child import side_by_side
from pairforge.synth.family import Part
from pairforge.synth.netlist import Primitives
from pairforge.synth.nextpnr.manner import Manner, manner_of, settled
from pairforge.synth.nextpnr.pads import moved, ports_alone
from pairforge.synth.nextpnr.program import Program, RoutingError
from pairforge.synth.nextpnr.report import run_of
from pairforge.synth.nextpnr.steps import Sites, placed_in_steps
from pairforge.synth.nextpnr.wires import Wires
from pairforge.synth.routing import Placement, Routing, Run

__all__ = ["Nextpnr"]

_HERE = Path(__file__).resolve().parent
_SOURCES = (*sorted(_HERE.glob("*.py")), _HERE.parent / "child.py")
_HOURS = 4 * 3600

GOAL_MHZ = 100
"""What nextpnr is told to aim at. It weighs a path by how near it is to the slowest one, so the goal decides
nothing, and one run serves whatever is asked for."""


@dataclass(frozen=True)
class Nextpnr:
    """A nextpnr for a family: a `routing.Router`.

    Attributes
    ----------
    program: it, and the Python package that has it.
    kinds: what `utilization` of result.json counts, and nextpnr's names of these cells.
    primitives: cells for the netlists that are measured.
    free_pins: options that let ports go to any pin.
    pins: the option that takes a file of constraints, and the name that this file gets.
    written: the option that names the file of a routed netlist.
    packer: the program that makes a bitstream of that file, and its options.
    measured_pins: constraints for a netlist to be measured, where ports cannot go to any pin.
    sites: of the device, for netlists that crowd it.
    """

    program: Program
    kinds: Mapping[str, str]
    primitives: Primitives
    free_pins: tuple[str, ...]
    pins: tuple[str, str]
    written: str
    packer: tuple[str, ...]
    measured_pins: str = ""
    sites: Sites = field(default_factory=Sites)

    def tool(self) -> str:
        """See `routing.Router`."""
        return self.program.version()

    def readers(self, netlist: bytes) -> int:
        """See `routing.Router`."""
        return manner_of(_unpacked(netlist), self.kinds["dsp"]).readers

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
        task = _Task(self, netlist, part, pins, timeout, tell)
        placements: tuple[Placement, ...] = ()
        if task.manner.stepwise:
            placements = tuple(sorted(task.placements(seeds), key=lambda found: found.strain))
        runs: list[Run] = []
        stuck: list[str] = []
        for found in task.runs([found.seed for found in placements] or seeds):
            if isinstance(found, str):
                stuck.append(found)
                continue
            runs.append(found)
            if found.fmax_mhz >= mhz if mhz is not None else placements:
                break
        if not runs:
            raise CheckError(f"no way for all wires was found: {'; '.join(stuck)}; give more --seeds")
        return Routing(part, self.tool(), mhz, tuple(runs), placements)

    def bitstream(self, netlist: bytes, part: Part, seed: int, *, pins: str) -> bytes:
        """See `routing.Router`."""
        routed = _Task(self, netlist, part, pins, _HOURS, lambda _: None).routed(seed)
        tool, *options = self.packer

        def make(folder: Path) -> None:
            (folder / "top.config").write_bytes(gzip.decompress((routed / "config.gz").read_bytes()))
            self.program.run([*options, "top.config", "top.bit"], folder, _HOURS, lambda _: None, tool)
            (folder / "top.config").unlink()

        key = (tool, self.tool(), (routed / "config.gz").read_bytes())
        return (cache.entry(*key, make=make, sources=_SOURCES) / "top.bit").read_bytes()


@dataclass(frozen=True)
class _Task:
    """What is to be routed; see `Nextpnr.route`."""

    nextpnr: Nextpnr
    netlist: bytes
    part: Part
    pins: str | None
    timeout: float
    tell: Callable[[str], None]

    @cached_property
    def manner(self) -> Manner:
        """How it is placed and routed."""
        return manner_of(_unpacked(self.netlist), self.nextpnr.kinds["dsp"])

    def placements(self, seeds: Sequence[int]) -> Iterator[Placement]:
        """Placed in steps with each seed."""
        with side_by_side(len(os.sched_getaffinity(0))) as pool:
            for seed, folder in zip(seeds, pool.map(self.placed, seeds), strict=True):
                wires = Wires(**json.loads((folder / "wires.json").read_text()))
                self.tell(
                    f"seed {seed}: wires of {wires.length:,} tiles, {wires.crowding:.0f} where most crowded"
                )
                yield Placement(seed, wires.length, round(wires.crowding, 1), round(wires.strain, 3))

    def runs(self, seeds: Sequence[int]) -> Iterator[Run | str]:
        """Routed with each seed in this order, or why it is not. What nobody takes is not told of: the result
        is that of one seed after the other, however many processors there are."""
        processors = len(os.sched_getaffinity(0))
        with side_by_side(processors) as pool:
            for first in range(0, len(seeds), processors):
                for found in pool.map(self._run, seeds[first : first + processors]):
                    self.tell(found if isinstance(found, str) else f"seed {found.seed}: {found.fmax_mhz} MHz")
                    yield found

    def routed(self, seed: int) -> Path:
        """The cached folder of a run: `report.json`, `seconds` and, where pins are given, `config.gz`; or
        `stuck`, a line that says why there is no route.
        """

        def make(folder: Path) -> None:
            try:
                seconds = self._route(folder, seed)
            except RoutingError as stuck:
                (folder / "stuck").write_text(f"seed {seed}: {stuck}\n")
                seconds = 0.0
            (folder / "seconds").write_text(f"{seconds:.1f}\n")
            if (config := folder / "config").exists():
                (folder / "config.gz").write_bytes(gzip.compress(config.read_bytes(), mtime=0))
                config.unlink()

        return self._entry("route", seed, *self._result, make=make)

    def placed(self, seed: int) -> Path:
        """The cached folder of a placement in steps: `placed.json.gz`, `wires.json` and `seconds`."""
        how = self.nextpnr
        anywhere = self._sites if self.pins is None else how.free_pins

        def make(folder: Path) -> None:
            seconds = 0.0

            def place(wanted: dict[str, Any]) -> dict[str, Any]:
                nonlocal seconds
                written = folder / "placed.json"
                options = (*self.manner.options, *anywhere, "--no-route", "--write", written.name)
                seconds += self._nextpnr(folder, seed, settled(wanted, self.manner.settings), options)
                found: dict[str, Any] = json.loads(written.read_bytes())
                written.unlink()
                return found

            available = {how.kinds["dsp"]: self.part.dsp, how.kinds["bram"]: self.part.bram}
            placed, wires = placed_in_steps(_unpacked(self.netlist), place, available, how.sites)
            packed = gzip.compress(json.dumps(placed, separators=(",", ":")).encode(), 1, mtime=0)
            (folder / "placed.json.gz").write_bytes(packed)
            (folder / "wires.json").write_text(json.dumps(vars(wires)))
            (folder / "seconds").write_text(f"{seconds:.1f}\n")

        return self._entry("place", seed, *anywhere, make=make)

    @property
    def _constraints(self) -> str:
        return self.nextpnr.measured_pins if self.pins is None else self.pins

    @property
    def _sites(self) -> tuple[str, ...]:
        return self.nextpnr.pins if self._constraints else ()

    @property
    def _result(self) -> tuple[str, ...]:
        how = self.nextpnr
        return ("--report", "report.json", *(how.free_pins if self.pins is None else (how.written, "config")))

    def _common(self, seed: int) -> tuple[str, ...]:
        return (*self.part.options, "--seed", str(seed), "--freq", str(GOAL_MHZ), "--timing-allow-fail")

    def _entry(self, step: str, seed: int, *options: str, make: Callable[[Path], None]) -> Path:
        """The cached folder of a step. The manner follows from the netlist, by what `_SOURCES` say."""
        how = self.nextpnr
        given = (how.kinds["dsp"], self._constraints, repr(how.sites), self.netlist)
        key: tuple[str | bytes, ...] = (how.tool(), *self._common(seed), *options, *given)
        return cache.entry("nextpnr", step, *key, make=make, sources=_SOURCES)

    def _run(self, seed: int) -> Run | str:
        folder = self.routed(seed)
        if (stuck := folder / "stuck").exists():
            return stuck.read_text().strip()
        seconds = float((folder / "seconds").read_text())
        return run_of(seed, folder / "report.json", self.nextpnr.kinds, seconds)

    def _route(self, folder: Path, seed: int) -> float:
        """Route, and place before that if there is only one step; return the seconds of all steps."""
        given, manner = _unpacked(self.netlist), self.manner
        run = partial(self._nextpnr, folder, seed)
        if not manner.stepwise:
            text = settled(given, manner.settings)
            return run(text, (*manner.options, *self._sites, *self._result))
        placed = self.placed(seed)
        whole = _unpacked((placed / "placed.json.gz").read_bytes())
        seconds = float((placed / "seconds").read_text())
        if self.pins is not None:
            written = folder / "pins.json"
            pack = (*self._sites, "--no-place", "--no-route", "--write", written.name)
            seconds += run(settled(ports_alone(given), {}), pack)
            whole = moved(whole, json.loads(written.read_bytes()))
            written.unlink()
        options = (*manner.options, "--no-pack", "--no-place", *self._result)
        return seconds + run(settled(whole, manner.settings), options)

    def _nextpnr(self, folder: Path, seed: int, netlist: bytes, options: Sequence[str]) -> float:
        """Run nextpnr in a folder, of which its input is gone behind; return its seconds."""

        def tell(phase: str) -> None:
            self.tell(Detail(f"seed {seed}: {phase}"))

        given = {"netlist.json": netlist, self.nextpnr.pins[1]: self._constraints.encode()}
        for name, content in given.items():
            (folder / name).write_bytes(content)
        try:
            everything = ("--json", "netlist.json", *self._common(seed), *options)
            return self.nextpnr.program.run(everything, folder, self.timeout, tell)
        finally:
            for name in given:
                (folder / name).unlink()


def _unpacked(netlist: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(netlist))
    return found
