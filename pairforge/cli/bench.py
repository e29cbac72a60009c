"""`pairforge bench`: the software engine beside other libraries."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pairforge.cli.options import show_table, write_line
from pairforge.errors import UserError

_SECONDS = 45
_MOST_SECONDS = 600


def bench_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
    seconds: Annotated[
        int, typer.Option(help="How long to measure, beside the first compilation.")
    ] = _SECONDS,
    functions: Annotated[
        bool,
        typer.Option(
            "--functions", help="The functions below the pairing on BLS12-381 instead, each beside blst's."
        ),
    ] = False,
) -> None:
    """Time every pairing of the engine, with blst, arkworks and zkcrypto in the same run."""
    from pairforge.cli.progress import progress
    from pairforge.software.bench import (
        FUNCTIONS_HEAD,
        HEAD,
        functions_table,
        measure,
        measure_functions,
        notes,
        table,
    )

    if not 1 <= seconds <= _MOST_SECONDS:
        raise UserError(f"--seconds {seconds}: give a number from 1 to {_MOST_SECONDS}")
    with progress() as tell:
        found = (measure_functions if functions else measure)(seconds, tell)
    if as_json:
        write_line(json.dumps(found, indent=1))
        return
    if functions:
        show_table(FUNCTIONS_HEAD, list(functions_table(found)))
        write_line(f"ratio: to blst's function in the same rounds; one thread; {found['cpu']}")
        return
    show_table(HEAD, list(table(found)))
    write_line()
    for line in notes(found):
        write_line(line)
