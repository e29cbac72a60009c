"""Pipelined Karatsuba multiplication in F_2^m, one product a cycle.

The recursion works on *block products*. Cut both operands into blocks of n bits; their block product is
``D = sum over i of x^(n i) a_i b_i`` (a single block is the ordinary product). With a_i = l_i + x^L h_i and
the same for b_i, Karatsuba's identity for all blocks together reads

    D = (1 + x^L) W + x^L sum over i of x^(n i) (l_i + h_i)(l'_i + h'_i)

where W is the block product of the *same* operands cut into the smaller blocks l_0, h_0, l_1, h_1, …. The
high half of one small product and the low half of the next fall on the same coefficients of W, so they are
added where they are cheapest, inside the sum of bit products, and every coefficient of D costs one sum of
three. That is the refined (overlap-free) recursion of Bernstein, "Batch binary Edwards", CRYPTO 2009, section
2, carried through all levels at once. The other splits are

    three:    D = (1 + x^L + x^2L) W + x^L sum of x^(n i) V_i,  V_i the block product of the pairwise sums
    oddeven:  a b = (1 + x)(P_e(x^2) + x P_o(x^2)) + x P_eo(x^2)  for each block

A *level* is one such split; the base multiplies bit by bit. All block products of one level take the same
number of cycles, whatever their width. Imports the hardware layer and the field.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from pairforge.errors import UserError
from pairforge.rtl.hdl import Const, Expr, Module, Net, Repeat, concat, xor
from pairforge.rtl.units.base import AreaModel, Control
from pairforge.rtl.units.binary import BinaryField

_LETTERS = {"halves": "", "three": "t", "oddeven": "e"}
_LONGEST_PATTERN = 40  # characters of a module's name that may spell out its blocks


@dataclass(frozen=True)
class Split:
    """One level: blocks are cut at `size` bits.

    `kind` is "halves" (two parts), "three" (three parts, six products) or "oddeven" (two parts, interleaved;
    only blocks of more than one bit).
    """

    kind: str
    size: int

    def __post_init__(self) -> None:
        if self.kind not in ("halves", "three", "oddeven"):
            raise UserError(f"split {self.kind!r} is not one of halves, three, oddeven")
        if self.size < 1:
            raise UserError(f"a split leaves blocks of {self.size} bits; at least 1 is needed")

    @classmethod
    def of(cls, tag: str) -> Split:
        """The level of this tag: `120` cuts into halves of 120, `t5` into thirds, `e60` into odd and even."""
        kinds = {letter: kind for kind, letter in _LETTERS.items()}
        letter, size = (tag[:1], tag[1:]) if tag[:1].isalpha() else ("", tag)
        if letter not in kinds or not size.isdecimal():
            raise UserError(
                f"level {tag!r}: give a size in bits, with t before it for thirds or e for odd/even"
            )
        return cls(kinds[letter], int(size))

    @property
    def tag(self) -> str:
        """For module names: the size, with a letter where the kind is not "halves"."""
        return _LETTERS[self.kind] + str(self.size)

    def splits(self, size: int) -> bool:
        """Whether a block of `size` bits is cut; smaller ones go down a level whole."""
        return size > (2 * self.size if self.kind == "three" else self.size)


def levels_for(
    m: int, *, cutoff: int, split: str | Sequence[str] = "halves", ways: int | Sequence[int] = 2
) -> tuple[Split, ...]:
    """Levels that cut m bits into equal parts until a block has at most `cutoff` bits.

    `split` ("halves" or "oddeven") and `ways` (2 or 3) are for all levels, or one value a level from the top;
    the last value holds for the levels below.
    """
    if cutoff < 1:
        raise UserError(f"cut-off {cutoff} is below 1 bit")
    splits = [split] if isinstance(split, str) else list(split)
    counts = [ways] if isinstance(ways, int) else list(ways)
    levels: list[Split] = []
    while m > cutoff:
        style, count = (row[min(len(levels), len(row) - 1)] for row in (splits, counts))
        if style not in ("halves", "oddeven") or count not in (2, 3) or (style, count) == ("oddeven", 3):
            raise UserError(f"no {count}-way {style} split; halves takes 2 or 3 ways, oddeven 2")
        if count == 3 and m < 5:
            count = 2
        m = -(-m // int(count))
        levels.append(Split("three" if count == 3 else str(style), m))
    return tuple(levels)


@cache
def smallest_levels(m: int, *, thirds: bool = True) -> tuple[Split, ...]:
    """The levels that need fewest 4-input tables by the area model, for a product of m bits.

    `thirds` allows three-way splits. They hold what the model says only with registers in front of the
    base: without, mapping copies additions of operands into the products.

    Halves down to 17 bits or fewer; below that every continuation is tried. (Three-way splits and oddeven
    never win higher up: `explore_karatsuba`, docs/units.md.)
    """
    head: list[Split] = []
    size = m
    while size > 17:
        size = -(-size // 2)
        head.append(Split("halves", size))

    def tails(n: int) -> Iterator[tuple[Split, ...]]:
        yield ()
        for kind, parts in (("halves", 2), ("three", 3))[: 2 if thirds else 1]:
            part = -(-n // parts)
            if part > 1 and (parts - 1) * part < n:
                for tail in tails(part):
                    yield (Split(kind, part), *tail)

    def tables(levels: tuple[Split, ...]) -> int:
        area = _Area()
        coefficients = area.product(_Blocks((m,)), _Plan(levels, ()))
        return area.tables(coefficients) + area.lut

    return min(((*head, *tail) for tail in tails(size)), key=tables)


def cut_names(levels: int) -> tuple[str, ...]:
    """Where registers may stand, in the order a product passes them.

    ``in k`` is in front of the block products of level k (``in0``: the operands; behind the additions of
    level k - 1), ``out k`` behind them, ``reduced`` behind the reduction.
    """
    return (
        *(f"in{k}" for k in range(levels + 1)),
        *(f"out{k}" for k in reversed(range(levels + 1))),
        "reduced",
    )


def cuts_for(levels: int, stages: int) -> tuple[str, ...]:
    """Default register places for a number of stages.

    Result and operands first, then the places that split the logic most evenly. One is between the
    additions of operands and the base: there mapping cannot pull additions into the products, which costs
    tables. A place just behind the base comes last: a register there keeps the last sum of bit products out
    of the table that uses it.
    """
    if stages < 1:
        raise UserError(f"a pipeline of {stages} stages; at least 1 is needed")
    upper, half = max(levels - 2, 0), levels // 2
    ranking = ["reduced", "in0", f"out{upper}", f"in{levels}", "out0", f"in{half}", f"out{half}"]
    ranking += [*(f"out{k}" for k in range(levels)), *(f"in{k}" for k in range(levels)), f"out{levels}"]
    chosen = list(dict.fromkeys(ranking))[:stages]
    chosen += ["in0"] * (stages - len(chosen))
    return tuple(sorted(chosen, key=cut_names(levels).index))


@dataclass(frozen=True)
class _Plan:
    """What a block product needs to know below it: its level, the splits, and registers at each place."""

    splits: tuple[Split, ...]
    cuts: tuple[str, ...]
    level: int = 0

    def down(self) -> _Plan:
        return _Plan(self.splits[1:], self.cuts, self.level + 1)

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
        return "_".join(parts)


@dataclass(frozen=True)
class _Blocks:
    """Operands cut into contiguous blocks."""

    sizes: tuple[int, ...]

    @property
    def bits(self) -> int:
        return sum(self.sizes)

    @property
    def offsets(self) -> list[int]:
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
        return f"{self.bits}b{pattern}" if pattern else str(self.bits)

    @property
    def length(self) -> int:
        """Coefficients of the block product."""
        return max(o + 2 * s - 1 for o, s in zip(self.offsets, self.sizes, strict=True))


@dataclass(frozen=True)
class _Part:
    """A smaller block product: of which bits of the operands (each a sum of some), added from which
    coefficient.
    """

    first: int
    blocks: _Blocks
    operand: tuple[tuple[int, ...], ...]

    @property
    def slice(self) -> tuple[int, int]:
        """Highest and lowest operand bit, where the operand is a plain range of them."""
        return self.operand[-1][0], self.operand[0][0]


@dataclass(frozen=True)
class _Step:
    """One level of a block product.

    `wide` are the products W, each added at every one of `shifts`; `sums` those of the added halves or
    thirds; `whole` those of blocks too small to be cut. Blocks that are cut and blocks that are not
    alternate where sizes differ: each run of either has a product of its own.
    """

    wide: tuple[_Part, ...]
    shifts: tuple[int, ...]
    sums: tuple[_Part, ...]
    whole: tuple[_Part, ...]


def _step(blocks: _Blocks, split: Split) -> _Step:
    L = split.size
    sums: list[_Part] = []
    runs: dict[bool, list[_Part]] = {True: [], False: []}
    pieces = list(zip(blocks.offsets, blocks.sizes, strict=True))
    for cut, group in itertools.groupby(pieces, key=lambda piece: split.splits(piece[1])):
        run = list(group)
        sizes: list[int] = []
        for o, s in run:
            if not cut:
                sizes += [s]
            elif split.kind == "halves":
                sizes += [L, s - L]
                sums.append(
                    _Part(o + L, _Blocks((L,)), tuple(tuple(range(o + i, o + s, L)) for i in range(L)))
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
                sums.append(_Part(o + L, _Blocks((L, L, L)), operand))
        first = run[0][0]
        bits = tuple((first + i,) for i in range(sum(sizes)))
        runs[cut].append(_Part(first, _Blocks(tuple(sizes)), bits))
    shifts = (0, L) if split.kind == "halves" else (0, L, 2 * L)
    return _Step(tuple(runs[True]), shifts, tuple(sums), tuple(runs[False]))


# -- hardware ------------------------------------------------------------------------------------------


def _zeros(width: int) -> tuple[Expr, ...]:
    return (Const(width, 0),) if width > 0 else ()


def _place(length: int, pieces: Sequence[tuple[int, Net]]) -> list[Expr]:
    """Vectors of `length` bits that hold the pieces from the bits named, as few as overlaps allow.

    Bits beyond the length are left out: they are there where the last block is short, and cancel.
    """
    rows: list[list[tuple[int, Expr]]] = []
    for offset, net in sorted(pieces, key=lambda p: p[0]):
        piece = (offset, net[min(net.width, length - offset) - 1, 0])
        for row in rows:
            if row[-1][0] + row[-1][1].width <= offset:
                row.append(piece)
                break
        else:
            rows.append([piece])
    vectors = []
    for row in rows:
        parts: list[Expr] = []
        end = 0
        for offset, value in row:
            parts += [*_zeros(offset - end), value]
            end = offset + value.width
        parts += _zeros(length - end)
        vectors.append(concat(*reversed(parts)))
    return vectors


def _pairs(rows: int) -> list[tuple[int, ...]]:
    """Rows of bit products two by two, the outermost pairs first.

    Two products of bits fill a 4-input table. Towards either end of a product the outer rows run out, and a
    row without its partner leaves two inputs free: first in the sum, it makes room there for the next two
    tables.
    """
    pairs = [tuple(range(i, min(i + 2, rows))) for i in range(0, rows, 2)]
    return [p for low, high in zip(pairs, reversed(pairs), strict=True) for p in (low, high)][: len(pairs)]


def _registered(module: Module, name: str, value: Net, count: int) -> Net:
    for i in range(count):
        value = module.reg(f"{name}_r{i or ''}", value)
    return value


class _Builder:
    """Makes each distinct block product once."""

    def __init__(self) -> None:
        self._made: dict[tuple[_Blocks, _Plan], Module] = {}

    def product(self, blocks: _Blocks, plan: _Plan) -> Module:
        """Ports a, b (blocks.bits wide) and y (blocks.length wide)."""
        key = (blocks, plan)
        if key not in self._made:
            self._made[key] = self._build(blocks, plan)
        return self._made[key]

    def _build(self, blocks: _Blocks, plan: _Plan) -> Module:
        sizes = blocks.sizes
        tag = f"_{plan.tag}" if plan.tag else ""
        m = Module(f"kmul_{blocks.tag}{tag}")
        what = (
            f"Product of two polynomials of {blocks.bits} coefficients over F_2"
            if len(sizes) == 1
            else f"Sum over i of x^(o_i) a_i b_i over F_2: a and b in blocks of {_runs(sizes)} bits, "
            "o_i the first bit of block i"
        )
        clocked = any(
            plan.cuts.count(f"{side}{k}")
            for side in ("in", "out")
            for k in range(plan.level, plan.level + len(plan.splits) + 1)
        )
        if clocked:
            m.input("clk")
        a, b = (_registered(m, name, m.input(name, blocks.bits), plan.registers_in) for name in ("a", "b"))
        if not plan.splits:
            m.doc = f"{what}, bit by bit."
            y: Expr = _school(m, blocks, a, b)
        elif all(not plan.splits[0].splits(s) for s in sizes):
            m.doc = f"{what}: too small to be cut on this level."
            y = m.instance(self.product(blocks, plan.down()), "whole", a=a, b=b)["y"]
        elif plan.splits[0].kind == "oddeven":
            m.doc = f"{what}, from its odd and even coefficients."
            y = self._oddeven(m, blocks, plan, a, b)
        else:
            parts = "halves" if plan.splits[0].kind == "halves" else "thirds"
            m.doc = f"{what}, blocks cut into {parts} of {plan.splits[0].size}."
            y = self._cut(m, blocks, plan, a, b)
        if plan.registers_out or not isinstance(y, Net):
            y = m.wire("p", y) if not isinstance(y, Net) else y
            y = _registered(m, "y", y, plan.registers_out)
        m.output("y", y)
        return m

    def _cut(self, m: Module, blocks: _Blocks, plan: _Plan, a: Net, b: Net) -> Expr:
        step, below = _step(blocks, plan.splits[0]), plan.down()
        made: dict[str, list[tuple[int, Net]]] = {}
        pins: dict[str, Expr]
        for name, parts in (("wide", step.wide), ("sum", step.sums), ("whole", step.whole)):
            made[name] = []
            for i, part in enumerate(parts):
                label = name if len(parts) == 1 else f"{name}_{i}"
                if name == "sum":
                    pins = {
                        p: m.wire(f"{p}_{label}", _gather(net, part.operand))
                        for p, net in (("a", a), ("b", b))
                    }
                else:
                    pins = {"a": a[part.slice], "b": b[part.slice]}
                product = m.instance(self.product(part.blocks, below), label, **pins)["y"]
                made[name].append((part.first, product))
                beyond = part.first + product.width - blocks.length
                if name == "sum" and beyond > 0:
                    m.unused(product[product.width - 1, product.width - beyond])
        # Sums of bit products first: what is added to them then fits the free inputs of their last tables.
        terms = _place(blocks.length, made["sum"] + made["whole"])
        for shift in step.shifts:
            terms += _place(blocks.length, [(first + shift, product) for first, product in made["wide"]])
        return xor(*terms)

    def _oddeven(self, m: Module, blocks: _Blocks, plan: _Plan, a: Net, b: Net) -> Expr:
        # Bit-wise sums: interleaving leaves no vectors to speak of.
        coefficients: list[list[Expr]] = [[] for _ in range(blocks.length)]
        below = plan.down()
        for i, (o, s) in enumerate(zip(blocks.offsets, blocks.sizes, strict=True)):
            if s == 1:
                product = m.instance(self.product(_Blocks((1,)), below), f"whole_{i}", a=a[o], b=b[o])["y"]
                coefficients[o].append(product)
                continue
            even, odd = (s + 1) // 2, s // 2
            products = []
            for name, size in (("even", even), ("odd", odd), ("both", even)):
                inputs = {}
                for port, net in (("a", a), ("b", b)):
                    if name == "both":
                        bits = [xor(*(net[o + j] for j in (2 * k, 2 * k + 1) if j < s)) for k in range(even)]
                    else:
                        bits = [net[o + 2 * k + (name == "odd")] for k in range(size)]
                    inputs[port] = m.wire(f"{port}_{name}_{i}", concat(*reversed(bits)))
                products.append(
                    m.instance(self.product(_Blocks((size,)), below), f"{name}_{i}", **inputs)["y"]
                )
            # The sum of bit products first: what is added to it then fits the free inputs of its last table.
            for first, product in (
                (1, products[2]),
                (0, products[0]),
                (2, products[1]),
                (1, products[0]),
                (1, products[1]),
            ):
                for j in range(product.width):
                    if first + 2 * j < 2 * s - 1:  # an odd block: there the two leading products cancel
                        coefficients[o + first + 2 * j].append(product[j])
            if s % 2:
                m.unused(products[2][products[2].width - 1])
        return m.bits("p", [xor(*c) if c else Const(1, 0) for c in coefficients])


def _school(m: Module, blocks: _Blocks, a: Net, b: Net) -> Expr:
    """The block product bit by bit: row i holds bit i of every block of a times that block of b."""
    rows: list[Expr] = []
    for i in range(max(blocks.sizes)):
        masks: list[Expr] = []
        pieces = list(zip(blocks.offsets, blocks.sizes, strict=True))
        while pieces[-1][1] <= i:
            pieces.pop()
        for o, s in pieces:
            if i >= s:
                masks.append(Const(s, 0))
            else:
                masks.append(Repeat(s, a[o + i]) if s > 1 else a[o + i])
        bits = sum(mask.width for mask in masks)
        row = m.wire(f"row_{i}", concat(*reversed(masks)) & b[bits - 1, 0])
        rows.append(concat(*_zeros(blocks.length - bits - i), row, *_zeros(i)))
    return xor(*(xor(*(rows[i] for i in pair)) for pair in _pairs(len(rows))))


def _gather(net: Net, sums: Sequence[tuple[int, ...]]) -> Expr:
    """Bits that are sums of source bits; runs of consecutive sources are written as vectors."""
    parts: list[Expr] = []
    i = 0
    while i < len(sums):
        j = i
        while j < len(sums) and sums[j] == tuple(s + j - i for s in sums[i]):
            j += 1
        parts.append(xor(*(net[s + j - i - 1, s] for s in sums[i])))
        i = j
    return concat(*reversed(parts))


def _runs(sizes: Sequence[int]) -> str:
    if len(set(sizes)) == 1:
        return str(sizes[0])
    return " and ".join(str(s) for s in dict.fromkeys(sizes))


# -- area ----------------------------------------------------------------------------------------------


class _Area:
    """Counts 4-input tables: the same recursion on sums, each a number of bit products and of smaller sums.

    A sum of k products and n other sums takes ceil((2 k + n - 1) / 3) tables; a sum used once and not
    registered is part of its user.
    """

    def __init__(self) -> None:
        self._products: list[int] = []
        self._sums: list[tuple[int, ...]] = []
        self._kept: set[int] = set()
        self.lut = 0
        self.ff = 0

    def add(self, products: int, sums: Sequence[int] = ()) -> int:
        """A sum; one of a single term is that term."""
        if products == 0 and len(sums) == 1:
            return sums[0]
        self._products.append(products)
        self._sums.append(tuple(sums))
        return len(self._sums) - 1

    def register(self, nodes: Sequence[int], count: int) -> None:
        """Registers behind sums."""
        self.ff += count * len(nodes)
        if count:
            self._kept.update(nodes)

    def tables(self, outputs: Sequence[int]) -> int:
        """Tables for everything the outputs need."""
        uses = [0] * len(self._sums)
        for node in outputs:
            uses[node] += 2  # outputs stand on their own
        needed = set(outputs)
        for node in reversed(range(len(self._sums))):  # users come after what they use
            if node in needed:
                for child in self._sums[node]:
                    uses[child] += 1
                    needed.add(child)
        inputs = [0] * len(self._sums)
        total = 0
        for node in sorted(needed):
            alone = uses[node] > 1 or node in self._kept
            n = 2 * self._products[node] + sum(inputs[c] for c in self._sums[node])
            total += -(-(n - 1) // 3) if alone and n > 1 else 0
            inputs[node] = 1 if alone else n
        return total

    def product(self, blocks: _Blocks, plan: _Plan) -> list[int]:
        """The coefficients of a block product."""
        self.ff += 2 * plan.registers_in * blocks.bits
        below = plan.down()
        terms: list[list[int]] = [[] for _ in range(blocks.length)]
        if not plan.splits:
            counts = [0] * blocks.length
            for o, s in zip(blocks.offsets, blocks.sizes, strict=True):
                for i in range(2 * s - 1):
                    counts[o + i] += min(i + 1, 2 * s - 1 - i)
            result = [self.add(count) for count in counts]
        elif all(not plan.splits[0].splits(s) for s in blocks.sizes):
            result = self.product(blocks, below)
        elif plan.splits[0].kind == "oddeven":
            for o, s in zip(blocks.offsets, blocks.sizes, strict=True):
                if s == 1:
                    terms[o] += self.product(_Blocks((1,)), below)
                    continue
                self.lut += 2 * (s // 2)
                even, odd, both = (
                    self.product(_Blocks((n,)), below) for n in ((s + 1) // 2, s // 2, (s + 1) // 2)
                )
                for first, product in ((1, both), (0, even), (2, odd), (1, even), (1, odd)):
                    for j, node in enumerate(product):
                        if first + 2 * j < 2 * s - 1:
                            terms[o + first + 2 * j].append(node)
            result = [self.add(0, t) for t in terms]
        else:
            step = _step(blocks, plan.splits[0])
            for part in step.sums:
                self.lut += 2 * sum(len(s) > 1 for s in part.operand)
            for parts, shifts in ((step.sums, (0,)), (step.whole, (0,)), (step.wide, step.shifts)):
                for part in parts:
                    product = self.product(part.blocks, below)
                    for shift in shifts:
                        for j, node in enumerate(product):
                            if part.first + shift + j < blocks.length:
                                terms[part.first + shift + j].append(node)
            result = [self.add(0, t) for t in terms]
        self.register(result, plan.registers_out)
        return result


# -- the unit ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Karatsuba:
    """A pipelined multiplier over F_2^m: one product a cycle, `stages` cycles from operands to result.

    Parameters ---------- field The field; any irreducible polynomial. stages Pipeline stages, at least 1:
    the latency in cycles. cutoff, split, ways How the levels are made where `levels` is not given, see
    `levels_for`. Cut-off 0 stands for the levels of least area, see `smallest_levels`; split and ways do
    not count then. levels The splits themselves, from the top. cuts Where the registers stand, `stages`
    names from `cut_names`; a name may be repeated. The default evens out the logic between them. With
    "reduced" among them the result comes straight from registers.

    Raises `UserError` where the options do not fit together.
    """

    field: BinaryField
    stages: int = 5
    cutoff: int = 0
    split: str | tuple[str, ...] = "halves"
    ways: int | tuple[int, ...] = 2
    levels: tuple[Split, ...] | None = None
    cuts: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        names = cut_names(len(self.splits))
        for cut in self.registers:
            if cut not in names:
                raise UserError(f"no place {cut!r} for registers; there are {', '.join(names)}")
        if len(self.registers) != self.stages:
            raise UserError(f"{self.stages} stages need as many register places, {len(self.registers)} given")

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        """The levels in use, from the top."""
        if self.levels is not None:
            return self.levels
        if self.cutoff == 0:
            levels = smallest_levels(self.field.m)
            registers = self.cuts if self.cuts is not None else cuts_for(len(levels), self.stages)
            if f"in{len(levels)}" in registers:
                return levels
            return smallest_levels(self.field.m, thirds=False)
        return levels_for(self.field.m, cutoff=self.cutoff, split=self.split, ways=self.ways)

    @cached_property
    def registers(self) -> tuple[str, ...]:
        """The register places in use."""
        return self.cuts if self.cuts is not None else cuts_for(len(self.splits), self.stages)

    @property
    def kind(self) -> str:
        """Multiplication."""
        return "mul"

    @property
    def operands(self) -> tuple[str, ...]:
        """Factors."""
        return ("a", "b")

    def latency(self, attribute: int | None = None) -> int:
        """Cycles from operands to result: the stages."""
        return self.stages

    def interval(self, attribute: int | None = None) -> int:
        """A new product every cycle."""
        return 1

    def controls(self, attribute: int | None = None) -> Sequence[Control]:
        """None: the pipeline always moves."""
        return ()

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a b in the field."""
        a, b = operands
        return self.field.mul(a, b)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other, and single bits at the edges of the blocks."""
        corners = self.field.corner_elements()
        cases = [(a, b) for a in corners for b in corners]
        edges = sorted({e for s in self.splits for e in (s.size - 1, s.size) if e < self.field.m})
        top = 1 << (self.field.m - 1)
        return [*cases, *((1 << e, 1 << g) for e in edges for g in edges), *((1 << e, top) for e in edges)]

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, y."""
        m, plan = self.field.m, _Plan(self.splits, self.registers)
        top = Module(f"mul_{self.field.name}_s{self.stages}" + (f"_{plan.tag}" if plan.tag else ""))
        top.doc = (
            f"Product in F_2[x] / ({self.field.polynomial}): {self.stages} stages, one product a cycle.\n"
            f"Karatsuba: {self._levels_text()}. Registers: {', '.join(self.registers)}."
        )
        top.input("clk")
        a, b = top.input("a", m), top.input("b", m)
        d = top.instance(_Builder().product(_Blocks((m,)), plan), "product", a=a, b=b)["y"]
        y = top.bits("reduced", [xor(*(d[i] for i, _ in row)) for row in self.field.reduction_rows(d.width)])
        top.output("y", _registered(top, "y", y, self.registers.count("reduced")))
        return top

    def area_model(self) -> AreaModel:
        """Tables counted sum by sum, registers exactly; docs/units.md holds it against synthesis."""
        area = _Area()
        d = area.product(_Blocks((self.field.m,)), _Plan(self.splits, self.registers))
        rows = self.field.reduction_rows(len(d))
        y = [area.add(0, [d[i] for i, _ in row]) for row in rows]
        area.register(y, self.registers.count("reduced"))
        return AreaModel(lut=area.lut + area.tables(y), ff=area.ff)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "Karatsuba multiplier",
            "field": f"F_2^{self.field.m}, {self.field.polynomial}",
            "stages": self.stages,
            "levels": self._levels_text(),
            "registers": " ".join(self.registers),
        }

    def _levels_text(self) -> str:
        parts = [f"{'' if s.kind == 'halves' else s.kind + ' '}{s.size}" for s in self.splits]
        return "blocks of " + ", ".join([str(self.field.m), *parts]) + " bits"
