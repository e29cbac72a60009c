"""The recursion of a Karatsuba multiplier: which smaller block products a block product is made of.

Block products are explained in the package's docstring. Imports the levels.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pairforge.units.fields.base import Rows
from pairforge.units.karatsuba.levels import Split

_LONGEST_PATTERN = 40  # characters of a module's name that may spell out its blocks


@dataclass(frozen=True)
class Plan:
    """What a block product needs to know below it: its level, the splits, registers at each place, and how
    many products the base adds in a row (0 where that has no meaning).
    """

    splits: tuple[Split, ...]
    cuts: tuple[str, ...]
    chain: int = 0
    level: int = 0

    def down(self) -> Plan:
        """The same for the level below."""
        return Plan(self.splits[1:], self.cuts, self.chain, self.level + 1)

    @property
    def registers_in(self) -> int:
        return self.cuts.count(f"in{self.level}")

    @property
    def registers_out(self) -> int:
        return self.cuts.count(f"out{self.level}")

    @property
    def tag(self) -> str:
        """Distinct for distinct hardware at and below this level."""
        parts = [s.tag for s in self.splits]
        deepest = self.level + len(self.splits)
        for side in ("in", "out"):
            places = [
                str(k - self.level)
                for k in range(self.level, deepest + 1)
                for _ in range(self.cuts.count(f"{side}{k}"))
            ]
            if places:
                parts.append(side[0] + "".join(places))
        if self.level == 0 and "mid" in self.cuts:
            parts.append(f"m{self.cuts.count('mid')}")
        if self.chain:
            parts.append(f"c{self.chain}")
        return "_".join(parts)

    def without(self, name: str) -> Plan:
        """The same with no register at a place."""
        return Plan(self.splits, tuple(cut for cut in self.cuts if cut != name), self.chain, self.level)

    @property
    def latency(self) -> int:
        """Registers on the way through this level and those below."""
        count = sum(
            self.cuts.count(f"{side}{k}")
            for side in ("in", "out")
            for k in range(self.level, self.level + len(self.splits) + 1)
        )
        return count + (self.cuts.count("mid") if self.level == 0 else 0)


@dataclass(frozen=True)
class Blocks:
    """Operands cut into contiguous blocks."""

    sizes: tuple[int, ...]

    @property
    def digits(self) -> int:
        return sum(self.sizes)

    @cached_property
    def offsets(self) -> list[int]:
        """The first digit of each block."""
        return [sum(self.sizes[:i]) for i in range(len(self.sizes))]

    @property
    def tag(self) -> str:
        """Distinct for distinct sizes: the sum, and the shortest pattern that all but the last repeat.

        A pattern too long for a name (tools cut them) is told by its digest.
        """
        body = self.sizes[:-1]
        period = next((p for p in range(1, len(body)) if body[p:] == body[:-p]), len(body))
        pattern = "b".join(str(s) for s in body[:period])
        if len(pattern) > _LONGEST_PATTERN:
            pattern = "x" + hashlib.sha256(repr(self.sizes).encode()).hexdigest()[:12]
        return f"{self.digits}b{pattern}" if pattern else str(self.digits)

    @cached_property
    def length(self) -> int:
        """Coefficients of the block product."""
        return max(o + 2 * s - 1 for o, s in zip(self.offsets, self.sizes, strict=True))


@dataclass(frozen=True)
class SubProduct:
    """A smaller block product: of which digits of the operands, added from which coefficient.

    A digit of its operands is one digit or, where `difference`, that of two: the first less the second for
    a, the second less the first for b (where there is no second, as if it were 0).
    """

    first: int
    blocks: Blocks
    operand: tuple[tuple[int, ...], ...]
    difference: bool = False

    @property
    def slice(self) -> tuple[int, int] | None:
        """Highest and lowest digit, where the operand is a plain range of them."""
        low = self.operand[0][0]
        plain = all(digits == (low + i,) for i, digits in enumerate(self.operand))
        return (self.operand[-1][0], low) if plain and not self.difference else None

    def rows(self, side: str, characteristic: int) -> Rows:
        """The operand a or b as a linear map."""
        signs = (1, characteristic - 1)
        if self.difference and side == "b":
            signs = signs[::-1]
        return tuple(tuple(zip(digits, signs, strict=False)) for digits in self.operand)


@dataclass(frozen=True)
class Step:
    """One level of a block product.

    `wide` are the products W, each added at every one of `shifts`; `sums` those of differences of halves or
    thirds; `whole` those of blocks too small to be cut. Blocks that are cut and blocks that are not
    alternate where sizes differ: each run of either has a product of its own, and so have blocks with a rest
    between them. `rests` has for each rest the coefficient of the first of its sums of products, each given
    by pairs of a digit of a and one of b.
    """

    wide: tuple[SubProduct, ...]
    shifts: tuple[int, ...]
    sums: tuple[SubProduct, ...]
    whole: tuple[SubProduct, ...]
    rests: tuple[tuple[int, tuple[tuple[tuple[int, int], ...], ...]], ...]


@lru_cache(maxsize=4096)  # the search for the best levels asks for the same many times
def step_of(blocks: Blocks, split: Split) -> Step:
    """How halves or thirds cut a block product.

    Of a block of more digits than the parts have, the last ones are the *rest*: their products with all
    digits of the block are made one by one.
    """
    L = split.size
    sums: list[SubProduct] = []
    rests: list[tuple[int, tuple[tuple[tuple[int, int], ...], ...]]] = []
    runs: dict[bool, list[SubProduct]] = {True: [], False: []}
    pieces = list(zip(blocks.offsets, blocks.sizes, strict=True))
    for cut, group in itertools.groupby(pieces, key=lambda piece: split.splits(piece[1])):
        sizes: list[int] = []
        first: int | None = None

        for o, whole in group:
            first = o if first is None else first
            s = min(whole, split.parts * L) if cut else whole
            if not cut:
                sizes += [s]
            elif split.kind == "halves":
                sizes += [L, s - L]
                sums.append(
                    SubProduct(
                        o + L, Blocks((L,)), tuple(tuple(range(o + i, o + s, L)) for i in range(L)), True
                    )
                )
            else:
                third = s - 2 * L
                sizes += [L, L, third]
                pairs = ((0, 1), (0, 2), (1, 2))
                operand = tuple(
                    tuple(o + p * L + i for p in pair if p < 2 or i < third)
                    for pair in pairs
                    for i in range(L)
                )
                sums.append(SubProduct(o + L, Blocks((L, L, L)), operand, True))
            if whole > s:
                beyond = tuple(tuple((o + i, o + j) for i, j in pairs) for pairs in overhang(whole, s))
                rests.append((o + s, beyond))
                runs[cut].append(_plain(first, sizes))
                first, sizes = None, []
        if first is not None:
            runs[cut].append(_plain(first, sizes))
    shifts = tuple(range(0, split.parts * L, L))
    return Step(tuple(runs[True]), shifts, tuple(sums), tuple(runs[False]), tuple(rests))


def _plain(first: int, sizes: Sequence[int]) -> SubProduct:
    """The product of blocks of these sizes as they stand, from digit `first`."""
    return SubProduct(first, Blocks(tuple(sizes)), tuple((first + i,) for i in range(sum(sizes))))


def odd_and_even(o: int, s: int) -> tuple[SubProduct, SubProduct, SubProduct]:
    """The products of a block of s digits at o cut into odd and even ones: even, odd, and of their
    differences.
    """
    even, odd = (s + 1) // 2, s // 2
    return (
        SubProduct(0, Blocks((even,)), tuple((o + 2 * k,) for k in range(even))),
        SubProduct(2, Blocks((odd,)), tuple((o + 2 * k + 1,) for k in range(odd))),
        SubProduct(
            1,
            Blocks((even,)),
            tuple(tuple(o + j for j in (2 * k, 2 * k + 1) if j < s) for k in range(even)),
            True,
        ),
    )


def overhang(width: int, third: int) -> list[list[tuple[int, int]]]:
    """What a product of `third` digits leaves out of one of `width`: for each coefficient from `third` up the
    digits (of one operand, of the other) that meet there, one of them beyond.
    """
    found = []
    for k in range(third, 2 * width - 1):
        first, last = max(0, k - width + 1), min(width - 1, k)
        middle = min(k - third, last) + 1
        places = [*range(first, middle), *range(max(first, third, middle), last + 1)]
        found.append([(i, k - i) for i in places])
    return found
