"""`pairforge explore`: many machines, compared."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from pairforge.cli.options import (
    SET_HELP,
    TARGET_HELP,
    check_count,
    complete_design,
    complete_target,
    overrides,
    show_table,
    write_line,
)
from pairforge.errors import CheckError, UserError

Designs = Annotated[
    list[str],
    typer.Argument(metavar="DESIGN…", help="Built-in names or TOML files.", autocompletion=complete_design),
]
Sweep = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=A,B,C",
        help="Values for a key of the design, as in miller.mul.stages=4..7; several: all combinations.",
    ),
]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=SET_HELP)]
Each = Annotated[bool, typer.Option("--each", help="Sweep one key at a time, the others as in the design.")]
Target = Annotated[
    str | None,
    typer.Option(help=TARGET_HELP, autocompletion=complete_target),
]
Synthesize = Annotated[
    bool | None,
    typer.Option("--synth/--no-synth", help="Synthesize (by default, but with --block); area and timing."),
]
Route = Annotated[
    bool, typer.Option("--route", help="Place and route, where a tool does (ecp5, nexus): clocks as routed.")
]
Seeds = Annotated[
    int | None, typer.Option(metavar="N", help="Seeds to route each machine with, the best kept; 1.")
]
BlockName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Schedule only this block or loop body, on abstract units.",
    ),
]
Pairings = Annotated[int, typer.Option(metavar="N", help="Random pairings to simulate for each machine.")]
By = Annotated[
    str | None,
    typer.Option(
        metavar="CRITERION",
        help="Order by area-interval, area-time, area, interval, time or latency; by default the first.",
    ),
]
Search = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Measure only N machines, chosen to find the front; for spaces too large to enumerate.",
    ),
]
Sampler = Annotated[str, typer.Option(metavar="NAME", help="What chooses them: tpe, nsga2 or random.")]
Seed = Annotated[int, typer.Option(metavar="N", help="Another seed is another search.")]
Jobs = Annotated[int | None, typer.Option(metavar="N", help="Worker processes; by default one a core.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A running Dask scheduler, as tcp://host:8786.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write the page, machines.parquet and explore.json there."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the object of explore.json.")]


def explore_command(
    names: Designs,
    sweep: Sweep = None,
    settings: Settings = None,
    each: Each = False,
    target: Target = None,
    synth: Synthesize = None,
    route: Route = False,
    seeds: Seeds = None,
    block: BlockName = "",
    pairings: Pairings = 0,
    by: By = None,
    search: Search = None,
    sampler: Sampler = "tpe",
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    out: Out = None,
    as_json: AsJson = False,
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
        from pairforge.synth.routing import check_seeds

        check_seeds(tries, None)
    pool = Pool(cores() if jobs is None else jobs, cluster)
    axes = read_axes(sweep or ())

    from pairforge.bundle.emit import EXPLORATION, check_folder, write_folder
    from pairforge.cli.progress import progress
    from pairforge.explore.comparison import exploration_files
    from pairforge.explore.explore import Request, explore

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
        _show(found, out)
    if failed := found["failed_checks"]:
        raise CheckError(f"{failed} of the machines failed a check; their rows say which")


def _show(found: Mapping[str, Any], out: Path | None) -> None:
    """A table for each comparison, and who wins by what."""
    from pairforge.explore.comparison import comparison_lines, comparison_table

    for comparison in found["comparisons"]:
        write_line(f"{comparison['pairing']} on {comparison['target']}")
        show_table(*comparison_table(found, comparison))
        for line in comparison_lines(found, comparison):
            write_line(line)
    if out is not None:
        write_line(f"files: {out}")
