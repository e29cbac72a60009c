"""A registered sum; of one operand, a move.

Products by constants of F_p are part of the network in front of a sum. Imports the hardware layer, digits and
the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Module
from pairforge.units.base import AreaModel, UnitBase
from pairforge.units.fields.base import Field, digit_field
from pairforge.units.options import UnitOptions, integer
from pairforge.units.parts.digits import digits_of

MOST_TERMS = 16


@dataclass(frozen=True)
class SumOptions(UnitOptions):
    """The keys of a `sum`. In a design the network in front of its port adds up `terms` values."""

    kind: ClassVar[str] = "sum"
    operations: ClassVar[tuple[str, ...]] = ("sum",)
    summary: ClassVar[str] = "A registered sum of several operands; over a large prime a move."
    words: ClassVar[str] = "any"

    terms: int = integer(1, most=MOST_TERMS, alone=2, scope="command", about="operands")

    def make(self, field: Field) -> Sum:
        """The sum over any field; of several operands in characteristic 2 and 3."""
        return Sum(field, self.terms)

    def make_loadable(self, field: Field) -> Sum:
        """The same: a move knows no modulus."""
        return self.make(field)


@dataclass(frozen=True)
class Sum(UnitBase):
    """A sum of `terms` operands, one cycle.

    With one operand it is the register behind a selection network that has added up already, or over a large
    prime a move from register to register (the assigner of Barenghi et al. 2008); more operands are for
    characteristic 2 and 3, where a sum has no carries.
    """

    field: Field
    terms: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.terms <= MOST_TERMS:
            raise UserError(f"a sum of {self.terms} operands; 1 to {MOST_TERMS} are possible")
        if self.terms > 1:
            digit_field(self.field)

    @property
    def kind(self) -> str:
        """Addition."""
        return "sum"

    @property
    def operands(self) -> tuple[str, ...]:
        """The summands: a, b, …."""
        return tuple("abcdefghijklmnop"[: self.terms])

    def latency(self, attribute: int | None = None) -> int:
        """One cycle."""
        return 1

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The sum in the field."""
        return reduce(self.field.add, operands)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Each corner element alone in each place, and all places alike."""
        corners = self.field.corner_elements()
        alone = [[c if i == j else 0 for j in range(self.terms)] for c in corners for i in range(self.terms)]
        return [*alone, *([c] * self.terms for c in corners)]

    def module(self) -> Module:
        """The adder; ports clk, a, b, …, y."""
        # One operand is moved, whatever its field.
        tag = self.field.name if self.terms > 1 else str(self.field.width)
        m = Module(f"sum{self.terms}_{tag}", f"Sum of {self.terms} in {self.field.label}, registered.")
        m.input("clk")
        operands = [m.input(name, self.field.width) for name in self.operands]
        if self.terms == 1:
            m.output("y", m.reg("total", operands[0]))
            return m
        digits = digits_of(digit_field(self.field))
        terms = [digits.split(m, f"{net.name}_digits", net) for net in operands]
        m.output("y", m.reg("total", digits.join(m, "digit", digits.add(m, "sum", terms))))
        return m

    def area_model(self) -> AreaModel:
        """Tables of a sum tree; the register."""
        if self.terms == 1:
            return AreaModel(lut=0, ff=self.field.width)
        tables = digits_of(digit_field(self.field)).tables(0, self.terms)
        return AreaModel(lut=tables * self.field.m, ff=self.field.width)

    def describe(self) -> Mapping[str, int | str]:
        """Options."""
        return {"unit": "sum", "field": self.field.label, "operands": self.terms}
