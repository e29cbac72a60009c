"""`pairforge curve`: the facts of a pairing's curve and what they are worth today, or a search for curves."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from pairforge.cli.options import check_count, complete_pairing, show_table, write_line
from pairforge.errors import UserError

_SUPERSINGULAR = "With --search of f2, f3, f2-genus2"
_PRIME = "With --search of the others"


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
        typer.Option(
            "--search",
            metavar="FAMILY",
            help="Find curves of a family: f2, f3, f2-genus2, bn, bls12, bls24, bls48, kss16, kss18 or bw6.",
        ),
    ] = None,
    first: Annotated[
        int | None, typer.Option("--from", metavar="M", help=f"{_SUPERSINGULAR}: the least m (100).")
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to", metavar="M", help=f"{_SUPERSINGULAR}: the largest m (400).")
    ] = None,
    cofactor_bits: Annotated[
        int | None,
        typer.Option(metavar="N", help=f"{_SUPERSINGULAR}: the largest cofactor, in bits (16)."),
    ] = None,
    bits: Annotated[int | None, typer.Option(metavar="N", help=f"{_PRIME}: bits of p.")] = None,
    r_bits: Annotated[int | None, typer.Option(metavar="N", help=f"{_PRIME}: bits of r.")] = None,
    weight: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=f"{_PRIME}: seeds are sums of at most so many signed powers of two. By default "
            "as few as give --limit rows.",
        ),
    ] = None,
    p_mod: Annotated[
        list[str] | None,
        typer.Option(metavar="M=R,R", help=f"{_PRIME}: p modulo 4 or 8, as in 8=3,7."),
    ] = None,
    two_adicity: Annotated[
        int | None, typer.Option(metavar="N", help=f"{_PRIME}: 2^N divides r - 1.")
    ] = None,
    p_two_adicity: Annotated[
        int | None, typer.Option(metavar="N", help=f"{_PRIME}: 2^N divides p - 1.")
    ] = None,
    subgroup_secure: Annotated[
        bool,
        typer.Option(
            "--subgroup-secure", help=f"{_PRIME}: no small factor of the cofactors of G1, G2, GT is found."
        ),
    ] = False,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help=f"{_PRIME}: how many rows, the cheapest first (10).")
    ] = None,
    rust: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a Rust crate of its own for the pairing on the curve there."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Order, cofactor, embedding degree, subgroup, generators of a curve, and its security today."""
    supersingular = {"--from": first, "--to": last, "--cofactor-bits": cofactor_bits}
    prime = {
        "--bits": bits,
        "--r-bits": r_bits,
        "--weight": weight,
        "--p-mod": ",".join(p_mod) if p_mod else None,
        "--two-adicity": two_adicity,
        "--p-two-adicity": p_two_adicity,
        "--subgroup-secure": "" if subgroup_secure else None,
        "--limit": limit,
    }
    if rust is not None:
        _crate(name, family, rust)
        return
    if family is None:
        _refuse({**supersingular, **prime}, "give --search as well")
        _facts(name, as_json)
        return
    if name is not None:
        raise UserError(f"--search {family}: give a curve or a family, not both")
    from pairforge.overview.curve import is_supersingular

    if is_supersingular(family):
        _refuse(prime, f"--search {family} takes {', '.join(supersingular)}")
        _supersingular(family, first, last, cofactor_bits, as_json)
        return
    _refuse(supersingular, f"--search {family} takes {', '.join(prime)}")
    options = {option: value for option, value in prime.items() if value is not None}
    _seeds(family, options, p_mod or [], as_json)


def _crate(name: str | None, family: str | None, folder: Path) -> None:
    from pairforge.software.rust_crate import write_crate

    if name is None or family is not None:
        raise UserError(f"--rust {folder}: give one curve, by the name of its pairing or by its file")
    number = write_crate(name, folder)
    write_line(f"{folder}: {number} files; cargo test --manifest-path {folder / 'Cargo.toml'} checks them")


def _refuse(options: dict[str, Any], hint: str) -> None:
    """An option that is given is one too many (UserError)."""
    for option, value in options.items():
        if value is not None:
            raise UserError(f"{' '.join(filter(None, (option, str(value))))}: {hint}")


def _supersingular(
    family: str, first: int | None, last: int | None, cofactor_bits: int | None, as_json: bool
) -> None:
    if cofactor_bits is not None:
        check_count("--cofactor-bits", cofactor_bits, 1)
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


def _seeds(family: str, options: dict[str, Any], p_mod: list[str], as_json: bool) -> None:
    from pairforge.cli.progress import progress
    from pairforge.overview.seeds import LIMIT, request_for, seed_columns, seed_lines, seed_rows, seeds_object

    request = request_for(family, options, p_mod)
    words = ["pairforge", "curve", "--search", family]
    for option, value in options.items():
        for given in p_mod if option == "--p-mod" else [value]:
            words += filter(None, (option, str(given)))
    with progress() as tell:
        found = seeds_object(
            request,
            weight=options.get("--weight"),
            subgroup_secure="--subgroup-secure" in options,
            limit=options.get("--limit", LIMIT),
            command=shlex.join(words),
            progress=tell,
        )
    if as_json:
        write_line(json.dumps(found, indent=1))
        return
    show_table(seed_columns(found), list(seed_rows(found)))
    write_line()
    for line in seed_lines(found):
        write_line(line)


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
