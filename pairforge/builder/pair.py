"""Pairings of given points: by the engine, by the model, or by simulating a design's hardware and the model
beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from pairforge import cache
from pairforge.compiler.computation import computation_of
from pairforge.compiler.words import from_words, to_words
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.machine.design import Design
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.curves import CURVE_FILES
from pairforge.pairings.vectors import Case
from pairforge.software.engine import check_engine, engine_names, engine_values
from pairforge.software.extension import is_compiled

BACKENDS = ("model", "engine", "rtl")

_JOBS = 2  # simulations side by side
_MANY = 1000  # pairings that take the model long enough to say so
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


def default_backend(pairing: Pairing) -> str:
    """The engine where it computes this pairing and is compiled, or nothing else does; else the model."""
    if pairing.name in engine_names() and (is_compiled() or not pairing.stages):
        return "engine"
    return "model"


def check_backend(pairing: Pairing, backend: str, design: Design | None) -> None:
    """Refuse what cannot work, before any work.

    Raises
    ------
    UserError
        Unknown backend, no engine for this pairing, a design of another pairing, tools missing.
    """
    if backend not in BACKENDS:
        raise UserError(f"no backend {backend!r}; there are {', '.join(BACKENDS)}")
    if backend == "engine":
        check_engine(pairing.name, "--backend model or --backend rtl")
    if backend == "model" and not pairing.stages:
        raise UserError(f"{pairing.name} has no model; use --backend engine")
    if design is not None and (own := computation_of(design)).name != pairing.name:
        raise UserError(f"design {design.name} computes {own.name}, not {pairing.name}")
    if backend == "rtl":
        if design is None:
            raise UserError(f"{pairing.name} has no design of its own yet; give one with --design")
        verilator.version()
        verilator.compiler()


def evaluate(
    pairing: Pairing,
    cases: Sequence[Case],
    backend: str,
    design: Design | None,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Encoded]:
    """The value of every case, compared with the model and with the value that the case brings.

    Raises
    ------
    UserError
        As `check_backend`, or the design cannot run its pairing.
    CheckError
        Hardware and model differ, or a case's own value is another one; the message names the first case.
    """
    check_backend(pairing, backend, design)
    if not cases:
        return []
    if backend == "rtl":
        assert design is not None
        core = core_of(design, progress)
        progress("simulator: compiled once for each design")
        simulator = verilator.compile_core(core.rtl, core.top)
        progress(f"simulate {_count(len(cases))}")
        values = _simulate(simulator, core, pairing, cases)
        progress("compare with the model")
        model = pairing.model_batch([case.P for case in cases], [case.Q for case in cases])
        _compare(pairing, "the hardware gives", values, "the model", model)
    elif backend == "engine":
        if len(cases) >= _MANY:
            progress(f"{_count(len(cases))} by the engine")
        values = engine_values(pairing, cases)
    else:
        if len(cases) >= _MANY:
            progress(f"{_count(len(cases))} by the model")
        values = pairing.model_batch([case.P for case in cases], [case.Q for case in cases])
    given = [value if case.e is None else case.e for case, value in zip(cases, values, strict=True)]
    _compare(pairing, f"the {'hardware' if backend == 'rtl' else backend} gives", values, "the input", given)
    return values


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


def _count(number: int) -> str:
    return f"{number} pairing{'' if number == 1 else 's'}"


def _simulate(
    simulator: verilator.Simulator, core: Core, pairing: Pairing, cases: Sequence[Case]
) -> list[Encoded]:
    words = -(-pairing.width // 32)
    sent = to_words([(*case.P, *case.Q) for case in cases], words)
    run = simulator.run(sent, sent.shape[1], len(pairing.outputs) * words, jobs=_JOBS, load=core.load)
    if run.off_curve.any():
        first = int(np.flatnonzero(run.off_curve)[0])
        raise CheckError(
            f"{pairing.name}: case {first}: the hardware takes its points to be off their curves"
        )
    return from_words(np.asarray(run.outputs), words)


def _compare(
    pairing: Pairing, source: str, values: Sequence[Encoded], other: str, expected: Sequence[Encoded]
) -> None:
    wrong = [i for i, (a, b) in enumerate(zip(values, expected, strict=True)) if a != b]
    if not wrong:
        return
    i = wrong[0]
    j = next(j for j, (a, b) in enumerate(zip(values[i], expected[i], strict=True)) if a != b)
    more = f" ({len(wrong)} of {len(values)} cases differ)" if len(wrong) > 1 else ""
    raise CheckError(
        f"{pairing.name}: case {i}: {source} {pairing.outputs[j]} = {values[i][j]:#x}, "
        f"{other} has {expected[i][j]:#x}{more}"
    )
