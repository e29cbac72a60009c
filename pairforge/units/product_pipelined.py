"""Products of all bits that are not reduced, one every cycle: the first part of Montgomery multiplication.

Imports pipelines, wide arithmetic and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.parts.block_pipeline import EveryCycleOptions, EveryCyclePipeline
from pairforge.units.parts.networks import wide_of
from pairforge.units.parts.pipeline import Pipeline, Word
from pairforge.units.parts.reduction import Reduction


@dataclass(frozen=True)
class PipelinedProductOptions(EveryCycleOptions):
    """The keys of a `product-pipelined`; `PipelinedProduct` explains them."""

    kind: ClassVar[str] = "product-pipelined"
    operations: ClassVar[tuple[str, ...]] = ("product",)
    summary: ClassVar[str] = (
        "Products of double width over a large prime, which are reduced later, one a cycle."
    )

    def make(self, field: Field) -> PipelinedProduct:
        """The multiplier over a large prime."""
        return PipelinedProduct(
            prime_field(field), self.stages, self.levels, self.block, self.network, self.clock
        )


@dataclass(frozen=True)
class PipelinedProduct(EveryCyclePipeline):
    """The integer a b, by Karatsuba's identity: from 0 <= a, b < p follows 0 <= y <= (p - 1)^2 < p R.

    Parameters: as of every `BlockPipeline`.
    """

    @property
    def kind(self) -> str:
        """Multiplication without reduction."""
        return "product-pipelined"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "product"

    @property
    def result(self) -> str:
        """The result as a formula."""
        return "a b, not reduced"

    @property
    def operands(self) -> tuple[str, ...]:
        """Factors."""
        return ("a", "b")

    @property
    def wide_ports(self) -> frozenset[str]:
        """The product."""
        return frozenset("y")

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a b by integers."""
        a, b = operands
        self.field.check(a, b)
        return a * b

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other; powers of two against each other and runs of ones."""
        p, n = self.field.p, self.field.width
        corners = self.field.corner_elements()
        powers = [1 << place for place in range(0, n, 16)]
        pairs = [(a, b) for a in corners for b in (*corners, *powers)]
        pairs += [(p - a, p - b) for a in powers for b in powers[:4]]
        return [pair for pair in dict.fromkeys(pairs) if min(pair) >= 0 and max(pair) < p]

    def _result_in(self, pipe: Pipeline) -> Word:
        field = self.field
        a, b = (pipe.input(pipe.m.input(name, field.width)) for name in self.operands)
        return Reduction(field.p, self.depth).product(wide_of(self.network, pipe, self.block), a, b)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return self._described("pipelined multiplier without reduction")
