"""`pairforge fusesoc`: the library that makes Pairforge a generator of FuseSoC."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.options import write_line


def fusesoc_command(
    generate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Make the core that this file of generator parameters asks for (FuseSoC does this).",
        ),
    ] = None,
) -> None:
    """Print the folder to give to FuseSoC as a library: fusesoc library add pairforge FOLDER."""
    from pairforge.builder.generate import LIBRARY
    from pairforge.builder.generate import generate as make

    if generate is None:
        write_line(str(LIBRARY))
        return

    from pairforge.cli.progress import progress

    with progress() as tell:
        make(generate, tell)
