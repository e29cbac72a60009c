"""Reading what `build` and `explore` leave, with one clear line where a folder is neither."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pairforge.errors import UserError
from pairforge.report.data import validate

__all__ = ["Built", "Explored", "read_folder"]

_SCHEMA = 1


@dataclass(frozen=True)
class Built:
    """A build: the data of its report."""

    report: Mapping[str, Any]


@dataclass(frozen=True)
class Explored:
    """An exploration: the object of `explore.json`, and what machines look like by the `picture` of their
    rows, packed."""

    found: Mapping[str, Any]
    pictures: Mapping[str, str]


def read_folder(folder: Path) -> Built | Explored:
    """What is in a folder.

    Raises
    ------
    UserError
        It is no folder, neither a build nor an exploration, or of a schema that this version does not read.
    """
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "no such folder"
        raise UserError(f"{folder}: {what}; give the folder of a build or an exploration")
    if (folder / "result.json").exists():
        if "module" in _object(folder / "result.json"):
            raise UserError(f"{folder}: holds a unit, which has no page; its README.md has the figures")
        return Built(_report(folder))
    if (folder / "explore.json").exists():
        found = _object(folder / "explore.json")
        if not isinstance(found.get("comparisons"), list):
            raise UserError(f"{folder / 'explore.json'}: holds no comparisons; explore again with --out")
        stored = folder / "pictures.json"
        return Explored(found, _object(stored).get("pictures", {}) if stored.exists() else {})
    raise UserError(f"{folder}: is no build and no exploration: holds neither result.json nor explore.json")


def _report(folder: Path) -> Mapping[str, Any]:
    path = folder / "report.json"
    if not path.exists():
        raise UserError(f"{folder}: holds no report.json, as an older version built it; build it again")
    report = _object(path)
    try:
        validate(report)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return report


def _object(path: Path) -> Mapping[str, Any]:
    """The JSON object in a file, of the schema that is known."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{path}: is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise UserError(f"{path}: an object is needed, not {type(found).__name__}")
    schema = found.get("schema")
    if type(schema) is not int or schema != _SCHEMA:
        raise UserError(f"{path}: schema {schema!r} is not known; this version reads schema {_SCHEMA}")
    return found
