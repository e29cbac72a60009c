"""Linear units over F_2^m: a registered sum, a power of Frobenius as wires, and a chain of such powers.

The sum itself is made by the selection network in front of the unit; what is left here is its register.
Imports the hardware layer and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import UserError
from pairforge.rtl.hdl import Expr, Module, Mux, Net, xor
from pairforge.rtl.units.base import AreaModel, Control
from pairforge.rtl.units.binary import BinaryField
from pairforge.rtl.units.field import Rows


class _OneCycle:
    """Timing of a unit that is wires, exclusive ors and a register."""

    def latency(self, attribute: int | None = None) -> int:
        """One cycle."""
        return 1

    def interval(self, attribute: int | None = None) -> int:
        """A new operation every cycle."""
        return 1

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """None."""
        return ()


@dataclass(frozen=True)
class Sum(_OneCycle):
    """A sum of `terms` operands, one cycle.

    With one operand it is the register behind a selection network that has added up already.
    """

    field: BinaryField
    terms: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.terms <= 16:
            raise UserError(f"a sum of {self.terms} operands; 1 to 16 are possible")

    @property
    def kind(self) -> str:
        """Addition."""
        return "sum"

    @property
    def operands(self) -> tuple[str, ...]:
        """The summands: a, b, …."""
        return tuple("abcdefghijklmnop"[: self.terms])

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The sum in the field."""
        total = 0
        for a in operands:
            self.field.check(a)
            total ^= a
        return total

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Each corner element alone in each place, and all places alike."""
        corners = self.field.corner_elements()
        alone = [[c if i == j else 0 for j in range(self.terms)] for c in corners for i in range(self.terms)]
        return [*alone, *([c] * self.terms for c in corners)]

    def module(self) -> Module:
        """The adder; ports clk, a, b, …, y."""
        m = Module(
            f"sum{self.terms}_{self.field.name}", f"Sum of {self.terms} in F_2^{self.field.m}, registered."
        )
        m.input("clk")
        operands = [m.input(name, self.field.m) for name in self.operands]
        m.output("y", m.reg("total", xor(*operands)))
        return m

    def area_model(self) -> AreaModel:
        """Tables of a sum tree; the register."""
        tables = 0 if self.terms == 1 else -(-(self.terms - 1) // 3)
        return AreaModel(lut=tables * self.field.m, ff=self.field.m)

    def describe(self) -> Mapping[str, int | str]:
        """Options."""
        return {"unit": "sum", "field": f"F_2^{self.field.m}", "operands": self.terms}


@dataclass(frozen=True)
class Frobenius(_OneCycle):
    """a^(2^power) as wires and exclusive ors, registered: one cycle. A negative power is an inverse
    (roots).
    """

    field: BinaryField
    power: int = 1

    def __post_init__(self) -> None:
        if self.power % self.field.m == 0:
            raise UserError(f"power {self.power} of Frobenius is the identity on F_2^{self.field.m}")

    @property
    def kind(self) -> str:
        """A power of Frobenius."""
        return "frobenius"

    @property
    def operands(self) -> tuple[str, ...]:
        """The one operand."""
        return ("a",)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a^(2^power) by repeated squaring."""
        (a,) = operands
        return self.field.frobenius(a, self.power)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements and every single bit: a linear map is what it does to a basis."""
        return [[c] for c in (*self.field.corner_elements(), *(1 << i for i in range(self.field.m)))]

    def module(self) -> Module:
        """The map; ports clk, a, y."""
        name = f"{'root' if self.power < 0 else 'power'}{abs(self.power)}_{self.field.name}"
        m = Module(name, f"a^(2^{self.power}) in F_2[x] / ({self.field.polynomial}), registered.")
        m.input("clk")
        a = m.input("a", self.field.m)
        m.output("y", m.reg("result", _linear_map(m, "mapped", a, self.field.frobenius_rows(self.power))))
        return m

    def area_model(self) -> AreaModel:
        """Tables of the sums of more than one bit; the register."""
        return AreaModel(lut=_tables(self.field.frobenius_rows(self.power)), ff=self.field.m)

    def describe(self) -> Mapping[str, int | str]:
        """The power, and the additions it takes (Beuchat et al., Tables II and III)."""
        rows = self.field.frobenius_rows(self.power)
        return {
            "unit": "Frobenius power",
            "power": self.power,
            "additions": sum(len(row) - 1 for row in rows),
            "operands at most": max(map(len, rows)),
        }


@dataclass(frozen=True)
class FrobeniusChain:
    """Any positive power of Frobenius by steps: an accumulator that takes one of `steps` in each cycle.

    An operation with attribute k does the first step on the operand itself and needs the fewest steps that
    add up to k; the result stands in the accumulator until the next operation starts.
    """

    field: BinaryField
    steps: tuple[int, ...] = (1, 3)

    def __post_init__(self) -> None:
        if list(self.steps) != sorted(set(self.steps)) or not self.steps or self.steps[0] != 1:
            raise UserError(f"steps {list(self.steps)}: give rising powers of Frobenius, the first 1")

    @property
    def kind(self) -> str:
        """A power of Frobenius."""
        return "frobenius-chain"

    @property
    def operands(self) -> tuple[str, ...]:
        """The one operand."""
        return ("a",)

    def plan(self, attribute: int | None) -> list[int]:
        """Indices of the steps taken, in order."""
        left = attribute or 0
        if left < 1:
            raise UserError(f"a chain of Frobenius maps cannot do power {left}")
        best: list[list[int]] = [[]]
        for total in range(1, left + 1):
            options = [[*best[total - step], i] for i, step in enumerate(self.steps) if step <= total]
            best.append(min(options, key=len))
        return sorted(best[left], reverse=True)

    def latency(self, attribute: int | None = None) -> int:
        """One cycle a step."""
        return len(self.plan(attribute))

    def interval(self, attribute: int | None = None) -> int:
        """The same: the accumulator is busy until the result is there."""
        return len(self.plan(attribute))

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """`load` takes the operand instead of the accumulator; `step_k` chooses step k (step 0 without)."""
        controls = [Control("load", 1, 0, 1)]
        for cycle, index in enumerate(self.plan(attribute)):
            if index:
                controls.append(Control(f"step{index}", 1, cycle, 1))
        return controls

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a^(2^attribute) by repeated squaring."""
        (a,) = operands
        return self.field.frobenius(a, attribute or 0)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements and every single bit."""
        return [[c] for c in (*self.field.corner_elements(), *(1 << i for i in range(self.field.m)))]

    def module(self) -> Module:
        """The chain; ports clk, a, load, step1 …, y."""
        tag = "_".join(map(str, self.steps))
        m = Module(
            f"chain_{self.field.name}_{tag}",
            f"a^(2^k) in F_2[x] / ({self.field.polynomial}) in steps of {', '.join(map(str, self.steps))}.",
        )
        m.input("clk")
        a = m.input("a", self.field.m)
        load = m.input("load")
        chosen = [m.input(f"step{i}") for i in range(1, len(self.steps))]
        accumulator = m.forward_reg("accumulator", self.field.m)
        source = m.wire("source", Mux(load, a, accumulator))
        value: Expr = _linear_map(m, "power1", source, self.field.frobenius_rows(1))
        for step, choose in zip(self.steps[1:], chosen, strict=True):
            mapped = _linear_map(m, f"power{step}", source, self.field.frobenius_rows(step))
            value = m.wire(f"up_to{step}", Mux(choose, mapped, value))
        m.drive_reg(accumulator, value)
        m.output("y", accumulator)
        return m

    def area_model(self) -> AreaModel:
        """A multiplexer for the load and for each further step, the sums, the accumulator."""
        sums = sum(_tables(self.field.frobenius_rows(step)) for step in self.steps)
        return AreaModel(lut=sums + len(self.steps) * self.field.m, ff=self.field.m)

    def describe(self) -> Mapping[str, int | str]:
        """Options."""
        return {"unit": "chain of Frobenius powers", "steps": " ".join(map(str, self.steps))}


def _linear_map(m: Module, name: str, a: Net, rows: Rows) -> Net:
    return m.bits(name, [xor(*(a[i] for i, _ in row)) for row in rows])


def _tables(rows: Rows) -> int:
    """4-input tables for the sums of a linear map, each by itself."""
    return sum(-(-(len(row) - 1) // 3) for row in rows)
