"""Inversion of elements of F_p that stand in words of F_p2. Imports the inverter over F_p and the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.hdl import Const, Module, concat
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.quadratic import QUADRATIC, THREE_MOD_FOUR, QuadraticField, quadratic_field
from pairforge.units.inverter_divstep import DivstepInverter, DivstepInverterOptions


@dataclass(frozen=True)
class QuadraticInverterOptions(DivstepInverterOptions):
    """The keys of a `quadratic-inverter`: those of an `inverter-divstep`."""

    kind: ClassVar[str] = "quadratic-inverter"
    summary: ClassVar[str] = "Inversion of elements of F_p in words of F_p2, by division steps."
    over: ClassVar[str] = THREE_MOD_FOUR
    words: ClassVar[str] = QUADRATIC
    for_cores: ClassVar[bool] = False

    def make(self, field: Field) -> QuadraticInverter:  # type: ignore[override]
        """The inverter over F_p2."""
        own = quadratic_field(field)
        return QuadraticInverter(own, DivstepInverter(own.base, self.steps, self.pace, self.clock))

    @classmethod
    def representation(cls, field: Field) -> Field:
        """F_p2 over the field."""
        return quadratic_field(field)


@dataclass(frozen=True)
class QuadraticInverter(UnitBase):
    """The inverse of the real part, as `inner` has it. The imaginary part is not read, the result's is 0."""

    field: QuadraticField
    inner: DivstepInverter

    def clocked(self, mhz: float, threads: int) -> QuadraticInverter:
        """See `ClockedUnit`."""
        return QuadraticInverter(self.field, self.inner.clocked(mhz, threads))

    @property
    def kind(self) -> str:
        """Inversion."""
        return "quadratic-inverter"

    @property
    def operands(self) -> tuple[str, ...]:
        """What is inverted."""
        return self.inner.operands

    @property
    def radix(self) -> int:
        """R: the factor in the representation of an element."""
        return self.inner.radix

    @property
    def sooner(self) -> bool:
        """Most operands need fewer steps."""
        return self.inner.sooner

    def latency(self, attribute: int | None = None) -> int:
        """That of the inverter over F_p."""
        return self.inner.latency(attribute)

    def interval(self, attribute: int | None = None) -> int:
        """That of the inverter over F_p."""
        return self.inner.interval(attribute)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` with the operand."""
        return self.inner.controls(attribute)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """R^2 over the real part by integers; 0 for 0."""
        real, _ = self.field.parts(operands[0])
        return self.inner.function([real], attribute)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Those over F_p, with and without an imaginary part."""
        return [(self.field.of(a, imaginary),) for (a,) in self.inner.corner_cases() for imaginary in (0, -1)]

    def module(self) -> Module:
        """The inverter; ports clk, a, start, y."""
        inner = self.inner.module()
        m = self._around(inner)
        made = inner.for_threads
        assert made is not None
        m.for_threads = lambda threads, late: self._around(made(threads, late))
        return m

    def _around(self, inner: Module) -> Module:
        n = self.field.base.width
        m = Module(
            f"{inner.name}_of_pairs",
            f"The inverse of the real part of an element of F_p2, p = {self.field.p:#x}.",
        )
        m.input("clk")
        a, start = m.input("a", 2 * n), m.input("start")
        y = m.instance(inner, "inverter", a=a[n - 1, 0], start=start)["y"]
        m.unused(a[2 * n - 1, n])
        m.output("y", concat(Const(n, 0), y))
        return m

    def area_model(self) -> AreaModel:
        """That of the inverter over F_p."""
        return self.inner.area_model()

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {**self.inner.describe(), "field": f"{self.field.label}, {self.field.definition}"}
