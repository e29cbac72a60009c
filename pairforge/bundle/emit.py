"""Writing what a build leaves behind: all at once, or nothing."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pairforge.compiler.compile import Compiled
from pairforge.errors import UserError
from pairforge.hdl import design_files
from pairforge.version import __version__


@dataclass(frozen=True)
class Kind:
    """What an output folder holds: `word` for messages; a folder with the file `mark` may be replaced."""

    word: str
    mark: str


BUILD = Kind("build", "result.json")
EXPLORATION = Kind("exploration", "explore.json")


def header(compiled: Compiled) -> str:
    """The comment on top of every Verilog file: what made it, and what its security is worth."""
    pairing = compiled.computation
    bits = pairing.security.bits_today
    worth = "not assessed" if bits is None else f"about {bits} bits today"
    return (
        f"Pairforge {__version__}: pairforge build {compiled.design.asked}\n"
        f"{pairing.description}\n"
        f"Security: {worth}; {pairing.security.note}\n"
        f"SPDX-License-Identifier: Apache-2.0"
    )


def rtl_files(compiled: Compiled) -> dict[str, str]:
    """File name to Verilog text, one module a file."""
    return named(compiled, design_files(compiled.core.top, header(compiled)))


def named(compiled: Compiled, files: Mapping[str, str]) -> dict[str, str]:
    """Files of modules, called as the design asks for: as they are, or each beginning with the core's name.

    Raises
    ------
    ValueError
        Two modules would have one name.
    """
    modules = [file.removesuffix(".v") for file in files]
    new = {name: called for name in modules if (called := module_name(compiled, name)) != name}
    if taken := set(new.values()) & set(modules):
        raise ValueError(f"two modules would be called {min(taken)}")
    word = re.compile(r"\b(" + "|".join(map(re.escape, new)) + r")\b")
    return {
        f"{new.get(name, name)}.v": word.sub(lambda found: new[found[0]], text) if new else text
        for name, text in zip(modules, files.values(), strict=True)
    }


def module_name(compiled: Compiled, name: str) -> str:
    """What a module is called in the files of a design."""
    core = compiled.name
    own = compiled.design.modules == "shared" or name == core or name.startswith(f"{core}_")
    return name if own else f"{core}_{name}"


def check_folder(folder: Path, kind: Kind = BUILD) -> None:
    """Refuse an output folder that cannot be written or holds something else.

    Raises
    ------
    UserError
        One line, before any work is done.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise UserError(f"--out {folder}: is a file; give a folder")
        if folder.is_dir() and Path.cwd().is_relative_to(folder.resolve()):
            raise UserError(f"--out {folder}: holds the current folder, and would be replaced; give another")
        if folder.is_dir() and any(folder.iterdir()) and not (folder / kind.mark).exists():
            raise UserError(
                f"--out {folder}: holds files that are no {kind.word}; give an empty or a new folder"
            )
        parent = folder.parent
        while not parent.exists():
            parent = parent.parent
        # Tried, not asked: file systems refuse for more reasons than permissions.
        for place in (parent, folder) if folder.is_dir() else (parent,):
            Path(tempfile.mkdtemp(prefix=".pairforge.", dir=place)).rmdir()
    except OSError as error:
        raise UserError(f"--out {folder}: cannot be written: {error.strerror}; give another folder") from None


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files, by path within the folder, with the folders in it that they need."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def read_files(folder: Path) -> dict[str, bytes]:
    """All files in a folder, by path within it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def read_rtl(folder: Path, option: str) -> dict[str, str]:
    """The Verilog in the folder of an option, by name of its file: the folder of a build, or its `rtl`.

    Raises
    ------
    UserError
        There is none, or it cannot be read.
    """
    files = _verilog(folder / "rtl" if (folder / "rtl").is_dir() else folder, option)
    if not files:
        raise UserError(f"{option} {folder}: has no Verilog; give the folder rtl of a build")
    return files


def read_wrappers(folder: Path, option: str) -> dict[str, str]:
    """The bus wrappers beside what `read_rtl` reads: the folder `bus` of a build, nothing without it.

    Raises
    ------
    UserError
        They cannot be read.
    """
    build = folder if (folder / "rtl").is_dir() else folder.resolve().parent
    return _verilog(build / "bus", option)


def _verilog(folder: Path, option: str) -> dict[str, str]:
    """The files of Verilog in a folder, none where there is no folder."""
    try:
        return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.v"))}
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{option} {folder}: cannot be read: {error}") from None


def write_folder(folder: Path, files: Mapping[str, str | bytes], kind: Kind = BUILD) -> None:
    """Write files (by path within the folder) to a new folder and put it in the place of the old one."""
    check_folder(folder, kind)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            write_files(work, files)
            work.chmod(0o755)
            if folder.exists():
                shutil.rmtree(folder)
            work.rename(folder)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
    except OSError as error:
        raise UserError(f"--out {folder}: cannot be written: {error.strerror}; give another folder") from None
