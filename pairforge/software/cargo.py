"""The engine's programs: find the workspace, build a release binary with cargo, run it, read its JSON.

What is at fault with the user's machine is a UserError of one line. Imports errors, progress and
`synth.child` only.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pairforge.errors import UserError
from pairforge.progress import Detail
from pairforge.synth.child import run_tool

__all__ = ["build_library", "build_release", "cargo_path", "run_json", "workspace"]

_HERE = Path(__file__).resolve()
_AT_WORK = ("Blocking", "Updating", "Downloading", "Downloaded", "Compiling")
"""How Cargo's lines begin that say what it does."""


def workspace() -> Path:
    """The folder of the engine's Cargo workspace, beside the package in a source tree.

    Raises UserError where the sources are not there: an installed package ships without them.
    """
    folder = _HERE.parents[2] / "engine"
    if not (folder / "Cargo.toml").is_file():
        raise UserError(f"{folder}: the engine's sources are not there; run this from a source tree")
    return folder


def cargo_path() -> str:
    """The program `cargo`: on the search path, or where rustup puts it (UserError where there is none)."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo") / "bin" / "cargo"
    found = shutil.which("cargo") or shutil.which(str(home))
    if found is None:
        raise UserError(
            "no cargo found; it compiles the engine: install Rust 1.89 or newer (https://rustup.rs)"
        )
    return found


def build_release(
    package: str, binary: str, tell: Callable[[str], None], features: Sequence[str] | None = None
) -> Path:
    """Build `binary` of `package` in release mode and return its path; no work where it is up to date.

    `features`: those wanted instead of the default ones, None for these. `tell` hears one step, after the
    checks.

    Raises UserError where cargo or the sources are missing, or where they do not compile.
    """
    folder, cargo = workspace(), cargo_path()
    tell(f"compile {binary} (release)")
    options = ["--package", package, "--bin", binary]
    if features is not None:
        options += ["--no-default-features", f"--features={','.join(features)}"]
    made = _build(folder, cargo, options, binary, tell)
    executables = (artifact.get("executable") for artifact in made)
    return Path(next(path for path in executables if path and Path(path).stem == binary))


def build_library(package: str, name: str, what: str, tell: Callable[[str], None]) -> Path:
    """Build the shared library of `package` in release mode and return its path, as `build_release` does.

    `name`: of the crate's library. `what`: in words, for the error. `tell` hears details, where there is
    something to compile.
    """
    made = _build(workspace(), cargo_path(), ["--package", package, "--lib"], what, tell)
    files = (Path(file) for artifact in made for file in artifact.get("filenames", ()))
    return next(file for file in files if file.name == f"lib{name}.so")


def _build(
    folder: Path, cargo: str, options: Sequence[str], what: str, tell: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Cargo's messages on a release build."""
    command = [cargo, "build", "--release", "--locked", *options]
    command += ["--message-format=json-render-diagnostics", "--color=never"]

    def hear(line: str) -> None:
        if line.startswith(_AT_WORK):
            tell(Detail(line))

    status, out, errors = _run(command, folder, hear)
    if status != 0:
        first = next((line for line in errors if line.startswith("error")), f"cargo: exit status {status}")
        raise UserError(f"{what} of the engine does not compile: {first}")
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


def run_json(program: Path, arguments: Sequence[str], tell: Callable[[str], None]) -> Any:
    """Run a program that prints JSON and return that; `tell` hears each line of its standard error.

    Raises UserError where it fails, or prints something else: the message is its last line.
    """
    status, out, errors = _run([str(program), *arguments], None, tell)
    if status != 0:
        raise UserError(f"{program.name}: {errors[-1] if errors else f'exit status {status}'}")
    try:
        return json.loads(out)
    except json.JSONDecodeError as error:
        raise UserError(f"{program}: printed no JSON: {error}") from None


def _run(
    command: Sequence[str], folder: Path | None, tell: Callable[[str], None] | None = None
) -> tuple[int, str, list[str]]:
    """Exit status, standard output, and the lines of standard error."""
    lines: list[str] = []

    def hear(line: str) -> None:
        if line.strip():
            lines.append(line.strip())
            if tell is not None:
                tell(line.strip())

    with tempfile.TemporaryFile("w+") as out:
        try:
            status = run_tool(command, folder, out, hear)
        except OSError as error:
            raise UserError(f"{command[0]}: cannot be run: {error.strerror}") from None
        out.seek(0)
        return status, out.read(), lines
