"""Batches of jobs by name, for what is made of jobs: by their models, or by cores in a simulator."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairforge.builder.parts import simulated_part
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
        design = find_design(job)
        computation = computation_of(design)
        check_simulator(computation, design, "give the design instead")
        return simulated(computation, inputs, design, _counted(inputs), progress)

    return run


def by_core(design: str, progress: Callable[[str], None] = lambda _: None) -> Run:
    """All jobs on the simulated core of a design that has several.

    Raises
    ------
    UserError
        The design has not several jobs; when it runs: it has no job of that name.
    """
    found = find_design(design)
    several = computation_of(found)
    if not isinstance(several, Several):
        raise UserError(f"{design} has one job; take a design with several")
    check_simulator(several, found, "give the design instead")
    parts = {part.computation.name: part for part in several.parts}

    def run(job: str, inputs: Sequence[Encoded]) -> Sequence[Encoded]:
        part = parts.get(job)
        if part is None:
            raise UserError(f"{design} has no job {job}; it has {', '.join(parts)}")
        return simulated_part(several, part, inputs, found, _counted(inputs), progress)

    return run


def _counted(inputs: Sequence[Encoded]) -> str:
    return f"{len(inputs)} jobs"
