"""Batches of jobs by name, for what is made of jobs: by their models, or by cores in a simulator."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairforge.builder.simulate import check_simulator, simulated
from pairforge.compiler.computation import computation_of
from pairforge.errors import UserError
from pairforge.jobs.precompiles.steps import Run
from pairforge.jobs.registry import find_computation
from pairforge.jobs.several import Several
from pairforge.machine.designs import find_design
from pairforge.pairings.computation import Encoded


def by_models(job: str, inputs: Sequence[Encoded]) -> Sequence[Encoded]:
    """The results of a job's model."""
    return find_computation(job).values(inputs)


def by_cores(progress: Callable[[str], None] = lambda _: None) -> Run:
    """Each job on a simulated core of its own: that of the design with its name."""

    def run(job: str, inputs: Sequence[Encoded]) -> Sequence[Encoded]:
        return _simulated(job, inputs, progress)

    return run


def by_core(design: str, progress: Callable[[str], None] = lambda _: None) -> Run:
    """All jobs on the simulated core of a design that has several.

    Raises
    ------
    UserError
        The design has not several jobs; when it runs: it has no job of that name.
    """
    several = computation_of(find_design(design))
    if not isinstance(several, Several):
        raise UserError(f"{design} has one job; take a design with several")
    parts = {part.computation.name: part for part in several.parts}

    def run(job: str, inputs: Sequence[Encoded]) -> Sequence[Encoded]:
        part = parts.get(job)
        if part is None:
            raise UserError(f"{design} has no job {job}; it has {', '.join(parts)}")
        found = _simulated(design, [part.asked(each) for each in inputs], progress)
        return [each[: len(part.computation.outputs) + (not part.has_status)] for each in found]

    return run


def _simulated(name: str, inputs: Sequence[Encoded], progress: Callable[[str], None]) -> Sequence[Encoded]:
    design = find_design(name)
    computation = computation_of(design)
    check_simulator(computation, design, "give the design instead")
    return simulated(computation, inputs, design, f"{len(inputs)} jobs", progress)
