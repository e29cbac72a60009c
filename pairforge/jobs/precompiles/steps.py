"""A precompile as steps: each asks for some jobs of one kind. Steps of many calls run side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from typing import TypeAlias

from pairforge.jobs.precompiles.failures import OF_STATUS, PrecompileError
from pairforge.jobs.statuses import INVALID
from pairforge.pairings.computation import Encoded

Run: TypeAlias = Callable[[str, Sequence[Encoded]], Sequence[Encoded]]
"""Runs jobs: the job's name and its inputs, to its results with the status in front of each."""

Asked: TypeAlias = tuple[str, Sequence[Encoded]]
"""A job's name and inputs."""

Steps: TypeAlias = Generator[Asked, Sequence[Encoded], bytes]
"""Asks for jobs, gets their results, returns the output (PrecompileError where the input is wrong)."""


def results(job: str, inputs: Sequence[Encoded]) -> Generator[Asked, Sequence[Encoded], list[Encoded]]:
    """Those of jobs, without statuses (PrecompileError: one is a failure)."""
    found = []
    for status, *rest in (yield job, inputs):
        if status:
            raise PrecompileError(OF_STATUS[status])
        found.append(tuple(rest))
    return found


def holds(job: str, inputs: Encoded) -> Generator[Asked, Sequence[Encoded], bool]:
    """Whether what a job verifies holds (PrecompileError: its status is a failure)."""
    ((status, *_),) = yield job, [inputs]
    if status not in (0, INVALID):
        raise PrecompileError(OF_STATUS[status])
    return status == 0


def answers(calls: Sequence[Steps], run: Run) -> list[bytes | PrecompileError]:
    """What each of the calls gives. In every round the jobs that all of them ask for run in one batch of each
    kind, so that a core with threads is busy.
    """
    done: dict[int, bytes | PrecompileError] = {}
    waiting: dict[int, Asked] = {}

    def advance(number: int, found: Sequence[Encoded] | None) -> None:
        try:
            waiting[number] = next(calls[number]) if found is None else calls[number].send(found)
        except StopIteration as end:
            done[number] = end.value
        except PrecompileError as error:
            done[number] = error

    for number in range(len(calls)):
        advance(number, None)
    while waiting:
        batches: dict[str, list[int]] = defaultdict(list)
        for number, (job, _) in waiting.items():
            batches[job].append(number)
        for job, numbers in batches.items():
            asked = [waiting.pop(number)[1] for number in numbers]
            found = list(run(job, [each for inputs in asked for each in inputs]))
            for number, inputs in zip(numbers, asked, strict=True):
                own, found = found[: len(inputs)], found[len(inputs) :]
                advance(number, own)
    return [done[number] for number in range(len(calls))]
