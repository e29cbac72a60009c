"""Sums and differences of up to four values modulo a large prime, one every cycle, each reduced once.

Imports the pipelined adder and what it is made of.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Expr, gate, spread
from pairforge.program.signs import SUMS, packed, unpacked
from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder, PipelinedModularAdderOptions
from pairforge.units.options import integer
from pairforge.units.parts.canonical import canonical
from pairforge.units.parts.networks import wide_of
from pairforge.units.parts.pipeline import Pipeline, Word, part
from pairforge.units.parts.signs import ADD, SUBTRACT

_SIGN = 3  # bits above those of p: four values and a sign
_HIGH = 3  # of the highest bits of p, of which four values make an error below p


@dataclass(frozen=True)
class PipelinedModularSumOptions(PipelinedModularAdderOptions):
    """The keys of a `modular-sum-pipelined`; `PipelinedModularSum` explains them."""

    kind: ClassVar[str] = "modular-sum-pipelined"
    operations: ClassVar[tuple[str, ...]] = tuple(SUMS.values())
    summary: ClassVar[str] = (
        "Sums and differences of up to four values modulo a large prime, one every cycle."
    )

    values: int = integer(3, least=3, most=4, about="that an operation adds up at most")
    fewest: int = integer(2, least=2, most=4, about="that an operation adds up at least")

    @property
    def does(self) -> tuple[str, ...]:
        """From `fewest` values to `values`."""
        return tuple(SUMS[count] for count in range(min(self.fewest, self.values), self.values + 1))

    def make(self, field: Field) -> PipelinedModularSum:
        """The unit over a large prime."""
        return PipelinedModularSum(
            prime_field(field), self.stages, self.network, self.clock, values=self.values, fewest=self.fewest
        )


@dataclass(frozen=True)
class PipelinedModularSum(PipelinedModularAdder):
    """a +- b, a +- b +- c or a +- b +- c +- d mod p with `stages` registers on each path.

    The sum with its sign, and beside it that of the highest bits, which says what to take off. Attributes: 1
    and -1 for two values as of the adder, else the signs as `program.signs` packs them.

    Parameters
    ----------
    values, fewest:
        How many values an operation adds up at most, 3 or 4, and at least.
    """

    values: int = 3
    fewest: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.values not in (3, 4):
            raise UserError(f"values {self.values}: must be 3 or 4")
        if not 2 <= self.fewest <= self.values:
            raise UserError(f"fewest {self.fewest}: must be from 2 to {self.values}, the values at most")

    @property
    def kind(self) -> str:
        """Sums modulo p."""
        return "modular-sum-pipelined"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return f"modular_sum{self.fewest}{self.values}"

    @property
    def result(self) -> str:
        """The results as formulas."""
        return " +- ".join(self.operands)

    @property
    def operands(self) -> tuple[str, ...]:
        """The terms; an operation on fewer values does not read the last ones."""
        return ("a", "b", "c", "d")[: self.values]

    @property
    def constants(self) -> tuple[int | None, ...]:
        """All signs, for each number of values."""
        pair = (ADD, SUBTRACT) if self.fewest == 2 else ()
        more = [
            packed(signs)
            for count in range(max(3, self.fewest), self.values + 1)
            for signs in itertools.product((1, -1), repeat=count - 1)
        ]
        return (*pair, *more)

    def signs(self, attribute: int | None) -> tuple[int, ...]:
        """Those of all operands of an operation but the first. Raises UserError where it does not do it."""
        if attribute not in self.constants:
            raise UserError(f"a sum of {self.fewest} to {self.values} values has no operation {attribute}")
        assert attribute is not None
        return (attribute,) if attribute in (ADD, SUBTRACT) else unpacked(attribute)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`subtract_b` and so on where a value is taken off; `with_c` and `with_d` where these count at all,
        if there are operations for which they do not."""
        signs = self.signs(attribute)
        signals = [f"with_{name}" for name in self._optional if self.operands.index(name) <= len(signs)]
        signals += [
            f"subtract_{name}" for name, sign in zip(self.operands[1:], signs, strict=False) if sign < 0
        ]
        return [ControlInput(signal, 1, 0, 1) for signal in signals]

    @property
    def _optional(self) -> tuple[str, ...]:
        """The operands that some operations do not have."""
        return self.operands[self.fewest :]

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The sum by integers; operands that the operation does not read may be left out."""
        self.field.check(*operands)
        first, *others = operands
        signs = self.signs(attribute)
        return (first + sum(x * sign for x, sign in zip(others, signs, strict=False))) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """The ends and the middle of the range against each other; sums at multiples of p and of the power of
        two at which the highest bits change, and beside them, for any signs. Each for all operations.
        """
        p, n = self.field.p, self.field.width
        few = (0, 1, p - 1, (p + 1) // 2)
        cases = list(itertools.product(few, repeat=self.values))
        totals = [k * p + more for k in range(-3, 5) for more in (-1, 0, 1)]
        totals += [(k << n - 1) + more for k in range(-4, 8) for more in (-1, 0)]
        for signs in itertools.product((1, -1), repeat=self.values - 1):
            for total in totals:
                # As much of the total in each operand, from the last one on, as it takes.
                case: list[int] = []
                left = total
                for sign in reversed(signs):
                    x = min(max(left * sign, 0), p - 1)
                    left -= x * sign
                    case.insert(0, x)
                cases.append((left % p, *case))
        return [case for case in dict.fromkeys(cases) for _ in self.constants]

    def _result(self, pipe: Pipeline) -> Word:
        """The sum, and beside it that of the highest bits alone, without carries from below.

        Each value makes that too low by at most 2^(n - 3), the first by less: all of them by less than p.
        """
        field, optional = self.field, self._optional
        wide, width = wide_of(self.network, pipe), field.width + _SIGN
        low = field.width - _HIGH
        first, *others = (pipe.input(pipe.m.input(name, field.width)) for name in self.operands)
        total, high = part(first, 0, width), part(first, low, width - low)
        for name, x in zip(self.operands[1:], others, strict=True):
            counts = [pipe.input(pipe.m.input(f"with_{name}"))] if name in optional else []
            minus = pipe.input(pipe.m.input(f"subtract_{name}"))

            def more(values: Sequence[Expr]) -> tuple[Expr, Expr]:
                *counted, sign, so_far, term = values
                for each in counted:
                    term = gate(each, term)
                return so_far, term ^ spread(sign, term.width)

            pipe.comment(f"and {name}, or ~{name} + 1; of the highest bits ~{name} alone")
            whole = (*counts, minus)
            words = (total, part(x, 0, width))
            total = part(wide.ripple(f"to_{name}", width, words, more, whole=whole, carry=minus), 0, width)
            words = (high, part(x, low, width - low))
            high = part(wide.ripple(f"high_to_{name}", width - low, words, more, whole=whole), 0, width - low)
        return canonical(wide, "total", total, field.p, 1 - self.values, self.values, high)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            **super().describe(),
            "unit": "pipelined modular sums",
            "values": f"{self.fewest} to {self.values}",
            "constants": "1 and -1: a + b, a - b; else a one, then a bit for each sign, the last first",
        }
