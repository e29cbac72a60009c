"""Units that are one pipeline of sums: their registers, their module and its area.

A class of units inherits `SumPipeline`, declares its field, and says what its result is. Imports pipelines
and the contract of units.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from pairforge.errors import UserError
from pairforge.hdl import Module
from pairforge.units.base import AreaModel, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.options import UnitOptions, clock_option, integer
from pairforge.units.parts.networks import RIPPLE, network_option, pipeline_of, tag_of
from pairforge.units.parts.pipeline import Pipeline, Word, register_bits, stages_for


@dataclass(frozen=True)
class SumOptions(UnitOptions):
    """The keys that all pipelines of sums have."""

    stages: int = integer(
        0, least=0, most=64, about="registers on each path, the latency; 0: what the clock needs, or 1"
    )
    network: str = network_option()
    clock: int = clock_option()


@dataclass(frozen=True)
class SumPipeline(UnitBase):
    """A unit whose result is a step of a pipeline, with `stages` registers on each path, one every cycle."""

    field: Field
    stages: int = 0
    network: str = RIPPLE
    clock: float = 0
    threads: int = 1

    def __post_init__(self) -> None:
        if self.stages < 0:
            raise UserError(f"stages {self.stages}: must be at least 1, or 0 for what the clock needs")

    def clocked(self, mhz: float, threads: int) -> Self:
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
    @abstractmethod
    def stem(self) -> str:
        """What the names of its modules begin with."""

    @property
    @abstractmethod
    def result(self) -> str:
        """The results as formulas."""

    @property
    def about(self) -> str:
        """What the hardware computes, for its header."""
        return f"{self.result} modulo {self._modulus}"

    @property
    def _modulus(self) -> str:
        return f"p = {self.field.characteristic:#x}"

    @abstractmethod
    def _result(self, pipe: Pipeline) -> Word:
        """The result of operands that are inputs of the module."""

    def latency(self, attribute: int | None = None) -> int:
        """The stages."""
        return self.depth

    def module(self) -> Module:
        """The unit; ports clk, the operands, control inputs, y."""
        m = self._made(self.depth).m
        m.for_threads = lambda threads, late: self._made(self.depth * threads - late).m
        return m

    def _made(self, registers: int) -> Pipeline:
        """The module with so many registers on each path, and what it is made of."""
        m = Module(
            f"{self.stem}_{self.field.name}_s{registers}{tag_of(self.network)}",
            f"{self.about},\none a cycle, {registers} registers on each path.",
        )
        m.input("clk")
        pipe = self._pipe(m)
        (y,) = pipe.place((self._result(pipe), registers))
        m.output("y", y)
        return pipe

    def _pipe(self, m: Module) -> Pipeline:
        return pipeline_of(self.network, m, self.clock, self.threads)

    def area_model(self) -> AreaModel:
        """Tables of all sums and choices, registers exactly."""
        return self._area

    @cached_property
    def _area(self) -> AreaModel:
        made = self._made(self.depth)
        return AreaModel(lut=made.tables, ff=register_bits(made.m))

    def _described(self, what: str, constants: str) -> dict[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": what,
            "field": f"{self.field.label}, {self.field.definition}",
            "stages": self.depth,
            "network": self.network,
            "constants": constants,
        }
