"""The engine's extension module in a source tree: whether it is compiled, and how it comes to be.

A wheel has it. A source tree is set up without, as a build of a core needs none of it: commands that do need
it compile it on first use. `python -m pairforge.software.extension` compiles it again where its sources
changed.
"""

from __future__ import annotations

import importlib
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from pairforge.errors import UserError
from pairforge.progress import Detail
from pairforge.software.cargo import build_library, cargo_path, workspace

__all__ = ["check_compilable", "compile_extension", "is_compiled"]

_MODULE = Path(__file__).resolve().parents[1] / "engine" / "_native.abi3.so"
_STEP = "compile the engine, once (about 2 minutes on two cores)"


def is_compiled() -> bool:
    """Is the extension module there?"""
    return _MODULE.is_file()


def check_compilable() -> None:
    """Raise UserError where its sources or cargo are missing."""
    workspace()
    cargo_path()


def compile_extension(tell: Callable[[str], None]) -> None:
    """Compile the module with Cargo and put it in its place; `tell` hears one step, if there is work to do.

    Two processes may do so at once: Cargo lets one wait for the other, and the file is replaced in one piece.

    Raises
    ------
    UserError
        Cargo or the sources are missing, or they do not compile.
    """
    steps = [_STEP]

    def hear(detail: str) -> None:
        if steps:
            tell(steps.pop())  # not where there is nothing to do
        tell(detail)

    built = build_library("pairforge-python", "pairforge_native", "the extension module", hear)
    with tempfile.TemporaryDirectory(prefix=".native-", dir=_MODULE.parent) as scratch:
        Path(shutil.copy(built, scratch)).replace(_MODULE)
    importlib.invalidate_caches()


def main() -> int:
    """Compile it; exit status 2 where something is missing."""

    def tell(text: str) -> None:
        if not isinstance(text, Detail):
            print(f"engine: {text}", file=sys.stderr, flush=True)

    try:
        compile_extension(tell)
    except UserError as error:
        print(f"engine: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
