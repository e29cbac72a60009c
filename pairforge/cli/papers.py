"""`pairforge papers`: every published table beside ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pairforge.cli.options import (
    check_file,
    complete_design,
    complete_target,
    show_table,
    write_file,
    write_line,
)
from pairforge.cli.progress import progress
from pairforge.errors import UserError

if TYPE_CHECKING:
    from pairforge.papers.base import Measured, Paper, Wanted


def _complete(incomplete: str) -> Iterator[tuple[str, str]]:
    from pairforge.papers import PAPERS

    return ((p.name, p.title) for p in PAPERS.values() if p.name.startswith(incomplete))


def papers_command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[PAPER]",
            help="The name of a paper; without it, what there is.",
            autocompletion=_complete,
        ),
    ] = None,
    tables: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="N", help="This table only; may be given several times."),
    ] = None,
    designs: Annotated[
        list[str] | None,
        typer.Option(
            "--design",
            metavar="DESIGN",
            help="Of ours, this design only; may be given several times.",
            autocompletion=complete_design,
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(help="Of ours, this target only.", autocompletion=complete_target),
    ] = None,
    fresh: Annotated[
        bool,
        typer.Option("--fresh", help="Measure again on this machine; what is stored stands for the rest."),
    ] = False,
    store: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --fresh: go on from the results in FILE, if it is there, and keep them there.",
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", help="Draw the paper's picture into FILE (SVG) instead."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """A paper's published tables beside ours: stored results, or measured now."""
    from pairforge.papers import PAPERS, Wanted, find_paper, paper_lines, paper_object
    from pairforge.papers.base import SCHEMA

    if store and not fresh:
        raise UserError(f"--store {store}: give --fresh as well")
    if name is None:
        options = (("--fresh", fresh), ("--table", tables), ("--design", designs), ("--picture", picture))
        for option, given in options:
            if given:
                raise UserError(f"{option}: give a paper as well; there are {', '.join(PAPERS)}")
        if as_json:
            papers = [{"name": p.name, "title": p.title, "source": p.source} for p in PAPERS.values()]
            write_line(json.dumps({"schema": SCHEMA, "papers": papers}, indent=1))
            return
        show_table(("paper", "title", "source"), [(p.name, p.title, p.source) for p in PAPERS.values()])
        return
    paper = find_paper(name)
    from pairforge.targets.registry import find_fpga

    wanted = Wanted(tuple(tables or ()), tuple(designs or ()), target and find_fpga(target).name)
    paper.check(wanted)
    if picture:
        _check_picture(paper, picture)
    measured = _fresh(paper, wanted, store) if fresh else _stored(paper)
    if picture:
        _draw(paper, measured, picture)
        return
    if as_json:
        write_line(json.dumps(paper_object(paper, measured, wanted), indent=1, ensure_ascii=False))
        return
    for line in list(paper_lines(paper, measured, wanted)):
        write_line(line)


def _check_picture(paper: Paper, file: Path) -> None:
    """Refuse a picture that there is not, or a file that cannot be written (UserError)."""
    from pairforge.papers import PAPERS

    if paper.picture is None:
        known = ", ".join(p.name for p in PAPERS.values() if p.picture is not None)
        raise UserError(f"--picture {file}: there is none for {paper.name}, only for {known}")
    check_file(file, "--picture")


def _draw(paper: Paper, measured: Measured, file: Path) -> None:
    from pairforge.report.scatter import panels_svg

    assert paper.picture is not None
    write_file(file, panels_svg(paper.picture(measured), standalone=True))


def _stored(paper: Paper) -> Measured:
    from pairforge.papers.base import stored

    return stored(paper.name)


def _fresh(paper: Paper, wanted: Wanted, store: Path | None) -> Measured:
    """Measure what is wanted, on top of what is stored; every intermediate result is kept."""
    from pairforge.papers.base import read_measured, stored_or_nothing

    if store:
        check_file(store, "--store")
    so_far = read_measured(store, paper.name) if store and store.exists() else stored_or_nothing(paper.name)

    def keep(measured: Measured) -> None:
        if store:
            write_file(store, json.dumps(measured, indent=1, sort_keys=True, ensure_ascii=False) + "\n")

    with progress() as tell:
        return paper.measure(wanted, so_far, tell, keep)
