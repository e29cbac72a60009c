"""`extends`: a design file that holds only what differs from another.

Values of the file take the place of those of the design it extends, as with `--set`: top-level keys one by
one, stages and units by their names, the keys of a unit or of the storage one by one. A new stage or unit
comes last. Name and description are a file's own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pairforge.errors import UserError

BUILT_IN = Path(__file__).resolve().parents[1] / "catalog" / "designs"
"""The folder of the designs that ship."""

_OWN = ("name", "description")
COMPUTES = ("pairing", "jobs", "algorithm")
"""The keys that say what a design computes: one of them stands there, and takes the place of another."""
_NAMED = ("stage", "unit")  # arrays of tables that have names


def read_toml(text: str, source: str) -> dict[str, Any]:
    """The tables of a file (UserError where it is no TOML)."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{source}: not TOML: {error}") from None


def extended(
    data: Mapping[str, Any], source: str, folder: Path | None, chain: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The tables of a design, with all that it extends; no key `extends` is left.

    `source` names it in messages; paths in it are relative to `folder`. `chain`: the files that led here.

    Raises
    ------
    UserError
        There is no such design, or a design extends itself.
    """
    own = dict(data)
    if "extends" not in own:
        return own
    wanted = own.pop("extends")
    if not isinstance(wanted, str) or not wanted:
        raise UserError(f"{source}: extends: must be the name of a design or the path of its file")
    path = _path(wanted, source, folder)
    if str(path) in chain:
        raise UserError(f"{source}: extends: {wanted} extends this design itself")
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{source}: extends: cannot read {wanted}: {error}") from None
    base = extended(read_toml(text, path.name), path.name, path.parent, (*chain, str(path)))
    # Files of targets, units and algorithms stand beside the file that names them.
    target = base.get("target")
    if isinstance(target, str) and target.endswith(".py"):
        base["target"] = str(path.parent / target)
    units = base.get("units")
    if isinstance(units, list):
        base["units"] = [str(path.parent / unit) if isinstance(unit, str) else unit for unit in units]
    algorithm = base.get("algorithm")
    if isinstance(algorithm, str):
        base["algorithm"] = str(path.parent / algorithm)
    if base.get("schema") != own.get("schema"):
        raise UserError(f"{source}: extends: {wanted} is written for another schema")
    kept = without_computation(base, own)
    return _merged({key: value for key, value in kept.items() if key not in _OWN}, own)


def without_computation(base: Mapping[str, Any], own: Iterable[str]) -> dict[str, Any]:
    """The tables of `base`, without what it computes where a key among `own` says another computation."""
    dropped = COMPUTES if set(own) & set(COMPUTES) else ()
    return {key: value for key, value in base.items() if key not in dropped}


def _path(wanted: str, source: str, folder: Path | None) -> Path:
    """The file of a built-in name, or at a path."""
    if "/" not in wanted and not wanted.endswith(".toml"):
        path = BUILT_IN / f"{wanted}.toml"
        hint = "give a name that `pairforge list` shows, or the path of a .toml file"
    else:
        path = ((folder or Path()) / wanted).resolve()
        hint = "give the path of a .toml file, relative to this one"
    if not path.is_file():
        raise UserError(f"{source}: extends: no design {wanted!r}; {hint}")
    return path


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of `base` with those of `own` over them."""
    made = dict(base)
    for key, value in own.items():
        there = made.get(key)
        if key in _NAMED and isinstance(there, list) and isinstance(value, list):
            made[key] = _merged_by_name(there, value)
        elif isinstance(there, dict) and isinstance(value, dict):
            made[key] = _merged(there, value)
        else:
            made[key] = value
    return made


def _merged_by_name(base: list[Any], own: list[Any]) -> list[Any]:
    """Tables of `own` over those of `base` with the same name; others behind them."""
    made = list(base)
    for item in own:
        name = item.get("name") if isinstance(item, dict) else None
        places = [i for i, old in enumerate(base) if isinstance(old, dict) and old.get("name") == name]
        if places and name is not None:
            made[places[0]] = _merged(made[places[0]], item)
        else:
            made.append(item)
    return made
