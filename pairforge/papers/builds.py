"""Builds of designs for tables: made one after another, kept by design and target."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from pairforge.builder.core import Options, build
from pairforge.machine.design import Design
from pairforge.machine.designs import find_design
from pairforge.papers.base import Measured, Tell, Value
from pairforge.targets.registry import find_target
from pairforge.version import __version__

__all__ = ["build_all", "digits_of", "key_of", "origin_of", "value_of"]


def build_all(
    plan: Iterable[tuple[str, str, int]],
    builds: Mapping[str, Any],
    tell: Tell,
    keep: Callable[[Mapping[str, Any]], None],
    *,
    synthesis: bool = True,
) -> Mapping[str, Any]:
    """Build (design, target, pairings) and add each to `builds` by design and target; `keep` gets the result
    after each. Without `synthesis` they have no area and no clock.

    Builds come from the cache where this version has made them before, so that an interrupted run goes on.
    """
    for name, target, pairings in plan:
        design = find_design(name)
        tell(f"build {name} for {target}")
        with tempfile.TemporaryDirectory(prefix="pairforge-papers-") as scratch:
            options = Options(find_target(target), Path(scratch) / name, pairings, synthesis)
            result = build(design, options, tell)
        builds = {
            **builds,
            key_of(name, target): {
                "version": __version__,
                "command": f"pairforge build {design.asked} --target {target} --pairings {pairings}"
                + ("" if synthesis else " --no-synth"),
                "synthesizer": f"Yosys {metadata.version('pyosys')}" if synthesis else "",
                "digit": digits_of(design),
                "result": result,
            },
        }
        keep(builds)
    return builds


def digits_of(design: Design) -> str:
    """D: digits a cycle of multipliers that work digit by digit, of several stages in all but the first."""
    units = (unit for stage in design.stages[1:] or design.stages for unit in stage.units)
    return ", ".join(str(unit.parameters["digit"]) for unit in units if "digit" in unit.parameters)


def key_of(design: str, target: str) -> str:
    """What a build is kept under."""
    return f"{design} {target}"


def origin_of(measured: Measured, command: str) -> dict[str, str]:
    """The versions that made the stored tables and builds, and the command that makes them anew."""
    made = (*measured.get("tables", {}).values(), *measured.get("builds", {}).values())
    versions = dict.fromkeys(found["version"] for found in made)
    return {"version": ", ".join(versions), "command": command}


def value_of(measured: Measured, table: str, row: str, column: str) -> Value | None:
    """A figure of a stored table, None where there is none."""
    found: Value | None = measured.get("tables", {}).get(table, {}).get("rows", {}).get(row, {}).get(column)
    return found
