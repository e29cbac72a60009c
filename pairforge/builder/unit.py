"""`pairforge unit`: one functional unit in a folder: Verilog, test bench, area; verified before that."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pairforge import cache
from pairforge.bundle.emit import check_folder, read_files, write_files, write_folder
from pairforge.bundle.unit_readme import unit_readme
from pairforge.compiler.check import check_tools
from pairforge.compiler.field import field_option
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.evidence.operations import operations
from pairforge.evidence.unit_bench import unit_testbench_files
from pairforge.evidence.unit_check import verify_unit
from pairforge.hdl import design_files
from pairforge.machine.make import make_unit
from pairforge.machine.units import read_options
from pairforge.synth.child import side_by_side
from pairforge.synth.yosys import Synthesis
from pairforge.table import Table
from pairforge.targets.base import Fpga, Goal
from pairforge.units.base import Unit
from pairforge.units.fields.base import DigitField, Field
from pairforge.units.kinds import Kind, content_of
from pairforge.version import __version__

SCHEMA = 1
JOBS = 2
"""Syntheses side by side."""

Value = int | str | list[int] | list[str]
Progress = Callable[[str], None]

_BENCH_OPERATIONS = 200  # random ones in the test bench that is emitted; all corner cases go with them
_CYCLES = 200_000  # of random operations in Verilator
_BENCH_CYCLES = 20_000  # of the operations in the test bench, which a slower simulator runs
_SEED = 1


@dataclass(frozen=True)
class UnitRequest:
    """A unit, and how a command asks for it.

    `given`: the options of its kind that are not left to their defaults, as in design files. `file`: the one
    that the kind is from, empty for a kind that is there without. `content`: see `units.kinds.content_of`.
    """

    kind: str
    unit: Unit
    given: tuple[tuple[str, Value], ...]
    file: str = ""
    content: str = ""

    @property
    def name(self) -> str:
        """For the default folder and for headings."""
        return f"{self.kind}-{self.unit.field.name.replace('_', '-')}"

    @property
    def command(self) -> str:
        """The command without targets and folder."""
        outside = ["--from", self.file] if self.file else []
        parts = ["pairforge", "unit", *outside, self.kind, "--field", field_option(self.unit.field)]
        for key, value in self.given:
            parts += [f"--{key}", ",".join(map(str, value)) if isinstance(value, list) else str(value)]
        return shlex.join(parts)


@dataclass(frozen=True)
class BuildOptions:
    """What `unit` can be asked for beside the unit.

    `targets`: to synthesize for (none: no synthesis). `operations`: random ones to verify with, of units that
    take long as many as fit in 200,000 cycles.
    """

    folder: Path
    targets: tuple[Fpga, ...]
    operations: int = 1000


def unit_request(
    kind: Kind, field: Field, options: Mapping[str, Value | None], file: str = ""
) -> UnitRequest:
    """The unit that the options ask for; those left at None have their defaults. `file`: see `UnitRequest`.

    Raises UserError where one is out of range or does not fit the others or the field.
    """
    where = f"unit {kind.kind}"
    given = {key: value for key, value in options.items() if value is not None}
    try:
        given = dict(kind.given_alone(given))
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    table = Table(given, where)
    made = read_options(table, kind, "command")
    table.close()
    try:
        unit = make_unit(made, field)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    return UnitRequest(kind.kind, unit, tuple(given.items()), file, content_of(kind))


def build_unit(request: UnitRequest, options: BuildOptions, progress: Progress) -> dict[str, Any]:
    """Make a unit into a folder; return the object of `result.json`.

    Raises
    ------
    UserError
        Something about the input or this machine is wrong; nothing was written.
    CheckError
        The hardware differs from the exact function; nothing was written.
    """
    check_folder(options.folder)
    check_tools(*options.targets)
    stored = cache.entry(
        "unit",
        request.command,
        request.content,
        request.unit.field.definition,
        *(f"{target.name} {target.origin}" for target in options.targets),
        options.operations,
        make=lambda folder: _make(request, options, progress, folder),
    )
    files = read_files(stored)
    write_folder(options.folder, files)
    result: dict[str, Any] = json.loads(files["result.json"])
    return result


def measure(unit: Unit, target: Fpga, progress: Progress | None = None) -> Synthesis:
    """A unit alone on a target, mapped flat, for few levels where it has a clock; cached by content."""
    module = unit.module()
    goal: Goal = "delay" if getattr(unit, "clock", 0) else "area"
    return target.synthesize(design_files(module, ""), module.name, depth=0, goal=goal, progress=progress)


def _make(request: UnitRequest, options: BuildOptions, progress: Progress, folder: Path) -> None:
    unit = request.unit
    module = unit.module()
    rtl = design_files(module, header(request))
    warnings = verilator.lint(rtl, module.name)
    if warnings:
        raise CheckError(f"{module.name} is not lint-clean: {warnings[0]}")
    corner_cases = len(unit.corner_cases())
    interval = max(unit.interval(constant) for constant in unit.constants)
    count = min(options.operations, _CYCLES // interval)
    progress(f"verify: {corner_cases} corner cases, {count} random operations in Verilator")
    todo = operations(unit, count, _SEED)
    verification = verify_unit(unit, todo)
    began = time.perf_counter()
    with side_by_side(JOBS) as pool:
        tasks = {}
        for target in options.targets:
            progress(f"synthesize for {target.name}")
            tasks[target.name] = pool.submit(measure, unit, target)
        measured = {target: task.result() for target, task in tasks.items()}
    seconds = {"verify": verification.seconds, "synth": time.perf_counter() - began}
    result = _result(request, measured, seconds)
    result["verified"] = {"corner_cases": corner_cases, **verification.summary()}
    files = {f"rtl/{name}": text for name, text in rtl.items()}
    shown = todo[: corner_cases + _BENCH_OPERATIONS]
    fewer = -(-len(shown) * interval // _BENCH_CYCLES) | 1  # one of so many; odd, for both signs of an adder
    files |= unit_testbench_files(unit, shown[::fewer], header=header(request))
    files["README.md"] = unit_readme(request.command, unit, result)
    files["result.json"] = json.dumps(result, indent=1) + "\n"
    write_files(folder, files)


def header(request: UnitRequest) -> str:
    """The comment on top of every Verilog file: what made it, and what it is."""
    lines = [f"{key}: {value}" for key, value in request.unit.describe().items()]
    return "\n".join(
        [f"Pairforge {__version__}: {request.command}", *lines, "SPDX-License-Identifier: Apache-2.0"]
    )


def _result(
    request: UnitRequest, measured: Mapping[str, Synthesis], seconds: Mapping[str, float]
) -> dict[str, Any]:
    unit = request.unit
    model = unit.area_model()
    timing = [
        {"constant": constant, "latency": unit.latency(constant), "interval": unit.interval(constant)}
        for constant in unit.constants
    ]
    return {
        "schema": SCHEMA,
        "unit": request.kind,
        "command": request.command,
        "field": {
            "characteristic": unit.field.characteristic,
            "degree": unit.field.m,
            "polynomial": unit.field.polynomial if isinstance(unit.field, DigitField) else None,
            "label": unit.field.label,
            "definition": unit.field.definition,
        },
        "parameters": dict(request.given),
        "description": dict(unit.describe()),
        "module": unit.module().name,
        "cycles": timing,
        "model": {"lut": model.lut, "ff": model.ff},
        "targets": {target: measured_object(synthesis) for target, synthesis in measured.items()},
        "verified": None,
        "seconds": {key: round(value, 3) for key, value in seconds.items()},
    }


def measured_object(synthesis: Synthesis) -> dict[str, Any]:
    """What synthesis says of a unit: area, look-up tables on the longest path, an estimate of the clock."""
    return {
        "area": synthesis.area.as_json(),
        "levels": synthesis.timing.levels,
        "timing": synthesis.timing.as_json(),
        "tool": synthesis.tool,
    }
