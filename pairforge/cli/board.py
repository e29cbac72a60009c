"""`pairforge board`: a design with a console on a board, as a bitstream."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.options import SET_HELP, check_count, complete_design, overrides, write_line


def board_command(
    board: Annotated[str, typer.Argument(metavar="BOARD", help="ulx3s, with an LFE5U-85F.")],
    name: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN", help="A built-in name or a TOML file.", autocompletion=complete_design
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Output folder; by default build/DESIGN-BOARD.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=SET_HELP)] = None,
    baud: Annotated[int, typer.Option(metavar="B", help="Bits a second of the serial port.")] = 115_200,
    seeds: Annotated[
        int, typer.Option(metavar="N", help="Seeds to route with at most, until the clock is met.")
    ] = 4,
    pairings: Annotated[
        int, typer.Option(metavar="N", help="Random pairings to type at the simulated serial pins.")
    ] = 20,
    bitstream: Annotated[
        bool, typer.Option("--bitstream/--no-bitstream", help="Synthesize, place, route, pack.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the object of board.json.")] = False,
) -> None:
    """Put a design on a board: a person types points at its serial port and gets the pairing."""
    from pairforge.machine.designs import find_design

    design = find_design(name, overrides(settings))
    check_count("--pairings", pairings, 1)

    from pairforge.builder.board import BoardOptions, build_board
    from pairforge.cli.progress import progress
    from pairforge.overview.summary import board_lines

    folder = out or Path("build") / f"{design.name}-{board}"
    options = BoardOptions(folder, baud, seeds, pairings, bitstream)
    with progress() as tell:
        result = build_board(board, design, options, tell)
    if as_json:
        write_line(json.dumps(result, indent=1))
        return
    for line in board_lines(result, folder):
        write_line(line)
