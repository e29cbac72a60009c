"""Montgomery multiplication of two products at a time: a b + c d and a b - c d with one reduction.

Imports the pipelined multiplier and what it is made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.montgomery_pipelined import PipelinedMontgomery, PipelinedMontgomeryOptions
from pairforge.units.parts.pipeline import Word
from pairforge.units.parts.reduction import Reduction, Signs
from pairforge.units.parts.signs import ADD, SUBTRACT
from pairforge.units.parts.wide import Wide


@dataclass(frozen=True)
class MontgomeryDotOptions(PipelinedMontgomeryOptions):
    """The keys of a `montgomery-dot`: those of a `montgomery-pipelined`."""

    kind: ClassVar[str] = "montgomery-dot"
    operations: ClassVar[tuple[str, ...]] = ("mul", "dot")
    summary: ClassVar[str] = "Montgomery multiplication of two products at a time, with one reduction."

    def make(self, field: Field) -> MontgomeryDot:
        """The multiplier over a large prime."""
        return self._made(MontgomeryDot, prime_field(field))


@dataclass(frozen=True)
class MontgomeryDot(PipelinedMontgomery):
    """a b R^-1 (no attribute), (a b + c d) R^-1 (attribute 1) or (a b - c d) R^-1 (attribute -1) mod p.

    Parameters and m as of `PipelinedMontgomery`; T is the sum or the difference, with a sign. As -p^2 < T <
    2 p^2 < 2 R p, U = (T + m p) / R is above -p and below 2 p for a difference, below 3 p for a sum. So R
    stays 2^width, and U, U - p and one of U + p and U - 2 p are made side by side.
    """

    @property
    def kind(self) -> str:
        """Montgomery multiplication of two products."""
        return "montgomery-dot"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "montgomery_dot"

    @property
    def result(self) -> str:
        """The results as formulas."""
        return f"a b / R, (a b + c d) / R or (a b - c d) / R, R = 2^{self.field.width}"

    @property
    def operands(self) -> tuple[str, ...]:
        """Factors; a product alone does not read c and d."""
        return ("a", "b", "c", "d")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return (None, ADD, SUBTRACT)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`second` where c d counts, `subtract` where it is taken off, beside `start`."""
        if attribute not in self.constants:
            raise ValueError(f"attribute {attribute}: must be 1, -1 or none")
        signals = ["second"] if attribute else []
        signals += ["subtract"] if attribute == SUBTRACT else []
        return (*super().controls(attribute), *(ControlInput(signal, 1, 0, 1) for signal in signals))

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """(a b + attribute c d) / R by integers; c and d may be left out where there is no attribute."""
        self.field.check(*operands)
        a, b, *others = operands
        total = a * b
        if attribute:
            c, d = others
            total += attribute * c * d
        return total * pow(self.radix, -1, self.field.p) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Those of a product with c d = 0, p^2 or nearly; both products equal; sums and differences that are
        0, 1 and -1 modulo p, and those for which U is near its ends. Each for all three operations.
        """
        p, one = self.field.p, self.radix % self.field.p
        products = super().corner_cases()
        few = self.field.corner_elements()[:7]
        cases = [(a, b, 0, p - 1) for a, b in products]
        cases += [(a, b, b, a) for a, b in products[::3]]
        cases += [(a, b, p - 1, p - 1) for a, b in products[1::3]]
        cases += [(p - 1, p - 1, a, b) for a, b in products[2::3]]
        cases += [(a, b, c, d) for a in few for b in few[2:5] for c in few for d in few[2:5]]
        for total in (0, 1, p - 1, one, p - one):
            for a, b in products[:40:2]:
                for c in few[1:5]:
                    cases += [(a, b, c, sign * (total - a * b) * pow(c, -1, p) % p) for sign in (1, -1)]
        return [case for case in dict.fromkeys(cases) for _ in self.constants]

    def _result(self, wide: Wide, reduction: Reduction, factors: Sequence[Word]) -> Word:
        pipe = wide.pipe
        signs = Signs(*(pipe.input(pipe.m.input(name)) for name in ("second", "subtract")))
        if self.every == 1:
            return reduction.two_at_once(wide, factors, signs)
        start = pipe.input(pipe.m.input("start"))
        return reduction.two_by_digits(wide, factors, signs, start, self.every, integrated=self.integrated)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            **super().describe(),
            "unit": "pipelined Montgomery multiplier of two products",
            "constants": "1 adds c d, -1 subtracts it, none leaves it out",
        }
