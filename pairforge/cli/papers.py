"""`pairforge papers`: every published table beside ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer

from pairforge.cli.options import show_table, write_line
from pairforge.cli.progress import progress
from pairforge.errors import UserError


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
    fresh: Annotated[bool, typer.Option("--fresh", help="Measure again on this machine.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """A paper's published tables beside ours: stored results, or measured now."""
    from pairforge.papers import PAPERS, find_paper, paper_lines, paper_object
    from pairforge.papers.base import SCHEMA, stored

    if name is None:
        if fresh:
            raise UserError(f"--fresh: give a paper to measure; there are {', '.join(PAPERS)}")
        if as_json:
            papers = [{"name": p.name, "title": p.title, "source": p.source} for p in PAPERS.values()]
            write_line(json.dumps({"schema": SCHEMA, "papers": papers}, indent=1))
            return
        show_table(("paper", "title", "source"), [(p.name, p.title, p.source) for p in PAPERS.values()])
        return
    paper = find_paper(name)
    if fresh:
        with progress() as tell:
            measured = paper.measure(tell)
    else:
        measured = stored(name)
    if as_json:
        write_line(json.dumps(paper_object(paper, measured), indent=1, ensure_ascii=False))
        return
    for line in paper_lines(paper, measured):
        write_line(line)
