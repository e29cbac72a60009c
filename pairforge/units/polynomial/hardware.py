"""The hardware of the polynomial Montgomery multiplier, phase by phase.

Imports the hardware layer, the product of coefficients and the algorithm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairforge.hdl import (
    Arith,
    Compare,
    Const,
    Expr,
    Module,
    Mux,
    Net,
    Repeat,
    any_of,
    concat,
    extended,
    gate,
)
from pairforge.units.parts.carry import counter
from pairforge.units.polynomial.algorithm import HALF, PRODUCTS, RECOMBINED, STEPS, bounds
from pairforge.units.polynomial.core import BITS, CORES, STAGES, core_module
from pairforge.units.polynomial.field import COEFFICIENTS, MODULUS, POWER, SIZE, SeedPolynomials
from pairforge.units.polynomial.signed import Term, fitted, multiple, total, total_in_stages

_PAIRED = 2  # cycles from the operands to the first sums of two coefficients
_FIRST_TREE, _LAST_TREE = (2, 3), (3, 2)  # numbers added from register to register, and registers
_RECURRENCE = COEFFICIENTS - 1
_FIRST_SUM = 1 + _FIRST_TREE[1] + _RECURRENCE  # from c_k to x_k, as the recurrence begins


def first_step(core: str, *, whole: bool) -> int:
    """The cycle in which c_0 goes on: none of those after it has to wait for its last product."""
    added = _PAIRED + STAGES + whole + 1
    return added + max(max(signs) * CORES[core][1] - k for k, signs in enumerate(RECOMBINED))


def latency(core: str, *, whole: bool) -> int:
    """Cycles from the operands to the result."""
    return first_step(core, whole=whole) + _FIRST_SUM + STEPS - 1 + _LAST_TREE[1]


def multiplier_module(field: SeedPolynomials, core: str, *, whole: bool) -> Module:
    """The multiplier; ports clk, a, b, start, y. `whole`: see `core_module`."""
    m = Module(
        f"polynomial_montgomery_{field.name}_{core}{'_whole' if whole else ''}",
        f"a b u^-5 modulo p = {field.p:#x},\npolynomials in u = {field.u:#x}: five-term Karatsuba on one "
        f"{core} multiplier of coefficients.",
    )
    m.input("clk")
    operands = [m.input(name, field.width) for name in "ab"]
    start = m.input("start")
    m.output("y", _Hardware(m, field, core, start, whole).make(operands))
    return m


class _Hardware:
    """The body of the module, part by part."""

    def __init__(self, m: Module, field: SeedPolynomials, core: str, start: Net, whole: bool) -> None:
        self.m, self.field, self.core, self.whole = m, field, core, whole
        self.first = first_step(core, whole=whole)
        self.step = CORES[core][1]
        found = bounds(field)
        self.widths = [max(v).bit_length() + 1 for v in (found.products, found.reduced, found.sums)]
        self.tap_width = max(found.sums[:COEFFICIENTS]).bit_length() + 1
        self.began = [start]

    def make(self, operands: Sequence[Net]) -> Expr:
        """Everything; returns the result."""
        m = self.m
        m.comment("`start` on its way")
        for i in range(1, self.first):
            self.began.append(m.reg(f"start{i}", self.began[-1]))
        whole = self._products(operands)
        m.comment("the coefficient that goes on")
        step, _ = counter(m, "step", 15, self.began[self.first - 1], Const(1, 1))
        c = self._recombined(whole, step)
        m.comment("phase 2: coefficient reduction")
        low = concat(Const(1, 0), c[POWER - 1, 0])
        x = self._polynomial_reduction(self._reduced("c", c, low, _at(step, 0), 1, _FIRST_TREE), step)
        m.comment("phase 4: coefficient reduction, remainders from -2^62; a coefficient a cycle")
        balanced = concat(~x[POWER - 1], x[POWER - 2, 0])
        first = _at(step, _FIRST_SUM + COEFFICIENTS - 1)
        line = [self._reduced("x", x, balanced, first, None, _LAST_TREE)]
        for i in range(1, COEFFICIENTS):
            line.append(m.reg(f"result{i}", line[-1]))
        return concat(*line)

    def _place(self, name: str, start: Expr) -> tuple[Net, Expr, Expr]:
        """A counter of products: the number of the product, and whether this is the first of its cycles."""
        place, _ = counter(self.m, name, len(PRODUCTS) * self.step - 1, start, Const(1, 1))
        if self.step == 1:
            return place, place, Const(1, 1)
        return place, place[place.width - 1, 1], ~place[0]

    def _products(self, operands: Sequence[Net]) -> Net:
        """Phase 1, Algorithm 3: the products of sums of coefficients, one after the other."""
        m = self.m
        m.comment("phase 1: which product, and the coefficients in it")
        place, index, _ = self._place("place", self.began[0])
        has = {
            c: m.wire(f"has{c}", among(index, [i for i, p in enumerate(PRODUCTS) if c in p])) for c in "01234"
        }
        m.comment("sums of two coefficients, then of those")
        factors: dict[str, Expr] = {}
        for name, operand in zip("xy", operands, strict=True):
            held = m.reg(f"held_{operand.name}", operand, enable=self.began[0])
            part = [held[SIZE * (i + 1) - 1, SIZE * i] for i in range(COEFFICIENTS)]
            pairs = (
                (gate(has["0"], part[0]) | gate(has["3"] & has["4"], part[4]), gate(has["1"], part[1])),
                (gate(has["3"], part[3]) | gate(~has["3"] & has["4"], part[4]), gate(has["2"], part[2])),
            )
            sums = []
            for i, pair in enumerate(pairs):
                terms = [m.wire(f"{name}{i}_{j}", value) for j, value in enumerate(pair)]
                sums.append(m.reg(f"{name}{i}", Arith("+", *(extended(term, SIZE + 1) for term in terms))))
            factors[name] = Arith("+", *(extended(s, BITS) for s in sums))
        if self.step == 2:
            factors["second"] = m.reg("second", place[0])
        return m.instance(core_module(self.core, whole=self.whole), "core", **factors)["product"]

    def _recombined(self, whole: Net, step: Net) -> Net:
        """Phase 1, the rest: c_0 … c_8 added up as products come, one of them taken in each step."""
        m, width = self.m, self.widths[0]
        m.comment("each product to the coefficients that it is in")
        _, index, comes = self._place("taken", self.began[_PAIRED + STAGES + self.whole - 1])
        product = m.wire("comes", whole[width - 1, 0])
        m.unused(whole[whole.width - 1, width])
        made: list[Net] = []
        for k, signs in enumerate(RECOMBINED):
            initial = Const(width, HALF, "HALF") if k >= COEFFICIENTS else Const(width, 0)
            enable = among(index, signs) & comes
            if len(signs) == 1:
                made.append(m.reg(f"c{k}", Arith("+", product, initial), enable=enable))
                continue
            held = m.forward_reg(f"c{k}", width)
            before = m.wire(f"c{k}_before", Mux(_at(index, min(signs)), initial, held))
            minus = m.wire(f"c{k}_minus", among(index, [i for i, sign in signs.items() if sign < 0]))
            signed = product ^ Repeat(width, minus)
            sum_ = m.wire(f"c{k}_sum", Arith("+", concat(before, Const(1, 1)), concat(signed, minus)))
            m.unused(sum_[0])
            m.drive_reg(held, sum_[width, 1], enable=enable)
            made.append(held)
        above = gate(_at(step, STEPS - 1), Const(width, HALF, "HALF"))
        taken = [gate(_at(step, k), value) for k, value in enumerate(made)]
        return m.reg("c", any_of(*taken, above))

    def _reduced(
        self, name: str, value: Net, remainder: Expr, first: Expr, stage: int | None, tree: tuple[int, int]
    ) -> Net:
        """r - s q and what the coefficient before carries, nothing to the `first` of them."""
        m = self.m
        width = SIZE if stage is None else self.widths[stage]
        quotient = m.wire(f"{name}_quotient", value[value.width - 1, POWER])
        carried = m.reg(f"{name}_carried", quotient, reset=(first, 0))
        r = m.wire(f"{name}_remainder", remainder)
        terms: list[Term] = [
            (1, fitted(r, width)),
            *multiple(quotient, -self.field.rest, width),
            (1, fitted(carried, width)),
        ]
        return total_in_stages(m, f"{name}_reduced", terms, *tree)

    def _polynomial_reduction(self, c: Net, step: Net) -> Net:
        """Phase 3: x_k = c_k - 6 x_(k-1) - 24 x_(k-2) - 36 (x_(k-3) + x_(k-4)) of x_0 … x_4, which are -t.

        Each of them is taken away from the four to come as they pass: with
        p = 1 + 6 u + 24 u^2 + 36 u^3 + 36 u^4 this divides c by p mod u^5, and goes on to what is left above.
        """
        m, width = self.m, self.widths[2]
        m.comment("phase 3: polynomial reduction")
        x = m.forward_reg("x", width)
        # Found a cycle ahead, in a register, as it goes to all bits.
        ahead = among(step, range(_FIRST_SUM - 1, _FIRST_SUM - 1 + COEFFICIENTS))
        taps = m.reg("taps", ahead & ~self.began[self.first - 1])
        t = m.wire("minus_t", gate(taps, x[self.tap_width - 1, 0]))
        value = m.wire("enters", extended(c, width))
        for i in range(_RECURRENCE, 0, -1):
            less = total([(1, value), *multiple(t, -MODULUS[i], width)])
            if i == 1:
                m.drive_reg(x, less)
            else:
                value = m.reg(f"less{i}", less)
        return x


def _at(place: Expr, value: int) -> Expr:
    return Compare("==", place, Const(place.width, value))


def among(place: Expr, values: Iterable[int]) -> Expr:
    """Whether a counter has one of these values."""
    return any_of(*(_at(place, value) for value in values))
