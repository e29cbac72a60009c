"""What nextpnr's report says of a routed netlist.

Imports routing and errors.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pairforge.errors import CheckError
from pairforge.synth.routing import Critical, Run, Use

__all__ = ["run_of"]


def run_of(seed: int, report: Path, kinds: Mapping[str, str], seconds: float) -> Run:
    """A run as its `report` tells it, in JSON.

    `kinds`: what `utilization` of result.json counts, and nextpnr's names of these cells.

    Raises CheckError where the netlist has not one clock.
    """
    said = json.loads(report.read_text())
    if len(said["fmax"]) != 1:
        raise CheckError(f"one clock is needed, the netlist has {len(said['fmax'])}: nothing to measure")
    (clock,) = said["fmax"]
    edge = f"posedge {clock}"
    (path,) = (p["path"] for p in said["critical_paths"] if p["from"] == p["to"] == edge)
    routing = sum(step["delay"] for step in path if step["type"] == "routing")
    return Run(
        seed,
        round(said["fmax"][clock]["achieved"], 1),
        Critical(
            _label(path[0]["from"]["cell"]),
            _label(path[-1]["to"]["cell"]),
            sum(step["type"] == "logic" for step in path),
            round(sum(step["delay"] for step in path), 2),
            round(routing, 2),
        ),
        {kind: Use(**said["utilization"][cell]) for kind, cell in kinds.items()},
        seconds,
    )


def _label(cell: str) -> str:
    """A cell as a person may read it: registers by what they hold, others by the instance they are in."""
    name, found, _ = cell.partition("_register")
    if found:
        return name
    parts = (part.lstrip("\\") for part in cell.removeprefix("$flatten").lstrip("\\").split("."))
    return ".".join(part for part in parts if not part.startswith("$")) or cell
