"""What every functional unit offers: hardware, exact function, corner cases, timing and area side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pairforge.rtl.hdl import Module
from pairforge.rtl.units.field import Field


@dataclass(frozen=True)
class Control:
    """Control input `signal` (of `width` bits) holds `value` in cycle start + `offset` of an operation.

    In cycles that no operation claims, a control input is zero.
    """

    signal: str
    width: int
    offset: int
    value: int


@dataclass(frozen=True)
class AreaModel:
    """Modelled (not measured) cost on 4-input look-up tables."""

    lut: int
    ff: int


class Unit(Protocol):
    """A functional unit over one field.

    Timing: operands are sampled in cycle t, the result is on output `y` in cycle t + latency (for that
    cycle only, unless `holds`), and the next operation may start at t + interval. Elements are integers in
    the encoding of the vectors: for F_2^m bit i is the coefficient of x^i. `attribute` is the operation's
    constant where it has one (a power of Frobenius, the sign of a modular adder's second operand); None
    elsewhere. A unit with such operations lists in a property `constants` those that tests should try. One
    of which results may stand a cycle sooner, as most operands need fewer steps than the worst, has a
    property `sooner` that says so.
    """

    @property
    def field(self) -> Field:
        """What it computes in."""

    @property
    def kind(self) -> str:
        """The kind a machine description asks for: mul, sum, frobenius, …."""

    @property
    def operands(self) -> tuple[str, ...]:
        """Names of the operand ports of the module, in order; each is one element wide."""

    def latency(self, attribute: int | None = None) -> int:
        """Cycles from sampling the operands to the result."""

    def interval(self, attribute: int | None = None) -> int:
        """Cycles before the unit can start its next operation."""

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """Control inputs an operation drives; the module has one input port for each signal named."""

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The exact result, computed independently of the hardware's structure."""

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Operand tuples every test must include."""

    @property
    def cut(self) -> bool:
        """Whether one of the registers of several slots stands in front of its operands."""

    def module(self) -> Module:
        """The hardware: ports `clk`, the operands, the control signals, and the output `y`."""

    def area_model(self) -> AreaModel:
        """What it should cost, for exploration before synthesis."""

    def describe(self) -> Mapping[str, int | str]:
        """Parameters for reports and headers."""


@runtime_checkable
class RadixUnit(Protocol):
    """A multiplier that divides each product by its radix R, as Montgomery's: x R stands for x."""

    @property
    def radix(self) -> int:
        """R."""


@runtime_checkable
class LoadableUnit(Protocol):
    """A unit that may take numbers from inputs that do not change, as a modulus."""

    @property
    def loaded(self) -> Mapping[str, tuple[int, int]]:
        """For each such input of the module its bits and its value; none where all is fixed."""


@runtime_checkable
class SharingUnit(Protocol):
    """A unit of two operands; several can have in common the logic that depends on the first alone."""

    def shared_module(self, lanes: int) -> Module:
        """`lanes` of them that start together: ports a, b, b1, …, control signals as of one, y, y1, …."""
