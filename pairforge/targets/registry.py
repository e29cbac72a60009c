"""Targets by name or by file: the modules of this folder, entry points of other packages, a user's own files.

Imports the interface and errors; targets themselves when they are asked for.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import pkgutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import metadata
from pathlib import Path

from pairforge import targets
from pairforge.errors import UserError
from pairforge.outside import OutsideFile, read_outside, said
from pairforge.targets.base import Fpga, Target

__all__ = ["all_fpgas", "all_targets", "built_in_targets", "find_fpga", "find_target"]

GROUP = "pairforge.targets"
_NOT_TARGETS = ("base", "registry")


@cache
def built_in_targets() -> Mapping[str, Target]:
    """The targets of this folder, by name, sorted."""
    found = {}
    for module in pkgutil.iter_modules(targets.__path__):
        if not module.ispkg and module.name not in _NOT_TARGETS:
            target: Target = importlib.import_module(f"{targets.__name__}.{module.name}").TARGET
            found[target.name] = target
    return dict(sorted(found.items()))


def all_targets() -> Mapping[str, Target]:
    """Those, and the targets of installed packages (UserError: one of these cannot be used)."""
    found = dict(built_in_targets())
    for point in _entry_points():
        if point.name in found:
            raise UserError(f"{_place(point)}: the name {point.name} is taken by another target")
        found[point.name] = _loaded(point)
    return dict(sorted(found.items()))


def all_fpgas() -> Mapping[str, Fpga]:
    """Of all targets those that are families of devices."""
    return {name: target for name, target in all_targets().items() if isinstance(target, Fpga)}


def find_target(wanted: str) -> Target:
    """The target of a name, or of the Python file at a path: what ends in `.py` or has a slash is a path.

    Raises
    ------
    UserError
        There is no such target, or a file or an installed package does not give one.
    """
    if wanted.endswith(".py") or "/" in wanted:
        return _from_file(wanted)
    if wanted in built_in_targets():
        return built_in_targets()[wanted]
    for point in _entry_points():
        if point.name == wanted:
            return _loaded(point)
    near = _nearest(wanted)
    hint = "" if near is None else f"did you mean {near}? "
    raise UserError(f"no target {wanted!r}; {hint}there are {', '.join(all_targets())}")


def find_fpga(wanted: str) -> Fpga:
    """The same for what only families of devices can do: units, explorations (UserError: it is a chip)."""
    target = find_target(wanted)
    if isinstance(target, Fpga):
        return target
    raise UserError(
        f"target {target.name} is for `pairforge build`; for this there are {', '.join(all_fpgas())}"
    )


def _nearest(wanted: str) -> str | None:
    """The target whose name is spelled most like this; else whose family is, or one of whose parts."""
    names: dict[str, str] = {}
    others: dict[str, str] = {}
    for name, target in all_targets().items():
        names[name] = name
        for word in (target.family, *(word for part in target.parts for word in (part.family, part.name))):
            others.setdefault(word.lower(), name)
    for spelled in (names, others):
        if close := difflib.get_close_matches(wanted.lower(), spelled, 1):
            return spelled[close[0]]
    return None


def _from_file(wanted: str) -> Target:
    path = Path(wanted)
    if not path.is_file():
        there = ", ".join(all_targets())
        raise UserError(f"{wanted}: no such file; give the Python file of a target, or one of {there}")
    return _of_file(read_outside(path, wanted))


@cache
def _of_file(file: OutsideFile) -> Target:
    """The target that a file makes; nothing is written beside it."""
    place, module = file.name, file.module()
    if not hasattr(module, "TARGET"):
        raise UserError(f"{place}: has no TARGET; assign it a Fpga or a Chip of pairforge.targets.base")
    target = _checked(module.TARGET, place, file.digest)
    taken = target.name in built_in_targets() or any(point.name == target.name for point in _entry_points())
    if taken:
        raise UserError(f"{place}: the name {target.name} is taken by another target")
    return target


def _entry_points() -> tuple[metadata.EntryPoint, ...]:
    return tuple(sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name))


def _place(point: metadata.EntryPoint) -> str:
    package = point.dist.name if point.dist is not None else point.module
    return f"entry point {GROUP}: {point.name} of {package}"


def _loaded(point: metadata.EntryPoint) -> Target:
    try:
        found = point.load()
    except (Exception, SystemExit) as error:
        raise UserError(f"{_place(point)}: {said(error)}") from None
    file = getattr(sys.modules.get(point.module), "__file__", None)
    text = point.value.encode() if file is None else Path(file).read_bytes()
    target = _checked(found, _place(point), hashlib.sha256(text).hexdigest())
    if target.name != point.name:
        raise UserError(f"{_place(point)}: the target calls itself {target.name}; give both one name")
    return target


def _checked(found: object, place: str, digest: str) -> Target:
    if not isinstance(found, Target):
        raise UserError(f"{place}: {found!r:.60} is no Fpga or Chip of pairforge.targets.base")
    return replace(found, origin=digest)
