"""`pairforge curve`: the facts of a pairing's curve, and what they are worth today."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pairforge.cli.options import complete_pairing, security_line, write_line


def curve_command(
    name: Annotated[
        str, typer.Argument(metavar="CURVE", help="The name of a pairing.", autocompletion=complete_pairing)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Order, cofactor, embedding degree, subgroup, generators of a curve, and its security today."""
    from pairforge.flow.curve import curve_object

    found = curve_object(name)
    if as_json:
        write_line(json.dumps(found, indent=1))
        return
    security, factors = found["security"], found["factors"]
    write_line(f"{found['curve']}: {found['equation']} over {found['field']}")
    write_line(f"  order             {found['order']}")
    words = "prime" if len(factors) == 1 else " * ".join(factors)
    write_line(f"  factors           {words}{'' if found['factors_are_prime'] else ' (not all prime)'}")
    write_line(f"  subgroup          {found['subgroup_order']} ({found['subgroup_bits']} bits)")
    write_line(f"  cofactor          {found['cofactor']}")
    degree = found["embedding_degree"]
    write_line(f"  embedding degree  {degree}, pairing values in a field of {found['mov_bits']} bits")
    for x, y in found["generators"]:
        write_line(f"  generator         ({x}, {y})")
    published = security["published_bits"]
    write_line(
        f"  published as      {'not rated' if published is None else f'{published} bits'} ({found['source']})"
    )
    write_line(f"  {security_line(security['bits_today'], security['note'])}")
    for reference in security["references"]:
        write_line(f"    {reference}")
