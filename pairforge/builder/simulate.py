"""A design's hardware in a simulator, put to inputs, and its results held against others."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from pairforge import cache
from pairforge.compiler.words import from_words, to_words
from pairforge.errors import CheckError, UserError
from pairforge.evidence import cxx, verilator
from pairforge.machine.design import Design
from pairforge.pairings.computation import Computation, Encoded
from pairforge.pairings.curves import CURVE_FILES

_JOBS = 2  # simulations side by side
_STORED = "rtl.json"
_PACKAGE = Path(__file__).resolve().parent.parent
_WITHOUT_BEARING = (
    "cli",
    "evidence",
    "explore",
    "overview",
    "pages",
    "papers",
    "report",
    "results",
    "synth",
)  # on the Verilog of a design


@dataclass(frozen=True)
class Core:
    """A core to simulate: top module, Verilog by file name, 32-bit words that it takes after each reset."""

    top: str
    rtl: dict[str, str]
    load: list[int]


def core_of(design: Design, progress: Callable[[str], None]) -> Core:
    """The design's core, from the cache where it was made before.

    Raises UserError, before the first progress, where the design cannot run its pairing.
    """

    def make(folder: Path) -> None:
        # Imported here: a cached design needs no scheduler.
        from pairforge.bundle.emit import rtl_files
        from pairforge.compiler.check import check_design
        from pairforge.compiler.compile import compile_design

        compiled = compile_design(design, progress, check_design(design))
        core = Core(compiled.name, rtl_files(compiled), compiled.load_words)
        (folder / _STORED).write_text(json.dumps(asdict(core)))

    sources = [
        path
        for path in sorted(_PACKAGE.rglob("*.py"))
        if path.relative_to(_PACKAGE).parts[0] not in _WITHOUT_BEARING
    ]
    stored = cache.entry("rtl", repr(design), make=make, sources=(*sources, *CURVE_FILES))
    return Core(**json.loads((stored / _STORED).read_text()))


def check_simulator(computation: Computation, design: Design | None, hint: str) -> None:
    """Refuse to simulate without a design or a simulator (UserError); `hint`: what to do without a design."""
    if design is None:
        raise UserError(f"{computation.name} has no design of its own yet; {hint}")
    verilator.version()
    cxx.compiler()


def simulated(
    computation: Computation,
    inputs: Sequence[Encoded],
    design: Design,
    counted: str,
    progress: Callable[[str], None],
) -> list[Encoded]:
    """What the hardware of a design gives; `counted`: how many of what, for the progress.

    Raises
    ------
    UserError
        The design cannot run its computation.
    CheckError
        The hardware takes points to be off their curves.
    """
    core = core_of(design, progress)
    progress("simulator: compiled once for each design")
    simulator = verilator.compile_core(core.rtl, core.top)
    progress(f"simulate {counted}")
    words = -(-computation.width // 32)
    sent = to_words(inputs, words)
    jobs = 1 if computation.keeps else _JOBS
    run = simulator.run(sent, sent.shape[1], len(computation.outputs) * words, jobs=jobs, load=core.load)
    if run.off_curve.any():
        first = int(np.flatnonzero(run.off_curve)[0])
        raise CheckError(
            f"{computation.name}: case {first}: the hardware takes its points to be off their curves"
        )
    return from_words(np.asarray(run.outputs), words)


def compare(
    computation: Computation, source: str, values: Sequence[Encoded], other: str, expected: Sequence[Encoded]
) -> None:
    """Raise CheckError where two sources have other values; the message names the first case."""
    wrong = [i for i, (a, b) in enumerate(zip(values, expected, strict=True)) if a != b]
    if not wrong:
        return
    i = wrong[0]
    j = next(j for j, (a, b) in enumerate(zip(values[i], expected[i], strict=True)) if a != b)
    more = f" ({len(wrong)} of {len(values)} cases differ)" if len(wrong) > 1 else ""
    raise CheckError(
        f"{computation.name}: case {i}: {source} {computation.outputs[j]} = {values[i][j]:#x}, "
        f"{other} has {expected[i][j]:#x}{more}"
    )
