"""Synthesis with Yosys: from the files of a core to its area, unit by unit, and a delay estimate.

Yosys runs in a child process (see `_worker`), so that an error, a crash or a want of memory there ends as
one line here. Results are cached by the text of the files and of this package's synthesis flow; so is each
mapped module by itself, so that a core with another schedule has the netlists of its units from the cache.

**Mapping.** Yosys's own mapper (abc9) optimises for delay and restructures sums that were written to fit.
This flow maps each unit by every script of a portfolio that minimises area, and keeps the smallest (of
equals the one of fewest levels).

**Units.** Area is attributed by mapping the units one by one: logic is not moved across their boundaries
(constants and unused ports are propagated first), each shape is mapped once however often it is used, and
the sum over the units is the total by construction. `depth=0` maps everything flat instead.

Imports the other files of this folder, the cache, progress and errors; `pyosys` only in the child.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from pairforge import cache
from pairforge.errors import CheckError, UserError
from pairforge.progress import Detail
from pairforge.synth.cells import Cell, Cost
from pairforge.synth.child import run_child
from pairforge.synth.family import Family
from pairforge.synth.timing.estimate import Timing

__all__ = [
    "DECIDING",
    "Area",
    "Synthesis",
    "UnitArea",
    "check_installed",
    "run_worker",
    "synthesize",
]

_HERE = Path(__file__).resolve().parent

# Scripts of ABC; {k} is the number of LUT inputs. What they do before mapping: nothing (the structure as it
# was written), balance sums (a chain of exclusive ors becomes a tree that fills the LUTs), look for common
# logic, map over structural choices.
_BEFORE = ("", "balance -x; ", "scorr; dc2; ", "dch -f; ")
_MAP = {"area": "if -K {k} -a", "delay": "if -K {k} -C 16 -F 2 -A 3"}
_SCRIPTS = {
    goal: tuple(f"strash; {before}{mapping}; mfs2 -a; lutpack -S 1" for before in _BEFORE)
    for goal, mapping in _MAP.items()
}

_REFINE = (
    f"refine/{name}"
    for name in ("spec", "netlist", "cascades", "memory_registers", "delays", "copies", "counts", "refine")
)
DECIDING = ("_mapping", "_modules", "_worker", "child", "netlist", *_REFINE, "timing/names")
"""Modules whose code decides what is mapped; what it costs and how long it takes is found after that."""

_NETLIST = "netlist.json.gz"

_NO_BLOCK_RAM = re.compile(r"no valid mapping found for memory (\S+)\.(\S+)")
"""What Yosys says of a memory whose `ram_style` is "block", and that is no block RAM."""

_OUT_OF_MEMORY = re.compile("bad_alloc|MemoryError|[Cc]annot allocate memory|failed to map segment")


@dataclass(frozen=True)
class Area:
    """Measured area.

    Attributes
    ----------
    lut: look-up tables of any number of inputs, `lutram` (distributed RAM) and `srl` (shift registers)
        among them.
    ff: flip-flops.
    dsp: DSP or multiplier blocks.
    bram: block RAM in blocks of 18 kbit; a 36 kbit block is two.
    slices: least number of slices by the target's slice rule; None where the family has none.
    slices_calibrated: estimate of the vendor's slice count; None where no calibration is known.
    carry: carry cells (one bit on Virtex-4 and before, four or eight after, two on those of Lattice).
    muxf: wide-multiplexer cells.
    """

    lut: int
    ff: int
    dsp: int
    bram: int
    slices: int | None
    slices_calibrated: int | None
    lutram: int
    srl: int
    carry: int
    muxf: int

    def as_json(self) -> dict[str, int | None]:
        """The `area` entry of result.json, with the finer counts behind it."""
        return dict(vars(self))


@dataclass(frozen=True)
class UnitArea:
    """One unit: its instance path ("" is the top's own logic), its module, and what it takes alone."""

    path: str
    module: str
    area: Area


@dataclass(frozen=True)
class Synthesis:
    """A mapped core.

    Attributes
    ----------
    area: of the whole core.
    units: every instance down to `depth`, the top's own logic first; their counts sum to `area` (slices
        do not: they are rounded, and one slice may serve two units).
    timing: of the whole core, across units.
    cells: cells of the netlist by type.
    dsp_registers: DSP blocks by the registers that they use, see `refine.dsp_registers`.
    scripts: the mapping script that won, for each module.
    cpu_seconds, peak_mb: of the run that made this result, which may have been an earlier one; without what
        it found in the cache.
    tool: name and version.
    netlist: the flat netlist in Yosys's JSON, packed by gzip.
    """

    family: Family
    top: str
    area: Area
    units: tuple[UnitArea, ...]
    timing: Timing
    cells: Mapping[str, int]
    dsp_registers: Mapping[str, int]
    scripts: Mapping[str, str]
    cpu_seconds: float
    peak_mb: int
    tool: str
    netlist: bytes


def check_installed() -> None:
    """Refuse where Yosys is missing (UserError)."""
    if importlib.util.find_spec("pyosys") is None:
        raise UserError("synthesis needs pyosys, which is not installed: `pip install pyosys`, or --no-synth")


def synthesize(
    files: Mapping[str, str],
    top: str,
    family: Family,
    *,
    depth: int = 1,
    goal: Literal["area", "delay"] = "area",
    timeout: float = 3600,
    memory_mb: int = 16384,
    progress: Callable[[str], None] | None = None,
    cached: bool = True,
) -> Synthesis:
    """Synthesize a core.

    Parameters
    ----------
    files: Verilog source by file name; test benches left out.
    top: name of the top module.
    family: what the target says of its devices.
    depth: level of instances that are units: 1 for the instances in the top, 0 to map all flat.
    goal: "area" maps for the fewest LUTs at any depth; "delay" for the fewest levels, then LUTs.
    timeout: seconds of wall time.
    memory_mb: address space the child may take, MiB.
    progress: called with a line of text now and then, from a thread.
    cached: use and fill the cache.

    Raises
    ------
    UserError: pyosys missing, time or memory used up.
    CheckError: Yosys refuses the source, or leaves something that cannot be counted.
    """
    if depth < 0:
        raise UserError(f"depth of units is {depth}: 0 (flat) or more is needed")
    if goal not in _SCRIPTS:
        raise UserError(f"unknown synthesis goal {goal!r}: one of {', '.join(_SCRIPTS)}")
    check_installed()
    tool = f"yosys {metadata.version('pyosys')}"
    request = _request(files, top, family, depth, goal, memory_mb)
    request |= {"tool": tool, "cached": cached}

    def make(folder: Path) -> None:
        run_worker(files, request, folder / "result.json", timeout, progress or (lambda _: None))

    if cached:
        key = json.dumps({k: v for k, v in request.items() if k != "memory_mb"}, sort_keys=True)
        sources = tuple(_HERE / f"{name}.py" for name in DECIDING)
        texts = [part for name in sorted(files) for part in (name, files[name])]
        folder = cache.entry("synth", tool, key, *texts, make=make, sources=sources)
        return _result(folder, family, request, tool)
    with tempfile.TemporaryDirectory(prefix="pairforge-synth-") as scratch:
        make(Path(scratch))
        return _result(Path(scratch), family, request, tool)


def _request(
    files: Mapping[str, str], top: str, family: Family, depth: int, goal: str, memory_mb: int
) -> dict[str, Any]:
    """What the child needs to know: everything but the files decides the result here."""
    flow = family.flow
    return {
        "files": sorted(files),
        "top": top,
        "flow": asdict(replace(flow, refinement=None)),
        "refinement": flow.refinement.as_data() if flow.refinement else None,
        "lut_inputs": family.lut_inputs,
        "liberty": None,
        "scripts": [script.format(k=family.lut_inputs) for script in _SCRIPTS[goal]],
        "depth": depth,
        "goal": goal,
        "memory_mb": memory_mb,
        "netlist": _NETLIST,
        "register_cell": family.register_cell,
    }


def run_worker(
    files: Mapping[str, str],
    request: Mapping[str, Any],
    result: Path,
    timeout: float,
    progress: Callable[[str], None],
) -> None:
    """Run the child in a scratch folder; its result file is there when this returns."""
    with tempfile.TemporaryDirectory(prefix="pairforge-synth-") as scratch:
        folder = Path(scratch)
        for name, text in files.items():
            if Path(name).name != name or not name.endswith((".v", ".vh")):
                raise ValueError(f"{name!r} is not the name of a Verilog file")
            (folder / name).write_text(text)
        (folder / "request.json").write_text(json.dumps(request))
        errors: list[str] = []

        def hear(line: str) -> None:
            if line.startswith("progress: "):
                progress(Detail(line.removeprefix("progress: ").rstrip()))
            elif line.strip():
                errors.append(line.strip())

        try:
            arguments = ("request.json", str(result))
            status = run_child("pairforge.synth._worker", arguments, folder, timeout, hear)
        except subprocess.TimeoutExpired:
            raise UserError(
                f"synthesis of {request['top']} took longer than {timeout:g} s: allow more, or --no-synth"
            ) from None
        if status != 0 or not result.exists():
            logs = [path.read_text(errors="replace") for path in sorted(folder.glob("*.log"))]
            raise _failure(str(request["top"]), status, errors, logs)


def _failure(top: str, status: int, errors: list[str], logs: Sequence[str]) -> Exception:
    """One line that says why the child failed; `logs`: its own, and one for each module."""
    lines = errors + [line for log in logs for line in log.splitlines()[-20:]]
    if status == -signal.SIGKILL or any(_OUT_OF_MEMORY.search(line) for line in lines):
        return UserError(f"synthesis of {top} ran out of memory: allow more, or --no-synth")
    said = next((line for line in lines if line.startswith("ERROR:")), None)
    if said is None:
        said = errors[-1] if errors else f"the process ended with status {status}"
    elif found := _NO_BLOCK_RAM.search(said):
        said = _no_block_ram(found[1], found[2], "\n".join(logs))
    return CheckError(f"synthesis of {top} failed: {said.removeprefix('ERROR:').strip()}")


def _no_block_ram(module: str, memory: str, log: str) -> str:
    """Why a memory that is meant to be block RAM is none; `log` says which ends of ports have no register."""
    port = rf"`\\{re.escape(memory)}'\[(\d+)\] in module `\\{re.escape(module)}'"
    bare_outputs = set(re.findall(rf"read port {port}:\s+no output FF", log))
    at_once = bare_outputs & set(re.findall(rf"read port address {port}:\s+no address FF", log))
    if at_once:
        number = ", ".join(sorted(at_once, key=int))
        why = f"read port {number} gives a word in the cycle of its address, a block RAM in the next"
    else:
        why = "no block RAM of the target has its ports and its contents"
    return f"memory {memory} of module {module} is meant to be block RAM and cannot be: {why}"


def _cost(family: Family, kind: str) -> Cost:
    cell: Cell | None = family.cells.get(kind)
    if cell is None:
        raise CheckError(f"synthesis for {family.name} left a cell {kind} whose area is not known")
    return cell.cost


def _area(total: Cost, family: Family) -> Area:
    return Area(
        lut=total.lut,
        ff=total.ff,
        dsp=total.dsp,
        bram=total.bram,
        slices=family.slices(total.lut, total.ff),
        slices_calibrated=family.slices_calibrated(total.lut, total.ff),
        lutram=total.lutram,
        srl=total.srl,
        carry=total.carry,
        muxf=total.muxf,
    )


def _result(folder: Path, family: Family, request: Mapping[str, Any], tool: str) -> Synthesis:
    """The child's counts as areas."""
    raw = json.loads((folder / "result.json").read_text())
    costs = {
        path: sum((_cost(family, kind) * n for kind, n in cells.items()), Cost())
        for path, cells in raw["cells"].items()
    }
    cells: Counter[str] = Counter()
    for found in raw["cells"].values():
        cells.update(found)
    netlist = (folder / _NETLIST).read_bytes()
    return Synthesis(
        family=family,
        top=request["top"],
        area=_area(sum(costs.values(), Cost()), family),
        units=tuple(UnitArea(path, module, _area(costs[path], family)) for path, module in raw["instances"]),
        timing=_timing(netlist, family, request["top"]),
        cells=dict(sorted(cells.items())),
        dsp_registers=raw["dsp_registers"],
        scripts={module: request["scripts"][index] for module, index in sorted(raw["scripts"].items())},
        cpu_seconds=raw["cpu_seconds"],
        peak_mb=raw["peak_mb"],
        tool=tool,
        netlist=netlist,
    )


def _timing(netlist: bytes, family: Family, top: str) -> Timing:
    delays = {kind: cell.delays for kind, cell in family.cells.items()}
    return family.timing.timing(json.loads(gzip.decompress(netlist)), top, delays)
