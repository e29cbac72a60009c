"""`pairforge explore`: many machines, compared."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.options import (
    SET_HELP,
    check_count,
    complete_design,
    complete_target,
    overrides,
    show_table,
    write_line,
)
from pairforge.errors import CheckError, UserError


def explore_command(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="DESIGN…", help="Built-in names or TOML files.", autocompletion=complete_design
        ),
    ],
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=A,B,C",
            help="Values for a key of the design, as in miller.mul.stages=4..7; several: all combinations.",
        ),
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=SET_HELP)] = None,
    each: Annotated[
        bool, typer.Option("--each", help="Sweep one key at a time, the others as in the design.")
    ] = False,
    target: Annotated[
        str | None,
        typer.Option(help="Device family; by default each design's own.", autocompletion=complete_target),
    ] = None,
    synth: Annotated[
        bool | None,
        typer.Option(
            "--synth/--no-synth", help="Synthesize (by default, but with --block); area and timing."
        ),
    ] = None,
    route: Annotated[
        bool, typer.Option("--route", help="Place and route (--target ecp5): clocks as routed.")
    ] = False,
    seeds: Annotated[
        int | None, typer.Option(metavar="N", help="Seeds to route each machine with, the best kept; 1.")
    ] = None,
    block: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Schedule only this block or loop body, on units of which only figures are given.",
        ),
    ] = "",
    pairings: Annotated[
        int, typer.Option(metavar="N", help="Random pairings to simulate for each machine.")
    ] = 0,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="CRITERION",
            help="Order by area-interval, area-time, area, interval, time or latency; by default the first.",
        ),
    ] = None,
    search: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Measure only N machines, chosen to find the front; for spaces too large to enumerate.",
        ),
    ] = None,
    sampler: Annotated[
        str, typer.Option(metavar="NAME", help="What chooses them: tpe, nsga2 or random.")
    ] = "tpe",
    seed: Annotated[int, typer.Option(metavar="N", help="Another seed is another search.")] = 0,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Worker processes; by default one a core.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A running Dask scheduler, as tcp://host:8786.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the page, machines.parquet and explore.json there."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the object of explore.json.")] = False,
) -> None:
    """Build many machines, compare them by area and time, and name the best."""
    from pairforge.explore.pool import Pool, cores
    from pairforge.explore.space import read_axes

    if pairings:
        check_count("--pairings", pairings, 2)
    if seeds is not None and not route:
        raise UserError(f"--seeds {seeds}: is for place and route; add --route")
    if route and (block or synth is False):
        raise UserError("--route: places and routes what is synthesized; leave out --no-synth and --block")
    tries = (1 if seeds is None else seeds) if route else 0
    if route:
        from pairforge.synth.nextpnr import check_seeds

        check_seeds(tries, None)
    pool = Pool(cores() if jobs is None else jobs, cluster)
    axes = read_axes(sweep or ())

    from pairforge.cli.progress import progress
    from pairforge.flow.emit import EXPLORATION, check_folder, write_folder
    from pairforge.flow.exploration import comparison_lines, comparison_table, exploration_files
    from pairforge.flow.explore import Request, explore

    if out is not None:
        check_folder(out, EXPLORATION)
    wanted = not block if synth is None else synth
    request = Request(
        names,
        axes,
        overrides(settings),
        each,
        target,
        wanted,
        pairings,
        by,
        pool,
        block,
        search,
        sampler,
        seed,
        tries,
    )
    pictures: dict[str, str] = {}
    with progress() as tell:
        found = explore(request, tell, pictures)
    if out is not None:
        from pairforge.pages import exploration_page

        page = exploration_page(found, pictures, f"pairforge report {shlex.quote(str(out))}")
        write_folder(out, exploration_files(found, pictures) | {"report.html": page}, EXPLORATION)
    if as_json:
        write_line(json.dumps(found, indent=1))
    else:
        for comparison in found["comparisons"]:
            write_line(f"{comparison['pairing']} on {comparison['target']}")
            show_table(*comparison_table(found, comparison))
            for line in comparison_lines(found, comparison):
                write_line(line)
        if out is not None:
            write_line(f"files: {out}")
    if failed := found["failed_checks"]:
        raise CheckError(f"{failed} of the machines failed a check; their rows say which")
