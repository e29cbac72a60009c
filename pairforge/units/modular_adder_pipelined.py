"""Addition and subtraction modulo a large prime, one every cycle: two sums of all bits and a choice.

Imports pipelines, wide arithmetic and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.fields.wide import WideResidues
from pairforge.units.options import LARGE_PRIME
from pairforge.units.parts.modular_sum import modular_sum
from pairforge.units.parts.networks import wide_of
from pairforge.units.parts.pipeline import Pipeline, Word
from pairforge.units.parts.signs import ADD, SUBTRACT, sign_of
from pairforge.units.parts.sum_pipeline import SumOptions, SumPipeline


@dataclass(frozen=True)
class PipelinedModularAdderOptions(SumOptions):
    """The keys of a `modular-adder-pipelined`; `PipelinedModularAdder` explains them."""

    kind: ClassVar[str] = "modular-adder-pipelined"
    operations: ClassVar[tuple[str, ...]] = ("add",)
    summary: ClassVar[str] = "Addition and subtraction modulo a large prime, one every cycle."
    over: ClassVar[str] = LARGE_PRIME

    def make(self, field: Field) -> PipelinedModularAdder:
        """The adder over a large prime."""
        return PipelinedModularAdder(prime_field(field), self.stages, self.network, self.clock)


@dataclass(frozen=True)
class PipelinedModularAdder(SumPipeline):
    """a + b mod p (attribute 1) or a - b mod p (attribute -1) with `stages` registers on each path.

    a + b and a + b - p, or a - b and a - b + p; the carries of both say which of them the result is. The
    second sum follows the first some bits behind. By a network of carries both are made at once.
    """

    field: PrimeField

    @property
    def kind(self) -> str:
        """Addition modulo p."""
        return "modular-adder-pipelined"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "modular_adder"

    @property
    def result(self) -> str:
        """The results as formulas."""
        return "a + b or a - b"

    @property
    def ring(self) -> PrimeField | WideResidues:
        """What its sums are in."""
        return self.field

    @property
    def operands(self) -> tuple[str, ...]:
        """The two terms."""
        return ("a", "b")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return (ADD, SUBTRACT)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`subtract` with the operands for a - b."""
        return (ControlInput("subtract", 1, 0, 1),) if sign_of(attribute) == SUBTRACT else ()

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a + b or a - b by integers."""
        a, b = operands
        self.ring.check(a, b)
        return (a + sign_of(attribute) * b) % self.ring.order

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other; sums just below, at and above p; sums that are powers of two.

        Each stands twice in a row, as operations take the constants round-robin.
        """
        corners, width, modulus = self.ring.corner_elements(), self.ring.width, self.ring.order
        totals = (-1, 0, 1, *(1 << place for place in range(width // 8, width, 16)))
        pairs = [(a, b) for a in corners for b in corners]
        pairs += [(a, (total - a) % modulus) for a in corners for total in totals]
        return [pair for pair in dict.fromkeys(pairs) for _ in self.constants]

    @property
    def _named(self) -> str:
        return "modular adder"

    def _result(self, pipe: Pipeline) -> Word:
        a, b = (pipe.m.input(name, self.ring.width) for name in self.operands)
        return self._sum(pipe, *map(pipe.input, (a, b, pipe.m.input("subtract"))))

    def _sum(self, pipe: Pipeline, a: Word, b: Word, subtract: Word) -> Word:
        below = self.ring.width - self.field.width  # bits of the modulus that are zero, below those of p
        return modular_sum(wide_of(self.network, pipe), self.ring.order, below, a, b, subtract)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return self._described(f"pipelined {self._named} and subtracter", "1 adds, -1 subtracts")
