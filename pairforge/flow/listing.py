"""What there is: pairings, designs and targets as plain data."""

from __future__ import annotations

from typing import Any

from pairforge.catalog.cell_libraries import LIBRARIES
from pairforge.catalog.designs import design_names, find_design
from pairforge.catalog.pairings import PAIRINGS
from pairforge.catalog.targets import TARGETS
from pairforge.flow.engine import all_names, engine_names, find_any
from pairforge.pairings.base import Pairing

SCHEMA = 1


def listing() -> dict[str, Any]:
    """The object of `pairforge list --json`."""
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
            for p in map(find_any, all_names())
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
                "device": t.device,
                "lut_inputs": t.lut_inputs,
                "slice_rule": t.slice_rule,
            }
            for t in TARGETS.values()
        ],
        "libraries": [
            {
                "name": library.name,
                "process": library.process,
                "vendor": library.vendor,
                "library": library.library,
                "licence": library.licence,
                "install": library.install,
            }
            for library in LIBRARIES.values()
        ],
    }


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
