"""Units for whole words in a machine whose words have digits.

Imports the hardware layer and the contract of units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.errors import UserError
from pairforge.hdl import Expr, Module, Net, gate
from pairforge.hdl.digits import Passing
from pairforge.units.base import AreaModel, ControlInput, RadixUnit
from pairforge.units.in_digits.base import DigitUnit


@dataclass(frozen=True)
class WholeWords(DigitUnit):
    """A unit for whole words: operands are collected, and it starts with their last digits. Its result is
    dealt out from the first word cycle on that begins when it is there.
    """

    def __post_init__(self) -> None:
        if any(control.offset for each in self.constants for control in self.unit.controls(each)):
            raise UserError(
                f"{self.unit.kind} has control inputs in mid-operation, which words in digits have not"
            )
        if len({self.unit.latency(each) for each in self.constants}) > 1:
            raise UserError(
                f"{self.unit.kind} takes now longer, now shorter, which words in digits cannot wait for"
            )

    @property
    def _cycles(self) -> int:
        """From the last digits of the operands to the whole result: a cycle more than the unit takes."""
        return 1 + self.unit.latency(self.constants[0])

    def latency(self, attribute: int | None = None) -> int:
        """That in which the operands come, those that the unit takes, up to the end of the last."""
        return 1 + -(-self._cycles // self.digits.count)

    def interval(self, attribute: int | None = None) -> int:
        """Word cycles that the unit takes."""
        return -(-self.unit.interval(attribute) // self.digits.count)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """Those of the unit, for a word cycle."""
        return self.unit.controls(attribute)

    def module(self) -> Module:
        """The unit with what is around it; ports clk, digit, the operands, the control inputs, y."""
        d, inner = self.digits, self.unit.module()
        m, passes = self.begun(inner.name, inner.doc)
        digit = passes.digit
        pins: dict[str, Expr] = {
            name: self._operand(m, name, m.input(name, d.size), passes) for name in self.operands
        }
        last = m.wire("last", d.last(digit))
        signals = {c.signal: c.width for each in self.constants for c in self.unit.controls(each)}
        m.comment("the unit starts behind the last digits; its own registers divide its own ways then")
        for signal, width in signals.items():
            pins[signal] = m.reg(f"{signal}_now", gate(last, m.input(signal, width)))
        result = m.instance(inner, "whole", **pins)["y"]
        m.comment("its result, which is looked at in the cycle of a word cycle in which it can be there")
        m.output("y", d.kept(m, "result", result, (self._cycles - 1) % d.count, passes))
        return m

    def _operand(self, m: Module, name: str, value: Net, passes: Passing) -> Net:
        """An operand of the unit, in the cycle in which it starts."""
        return m.reg(f"{name}_taken", self.digits.collected(m, name, value, passes.digit))

    def area_model(self) -> AreaModel:
        """The unit; a table for each bit that is held, and the choice of a digit."""
        own, d, width = self.unit.area_model(), self.digits, self.field.width
        held = (len(self.operands) + 1) * width
        return AreaModel(lut=own.lut + held + width // 2 + d.size, ff=own.ff)


@dataclass(frozen=True)
class WholeRadixWords(WholeWords):
    """The same of a multiplier that divides by its radix."""

    @property
    def radix(self) -> int:
        """R of the unit."""
        assert isinstance(self.unit, RadixUnit)
        return self.unit.radix


@dataclass(frozen=True)
class SerialMontgomery(WholeRadixWords):
    """A multiplier that takes a digit of b in each cycle: b comes a word cycle late, and a stands."""

    def _operand(self, m: Module, name: str, value: Net, passes: Passing) -> Net:
        if name == "a":
            return self.digits.standing(m, name, value, passes)
        return self.digits.delayed(m, f"{name}_digit", value, passes.digit, style=self.style)
