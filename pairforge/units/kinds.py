"""Every kind of unit there is: of the package, of installed packages, of files that a design names.

The package's kinds are found by scanning its modules, so that a unit is known by standing in `units/`. A
package installed beside this one names its classes, or modules with them, as entry points of the group
`pairforge.units`. Imports the options, files from outside and the kinds of operation.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pairforge.units
from pairforge.errors import UserError
from pairforge.outside import OutsideFile, file_of, said
from pairforge.program.ir import OPERAND_COUNT
from pairforge.units.base import Unit
from pairforge.units.options import UnitOptions, undeclared

__all__ = ["GROUP", "OPERATIONS", "Kind", "Kinds", "content_of", "kinds", "kinds_of", "missing_in"]

GROUP = "pairforge.units"
"""Entry points of installed packages with units."""

_WITHOUT_UNIT = ("input", "output", "check", "turn", "integer", "element")

OPERATIONS = tuple(kind for kind in OPERAND_COUNT if kind not in _WITHOUT_UNIT)
"""The kinds of operation that units do. `turn` is part of a sum, `integer` and `element` are products."""

Kind = type[UnitOptions]
Kinds = Mapping[str, Kind]

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_HELPERS = ("fields", "parts")  # folders of units/ with no unit in them


@cache
def kinds() -> Kinds:
    """The kinds of the package and of installed packages by name, by what they do.

    Raises UserError, one line, where an installed package has a unit that is none.
    """
    found = {kind.kind: kind for kind in _of_package()}
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name):
        where = f"entry point {point.name} = {point.value} ({GROUP})"
        try:
            loaded = point.load()
        except (Exception, SystemExit) as error:
            raise UserError(f"{where}: {said(error)}") from None
        _add(found, _kinds_in(loaded, where), where)
    return dict(sorted(found.items(), key=_by_operation))


def kinds_of(files: Sequence[OutsideFile]) -> Kinds:
    """All kinds, with those of files. Raises UserError, one line, where a file has no unit or a wrong one."""
    found = dict(kinds())
    for file in files:
        _add(found, _kinds_in(file.module(), file.name), file.name)
    return dict(sorted(found.items(), key=_by_operation))


def content_of(kind: Kind) -> str:
    """What a cache must know of a kind beside its name and options: SHA-256 of the file it stands in.

    Empty for a kind of the package, whose files every cache knows.
    """
    module = kind.__module__
    if module.partition(".")[0] == "pairforge":
        return ""
    if file := file_of(module):
        return file.digest
    source = inspect.getsourcefile(sys.modules[module])
    return hashlib.sha256(Path(source).read_bytes() if source else module.encode()).hexdigest()


def missing_in(unit: object) -> list[str]:
    """What an object lacks to be a unit."""
    if isinstance(unit, Unit):
        return []
    names = [name for name in vars(Unit) if not name.startswith("_")]
    return [name for name in names if not hasattr(unit, name)]


def _of_package() -> Iterator[Kind]:
    for place in pkgutil.walk_packages(pairforge.units.__path__, f"{pairforge.units.__name__}."):
        if place.name.split(".")[2] not in _HELPERS:
            yield from _classes(importlib.import_module(place.name))


def _classes(module: ModuleType) -> Iterator[Kind]:
    """The kinds that a module defines, those that it imports left out."""
    for value in vars(module).values():
        own = isinstance(value, type) and issubclass(value, UnitOptions) and "kind" in vars(value)
        if own and value.__module__ == module.__name__:
            yield value


def _kinds_in(loaded: object, where: str) -> list[Kind]:
    """The kinds of a module, or the one that an object is, each held to what a kind must be."""
    if isinstance(loaded, ModuleType):
        found = list(_classes(loaded))
    else:
        found = [loaded] if isinstance(loaded, type) and issubclass(loaded, UnitOptions) else []
    if not found:
        raise UserError(
            f"{where}: no unit in it; define a class that inherits UnitOptions and has a `kind` "
            "(pairforge.units.options)"
        )
    for kind in found:
        _check(kind, where)
    return found


def _check(kind: Kind, where: str) -> None:
    name = getattr(kind, "kind", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UserError(f"{where}: kind must be lower-case letters, digits and -, not {name!r}")
    where = f"{where}: {name}"
    operations = getattr(kind, "operations", None)
    if not isinstance(operations, tuple) or not operations or not set(operations) <= set(OPERATIONS):
        raise UserError(
            f"{where}: operations must be a tuple of some of {', '.join(OPERATIONS)}, not {operations!r}"
        )
    if not isinstance(getattr(kind, "summary", None), str):
        raise UserError(f"{where}: it has no summary; give one sentence")
    if not is_dataclass(kind) or "__dataclass_fields__" not in vars(kind):
        raise UserError(f"{where}: must be a dataclass: put @dataclass(frozen=True) above the class")
    if loose := undeclared(kind):
        raise UserError(
            f"{where}: {loose[0]} is no key; make it with integer, choice, integers or texts "
            "(pairforge.units.options)"
        )
    if kind.make is UnitOptions.make:
        raise UserError(f"{where}: it has no method make(field)")


def _add(found: dict[str, Kind], more: Iterable[Kind], where: str) -> None:
    for kind in more:
        other = found.get(kind.kind)
        if other is not None and other is not kind:
            raise UserError(f"{where}: {kind.kind}: there is a kind of this name already; take another")
        found[kind.kind] = kind


def _by_operation(item: tuple[str, Kind]) -> tuple[int, int, str]:
    """Multipliers first, then what else there is; abstract units, which do anything, last."""
    name, kind = item
    first = min(OPERATIONS.index(operation) for operation in kind.operations)
    return len(kind.operations) > 2, first, name
