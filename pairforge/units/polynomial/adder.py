"""Addition and subtraction of polynomials in u, coefficient by coefficient.

Imports the hardware layer and the polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from pairforge.hdl import (
    Arith,
    Const,
    Expr,
    Module,
    Nary,
    Net,
    Repeat,
    any_of,
    concat,
    extended,
    gate,
)
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.options import UnitOptions
from pairforge.units.parts.signs import ADD, SUBTRACT, sign_of
from pairforge.units.polynomial.field import (
    BN_PRIME,
    COEFFICIENTS,
    MODULUS,
    POLYNOMIALS,
    POWER,
    SIZE,
    TOP_PLACE,
    SeedPolynomials,
    seed_polynomials,
)

_MULTIPLE = 1 << TOP_PLACE - 5  # of p, its highest coefficient 36/32 of 2^TOP_PLACE


@dataclass(frozen=True)
class PolynomialAdderOptions(UnitOptions):
    """The keys of a `polynomial-adder`; `PolynomialAdder` explains them."""

    kind: ClassVar[str] = "polynomial-adder"
    operations: ClassVar[tuple[str, ...]] = ("add",)
    summary: ClassVar[str] = "Addition and subtraction of polynomials in the seed of a BN curve."
    over: ClassVar[str] = BN_PRIME
    words: ClassVar[str] = POLYNOMIALS
    target: ClassVar[str] = "xc6v"

    def make(self, field: Field) -> PolynomialAdder:
        """Over p of a BN curve with a small seed."""
        return PolynomialAdder(seed_polynomials(field))

    @classmethod
    def representation(cls, field: Field) -> Field:
        """The field in polynomials in its seed."""
        return seed_polynomials(field)


@dataclass(frozen=True)
class PolynomialAdder(UnitBase):
    """a + b (attribute 1) or a - b (attribute -1), two cycles, an operation each cycle.

    Then each of the four lower coefficients is reduced: c = q 2^63 + r with r from -2^62 to 2^62, so q is
    -1, 0 or 1, leaves r - s q, and q goes to the next, as 2^63 = u - s. Where the highest is 2^30 or more,
    2^25 p is taken off, where it is less than -2^30 as much is added: so any number of sums may follow.
    """

    field: SeedPolynomials

    @property
    def kind(self) -> str:
        """Addition of polynomials."""
        return "polynomial-adder"

    @property
    def operands(self) -> tuple[str, ...]:
        """The two terms."""
        return ("a", "b")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return (ADD, SUBTRACT)

    def latency(self, attribute: int | None = None) -> int:
        """The sums, then what they carry."""
        return 2

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`subtract` for a - b."""
        return (ControlInput("subtract", 1, 0, 1),) if sign_of(attribute) == SUBTRACT else ()

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The exact coefficients."""
        a, b = (self.field.coefficients(word) for word in operands)
        sums = [x + sign_of(attribute) * y for x, y in zip(a, b, strict=True)]
        quotients = [(c + (1 << POWER - 1)) >> POWER for c in sums[:-1]]
        left = [c - (q << POWER) - self.field.rest * q for c, q in zip(sums, [*quotients, 0], strict=True)]
        over = (sums[-1] >= 1 << TOP_PLACE) - (sums[-1] < -1 << TOP_PLACE)
        carried = zip(left, [0, *quotients], MODULUS, strict=True)
        return self.field.pack([c + q - _MULTIPLE * over * factor for c, q, factor in carried])

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner words against each other, each twice in a row: operations take constants round-robin."""
        corners = self.field.corner_elements()
        some = (corners[0], corners[-1], corners[13], self.field.encode(-1))
        return [(a, b) for a in corners for b in some for _ in self.constants]

    def module(self) -> Module:
        """The adder; ports clk, a, b, subtract, y."""
        m = Module(
            f"polynomial_adder_{self.field.name}",
            f"a + b or a - b modulo p = {self.field.p:#x},\npolynomials in u = {self.field.u:#x}.",
        )
        m.input("clk")
        a, b = (m.input(name, self.field.width) for name in self.operands)
        subtract = m.input("subtract")
        sums: list[Net] = []
        for i in range(COEFFICIENTS):
            high, low = SIZE * (i + 1) - 1, SIZE * i
            x, y = extended(a[high, low], SIZE + 1), extended(b[high, low], SIZE + 1)
            operands = concat(x, Const(1, 1)), concat(y ^ Repeat(SIZE + 1, subtract), subtract)
            sum_ = m.wire(f"sum{i}", Arith("+", *operands))
            m.unused(sum_[0])
            sums.append(m.reg(f"c{i}", sum_[SIZE + 1, 1]))
        m.comment(
            "what each carries: of the lower ones 2^63, in steps of 2^62 from -3 to 2; of the highest 2^25 p"
        )
        carries = [self._carry(m, f"carry{i}", c, POWER - 1) for i, c in enumerate(sums[:-1])]
        over = self._carry(m, "over", sums[-1], TOP_PLACE)
        made: list[Net] = []
        for i, c in enumerate(sums):
            parts = [(over, -_MULTIPLE * MODULUS[i])]
            parts += [(carries[i - 1], 1)] if i else []
            parts += [(carries[i], -self.field.rest)] if i < len(carries) else []
            rest = extended(c[POWER - 1, 0], SIZE) if i < len(carries) else c[SIZE - 1, 0]
            made.append(m.reg(f"y{i}", Arith("+", rest, _chosen(parts))))
        m.output("y", concat(*reversed(made)))
        return m

    def _carry(self, m: Module, name: str, c: Net, place: int) -> tuple[Net, Net]:
        """Whether c, little more than 2^(place + 1) at most, is 2^place or more; less than -2^place."""
        plus = m.wire(f"{name}_plus", ~c[SIZE] & (c[place + 1] | c[place]))
        minus = m.wire(f"{name}_minus", c[SIZE] & ~(c[place + 1] & c[place]))
        return plus, minus

    def area_model(self) -> AreaModel:
        """Two adders of each coefficient; registers exactly."""
        size = COEFFICIENTS * SIZE
        return AreaModel(lut=2 * size + 10 * COEFFICIENTS, ff=2 * size + COEFFICIENTS)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "adder and subtracter of polynomials",
            "field": f"{self.field.label}, {self.field.definition}",
            "constants": "1 adds, -1 subtracts",
        }


def _chosen(parts: Sequence[tuple[tuple[Net, Net], int]]) -> Expr:
    """The sum of factors, each times 1, -1 or 0 as its pair says: one of 3^n constants."""
    choices: list[Expr] = []
    for signs in product((0, 1, -1), repeat=len(parts)):
        value = sum(sign * factor for sign, (_, factor) in zip(signs, parts, strict=True)) % (1 << SIZE)
        conditions = [
            pair[0] if sign == 1 else pair[1] if sign == -1 else ~(pair[0] | pair[1])
            for sign, (pair, _) in zip(signs, parts, strict=True)
        ]
        if value:
            choices.append(gate(Nary("&", tuple(conditions)), Const(SIZE, value)))
    return any_of(*choices)
