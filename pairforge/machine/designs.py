"""Designs by name or by file: those that ship in `designs/`, and a user's own TOML files."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pairforge.errors import UserError
from pairforge.machine.design import Design, load_design
from pairforge.machine.extend import BUILT_IN
from pairforge.pairings.registry import PAIRINGS


@cache
def design_names() -> tuple[str, ...]:
    """The built-in designs, sorted."""
    return tuple(sorted(path.stem for path in BUILT_IN.glob("*.toml")))


def find_design(wanted: str, overrides: Mapping[str, str] | None = None) -> Design:
    """The design of a built-in name, or of the TOML file at a path.

    What ends in `.toml` or has a slash is a path, anything else a name. `overrides` as for `load_design`. A
    target that is a Python file is looked for beside the design.

    Raises
    ------
    UserError
        There is no such design, or something in it is wrong.
    """
    if wanted in design_names():
        return replace(load_design(BUILT_IN / f"{wanted}.toml", overrides), source=wanted)
    path = Path(wanted)
    if wanted in PAIRINGS:
        raise UserError(_pairing_given(wanted))
    if "/" not in wanted and path.suffix != ".toml":
        near = difflib.get_close_matches(wanted, design_names(), 1)
        hint = f"did you mean {near[0]}?" if near else "`pairforge list` shows those that there are"
        raise UserError(f"no design {wanted!r}; {hint} (or give the path of a .toml file)")
    if path.is_dir():
        raise UserError(f"{wanted}: is a folder; give the TOML file of a design")
    if not path.exists():
        raise UserError(f"{wanted}: no such file; give the TOML file of a design, or a built-in name")
    design = load_design(path, overrides)
    if design.target.endswith(".py"):
        return replace(design, target=str(path.parent / design.target))
    return design


def _pairing_given(name: str) -> str:
    """The message where a pairing's name stands in the place of a design's."""
    built_in = (load_design(BUILT_IN / f"{design}.toml") for design in design_names())
    designs = [design.name for design in built_in if design.pairing == name]
    if not designs:
        return f"{name} is a pairing, and no built-in design computes it; give the TOML file of a design"
    return f"{name} is a pairing; give a design that computes it: {', '.join(designs)}"
