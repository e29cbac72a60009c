"""Results of a job or a user's algorithm: by its model, or by simulating a design beside the model.

The design may run several jobs, of which this is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairforge.builder.parts import simulated_part
from pairforge.builder.simulate import check_simulator, compare, simulated
from pairforge.compiler.computation import computation_of
from pairforge.errors import CheckError, UserError
from pairforge.jobs.registry import find_job, job_names
from pairforge.jobs.several import Several
from pairforge.jobs.vectors import Case
from pairforge.machine.design import Design, errors_in
from pairforge.machine.designs import design_names, find_design
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Computation, Encoded
from pairforge.pairings.registry import PAIRINGS, nearest

BACKENDS = ("model", "rtl")


def find_run(name: str) -> tuple[Computation, Design | None]:
    """The computation of a job's name, or of a design's, and the design; None where a job has none.

    Raises
    ------
    UserError
        There is no such job or design, or it computes a pairing.
    """
    job = find_job(name)
    if job is not None and name not in design_names():
        return job, None
    if name in PAIRINGS:
        raise UserError(f"{name} is a pairing; use `pairforge pair`")
    if "/" not in name and not name.endswith(".toml") and name not in design_names():
        raise UserError(f"no job or design {name!r}; {nearest(name, (*job_names(), *design_names()))}")
    design = find_design(name)
    with errors_in(design):
        computation = computation_of(design)
    if isinstance(computation, Pairing):
        raise UserError(f"{name} computes the pairing {computation.name}; use `pairforge pair`")
    return computation, design


def find_run_on(name: str, design_name: str) -> tuple[Computation, Design]:
    """The computation of a job's name, and the design that runs it, alone or among several.

    Raises
    ------
    UserError
        There is no such job or design, or the design computes something else.
    """
    design = find_design(design_name)
    with errors_in(design):
        own = computation_of(design)
    known = [part.computation for part in own.parts] if isinstance(own, Several) else [own]
    for computation in known:
        if computation.name == name:
            if isinstance(own, Pairing):
                raise UserError(f"{name} is a pairing; use `pairforge pair`")
            return computation, design
    names = [computation.name for computation in known]
    raise UserError(f"design {design.name} does not run {name!r}; it runs {', '.join(names)}")


def check_backend(computation: Computation, backend: str, design: Design | None) -> None:
    """Refuse what cannot work, before any work (UserError)."""
    if backend not in BACKENDS:
        raise UserError(f"no backend {backend!r}; there are {', '.join(BACKENDS)}")
    if backend == "rtl":
        check_simulator(computation, design, "give the design instead")


def evaluate(
    computation: Computation,
    cases: Sequence[Case],
    backend: str,
    design: Design | None,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Encoded]:
    """The outputs of every case, compared with the model and with the outputs that the case brings.

    Raises
    ------
    UserError
        As `check_backend`, or the design cannot run its computation.
    CheckError
        Hardware and model differ, or a case's own outputs are others; the message names the first case.
    """
    check_backend(computation, backend, design)
    if not cases:
        return []
    inputs = [case.inputs for case in cases]
    values = model = computation.values(inputs)
    source = "the model gives"
    if backend == "rtl":
        assert design is not None
        counted = f"{len(cases)} case{'' if len(cases) == 1 else 's'}"
        values, source = _in_hardware(computation, inputs, design, counted, progress), "the hardware gives"
        compare(computation, source, values, "the model", model)
    given = [v if case.outputs is None else case.outputs for case, v in zip(cases, values, strict=True)]
    compare(computation, source, values, "the input", given)
    return values


def _in_hardware(
    computation: Computation,
    inputs: Sequence[Encoded],
    design: Design,
    counted: str,
    progress: Callable[[str], None],
) -> list[Encoded]:
    """What the hardware gives; of a design with several jobs, for this one of them (CheckError: there is more
    behind its results, or in front of a pairing's, than zeros).
    """
    several = computation_of(design)
    if not isinstance(several, Several) or several.name == computation.name:
        return simulated(computation, inputs, design, counted, progress)
    part = next(each for each in several.parts if each.computation.name == computation.name)
    found = simulated_part(several, part, inputs, design, counted, progress)
    if part.has_status:
        return found
    for status, *_ in found:
        if status:
            raise CheckError(f"{computation.name}: the hardware gives the status {status}")
    return [each[1:] for each in found]
