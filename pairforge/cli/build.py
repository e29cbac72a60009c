"""`pairforge build`: from a design to a verified coprocessor in a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.options import (
    SET_HELP,
    TARGET_HELP,
    check_count,
    complete_design,
    complete_target,
    overrides,
    write_line,
)
from pairforge.errors import UserError


def build_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN", help="A built-in name or a TOML file.", autocompletion=complete_design
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option(help=TARGET_HELP, autocompletion=complete_target),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Output folder; by default build/DESIGN.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=SET_HELP)] = None,
    synth: Annotated[bool, typer.Option("--synth/--no-synth", help="Synthesize; area and timing.")] = True,
    netlist: Annotated[
        bool,
        typer.Option("--netlist", help="Simulate what synthesis made, with models of its cells."),
    ] = False,
    prove: Annotated[
        bool | None,
        typer.Option(
            "--prove/--no-prove",
            help="Prove the core for every input; by default where that takes under 30 s.",
            show_default=False,
        ),
    ] = None,
    route: Annotated[
        bool,
        typer.Option("--route", help="Place and route, where a tool does (ecp5, nexus): clock, utilization."),
    ] = False,
    seeds: Annotated[
        int | None, typer.Option(metavar="N", help="Seeds to route with at most: 1, with --mhz 4.")
    ] = None,
    mhz: Annotated[
        float | None,
        typer.Option(
            metavar="F", help="Frequency to reach: seeds are tried until one does, status 1 if none."
        ),
    ] = None,
    grade: Annotated[
        str | None,
        typer.Option(metavar="G", help="Speed grade of the part to route for; by default the slowest."),
    ] = None,
    pairings: Annotated[int, typer.Option(metavar="N", help="Random pairings to verify with.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print the object of result.json.")] = False,
) -> None:
    """Schedule a design, write its Verilog, verify it by simulation, synthesize it, and report."""
    from pairforge.compiler.check import target_of
    from pairforge.machine.designs import find_design

    design = find_design(name, overrides(settings))
    chosen = target_of(design, target)
    check_count("--pairings", pairings, 2)
    if route and not synth:
        raise UserError("--route: places and routes what is synthesized; leave out --no-synth")

    from pairforge.builder.core import Options, build
    from pairforge.builder.netlist import check_asked
    from pairforge.builder.route import check_met, effort_of
    from pairforge.cli.progress import progress
    from pairforge.overview.summary import build_lines

    effort = effort_of(chosen, route=route, seeds=seeds, mhz=mhz, grade=grade)
    if netlist:
        check_asked(chosen, synthesis=synth)
    folder = out or Path("build") / design.name
    with progress() as tell:
        result = build(design, Options(chosen, folder, pairings, synth, effort, netlist, prove), tell)
    check_met(design.name, result["route"], folder)
    if as_json:
        write_line(json.dumps(result, indent=1))
        return
    for line in build_lines(result, folder):
        write_line(line)
