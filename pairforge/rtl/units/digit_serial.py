"""Digit-serial multiplication in F_2^m, most significant digit first.

Shu, Kwon, Gaj (2006), Fig. 2: c <- c x^D + a b_digit mod f, one digit of D bits of b a cycle. Structure
"separate" reduces each x^i a before it is gated, so that several multipliers of one operand a can share those
arrays; "joint" adds the gated products up to m + D - 1 bits and reduces once, which is smaller for one
multiplier. Imports the hardware layer and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import UserError
from pairforge.rtl.hdl import Const, Expr, Module, Mux, Net, concat, gate, xor
from pairforge.rtl.units.base import AreaModel, Control
from pairforge.rtl.units.binary import BinaryField


@dataclass(frozen=True)
class DigitSerial:
    """A multiplier that takes `digit` bits of its second operand a cycle.

    Operands are taken in the cycle of `start` (offset 0), which may be the last one of the product before;
    ceil(m / digit) cycles work on them, and the result stands in the accumulator in the cycle after.
    """

    field: BinaryField
    digit: int
    structure: str = "joint"

    def __post_init__(self) -> None:
        if not 1 <= self.digit <= self.field.m:
            raise UserError(f"digit {self.digit}: must be from 1 to m = {self.field.m}")
        if self.structure not in ("joint", "separate"):
            raise UserError(f"structure {self.structure!r}: must be joint or separate")

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
        """Digits of an operand: ceil(m / digit)."""
        return -(-self.field.m // self.digit)

    def latency(self, attribute: int | None = None) -> int:
        """A cycle to take the operands, one for each digit."""
        return self.digits + 1

    def interval(self, attribute: int | None = None) -> int:
        """One cycle for each digit."""
        return self.digits

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """`start` in the first cycle."""
        return (Control("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a b in the field."""
        a, b = operands
        return self.field.mul(a, b)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other; single bits at the edges of digits."""
        corners = self.field.corner_elements()
        edges = [1 << i for i in range(self.field.m) if i % self.digit in (0, self.digit - 1)]
        return [*((a, b) for a in corners for b in corners), *((self.field.ones, e) for e in edges)]

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, start, y."""
        width, d = self.field.m, self.digit
        m = Module(
            f"dsmul_{self.field.name}_d{d}_{self.structure}",
            f"Product in F_2[x] / ({self.field.polynomial}), {d} bits a cycle, most significant first, "
            f"{self.digits} cycles.",
        )
        m.input("clk")
        a, b = m.input("a", width), m.input("b", width)
        start = m.input("start")
        m.comment("operands; b is padded above to whole digits and moves up a digit a cycle")
        held = m.reg("held", a, enable=start)
        long = self.digits * d
        padded: Expr = b if long == width else concat(Const(long - width, 0), b)
        if long > d:
            digits = m.forward_reg("digits", long)
            moved = concat(digits[long - d - 1, 0], Const(d, 0))
            m.drive_reg(digits, Mux(start, m.wire("padded", padded), moved))
        else:
            digits = m.reg("digits", padded, enable=start)
        top = m.wire("digit", digits[long - 1, long - d])
        first = m.reg("first", start)
        total = m.forward_reg("total", width)
        kept = m.wire("kept", gate(~first, total))
        m.comment("c x^D + a b_digit mod f")
        step = (
            self._joint(m, kept, held, top)
            if self.structure == "joint"
            else self._separate(m, kept, held, top)
        )
        m.drive_reg(total, step)
        m.output("y", total)
        return m

    def _joint(self, m: Module, kept: Net, held: Net, top: Net) -> Net:
        """All products of bits in one polynomial of m + D bits, reduced at once."""
        width, d = self.field.m, self.digit
        sums: list[Expr] = []
        for k in range(width + d):
            terms: list[Expr] = [held[k - i] & top[i] for i in range(d) if 0 <= k - i < width]
            if 0 <= k - d < width:
                terms.append(kept[k - d])
            sums.append(xor(*terms))
        wide = m.bits("wide", sums)
        rows = self.field.reduction_rows(width + d)
        return m.bits("step", [xor(*(wide[i] for i, _ in row)) for row in rows])

    def _separate(self, m: Module, kept: Net, held: Net, top: Net) -> Net:
        """Each x^i a reduced by itself, then gated by bit i of the digit."""
        parts: list[Expr] = []
        for i in range(self.digit):
            shifted = held
            if i:
                rows = self.field.shift_rows(i)
                shifted = m.bits(f"a_x{i}", [xor(*(held[j] for j, _ in row)) for row in rows])
            parts.append(gate(top[i], shifted))
        rows = self.field.shift_rows(self.digit)
        moved = m.bits("moved", [xor(*(kept[j] for j, _ in row)) for row in rows])
        return m.wire("step", xor(moved, *parts))

    def area_model(self) -> AreaModel:
        """Two bit products a table, their sums, the reduction, the operand multiplexer."""
        width, d = self.field.m, self.digit
        products = -(-d // 2)
        tables = (width + d) * (products + max(0, -(-(products - 1) // 3))) + 2 * width
        return AreaModel(lut=tables, ff=width * 2 + self.digits * d + 1)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "digit-serial multiplier",
            "field": f"F_2^{self.field.m}, {self.field.polynomial}",
            "digit": self.digit,
            "structure": self.structure,
            "cycles": self.digits,
        }
