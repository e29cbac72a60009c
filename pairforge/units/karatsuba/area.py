"""Counts the 4-input tables of a Karatsuba multiplier, and finds the levels that need fewest.

Imports digits, the counting of tables and the recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pairforge.units.base import AreaModel
from pairforge.units.karatsuba import toom
from pairforge.units.karatsuba.levels import Split
from pairforge.units.karatsuba.structure import Blocks, Plan, odd_and_even, overhang, step_of
from pairforge.units.parts.digits import Digits, digits_over
from pairforge.units.parts.tables import Tables


class Area(Tables):
    """The recursion of the multiplier on sums.

    Over F_3 a sum takes as many tables inside its user as by itself: each distinct block product is counted
    once, and kept in `known`.
    """

    def __init__(
        self, digits: Digits, chain: int, known: dict[tuple[Blocks, Plan], AreaModel] | None = None
    ) -> None:
        super().__init__(digits, chain)
        self._known = {} if known is None else known

    def product(self, blocks: Blocks, plan: Plan) -> list[int]:
        """The coefficients of a block product."""
        if self._digits.characteristic == 2:
            return self._product(blocks, plan)
        if (blocks, plan) not in self._known:
            alone = Area(self._digits, self._chain, self._known)
            nodes = alone._product(blocks, plan)
            self._known[blocks, plan] = AreaModel(lut=alone.lut + alone.tables(nodes), ff=alone.ff)
        self.lut += self._known[blocks, plan].lut
        self.ff += self._known[blocks, plan].ff
        return [self.given() for _ in range(blocks.length)]

    def _product(self, blocks: Blocks, plan: Plan) -> list[int]:
        self.ff += 2 * plan.registers_in * blocks.digits * len(self._digits.suffixes)
        below = plan.down()
        terms: list[list[int]] = [[] for _ in range(blocks.length)]
        if not plan.splits:
            counts = [0] * blocks.length
            for o, s in zip(blocks.offsets, blocks.sizes, strict=True):
                for i in range(2 * s - 1):
                    counts[o + i] += min(i + 1, 2 * s - 1 - i)
            self.lut += self._digits.chain_tables(blocks.digits, self._chain)
            result = [self.add(count) for count in counts]
        elif all(not plan.splits[0].splits(s) for s in blocks.sizes):
            result = self.product(blocks, below)
        elif plan.splits[0].kind == "toom":
            result = self._toom(blocks, plan)
        elif plan.splits[0].kind == "oddeven":
            for o, s in zip(blocks.offsets, blocks.sizes, strict=True):
                if s == 1:
                    terms[o] += self.product(Blocks((1,)), below)
                    continue
                parts = odd_and_even(o, s)
                self.lut += self._operands(parts[2].operand)
                even, odd, both = (self.product(part.blocks, below) for part in parts)
                for first, product in ((1, both), (0, even), (2, odd), (1, even), (1, odd)):
                    for j, node in enumerate(product):
                        if first + 2 * j < 2 * s - 1:
                            terms[o + first + 2 * j].append(node)
            result = [self.add(0, t) for t in terms]
        else:
            step = step_of(blocks, plan.splits[0])
            self.lut += sum(self._operands(part.operand) for part in step.sums)
            for first, sums_of_pairs in step.rests:
                rest = [self.add(len(pairs)) for pairs in sums_of_pairs]
                self.register(rest, below.latency)
                for c, node in enumerate(rest):
                    terms[first + c].append(node)
            for group, shifts in ((step.sums, (0,)), (step.whole, (0,)), (step.wide, step.shifts)):
                for part in group:
                    product = self.product(part.blocks, below)
                    for shift in shifts:
                        for j, node in enumerate(product):
                            if part.first + shift + j < blocks.length:
                                terms[part.first + shift + j].append(node)
            result = [self.add(0, t) for t in terms]
        self.register(result, plan.registers_out)
        return result

    def _toom(self, blocks: Blocks, plan: Plan) -> list[int]:
        third, below = plan.splits[0].size, plan.down().without("out1")
        values = toom.points([0] * blocks.digits, third, self._form)
        products = []
        for width in (third, *map(len, values), blocks.digits - 2 * third):
            product = self.product(Blocks((min(width, third),)), below)
            if width > third:
                over = [self.add(len(pairs)) for pairs in overhang(width, third)]
                self.register(over, below.latency)
                product = [self._sum(terms) for terms in toom.shifted(product, over, third)]
            self.register(product, plan.down().registers_out)
            products.append(product)
        half_done = toom.Interpolation.of(products, self._sum)
        if registers := plan.cuts.count("mid"):

            def register(nodes: list[int]) -> list[int]:
                self.register(nodes, registers)
                return nodes

            half_done = half_done.behind(register, third, blocks.length)
        return [self._sum(terms) for terms in half_done.product(third, blocks.length, self._sum)]

    def _sum(self, nodes: list[int]) -> int:
        return self.add(0, nodes)

    def _form(self, terms: list[int]) -> int:
        """A sum of bits of an operand, which is there once for each operand."""
        self.lut += 2 if len(terms) > 1 else 0
        return 0

    def _operands(self, operand: Sequence[tuple[int, ...]]) -> int:
        """Tables for the same sums of digits of both operands."""
        return 2 * sum(self._digits.tables(0, len(digits)) for digits in operand)


@cache
def smallest_levels(
    m: int, *, thirds: bool = True, characteristic: int = 2, chain: int = 0
) -> tuple[Split, ...]:
    """The levels that need fewest 4-input tables by the area model, for a product of m digits.

    `thirds` allows three-way splits. Over F_2 they hold what the model says only with registers in front of
    the base: without, mapping copies additions of operands into the products.

    Halves down to 17 digits or fewer; below that every continuation is tried. (Three-way splits and oddeven
    never win higher up: `explore_karatsuba`, docs/reference/units.md.) Over F_3 halves of an odd number of
    digits may leave a rest of one: 97 = 2 * 48 + 1 saves a digit in all 81 products below.
    """
    digits = digits_over(characteristic)
    known: dict[tuple[Blocks, Plan], AreaModel] = {}

    def heads(n: int) -> Iterator[tuple[Split, ...]]:
        if n <= 17:
            yield ()
            return
        for half in {-(-n // 2), n // 2 if characteristic != 2 else -(-n // 2)}:
            for head in heads(half):
                yield (Split("halves", half), *head)

    def tails(n: int) -> Iterator[tuple[Split, ...]]:
        yield ()
        for kind, parts in (("halves", 2), ("three", 3))[: 2 if thirds else 1]:
            for part in {-(-n // parts), n // parts if characteristic != 2 else -(-n // parts)}:
                if part > 1 and 0 < n - (parts - 1) * part < 2 * part:
                    for tail in tails(part):
                        yield (Split(kind, part), *tail)

    def tables(levels: tuple[Split, ...]) -> int:
        area = Area(digits, chain, known)
        coefficients = area.product(Blocks((m,)), Plan(levels, (), chain))
        return area.tables(coefficients) + area.lut

    choices = [(*head, *tail) for head in heads(m) for tail in tails(head[-1].size if head else m)]
    return min(choices, key=tables)
