"""A power of Frobenius as wires and sums. Imports the hardware layer, digits and the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Module
from pairforge.units.base import AreaModel, UnitBase
from pairforge.units.fields.base import DigitField, Field, digit_field
from pairforge.units.options import BINARY_OR_TERNARY, OptionError, UnitOptions, integer
from pairforge.units.parts.frobenius_map import on_basis, power_of, tables_of


@dataclass(frozen=True)
class FrobeniusOptions(UnitOptions):
    """The keys of a `frobenius`."""

    kind: ClassVar[str] = "frobenius"
    operations: ClassVar[tuple[str, ...]] = ("frob",)
    summary: ClassVar[str] = "A power of Frobenius, a^(p^`power`), as logic: one cycle."
    over: ClassVar[str] = BINARY_OR_TERNARY

    power: int = integer(least=-(1 << 20), alone=1, metavar="K", about="not 0, negative for roots")

    def __post_init__(self) -> None:
        if self.power == 0:
            raise OptionError("power", "must not be 0; 1 is the Frobenius map, -1 its inverse")

    def make(self, field: Field) -> Frobenius:
        """The map over a field of characteristic 2 or 3."""
        return Frobenius(digit_field(field), self.power)

    @property
    def frobenius_power(self) -> int:
        """The one power that it does."""
        return self.power


@dataclass(frozen=True)
class Frobenius(UnitBase):
    """a^(p^power) as wires and sums of digits, registered: one cycle. A negative power is an inverse
    (roots).
    """

    field: DigitField
    power: int = 1

    def __post_init__(self) -> None:
        if self.power % self.field.m == 0:
            raise UserError(f"power {self.power} of Frobenius is the identity on {self.field.label}")

    @property
    def kind(self) -> str:
        """A power of Frobenius."""
        return "frobenius"

    @property
    def operands(self) -> tuple[str, ...]:
        """The one operand."""
        return ("a",)

    def latency(self, attribute: int | None = None) -> int:
        """One cycle."""
        return 1

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a^(p^power) by repeated powering."""
        (a,) = operands
        return self.field.frobenius(a, self.power)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements and every power of x: a linear map is what it does to a basis."""
        return on_basis(self.field)

    def module(self) -> Module:
        """The map; ports clk, a, y."""
        name = f"{'root' if self.power < 0 else 'power'}{abs(self.power)}_{self.field.name}"
        p = self.field.characteristic
        m = Module(name, f"a^({p}^{self.power}) in F_{p}[x] / ({self.field.polynomial}), registered.")
        m.input("clk")
        a = m.input("a", self.field.width)
        m.output("y", m.reg("result", power_of(m, "mapped", a, self.field, self.power)))
        return m

    def area_model(self) -> AreaModel:
        """Tables of the sums of more than one digit; the register."""
        return AreaModel(lut=tables_of(self.field, self.power), ff=self.field.width)

    def describe(self) -> Mapping[str, int | str]:
        """The power, and the additions it takes (Beuchat et al., Tables II and III)."""
        rows = self.field.frobenius_rows(self.power)
        return {
            "unit": "Frobenius power",
            "power": self.power,
            "additions": sum(len(row) - 1 for row in rows),
            "operands at most": max(map(len, rows)),
        }
