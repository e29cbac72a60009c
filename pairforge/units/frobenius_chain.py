"""Any positive power of Frobenius by steps. Imports the hardware layer, digits and the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Expr, Module, Mux, Net, RetimingPoint
from pairforge.hdl.interleave import interleaved
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import DigitField, Field, digit_field
from pairforge.units.options import BINARY_OR_TERNARY, UnitOptions, integers
from pairforge.units.parts.frobenius_map import on_basis, power_of, tables_of


@dataclass(frozen=True)
class FrobeniusChainOptions(UnitOptions):
    """The keys of a `frobenius-chain`."""

    kind: ClassVar[str] = "frobenius-chain"
    operations: ClassVar[tuple[str, ...]] = ("frob",)
    summary: ClassVar[str] = "Any positive power of Frobenius, a step a cycle."
    over: ClassVar[str] = BINARY_OR_TERNARY

    steps: tuple[int, ...] = integers((1, 3), metavar="K,…", about="powers of one step, rising from 1")

    def make(self, field: Field) -> FrobeniusChain:
        """The chain over a field of characteristic 2 or 3."""
        return FrobeniusChain(digit_field(field), self.steps)


@dataclass(frozen=True)
class FrobeniusChain(UnitBase):
    """Any positive power of Frobenius by steps: an accumulator that takes one of `steps` in each cycle.

    An operation with attribute k does the first step on the operand itself and needs the fewest steps that
    add up to k; the result stands in the accumulator until the next operation starts.

    For several threads, a long step is made of the one before it, several times in a row with registers
    between, where that takes half the tables of its own sums.
    """

    field: DigitField
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

    @property
    def constants(self) -> tuple[int | None, ...]:
        """Powers to try it with: those that take one step, and two to four."""
        steps = self.steps
        most = steps[-1]
        return tuple(sorted({*steps, *(a + b for a in steps for b in steps), 2 * most + 1, 3 * most + 1}))

    @property
    def registers_operands(self) -> bool:
        """None: a register stands behind the choice between operand and accumulator."""
        return False

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

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`load` takes the operand instead of the accumulator; `step_k` chooses step k (step 0 without)."""
        controls = [ControlInput("load", 1, 0, 1)]
        for cycle, index in enumerate(self.plan(attribute)):
            if index:
                controls.append(ControlInput(f"step{index}", 1, cycle, 1))
        return controls

    def describe_control(self, signal: str) -> str | None:
        """When `load` or a step is driven, for any power."""
        if signal == "load":
            return "1 in the first cycle of an operation, else 0"
        step = self.steps[int(signal.removeprefix("step"))]
        return f"1 in a cycle that goes up by {step} powers, else 0"

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a^(p^attribute) by repeated powering."""
        (a,) = operands
        return self.field.frobenius(a, attribute or 0)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements and every power of x."""
        return on_basis(self.field)

    def module(self) -> Module:
        """The chain; ports clk, a, load, step1 …, y."""
        m = self._module([(step,) for step in self.steps], ())
        m.for_threads = self._for_threads
        return m

    def _for_threads(self, threads: int, late: int) -> Module:
        rows = self._rows()
        longest = max(map(len, rows))
        choices = combinations(range(longest + 1), min(threads - 1 - late, longest + 1))
        cuts = min(choices, key=lambda cuts: _parts(longest, cuts))
        return interleaved(self._module(rows, cuts), threads, late).module

    def _rows(self) -> list[tuple[int, ...]]:
        """For each step the maps that make it, one after the other."""
        rows: list[tuple[int, ...]] = [(1,)]
        for before, step in pairwise(self.steps):
            times, rest = divmod(step, before)
            tables = times * sum(tables_of(self.field, power) for power in rows[-1])
            rows.append((step,) if rest or 2 * tables > tables_of(self.field, step) else rows[-1] * times)
        return rows

    def _module(self, rows: Sequence[tuple[int, ...]], cuts: Sequence[int]) -> Module:
        """The module with each step made of a row of maps; `cuts`: behind how many maps registers stand."""
        tag, p = "_".join(map(str, self.steps)), self.field.characteristic
        m = Module(
            f"chain_{self.field.name}_{tag}",
            f"a^({p}^k) in F_{p}[x] / ({self.field.polynomial}), steps of {', '.join(map(str, self.steps))}.",
        )
        m.input("clk")
        a = m.input("a", self.field.width)
        load = m.input("load")
        chosen = [m.input(f"step{i}") for i in range(1, len(self.steps))]
        accumulator = m.forward_reg("accumulator", self.field.width)
        taken = Mux(load, a, accumulator)
        done: dict[tuple[int, ...], Net] = {
            (): m.wire("source", RetimingPoint("taken", taken) if 0 in cuts else taken)
        }
        value: Expr = done[()]
        for i, row in enumerate(rows):
            for count in range(1, len(row) + 1):
                if row[:count] in done:
                    continue
                name = f"power{sum(row[:count])}"
                made = power_of(m, name, done[row[: count - 1]], self.field, row[count - 1])
                if count in cuts:
                    made = m.wire(f"{name}_there", RetimingPoint(f"{name}_taken", made))
                done[row[:count]] = made
            value = m.wire(f"up_to{self.steps[i]}", Mux(chosen[i - 1], done[row], value)) if i else done[row]
        m.drive_reg(accumulator, value)
        m.output("y", accumulator)
        return m

    def area_model(self) -> AreaModel:
        """A multiplexer for the load and for each further step, the sums, the accumulator."""
        sums = sum(tables_of(self.field, step) for step in self.steps)
        return AreaModel(lut=sums + len(self.steps) * self.field.width, ff=self.field.width)

    def describe(self) -> Mapping[str, int | str]:
        """Options."""
        return {"unit": "chain of Frobenius powers", "steps": " ".join(map(str, self.steps))}


def _parts(maps: int, cuts: tuple[int, ...]) -> list[float]:
    """Lengths of the parts that registers behind so many maps leave of a row of maps, the longest first.

    In maps; the choices in front of the first and behind the last count as three quarters and half of one.
    """
    edges = [*cuts, maps + 0.5]
    return sorted((high - low for low, high in pairwise([-0.75, *edges])), reverse=True)
