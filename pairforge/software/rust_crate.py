"""A crate of its own for the pairing on a curve: `pairforge curve mine.toml --rust DIR`."""

from __future__ import annotations

from pathlib import Path

from pairforge.engine_source.crate import crate_files
from pairforge.errors import UserError
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.registry import find_pairing
from pairforge.software.cargo import workspace

__all__ = ["write_crate"]


def write_crate(name: str, folder: Path) -> int:
    """Write the crate for the curve of a pairing, or of a file; the number of files.

    Raises
    ------
    UserError
        The curve is of another kind, the folder is not empty, or the engine's sources are missing.
    """
    curve = find_pairing(name).curve
    if not isinstance(curve, AteCurve):
        raise UserError(f"--rust {folder}: {name} has no optimal ate pairing, which a crate is for")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"--rust {folder}: is there already; give a new or an empty folder")
    sources = workspace()
    try:
        files = crate_files(curve, sources)
    except ValueError as error:
        raise UserError(f"--rust {folder}: {error}") from None
    try:
        for place, text in files.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(text)
    except OSError as error:
        raise UserError(f"--rust {folder}: cannot be written: {error.strerror}") from None
    return len(files)
