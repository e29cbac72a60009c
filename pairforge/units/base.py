"""What every functional unit offers: hardware, exact function, corner cases, timing and area side by side.

`Unit` is the contract, `UnitBase` the answers of the simplest unit, which a class of units inherits and
changes where it differs. Imports the hardware layer and what a field is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pairforge.hdl import Module
from pairforge.units.fields.base import Field


@dataclass(frozen=True)
class ControlInput:
    """What an operation drives: input `signal` (of `width` bits) holds `value` in cycle start + `offset`.

    A control input is zero in every cycle in which no operation drives it.
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


@runtime_checkable
class Unit(Protocol):
    """A functional unit over one field.

    Timing: operands are sampled in cycle t, the result is on output `y` in cycle t + latency (for that cycle
    at least), and the next operation may start at t + interval. Neither depends on data. Elements are
    integers in the encoding of the vectors: for F_2^m bit i is the coefficient of x^i. `attribute` is the
    operation's constant where it has one (a power of Frobenius, the sign of a modular adder's second
    operand); None elsewhere.
    """

    @property
    def field(self) -> Field:
        """What it computes in."""

    @property
    def kind(self) -> str:
        """What it is, in one word, for comments in the hardware: mul, sum, frobenius, …."""

    @property
    def operands(self) -> tuple[str, ...]:
        """Names of the operand ports of the module, in order; each is one element wide."""

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes of its operations that tests should try, (None,) where there are none."""

    @property
    def sooner(self) -> bool:
        """Whether the result may be ready a cycle before the latency says, for some operands."""

    @property
    def registers_operands(self) -> bool:
        """Whether one of the registers of several threads stands in front of its operands."""

    def latency(self, attribute: int | None = None) -> int:
        """Cycles from sampling the operands to the result."""

    def interval(self, attribute: int | None = None) -> int:
        """Cycles before the unit can start its next operation."""

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """Control inputs an operation drives; the module has one input port for each signal named."""

    def describe_control(self, signal: str) -> str | None:
        """When a control input is driven, in words; None: as `controls` says for each of the constants."""

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The exact result, computed independently of the hardware's structure."""

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Operand tuples every test must include."""

    def module(self) -> Module:
        """The hardware: ports `clk`, the operands, the control signals, and the output `y`."""

    def area_model(self) -> AreaModel:
        """What it should cost, for exploration before synthesis."""

    def describe(self) -> Mapping[str, int | str]:
        """Parameters for reports and headers."""


class UnitBase:
    """What holds of a unit that takes new operands every cycle, has no control inputs and no constants."""

    @property
    def constants(self) -> tuple[int | None, ...]:
        """None: its operations have no attribute."""
        return (None,)

    @property
    def sooner(self) -> bool:
        """No result is ready before the latency says."""
        return False

    @property
    def registers_operands(self) -> bool:
        """A register of several threads stands in front of its operands."""
        return True

    def interval(self, attribute: int | None = None) -> int:
        """A new operation every cycle."""
        return 1

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """None."""
        return ()

    def describe_control(self, signal: str) -> str | None:
        """As `controls` says."""
        return None


@runtime_checkable
class KeepingUnit(Protocol):
    """A unit whose results depend on the operations before; it has an input `rst`, which every reset drives.

    Its `function` says what the first operation after a reset gives. `closed`: cycles of a thread behind a
    reset in which nothing is done that is asked for.
    """

    @property
    def closed(self) -> int:
        """How many."""

    def in_order(self, operations: Sequence[tuple[Sequence[int], int | None]]) -> list[int]:
        """The results of operations, operands and constant each, one after the other behind a reset."""


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
class ClockedUnit(Protocol):
    """A unit that chooses its registers for a clock, unless its options say how many."""

    def clocked(self, mhz: float, threads: int) -> Unit:
        """The unit for a clock in MHz on a 7-series device (0: none), in a machine of so many threads."""


@runtime_checkable
class SharingUnit(Protocol):
    """A unit of two operands; several can have in common the logic that depends on the first alone."""

    def shared_module(self, lanes: int) -> Module:
        """`lanes` of them that start together: ports a, b, b1, …, control signals as of one, y, y1, …."""


@runtime_checkable
class CommonUnit(Unit, Protocol):
    """A unit that several cores in lock step have in common: one instance, beside their datapaths.

    Its module has an operand and a result of each, a, a1, … and y, y1, …, and inputs joins1, …: where an
    operation starts, whether core k takes part. The first always does.
    """

    @property
    def cores(self) -> int:
        """How many."""


@runtime_checkable
class SharableUnit(Protocol):
    """A unit of which cores in lock step can have one in common."""

    def for_cores(self, cores: int) -> Unit:
        """The `CommonUnit` for so many, two or more."""


@runtime_checkable
class WideUnit(Protocol):
    """A unit over F_p that takes or gives values of double width (`fields.wide`)."""

    @property
    def wide_ports(self) -> frozenset[str]:
        """The operand ports that take them, and `y` where that gives them."""
