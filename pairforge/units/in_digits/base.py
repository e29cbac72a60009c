"""What the units of a machine whose words have digits have in common.

Imports the hardware layer, the contract of units and the fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.hdl import Arith, Const, Module
from pairforge.hdl.digits import DIGIT, Digits, Passing, passing
from pairforge.units.base import AreaModel, Unit, UnitBase
from pairforge.units.fields.base import Field


@dataclass(frozen=True)
class DigitUnit(UnitBase, ABC):
    """A unit that does in word cycles what another one does in cycles, with words in digits.

    Parameters
    ----------
    unit:
        That for whole words.
    digits:
        Of operands and results.
    style:
        Of memories that hold a word of each thread, see `hdl.Memory`.
    """

    unit: Unit
    digits: Digits
    style: str = "distributed"

    @property
    def field(self) -> Field:
        """That of the unit."""
        return self.unit.field

    @property
    def kind(self) -> str:
        """That of the unit."""
        return f"{self.unit.kind} in digits"

    @property
    def operands(self) -> tuple[str, ...]:
        """Those of the unit."""
        return self.unit.operands

    @property
    def constants(self) -> tuple[int | None, ...]:
        """Those of the unit."""
        return self.unit.constants

    def describe_control(self, signal: str) -> str | None:
        """As the unit says."""
        return self.unit.describe_control(signal)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """That of the unit."""
        return self.unit.function(operands, attribute)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Those of the unit."""
        return self.unit.corner_cases()

    def describe(self) -> Mapping[str, int | str]:
        """What the unit says, and its digits."""
        return {**self.unit.describe(), "digits": self.digits.count}

    def latency(self, attribute: int | None = None) -> int:
        """The word cycle in which the operands come."""
        return 1

    @abstractmethod
    def module(self) -> Module:
        """The hardware; ports clk, digit, the operands, the control inputs, y."""

    @abstractmethod
    def area_model(self) -> AreaModel:
        """What it should cost."""

    def begun(self, name: str, doc: str) -> tuple[Module, Passing]:
        """A module with its inputs but for operands and control."""
        d = self.digits
        m = Module(f"{name}_digits{d.count}x{d.size}", f"{doc}\nWords in {d.count} digits of {d.size} bits.")
        m.input("clk")
        # Of several threads operands come late in their cycles, and results must not, so as not to be later
        # each time they go round: a register of its own says in time which digit passes.
        number = m.input(DIGIT, d.bits + 1)
        return m, passing(m, d, m.reg("passes", Arith("+", number, Const(number.width, 1))))
