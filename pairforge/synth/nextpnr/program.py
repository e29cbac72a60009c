"""A run of nextpnr, or of the packer beside it, as a child process: its phases, its rounds, its errors.

Imports child processes, progress and errors.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache as _remember
from importlib import metadata
from pathlib import Path

from pairforge.errors import CheckError, UserError
from pairforge.synth.child import run_child

__all__ = ["Program", "RoutingError", "stuck"]

_PHASES = {
    "Packing constants": "pack",
    "Running main analytical placer": "place",
    "Running simulated annealing": "refine the placement",
    "Setting up routing queue": "route",
    "Running main router loop": "route",
}
_ROUND = re.compile(r"iter=(\d+) wires=\d+ overused=(\d+)")
_PATIENCE, _LAST_PATIENCE = 25, 200
_FEW = 100
_GAIN = 0.9


class RoutingError(CheckError):
    """The router does not come to an end."""


def stuck(wanted_twice: Sequence[int]) -> bool:
    """Whether a router that negotiates has ceased to gain.

    `wanted_twice`: after each round so many wires are wanted by several nets. It is stuck if of the last
    25 rounds none has fewer than nine tenths of the fewest before. Of eleven routes that came to an end, in
    35 to 152 rounds, none was stuck by that rule at any time; those that never did were soon. The last wires
    get 200 rounds, which are short.
    """
    patience = _PATIENCE if min(wanted_twice, default=0) > _FEW else _LAST_PATIENCE
    before, last = wanted_twice[:-patience], wanted_twice[-patience:]
    return bool(before) and min(last) > _GAIN * min(before)


@dataclass(frozen=True)
class Program:
    """A nextpnr. `name`: of the program; `package`: the Python package that has it; where that is not
    installed, it is looked for on PATH.
    """

    name: str
    package: str

    def version(self) -> str:
        """Name and version: the Python package's, whose version is pinned, else that on PATH.

        Raises UserError where there is none.
        """
        if importlib.util.find_spec(self._module) is not None:
            return f"{self.package} {metadata.version(self.package)}"
        if found := shutil.which(self.name):
            return _version(found)
        raise UserError(
            f"place and route needs {self.name}, which is not installed: `pip install pairforge[route]`, "
            "or leave out --route"
        )

    def run(
        self,
        arguments: Sequence[str],
        folder: Path,
        timeout: float,
        progress: Callable[[str], None],
        tool: str | None = None,
    ) -> float:
        """Run nextpnr, or another `tool` of its package, in a folder; return its seconds.

        Raises
        ------
        UserError: it takes longer than `timeout` seconds, or has too little memory.
        RoutingError: its router is stuck.
        CheckError: it fails.
        """
        tool = tool or self.name
        said: list[str] = []
        wanted_twice: list[int] = []

        def hear(line: str) -> None:
            said.append(line.strip())
            for begin, phase in _PHASES.items():
                if begin in line:
                    progress(phase)
            if found := _ROUND.search(line):
                number, count = map(int, found.groups())
                wanted_twice.append(count)
                progress(f"route, round {number}: {count:,} wires wanted twice")
                if stuck(wanted_twice):
                    raise RoutingError(f"{count:,} wires are wanted twice after {number} rounds")

        began = time.perf_counter()
        try:
            everything = (str(os.getpid()), self._module, tool, *arguments)
            status = run_child("pairforge.synth.nextpnr._child", everything, folder, timeout, hear)
        except subprocess.TimeoutExpired:
            raise UserError(f"{tool} took longer than {timeout:g} s; take a smaller design") from None
        if status == -signal.SIGKILL or any("out of memory" in line or "bad_alloc" in line for line in said):
            raise UserError(f"{tool} ran out of memory: a large core takes 2 GB")
        if status != 0:
            wrong = [line.removeprefix("ERROR: ") for line in said if line.startswith("ERROR: ")]
            raise CheckError(f"{tool} failed: {wrong[0] if wrong else (said or ['no message'])[-1]}")
        (folder / "output.log").unlink()
        return time.perf_counter() - began

    @property
    def _module(self) -> str:
        return self.package.replace("-", "_")


@_remember
def _version(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return (said.stdout + said.stderr).strip() or program
