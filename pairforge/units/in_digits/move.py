"""A move of words in digits. Imports the hardware layer."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.hdl import Module
from pairforge.units.base import AreaModel
from pairforge.units.in_digits.base import DigitUnit


@dataclass(frozen=True)
class SerialMove(DigitUnit):
    """The operand, a word cycle later."""

    def module(self) -> Module:
        """The memory; ports clk, digit, a, y."""
        d = self.digits
        m, passes = self.begun(f"move_{self.field.width}", "The operand, a word cycle later.")
        a = m.input("a", d.size)
        m.unused(passes.odd)
        m.output("y", d.delayed(m, "late", a, passes.digit, style=self.style))
        return m

    def area_model(self) -> AreaModel:
        """A table for each bit of a digit."""
        return AreaModel(lut=self.digits.size, ff=0)
