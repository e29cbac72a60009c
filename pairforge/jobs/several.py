"""Several computations on one core: a number in front of each input, the *opcode*, says which one it is for.

All inputs have as many elements as the longest one, and all outputs, the rest being zeros. The first element
of every output is a status: that of the job, 0 of a pairing, `OPCODE` where the number is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random

from pairforge.algebra.arithmetic import DecidingArithmetic, E, KeepingArithmetic
from pairforge.catalog.security import Security
from pairforge.errors import UserError
from pairforge.jobs.base import STAGE, STATUS, Job
from pairforge.jobs.canonical import SPOILT, complaint_about_words, refused, spoilt, word_bits
from pairforge.jobs.decide import choose, integer
from pairforge.jobs.key_inputs import KeyInputs
from pairforge.jobs.keys import KeyJob, Loaded
from pairforge.jobs.statuses import NOT_BELOW_P, OPCODE
from pairforge.pairings.computation import Computation, Encoded, Stage, join

OPCODE_INPUT = "opcode"
"""The name of the first element of an input."""

REFUSED = "refused"
"""What a core runs where there is no job of that number."""


@dataclass(frozen=True)
class Part:
    """One of the computations as a core has it: `number` is its opcode."""

    number: int
    computation: Computation
    inputs: int
    outputs: int

    @property
    def has_status(self) -> bool:
        """Whether its own first output is a status."""
        return isinstance(self.computation, Job)

    @cached_property
    def stage(self) -> Stage:
        """Its algorithm behind an opcode, with inputs that are left over and zeros behind the results."""
        own = self.computation
        left = self.inputs - 1 - len(own.inputs)
        results = own.outputs if self.has_status else (STATUS, *own.outputs)
        names = OPCODE_INPUT, *own.inputs, *(f"left{i}" for i in range(left))
        zeros = tuple(f"zero{i}" for i in range(self.outputs - len(results)))
        return Stage(STAGE, {own.name: self._algorithm}, names, (*results, *zeros))

    def _algorithm(self, k: KeepingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        own, zero = self.computation, k.constant(0)
        opcode, *given = inputs
        given = given[: len(own.inputs)]
        asked = k.equal(k.integer(opcode), integer(k, self.number))
        if isinstance(own, KeyJob):
            made = own.checked_where(k, asked, *given)
        else:
            made = join("all", own.stages).algorithm(k, *given)
        results = made if self.has_status else refused(k, given, (zero, *made))
        unknown = (k.constant(OPCODE), *(zero for _ in results[1:]))
        filled = (zero,) * (self.outputs - len(results))
        return *choose(k, asked, results, unknown), *filled

    def random_inputs(self, count: int, seed: int) -> list[Encoded]:
        """Random inputs of the computation, as a core takes them; among a pairing's some that are none."""
        drawn, rng = self.computation.random_inputs(count, seed), Random(seed)
        if not self.has_status:
            places, p = range(len(self.computation.inputs)), self.computation.characteristic
            drawn = [each if rng.randrange(SPOILT) else spoilt(each, places, p, rng) for each in drawn]
        return list(map(self.asked, drawn))

    def value(self, inputs: Encoded, loaded: Loaded) -> Encoded:
        """The results of what came behind the opcode, as a core with these keys gives them."""
        given = inputs[: len(self.computation.inputs)]
        if isinstance(self.computation, KeyJob):
            return self.padded(self.computation.answered(loaded, given))
        if not self.has_status and max(given) >= self.computation.characteristic:
            return NOT_BELOW_P, *(0,) * (self.outputs - 1)
        (value,) = self.computation.values([given])
        return self.padded(value)

    def padded(self, results: Encoded) -> Encoded:
        """The results of the computation as a core gives them."""
        whole = results if self.has_status else (0, *results)
        return *whole, *(0,) * (self.outputs - len(whole))

    def asked(self, inputs: Encoded) -> Encoded:
        """The inputs of the computation as a core takes them."""
        whole = (self.number, *inputs)
        return *whole, *(0,) * (self.inputs - len(whole))


class Several(Computation):
    """Computations over one field, named by a list of theirs.

    Raises
    ------
    UserError
        They are over different fields, or over one of characteristic 2 or 3.
    """

    default_design = ""

    def __init__(self, name: str, computations: Sequence[Computation]) -> None:
        self.name = name
        first = computations[0]
        for each in computations:
            if each.characteristic != first.characteristic or each.degree != 1:
                raise UserError(
                    f"jobs: {each.name} is not over the field of {first.name}; take jobs of one prime field"
                )
        self.characteristic, self.degree, self.polynomial = first.characteristic, 1, first.polynomial
        self.description = f"{len(computations)} jobs: {', '.join(each.name for each in computations)}"
        inputs = 1 + max(len(each.inputs) for each in computations)
        outputs = max(len(each.outputs) + (not isinstance(each, Job)) for each in computations)
        self.parts = tuple(Part(i, each, inputs, outputs) for i, each in enumerate(computations))
        self.stages = (
            Stage(
                STAGE,
                {REFUSED: self._refused},
                (OPCODE_INPUT, *(f"in{i}" for i in range(1, inputs))),
                (STATUS, *(f"out{i}" for i in range(1, outputs))),
            ),
        )

    def with_places(self, places: int) -> Several:
        """The same on a core with so many places for keys."""
        those = (part.computation for part in self.parts)
        return Several(self.name, [j.with_places(places) if isinstance(j, KeyJob) else j for j in those])

    @property
    def security(self) -> Security:
        """That of the first."""
        return self.parts[0].computation.security

    @property
    def keeps(self) -> bool:  # type: ignore[override]
        """Whether one of them does."""
        return any(part.computation.keeps for part in self.parts)

    @property
    def programs(self) -> dict[str, Stage]:
        """What a core runs, by the order of opcodes; the last one where there is none of that number."""
        return {part.computation.name: part.stage for part in self.parts} | {REFUSED: self.stages[0]}

    def _refused(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        zero, opcode = k.constant(0), k.integer(inputs[0])
        never = k.less(opcode, opcode)  # so that nothing leaves before anything has come
        return k.select(never, 0, zero, k.constant(OPCODE)), *(zero for _ in self.outputs[1:])

    def complaint_about_element(self, value: int) -> str | None:
        """Does it not fit in its words?"""
        return complaint_about_words(value, self.characteristic)

    def inputs_of(self, number: int, count: int, seed: int) -> list[Encoded]:
        """Random inputs for one of the jobs; beyond the last, with the first opcode that is none."""
        if number < len(self.parts):
            return self.parts[number].random_inputs(count, seed)
        rng = Random(seed)
        return [(number, *self._noise(rng)) for _ in range(count)]

    def _drawn(self, opcode: int, rng: Random) -> Encoded:
        """Random inputs for an opcode; where that is the number of jobs, for one that is none."""
        if opcode < len(self.parts):
            return self.inputs_of(opcode, 1, rng.getrandbits(32))[0]
        none = rng.randrange(len(self.parts), self.characteristic)
        return rng.choice((none, len(self.parts))), *self._noise(rng)

    def _noise(self, rng: Random) -> Encoded:
        """Elements that mean nothing, behind an opcode."""
        return tuple(rng.randrange(self.characteristic) for _ in self.inputs[1:])

    def random_inputs(self, number: int, seed: int) -> list[Encoded]:
        """Of all jobs by turns, and with opcodes that are none, of which the lowest bits are those of any: a
        sequencer looks at no others, the program does. With keys as `KeyInputs` has them.
        """
        rng, jobs = Random(seed), len(self.parts)
        if self.keeps:
            found = KeyInputs([part.computation for part in self.parts], self._drawn)
            return list(islice(found.all(rng), number))
        drawn = [iter(self.inputs_of(job, -(-number // jobs), seed)) for job in range(jobs)]
        p = self.characteristic
        wrong = rng.randrange(jobs, p)
        none = jobs, wrong, p - 1 - wrong % 64, rng.randrange(jobs) | 1 << word_bits(p) - 1
        return [
            (rng.choice(none), *self._noise(rng)) if i % (jobs + 1) == jobs else next(drawn[i % (jobs + 1)])
            for i in range(number)
        ]

    def values(self, inputs: Sequence[Encoded]) -> list[Encoded]:
        """Of each the job that its opcode says, one after the other behind a reset."""
        loaded: Loaded = {}
        return [self._value(each, loaded) for each in inputs]

    def _value(self, inputs: Encoded, loaded: Loaded) -> Encoded:
        opcode, *given = inputs
        if opcode >= len(self.parts):
            return OPCODE, *(0,) * (len(self.outputs) - 1)
        return self.parts[opcode].value(tuple(given), loaded)
