"""Addition and subtraction of polynomials in u, coefficient by coefficient.

Imports the hardware layer and the polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.rtl.hdl import Arith, Const, Expr, Module, Net, Repeat, any_of, concat, extended, gate
from pairforge.rtl.units.base import AreaModel, Control
from pairforge.rtl.units.modular_adder import ADD, SUBTRACT, sign_of
from pairforge.rtl.units.polynomial.field import COEFFICIENTS, POWER, SIZE, SeedPolynomials


@dataclass(frozen=True)
class PolynomialAdder:
    """a + b (attribute 1) or a - b (attribute -1), two cycles, an operation each cycle.

    Then each of the four lower coefficients is reduced: c = q 2^63 + r with r from -2^62 to 2^62, so q is
    -1, 0 or 1, leaves r - s q, and q goes to the next, as 2^63 = u - s. The highest coefficient grows: see
    `SeedPolynomials.most_terms`.
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
    def constants(self) -> tuple[int, ...]:
        """The attributes there are."""
        return (ADD, SUBTRACT)

    def latency(self, attribute: int | None = None) -> int:
        """The sums, then what they carry."""
        return 2

    def interval(self, attribute: int | None = None) -> int:
        """A new operation every cycle."""
        return 1

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """`subtract` for a - b."""
        return (Control("subtract", 1, 0, 1),) if sign_of(attribute) == SUBTRACT else ()

    @property
    def cut(self) -> bool:
        """A register may stand in front."""
        return True

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The exact coefficients."""
        a, b = (self.field.coefficients(word) for word in operands)
        sums = [x + sign_of(attribute) * y for x, y in zip(a, b, strict=True)]
        quotients = [(c + (1 << POWER - 1)) >> POWER for c in sums[:-1]]
        left = [c - (q << POWER) - self.field.rest * q for c, q in zip(sums, [*quotients, 0], strict=True)]
        return self.field.pack([c + q for c, q in zip(left, [0, *quotients], strict=True)])

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner words against each other, each twice in a row, as operations take the constants in turn."""
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
        made: list[Net] = []
        below: tuple[Expr, Expr] = (Const(1, 0), Const(1, 0))
        for i in range(COEFFICIENTS):
            high, low = SIZE * (i + 1) - 1, SIZE * i
            x, y = extended(a[high, low], SIZE + 1), extended(b[high, low], SIZE + 1)
            operands = concat(x, Const(1, 1)), concat(y ^ Repeat(SIZE + 1, subtract), subtract)
            sum_ = m.wire(f"sum{i}", Arith("+", *operands))
            m.unused(sum_[0])
            c = m.reg(f"c{i}", sum_[SIZE + 1, 1])
            if i == COEFFICIENTS - 1:
                made.append(m.reg(f"y{i}", Arith("+", c[SIZE - 1, 0], self._carries(below, None))))
                m.unused(c[SIZE])
                continue
            # c in steps of 2^62: -3 and -2 carry -1, 1 and 2 carry 1.
            plus = m.wire(f"plus{i}", ~c[SIZE] & (c[SIZE - 1] | c[SIZE - 2]))
            minus = m.wire(f"minus{i}", c[SIZE] & ~(c[SIZE - 1] & c[SIZE - 2]))
            carries = self._carries(below, (plus, minus))
            made.append(m.reg(f"y{i}", Arith("+", extended(c[POWER - 1, 0], SIZE), carries)))
            below = plus, minus
        m.output("y", concat(*reversed(made)))
        return m

    def _carries(self, below: tuple[Expr, Expr], own: tuple[Expr, Expr] | None) -> Expr:
        """q of the coefficient below less s times its own, by the signs of both."""
        rest = self.field.rest
        choices: list[Expr] = []
        for sign_below, from_below in ((0, ~(below[0] | below[1])), (1, below[0]), (-1, below[1])):
            if own is None:
                signs: tuple[tuple[int, Expr], ...] = ((0, Const(1, 1)),)
            else:
                signs = ((0, ~(own[0] | own[1])), (1, own[0]), (-1, own[1]))
            for sign, condition in signs:
                value = (sign_below - sign * rest) % (1 << SIZE)
                if value:
                    choices.append(gate(from_below & condition, Const(SIZE, value)))
        return any_of(*choices)

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
