"""What a pairing is to the rest of Pairforge: algorithms by stage, encodings, validation, a model.

Points and values are passed as flat tuples of integers, each the encoding of one element of the base field as
the vectors have it; `shape` says how the vectors nest them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.catalog.security import Security
from pairforge.pairings.computation import Algorithm, Computation, Encoded, join
from pairforge.pairings.facts import CurveFacts
from pairforge.pairings.families.base import Curve

Shape: TypeAlias = int | tuple["Shape", ...]  # a number of coordinates, or one shape per entry


class Pairing(Computation):
    """One pairing: a curve, a map, and a variant of it.

    Attributes
    ----------
    name: that of the curve, with the variant behind it.
    curve: the curve's parameters, with its family and what the catalogue has of it.
    variant: "product2", "check", "prepared", or empty.
    description: for people, in one line.
    default_design: the design that computes it where none is asked for; empty, or not in the catalogue: none.
    """

    curve: Curve
    variant: str
    p_shape: Shape = 2
    q_shape: Shape = 2
    e_shape: Shape

    def __init__(self, curve: Curve, variant: str = "") -> None:
        self.curve, self.variant = curve, variant
        self.name = f"{curve.name}-{variant}" if variant else curve.name
        self.description = curve.family.map_name(curve)
        # A variant's design has the name of its curve's, with the variant in it; not every curve has one.
        self.default_design = curve.listing.design.replace(curve.name, self.name)

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
    def outputs(self) -> tuple[str, ...]:
        """The names of the coefficients of the value, in the order of the vectors."""
        if self.stages:
            return self.stages[-1].outputs
        assert isinstance(self.e_shape, int)
        return tuple(f"e{i}" for i in range(self.e_shape))

    @abstractmethod
    def facts(self) -> CurveFacts:
        """What there is to say about the curve, computed and checked."""

    @abstractmethod
    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Why the affine point `which` ("P" or "Q") is refused, or None if it is accepted."""

    @property
    @abstractmethod
    def residuals(self) -> Mapping[str, Algorithm]:
        """Algorithms on the inputs of the first stage that give zeros where the points satisfy the equations
        of their curves, and only there. All say the same, on different operations.
        """

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

    def random_inputs(self, number: int, seed: int) -> list[Encoded]:
        """The coordinates of random valid pairs."""
        return [(*P, *Q) for P, Q in self.random_points(number, seed)]

    def values(self, inputs: Sequence[Encoded]) -> list[Encoded]:
        """The values at the pairs with these coordinates."""
        pairs = list(map(self._pair, inputs))
        return self.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])

    def invalid(self, inputs: Encoded) -> bool:
        """As `off_curve` says of the pair with these coordinates."""
        return self.off_curve(*self._pair(inputs))

    def _pair(self, inputs: Encoded) -> tuple[Encoded, Encoded]:
        """P and Q of their coordinates."""
        first = _size(self.p_shape)
        return inputs[:first], inputs[first:]


def _size(shape: Shape) -> int:
    """How many elements it has."""
    return shape if isinstance(shape, int) else sum(map(_size, shape))
