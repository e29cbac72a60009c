"""Run a Yosys script in a process of its own.

libyosys exits the whole process on an error and writes to its standard output, so it is not called from ours.
Imports `pairforge.errors` only.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pairforge.errors import CheckError, UserError

_RUNNER = """
import sys
from pyosys import libyosys
design = libyosys.Design()
for line in sys.stdin.read().splitlines():
    libyosys.run_pass(line, design)
"""


class YosysError(Exception):
    """Yosys stopped; the message is its own, `log` what it wrote before."""

    def __init__(self, message: str, log: str) -> None:
        super().__init__(message)
        self.log = log


def share() -> Path:
    """Yosys's own folder of cells and scripts. Raises UserError where pyosys is not installed."""
    spec = importlib.util.find_spec("pyosys")
    if spec is None or spec.origin is None:
        raise UserError("Yosys is not installed: pip install 'pyosys>=0.60'")
    return Path(spec.origin).parent / "share"


def run(script: Sequence[str], folder: Path, limit_s: float | None = None) -> str:
    """Run the commands in `folder` and return the log.

    Raises UserError where pyosys is not installed, YosysError where Yosys stops, TimeoutError where it takes
    longer than there is time for.
    """
    share()
    try:
        done = subprocess.run(
            [sys.executable, "-c", _RUNNER],
            input="\n".join(script) + "\n",
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=limit_s,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"Yosys takes more than {limit_s:g} s") from None
    if done.returncode:
        errors = [line for line in (done.stderr + done.stdout).splitlines() if line.startswith("ERROR: ")]
        message = errors[0].removeprefix("ERROR: ") if errors else done.stderr.strip()[-500:]
        raise YosysError(message or f"exit status {done.returncode}", done.stdout)
    return done.stdout


def check(script: Sequence[str], folder: Path, what: str, limit_s: float | None = None) -> str:
    """The same, for a script that reads what is to be checked; `what`: its name.

    Raises UserError where pyosys is not installed, CheckError where Yosys refuses it, TimeoutError.
    """
    try:
        return run(script, folder, limit_s)
    except YosysError as error:
        raise CheckError(f"{what}: Yosys: {error}") from None
