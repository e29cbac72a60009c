"""`pairforge curve`: the facts of a pairing's curve, and what they are worth today."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pairforge.cli.options import complete_pairing, write_line


def curve_command(
    name: Annotated[
        str, typer.Argument(metavar="CURVE", help="The name of a pairing.", autocompletion=complete_pairing)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Order, cofactor, embedding degree, subgroup, generators of a curve, and its security today."""
    from pairforge.flow.curve import curve_object
    from pairforge.flow.summary import curve_lines

    found = curve_object(name)
    if as_json:
        write_line(json.dumps(found, indent=1))
        return
    for line in curve_lines(found):
        write_line(line)
