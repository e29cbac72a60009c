"""`pairforge report`: one page for builds and explorations."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.options import check_file, write_file, write_line
from pairforge.errors import UserError


def report_command(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR…", help="Folders of `pairforge build` and `pairforge explore --out`."),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page.")] = Path("report.html"),
) -> None:
    """One page for builds and explorations: fronts to brush, designs to open and to compare."""
    from pairforge.pages import folders_page
    from pairforge.report.collection import GENERATOR

    check_file(out)
    if out.is_file() and GENERATOR not in out.read_text(encoding="utf-8", errors="replace")[:2000]:
        raise UserError(f"--out {out}: is there and was not written by pairforge report; give another file")
    where = [] if out == Path("report.html") else ["--out", str(out)]
    write_file(out, folders_page(folders, shlex.join(["pairforge", "report", *map(str, folders), *where])))
    write_line(f"{out}: {len(folders)} folder{'s' if len(folders) > 1 else ''}")
