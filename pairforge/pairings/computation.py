"""What the line turns into hardware: a computation over a field, in stages, with a model of its own.

A pairing is one (`pairings.base`); so is any other algorithm on elements (`pairforge.jobs`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.catalog.security import Security

Encoded: TypeAlias = tuple[int, ...]
"""Elements, each by its encoding."""

Algorithm: TypeAlias = Callable[..., tuple[Any, ...]]
"""An algorithm with the curve's parameters bound: an arithmetic of the pairing's field and as many elements
as the stage has inputs, to as many as it has outputs.
"""


@dataclass(frozen=True)
class Stage:
    """One stage of a pairing; its outputs are the next stage's inputs, by name.

    `algorithms`: the algorithms that compute it, by name; the first is what runs where none is asked for. Two
    algorithms of one stage may differ by a factor that the final exponentiation eliminates.
    """

    name: str
    algorithms: Mapping[str, Algorithm]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def algorithm(self) -> Algorithm:
        """The first of the algorithms."""
        return next(iter(self.algorithms.values()))


def join(name: str, stages: Sequence[Stage]) -> Stage:
    """Several stages as one: each algorithm gets what the one before it gives.

    Its algorithms are all choices of one algorithm of each, called by their names with + between.
    """
    if len(stages) == 1:
        return stages[0]
    choices = product(*(stage.algorithms.items() for stage in stages))
    algorithms = {
        "+".join(name for name, _ in choice): chain([part for _, part in choice]) for choice in choices
    }
    return Stage(name, algorithms, stages[0].inputs, stages[-1].outputs)


def chain(algorithms: Sequence[Algorithm]) -> Algorithm:
    """One algorithm behind the other: each gets what the one before it gives."""

    def algorithm(k: Arithmetic[E], /, *inputs: E) -> tuple[Any, ...]:
        for part in algorithms:
            inputs = part(k, *inputs)
        return inputs

    return algorithm


class Computation(ABC):
    """An algorithm over one field, and what its results are.

    Attributes
    ----------
    name, description: for people, the latter in one line.
    default_design: the design that computes it where none is asked for; empty: there is none.
    security: what it is worth today.
    published_as: the label of published designs to compare it with; empty: there are none.
    """

    name: str
    description: str
    default_design: str
    characteristic: int
    degree: int
    polynomial: tuple[int, ...]
    """Exponents of the polynomial that defines the base field, as the encoding has it."""
    stages: tuple[Stage, ...]
    """The algorithms, one a stage; none for a pairing that only the engine computes."""
    keeps: bool = False
    """Whether a result depends on inputs before: `values` says what comes of them one after the other."""
    over_quadratic: Algorithm | None = None
    """All stages in one, for an arithmetic over F_p2 whose first elements are in F_p, where there is one. Of
    its results the real parts count.
    """

    @property
    @abstractmethod
    def security(self) -> Security:
        """What it is worth today."""

    @property
    def published_as(self) -> str:
        """The label of published designs to compare it with; empty: there are none."""
        return ""

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the elements that go in."""
        return self.stages[0].inputs

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the elements that come out."""
        return self.stages[-1].outputs

    @property
    def width(self) -> int:
        """Bits of an element of the base field as it is encoded: as many a digit as p - 1 takes."""
        return self.degree * (self.characteristic - 1).bit_length()

    @property
    def polynomial_terms(self) -> tuple[tuple[int, int], ...]:
        """The polynomial as terms (exponent, coefficient)."""
        return tuple((exponent, 1) for exponent in self.polynomial)

    def stage(self, name: str) -> Stage:
        """The stage of that name (KeyError if there is none)."""
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise KeyError(name)

    @property
    def residuals(self) -> Mapping[str, Algorithm] | None:
        """Algorithms on the inputs of the first stage that give zeros where the inputs are what they must be,
        and only there. All say the same, on different operations. None: there are no such checks.
        """
        return None

    @property
    def residuals_over_quadratic(self) -> Algorithm | None:
        """The same for an arithmetic over F_p2, where there is one; of the results the real parts count."""
        return None

    @abstractmethod
    def random_inputs(self, number: int, seed: int) -> list[Encoded]:
        """Random valid inputs; the same for the same seed."""

    @abstractmethod
    def values(self, inputs: Sequence[Encoded]) -> list[Encoded]:
        """What the model says of valid inputs, one after the other."""

    @abstractmethod
    def complaint_about_element(self, value: int) -> str | None:
        """Why `value` encodes no element of the base field, or None if it does."""

    def invalid(self, inputs: Encoded) -> bool:
        """Whether the checks of the inputs, where there are any, find something wrong."""
        return False
