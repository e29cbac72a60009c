"""`pairforge pair`: pairings on given or random points, in the vectors format."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.documents import STREAM, check_random, read_input
from pairforge.cli.options import (
    check_file,
    complete_any_pairing,
    complete_design,
    write,
    write_file,
)


def pair_command(
    name: Annotated[
        str,
        typer.Argument(metavar="PAIRING", help="As `list` shows them.", autocompletion=complete_any_pairing),
    ],
    backend: Annotated[
        str | None,
        typer.Option(
            help="model (exact arithmetic), engine (fast software) or rtl (a simulated design); by default "
            "engine where it has the pairing, else model.",
            autocompletion=lambda: ["model", "engine", "rtl"],
        ),
    ] = None,
    design: Annotated[
        str | None,
        typer.Option(
            help="Design for rtl, a name or a TOML file; by default the pairing's own.",
            autocompletion=complete_design,
        ),
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--in", metavar="FILE", help="Vectors to read; by default standard input.")
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write; by default standard output.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--random", metavar="N", help="Take N random points instead of reading.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the random points; by default 1.")] = None,
) -> None:
    """Compute pairings on points from a file or at random, and print them as vectors.

    Each value is compared with the value e that the input brings, if any, and values of the hardware with
    the model: exit status 1 where they differ.
    """
    from pairforge.builder.pair import check_backend, default_backend, evaluate
    from pairforge.cli.progress import progress
    from pairforge.machine.designs import design_names, find_design
    from pairforge.pairings import documents, vectors
    from pairforge.software.engine import find_any, must_be_compiled
    from pairforge.software.extension import compile_extension

    source = None if source == STREAM else source
    target = None if target == STREAM else target
    pairing = find_any(name)
    uncompiled = backend in (None, "engine") and must_be_compiled(pairing, asked=backend == "engine")
    if backend is None:
        backend = "engine" if uncompiled else default_backend(pairing)
    wanted = design
    if wanted is None and backend == "rtl" and pairing.default_design in design_names():
        wanted = pairing.default_design
    chosen = None if wanted is None else find_design(wanted)
    check_random(number, seed, source)
    if not uncompiled:
        check_backend(pairing, backend, chosen)
    if target is not None:
        check_file(target)
    given, place = b"", "<stdin>" if source is None else str(source)
    if number is None:
        given = read_input(source, "points")
        if uncompiled and pairing.stages:
            vectors.parse(given, pairing, place)  # before the long work
    if uncompiled:
        with progress() as tell:
            compile_extension(tell)
        check_backend(pairing, backend, chosen)
    if number is None:
        cases = vectors.parse(given, pairing, place)
        document = json.loads(given)
    else:
        cases = [vectors.Case(P, Q) for P, Q in pairing.random_points(number, 1 if seed is None else seed)]
        document = {"schema": documents.SCHEMA, **json.loads(vectors.dump(pairing, cases))}
    with progress() as tell:
        values = evaluate(pairing, cases, backend, chosen, tell)
    done = [vectors.Case(case.P, case.Q, value) for case, value in zip(cases, values, strict=True)]
    filled = json.loads(vectors.dump(pairing, done))["cases"]
    for case_object, row in zip(document["cases"], filled, strict=True):
        case_object["e"] = row["e"]
    text = json.dumps(document, indent=1)  # as the published vectors have it
    if target is not None:
        write_file(target, text)
    else:
        write(text + ("\n" if sys.stdout.isatty() else ""))
