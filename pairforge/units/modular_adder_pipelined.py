"""Addition and subtraction modulo a large prime, one every cycle: two sums of all bits and a choice.

Imports pipelines, wide arithmetic and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Module
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.fields.wide import WideResidues
from pairforge.units.options import LARGE_PRIME, UnitOptions, clock_option, integer
from pairforge.units.parts.modular_sum import modular_sum
from pairforge.units.parts.networks import RIPPLE, network_option, pipeline_of, tag_of, wide_of
from pairforge.units.parts.pipeline import Pipeline, Word, register_bits, stages_for
from pairforge.units.parts.signs import ADD, SUBTRACT, sign_of


@dataclass(frozen=True)
class PipelinedModularAdderOptions(UnitOptions):
    """The keys of a `modular-adder-pipelined`; `PipelinedModularAdder` explains them."""

    kind: ClassVar[str] = "modular-adder-pipelined"
    operations: ClassVar[tuple[str, ...]] = ("add",)
    summary: ClassVar[str] = "Addition and subtraction modulo a large prime, one every cycle."
    over: ClassVar[str] = LARGE_PRIME

    stages: int = integer(
        0, least=0, most=64, about="registers on each path, the latency; 0: what the clock needs, or 1"
    )
    network: str = network_option()
    clock: int = clock_option()

    def make(self, field: Field) -> PipelinedModularAdder:
        """The adder over a large prime."""
        return PipelinedModularAdder(prime_field(field), self.stages, self.network, self.clock)


@dataclass(frozen=True)
class PipelinedModularAdder(UnitBase):
    """a + b mod p (attribute 1) or a - b mod p (attribute -1) with `stages` registers on each path.

    a + b and a + b - p, or a - b and a - b + p; the carries of both say which of them the result is. The
    second sum follows the first some bits behind. By a network of carries both are made at once.
    """

    field: PrimeField
    stages: int = 0
    network: str = RIPPLE
    clock: float = 0
    threads: int = 1

    def __post_init__(self) -> None:
        if self.stages < 0:
            raise UserError(f"stages {self.stages}: must be at least 1, or 0 for what the clock needs")

    def clocked(self, mhz: float, threads: int) -> PipelinedModularAdder:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz, threads=threads)

    @cached_property
    def depth(self) -> int:
        """The stages that were asked for, or those that the clock needs."""
        if self.stages or not self.clock:
            return self.stages or 1
        pipe = self._pipe(Module("trial"))
        return stages_for(pipe.needed(self._result(pipe)), self.threads)

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

    def latency(self, attribute: int | None = None) -> int:
        """The stages."""
        return self.depth

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

    def module(self) -> Module:
        """The adder; ports clk, a, b, subtract, y."""
        m = self._made(self.depth).m
        m.for_threads = lambda threads, late: self._made(self.depth * threads - late).m
        return m

    @property
    def _named(self) -> str:
        return "modular adder"

    @property
    def _modulus(self) -> str:
        return f"p = {self.field.p:#x}"

    def _made(self, registers: int) -> Pipeline:
        """The module with so many registers on each path, and what it is made of."""
        field = self.field
        m = Module(
            f"{self.stem}_{field.name}_s{registers}{tag_of(self.network)}",
            f"{self.result} modulo {self._modulus},\none a cycle, {registers} registers on each path.",
        )
        m.input("clk")
        pipe = self._pipe(m)
        (y,) = pipe.place((self._result(pipe), registers))
        m.output("y", y)
        return pipe

    def _pipe(self, m: Module) -> Pipeline:
        return pipeline_of(self.network, m, self.clock, self.threads)

    def _result(self, pipe: Pipeline) -> Word:
        a, b = (pipe.m.input(name, self.ring.width) for name in self.operands)
        return self._sum(pipe, *map(pipe.input, (a, b, pipe.m.input("subtract"))))

    def _sum(self, pipe: Pipeline, a: Word, b: Word, subtract: Word) -> Word:
        below = self.ring.width - self.field.width  # bits of the modulus that are zero, below those of p
        return modular_sum(wide_of(self.network, pipe), self.ring.order, below, a, b, subtract)

    def area_model(self) -> AreaModel:
        """Tables of two sums and a choice, registers exactly."""
        return self._area

    @cached_property
    def _area(self) -> AreaModel:
        made = self._made(self.depth)
        return AreaModel(lut=made.tables, ff=register_bits(made.m))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": f"pipelined {self._named} and subtracter",
            "field": f"{self.field.label}, {self.field.definition}",
            "stages": self.depth,
            "network": self.network,
            "constants": "1 adds, -1 subtracts",
        }
