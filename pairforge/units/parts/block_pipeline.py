"""Units that are one pipeline of multiplier blocks: their registers, their module and its area.

A class of units inherits `BlockPipeline`, declares the keys named there, and says what its result is.
Imports pipelines, wide arithmetic and the contract of units.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from pairforge.errors import UserError
from pairforge.hdl import Module
from pairforge.units.base import AreaModel, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.options import LARGE_PRIME, UnitOptions, clock_option, integer
from pairforge.units.parts.networks import RIPPLE, network_option, pipeline_of, tag_of
from pairforge.units.parts.pipeline import Pipeline, Word, register_bits, stages_for

CHOSEN = -1
"""The value of `levels` that leaves it to the unit."""

MOST_LEVELS = 6
MOST_STAGES = 96

_SMALLEST = 64  # bits of the products that blocks make, where the unit chooses


def levels_option() -> int:
    """The key of a unit's options: levels of Karatsuba's identity."""
    key: int = integer(CHOSEN, least=CHOSEN, most=MOST_LEVELS, about="of Karatsuba (-1: down to 64 bits)")
    return key


def block_option() -> int:
    """The key of a unit's options: the multiplier blocks of the target."""
    key: int = integer(
        24, least=17, most=32, metavar="BITS", about="bits of the wider operand of a multiplier block"
    )
    return key


@dataclass(frozen=True)
class EveryCycleOptions(UnitOptions):
    """The keys of an `EveryCyclePipeline`."""

    over: ClassVar[str] = LARGE_PRIME

    stages: int = integer(
        0,
        least=0,
        most=MOST_STAGES,
        about="registers on each path, the latency; 0: what the clock needs, or 4",
    )
    levels: int = levels_option()
    block: int = block_option()
    network: str = network_option()
    clock: int = clock_option()


class BlockPipeline(UnitBase):
    """A unit over F_p whose result is a step of a pipeline.

    Attributes
    ----------
    stages:
        The latency, at least the interval; 0: what the clock needs, or 4.
    levels:
        Of Karatsuba's identity in products of all bits. -1: so many that the products left have at most 64
        bits.
    block:
        Unsigned bits of the wider operand of a multiplier block: 17 for Virtex-4 and before and for Lattice,
        24 for Virtex-6 and 7 series, 26 for UltraScale+. The other one has 17.
    network:
        How carries go through sums, `parts.networks`.
    """

    field: Field
    stages: int
    levels: int
    block: int
    network: str
    clock: float
    threads: int

    def __post_init__(self) -> None:
        if 0 != self.stages < self.digits:
            raise UserError(f"stages {self.stages}: must be at least {self.digits}, the interval")
        if not CHOSEN <= self.levels <= MOST_LEVELS:
            raise UserError(
                f"levels {self.levels}: must be from 0 to {MOST_LEVELS}, or -1 to leave it to the unit"
            )
        if not 17 <= self.block <= 32:
            raise UserError(f"block {self.block}: must be from 17 to 32 bits")

    @property
    @abstractmethod
    def stem(self) -> str:
        """What the names of its modules begin with."""

    @property
    @abstractmethod
    def result(self) -> str:
        """The result as a formula."""

    @abstractmethod
    def _result_in(self, pipe: Pipeline) -> Word:
        """The result of operands that are inputs of the module."""

    @abstractmethod
    def clocked(self, mhz: float, threads: int) -> Self:
        """See `ClockedUnit`."""

    @property
    def _loops(self) -> str:
        """What tells loops of its pipeline apart in the names of modules."""
        return ""

    @property
    def prime(self) -> PrimeField:
        """The field of its products."""
        return prime_field(self.field)

    @property
    def digits(self) -> int:
        """Cycles of a product: a digit of its second factor in each."""
        return self.interval()

    @cached_property
    def registers(self) -> int:
        """The stages that were asked for, or those that the clock needs, or 4."""
        every = self.digits
        if self.stages or not self.clock:
            return self.stages or max(4, every)
        pipe = self._pipe(Module("trial"), self.threads)
        needed = pipe.needed(self._result_in(pipe)) + self.threads * (every - 1)
        return max(every, stages_for(needed, self.threads))

    @property
    def depth(self) -> int:
        """Levels of Karatsuba's identity in use."""
        if self.levels != CHOSEN:
            return self.levels
        digit = -(-self.prime.width // self.digits)
        return max(0, (-(-digit // _SMALLEST) - 1).bit_length())

    @cached_property
    def blocks(self) -> int:
        """Multiplier blocks, before synthesis leaves out those of constants that need none."""
        return self._made(1, 0).blocks

    def latency(self, attribute: int | None = None) -> int:
        """The stages."""
        return self.registers

    def module(self) -> Module:
        """The unit; ports clk, the operands, control inputs where there are any, y."""
        m = self._made(1, 0).m
        m.for_threads = lambda threads, late: self._made(threads, late).m
        return m

    def _made(self, threads: int, late: int) -> Pipeline:
        """The module for threads whose inputs are so late, and what it is made of."""
        every = self.digits
        registers = self.registers * threads - late
        how_often = "one result a cycle" if every == 1 else f"a result every {every} cycles"
        tags = (f"{self._loops}_x{threads}" if self._loops else "") + tag_of(self.network)
        m = Module(
            f"{self.stem}_{self.field.name}_s{registers}_k{self.depth}_b{self.block}{tags}",
            f"{self.result}, modulo p = {self.prime.p:#x}:\n{how_often}, {registers} registers on each path.",
        )
        m.input("clk")
        pipe = self._pipe(m, threads)
        (y,) = pipe.place((self._result_in(pipe), registers - threads * (every - 1)))
        m.output("y", y)
        return pipe

    def _pipe(self, m: Module, threads: int) -> Pipeline:
        return pipeline_of(self.network, m, self.clock, self.threads, threads)

    def area_model(self) -> AreaModel:
        """Tables of all adders and choices; registers, some of which become part of multiplier blocks.

        The blocks are not counted.
        """
        return self._area

    @cached_property
    def _area(self) -> AreaModel:
        made = self._made(1, 0)
        return AreaModel(lut=made.tables, ff=register_bits(made.m))

    def _described(self, what: str, **more: int | str) -> dict[str, int | str]:
        """Options and what follows from them, `more` behind the stages."""
        return {
            "unit": what,
            "field": f"{self.field.label}, {self.field.definition}",
            "stages": self.registers,
            **more,
            "levels": self.depth,
            "block": self.block,
            "network": self.network,
            "multiplier blocks": self.blocks,
            "result": self.result,
        }


@dataclass(frozen=True)
class EveryCyclePipeline(BlockPipeline):
    """A `BlockPipeline` that takes operands every cycle, and has no other keys."""

    field: PrimeField
    stages: int = 0
    levels: int = CHOSEN
    block: int = 24
    network: str = RIPPLE
    clock: float = 0
    threads: int = 1

    def clocked(self, mhz: float, threads: int) -> Self:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz, threads=threads)
