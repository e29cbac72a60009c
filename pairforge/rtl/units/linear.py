"""Linear units: a registered sum, a power of Frobenius as wires and sums, and a chain of such powers.

Products by constants of F_p are part of the network in front of a sum. Imports the hardware layer, digits and
the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise

from pairforge.errors import UserError
from pairforge.rtl.hdl import Cut, Expr, Module, Mux, Net
from pairforge.rtl.interleave import interleaved
from pairforge.rtl.units.base import AreaModel, Control
from pairforge.rtl.units.digits import digits_of
from pairforge.rtl.units.field import DigitField, Field, digit_field


class _OneCycle:
    """Timing of a unit that is wires, sums of digits and a register."""

    def latency(self, attribute: int | None = None) -> int:
        """One cycle."""
        return 1

    def interval(self, attribute: int | None = None) -> int:
        """A new operation every cycle."""
        return 1

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """None."""
        return ()

    @property
    def cut(self) -> bool:
        """A register stands in front."""
        return True


@dataclass(frozen=True)
class Sum(_OneCycle):
    """A sum of `terms` operands, one cycle.

    With one operand it is the register behind a selection network that has added up already, or over a large
    prime a move from register to register (the assigner of Barenghi et al. 2008); more operands are for
    characteristic 2 and 3, where a sum has no carries.
    """

    field: Field
    terms: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.terms <= 16:
            raise UserError(f"a sum of {self.terms} operands; 1 to 16 are possible")
        if self.terms > 1:
            digit_field(self.field)

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
        return reduce(self.field.add, operands)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Each corner element alone in each place, and all places alike."""
        corners = self.field.corner_elements()
        alone = [[c if i == j else 0 for j in range(self.terms)] for c in corners for i in range(self.terms)]
        return [*alone, *([c] * self.terms for c in corners)]

    def module(self) -> Module:
        """The adder; ports clk, a, b, …, y."""
        # One operand is moved, whatever its field.
        tag = self.field.name if self.terms > 1 else str(self.field.width)
        m = Module(f"sum{self.terms}_{tag}", f"Sum of {self.terms} in {self.field.label}, registered.")
        m.input("clk")
        operands = [m.input(name, self.field.width) for name in self.operands]
        if self.terms == 1:
            m.output("y", m.reg("total", operands[0]))
            return m
        digits = digits_of(digit_field(self.field))
        terms = [digits.split(m, f"{net.name}_digits", net) for net in operands]
        m.output("y", m.reg("total", digits.join(m, "digit", digits.add(m, "sum", terms))))
        return m

    def area_model(self) -> AreaModel:
        """Tables of a sum tree; the register."""
        if self.terms == 1:
            return AreaModel(lut=0, ff=self.field.width)
        tables = digits_of(digit_field(self.field)).tables(0, self.terms)
        return AreaModel(lut=tables * self.field.m, ff=self.field.width)

    def describe(self) -> Mapping[str, int | str]:
        """Options."""
        return {"unit": "sum", "field": self.field.label, "operands": self.terms}


@dataclass(frozen=True)
class Frobenius(_OneCycle):
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

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a^(p^power) by repeated powering."""
        (a,) = operands
        return self.field.frobenius(a, self.power)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements and every power of x: a linear map is what it does to a basis."""
        return _on_basis(self.field)

    def module(self) -> Module:
        """The map; ports clk, a, y."""
        name = f"{'root' if self.power < 0 else 'power'}{abs(self.power)}_{self.field.name}"
        p = self.field.characteristic
        m = Module(name, f"a^({p}^{self.power}) in F_{p}[x] / ({self.field.polynomial}), registered.")
        m.input("clk")
        a = m.input("a", self.field.width)
        m.output("y", m.reg("result", _power(m, "mapped", a, self.field, self.power)))
        return m

    def area_model(self) -> AreaModel:
        """Tables of the sums of more than one digit; the register."""
        return AreaModel(lut=_tables(self.field, self.power), ff=self.field.width)

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

    For several slots, a long step is made of the one before it, several times in a row with registers
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
    def constants(self) -> tuple[int, ...]:
        """Powers to try it with: those that take one step, and two to four."""
        steps = self.steps
        most = steps[-1]
        return tuple(sorted({*steps, *(a + b for a in steps for b in steps), 2 * most + 1, 3 * most + 1}))

    @property
    def cut(self) -> bool:
        """A register stands behind the choice between operand and accumulator."""
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

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """`load` takes the operand instead of the accumulator; `step_k` chooses step k (step 0 without)."""
        controls = [Control("load", 1, 0, 1)]
        for cycle, index in enumerate(self.plan(attribute)):
            if index:
                controls.append(Control(f"step{index}", 1, cycle, 1))
        return controls

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a^(p^attribute) by repeated powering."""
        (a,) = operands
        return self.field.frobenius(a, attribute or 0)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements and every power of x."""
        return _on_basis(self.field)

    def module(self) -> Module:
        """The chain; ports clk, a, load, step1 …, y."""
        m = self._module([(step,) for step in self.steps], ())
        m.for_slots = self._for_slots
        return m

    def _for_slots(self, slots: int, late: int) -> Module:
        rows = self._rows()
        longest = max(map(len, rows))
        choices = combinations(range(longest + 1), min(slots - 1 - late, longest + 1))
        cuts = min(choices, key=lambda cuts: _parts(longest, cuts))
        return interleaved(self._module(rows, cuts), slots, late).module

    def _rows(self) -> list[tuple[int, ...]]:
        """For each step the maps that make it, one after the other."""
        rows: list[tuple[int, ...]] = [(1,)]
        for before, step in pairwise(self.steps):
            times, rest = divmod(step, before)
            tables = times * sum(_tables(self.field, power) for power in rows[-1])
            rows.append((step,) if rest or 2 * tables > _tables(self.field, step) else rows[-1] * times)
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
        done: dict[tuple[int, ...], Net] = {(): m.wire("source", Cut("taken", taken) if 0 in cuts else taken)}
        value: Expr = done[()]
        for i, row in enumerate(rows):
            for count in range(1, len(row) + 1):
                if row[:count] in done:
                    continue
                name = f"power{sum(row[:count])}"
                made = _power(m, name, done[row[: count - 1]], self.field, row[count - 1])
                if count in cuts:
                    made = m.wire(f"{name}_there", Cut(f"{name}_taken", made))
                done[row[:count]] = made
            value = m.wire(f"up_to{self.steps[i]}", Mux(chosen[i - 1], done[row], value)) if i else done[row]
        m.drive_reg(accumulator, value)
        m.output("y", accumulator)
        return m

    def area_model(self) -> AreaModel:
        """A multiplexer for the load and for each further step, the sums, the accumulator."""
        sums = sum(_tables(self.field, step) for step in self.steps)
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


def _power(m: Module, name: str, a: Net, field: DigitField, power: int) -> Net:
    return digits_of(field).element_map(m, name, a, field.frobenius_rows(power))


def _tables(field: DigitField, power: int) -> int:
    """4-input tables for the sums of a power of Frobenius, each by itself."""
    digits = digits_of(field)
    return sum(digits.tables(0, len(row)) for row in field.frobenius_rows(power))


def _on_basis(field: DigitField) -> list[list[int]]:
    return [[a] for a in (*field.corner_elements(), *(field.monomial(i) for i in range(field.m)))]
