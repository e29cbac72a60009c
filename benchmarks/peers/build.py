"""The programs that time the libraries: how each is made, or in one line why it cannot be."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pairforge.errors import UserError
from pairforge.software.cargo import build_release

HERE = Path(__file__).resolve().parent
_BUILD = HERE.parents[1] / "build" / "peers"
_PACKAGE = HERE / "mcl.txt"
CURVES = ("bls12-381", "bn254")

Command = Sequence[str]
"""One that starts a program; a library may take several, which have different functions."""


@dataclass(frozen=True)
class Given:
    """What brings libraries that no package does: a library of mcl, a source tree of constantine."""

    mcl: Path | None = None
    constantine: Path | None = None

    def __post_init__(self) -> None:
        if self.mcl is not None and not self.mcl.is_file():
            raise UserError(f"--mcl {self.mcl}: no such file; it takes a shared library of mcl")
        if self.constantine is not None and not (self.constantine / "constantine.nimble").is_file():
            raise UserError(
                f"--constantine {self.constantine}: no constantine.nimble there; "
                "it takes constantine's source tree"
            )


def _pairforge(_: Given) -> list[Command]:
    return [[str(build_release("pairforge-bench", "peer", _tell)), "pairforge"]]


def _blst(_: Given) -> list[Command]:
    return [[str(build_release("pairforge-bench", "peer", _tell)), "blst"]]


def _gnark(_: Given) -> list[Command]:
    go = _tool("go", "gnark-crypto", "install Go 1.26.8 or newer (https://go.dev/dl)")
    program = _BUILD / "gnark"
    _run("gnark-crypto", [go, "build", "-o", str(program), "."], HERE / "gnark")
    return [[str(program)]]


def _mcl(given: Given) -> list[Command]:
    name = os.environ.get("CC", "cc")
    compiler = _tool(name, "the program that times mcl", "install a C compiler (Debian: apt install gcc)")
    library, harness = given.mcl or _pymcl(), _BUILD / "mcl.so"
    _run("mcl", [compiler, "-O2", "-shared", "-fPIC", "-o", str(harness), str(HERE / "mcl.c")], HERE)
    load = [sys.executable, str(HERE / "load.py"), str(library.resolve()), str(harness)]
    return [[*load, curve] for curve in CURVES]


def _pymcl() -> Path:
    """The extension module of the package pymcl, which has all of mcl's C interface."""
    folder = _BUILD / "pymcl"
    if not (found := sorted(folder.glob("pymcl/_pymcl.*.so"))):
        options = ["--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes", f"--target={folder}"]
        _run("mcl", [sys.executable, "-m", "pip", "install", *options, "-r", str(_PACKAGE)], HERE)
        found = sorted(folder.glob("pymcl/_pymcl.*.so"))
    return found[0]


def _constantine(given: Given) -> list[Command]:
    if given.constantine is None:
        raise UserError(
            "no package brings it; --constantine FOLDER takes its source tree (and needs Nim 2.2)"
        )
    nim = _tool("nim", "constantine", "install Nim 2.2 or newer (https://nim-lang.org/install.html)")
    program = _BUILD / "constantine"
    # As its own nimble file compiles it.
    release = ["-d:danger", "--panics:on", "-d:noSignalHandler", "--mm:arc", "-d:useMalloc", "--threads:on"]
    release += ["--passC:-fno-semantic-interposition -falign-functions=64 -fmerge-all-constants"]
    quiet = ["--hints:off", "--warnings:off", "--skipUserCfg"]
    stated = re.search(r'^version *= *"(.*)"', (given.constantine / "constantine.nimble").read_text(), re.M)
    version = f"-d:Version={stated[1]}" if stated else "-d:Version=unknown"
    source = given.constantine.resolve()
    places = [version, f"--path:{source}", f"--nimcache:{_BUILD / 'nimcache'}", f"-o:{program}"]
    _run("constantine", [nim, "c", *release, *quiet, *places, "constantine.nim"], HERE)
    return [[str(program)]]


BUILDERS: Mapping[str, Callable[[Given], list[Command]]] = {
    "pairforge": _pairforge,
    "blst": _blst,
    "gnark-crypto": _gnark,
    "mcl": _mcl,
    "constantine": _constantine,
}
"""By library, ours first; UserError where something is missing or does not compile."""


def _tell(what: str) -> None:
    print(f"peers: {what}", file=sys.stderr, flush=True)


def _tool(name: str, what: str, otherwise: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise UserError(f"no {name} found; it compiles {what}: {otherwise}")
    return found


def _run(library: str, command: Command, folder: Path) -> None:
    _tell(f"build {library}")
    _BUILD.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        error = next((line for line in said if "error" in line.lower()), said[-1] if said else "no message")
        raise UserError(f"{Path(command[0]).name}: {error.strip()}")
