"""`pairforge run`: jobs and users' own algorithms on given or random inputs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pairforge.cli.documents import STREAM, check_random, read_input
from pairforge.cli.options import check_file, complete_design, write, write_file


def _complete(incomplete: str) -> Iterator[str]:
    from pairforge.jobs.registry import job_names

    yield from (name for name in job_names() if name.startswith(incomplete))
    yield from (name for name in complete_design(incomplete) if name not in job_names())


def run_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN_OR_JOB", help="A job or a design, or a design's file.", autocompletion=_complete
        ),
    ],
    backend: Annotated[
        str,
        typer.Option(
            help="model (exact arithmetic) or rtl (the simulated design, compared with the model).",
            autocompletion=lambda: ["model", "rtl"],
        ),
    ] = "model",
    design_name: Annotated[
        str | None,
        typer.Option(
            "--design",
            metavar="DESIGN",
            help="The design that runs the job, alone or among several: a name or a TOML file.",
            autocompletion=complete_design,
        ),
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--in", metavar="FILE", help="Cases to read; by default standard input.")
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write; by default standard output.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--random", metavar="N", help="Take N random inputs instead of reading.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the random inputs; by default 1.")] = None,
) -> None:
    """Run a job, or an algorithm of your own, on inputs from a file or at random; print cases as JSON.

    Outputs are compared with those that the input brings, if any, and outputs of the hardware with the model:
    exit status 1 where they differ.
    """
    from pairforge.builder.run import check_backend, evaluate, find_run, find_run_on
    from pairforge.cli.progress import progress
    from pairforge.jobs import vectors

    source = None if source == STREAM else source
    target = None if target == STREAM else target
    computation, design = find_run(name) if design_name is None else find_run_on(name, design_name)
    check_random(number, seed, source)
    check_backend(computation, backend, design)
    if target is not None:
        check_file(target)
    if number is None:
        place = "<stdin>" if source is None else str(source)
        cases = vectors.parse(read_input(source, "inputs"), computation, place)
    else:
        cases = [vectors.Case(x) for x in computation.random_inputs(number, 1 if seed is None else seed)]
    with progress() as tell:
        values = evaluate(computation, cases, backend, design, tell)
    done = [vectors.Case(case.inputs, value) for case, value in zip(cases, values, strict=True)]
    text = json.dumps(vectors.document(computation, done), indent=1)
    if target is not None:
        write_file(target, text)
    else:
        write(text + ("\n" if sys.stdout.isatty() else ""))
