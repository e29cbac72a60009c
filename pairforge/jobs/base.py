"""What a job is: an algorithm with decisions, a status among its results, and a model that shares no formula.

The first result is a *status*: 0 where all is well, else what is wrong with the input; then all other results
are 0. A core takes the same time for every input. Inputs that are elements must be below p (`canonical`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Protocol

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.prime_field import PrimeField
from pairforge.catalog.security import Security
from pairforge.jobs.canonical import SPOILT, complaint_about_words, refused, spoilt
from pairforge.jobs.statuses import NOT_BELOW_P
from pairforge.pairings.computation import Algorithm, Computation, Encoded, Stage
from pairforge.pairings.families.optimal_ate import AteCurve

STATUS = "status"
"""The name of the first result."""

STAGE = "all"
"""The name of the one stage."""


class Job(Computation):
    """An algorithm over the field of a pairing-friendly curve.

    Attributes
    ----------
    curve: whose groups it is about.
    what: the name of the algorithm, in front of the curve's in the name of the job.
    integers: names of the inputs that are no elements: what they may be, the algorithm looks at itself.
    """

    what: str
    integers: ClassVar[frozenset[str]] = frozenset()
    curve: AteCurve
    degree = 1
    polynomial = (1, 0)

    def __init__(
        self,
        curve: AteCurve,
        algorithm: Algorithm,
        inputs: tuple[str, ...],
        outputs: tuple[str, ...],
    ) -> None:
        self.curve = curve
        self.field = PrimeField(curve.p)
        self.name = f"{self.what}-{curve_label(curve)}"
        self.default_design = self.name
        self._unchecked = algorithm
        self.stages = (Stage(STAGE, {self.what: self._checked}, inputs, (STATUS, *outputs)),)

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Whether there is the job for a curve: y^2 = x^3 + b with a twist of degree 6 over F_p2."""
        family = curve.family
        return curve.a == 0 and (family.twist_degree, family.twist_field_degree) == (6, 2)

    @property
    def characteristic(self) -> int:  # type: ignore[override]
        """The prime p."""
        return self.curve.p

    @property
    def security(self) -> Security:
        """What it is worth today: that of its curve."""
        return self.curve.security

    def _checked(self, k: Any, /, *inputs: Any) -> tuple[Any, ...]:
        """The algorithm, behind a look at the inputs."""
        return self.refused(k, inputs, self._unchecked(k, *inputs))

    def refused(self, k: DecidingArithmetic[E], inputs: Sequence[E], results: Sequence[E]) -> tuple[E, ...]:
        """The results; `NOT_BELOW_P` and zeros where one of the inputs is an element that is none."""
        return refused(k, [inputs[i] for i in self._elements], results)

    @property
    def _elements(self) -> list[int]:
        """The places of the inputs that are elements."""
        return [i for i, name in enumerate(self.inputs) if name not in self.integers]

    def complaint_about_element(self, value: int) -> str | None:
        """Does it not fit in its words? Whether it is below p, the job says itself."""
        return complaint_about_words(value, self.curve.p)

    @abstractmethod
    def expected(self, inputs: Encoded) -> Encoded:
        """What the results are, the status first, for any elements of F_p, and any `integers`."""

    @abstractmethod
    def draw(self, rng: Random) -> Encoded:
        """Random inputs; of those that are wrong, for which the status is not 0, some of every kind; none of
        them with an element that is none.
        """

    def random_inputs(self, number: int, seed: int) -> list[Encoded]:
        """As `draw` has them; in some an input is p or more, or has a bit beyond the width of the field."""
        rng = Random(seed)
        drawn = [self.draw(rng) for _ in range(number)]
        places, p = self._elements, self.curve.p
        return [each if rng.randrange(SPOILT) else spoilt(each, places, p, rng) for each in drawn]

    def values(self, inputs: Sequence[Encoded]) -> list[Encoded]:
        """As `expected` has them; where an element is p or more, `NOT_BELOW_P` and zeros."""
        return list(map(self._value, inputs))

    def _value(self, inputs: Encoded) -> Encoded:
        return self.expected(inputs) if self.is_below_p(inputs) else self.not_below_p

    def is_below_p(self, inputs: Encoded) -> bool:
        """Whether all elements among the inputs are."""
        return all(inputs[i] < self.curve.p for i in self._elements)

    @property
    def not_below_p(self) -> Encoded:
        """The results where an element is not."""
        return NOT_BELOW_P, *(0,) * (len(self.outputs) - 1)

    def evaluated(self, inputs: Encoded, arithmetic: Any) -> Encoded:
        """The results of the algorithm itself, in an arithmetic that computes."""
        return tuple(map(int, self.stages[0].algorithm(arithmetic, *map(arithmetic.given, inputs))))


def curve_label(curve: AteCurve) -> str:
    """A curve's name in that of a job: `bls12-381` of `ate-bls12-381`."""
    return curve.name.removeprefix("ate-")


class Kind(Protocol):
    """A class of jobs: what makes one of a curve."""

    @property
    def what(self) -> str:
        """As `Job` has it."""
        ...

    def fits(self, curve: AteCurve) -> bool:
        """As `Job` has it."""
        ...

    def __call__(self, curve: AteCurve) -> Job:
        """The job."""
        ...
