"""Between integers and polynomials in u: what comes in and what goes out of a machine on polynomials.

Imports the hardware layer and the polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import (
    Arith,
    Const,
    Expr,
    Module,
    Mux,
    Net,
    any_of,
    concat,
    extended,
    gate,
    widened,
)
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.options import UnitOptions
from pairforge.units.parts.carry import counter
from pairforge.units.polynomial.field import (
    BN_PRIME,
    COEFFICIENTS,
    MODULUS,
    POLYNOMIALS,
    POWER,
    SIZE,
    SeedPolynomials,
    seed_polynomials,
)
from pairforge.units.polynomial.hardware import among
from pairforge.units.polynomial.signed import multiple, total, total_in_stages

ENTER, LEAVE = 1, -1
"""The attributes of its operations: from an integer, and to the integer from 0 to p - 1."""

_RING = 6  # cycles of a round: five digits and a pause
_ROUNDS = 5
_BEGIN = 8  # the cycle in which the first digit stands at the head of the ring
_LAST = _BEGIN + _RING * _ROUNDS + COEFFICIENTS - 1
_FACTORS = (7, 65, 4097, (1 << 24) + 1)
_PLACES = 50  # the product of these is 2^50/36, but for 2^-48 of it


@dataclass(frozen=True)
class PolynomialConverterOptions(UnitOptions):
    """The keys of a `polynomial-converter`; `PolynomialConverter` explains them."""

    kind: ClassVar[str] = "polynomial-converter"
    operations: ClassVar[tuple[str, ...]] = ("convert",)
    summary: ClassVar[str] = "Integers to polynomials in the seed of a BN curve and back."
    over: ClassVar[str] = BN_PRIME
    words: ClassVar[str] = POLYNOMIALS
    target: ClassVar[str] = "xc6v"

    def make(self, field: Field) -> PolynomialConverter:
        """Over p of a BN curve with a small seed."""
        return PolynomialConverter(seed_polynomials(field))

    @classmethod
    def representation(cls, field: Field) -> Field:
        """The field in polynomials in its seed."""
        return seed_polynomials(field)


@dataclass(frozen=True)
class PolynomialConverter(UnitBase):
    """An integer of as many bits as p to a word (attribute 1), a word to its element (attribute -1).

    With digits in base 2^63, x = ((x_4 2^63 + x_3) 2^63 + …) + x_0 is taken in by Horner's rule: as
    2^63 = u - s, a round makes d_(i-1) - s d_i of the digits d and reduces it as the multiplier does. The
    other way, with u = 2^63 + s, a round makes d_(i-1) + s d_i, with whole carries and digits from 0. Before
    that k p is taken off, k the nearest integer to the highest coefficient over 36; what is left is from -p
    to p, and where it is negative the last round adds p. A digit a cycle, round and round six registers.
    """

    field: SeedPolynomials

    @property
    def kind(self) -> str:
        """Conversion."""
        return "polynomial-converter"

    @property
    def operands(self) -> tuple[str, ...]:
        """What is converted."""
        return ("a",)

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return (ENTER, LEAVE)

    def latency(self, attribute: int | None = None) -> int:
        """42: five rounds of six cycles, eight before and four behind them."""
        return _LAST

    def interval(self, attribute: int | None = None) -> int:
        """The same."""
        return _LAST

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` in the first cycle, `leave` with it for a word to its element."""
        start = ControlInput("start", 1, 0, 1)
        return (start, ControlInput("leave", 1, 0, 1)) if _leaves(attribute) else (start,)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The element of a word; or Horner's rule with coefficients reduced in every round."""
        (a,) = operands
        field = self.field
        if _leaves(attribute):
            return field.value(a)
        digits = [0] * COEFFICIENTS
        for i in reversed(range(COEFFICIENTS)):
            digit = (a % (1 << field.p.bit_length())) >> POWER * i & (1 << POWER) - 1
            if i == COEFFICIENTS - 1:
                digits[0] = digit
                continue
            digits = self._reduced(
                [d - field.rest * up for d, up in zip([digit, *digits], digits, strict=False)]
            )
        return field.pack(self._reduced(digits))

    def _reduced(self, values: Sequence[int]) -> list[int]:
        """Each but the last reduced to the nearest multiple of 2^63, with what the one before carries."""
        made, carried = [], 0
        for value in values[:-1]:
            whole = value + carried
            carried = (whole + (1 << POWER - 1)) >> POWER
            made.append(whole - (carried << POWER) - self.field.rest * carried)
        return [*made, values[-1] + carried]

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Ends of the range, p and its multiples; words with coefficients at their ends; alternating."""
        field = self.field
        p, bits = field.p, field.p.bit_length()
        ones = (1 << bits) - 1
        integers = [0, 1, p - 1, p, p + 1, ones, ones // 3, 1 << bits - 1]
        integers += [(1 << POWER * i) + e for i in range(1, COEFFICIENTS) for e in (-1, 0)]
        most = [field.top, field.top - 1, 36, 35, 18, 17]
        signs = [(s, t) for s in (1, -1) for t in (1, -1)]
        words = [field.pack([*[s * field.low] * (COEFFICIENTS - 1), t * m]) for m in most for s, t in signs]
        words += [field.encode(0), field.encode(-1)]
        multiples = [[c * k for c in MODULUS] for k in (1, -1, field.top // 36, -field.top // 36)]
        words += [field.pack([one + e, *more]) for one, *more in multiples for e in (-1, 0, 1)]
        count = max(len(integers), len(words))
        return [(pair[i % len(pair)],) for i in range(count) for pair in (integers, words)]

    def module(self) -> Module:
        """The converter; ports clk, a, start, leave, y."""
        field = self.field
        m = Module(
            f"polynomial_converter_{field.name}",
            f"Integers modulo p = {field.p:#x}\nto polynomials in u = {field.u:#x} and back.",
        )
        m.input("clk")
        a, start, leaves = m.input("a", field.width), m.input("start"), m.input("leave")
        m.comment("which way, and the cycle")
        leave = m.reg("leaves", leaves, enable=start)
        at, _ = counter(m, "at", 63, start, Const(1, 1), first=1)
        fed = self._source(m, a, start, leaves, leave, at)
        head, line = self._ring(m, fed, leave, at)
        m.comment("the digits of the last round, one after the other at the head")
        digits = [*reversed(line), head]
        word = concat(*reversed(digits))
        top = field.p.bit_length() - POWER * (COEFFICIENTS - 1)
        integer = concat(head[top - 1, 0], *(digit[POWER - 1, 0] for digit in reversed(digits[:-1])))
        m.output("y", Mux(leave, widened(integer, field.width), word))
        return m

    def _source(self, m: Module, a: Net, start: Net, leaves: Net, leave: Net, at: Net) -> Net:
        """The digits or coefficients, the highest first, less those of k p."""
        bits = self.field.p.bit_length()
        m.comment("digits or coefficients move up, the highest goes first")
        source: list[Net] = []
        moves = among(at, [_BEGIN + _RING * r for r in range(_ROUNDS - 1)])
        below: Expr = Const(SIZE, 0)
        for i in range(COEFFICIENTS):
            low = POWER * i
            digit = widened(a[min(low + POWER, bits) - 1, low], SIZE)
            taken = Mux(leaves, a[SIZE * (i + 1) - 1, SIZE * i], digit)
            source.append(m.reg(f"source{i}", Mux(start, taken, below), enable=start | moves))
            below = source[-1]
        m.comment("k: the nearest integer to the highest over 36")
        part = m.wire("highest", source[-1][self.field.top.bit_length(), 0])
        for i, factor in enumerate(_FACTORS):
            width = part.width + factor.bit_length()
            terms = multiple(part, factor, width)
            if i == len(_FACTORS) - 1:
                terms.append((1, Const(width, 1 << _PLACES - 1)))
            part = m.reg(f"times{factor}", total(terms))
        m.unused(part[_PLACES - 1, 0])
        k = m.reg("k", part[part.width - 1, _PLACES], enable=among(at, [_BEGIN - 3]), reset=(~leave, 0))
        cycles: dict[int, list[int]] = {MODULUS[-1]: [_BEGIN - 2]}
        for r, factor in enumerate(reversed(MODULUS[:-1])):
            cycles.setdefault(factor, []).append(_BEGIN + _RING * r + 1)
        less = [
            gate(among(at, when), m.wire(f"k{factor}", total(multiple(k, factor, SIZE))))
            for factor, when in cycles.items()
        ]
        return m.reg("fed", Arith("-", source[-1], any_of(*less)))

    def _ring(self, m: Module, fed: Net, leave: Net, at: Net) -> tuple[Net, list[Net]]:
        """The digits as they go round; the head, and the four that were there before it."""
        field = self.field
        rounds, wide = range(_ROUNDS), SIZE + 12

        def place(i: int, late: int, which: range = rounds) -> Expr:
            """Whether digit i stands `late` cycles behind the head."""
            return among(at, [_BEGIN + _RING * r + i + late for r in which])

        m.comment("a digit a cycle: s d, then with the digit below, then with what is carried, then reduced")
        head = m.forward_reg("head", SIZE)
        line = [head]
        for i in range(1, COEFFICIENTS):
            line.append(m.reg(f"head_late{i}", line[-1]))
        times = total_in_stages(m, "times", multiple(head, field.rest, wide), 3, 2)
        last = m.wire("last_round", any_of(*(place(i, 2, range(_ROUNDS - 1, _ROUNDS)) for i in range(_RING))))
        z = m.forward_reg("z", wide)
        below_zero = m.forward_reg("below_zero", 1)
        decides = place(0, 2, range(_ROUNDS - 1, _ROUNDS))
        m.drive_reg(below_zero, z[POWER - 1], enable=decides)
        adds = m.wire("adds_p", leave & Mux(decides, z[POWER - 1], below_zero))
        words = [field.p >> POWER * i & (1 << POWER) - 1 for i in range(COEFFICIENTS)]
        p_word = any_of(*(gate(place(i, 2) & adds, Const(wide, word)) for i, word in enumerate(words)))
        other = m.wire("other", Mux(last, p_word, Mux(leave, times, ~times)))
        below = m.wire("below", Mux(last, line[2], Mux(place(0, 2), fed, line[3])))
        plus_one = ~last & ~leave
        sum_ = m.wire(
            "with_other", Arith("+", concat(extended(below, wide), Const(1, 1)), concat(other, plus_one))
        )
        m.unused(sum_[0])
        w = m.reg("w", sum_[wide, 1])
        m.comment("reduced to the nearest multiple of 2^63 on the way in, to the one below on the way out")
        rounds_up = m.wire("rounds_up", z[POWER - 1] & ~leave)
        whole = m.wire("whole", z[wide - 1, POWER])
        carries = m.wire("carries", ~place(0, 3))
        carried = m.wire("carried", gate(carries, whole))
        with_carried = Arith(
            "+", concat(w, Const(1, 1)), concat(extended(carried, wide), carries & rounds_up)
        )
        next_z = m.wire("next_z", with_carried)
        m.unused(next_z[0])
        m.drive_reg(z, next_z[wide, 1])
        highest = m.wire("is_highest", place(COEFFICIENTS - 1, 4))
        sign = z[POWER - 1] & (~leave | highest)
        remainder = m.reg("remainder", concat(sign, z[POWER - 1, 0]))
        quotient = m.wire(
            "quotient", gate(~leave & ~highest, Arith("+", whole, widened(rounds_up, whole.width)))
        )
        less = m.reg("less", total(multiple(quotient, field.rest, SIZE)))
        first = Mux(among(at, [_BEGIN - 1]), fed, Const(SIZE, 0))
        loads = among(at, range(_BEGIN - 1, _BEGIN + _RING - 1))
        m.drive_reg(head, Mux(loads, first, Arith("-", remainder, less)))
        return head, line[1:]

    def area_model(self) -> AreaModel:
        """The source, digits on their way, and sums of four times as many bits as a digit has."""
        return AreaModel(lut=18 * SIZE, ff=18 * SIZE)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "converter between integers and polynomials",
            "field": f"{self.field.label}, {self.field.definition}",
            "constants": "1 from an integer, -1 to the integer from 0 to p - 1",
        }


def _leaves(attribute: int | None) -> bool:
    if attribute not in (None, ENTER, LEAVE):
        raise UserError(f"a converter has no operation {attribute}; 1 enters, -1 leaves")
    return attribute == LEAVE
