"""`pairforge schedule`: what every unit does in every cycle, and the bound it is held against."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from pairforge.cli.options import (
    SET_HELP,
    check_file,
    complete_design,
    overrides,
    write_file,
    write_line,
)
from pairforge.errors import UserError

_WIDTH = 100  # columns where there is no terminal
_LONG = 200  # lines of a stage that nobody reads unasked


def schedule_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN", help="A built-in name or a TOML file.", autocompletion=complete_design
        ),
    ],
    stage: Annotated[str | None, typer.Option(help="Only this stage; by default all.")] = None,
    block: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this block, cycle by cycle.")
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="All blocks cycle by cycle, however long that is.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.svg|DIR", help="Write the picture of one stage, or those of all stages to a folder."
        ),
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=SET_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the schedule as JSON.")] = False,
) -> None:
    """Show the schedule of a design: units against cycles, with the bounds it is held against."""
    from pairforge.machine.designs import find_design

    design = find_design(name, overrides(settings))
    names = [machine.name for machine in design.stages]
    if stage is not None and stage not in names:
        raise UserError(f"design {design.name} has no stage {stage!r}; there are {', '.join(names)}")
    shown = names if stage is None else [stage]
    places = {} if out is None else _places(out, design.name, shown)

    from pairforge.bundle.picture import stage_picture
    from pairforge.cli.progress import progress
    from pairforge.compiler.check import check_design
    from pairforge.compiler.compile import compile_design
    from pairforge.report import schedule_svg, stage_data

    traced = check_design(design)
    with progress() as tell:
        compiled = compile_design(design, tell, traced)
        pictures = {
            made.machine.name: stage_data(stage_picture(made, None, compiled.field.width))
            for made in compiled.stages
            if made.machine.name in shown
        }
        drawn = {places[key]: schedule_svg(picture) for key, picture in pictures.items() if places}
    if block is not None:
        pictures = _with_block(pictures, block, design.name)
    for path, text in drawn.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)
    if as_json:
        write_line(
            json.dumps({"schema": 1, "design": design.name, "stages": list(pictures.values())}, indent=1)
        )
        return
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if sys.stdout.isatty() else _WIDTH
    texts = (_text(picture, width, block, full=full) for picture in pictures.values())
    write_line("\n".join(texts).rstrip("\n"))


def _with_block(pictures: dict[str, dict[str, Any]], block: str, design: str) -> dict[str, dict[str, Any]]:
    """The stages that have a block of this name (UserError: none has)."""
    found = {
        key: picture
        for key, picture in pictures.items()
        if any(each["name"] == block for each in picture["blocks"])
    }
    if not found:
        known = [each["name"] for picture in pictures.values() for each in picture["blocks"]]
        raise UserError(f"--block {block}: {design} has no such block; there are {', '.join(known)}")
    return found


def _text(stage: Mapping[str, Any], width: int, block: str | None, *, full: bool) -> str:
    """A stage cycle by cycle, or its blocks in a line each where that would be long and was not asked for."""
    from pairforge.report import schedule_outline, schedule_text

    text = schedule_text(stage, width, block)
    lines = text.count("\n")
    if full or block is not None or lines <= _LONG:
        return text
    name = stage["blocks"][0]["name"]
    return schedule_outline(stage, f"cycle by cycle: --block NAME, as {name}; or --full, {lines} lines")


def _places(out: Path, design: str, stages: list[str]) -> dict[str, Path]:
    """Where the picture of each stage goes; refuses what cannot be written."""
    if out.suffix == ".svg" and not out.is_dir():
        if len(stages) > 1:
            raise UserError(
                f"--out {out}: {len(stages)} stages do not fit one file; give a folder, or --stage, one of "
                f"{', '.join(stages)}"
            )
        check_file(out)
        return {stages[0]: out}
    if out.exists() and not out.is_dir():
        raise UserError(f"--out {out}: is a file; give a folder, or a file that ends in .svg")
    try:
        parent = out
        while not parent.exists():
            parent = parent.parent
        Path(tempfile.mkdtemp(prefix=".pairforge.", dir=parent)).rmdir()
    except OSError as error:
        raise UserError(f"--out {out}: cannot be written: {error.strerror}; give another folder") from None
    return {name: out / f"{design}-{name}.svg" for name in stages}
