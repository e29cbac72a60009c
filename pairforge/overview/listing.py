"""What there is: pairings, jobs, designs and targets as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pairforge.jobs.registry import find_job, job_names
from pairforge.machine.designs import design_names, find_design
from pairforge.pairings.base import Pairing
from pairforge.pairings.registry import PAIRINGS
from pairforge.software.engine import all_names, engine_names, find_any
from pairforge.targets.base import Chip
from pairforge.targets.registry import all_fpgas, all_targets

SCHEMA = 1


def listing(words: Sequence[str] = ()) -> dict[str, Any]:
    """The object of `pairforge list --json`; of all there is what has each of the words, in any case."""
    wanted = [word.lower() for word in words]
    return {
        kind: [entry for entry in found if all(word in _said(entry) for word in wanted)]
        if isinstance(found, list)
        else found
        for kind, found in _everything().items()
    }


def _said(entry: Mapping[str, Any]) -> str:
    """The texts of an entry, to look for words in."""
    return " ".join(value for value in entry.values() if isinstance(value, str)).lower()


def _everything() -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "pairings": [
            {
                "name": p.name,
                "description": p.description,
                "status": _status(p),
                "design": p.default_design if p.default_design in design_names() else None,
                "security": {"bits_today": p.security.bits_today, "note": p.security.note},
            }
            for p in _toys_last(map(find_any, all_names()))
        ],
        "jobs": [
            {
                "name": job.name,
                "description": job.description,
                "design": job.default_design if job.default_design in design_names() else None,
                "security": {"bits_today": job.security.bits_today, "note": job.security.note},
            }
            for job in map(find_job, job_names())
            if job is not None
        ],
        "designs": [
            {
                "name": d.name,
                "pairing": d.pairing,
                "paper": d.paper,
                "target": d.target,
                "stages": [stage.name for stage in d.stages],
                "description": d.description,
            }
            for d in map(find_design, design_names())
        ],
        "targets": [
            {
                "name": t.name,
                "family": t.family,
                "vendor": t.vendor,
                "device": t.part.order or t.part.name,
                "lut_inputs": t.lut_inputs,
                "slice_rule": t.slice_rule.words,
            }
            for t in all_fpgas().values()
        ],
        "libraries": [
            {
                "name": t.name,
                "process": t.family,
                "vendor": t.vendor,
                "library": t.library.library,
                "licence": t.library.licence,
                "install": t.library.install,
            }
            for t in all_targets().values()
            if isinstance(t, Chip)
        ],
    }


def _toys_last(pairings: Iterable[Pairing]) -> list[Pairing]:
    """In their order, but those without any security behind the others."""
    return sorted(pairings, key=lambda pairing: pairing.security.bits_today == 0)


def _status(pairing: Pairing) -> str:
    """What computes the pairing. One whose design does not ship has no hardware to show."""
    ways = [
        way
        for way, there in (
            ("model", pairing.name in PAIRINGS),
            ("engine", pairing.name in engine_names()),
            ("hardware", pairing.default_design in design_names()),
        )
        if there
    ]
    return f"{', '.join(ways[:-1])} and {ways[-1]}" if len(ways) > 1 else ways[0]
