"""`pairforge curve`: the facts of a pairing's curve and what they are worth today, or a search for curves."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pairforge.cli.options import check_count, complete_pairing, show_table, write_line
from pairforge.errors import UserError


def curve_command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[CURVE]",
            help="The name of a pairing.",
            autocompletion=complete_pairing,
            show_default=False,
        ),
    ] = None,
    family: Annotated[
        str | None,
        typer.Option("--search", metavar="FAMILY", help="Find curves of a family: f2, f3 or f2-genus2."),
    ] = None,
    first: Annotated[
        int | None, typer.Option("--from", metavar="M", help="With --search: the least m (100).")
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to", metavar="M", help="With --search: the largest m (400).")
    ] = None,
    cofactor_bits: Annotated[
        int | None,
        typer.Option(metavar="N", help="With --search: the largest cofactor, in bits (16)."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Order, cofactor, embedding degree, subgroup, generators of a curve, and its security today."""
    if family is None:
        for option, given in (("--from", first), ("--to", last), ("--cofactor-bits", cofactor_bits)):
            if given is not None:
                raise UserError(f"{option} {given}: give --search as well")
        _facts(name, as_json)
        return
    if cofactor_bits is not None:
        check_count("--cofactor-bits", cofactor_bits, 1)
    if name is not None:
        raise UserError(f"--search {family}: give a curve or a family, not both")
    from pairforge.overview.curve import SEARCH_COLUMNS, search_object, search_rows

    found = search_object(
        family,
        100 if first is None else first,
        400 if last is None else last,
        16 if cofactor_bits is None else cofactor_bits,
    )
    if as_json:
        write_line(json.dumps(found, indent=1))
    else:
        show_table(SEARCH_COLUMNS, list(search_rows(found)))


def _facts(name: str | None, as_json: bool) -> None:
    from pairforge.overview.curve import curve_object
    from pairforge.overview.summary import curve_lines

    if name is None:
        raise UserError("curve: give the name of a pairing (pairforge list), or --search FAMILY")
    found = curve_object(name)
    if as_json:
        write_line(json.dumps(found, indent=1))
        return
    for line in curve_lines(found):
        write_line(line)
