"""The C++ compiler, and programs of one file that it makes once.

Imports `pairforge.cache` and `pairforge.errors` only.
"""

from __future__ import annotations

import functools
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from pairforge import cache
from pairforge.errors import UserError

_FLAGS = ("-std=c++17", "-O3")


@functools.cache
def compiler() -> str:
    """The C++ compiler: $CXX or g++. UserError where there is none."""
    wanted = os.environ.get("CXX") or "g++"
    found = shutil.which(wanted)
    if not found:
        raise UserError(f"no C++ compiler: {wanted} is not on PATH (install g++, on Debian: apt install g++)")
    return found


@functools.cache
def compiler_version(path: str) -> str:
    """What a compiler says of its version."""
    return subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout


def run(what: str, arguments: Sequence[str], folder: Path | None = None) -> None:
    """Run the compiler in a folder, by default the current one; `what` it does, for the RuntimeError."""
    done = subprocess.run([compiler(), *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{what}: {done.stderr[:2000]}")


@functools.cache
def program(source: Path) -> Path:
    """The program of one file of C++, for any processor of this kind; cached by content."""

    def make(folder: Path) -> None:
        run(f"compiling {source.name}", [*_FLAGS, str(source), "-o", str(folder / source.stem)])

    version = compiler_version(compiler())
    found = cache.entry(
        "program", *_FLAGS, version, platform.machine(), sources=(Path(__file__), source), make=make
    )
    return found / source.stem
