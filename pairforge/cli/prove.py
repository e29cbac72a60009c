"""`pairforge prove`: that a core does what its program says, for every input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.options import (
    SET_HELP,
    TARGET_HELP,
    check_file,
    complete_design,
    complete_target,
    overrides,
    write_file,
    write_line,
)
from pairforge.errors import UserError


def prove_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN", help="A built-in name or a TOML file.", autocompletion=complete_design
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the certificate (JSON) to a file as well.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=SET_HELP)] = None,
    buses: Annotated[bool, typer.Option("--buses", help="Prove the bus wrappers as well.")] = False,
    mapped: Annotated[
        bool, typer.Option("--mapped", help="Prove as well what synthesis makes of the modules.")
    ] = False,
    target: Annotated[
        str | None, typer.Option(help=f"For --mapped. {TARGET_HELP}", autocompletion=complete_target)
    ] = None,
    rtl: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Verilog that is to be the design: the folder rtl of a build; with --buses bus beside it.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the certificate as JSON.")] = False,
) -> None:
    """Prove that the Verilog of a design computes what its algorithm says, for every input.

    Exit status 1 where something does not hold.
    """
    from pairforge.machine.designs import find_design

    design = find_design(name, overrides(settings))
    if out is not None:
        check_file(out)
    from pairforge.builder.mapped import check_mapped
    from pairforge.builder.prove import check_proven, prove
    from pairforge.bundle.emit import read_rtl, read_wrappers
    from pairforge.cli.progress import progress
    from pairforge.compiler.check import target_of
    from pairforge.overview.summary import proof_lines

    files = None if rtl is None else read_rtl(rtl, "--rtl")
    wrappers = read_wrappers(rtl, "--rtl") if rtl is not None and buses else None
    chosen = None
    if mapped:
        chosen = target_of(design, target)
        check_mapped(chosen)
    elif target is not None:
        raise UserError("--target: is what modules are mapped for; give --mapped as well")
    with progress() as tell:
        found = prove(design, tell, files, mapped=chosen, buses=buses, wrappers=wrappers)
    text = json.dumps(found, indent=1)
    if out is not None:
        write_file(out, text)
    write_line(text if as_json else "\n".join(proof_lines(found)))
    check_proven(found)
