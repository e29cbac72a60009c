"""An element as a value of double width: R times what is held for it, which is a move by wires.

Imports the hardware layer and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.hdl import Const, Module, concat
from pairforge.units.base import AreaModel, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.options import LARGE_PRIME, UnitOptions


@dataclass(frozen=True)
class LiftOptions(UnitOptions):
    """A `lift` has no keys."""

    kind: ClassVar[str] = "lift"
    operations: ClassVar[tuple[str, ...]] = ("lift",)
    summary: ClassVar[str] = "An element brought to double width, beside products that are not reduced."
    over: ClassVar[str] = LARGE_PRIME

    def make(self, field: Field) -> Lift:
        """The move over a large prime."""
        return Lift(prime_field(field))


@dataclass(frozen=True)
class Lift(UnitBase):
    """a R, R = 2^width: from 0 <= a < p follows 0 <= y < p R. One register of the upper half."""

    field: PrimeField

    @property
    def kind(self) -> str:
        """A move to double width."""
        return "lift"

    @property
    def operands(self) -> tuple[str, ...]:
        """The element."""
        return ("a",)

    @property
    def wide_ports(self) -> frozenset[str]:
        """What comes out."""
        return frozenset("y")

    def latency(self, attribute: int | None = None) -> int:
        """One cycle."""
        return 1

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a R by integers."""
        (a,) = operands
        self.field.check(a)
        return a << self.field.width

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements."""
        return [(a,) for a in self.field.corner_elements()]

    def module(self) -> Module:
        """The move; ports clk, a, y."""
        n = self.field.width
        m = Module(f"lift_{n}", f"Elements of {n} bits in the upper half of values of {2 * n}, registered.")
        m.input("clk")
        a = m.input("a", n)
        m.output("y", concat(m.reg("upper", a), Const(n, 0)))
        return m

    def area_model(self) -> AreaModel:
        """The register."""
        return AreaModel(lut=0, ff=self.field.width)

    def describe(self) -> Mapping[str, int | str]:
        """What it is."""
        return {"unit": "move to double width", "field": self.field.label, "result": "a R"}
