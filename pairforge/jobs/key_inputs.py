"""Random inputs for a core that keeps keys, of which the order of results is known whatever the threads do.

Jobs of different threads overlap, so which of two comes first to a place is known only where one of them has
begun after the result of the other has come. A core has as many jobs under way as twice its threads, at most:
each thread has one that runs and one whose input has come. So jobs that store are far from those that read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pairforge.jobs.keys import KeyJob
from pairforge.pairings.computation import Computation, Encoded

APART = 64
"""Jobs between one that stores and one that reads: twice the most threads of a core."""

_USES = 32  # of keys, between one time that they change and the next


@dataclass(frozen=True)
class KeyInputs:
    """Inputs for jobs that are `computations`, by their opcodes. `drawn`: a random one for an opcode, which
    is of no job where it is the number of jobs.
    """

    computations: Sequence[Computation]
    drawn: Callable[[int, Random], Encoded]

    def all(self, rng: Random) -> Iterator[Encoded]:
        """Without end: each place changed once, jobs that look at no place, uses of keys, again such jobs."""
        while True:
            for place in rng.sample(range(self._places), self._places):
                yield self._stored(place, rng)
            yield from (self._bystander(rng) for _ in range(APART))
            yield from (self._use(rng) for _ in range(_USES))
            yield from (self._bystander(rng) for _ in range(APART))

    @property
    def _places(self) -> int:
        """How many there are, the same for all jobs."""
        return next(job.places for job in self.computations if isinstance(job, KeyJob))

    def _of(self, *, stores: bool) -> list[int]:
        """The opcodes of jobs that change a place, or of those that read one."""
        jobs = enumerate(self.computations)
        return [i for i, job in jobs if isinstance(job, KeyJob) and job.stores is stores]

    def _stored(self, place: int, rng: Random) -> Encoded:
        """A job that changes a place, or only would where its key is wrong."""
        storing = self._of(stores=True)
        return self._at(place, rng.choice(storing), rng) if storing else self._bystander(rng)

    def _use(self, rng: Random) -> Encoded:
        """A job that reads a key, or one of the others."""
        reading = self._of(stores=False)
        return self.drawn(rng.choice(reading), rng) if reading and rng.randrange(4) else self._bystander(rng)

    def _bystander(self, rng: Random) -> Encoded:
        """Any job, or none; for a place that is none where it would be for one."""
        opcode = rng.randrange(len(self.computations) + 1)
        if opcode < len(self.computations) and isinstance(self.computations[opcode], KeyJob):
            return self._at(self._places + rng.randrange(self._places), opcode, rng)
        return self.drawn(opcode, rng)

    def _at(self, place: int, opcode: int, rng: Random) -> Encoded:
        """A random input, but for this place."""
        _, _, *rest = self.drawn(opcode, rng)
        return opcode, place, *rest
