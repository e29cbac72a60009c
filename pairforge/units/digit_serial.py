"""Digit-serial ("parallel-serial") multiplication in F_2^m and F_3^m, most significant digits first.

Shu, Kwon, Gaj (2006), Fig. 2: c <- c x^D + a b_D mod f, where b_D are the next D coefficients of b, one such
step a cycle. Structure "separate" reduces each x^i a before it is multiplied, so that several multipliers of
one operand a can share those arrays; "joint" adds the products up to m + D coefficients and reduces once,
which is smaller for one multiplier. Imports the hardware layer, digits and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Const, Expr, Module, Mux, Net, concat
from pairforge.hdl.interleave import interleaved
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import DigitField, Field, digit_field
from pairforge.units.options import BINARY_OR_TERNARY, UnitOptions, choice, integer
from pairforge.units.parts.digits import Digit, Vector, digits_of
from pairforge.units.parts.tables import Tables

_Row = Mapping[int, tuple[Digit, Digit]]

_GROUP: Mapping[int, int] = {2: 8, 3: 4}
"""Products of digits that two (F_2) and four (F_3) levels of 4-input tables add up."""


@dataclass(frozen=True)
class DigitSerialOptions(UnitOptions):
    """The keys of a `digit-serial`; `DigitSerial` explains them."""

    kind: ClassVar[str] = "digit-serial"
    operations: ClassVar[tuple[str, ...]] = ("mul",)
    summary: ClassVar[str] = "The digit-serial multiplier: `digit` coefficients a cycle."
    over: ClassVar[str] = BINARY_OR_TERNARY

    digit: int = integer(16, metavar="D", about="coefficients a cycle, at most the field's degree")
    structure: str = choice(
        "joint", "joint", "separate", about="reduction of the x^i a with the product or before it"
    )
    shares: str = choice(
        "none",
        "none",
        "operand",
        scope="design",
        about="logic that units with an operand in common share",
    )
    chain: int = integer(2, most=64, about="over F_3, products added in a row")

    def make(self, field: Field) -> DigitSerial:
        """The multiplier over a field of characteristic 2 or 3."""
        return DigitSerial(digit_field(field), self.digit, self.structure, self.chain)

    @property
    def shares_operand(self) -> bool:
        """Whether units with an operand in common share the logic that depends on it alone."""
        return self.shares == "operand"


@dataclass(frozen=True)
class DigitSerial(UnitBase):
    """A multiplier that takes `digit` coefficients of its second operand a cycle.

    Operands are taken in the cycle of `start` (offset 0), which may be the last one of the product before;
    ceil(m / digit) cycles work on them, and the result stands in the accumulator in the cycle after. `chain`:
    over F_3, the greatest number of products added in a row (see `digits`; without effect over F_2).

    For several threads a register stands between the digit's products and the accumulator, where the
    accumulator's own sum closes; for three or more another inside the sum of the products, for four or more
    one in front of the reduction.
    """

    field: DigitField
    digit: int
    structure: str = "joint"
    chain: int = 2

    def __post_init__(self) -> None:
        if not 1 <= self.digit <= self.field.m:
            raise UserError(f"digit {self.digit}: must be from 1 to m = {self.field.m}")
        if self.structure not in ("joint", "separate"):
            raise UserError(f"structure {self.structure!r}: must be joint or separate")
        if self.chain < 1:
            raise UserError(f"chain {self.chain}: a sum has at least 1 product in a row")

    @property
    def kind(self) -> str:
        """Multiplication."""
        return "mul"

    @property
    def operands(self) -> tuple[str, ...]:
        """Factors; b is taken digit by digit."""
        return ("a", "b")

    @property
    def digits(self) -> int:
        """Steps of a product: ceil(m / digit)."""
        return -(-self.field.m // self.digit)

    def latency(self, attribute: int | None = None) -> int:
        """A cycle to take the operands, one for each digit."""
        return self.digits + 1

    def interval(self, attribute: int | None = None) -> int:
        """One cycle for each digit."""
        return self.digits

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` in the first cycle."""
        return (ControlInput("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a b in the field."""
        a, b = operands
        return self.field.mul(a, b)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other; single coefficients at the edges of steps."""
        corners = self.field.corner_elements()
        edges = [self.field.monomial(i) for i in range(self.field.m) if i % self.digit in (0, self.digit - 1)]
        return [*((a, b) for a in corners for b in corners), *((corners[-1], e) for e in edges)]

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, start, y."""
        return self._made(1, self.structure)

    def shared_module(self, lanes: int) -> Module:
        """`lanes` multipliers of one operand a, whose x^i a are made once (Fig. 3); ports: `SharingUnit`.

        Their structure is "separate": "joint" has no part that depends on a alone.
        """
        return self._made(lanes, "separate")

    def _made(self, lanes: int, structure: str) -> Module:
        """The module, which has another text for several threads: products are added up in groups."""

        def for_threads(threads: int, late: int) -> Module:
            group = self.digit if threads == 2 else _GROUP[self.field.characteristic]
            return interleaved(self._module(lanes, structure, group), threads, late).module

        m = self._module(lanes, structure, self.digit)
        m.for_threads = for_threads
        return m

    def _module(self, lanes: int, structure: str, group: int) -> Module:
        """The module with the products of `group` coefficients added up by themselves."""
        field, digits, d = self.field, digits_of(self.field), self.digit
        chain = "" if field.characteristic == 2 else f"_c{self.chain}"
        times = f"_x{lanes}" if lanes > 1 else ""
        m = Module(
            f"dsmul_{field.name}_d{d}_{structure}{chain}{times}",
            f"Product in F_{field.characteristic}[x] / ({field.polynomial}), {d} coefficients a cycle, "
            f"most significant first, {self.digits} cycles"
            + (f"; {lanes} with one operand a." if lanes > 1 else "."),
        )
        m.input("clk")
        a = m.input("a", field.width)
        seconds = [m.input(f"b{lane or ''}", field.width) for lane in range(lanes)]
        start = m.input("start")
        m.comment("operand a")
        held = digits.reg(m, "held", digits.split(m, "a", a), enable=start)
        first = m.reg("first", start)
        factor = held if structure == "joint" else self._shifted(m, held)
        for lane, b in enumerate(seconds):
            self._lane(m, str(lane or ""), b, start, first, factor, group)
        return m

    def _lane(
        self,
        m: Module,
        lane: str,
        b: Net,
        start: Net,
        first: Net,
        a: Vector | Sequence[Vector],
        group: int,
    ) -> None:
        """One product: operand b, the steps, the result. `a`: the operand itself, or its x^i a, i < D."""
        field, digits, d = self.field, digits_of(self.field), self.digit
        m.comment("operand b, padded above to whole steps; moves up a step a cycle")
        step = d * field.width // field.m
        long = self.digits * step
        padded: Expr = b if long == field.width else concat(Const(long - field.width, 0), b)
        if long > step:
            waiting = m.forward_reg(f"digits{lane}", long)
            moved = concat(waiting[long - step - 1, 0], Const(step, 0))
            m.drive_reg(waiting, Mux(start, m.wire(f"padded{lane}", padded), moved))
        else:
            waiting = m.reg(f"digits{lane}", padded, enable=start)
        top = digits.split(m, f"digit{lane}", m.wire(f"digit{lane}", waiting[long - 1, long - step]))
        total = m.forward_reg(f"total{lane}", field.width)
        kept = digits.wire(m, f"kept{lane}", digits.gate(~first, digits.split(m, f"total{lane}", total)))
        m.comment("c x^D + a b_D mod f")
        if isinstance(a, Vector):
            result = self._joint(m, lane, kept, a, top, group)
        else:
            result = self._separate(m, lane, kept, a, top, group)
        m.drive_reg(total, m.wire(f"step{lane}", digits.join(m, f"next{lane}", result)))
        m.output(f"y{lane}", total)

    def _products(self, m: Module, lane: str, length: int, rows: Sequence[_Row], group: int) -> Vector:
        """The sum of products, cut in front of the accumulator and behind each group of rows."""
        digits = digits_of(self.field)
        if group >= len(rows):
            total = digits.products(m, f"row{lane}", length, rows, self.chain)
        else:
            parts = []
            for i in range(0, len(rows), group):
                name = f"part{lane}_{i}"
                part = digits.products(m, f"{name}_row", length, rows[i : i + group], self.chain)
                parts.append(digits.cut(name, part))
            total = digits.add(m, f"parts{lane}", parts)
        return digits.cut(f"products{lane}", total)

    def _joint(self, m: Module, lane: str, kept: Vector, held: Vector, top: Vector, group: int) -> Vector:
        """All products of coefficients in one polynomial of m + D of them, reduced at once."""
        n, d, digits = self.field.m, self.digit, digits_of(self.field)
        rows: list[_Row] = [{i + j: ((top, i), (held, j)) for j in range(n)} for i in range(d)]
        products = self._products(m, lane, n + d, rows, group)
        wide = digits.add(m, f"sum{lane}", [products, digits.concat(kept, digits.zeros(d))])
        wide = digits.wire(m, f"wide{lane}", digits.cut(f"wide_sum{lane}", wide, above=3))
        return digits.linear_map(m, f"reduction{lane}", wide, self.field.reduction_rows(n + d))

    def _shifted(self, m: Module, held: Vector) -> list[Vector]:
        """Each x^i a reduced by itself, i < D."""
        digits = digits_of(self.field)
        shifted = [held]
        for i in range(1, self.digit):
            row = digits.linear_map(m, f"a_x{i}_sum", held, self.field.shift_rows(i))
            shifted.append(digits.wire(m, f"a_x{i}", row))
        return shifted

    def _separate(
        self, m: Module, lane: str, kept: Vector, shifted: Sequence[Vector], top: Vector, group: int
    ) -> Vector:
        """Each x^i a multiplied by coefficient i of the step."""
        n, digits = self.field.m, digits_of(self.field)
        rows: list[_Row] = [{j: ((top, i), (row, j)) for j in range(n)} for i, row in enumerate(shifted)]
        products = self._products(m, lane, n, rows, group)
        moved = digits.linear_map(m, f"moved{lane}", kept, self.field.shift_rows(self.digit))
        return digits.add(m, f"sum{lane}", [products, moved])

    def area_model(self) -> AreaModel:
        """Tables counted sum by sum; the multiplexer of b; registers exactly."""
        field, n, d, digits = self.field, self.field.m, self.digit, digits_of(self.field)
        tables = Tables(digits, self.chain)
        kept = [tables.gated() for _ in range(n)]
        if self.structure == "joint":
            rows = field.reduction_rows(n + d)
            counts = [min(c + 1, d, n + d - 1 - c) for c in range(n + d)]
            wide = [tables.add(k, kept[c - d : c - d + 1] if c >= d else ()) for c, k in enumerate(counts)]
            result = [tables.add(0, [wide[i] for i, _ in row]) for row in rows]
        else:
            moved = field.shift_rows(d)
            result = [tables.add(d, [kept[i] for i, _ in row]) for row in moved]
            tables.lut += sum(digits.tables(0, len(row)) for i in range(1, d) for row in field.shift_rows(i))
        bits = field.width // n
        waiting = self.digits * d * bits
        ports = digits.split_tables(n) + digits.split_tables(d)
        shift = waiting if self.digits > 1 else 0
        return AreaModel(
            lut=tables.lut + tables.tables(result) + ports + shift, ff=waiting + 2 * field.width + 1
        )

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "digit-serial multiplier",
            "field": f"{self.field.label}, {self.field.polynomial}",
            "digit": self.digit,
            "structure": self.structure,
            "cycles": self.digits,
            **({"chain": self.chain} if self.field.characteristic != 2 else {}),
        }
