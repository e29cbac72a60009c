"""An estimate of a core's area as a chip: mapped to the cells of an open library, before placement.

The flow is that of `yosys`, module by module, with the cells of a library in the place of look-up tables and
the smallest of several scripts' results. Memories become flip-flops and multiplexers, as no memory macros are
known. Cells are of the weakest drive that is used, without buffers and clock tree: a placed chip is larger.

Imports the cells, libraries, flows, the child process of `yosys`, the cache and errors.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from pairforge import cache
from pairforge.errors import CheckError
from pairforge.synth.family import Flow
from pairforge.synth.liberty import CellLibrary, read_cells
from pairforge.synth.timing.analysis import slowest_paths
from pairforge.synth.timing.delays import CellDelays, Nets, register, table
from pairforge.synth.yosys import DECIDING, run_worker

__all__ = ["CellArea", "Estimate", "estimate"]

_HERE = Path(__file__).resolve().parent
_NETLIST = "netlist.json.gz"

# Scripts of ABC, all for area.
_SCRIPTS = (
    "strash; map -a",
    "strash; dch; map -a",
    "strash; scorr; dc2; dch -f; map -a",
    "strash; scorr; dc2; dch -f; amap",
)

_FLOW = Flow(
    # Registers have no value at the start in a chip: what needs one is reset.
    coarse=("setattr -unset init */w:*", "synth -top {module} -run coarse:check"),
    fine=(),
)


@dataclass(frozen=True)
class CellArea:
    """Area of cells. `um2`: square micrometres; `flip_flops`: how many of the `cells` are registers."""

    um2: float
    cells: int
    flip_flops: int


@dataclass(frozen=True)
class Estimate:
    """A core as standard cells, before placement.

    Attributes
    ----------
    total: area of the whole core.
    units: (instance path, module, area) of each instance down to `depth`; they sum to `total`.
    flip_flop_um2, gate_um2: of one register, and of one gate equivalent (a NAND of two inputs).
    levels: most cells on any path between registers and pins.
    cells: cells by type.
    tool, source: Yosys and the package of the library, with their versions.
    """

    library: CellLibrary
    total: CellArea
    units: tuple[tuple[str, str, CellArea], ...]
    flip_flop_um2: float
    gate_um2: float
    levels: int
    cells: Mapping[str, int]
    tool: str
    source: str

    @property
    def gate_equivalents(self) -> int:
        """Area in NAND gates of two inputs, rounded."""
        return round(self.total.um2 / self.gate_um2)

    def as_json(self) -> dict[str, Any]:
        """The entry `asic` of result.json; areas in square micrometres, to a hundredth."""
        registers = round(self.total.flip_flops * self.flip_flop_um2, 2)
        return {
            "kind": "estimated",
            "stage": "before placement",
            "library": self.library.library,
            "process": self.library.process,
            "source": self.source,
            "um2": round(self.total.um2, 2),
            "gate_equivalents": self.gate_equivalents,
            "gate_um2": self.gate_um2,
            "cells": self.total.cells,
            "flip_flops": self.total.flip_flops,
            "flip_flops_um2": registers,
            "logic_um2": round(self.total.um2 - registers, 2),
            "levels": self.levels,
            "cells_by_type": dict(self.cells),
            "units": [
                {"path": path, "module": module, "um2": round(area.um2, 2), "flip_flops": area.flip_flops}
                for path, module, area in self.units
            ],
        }


def estimate(
    files: Mapping[str, str],
    top: str,
    library: CellLibrary,
    *,
    depth: int = 1,
    timeout: float = 3600,
    memory_mb: int = 16384,
    progress: Callable[[str], None] = lambda _: None,
) -> Estimate:
    """Map a core to a library; parameters as of `yosys.synthesize`.

    Raises
    ------
    UserError: the library is not installed, time or memory used up.
    CheckError: Yosys refuses the source, or leaves a cell that is not in the library.
    """
    cells = read_cells(library)
    tool = f"yosys {metadata.version('pyosys')}"
    register = _full(library, library.flip_flop[0])
    request = {
        "files": sorted(files),
        "top": top,
        "flow": asdict(_FLOW),
        "refinement": None,
        "lut_inputs": None,
        "library": library.library,
        "liberty": cells.liberty,
        "areas": dict(cells.areas),
        "flip_flop": register,
        "scripts": list(_SCRIPTS),
        "depth": depth,
        "goal": "area",
        "register_cell": None,
        "memory_mb": memory_mb,
        "netlist": _NETLIST,
        "tool": tool,
        "cached": True,
    }
    key = json.dumps({k: v for k, v in request.items() if k != "memory_mb"}, sort_keys=True)
    texts = [part for name in sorted(files) for part in (name, files[name])]

    def make(folder: Path) -> None:
        run_worker(files, request, folder / "result.json", timeout, progress)

    sources = tuple(_HERE / f"{name}.py" for name in DECIDING)
    folder = cache.entry("asic", tool, key, *texts, make=make, sources=sources)
    raw = json.loads((folder / "result.json").read_text())

    def area(counts: Mapping[str, int]) -> CellArea:
        if unknown := counts.keys() - cells.areas.keys():
            raise CheckError(f"synthesis for {library.name} left a cell {min(unknown)} that is not in it")
        um2 = sum(cells.areas[kind] * count for kind, count in counts.items())
        return CellArea(round(um2, 4), sum(counts.values()), counts.get(register, 0))

    all_cells: Counter[str] = Counter()
    for counts in raw["cells"].values():
        all_cells.update(counts)
    return Estimate(
        library=library,
        total=area(all_cells),
        units=tuple((path, module, area(raw["cells"][path])) for path, module in raw["instances"]),
        flip_flop_um2=cells.areas[register],
        gate_um2=cells.areas[_full(library, library.gate)],
        levels=_levels((folder / _NETLIST).read_bytes(), top, library),
        cells=dict(sorted(all_cells.items())),
        tool=tool,
        source=cells.source,
    )


def _levels(netlist: bytes, top: str, library: CellLibrary) -> int:
    """Gates on the longest path."""
    flat = json.loads(gzip.decompress(netlist))
    kind, _, data, output = library.flip_flop
    delays: dict[str, CellDelays] = {
        cell["type"]: table(1.0) for cell in flat["modules"][top]["cells"].values()
    }
    delays[_full(library, kind)] = register({data: 0.0}, output, 0.0)
    paths = slowest_paths(flat, top, delays, Nets(0.0, 0.0))
    return paths[0].levels if paths else 0


def _full(library: CellLibrary, cell: str) -> str:
    return f"{library.library}__{cell}_{library.strength}"
