"""Addition and subtraction modulo a large prime, digit by digit. Imports the hardware layer and the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.hdl import Arith, Expr, Module, Mux, Net, RetimingPoint, gate, spread, widened
from pairforge.units.base import AreaModel, ControlInput
from pairforge.units.fields.prime import prime_field, tag
from pairforge.units.in_digits.base import DigitUnit
from pairforge.units.parts.signs import SUBTRACT, sign_of


@dataclass(frozen=True)
class SerialAdder(DigitUnit):
    """a + b mod p (attribute 1) or a - b mod p (attribute -1), a word cycle each.

    While digits come, s = a + b or a - b is made and, digit by digit, compared with p. What the last carries
    say decides whether s is corrected by p, in the next word cycle, in which its digits leave.
    """

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`subtract` with the operands for a - b."""
        return (ControlInput("subtract", 1, 0, 1),) if sign_of(attribute) == SUBTRACT else ()

    def module(self) -> Module:
        """The adder; ports clk, digit, a, b, subtract, y."""
        d, field = self.digits, prime_field(self.field)
        p = field.p
        m, passes = self.begun(f"modular_adder_{tag(field, False)}", f"a + b or a - b modulo p = {p:#x}.")
        digit = passes.digit
        m.unused(passes.odd)
        a, b, subtract = m.input("a", d.size), m.input("b", d.size), m.input("subtract")
        first, last = m.wire("first", d.first(digit)), m.wire("last", d.last(digit))

        m.comment("s = a + b, or a - b = a + ~b + 1")
        s, carry = _sum(m, "s", a, b ^ spread(subtract, d.size), Mux(first, subtract, _carried(m, "s")))
        s = m.wire("s_digit", RetimingPoint("s_made", s))
        m.comment("whether s - p = s + ~p + 1 is 0 or more")
        mask = (1 << d.size * d.count) - 1
        less_p = d.constant(m, "less_p", mask ^ p, digit)
        left, reaches = _sum(m, "left", s, less_p, _carried(m, "left") | first)
        m.unused(left)
        m.comment("a + b is too large by p, a - b too small")
        corrects = m.reg("corrects", Mux(subtract, ~carry, reaches), enable=last)
        minus = m.reg("minus", subtract, enable=last)
        m.comment("a word cycle later: s, less p or with it")
        before = d.delayed(m, "s_late", s, digit, style=self.style)
        p_digit = d.constant(m, "p", p, digit)
        more = gate(corrects, p_digit ^ spread(~minus, d.size))
        y, over = _sum(m, "y_sum", before, more, Mux(first, corrects & ~minus, _carried(m, "y_sum")))
        m.unused(over)
        m.output("y", RetimingPoint("y_made", y))
        return m

    def area_model(self) -> AreaModel:
        """Three sums of a digit, the choice of what is added, constants."""
        return AreaModel(lut=6 * self.digits.size + 8, ff=5)


def _carried(m: Module, name: str) -> Net:
    """The carry that the last digit left."""
    return m.forward_reg(f"{name}_carry", 1)


def _sum(m: Module, name: str, a: Expr, b: Expr, carry: Expr) -> tuple[Net, Net]:
    """A digit of a sum and its carry, which goes into the register that `_carried` made."""
    size = a.width
    terms = Arith("+", widened(a, size + 1), widened(b, size + 1))
    total = m.wire(name, Arith("+", terms, widened(carry, size + 1)))
    over = m.wire(f"{name}_over", total[size])
    m.drive_reg(Net(f"{name}_carry", 1), over)
    return m.wire(f"{name}_low", total[size - 1, 0]), over
