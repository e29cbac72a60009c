"""What a pairing is to the rest of Pairforge: algorithms by stage, encodings, validation, a model.

Points and values are passed as flat tuples of integers, each the encoding of one element of the base field as
the vectors have it; `shape` says how the vectors nest them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.catalog.security import Security
from pairforge.pairings.facts import CurveFacts
from pairforge.pairings.families.base import Curve

Encoded: TypeAlias = tuple[int, ...]
Shape: TypeAlias = int | tuple["Shape", ...]  # a number of coordinates, or one shape per entry


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


class Pairing(ABC):
    """One pairing: a curve, a map, and a variant of it.

    Attributes
    ----------
    name: that of the curve, with the variant behind it.
    curve: the curve's parameters, with its family and what the catalogue has of it.
    variant: "product2", "check", "prepared", or empty.
    description: for people, in one line.
    default_design: the design that computes it where none is asked for; empty: there is none.
    """

    name: str
    curve: Curve
    variant: str
    description: str
    default_design: str
    characteristic: int
    degree: int
    polynomial: tuple[int, ...]
    """Exponents of the polynomial that defines the base field, as the encoding has it."""
    stages: tuple[Stage, ...]
    """The algorithms, one a stage; none for a pairing that only the engine computes."""
    over_quadratic: Algorithm | None = None
    """All stages in one, for an arithmetic over F_p2 whose first elements are in F_p, where there is one. Of
    its results the real parts count.
    """
    p_shape: Shape = 2
    q_shape: Shape = 2
    e_shape: Shape

    def __init__(self, curve: Curve, variant: str = "") -> None:
        self.curve, self.variant = curve, variant
        self.name = f"{curve.name}-{variant}" if variant else curve.name
        self.description = curve.family.map_name(curve)
        self.default_design = "" if variant else curve.listing.design

    @property
    def security(self) -> Security:
        """What it is worth today: that of its curve."""
        return self.curve.security

    @property
    def map(self) -> str:
        """Which pairing it is: "eta", "tate" or "ate"."""
        return self.curve.listing.map

    @property
    def field_name(self) -> str:
        """The name of the base field, as rows of published designs have it."""
        return self.curve.listing.field

    @property
    def published_as(self) -> str:
        """The label of published designs to compare it with."""
        return self.curve.listing.published_as

    @property
    def embedding_degree(self) -> int:
        """The degree k of the field that the value is in."""
        return self.curve.family.embedding_degree

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the coordinates of P, then of Q, in the order of the vectors."""
        return self.stages[0].inputs

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the coefficients of the value, in the order of the vectors."""
        if self.stages:
            return self.stages[-1].outputs
        assert isinstance(self.e_shape, int)
        return tuple(f"e{i}" for i in range(self.e_shape))

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

    @abstractmethod
    def facts(self) -> CurveFacts:
        """What there is to say about the curve, computed and checked."""

    @abstractmethod
    def complaint_about_element(self, value: int) -> str | None:
        """Why `value` encodes no element of the base field, or None if it does."""

    @abstractmethod
    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Why the affine point `which` ("P" or "Q") is refused, or None if it is accepted."""

    @property
    @abstractmethod
    def residuals(self) -> Mapping[str, Algorithm]:
        """Algorithms on the inputs of the first stage that give zeros where the points satisfy the equations
        of their curves, and only there. All say the same, on different operations.
        """

    @property
    def residuals_over_quadratic(self) -> Algorithm | None:
        """The same for an arithmetic over F_p2, where there is one; of the results the real parts count."""
        return None

    def off_curve(self, P: Encoded, Q: Encoded) -> bool:
        """Whether a coordinate encodes no element of the base field, or a point does not satisfy its
        equation: what a core that checks says. Points of any order satisfy it.
        """
        invalid = any(self.complaint_about_element(value) for value in (*P, *Q))
        return invalid or not self.satisfied(P, Q)

    @abstractmethod
    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Whether points over the base field satisfy the equations of their curves."""

    @abstractmethod
    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The value at valid points, by running the algorithms on exact elements."""

    def _whole(self, k: Arithmetic[E], /, *inputs: E) -> tuple[Any, ...]:
        """The first algorithm of every stage, one after the other."""
        return join("model", self.stages).algorithm(k, *inputs)

    def model_batch(self, Ps: Sequence[Encoded], Qs: Sequence[Encoded]) -> list[Encoded]:
        """The values at many pairs of valid points."""
        return [self.model(P, Q) for P, Q in zip(Ps, Qs, strict=True)]

    @abstractmethod
    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Random valid pairs (P, Q); the same for the same seed."""
