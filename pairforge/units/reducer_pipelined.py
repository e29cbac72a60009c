"""Montgomery's reduction by itself, one every cycle: what brings values of double width back to elements.

Montgomery (1985), "Modular multiplication without trial division". Imports pipelines, wide arithmetic and the
field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.fields.wide import WideResidues
from pairforge.units.parts.block_pipeline import EveryCycleOptions, EveryCyclePipeline
from pairforge.units.parts.networks import wide_of
from pairforge.units.parts.pipeline import Pipeline, Word
from pairforge.units.parts.reduction import Reduction


@dataclass(frozen=True)
class PipelinedReducerOptions(EveryCycleOptions):
    """The keys of a `reducer-pipelined`; `PipelinedReducer` explains them."""

    kind: ClassVar[str] = "reducer-pipelined"
    operations: ClassVar[tuple[str, ...]] = ("reduce",)
    summary: ClassVar[str] = "Montgomery's reduction of products of double width, one every cycle."

    def make(self, field: Field) -> PipelinedReducer:
        """The reducer over a large prime."""
        return PipelinedReducer(
            prime_field(field), self.stages, self.levels, self.block, self.network, self.clock
        )


@dataclass(frozen=True)
class PipelinedReducer(EveryCyclePipeline):
    """a R^-1 mod p of any a below p R, R = 2^width; m and m p as in `PipelinedMontgomery`.

    U = (a + m p) / R <= (p R - 1 + (R - 1) p) / R < 2 p, so that p is taken off once at most.

    Parameters: as of every `BlockPipeline`; `levels` are those of a multiplier to which the reducer is the
    rest, m and m p have fewer.
    """

    @property
    def kind(self) -> str:
        """Reduction."""
        return "reducer-pipelined"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "reducer"

    @property
    def result(self) -> str:
        """The result as a formula."""
        return f"a / R, R = 2^{self.field.width}"

    @property
    def operands(self) -> tuple[str, ...]:
        """The value that is reduced."""
        return ("a",)

    @property
    def wide_ports(self) -> frozenset[str]:
        """What is reduced."""
        return frozenset("a")

    @property
    def radix(self) -> int:
        """R: the factor in the representation x R mod p of an element x."""
        return 1 << self.field.width

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a / R by integers."""
        (a,) = operands
        WideResidues(self.field).check(a)
        return a * pow(self.radix, -1, self.field.p) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner values; those with results 1 and p - 1 and with U just below, at and above p; lower halves
        for which m is all ones, above or below some place, under the least and the greatest upper half.
        """
        p, n, r = self.field.p, self.field.width, self.radix
        wide = WideResidues(self.field)
        halves = [1, r - 1]
        for low in range(0, n, 8):
            halves += [-(r - (1 << low)) * p % r, -((r >> low) - 1) * p % r]
        cases = [*wide.corner_elements(), *(high * r + low for low in halves for high in (0, p - 1))]
        cases += [result * r % wide.order for result in (1, p - 1)]
        for m in (0, 1, r // 2, r - 1):  # U = u where a = u R - m p
            cases += [u * r - m * p for u in (0, 1, p - 1, p, p + 1, 2 * p - 1)]
        return [(a,) for a in dict.fromkeys(cases) if 0 <= a < wide.order]

    def _result_in(self, pipe: Pipeline) -> Word:
        field = self.field
        a = pipe.input(pipe.m.input("a", WideResidues(field).width))
        return Reduction(field.p, self.depth).reduced(wide_of(self.network, pipe, self.block), a)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return self._described("pipelined Montgomery reduction")
