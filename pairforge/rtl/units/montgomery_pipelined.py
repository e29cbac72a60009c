"""Montgomery multiplication, a product every cycle: one long pipeline of wide products.

Montgomery (1985), "Modular multiplication without trial division"; Karatsuba and Ofman (1962). Imports
pipelines, wide arithmetic and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairforge.errors import UserError
from pairforge.rtl.hdl import Module
from pairforge.rtl.units.base import AreaModel, Control
from pairforge.rtl.units.pipeline import Pipeline, Word, constant, part, register_bits
from pairforge.rtl.units.prime import PrimeField
from pairforge.rtl.units.wide import Wide

CHOSEN = -1
"""The value of `levels` that leaves it to the unit."""

_SMALLEST = 64  # bits of the products that blocks make, where the unit chooses


@dataclass(frozen=True)
class PipelinedMontgomery:
    """a b R^-1 mod p, R = 2^width, with `stages` registers on each path.

    T = a b by Karatsuba's identity; m = T p' mod R, p' = -p^-1 mod R, of which only the lower half is made;
    U = (T + m p) / R < 2 p, less p where it reaches p. The lower half of T + m p is zero, so of m p only the
    upper half is made, and g bits below it. What is left out is less than 2^g in units of the lowest of these
    and would make all g of them zero: U is the sum of what there is, rounded up.

    Parameters
    ----------
    field:
        Any odd prime.
    stages:
        The latency, at least 1.
    levels:
        Of Karatsuba's identity in T, one less in the other two: more take fewer multiplier blocks and more
        tables. -1: so many that the products left have at most 64 bits.
    block:
        Unsigned bits of the wider operand of a multiplier block: 17 for Virtex-4 and before and for ECP5, 24
        for Virtex-6 and 7 series, 26 for UltraScale+. The other one has 17.
    """

    field: PrimeField
    stages: int = 4
    levels: int = CHOSEN
    block: int = 24

    def __post_init__(self) -> None:
        if self.stages < 1:
            raise UserError(f"stages {self.stages}: must be at least 1")
        if not CHOSEN <= self.levels <= 6:
            raise UserError(f"levels {self.levels}: must be from 0 to 6, or -1 to leave it to the unit")
        if not 17 <= self.block <= 32:
            raise UserError(f"block {self.block}: must be from 17 to 32 bits")

    @property
    def kind(self) -> str:
        """Montgomery multiplication."""
        return "montgomery-pipelined"

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
        return max(0, (-(-self.field.width // _SMALLEST) - 1).bit_length())

    @cached_property
    def blocks(self) -> int:
        """Multiplier blocks, before synthesis leaves out those of constants that need none."""
        return self._made(self.stages).blocks

    def latency(self, attribute: int | None = None) -> int:
        """The stages."""
        return self.stages

    def interval(self, attribute: int | None = None) -> int:
        """A new product every cycle."""
        return 1

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """None: the pipeline always moves."""
        return ()

    @property
    def cut(self) -> bool:
        """A register stands in front."""
        return True

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
        """The multiplier; ports clk, a, b, y."""
        m = self._made(self.stages).m
        m.for_slots = lambda slots, late: self._made(self.stages * slots - late).m
        return m

    def _made(self, registers: int) -> Pipeline:
        """The module with so many registers on each path, and what it is made of."""
        field = self.field
        m = Module(
            f"montgomery_{field.name}_s{registers}_k{self.depth}_b{self.block}",
            f"a b / R modulo p = {field.p:#x}, R = 2^{field.width}:\n"
            f"one product a cycle, {registers} registers on each path.",
        )
        m.input("clk")
        a, b = (m.input(name, field.width) for name in self.operands)
        pipe = Pipeline(m)
        result = self._reduced(Wide(pipe, self.block), pipe.input(a), pipe.input(b))
        (y,) = pipe.place((result, registers))
        m.output("y", y)
        return pipe

    def _reduced(self, wide: Wide, a: Word, b: Word) -> Word:
        """All steps, from the operands to the result."""
        pipe, p, n = wide.pipe, self.field.p, self.field.width
        below = max(0, self.depth - 1)
        pipe.comment(f"T = a b: Karatsuba, {self.depth} levels")
        t = wide.product("t", a, b, self.depth)
        pipe.comment("m = T p' mod R")
        m = wide.low_product("m", part(t, 0, n), constant(n, pow(-p, -1, self.radix)), below)
        guard = self._guard(Wide(Pipeline(pipe.m)), m)
        pipe.comment(f"m p, from {guard} bits below R on" if guard < n else "m p")
        cut = n - guard
        if cut:
            wide.loose.append(((1 << guard) - 1, cut))
        terms, _ = wide.high_terms("u", m, constant(n, p), 0, cut, below)
        made = wide.total("u", [*terms, *wide.left_over()], 2 * n + 1)
        pipe.comment("U = (T + m p) / R, and less p")
        u = wide.add("u", part(t, cut, n + guard), part(made, cut, n + guard), n + guard + 1)
        u = part(u, guard, n + 1)
        less = wide.add("less", u, constant(n + 1, (1 << n + 1) - p), n + 2)
        return wide.choice("chosen", part(less, n + 1, 1), part(less, 0, n), part(u, 0, n))

    def _guard(self, trial: Wide, m: Word) -> int:
        """The fewest bits of m p below R whose sum is sure to round up to U; all, where that is no fewer."""
        n = self.field.width
        for guard in range(2, n):
            _, lost = trial.high_terms(
                "u", m, constant(n, self.field.p), 0, n - guard, max(0, self.depth - 1)
            )
            if (lost + (1 << n - guard) >> n - guard) + 1 < 1 << guard:
                return guard
        return n

    def area_model(self) -> AreaModel:
        """Tables of all adders and choices; registers, some of which become part of multiplier blocks.

        The blocks are not counted.
        """
        return self._area

    @cached_property
    def _area(self) -> AreaModel:
        made = self._made(self.stages)
        return AreaModel(lut=made.tables, ff=register_bits(made.m))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "pipelined Montgomery multiplier",
            "field": f"{self.field.label}, {self.field.definition}",
            "stages": self.stages,
            "levels": self.depth,
            "block": self.block,
            "multiplier blocks": self.blocks,
            "result": f"a b / R, R = 2^{self.field.width}",
        }
