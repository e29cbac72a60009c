"""Pairings of given points: by the engine, by the model, or by simulating a design's hardware and the model
beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairforge.builder.simulate import check_simulator, compare, simulated
from pairforge.compiler.computation import computation_of
from pairforge.errors import UserError
from pairforge.machine.design import Design
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.vectors import Case
from pairforge.software.engine import check_engine, engine_names, engine_values
from pairforge.software.extension import is_compiled

BACKENDS = ("model", "engine", "rtl")

_MANY = 1000  # pairings that take the model long enough to say so


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
        check_simulator(pairing, design, "give one with --design")


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
        inputs = [(*case.P, *case.Q) for case in cases]
        values = simulated(pairing, inputs, design, _count(len(cases)), progress)
        progress("compare with the model")
        model = pairing.model_batch([case.P for case in cases], [case.Q for case in cases])
        compare(pairing, "the hardware gives", values, "the model", model)
    elif backend == "engine":
        if len(cases) >= _MANY:
            progress(f"{_count(len(cases))} by the engine")
        values = engine_values(pairing, cases)
    else:
        if len(cases) >= _MANY:
            progress(f"{_count(len(cases))} by the model")
        values = pairing.model_batch([case.P for case in cases], [case.Q for case in cases])
    given = [value if case.e is None else case.e for case, value in zip(cases, values, strict=True)]
    compare(pairing, f"the {'hardware' if backend == 'rtl' else backend} gives", values, "the input", given)
    return values


def _count(number: int) -> str:
    return f"{number} pairing{'' if number == 1 else 's'}"
