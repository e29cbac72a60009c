"""What synthesis made, simulated in place of the Verilog that it was made from."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from pairforge.compiler.compile import Progress
from pairforge.errors import CheckError, UserError
from pairforge.evidence.interface import CoreInterface, Vectors
from pairforge.evidence.netlist_simulation import netlist_files
from pairforge.evidence.verify import Passes, verify
from pairforge.targets.base import Measured, Target
from pairforge.targets.registry import all_targets

PAIRINGS = 10
"""Pairings that a netlist is simulated with, more where so many threads share the core."""

# In each of the passes after the first, of cores whose pairings take at most so many cycles: a netlist of
# tens of thousands of cells runs at some ten thousand cycles a second.
_REPEATED, _LONGEST = 2, 100_000


def check_asked(target: Target, *, synthesis: bool) -> None:
    """Refuse a netlist where nothing is synthesized, or of cells that have no models (UserError)."""
    if not synthesis:
        raise UserError("--netlist: simulates what is synthesized; leave out --no-synth")
    check_models(target, "--netlist")


def check_models(target: Target, option: str) -> None:
    """Refuse an option for a target whose cells have no models (UserError)."""
    if target.models is None:
        able = ", ".join(name for name, other in all_targets().items() if other.models)
        raise UserError(f"{option}: there are no models of the cells of {target.name}; give --target {able}")


def simulated(
    measured: Measured, core: CoreInterface, vectors: Vectors, progress: Progress
) -> dict[str, Any]:
    """The entry `netlist` of `result.json`: the mapped netlist against the model, by the first vectors.

    In all passes of `evidence.verify`, but with two pairings in those after the first, and in the first alone
    where a pairing takes more than 100,000 cycles. `cells`: of the netlist; `seconds`: of wall time,
    compilation included.

    Raises
    ------
    CheckError
        A result, the latency or the interval differs, or a cell has no model.
    """
    target, synthesis = measured.target, measured.synthesis
    assert target.models is not None and synthesis is not None
    began = time.perf_counter()
    with target.errors():
        files = netlist_files(synthesis.netlist, synthesis.top, target.models)
    chosen = vectors.first(max(PAIRINGS, core.threads + 1))
    cells = sum(files.cells.values())
    repeated = _REPEATED if (core.latency or 0) <= _LONGEST else 0
    progress(f"simulate the netlist: {len(chosen.inputs)} pairings in Verilator, {cells:,} cells")
    try:
        found = verify(files.verilog, core, chosen, Passes(repeat=repeated))
        found.check()
    except CheckError as error:
        raise CheckError(f"the netlist for {target.name}: {error}") from None
    found = replace(found, seconds=time.perf_counter() - began)
    return found.summary() | {"cells": cells}
