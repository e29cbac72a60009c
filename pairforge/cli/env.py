"""`pairforge env`: the tools that Pairforge comes with, for a shell."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from pairforge.cli.options import write_line


def env_command() -> None:
    """Put the Verilator in use, and this Python's programs, on a shell's PATH: eval "$(pairforge env)"."""
    from pairforge.evidence.verilator import installation

    used = installation()
    folders = [used.root / "bin", Path(sys.executable).parent]
    path = os.pathsep.join(shlex.quote(str(folder)) for folder in folders)
    write_line(f"export VERILATOR_ROOT={shlex.quote(str(used.root))}")
    write_line(f'export PATH={path}{os.pathsep}"$PATH"')
