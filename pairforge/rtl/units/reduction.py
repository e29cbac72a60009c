"""The arithmetic of Montgomery multiplication as steps of a pipeline: all at once, or digit by digit.

Imports pipelines and wide arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pairforge.rtl.hdl import Compare, Const, Expr, Module, Net, gate
from pairforge.rtl.units.pipeline import Pipeline, Word, constant, joined, part, width_of
from pairforge.rtl.units.wide import NO_CARRY, Term, Wide


@dataclass(frozen=True)
class Reduction:
    """a b / R modulo p, R = 2^width; `levels` of Karatsuba's identity in the greatest products."""

    p: int
    levels: int

    @property
    def width(self) -> int:
        """Bits of p."""
        return self.p.bit_length()

    def at_once(self, wide: Wide, a: Word, b: Word) -> Word:
        """The result, from three products of all bits."""
        pipe, p, n, below = wide.pipe, self.p, self.width, fewest_blocks(self.p, self.levels, wide.wide)
        pipe.comment(f"T = a b: Karatsuba, {self.levels} levels")
        t = wide.product("t", a, b, self.levels)
        pipe.comment("m = T p' mod R")
        m = wide.low_product("m", part(t, 0, n), constant(n, pow(-p, -1, 1 << n)), below)
        guard = self._guard(Wide(Pipeline(pipe.m), wide.wide), m, below)
        pipe.comment(f"m p, from {guard} bits below R on" if guard < n else "m p")
        cut = n - guard
        if cut:
            wide.loose.append(((1 << guard) - 1, cut))
        terms, _ = wide.high_terms("u", m, constant(n, p), 0, cut, below)
        made = wide.total("u", [*terms, *wide.left_over()], 2 * n + 1)
        pipe.comment("U = (T + m p) / R, and less p")
        u = wide.add("u", part(t, cut, n + guard), part(made, cut, n + guard), n + guard + 1)
        return self._reduced(wide, part(u, guard, n + 1))

    def _guard(self, trial: Wide, m: Word, below: int) -> int:
        """The fewest bits of m p below R whose sum is sure to round up to U; all, where that is no fewer."""
        n = self.width
        for guard in range(2, n):
            _, lost = trial.high_terms("u", m, constant(n, self.p), 0, n - guard, below)
            if (lost + (1 << n - guard) >> n - guard) + 1 < 1 << guard:
                return guard
        return n

    def _reduced(self, wide: Wide, u: Word) -> Word:
        """u < 2 p, less p where it reaches p."""
        n = self.width
        less = wide.add("less", u, constant(n + 1, (1 << n + 1) - self.p), n + 2)
        return wide.choice("chosen", part(less, n + 1, 1), part(less, 0, n), part(u, 0, n))

    def by_digits(self, wide: Wide, a: Word, b: Word, start: Word, count: int) -> Word:
        """The result in the cycle of the last of `count` digits; operands are taken in the cycle of `start`.

        Three accumulators move down by a digit in each cycle: that of a b gives a digit of T, that of T p'
        one of m, that of m p one that adds up to zero with the digit of T, but for its carry. a is moved up
        by the bits that the digits of b have too many, so that R stays 2^width.
        """
        pipe, p, n = wide.pipe, self.p, self.width
        size = -(-n // count)
        whole = size * count
        pipe.comment(f"operands; {count} digits of b, {size} bits each")
        a, b = self._held(wide, "a", a, start, 0), self._held(wide, "b", b, start, size)
        pipe.comment("T = a b")
        a = joined(constant(whole - n, 0), a)
        t = self._accumulated(wide, "t", part(b, 0, size), a, start, NO_CARRY, whole + size)
        digit, t_high = part(t, 0, size), part(t, size, n + 1)
        pipe.comment("m = T p' mod R")
        inverse = constant(whole, pow(-p, -1, 1 << whole))
        m = part(self._accumulated(wide, "m", digit, inverse, start, NO_CARRY, whole), 0, size)
        pipe.comment("m p, and the carry that the digits of T and m p leave")
        rest = pipe.loop("rest", 1)
        carry = pipe.step("carry", 1, (start, rest), lambda v: ~v[0] & v[1], 0.5, 1)
        u = self._accumulated(wide, "u", m, constant(whole, p), start, carry, whole + size)
        some = pipe.step("some", 1, (digit,), _is_not_zero, 1.0 + size / 64, -(-size // 5))
        pipe.close(rest, some)
        pipe.comment("U = (T + m p) / R, and less p")
        total = wide.ripple("sum", n + 1, (t_high, part(u, size, n + 1)), lambda v: (v[0], v[1]), carry=some)
        return self._reduced(wide, part(total, 0, n + 1))

    def _held(self, wide: Wide, name: str, operand: Word, start: Word, down: int) -> Word:
        """An operand from the cycle of `start` on, moved down by so many bits in each cycle."""
        before = wide.pipe.loop(f"{name}_before", self.width)
        held = wide.choice(f"{name}_held", start, operand, before)
        wide.pipe.close(before, part(held, down, self.width))
        return held

    def _accumulated(
        self, wide: Wide, name: str, digit: Word, y: Word, start: Word, carry: Word, width: int
    ) -> Word:
        """digit y modulo 2^width, the carry, and what was there a cycle ago without its lowest digit,
        unless an operation starts.
        """
        size = width_of(digit)
        terms = []
        for place in range(0, width_of(y), size):
            block = part(y, place, size)
            if place + 2 * size <= width:
                made = wide.product(f"{name}{place // size}", digit, block, self.levels)
            else:
                made = wide.low_product(f"{name}{place // size}", digit, block, max(0, self.levels - 1))
            terms.append(Term(made, place, (1 << width_of(made)) - 1 << place))
        product = wide.total(f"{name}_product", terms, width)
        before = wide.pipe.loop(f"{name}_before", width - size)

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            fresh, made, old = values
            return made, gate(~fresh, old)

        words = (product, joined(before, constant(size, 0)))
        total = part(wide.ripple(f"{name}_sum", width, words, build, whole=(start,), carry=carry), 0, width)
        wide.pipe.close(before, part(total, size, width - size))
        return total


def _is_not_zero(values: Sequence[Expr]) -> Expr:
    return Compare("!=", values[0], Const(values[0].width, 0))


@cache
def fewest_blocks(p: int, levels: int, block: int) -> int:
    """The levels below `levels` with which m and m p take the fewest multiplier blocks, then tables."""
    n = p.bit_length()

    def cost(below: int) -> tuple[int, int]:
        pipe = Pipeline(Module("trial"))
        wide, x = Wide(pipe, block), pipe.input(Net("x", n))
        wide.low_product("m", x, constant(n, pow(-p, -1, 1 << n)), below)
        terms, _ = wide.high_terms("u", x, constant(n, p), 0, n - 2, below)
        wide.total("u", terms, 2 * n + 1)
        return pipe.blocks, pipe.tables

    return min(range(max(1, levels)), key=cost)
