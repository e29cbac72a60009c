"""Montgomery multiplication, a product every cycle or every few: one long pipeline of wide products.

Montgomery (1985), "Modular multiplication without trial division"; Karatsuba and Ofman (1962). Imports
pipelines, wide arithmetic and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeVar

from pairforge.errors import UserError
from pairforge.hdl import Module
from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.options import LARGE_PRIME, UnitOptions, choice, clock_option, integer
from pairforge.units.parts.block_pipeline import (
    CHOSEN,
    MOST_STAGES,
    BlockPipeline,
    block_option,
    levels_option,
)
from pairforge.units.parts.networks import RIPPLE, network_option, wide_of
from pairforge.units.parts.pipeline import Pipeline, Slice, Word
from pairforge.units.parts.reduction import Reduction
from pairforge.units.parts.short import Short
from pairforge.units.parts.wide import Wide

EVERY = (1, 2, 4, 8, 16, 32)
"""Intervals there are."""

_Unit = TypeVar("_Unit", bound="DigitPipeline")

SEPARATE, INTEGRATED = "separate", "integrated"
"""How T and m p come together, where a product takes several cycles: each with an accumulator of its own, or
in one."""


@dataclass(frozen=True)
class MontgomeryOptions(UnitOptions):
    """The keys that all pipelined multipliers have; `PipelinedMontgomery` explains them."""

    over: ClassVar[str] = LARGE_PRIME

    stages: int = integer(
        0,
        least=0,
        most=MOST_STAGES,
        about="registers on each path, the latency, at least `interval`; 0: what the clock needs, or 4",
    )
    levels: int = levels_option()
    block: int = block_option()


@dataclass(frozen=True)
class DigitOptions(MontgomeryOptions):
    """The keys of multipliers that take a product every few cycles; `DigitPipeline` explains them."""

    interval: int = integer(
        1, most=max(EVERY), about="cycles from one product in F_p to the next, a power of two"
    )
    reduction: str = choice(
        SEPARATE, SEPARATE, INTEGRATED, about="with an interval: m p in an accumulator of its own, or in one"
    )
    network: str = network_option()
    clock: int = clock_option()

    def _made(self, kind: type[_Unit], field: Field) -> _Unit:
        """A unit of a class over a field, with these keys."""
        integrated = self.reduction == INTEGRATED
        return kind(
            field, self.stages, self.levels, self.block, self.interval, integrated, self.network, self.clock
        )


@dataclass(frozen=True)
class PipelinedMontgomeryOptions(DigitOptions):
    """The keys of a `montgomery-pipelined`; `PipelinedMontgomery` explains them."""

    kind: ClassVar[str] = "montgomery-pipelined"
    operations: ClassVar[tuple[str, ...]] = ("mul",)
    summary: ClassVar[str] = "Montgomery multiplication modulo a large prime, one every `interval` cycles."

    def make(self, field: Field) -> PipelinedMontgomery:
        """The multiplier over a large prime."""
        return self._made(PipelinedMontgomery, prime_field(field))


@dataclass(frozen=True)
class DigitPipeline(BlockPipeline):
    """A pipeline of products in F_p, each of which takes so many cycles as its second factor has digits.

    Parameters
    ----------
    stages, levels, block, network:
        As of every `BlockPipeline`.
    every:
        Cycles from one product to the next: 1, or 2 to 32 digits of b, T and m on smaller multipliers.
    integrated:
        Whether T and m p share an accumulator: fewer multiplier blocks, but a longer loop, whose registers
        are those of several threads.
    """

    field: Field
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
        super().__post_init__()

    def clocked(self, mhz: float, threads: int) -> Self:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz, threads=threads)

    @property
    def digits(self) -> int:
        """Of b, T and m."""
        return self.every

    @property
    def radix(self) -> int:
        """R: the factor in the representation a R mod p of an element a of F_p."""
        return 1 << self.prime.width

    @property
    def _loops(self) -> str:
        return f"_i{self.every}{'j' * self.integrated}" if self.every > 1 else ""

    def _described(self, what: str, **more: int | str) -> dict[str, int | str]:
        reduction = INTEGRATED if self.integrated else SEPARATE
        return super()._described(what, interval=self.every, reduction=reduction, **more)


@dataclass(frozen=True)
class PipelinedMontgomery(DigitPipeline):
    """a b R^-1 mod p, R = 2^width, with `stages` registers on each path, a product every `every` cycles.

    T = a b by Karatsuba's identity; m = T p' mod R, p' = -p^-1 mod R, of which only the lower half is made;
    U = (T + m p) / R < 2 p, less p where it reaches p. The lower half of T + m p is zero, so of m p only the
    upper half is made, and g bits below it. What is left out is less than 2^g in units of the lowest of these
    and would make all g of them zero: U is the sum of what there is, rounded up.

    Of `levels` the products m and m p have fewer. More take fewer multiplier blocks and more tables.

    Parameters
    ----------
    field:
        Any odd prime.
    fed:
        Whether a stands for as many cycles as b has digits, from `start` on, and b comes a digit in each. A
        part of other units; as one of a machine it would have no place for b.
    others:
        As of every `DigitPipeline`.
    """

    field: PrimeField
    fed: bool = False

    @property
    def _loops(self) -> str:
        return super()._loops + "f" * self.fed

    @property
    def digit_size(self) -> int:
        """Bits of a digit of b."""
        return -(-self.field.width // self.every)

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

    def nets_at_once(self) -> tuple[list[Slice], list[Slice]]:
        """The nets that T = a b and m = T p' mod R are in, the lowest bits first.

        Of a unit with a network and an interval of 1.
        """
        pipe = self._pipe(Module("trial"), self.threads)
        wide, reduction = Short(pipe, self.block), Reduction(self.field.p, self.depth)
        a, b = (pipe.input(pipe.m.input(name, self.field.width)) for name in self.operands)
        t = reduction.product(wide, a, b)
        return pipe.slices(t), pipe.slices(reduction.factor_at_once(wide, t))

    def _result_in(self, pipe: Pipeline) -> Word:
        field = self.field
        fed = {"b": self.digit_size} if self.fed else {}
        factors = [pipe.input(pipe.m.input(name, fed.get(name, field.width))) for name in self.operands]
        return self._result(wide_of(self.network, pipe, self.block), Reduction(field.p, self.depth), factors)

    def _result(self, wide: Wide, reduction: Reduction, factors: Sequence[Word]) -> Word:
        """The result as a step of a pipeline."""
        a, b = factors
        if self.every == 1:
            return reduction.at_once(wide, a, b)
        start = wide.pipe.input(wide.pipe.m.input("start"))
        return reduction.by_digits(wide, a, b, start, self.every, integrated=self.integrated, fed=self.fed)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return self._described("pipelined Montgomery multiplier")
