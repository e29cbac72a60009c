"""The arithmetic of Montgomery multiplication as steps of a pipeline: all at once, or digit by digit.

T is a product, or the sum or difference of two (`Signs`).

Imports pipelines and wide arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pairforge.hdl import Compare, Const, Expr, Module, Mux, Net, gate, spread
from pairforge.units.parts.canonical import canonical
from pairforge.units.parts.pipeline import Pipeline, Word, constant, joined, part, width_of
from pairforge.units.parts.short import Short
from pairforge.units.parts.step_delays import table
from pairforge.units.parts.wide import NO_CARRY, Term, Wide


@dataclass(frozen=True)
class Signs:
    """What becomes of a second product, a bit each: it counts where `second` is set, and is taken off where
    `subtract` is set as well."""

    second: Word
    subtract: Word

    def total(self, wide: Wide, name: str, x: Word, y: Word, width: int) -> Word:
        """x, x + y or x - y modulo 2^width."""

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            second, subtract, one, other = values
            return one, gate(second, other) ^ spread(subtract, other.width)

        whole = (self.second, self.subtract)
        return part(
            wide.ripple(name, width, (x, y), build, whole=whole, carry=self.subtract, levels=2), 0, width
        )


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
        return self.reduced(wide, self.product(wide, a, b))

    def product(self, wide: Wide, a: Word, b: Word) -> Word:
        """T = a b, with all bits."""
        wide.pipe.comment(f"T = a b: Karatsuba, {self.levels} levels")
        return wide.product("t", a, b, self.levels)

    def reduced(self, wide: Wide, t: Word) -> Word:
        """T / R modulo p, for any T below p R: U = (T + m p) / R is below 2 p, as m is below R."""
        if isinstance(wide, Short):
            return self._reduced_at_once(wide, t)
        return self._reduced(wide, self._quotient(wide, t, self.width + 1))

    def of_sums(self, wide: Wide, a: Word, b: Word) -> Word:
        """The result for factors below 2 p, of a bit more than p."""
        return canonical(wide, "u", self.near_of_sums(wide, a, b), self.p, 0, 5)

    def near_of_sums(self, wide: Wide, a: Word, b: Word) -> Word:
        """The same below 5 p, in three bits more than p; below 2 p where the factors are below p."""
        wide.pipe.comment(f"T = x y: Karatsuba, {self.levels} levels")
        return self._quotient(wide, wide.product("t", a, b, self.levels), self.width + 3)

    def near_of_sums_by_digits(
        self, wide: Wide, a: Word, b: Word, start: Word, count: int, *, integrated: bool
    ) -> Word:
        """`near_of_sums` as `by_digits` has it. The digits must have a bit more than p."""
        self._say(wide, "T = x y", count)
        product = self._by_digit(wide, "xy", a, b, start, count)
        if integrated:
            return self._integrated(wide, product, self.width + 3, start, count, more=1)
        size = -(-self.width // count)
        t = self._accumulated(wide, "t", product, start, NO_CARRY, size)
        return self._digits(wide, t, self.width + 3, start, count)

    def two_at_once(self, wide: Wide, factors: Sequence[Word], signs: Signs) -> Word:
        """a b, a b + c d or a b - c d in the place of a b, from four products of all bits."""
        n = self.width
        wide.pipe.comment(f"T = a b, a b + c d or a b - c d: Karatsuba, {self.levels} levels")
        a, b, c, d = factors
        x, y = wide.product("ab", a, b, self.levels), wide.product("cd", c, d, self.levels)
        t = signs.total(wide, "t", x, y, 2 * n + 2)
        return self._reduced_signed(wide, self._quotient(wide, t, n + 2), signs.subtract)

    def _quotient(self, wide: Wide, t: Word, bits: int) -> Word:
        """U = (T + m p) / R modulo 2^bits."""
        pipe, p, n, below = wide.pipe, self.p, self.width, fewest_blocks(self.p, self.levels, wide.wide)
        pipe.comment("m = T p' mod R")
        inverse = constant(n, pow(-p, -1, 1 << n), "MINUS_P_INVERSE")
        m = wide.low_product("m", part(t, 0, n), inverse, below)
        guard = self._guard(Wide(Pipeline(pipe.m), wide.wide), m, below)
        pipe.comment(f"m p, from {guard} bits below R on" if guard < n else "m p")
        cut = n - guard
        if cut:
            wide.loose.append(((1 << guard) - 1, cut))
        terms, _ = wide.high_terms("u", m, constant(n, p, "P"), 0, cut, below)
        made = wide.total("u", [*terms, *wide.left_over()], 2 * n + 1)
        pipe.comment("U = (T + m p) / R, reduced")
        t_high = part(t, cut, width_of(t) - cut)
        u = wide.add("u", t_high, part(made, cut, n + guard), bits + guard)
        return part(u, guard, bits)

    def factor_at_once(self, wide: Short, t: Word) -> Word:
        """m = T p' mod R, p' = -1/p mod R: with it T + m p is a multiple of R."""
        below = fewest_blocks(self.p, self.levels, wide.wide)
        wide.pipe.comment("m = T p' mod R")
        return wide.low_product_by("m", part(t, 0, self.width), pow(-self.p, -1, 1 << self.width), below)

    def _reduced_at_once(self, wide: Short, t: Word) -> Word:
        """(T + m p) / R, less p where that reaches p: one sum of T and all that m p is made of."""
        pipe, p, n, below = wide.pipe, self.p, self.width, fewest_blocks(self.p, self.levels, wide.wide)
        m = self.factor_at_once(wide, t)
        cut = n - self._guard(Wide(Pipeline(pipe.m), wide.wide), m, below)
        pipe.comment(f"U = (T + m p) / R, from bit {cut} on, and less p")
        terms, _ = wide.high_terms("u", m, constant(n, p, "P"), 0, cut, below)
        # What is left out below would make all bits from there to R zero.
        rounded = [Term(constant(n - cut, (1 << n - cut) - 1), cut, 0)] if cut else []
        high = Term(part(t, cut, width_of(t) - cut), cut, 0)
        return wide.sum_or_less("u", [*terms, *rounded, high], p, n)

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
        less = wide.add("less", u, constant(n + 1, (1 << n + 1) - self.p, "MINUS_P"), n + 2)
        return wide.choice("chosen", part(less, n + 1, 1), part(less, 0, n), part(u, 0, n))

    def _reduced_signed(self, wide: Wide, u: Word, subtract: Word) -> Word:
        """-p < U < 2 p where `subtract` is set, else 0 <= U < 3 p, modulo 2^(n + 2): brought to 0 ... p - 1.

        Beside U - p there is U - 2 p, or U + p where U may be negative; the highest bits are signs.
        """
        pipe, n, p = wide.pipe, self.width, self.p
        top = 1 << n + 2
        less = part(wide.add("less", u, constant(n + 2, top - p, "MINUS_P"), n + 2), 0, n + 2)
        pipe.comment("and with p, or less 2 p")

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            minus, x, once, twice = values
            return x, Mux(minus, once, twice)

        words = (u, constant(n + 2, p, "PLUS_P"), constant(n + 2, top - 2 * p, "MINUS_2P"))
        other = wide.ripple("other", n + 2, words, build, whole=(subtract,))

        def taken(values: Sequence[Expr]) -> Expr:
            minus, below, short = values
            return Mux(minus, below, ~short)

        signs = (subtract, part(u, n + 1, 1), part(other, n + 1, 1))
        select = pipe.step("take_other", 1, signs, taken, table(), 1)
        once = wide.choice("once", part(less, n + 1, 1), part(u, 0, n), part(less, 0, n))
        return wide.choice("chosen", select, part(other, 0, n), once)

    def by_digits(
        self,
        wide: Wide,
        a: Word,
        b: Word,
        start: Word,
        count: int,
        *,
        integrated: bool = False,
        fed: bool = False,
    ) -> Word:
        """The result in the cycle of the last of `count` digits; operands are taken in the cycle of `start`.
        `fed`: from then on `a` stands for `count` cycles, and `b` is a digit in each.

        `integrated`: see `_integrated`. Else three accumulators move down by a digit in each cycle: that of
        a b gives a digit of T, that of T p' one of m, that of m p one that adds up to zero with the digit of
        T, but for its carry. a is moved up by the bits that the digits of b have too many, so that R stays
        2^width.
        """
        size = -(-self.width // count)
        self._say(wide, "T = a b", count)
        times = self._times_digit if fed else self._by_digit
        product = times(wide, "ab", a, b, start, count)
        if integrated:
            return self._reduced(wide, self._integrated(wide, product, self.width + 1, start, count))
        t = self._accumulated(wide, "t", product, start, NO_CARRY, size)
        return self._reduced(wide, self._digits(wide, t, self.width + 1, start, count))

    def two_by_digits(
        self,
        wide: Wide,
        factors: Sequence[Word],
        signs: Signs,
        start: Word,
        count: int,
        *,
        integrated: bool = False,
    ) -> Word:
        """a b, a b + c d or a b - c d in the place of a b; the accumulator of T has a sign."""
        size = -(-self.width // count)
        self._say(wide, "T = a b, a b + c d or a b - c d", count)
        second, subtract = (
            wide.held(name, start, word)
            for name, word in (("second", signs.second), ("subtract", signs.subtract))
        )
        signs = Signs(second, subtract)
        a, b, c, d = factors
        ab = self._by_digit(wide, "ab", a, b, start, count)
        cd = self._by_digit(wide, "cd", c, d, start, count)
        product = signs.total(wide, "both", ab, cd, width_of(ab) + 2)
        if integrated:
            u = self._integrated(wide, product, self.width + 2, start, count, signed=True)
            return self._reduced_signed(wide, u, subtract)
        t = self._accumulated(wide, "t", product, start, NO_CARRY, size, signed=True)
        return self._reduced_signed(wide, self._digits(wide, t, self.width + 2, start, count), subtract)

    def _say(self, wide: Wide, what: str, count: int) -> None:
        size = -(-self.width // count)
        wide.pipe.comment(f"{what}; {count} digits of the second factors, {size} bits each")

    def _digits(self, wide: Wide, t: Word, bits: int, start: Word, count: int) -> Word:
        """U = (T + m p) / R modulo 2^bits, from the accumulator of T."""
        pipe, p, n = wide.pipe, self.p, self.width
        size = -(-n // count)
        whole = size * count
        digit, t_high = part(t, 0, size), part(t, size, bits)
        pipe.comment("m = T p' mod R")
        inverse = constant(whole, pow(-p, -1, 1 << whole), "MINUS_P_INVERSE")
        product = self._product(wide, "m", digit, inverse, whole)
        m = part(self._accumulated(wide, "m", product, start, NO_CARRY, size), 0, size)
        pipe.comment("m p, and the carry that the digits of T and m p leave")
        rest = pipe.loop("rest", 1)
        carry = pipe.step("carry", 1, (start, rest), lambda v: ~v[0] & v[1], table(), 1)
        product = self._product(wide, "u", m, constant(whole, p, "P_PADDED"), whole + size)
        u = self._accumulated(wide, "u", product, start, carry, size)
        some = pipe.step("some", 1, (digit,), _is_not_zero, table(2 if size <= 36 else 3), -(-size // 5))
        pipe.close(rest, some)
        pipe.comment("U = (T + m p) / R, and less p")
        words = (t_high, part(u, size, n + 1))
        return part(wide.ripple("sum", bits, words, lambda v: (v[0], v[1]), carry=some), 0, bits)

    def _integrated(
        self,
        wide: Wide,
        product: Word,
        bits: int,
        start: Word,
        count: int,
        *,
        signed: bool = False,
        more: int = 0,
    ) -> Word:
        """U = (T + m p) / R modulo 2^bits from one accumulator; `product`: what a digit adds to T. `more`:
        bits that a has beyond those of p.

        S_i+1 = (S_i + T_i + m_i p) / 2^size, m_i the lowest digit of (S_i + T_i) p'. Only one digit of p' is
        needed, but m_i, m_i p and both sums are in the loop of S. With a moved up to `whole` bits S is below
        a + p, for two products above -a and below 2 a + p, and so are all S behind it.
        """
        pipe = wide.pipe
        size = -(-self.width // count)
        whole = size * count
        width = whole + (3 if signed else 1) + more
        before = pipe.loop("s_before", width)

        def extended(word: Word, to: int) -> Word:
            sign = part(word, width_of(word) - 1, 1) if signed else constant(1, 0)
            return part(joined(word, *([sign] * (to - width_of(word)))), 0, to)

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            fresh, made, old = values
            return made, gate(~fresh, old)

        words = (extended(product, width + size), extended(before, width + size))
        s = wide.ripple("s", width + size, words, build, whole=(start,))
        digit = part(s, 0, size)
        pipe.comment("a digit of m")
        m = wide.low_product_by("m", digit, pow(-self.p, -1, 1 << size), max(0, self.levels - 1))
        pipe.comment("S + T + m p, whose lowest digit is zero: moved down by it")
        made = self._product(wide, "u", m, constant(whole, self.p, "P_PADDED"), whole + size)
        some = pipe.step("some", 1, (digit,), _is_not_zero, table(2 if size <= 36 else 3), -(-size // 5))
        words = (part(s, size, width), part(made, size, width))
        u = part(wide.ripple("t", width, words, lambda v: (v[0], v[1]), carry=some), 0, width)
        pipe.close(before, u)
        return part(u, 0, bits)

    def _by_digit(self, wide: Wide, name: str, x: Word, y: Word, start: Word, count: int) -> Word:
        """x, moved up, times the current digit of y; `name`: a letter for each of them."""
        size = -(-self.width // count)
        x, y = wide.held(name[0], start, x), wide.held(name[1], start, y, size)
        return self._times_digit(wide, name, x, part(y, 0, size), start, count)

    def _times_digit(self, wide: Wide, name: str, x: Word, digit: Word, _: Word, count: int) -> Word:
        """x, moved up, times a digit."""
        whole = -(-self.width // count) * count
        more = width_of(x) - self.width
        x = joined(constant(whole - self.width, 0), x)
        return self._product(wide, name, digit, x, whole + width_of(digit) + more)

    def _product(self, wide: Wide, name: str, digit: Word, y: Word, width: int) -> Word:
        """digit y modulo 2^width."""
        size = width_of(digit)
        terms = []
        for place in range(0, width_of(y), size):
            block = part(y, place, size)
            if place + 2 * size <= width:
                made = wide.product(f"{name}{place // size}", digit, block, self.levels)
            else:
                made = wide.low_product(f"{name}{place // size}", digit, block, max(0, self.levels - 1))
            terms.append(Term(made, place, (1 << width_of(made)) - 1 << place))
        return wide.total(f"{name}_product", terms, width)

    def _accumulated(
        self,
        wide: Wide,
        name: str,
        product: Word,
        start: Word,
        carry: Word,
        size: int,
        *,
        signed: bool = False,
    ) -> Word:
        """The product, the carry, and what was there a cycle ago without its lowest digit of `size` bits,
        unless an operation starts; `signed`: the highest bit is a sign.
        """
        width = width_of(product)
        before = wide.pipe.loop(f"{name}_before", width - size)
        above = joined(*([part(before, width - size - 1, 1)] * size)) if signed else constant(size, 0)

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            fresh, made, old = values
            return made, gate(~fresh, old)

        words = (product, joined(before, above))
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
