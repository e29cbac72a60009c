"""What a job is: an algorithm with decisions, a status among its results, and a model that shares no formula.

The first result is a *status*: 0 where all is well, else what is wrong with the input; then all other results
are 0. A core takes the same time for every input.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from pairforge.algebra.prime_field import PrimeField
from pairforge.catalog.security import Security
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
    """

    what: str
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
        self.stages = (Stage(STAGE, {self.what: algorithm}, inputs, (STATUS, *outputs)),)

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

    def complaint_about_element(self, value: int) -> str | None:
        """Not below p?"""
        return self.field.complaint(value)

    @abstractmethod
    def expected(self, inputs: Encoded) -> Encoded:
        """What the results are, the status first, for any elements of F_p."""

    @abstractmethod
    def draw(self, rng: Random) -> Encoded:
        """Random inputs; of those that are wrong, for which the status is not 0, some of every kind."""

    def random_inputs(self, number: int, seed: int) -> list[Encoded]:
        """As `draw` has them."""
        rng = Random(seed)
        return [self.draw(rng) for _ in range(number)]

    def values(self, inputs: Sequence[Encoded]) -> list[Encoded]:
        """As `expected` has them."""
        return list(map(self.expected, inputs))

    def evaluated(self, inputs: Encoded, arithmetic: Any) -> Encoded:
        """The results of the algorithm itself, in an arithmetic that computes."""
        return tuple(map(int, self.stages[0].algorithm(arithmetic, *map(arithmetic.constant, inputs))))


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
