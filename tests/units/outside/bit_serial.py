"""A multiplier from outside the package, bit by bit over F_2^m, written against the public interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Const, Module, Mux, concat, spread, xor
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import DigitField, Field, digit_field
from pairforge.units.options import UnitOptions, choice


@dataclass(frozen=True)
class BitSerialOptions(UnitOptions):
    """The keys of a `bit-serial`."""

    kind: ClassVar[str] = "bit-serial"
    operations: ClassVar[tuple[str, ...]] = ("mul",)
    summary: ClassVar[str] = "A multiplier that takes a bit of its second operand a cycle."
    over: ClassVar[str] = "F_2^m"

    result: str = choice("moving", "moving", "kept", about="what the accumulator does behind a product")

    def make(self, field: Field) -> BitSerial:
        """The multiplier over F_2^m."""
        return BitSerial(digit_field(field), self.result == "kept")


@dataclass(frozen=True)
class BitSerial(UnitBase):
    """a b over F_2^m, m cycles; `kept`: in a register of its own, a cycle later."""

    field: DigitField
    kept: bool

    def __post_init__(self) -> None:
        if self.field.characteristic != 2:
            raise UserError(f"a bit-serial multiplier is for F_2^m, not for {self.field.label}")

    @property
    def kind(self) -> str:
        """Multiplication."""
        return "mul"

    @property
    def operands(self) -> tuple[str, ...]:
        """The factors; b is taken bit by bit."""
        return ("a", "b")

    def latency(self, attribute: int | None = None) -> int:
        """A cycle to take the operands, one for each bit, one to keep the result."""
        return self.field.m + 1 + self.kept

    def interval(self, attribute: int | None = None) -> int:
        """A cycle for each bit."""
        return self.field.m

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` in the first cycle."""
        return (ControlInput("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The product in the field."""
        a, b = operands
        return self.field.mul(a, b)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements by corner elements."""
        return list(product(self.field.corner_elements(), repeat=2))

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, start, y."""
        size = self.field.m
        name = f"bit_serial_{self.field.name}{'_kept' * self.kept}"
        m = Module(name, f"Product in {self.field.label}, bit by bit.")
        m.input("clk")
        a, b, start = m.input("a", size), m.input("b", size), m.input("start")
        held = m.reg("held", a, enable=start)
        first = m.reg("first", start)
        waiting = m.forward_reg("waiting", size)
        m.drive_reg(waiting, Mux(start, b, concat(waiting[size - 2, 0], Const(1, 0))))
        total = m.forward_reg("total", size)
        going_on = m.wire("going_on", total & spread(~first, size))
        rows = self.field.shift_rows(1)
        moved = m.bits("moved", [xor(*[going_on[i] for i, _ in row]) for row in rows])
        m.drive_reg(total, moved ^ (held & spread(waiting[size - 1], size)))
        m.output("y", m.reg("result", total) if self.kept else total)
        return m

    def area_model(self) -> AreaModel:
        """A table for each bit of the two shifting registers."""
        return AreaModel(lut=2 * self.field.m, ff=(3 + self.kept) * self.field.m + 1)

    def describe(self) -> Mapping[str, int | str]:
        """What it is."""
        return {"unit": "bit-serial multiplier", "field": self.field.label}
