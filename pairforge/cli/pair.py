"""`pairforge pair`: pairings on given or random points, in the vectors format."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from pairforge.cli.options import check_count, complete_design, complete_pairing
from pairforge.errors import UserError

_EPILOG = "Exit status 1 if hardware and model differ, or if a case brings a value e and it is another one."


def pair_command(
    name: Annotated[
        str, typer.Argument(metavar="PAIRING", help="As `list` shows them.", autocompletion=complete_pairing)
    ],
    backend: Annotated[
        str,
        typer.Option(
            help="model (exact arithmetic), engine (fast software) or rtl (a simulated design).",
            autocompletion=lambda: ["model", "engine", "rtl"],
        ),
    ] = "model",
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
    from pairforge import vectors
    from pairforge.catalog.designs import design_names, find_design
    from pairforge.catalog.pairings import find_pairing
    from pairforge.cli.progress import progress
    from pairforge.flow.pair import check_backend, evaluate

    pairing = find_pairing(name)
    wanted = design
    if wanted is None and backend == "rtl" and pairing.default_design in design_names():
        wanted = pairing.default_design
    chosen = None if wanted is None else find_design(wanted)
    if number is not None:
        if source is not None:
            raise UserError("--random and --in: give one of them")
        check_count("--random", number, 1)
    elif seed is not None:
        raise UserError("--seed: is for random points; give --random N as well")
    if seed is not None and seed < 0:
        raise UserError(f"--seed {seed}: give 0 or more")
    check_backend(pairing, backend, chosen)
    if target is not None:
        _check_target(target)
    if number is None:
        text = _read(source)
        cases = vectors.parse(text, pairing, "<stdin>" if source is None else str(source))
        document = json.loads(text)
    else:
        cases = [vectors.Case(P, Q) for P, Q in pairing.random_points(number, seed or 1)]
        document = {"schema": vectors.SCHEMA, **json.loads(vectors.dump(pairing, cases))}
    with progress() as tell:
        values = evaluate(pairing, cases, backend, chosen, tell)
    done = [vectors.Case(case.P, case.Q, value) for case, value in zip(cases, values, strict=True)]
    filled = json.loads(vectors.dump(pairing, done))["cases"]
    for given, row in zip(document["cases"], filled, strict=True):
        given["e"] = row["e"]
    _write(document, target)


def _read(source: Path | None) -> bytes:
    if source is not None:
        try:
            return source.read_bytes()
        except OSError as error:
            raise UserError(
                f"{source}: cannot be read: {error.strerror}; give an existing vector file"
            ) from None
    if sys.stdin.isatty():
        raise UserError("no points: give --in FILE or --random N, or pipe vectors to standard input")
    return sys.stdin.buffer.read()


def _check_target(target: Path) -> None:
    """Refuse a file that cannot be written."""
    if target.is_dir():
        raise UserError(f"--out {target}: is a folder; give a file")
    if not target.exists() or target.is_file():
        try:
            handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            os.close(handle)
            Path(name).unlink()
        except OSError as error:
            raise UserError(
                f"--out {target}: cannot be written: {error.strerror}; give another file"
            ) from None


def _write(document: dict[str, Any], target: Path | None) -> None:
    """The document as the published vectors have it, whole or not at all."""
    text = json.dumps(document, indent=1)
    if target is None:
        sys.stdout.write(text + ("\n" if sys.stdout.isatty() else ""))
    elif target.exists() and not target.is_file():
        target.write_text(text)  # a pipe or a device
    else:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "w") as file:
                file.write(text)
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
