"""`pairforge list`: pairings, jobs, designs, targets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import typer

from pairforge.cli.options import show_table, write_line
from pairforge.errors import UserError

_KINDS = ("pairings", "jobs", "designs", "targets", "libraries")


def list_command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORD", help="Only what has all of these words.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
) -> None:
    """Pairings, jobs, designs and targets: what each is, its status, its security."""
    from pairforge.overview.listing import listing
    from pairforge.overview.summary import security_line

    found = listing(words or ())
    if words and not any(found[kind] for kind in _KINDS):
        raise UserError(f"nothing has {' and '.join(map(repr, words))}; `pairforge list` shows all there is")
    if as_json:
        write_line(json.dumps(found, indent=1))
        return
    bits = {None: "not assessed"}
    rows: list[Sequence[str]] = [
        (
            p["name"],
            p["description"],
            p["status"],
            bits.get(p["security"]["bits_today"], f"about {p['security']['bits_today']} bits today"),
            p["design"] or "-",
        )
        for p in found["pairings"]
    ]
    show_table(("pairing", "what it is", "status", "security", "design"), rows, entries=True)
    notes: dict[str, list[str]] = {}
    for p in found["pairings"]:
        line = security_line(p["security"]["bits_today"], p["security"]["note"])
        notes.setdefault(line, []).append(p["name"])
    write_line()
    for line, names in notes.items():
        write_line(f"{', '.join(names)}: {line}")
    write_line()
    show_table(
        ("job", "what it is", "security", "design"),
        [
            (
                job["name"],
                job["description"],
                bits.get(job["security"]["bits_today"], f"about {job['security']['bits_today']} bits today"),
                job["design"] or "-",
            )
            for job in found["jobs"]
        ],
        entries=True,
    )
    write_line()
    show_table(
        ("design", "pairing", "target", "paper", "what it is"),
        [
            (d["name"], _first(d["pairing"]), d["target"], d["paper"] or "-", d["description"])
            for d in found["designs"]
        ],
        entries=True,
    )
    write_line()
    show_table(
        ("target", "family", "device", "slices"),
        [(t["name"], f"{t['vendor']} {t['family']}", t["device"], t["slice_rule"]) for t in found["targets"]],
        entries=True,
    )
    write_line()
    show_table(
        ("target", "process", "cells", "licence", "area is estimated before placement; comes with"),
        [
            (a["name"], f"{a['vendor']} {a['process']}", a["library"], a["licence"], a["install"])
            for a in found["libraries"]
        ],
        entries=True,
    )


def _first(computations: str) -> str:
    """What a design computes, in few words: it may be a dozen jobs."""
    first, *others = computations.split("+")
    return f"{first} and {len(others)} more" if others else first
