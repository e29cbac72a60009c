"""The second simulator: Icarus Verilog runs the test bench that is handed over with a core.

It is a hundred to ten thousand times slower than Verilator but has unknown values (x), so it sees a core that
uses a register before it was written. Imports `pairforge.errors` only.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pairforge.errors import CheckError, UserError

__all__ = ["BenchRun", "run_bench", "version"]

_PASS = re.compile(
    r"^PASS: (\d+) inputs.*\n *latency (\d+) cycles, interval (\d+) cycles .*, (\d+) cycles in all",
    re.MULTILINE,
)


@dataclass(frozen=True)
class BenchRun:
    """A test bench that passed."""

    pairings: int
    latency: int
    """Rising edges from the first input word accepted to the last output word accepted."""
    interval: int | None
    """Cycles between results, from the last two rounds of the core's threads; None for fewer."""
    cycles: int
    """Cycles simulated."""
    simulator: str
    seconds: float
    """Wall time, compilation included."""


def run_bench(
    core_files: Mapping[str, str],
    bench_files: Mapping[str, str],
    top: str,
    *,
    pairings: int | None = None,
    passes: int = 3,
    timeout_s: float | None = None,
) -> BenchRun:
    """Run the bench of core `top` (from `testbench_files`) on the core's files.

    `pairings` shortens the first pass; of the passes (streaming, stress, reset) the first `passes` run.
    Raises UserError where Icarus Verilog is missing, CheckError with the bench's own line where it fails, and
    CheckError where it takes longer than `timeout_s` seconds.
    """
    name = version()
    bench = f"tb_{top}"
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        root = Path(scratch)
        sources = []
        for files, folder in ((core_files, "rtl/"), (bench_files, "")):
            for path, text in files.items():
                place = root / folder / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text)
                if path.endswith(".v"):
                    sources.append(place)
        where = next(path for path in sources if path.name == f"{bench}.v").parent
        compiled = subprocess.run(
            [_tool("iverilog"), "-g2012", "-s", bench, "-o", "bench.vvp"]
            + [f"-P{bench}.PASSES={passes}"]
            + ([] if pairings is None else [f"-P{bench}.INPUTS={pairings}"])
            + [str(path) for path in sorted(sources)],
            cwd=where,
            capture_output=True,
            text=True,
        )
        if compiled.returncode:
            message = (compiled.stderr.strip().splitlines() or ["no message"])[0].replace(f"{root}/", "")
            raise CheckError(f"Icarus Verilog refuses {top}: {message}")
        try:
            done = subprocess.run(
                [_tool("vvp"), "-N", "bench.vvp"],
                cwd=where,
                capture_output=True,
                text=True,
                timeout=timeout_s,
            )
        except subprocess.TimeoutExpired:
            raise CheckError(f"{bench} in {name}: not done after {timeout_s:g} s") from None
    found = _PASS.search(done.stdout)
    if done.returncode or not found:
        failed = [line for line in done.stdout.splitlines() if line.startswith("FAIL: ")]
        reason = failed[0].removeprefix("FAIL: ") if failed else f"exit status {done.returncode}"
        raise CheckError(f"{bench} in {name}: {reason}")
    return BenchRun(
        pairings=int(found[1]),
        latency=int(found[2]),
        interval=int(found[3]) or None,
        cycles=int(found[4]),
        simulator=name,
        seconds=time.perf_counter() - began,
    )


@functools.cache
def version() -> str:
    """`icarus` and its version number. UserError where it is not installed."""
    text = subprocess.run([_tool("iverilog"), "-V"], capture_output=True, text=True).stdout
    match = re.search(r"version (\S+)", text)
    return f"icarus {match[1] if match else '?'}"


def _tool(name: str) -> str:
    found = shutil.which(name)
    if not found:
        raise UserError(f"no Icarus Verilog: {name} is not on PATH (on Debian: apt install iverilog)")
    return found
