"""Designs by name or by file: those that ship in `designs/`, and a user's own TOML files.

Like `pairings.py`, this module of the catalogue imports from its right.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pairforge.errors import UserError
from pairforge.machine.design import Design, load_design

_FOLDER = Path(__file__).with_name("designs")


@cache
def design_names() -> tuple[str, ...]:
    """The built-in designs, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def find_design(wanted: str, overrides: Mapping[str, str] | None = None) -> Design:
    """The design of a built-in name, or of the TOML file at a path.

    What ends in `.toml` or has a slash is a path, anything else a name. `overrides` as for `load_design`.

    Raises
    ------
    UserError
        There is no such design, or something in it is wrong.
    """
    if wanted in design_names():
        return replace(load_design(_FOLDER / f"{wanted}.toml", overrides), source=wanted)
    path = Path(wanted)
    if "/" not in wanted and path.suffix != ".toml":
        near = difflib.get_close_matches(wanted, design_names(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(design_names())}"
        raise UserError(f"no design {wanted!r}; {hint} (or give the path of a .toml file)")
    if path.is_dir():
        raise UserError(f"{wanted}: is a folder; give the TOML file of a design")
    if not path.exists():
        raise UserError(f"{wanted}: no such file; give the TOML file of a design, or a built-in name")
    return load_design(path, overrides)
