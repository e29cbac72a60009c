"""A content-addressed cache of folders that are expensive to make: compiled simulators, synthesis results.

An entry is a folder named by the SHA-256 of everything that determines its content. It is made once, in a
temporary sibling that is renamed when complete, under a file lock: processes side by side build an entry
once and wait for each other, and a killed build leaves nothing that a reader could take for a result.

Imports only `pairforge.errors` and the version.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache as _remember
from pathlib import Path

from pairforge.errors import UserError
from pairforge.version import __version__

__all__ = ["cache_root", "entry", "find", "key_of"]

_PACKAGE = Path(__file__).resolve().parent


def cache_root() -> Path:
    """The cache folder: $PAIRFORGE_CACHE, else $XDG_CACHE_HOME/pairforge, else ~/.cache/pairforge."""
    own = os.environ.get("PAIRFORGE_CACHE")
    if own:
        return Path(own).expanduser().absolute()
    xdg = os.environ.get("XDG_CACHE_HOME")
    # A relative XDG path is to be ignored, says the specification.
    if xdg and Path(xdg).is_absolute():
        return Path(xdg) / "pairforge"
    try:
        return Path.home() / ".cache" / "pairforge"
    except RuntimeError:
        raise UserError(
            "no home folder to keep the cache in: set PAIRFORGE_CACHE to a folder you can write"
        ) from None


def key_of(*parts: str | bytes | int, sources: Iterable[Path] | None = None) -> str:
    """The hexadecimal key of an entry: SHA-256 of the parts, the package version and the source.

    `sources` are the files of the package whose code determines the content; by default every file of the
    package, so that any change of the code invalidates the entry.
    """
    digest = hashlib.sha256()
    source = _package_digest() if sources is None else _digest(tuple(sources))
    for part in (__version__, source, *parts):
        data = part if isinstance(part, bytes) else str(part).encode()
        # Type and length before each part, so that no two lists of parts run together alike.
        digest.update(f"{type(part).__name__} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def find(*parts: str | bytes | int, sources: Iterable[Path] | None = None) -> Path | None:
    """The folder that `entry` has made for `parts`, None where there is none."""
    folder = _place(key_of(*parts, sources=sources))
    return folder if folder.is_dir() else None


def entry(
    *parts: str | bytes | int, make: Callable[[Path], None], sources: Iterable[Path] | None = None
) -> Path:
    """The folder for `parts`, made by `make(empty_folder)` where it is not there yet.

    `make` sees a temporary path: what it writes must not contain it. If it raises, nothing is kept and
    the exception passes through. Raises UserError where the cache folder cannot be written.
    See `key_of` for `sources`.
    """
    key = key_of(*parts, sources=sources)
    root, final = cache_root(), _place(key)
    if final.is_dir():
        return final
    with _locked(root, key):
        if final.is_dir():
            return final
        with _cache_errors(root):
            # Holding the lock, any temporary sibling of this key was left by a killed build.
            for stale in final.parent.glob(f"{final.name}.*"):
                shutil.rmtree(stale, ignore_errors=True)
            work = Path(tempfile.mkdtemp(prefix=f"{final.name}.", dir=final.parent))
        try:
            make(work)
            with _cache_errors(root):
                work.chmod(0o755)
                work.rename(final)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
    return final


def _place(key: str) -> Path:
    return cache_root() / key[:2] / key[2:]


@contextlib.contextmanager
def _locked(root: Path, key: str) -> Iterator[None]:
    """Hold the lock of one entry. The system drops it when the process dies, however it dies."""
    with _cache_errors(root):
        (root / key[:2]).mkdir(parents=True, exist_ok=True)
        (root / "locks").mkdir(exist_ok=True)
        handle = os.open(root / "locks" / key, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o666)
    try:
        with _cache_errors(root):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def _cache_errors(root: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(
            f"cannot write the cache folder {root} ({error.strerror}): "
            "set PAIRFORGE_CACHE to a folder you can write"
        ) from None


def _package_digest() -> str:
    return _digest(
        tuple(
            path
            for path in sorted(_PACKAGE.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
        )
    )


@_remember
def _digest(paths: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        name = path.relative_to(_PACKAGE).as_posix() if path.is_relative_to(_PACKAGE) else path.name
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()
