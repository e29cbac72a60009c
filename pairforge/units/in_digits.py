"""Units of a machine whose words pass in D digits, one a cycle: an operation starts every word cycle.

A word cycle, D cycles, is what a cycle is elsewhere: latency and interval are in word cycles. Operands come
digit by digit in the word cycle in which an operation starts, the lowest digit first, and the result leaves
so.

- An adder works on digits as they come (`SerialAdder`), a move is a memory of D digits (`SerialMove`).
- A multiplier that takes a digit of b in each cycle is given it as it passes (`SerialMontgomery`).
- Any other unit is `WholeWords`: operands are collected, the unit is that for whole words, and its result is
  dealt out.

Imports the hardware layer, the contract of units, and the units that have a form of their own for digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pairforge.errors import UserError
from pairforge.hdl import Arith, Const, Expr, Module, Mux, Net, RetimingPoint, gate, spread, widened
from pairforge.hdl.digits import DIGIT, Digits, Passing, passing
from pairforge.units.base import (
    AreaModel,
    ControlInput,
    KeepingUnit,
    LoadableUnit,
    RadixUnit,
    Unit,
    UnitBase,
    WideUnit,
)
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field, tag
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.parts.signs import ADD, SUBTRACT, sign_of
from pairforge.units.sum import Sum

__all__ = ["DigitUnit", "SerialAdder", "SerialMove", "WholeWords", "in_digits"]

_BLOCK_DIGITS = 64  # of all threads: so many digits are for a block memory


def in_digits(unit: Unit, count: int, threads: int) -> DigitUnit:
    """The unit for words in `count` digits, in a machine of so many threads.

    Raises UserError where there is none.
    """
    field = prime_field(unit.field)
    digits = Digits(field.width, count)
    style = "block" if count * threads >= _BLOCK_DIGITS else "distributed"
    if isinstance(unit, ModularAdder):
        return SerialAdder(field, digits, style)
    if isinstance(unit, Sum):
        return SerialMove(field, digits, style)
    if isinstance(unit, (KeepingUnit, WideUnit)) or (isinstance(unit, LoadableUnit) and unit.loaded):
        raise UserError(f"{unit.kind} is not for a machine whose words have digits")
    if set(unit.constants) >= {ADD, SUBTRACT}:
        raise UserError(f"{unit.kind} takes whole words; with digits the adder is a modular-adder")
    if isinstance(unit, PipelinedMontgomery) and (unit.every, unit.digit_size) == (count, digits.size):
        return SerialMontgomery(replace(unit, fed=True), digits, style)
    return (WholeRadixWords if isinstance(unit, RadixUnit) else WholeWords)(unit, digits)


def _begun(d: Digits, name: str, doc: str) -> tuple[Module, Passing]:
    """A module with its inputs but for operands and control."""
    m = Module(f"{name}_digits{d.count}x{d.size}", f"{doc}\nWords in {d.count} digits of {d.size} bits.")
    m.input("clk")
    # Of several threads operands come late in their cycles, and results must not, so as not to be later each
    # time they go round: a register of its own says in time which digit passes.
    number = m.input(DIGIT, d.bits + 1)
    return m, passing(m, d, m.reg("passes", Arith("+", number, Const(number.width, 1))))


@dataclass(frozen=True)
class SerialAdder(UnitBase):
    """a + b mod p (attribute 1) or a - b mod p (attribute -1), a word cycle each.

    While digits come, s = a + b or a - b is made and, digit by digit, compared with p. What the last carries
    say decides whether s is corrected by p, in the next word cycle, in which its digits leave.
    """

    field: PrimeField
    digits: Digits
    style: str = "distributed"

    @property
    def kind(self) -> str:
        """Addition modulo p."""
        return "modular-adder in digits"

    @property
    def operands(self) -> tuple[str, ...]:
        """The two terms."""
        return ("a", "b")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return (ADD, SUBTRACT)

    def latency(self, attribute: int | None = None) -> int:
        """The word cycle in which the operands come."""
        return 1

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`subtract` with the operands for a - b."""
        return (ControlInput("subtract", 1, 0, 1),) if sign_of(attribute) == SUBTRACT else ()

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a + b or a - b by integers."""
        a, b = operands
        self.field.check(a, b)
        return (a + sign_of(attribute) * b) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Those of the adder of words."""
        return ModularAdder(self.field, max(self.digits.size, 2)).corner_cases()

    def module(self) -> Module:
        """The adder; ports clk, digit, a, b, subtract, y."""
        d, p = self.digits, self.field.p
        m, passes = _begun(d, f"modular_adder_{tag(self.field, False)}", f"a + b or a - b modulo p = {p:#x}.")
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

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "modular adder and subtracter in digits",
            "field": f"{self.field.label}, {self.field.definition}",
            "digits": self.digits.count,
            "constants": "1 adds, -1 subtracts",
        }


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


@dataclass(frozen=True)
class SerialMove(UnitBase):
    """The operand, a word cycle later."""

    field: Field
    digits: Digits
    style: str = "distributed"

    @property
    def kind(self) -> str:
        """A move."""
        return "move in digits"

    @property
    def operands(self) -> tuple[str, ...]:
        """What is moved."""
        return ("a",)

    def latency(self, attribute: int | None = None) -> int:
        """The word cycle in which the operand comes."""
        return 1

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The operand."""
        return operands[0]

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements."""
        return [(a,) for a in self.field.corner_elements()]

    def module(self) -> Module:
        """The memory; ports clk, digit, a, y."""
        d = self.digits
        m, passes = _begun(d, f"move_{self.field.width}", "The operand, a word cycle later.")
        a = m.input("a", d.size)
        m.unused(passes.odd)
        m.output("y", d.delayed(m, "late", a, passes.digit, style=self.style))
        return m

    def area_model(self) -> AreaModel:
        """A table for each bit of a digit."""
        return AreaModel(lut=self.digits.size, ff=0)

    def describe(self) -> Mapping[str, int | str]:
        """What it is."""
        return {"unit": "move in digits", "field": self.field.label, "digits": self.digits.count}


@dataclass(frozen=True)
class WholeWords(UnitBase):
    """A unit for whole words: operands are collected, and it starts with their last digits. Its result is
    dealt out from the first word cycle on that begins when it is there.
    """

    unit: Unit
    digits: Digits

    def __post_init__(self) -> None:
        if any(control.offset for each in self.constants for control in self.unit.controls(each)):
            raise UserError(
                f"{self.unit.kind} has control inputs in mid-operation, which words in digits have not"
            )
        if len({self.unit.latency(each) for each in self.constants}) > 1:
            raise UserError(
                f"{self.unit.kind} takes now longer, now shorter, which words in digits cannot wait for"
            )

    @property
    def field(self) -> Field:
        """That of the unit."""
        return self.unit.field

    @property
    def kind(self) -> str:
        """That of the unit."""
        return f"{self.unit.kind} of words in digits"

    @property
    def operands(self) -> tuple[str, ...]:
        """Those of the unit."""
        return self.unit.operands

    @property
    def constants(self) -> tuple[int | None, ...]:
        """Those of the unit."""
        return self.unit.constants

    @property
    def _cycles(self) -> int:
        """From the last digits of the operands to the whole result: a cycle more than the unit takes."""
        return 1 + self.unit.latency(self.constants[0])

    def latency(self, attribute: int | None = None) -> int:
        """That in which the operands come, those that the unit takes, up to the end of the last."""
        return 1 + -(-self._cycles // self.digits.count)

    def interval(self, attribute: int | None = None) -> int:
        """Word cycles that the unit takes."""
        return -(-self.unit.interval(attribute) // self.digits.count)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """Those of the unit, for a word cycle."""
        return self.unit.controls(attribute)

    def describe_control(self, signal: str) -> str | None:
        """As the unit says."""
        return self.unit.describe_control(signal)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """That of the unit."""
        return self.unit.function(operands, attribute)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Those of the unit."""
        return self.unit.corner_cases()

    def module(self) -> Module:
        """The unit with what is around it; ports clk, digit, the operands, the control inputs, y."""
        d, inner = self.digits, self.unit.module()
        m, passes = _begun(d, inner.name, inner.doc)
        digit = passes.digit
        pins: dict[str, Expr] = {
            name: self._operand(m, name, m.input(name, d.size), passes) for name in self.operands
        }
        last = m.wire("last", d.last(digit))
        signals = {c.signal: c.width for each in self.constants for c in self.unit.controls(each)}
        m.comment("the unit starts behind the last digits; its own registers divide its own ways then")
        for signal, width in signals.items():
            pins[signal] = m.reg(f"{signal}_now", gate(last, m.input(signal, width)))
        result = m.instance(inner, "whole", **pins)["y"]
        m.comment("its result, which is looked at in the cycle of a word cycle in which it can be there")
        m.output("y", d.kept(m, "result", result, (self._cycles - 1) % d.count, passes))
        return m

    def _operand(self, m: Module, name: str, value: Net, passes: Passing) -> Net:
        """An operand of the unit, in the cycle in which it starts."""
        return m.reg(f"{name}_taken", self.digits.collected(m, name, value, passes.digit))

    def area_model(self) -> AreaModel:
        """The unit; a table for each bit that is held, and the choice of a digit."""
        own, d, width = self.unit.area_model(), self.digits, self.field.width
        held = (len(self.operands) + 1) * width
        return AreaModel(lut=own.lut + held + width // 2 + d.size, ff=own.ff)

    def describe(self) -> Mapping[str, int | str]:
        """What the unit says, and its digits."""
        return {**self.unit.describe(), "digits": self.digits.count}


@dataclass(frozen=True)
class WholeRadixWords(WholeWords):
    """The same of a multiplier that divides by its radix."""

    @property
    def radix(self) -> int:
        """R of the unit."""
        assert isinstance(self.unit, RadixUnit)
        return self.unit.radix


@dataclass(frozen=True)
class SerialMontgomery(WholeRadixWords):
    """A multiplier that takes a digit of b in each cycle: b comes a word cycle late, and a stands."""

    style: str = "distributed"

    def _operand(self, m: Module, name: str, value: Net, passes: Passing) -> Net:
        if name == "a":
            return self.digits.standing(m, name, value, passes)
        return self.digits.delayed(m, f"{name}_digit", value, passes.digit, style=self.style)


DigitUnit: TypeAlias = SerialAdder | SerialMove | WholeWords
"""A unit of a machine whose words have digits."""
