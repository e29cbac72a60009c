"""The jobs of a core, for all that a build says of them: README, page, registers, drivers, packages.

A core that computes a pairing has none. One that runs several has one for each, asked for by an opcode; any
other computation is the one job of its core.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.compiler.compile import Compiled
from pairforge.jobs.arguments import Argument, arguments, has_bytes
from pairforge.jobs.base import STATUS, Job
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Computation

_CURVE = re.compile(r"-(?:bn|bls|kss|bw|mnt)\w*-?\d[\w-]*$")
"""A curve at the end of a name."""


@dataclass(frozen=True)
class CoreJob:
    """One of the jobs.

    name: in full. label: what it is called within its core, where all of one curve leave that out. opcode:
    None where it is the only one. inputs, outputs: elements by name, without opcode and status. status:
    whether one comes before the outputs. latency, interval: in cycles; an interval of None is not known.
    """

    name: str
    label: str
    description: str
    opcode: int | None
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    status: bool
    width: int
    latency: int
    interval: int | None

    @property
    def identifier(self) -> str:
        """The label in lower case with underscores, for programs."""
        return re.sub(r"\W", "_", self.label).lower()

    @property
    def byte_inputs(self) -> tuple[Argument, ...]:
        """The inputs as strings of bytes."""
        return arguments(self.inputs, self.width)

    @property
    def byte_outputs(self) -> tuple[Argument, ...]:
        """The outputs as strings of bytes."""
        return arguments(self.outputs, self.width)

    @property
    def has_bytes(self) -> bool:
        """Whether drivers have a function for strings of bytes."""
        return has_bytes(self.byte_inputs, self.byte_outputs)


def jobs_of(compiled: Compiled, result: Mapping[str, Any] | None = None) -> tuple[CoreJob, ...]:
    """The jobs of a core in the order of their opcodes; none where it computes a pairing.

    `result`: the object of result.json; with it latency and interval are those measured.
    """
    computation, several = compiled.computation, compiled.several
    if isinstance(computation, Pairing):
        return ()
    those = [computation] if several is None else [part.computation for part in several.parts]
    cycles = list(compiled.job_cycles.values())
    if result is not None:
        rows = [result["cycles"]] if several is None else result["jobs"]
        cycles = [(row["latency"], row["interval"]) for row in rows]
    labels = _labels([each.name for each in those])
    return tuple(
        core_job(each, label, None if several is None else number, *cycles[number])
        for number, (each, label) in enumerate(zip(those, labels, strict=True))
    )


def core_job(own: Computation, label: str, opcode: int | None, latency: int, interval: int | None) -> CoreJob:
    """A computation as a job of a core, with its opcode and its cycles."""
    asked, is_job = opcode is not None, isinstance(own, Job)
    outputs = own.outputs[1:] if is_job else own.outputs
    inputs, status = own.inputs, asked or is_job
    return CoreJob(
        own.name, label, own.description, opcode, inputs, outputs, status, own.width, latency, interval
    )


def _labels(names: Sequence[str]) -> list[str]:
    """Names without the curve, where all end with one: `bls-verify` of `bls-verify-bls12-381`."""
    curve = _CURVE.search(names[0])
    if curve is None or not all(name.endswith(curve[0]) for name in names):
        return list(names)
    return [name.removesuffix(curve[0]) for name in names]


def job_rows(jobs: Sequence[CoreJob], verified: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The entry `jobs` of result.json: each job with what was found of it in simulation.

    `verified`: of each job name, latency, interval, inputs and mismatches; of several jobs also, as the last
    one, of opcodes that are none.
    """
    described: list[dict[str, Any]] = [
        {
            "opcode": job.opcode,
            "description": job.description,
            "takes": list(job.inputs),
            "gives": [STATUS, *job.outputs] if job.status else list(job.outputs),
        }
        for job in jobs
    ]
    none = {"opcode": None, "description": "an opcode that is none", "takes": [], "gives": [STATUS]}
    described += [none] * (len(verified) - len(jobs))
    return [
        {"name": found["name"], **words, **found} for words, found in zip(described, verified, strict=True)
    ]


def noun(jobs: Sequence[CoreJob], count: int = 1) -> str:
    """What the core computes, in a word: a pairing, or a job."""
    return ("job" if jobs else "pairing") + "s" * (count != 1)


def coprocessor(compiled: Compiled) -> str:
    """What the core is, in a line: a coprocessor for something."""
    article = "" if compiled.several else "the "
    return f"coprocessor for {article}{compiled.computation.description}"
