"""Montgomery multiplication, a product every cycle or every few: one long pipeline of wide products.

Montgomery (1985), "Modular multiplication without trial division"; Karatsuba and Ofman (1962). Imports
pipelines, wide arithmetic and the field.
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
from pairforge.units.options import LARGE_PRIME, UnitOptions, choice, clock_option, integer
from pairforge.units.parts.networks import RIPPLE, network_option, pipeline_of, tag_of, wide_of
from pairforge.units.parts.pipeline import Pipeline, Word, register_bits, stages_for
from pairforge.units.parts.reduction import Reduction
from pairforge.units.parts.wide import Wide

CHOSEN = -1
"""The value of `levels` that leaves it to the unit."""

EVERY = (1, 2, 4, 8, 16, 32)
"""Intervals there are."""

SEPARATE, INTEGRATED = "separate", "integrated"
"""How T and m p come together, where a product takes several cycles: each with an accumulator of its own, or
in one."""

MOST_LEVELS = 6

_SMALLEST = 64  # bits of the products that blocks make, where the unit chooses


@dataclass(frozen=True)
class MontgomeryOptions(UnitOptions):
    """The keys that all pipelined multipliers have; `PipelinedMontgomery` explains them."""

    over: ClassVar[str] = LARGE_PRIME

    stages: int = integer(
        0,
        least=0,
        most=96,
        about="registers on each path, the latency, at least `interval`; 0: what the clock needs, or 4",
    )
    levels: int = integer(CHOSEN, least=CHOSEN, most=MOST_LEVELS, about="of Karatsuba (-1: down to 64 bits)")
    block: int = integer(
        24,
        least=17,
        most=32,
        metavar="BITS",
        about="bits of the wider operand of a multiplier block",
    )


@dataclass(frozen=True)
class PipelinedMontgomeryOptions(MontgomeryOptions):
    """The keys of a `montgomery-pipelined`; `PipelinedMontgomery` explains them."""

    kind: ClassVar[str] = "montgomery-pipelined"
    operations: ClassVar[tuple[str, ...]] = ("mul",)
    summary: ClassVar[str] = "Montgomery multiplication modulo a large prime, one every `interval` cycles."

    interval: int = integer(1, most=max(EVERY), about="cycles between results, a power of two")
    reduction: str = choice(
        SEPARATE, SEPARATE, INTEGRATED, about="with an interval: m p in an accumulator of its own, or in one"
    )
    network: str = network_option()
    clock: int = clock_option()

    def make(self, field: Field) -> PipelinedMontgomery:
        """The multiplier over a large prime."""
        return PipelinedMontgomery(
            prime_field(field),
            self.stages,
            self.levels,
            self.block,
            self.interval,
            self.reduction == INTEGRATED,
            self.network,
            self.clock,
        )


@dataclass(frozen=True)
class PipelinedMontgomery(UnitBase):
    """a b R^-1 mod p, R = 2^width, with `stages` registers on each path, a product every `every` cycles.

    T = a b by Karatsuba's identity; m = T p' mod R, p' = -p^-1 mod R, of which only the lower half is made;
    U = (T + m p) / R < 2 p, less p where it reaches p. The lower half of T + m p is zero, so of m p only the
    upper half is made, and g bits below it. What is left out is less than 2^g in units of the lowest of these
    and would make all g of them zero: U is the sum of what there is, rounded up.

    Parameters
    ----------
    field:
        Any odd prime.
    stages:
        The latency, at least `every`.
    levels:
        Of Karatsuba's identity in T; fewer in the other two. More take fewer multiplier blocks and more
        tables. -1: so many that the products left have at most 64 bits.
    block:
        Unsigned bits of the wider operand of a multiplier block: 17 for Virtex-4 and before and for Lattice,
        24 for Virtex-6 and 7 series, 26 for UltraScale+. The other one has 17.
    every:
        Cycles from one product to the next: 1, or 2 to 32 digits of b, T and m on smaller multipliers.
    integrated:
        Whether T and m p share an accumulator: fewer multiplier blocks, but a longer loop, whose registers
        are those of several threads.
    network:
        How carries go through sums, `parts.networks`.
    """

    field: PrimeField
    stages: int = 0
    levels: int = CHOSEN
    block: int = 24
    every: int = 1
    integrated: bool = False
    network: str = RIPPLE
    clock: float = 0
    threads: int = 1

    def __post_init__(self) -> None:
        if self.every not in EVERY:
            raise UserError(f"interval {self.every}: must be one of {', '.join(map(str, EVERY))}")
        if self.integrated and self.every == 1:
            raise UserError("reduction integrated: needs an interval of 2 or more")
        if 0 != self.stages < self.every:
            raise UserError(f"stages {self.stages}: must be at least {self.every}, the interval")
        if not CHOSEN <= self.levels <= MOST_LEVELS:
            raise UserError(
                f"levels {self.levels}: must be from 0 to {MOST_LEVELS}, or -1 to leave it to the unit"
            )
        if not 17 <= self.block <= 32:
            raise UserError(f"block {self.block}: must be from 17 to 32 bits")

    def clocked(self, mhz: float, threads: int) -> PipelinedMontgomery:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz, threads=threads)

    @cached_property
    def registers(self) -> int:
        """The stages that were asked for, or those that the clock needs, or 4."""
        if self.stages or not self.clock:
            return self.stages or max(4, self.every)
        pipe = self._pipe(Module("trial"), self.threads)
        needed = pipe.needed(self._result_in(pipe)) + self.threads * (self.every - 1)
        return max(self.every, stages_for(needed, self.threads))

    @property
    def kind(self) -> str:
        """Montgomery multiplication."""
        return "montgomery-pipelined"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "montgomery"

    @property
    def result(self) -> str:
        """The result as a formula."""
        return f"a b / R, R = 2^{self.field.width}"

    @property
    def operands(self) -> tuple[str, ...]:
        """Factors."""
        return ("a", "b")

    @property
    def radix(self) -> int:
        """R: the factor in the representation a R mod p of an element a."""
        return 1 << self.field.width

    @property
    def depth(self) -> int:
        """Levels of Karatsuba's identity in use."""
        if self.levels != CHOSEN:
            return self.levels
        digit = -(-self.field.width // self.every)
        return max(0, (-(-digit // _SMALLEST) - 1).bit_length())

    @cached_property
    def blocks(self) -> int:
        """Multiplier blocks, before synthesis leaves out those of constants that need none."""
        return self._made(1, 0).blocks

    def latency(self, attribute: int | None = None) -> int:
        """The stages."""
        return self.registers

    def interval(self, attribute: int | None = None) -> int:
        """A cycle for each digit of b."""
        return self.every

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` with the operands, where a product takes several cycles."""
        return (ControlInput("start", 1, 0, 1),) if self.every > 1 else ()

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a b / R by integers."""
        a, b = operands
        self.field.check(a, b)
        return a * b * pow(self.radix, -1, self.field.p) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against some of them, R mod p and its square; results 1 and p - 1; products whose
        lower half is 0, 1 and R - 1, and for which m is all ones, above or below some place.
        """
        p, corners = self.field.p, self.field.corner_elements()
        one = self.radix % p
        some = (*corners[:7], one, self.radix**2 % p, one - 1)
        pairs = [(a, b) for a in corners for b in some]
        pairs += [(a, e * pow(a, -1, p) * one % p) for a in corners if a for e in (1, p - 1)]
        n, r = self.field.width, self.radix
        factors = [1 << low for low in range(0, n, 8)]
        lowest = [1, -1, *(-(r - f) * p for f in factors), *(-(r // f - 1) * p for f in factors)]
        odd = [a for a in corners if a % 2]
        pairs += [(a, t * pow(a, -1, r) % r) for a in odd[:6] for t in lowest]
        pairs += [(1 << n // 2, 1 << n - n // 2), (1 << n // 2, 1 << n // 2)]
        return [pair for pair in dict.fromkeys(pairs) if max(pair) < p]

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, y; start where a product takes several cycles."""
        m = self._made(1, 0).m
        m.for_threads = lambda threads, late: self._made(threads, late).m
        return m

    def _made(self, threads: int, late: int) -> Pipeline:
        """The module for threads whose inputs are so late, and what it is made of."""
        field, every = self.field, self.every
        registers = self.registers * threads - late
        how_often = "one result a cycle" if every == 1 else f"a result every {every} cycles"
        tag = f"_i{every}{'j' * self.integrated}_x{threads}" if every > 1 else ""
        m = Module(
            f"{self.stem}_{field.name}_s{registers}_k{self.depth}_b{self.block}{tag}{tag_of(self.network)}",
            f"{self.result}, modulo p = {field.p:#x}:\n{how_often}, {registers} registers on each path.",
        )
        m.input("clk")
        pipe = self._pipe(m, threads)
        (y,) = pipe.place((self._result_in(pipe), registers - threads * (every - 1)))
        m.output("y", y)
        return pipe

    def _pipe(self, m: Module, threads: int) -> Pipeline:
        return pipeline_of(self.network, m, self.clock, self.threads, threads)

    def _result_in(self, pipe: Pipeline) -> Word:
        """The result of operands that are inputs of the module."""
        field = self.field
        factors = [pipe.input(pipe.m.input(name, field.width)) for name in self.operands]
        return self._result(wide_of(self.network, pipe, self.block), Reduction(field.p, self.depth), factors)

    def _result(self, wide: Wide, reduction: Reduction, factors: Sequence[Word]) -> Word:
        """The result as a step of a pipeline."""
        a, b = factors
        if self.every == 1:
            return reduction.at_once(wide, a, b)
        start = wide.pipe.input(wide.pipe.m.input("start"))
        return reduction.by_digits(wide, a, b, start, self.every, integrated=self.integrated)

    def area_model(self) -> AreaModel:
        """Tables of all adders and choices; registers, some of which become part of multiplier blocks.

        The blocks are not counted.
        """
        return self._area

    @cached_property
    def _area(self) -> AreaModel:
        made = self._made(1, 0)
        return AreaModel(lut=made.tables, ff=register_bits(made.m))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "pipelined Montgomery multiplier",
            "field": f"{self.field.label}, {self.field.definition}",
            "stages": self.registers,
            "interval": self.every,
            "reduction": INTEGRATED if self.integrated else SEPARATE,
            "levels": self.depth,
            "block": self.block,
            "network": self.network,
            "multiplier blocks": self.blocks,
            "result": self.result,
        }
