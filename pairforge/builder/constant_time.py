"""When results come, with many secrets: a core is simulated with each, and its cycles are compared.

That is no proof, which is in the sequencer's having no input but counters and handshakes; it is a measurement
that would show a mistake there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from pairforge.builder.simulate import check_simulator, core_of
from pairforge.compiler.computation import computation_of
from pairforge.compiler.threads import settled
from pairforge.compiler.words import from_words, to_words
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.evidence.verilator import Simulator, Stimulus
from pairforge.jobs.base import Job
from pairforge.jobs.keys import KeyJob
from pairforge.jobs.several import Several
from pairforge.machine.design import Design
from pairforge.pairings.computation import Computation, Encoded

SECRETS = ("n", "key")
"""The names of inputs that are scalars and may be secret."""

_TOLD = 10  # runs between two lines of progress
_ROUNDS = 2  # jobs of each thread in a run in which all are busy


@dataclass(frozen=True)
class Timing:
    """What was found.

    Attributes
    ----------
    alone: for each job its latencies, in cycles, where it finds the core empty.
    busy: of runs in which all threads are busy, how many differ in the cycle of an input or a result.
    runs: how many such runs there were.
    cycles: simulated.
    """

    alone: Mapping[str, frozenset[int]]
    busy: int
    runs: int
    cycles: int

    def check(self) -> None:
        """Raise CheckError, one line, where any cycle was another one with another secret."""
        for job, own in self.alone.items():
            if len(own) > 1:
                raise CheckError(f"{job}: its latency depends on secrets: {min(own)} to {max(own)} cycles")
        if self.busy > 1:
            raise CheckError(f"{self.runs} busy runs differ in {self.busy} ways: cycles depend on secrets")


def secrets(order: int, rng: Random) -> Iterator[int]:
    """Scalars from 1 to order - 1, without end: the least, the greatest, few bits, many bits; then any."""
    bits = order.bit_length() - 1
    yield from (1, 2, 3, order - 1, order - 2, (1 << bits) - 1)
    yield from (1 << bit for bit in range(0, bits, max(1, bits // 16)))
    while True:
        yield rng.randrange(1, order)


def timing(
    design: Design,
    alone: int,
    runs: int,
    progress: Callable[[str], None] = lambda _: None,
    seed: int = 1,
) -> Timing:
    """Simulate a design with `alone` secrets one at a time, their results compared with the model, and in
    `runs` runs with all threads busy.

    Raises
    ------
    UserError
        None of its inputs is a secret scalar.
    CheckError
        A result is not what the model says.
    """
    computation = computation_of(design)
    check_simulator(computation, design, "give a design")
    jobs = _Secret.of(computation)
    core = core_of(design, progress)
    progress("simulator: compiled once for each design")
    simulator = verilator.compile_core(core.rtl, core.top)
    rng = Random(seed)
    keys = secrets(jobs.order, rng)
    progress(f"{alone} secrets, one at a time")
    threads = settled(design, computation).under_way
    found: dict[str, set[int]] = {}
    cycles = 0
    inputs = [each for _ in range(alone) for each in jobs.one(next(keys), rng)]
    if inputs:
        results, starts, ends, cycles = _run(
            computation, simulator, [each for _, each in inputs], spaced=True
        )
        if results != computation.values([each for _, each in inputs]):
            raise CheckError(f"{design.name}: results differ from the model")
        for (job, _), start, end in zip(inputs, starts, ends, strict=True):
            found.setdefault(job, set()).add(end - start)
    progress(f"{runs} runs with {threads} threads busy")
    courses: set[tuple[int, ...]] = set()
    others = Random(seed)
    shape = [others.getrandbits(32) for _ in range(_ROUNDS * threads)]
    for number in range(runs):
        if number and number % _TOLD == 0:
            progress(f"{number} of {runs} busy runs, {len(courses)} different")
        many = jobs.many(keys, shape, threads)
        _, starts, ends, more = _run(computation, simulator, many, spaced=False)
        courses.add((*starts, *ends))
        cycles += more
    return Timing({job: frozenset(each) for job, each in found.items()}, len(courses), runs, cycles)


def _run(
    computation: Computation, simulator: Simulator, inputs: Sequence[Encoded], *, spaced: bool
) -> tuple[list[Encoded], list[int], list[int], int]:
    """Results, the cycles of first words in and last words out, and all cycles."""
    words = -(-computation.width // 32)
    sent = to_words(inputs, words)
    run = simulator.run(sent, sent.shape[1], len(computation.outputs) * words, Stimulus(spaced=spaced))
    return (
        from_words(np.asarray(run.outputs), words),
        run.first_in.tolist(),
        run.last_out.tolist(),
        run.cycles,
    )


@dataclass(frozen=True)
class _Secret:
    """A computation with secret scalars below `order`: an input of each job, or keys that it keeps."""

    computation: Computation
    order: int

    @classmethod
    def of(cls, computation: Computation) -> _Secret:
        if isinstance(computation, Job) and any(name in SECRETS for name in computation.inputs):
            return cls(computation, computation.curve.r)
        if isinstance(computation, Several):
            for part in computation.parts:
                if isinstance(part.computation, KeyJob):
                    return cls(computation, part.computation.curve.r)
        raise UserError(f"{computation.name}: no input of it is a secret scalar, and it keeps no keys")

    def one(self, key: int, rng: Random) -> Iterator[tuple[str, Encoded]]:
        """A use of a secret, with the name of the job; each job that can, where there are several."""
        if not isinstance(self.computation, Several):
            yield self.computation.name, self._with(key, rng.getrandbits(32))
            return
        for number, job in self._key_jobs():
            drawn = self.computation.inputs_of(number, 1, rng.getrandbits(32))[0]
            rest = (key, *drawn[3:]) if "key" in job.inputs else drawn[2:]
            yield job.name, (number, 0, *rest)

    def many(self, keys: Iterator[int], shape: list[int], threads: int) -> list[Encoded]:
        """Uses of secrets for a run, as many as `shape` has seeds for all that is not secret."""
        if not isinstance(self.computation, Several):
            return [self._with(next(keys), seed) for seed in shape]
        rng, key = Random(shape[0]), next(keys)
        first = [each for _, each in self.one(key, rng)][:1]
        none = (len(self.computation.parts), *(0,) * (len(self.computation.inputs) - 1))
        uses = [job for job in self._key_jobs() if not job[1].stores]
        drawn = (
            (uses[i % len(uses)][0], self.computation.inputs_of(uses[i % len(uses)][0], 1, seed)[0])
            for i, seed in enumerate(shape)
        )
        return [*first, *[none] * 2 * threads, *((number, 0, *each[2:]) for number, each in drawn)]

    def _key_jobs(self) -> list[tuple[int, KeyJob]]:
        """Those that load first, then those that read."""
        assert isinstance(self.computation, Several)
        found = [
            (part.number, part.computation)
            for part in self.computation.parts
            if isinstance(part.computation, KeyJob) and part.computation.what != "erase-key"
        ]
        return sorted(found, key=lambda each: not each[1].stores)

    def _with(self, key: int, seed: int) -> Encoded:
        """Inputs of a job with this secret."""
        (drawn,) = self.computation.random_inputs(1, seed)
        return tuple(
            key if name in SECRETS else value
            for name, value in zip(self.computation.inputs, drawn, strict=True)
        )
