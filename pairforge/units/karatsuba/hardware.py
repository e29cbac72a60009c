"""The modules of a Karatsuba multiplier: one for each distinct block product.

Imports the hardware layer, digits, and the recursion.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pairforge.hdl import Expr, Module, Net, concat, xor
from pairforge.units.karatsuba import toom
from pairforge.units.karatsuba.structure import Blocks, Plan, SubProduct, odd_and_even, overhang, step_of
from pairforge.units.parts import sums
from pairforge.units.parts.digits import Digits, Vector


class Builder:
    """Makes each distinct block product once."""

    def __init__(self, digits: Digits) -> None:
        self._digits = digits
        self._made: dict[tuple[Blocks, Plan], Module] = {}

    def product(self, blocks: Blocks, plan: Plan) -> Module:
        """Ports a, b (blocks.digits long) and y (blocks.length long)."""
        key = (blocks, plan)
        if key not in self._made:
            self._made[key] = self._build(blocks, plan)
        return self._made[key]

    def _build(self, blocks: Blocks, plan: Plan) -> Module:
        d, sizes = self._digits, blocks.sizes
        kind = "kmul" if d.characteristic == 2 else f"kmul{d.characteristic}"
        m = Module("_".join(part for part in (kind, blocks.tag, plan.tag) if part))
        what = (
            f"Product of two polynomials of {blocks.digits} coefficients over F_{d.characteristic}"
            if len(sizes) == 1
            else f"Sum over i of x^(o_i) a_i b_i over F_{d.characteristic}: a and b in blocks of "
            f"{_runs(sizes)} {d.noun}, o_i the first of block i"
        )
        if plan.latency:
            m.input("clk")
        a, b = (
            d.registered(m, name, d.input(m, name, blocks.digits), plan.registers_in) for name in ("a", "b")
        )
        if not plan.splits:
            m.doc = f"{what}, one by one."
            y = self._school(m, blocks, plan, a, b)
        elif all(not plan.splits[0].splits(s) for s in sizes):
            m.doc = f"{what}: too small to be cut on this level."
            y = d.instance(m, self.product(blocks, plan.down()), "whole", a=a, b=b)
        elif plan.splits[0].kind == "toom":
            m.doc = f"{what}, from the five products of its values at 0, 1, x, x + 1, infinity."
            y = self._toom(m, blocks, plan, a, b)
        elif plan.splits[0].kind == "oddeven":
            m.doc = f"{what}, from its odd and even coefficients."
            y = self._oddeven(m, blocks, plan, a, b)
        else:
            parts = "halves" if plan.splits[0].kind == "halves" else "thirds"
            m.doc = f"{what}, blocks cut into {parts} of {plan.splits[0].size}."
            y = self._cut(m, blocks, plan, a, b)
        d.output(m, "y", d.registered(m, "y", d.named(m, "p", y), plan.registers_out))
        return m

    def _part(self, m: Module, label: str, part: SubProduct, plan: Plan, a: Vector, b: Vector) -> Vector:
        """One of the smaller products."""
        d = self._digits
        pins = {
            port: net[part.slice]
            if part.slice
            else d.wire(
                m,
                f"{port}_{label}",
                d.linear_map(m, f"{port}_{label}_sum", net, part.rows(port, d.characteristic)),
            )
            for port, net in (("a", a), ("b", b))
        }
        return d.instance(m, self.product(part.blocks, plan), label, **pins)

    def _cut(self, m: Module, blocks: Blocks, plan: Plan, a: Vector, b: Vector) -> Vector:
        d, step, below = self._digits, step_of(blocks, plan.splits[0]), plan.down()
        made: dict[str, list[tuple[int, Vector]]] = {}
        for name, parts in (("wide", step.wide), ("sum", step.sums), ("whole", step.whole)):
            made[name] = []
            for i, part in enumerate(parts):
                label = name if len(parts) == 1 else f"{name}_{i}"
                product = self._part(m, label, part, below, a, b)
                made[name].append((part.first, product))
                beyond = part.first + product.length - blocks.length
                if name == "sum" and beyond > 0:
                    d.unused(m, product[product.length - 1, product.length - beyond])
        # Sums of products first: over F_2 what is added to them then fits the free inputs of their last
        # tables; over F_3 the first term is the one added last.
        terms = self._place(blocks.length, made["sum"] + made["whole"])
        for shift in step.shifts:
            terms += self._place(blocks.length, [(first + shift, product) for first, product in made["wide"]])
        rests = []
        for i, (first, sums_of_pairs) in enumerate(step.rests):
            most = max(map(len, sums_of_pairs))
            rows = [
                {
                    c: ((a, pairs[k][0]), (b, pairs[k][1]))
                    for c, pairs in enumerate(sums_of_pairs)
                    if k < len(pairs)
                }
                for k in range(most)
            ]
            label = f"rest_{i}" if len(step.rests) > 1 else "rest"
            products = d.products(m, f"{label}_row", len(sums_of_pairs), rows, plan.chain)
            rests.append((first, d.registered(m, label, d.named(m, label, products), below.latency)))
        return d.add(m, "all", terms + self._place(blocks.length, rests))

    def _place(self, length: int, pieces: Sequence[tuple[int, Vector]]) -> list[Vector]:
        """Vectors of `length` digits that hold the pieces from the places named, as few as overlaps allow.

        Digits beyond the length are left out: they are there where the last block is short, and cancel.
        """
        rows: list[list[tuple[int, Vector]]] = []
        for offset, value in sorted(pieces, key=lambda p: p[0]):
            piece = (offset, value[min(value.length, length - offset) - 1, 0])
            for row in rows:
                if row[-1][0] + row[-1][1].length <= offset:
                    row.append(piece)
                    break
            else:
                rows.append([piece])
        vectors = []
        for row in rows:
            parts: list[Vector] = []
            end = 0
            for offset, value in row:
                parts += [*self._zeros(offset - end), value]
                end = offset + value.length
            parts += self._zeros(length - end)
            vectors.append(self._digits.concat(*reversed(parts)))
        return vectors

    def _zeros(self, length: int) -> list[Vector]:
        return [self._digits.zeros(length)] if length > 0 else []

    def _toom(self, m: Module, blocks: Blocks, plan: Plan, a: Vector, b: Vector) -> Vector:
        third, d = plan.splits[0].size, self._digits
        below = plan.down().without("out1")  # what is added to a product comes in front of that register
        values: dict[str, list[Net]] = {}
        for name, operand in (("a", a), ("b", b)):
            (net,) = operand.planes
            assert isinstance(net, Net)
            low = m.wire(f"{name}_at_0", net[third - 1, 0])
            high = m.wire(f"{name}_at_inf", net[net.width - 1, 2 * third])
            names = [f"{name}_at_{point}" for point in ("1", "x", "x1")]
            between = _emitted(m, f"{name}_sum", names, toom.points(_bits(net), third, sums.add))
            values[name] = [low, *between, high]
        products: list[list[sums.Node]] = []
        for point, x, y in zip(("0", "1", "x", "x1", "inf"), values["a"], values["b"], strict=True):
            size = min(x.width, third)
            pins = {"a": Vector((x[size - 1, 0],)), "b": Vector((y[size - 1, 0],))}
            product = d.instance(m, self.product(Blocks((size,)), below), f"at_{point}", **pins)
            if x.width > third:
                ands = [xor(*(x[i] & y[j] for i, j in pairs)) for pairs in overhang(x.width, third)]
                over = Vector((m.bits(f"over_{point}", ands),))
                over = d.registered(m, f"over_{point}", over, below.latency)
                terms = toom.shifted(_bits(product.planes[0]), _bits(over.planes[0]), third)
                whole = sums.emit(m, f"whole_{point}_sum", [sums.add(t) for t in terms])
                product = d.wire(m, f"whole_{point}", Vector((concat(*reversed(whole)),)))
            product = d.registered(m, f"product_{point}", product, plan.down().registers_out)
            products.append(_bits(product.planes[0]))
        half_done = toom.Interpolation.of(products, sums.add)
        if registers := plan.cuts.count("mid"):

            def register(nodes: list[sums.Node]) -> list[sums.Node]:
                (ahead,) = _emitted(m, "ahead", ["mid"], [nodes])
                return _bits(d.registered(m, "mid", Vector((ahead,)), registers).planes[0])

            half_done = half_done.behind(register, third, blocks.length)
        result = [sums.add(terms) for terms in half_done.product(third, blocks.length, sums.add)]
        return Vector((concat(*reversed(sums.emit(m, "sum", result))),))

    def _oddeven(self, m: Module, blocks: Blocks, plan: Plan, a: Vector, b: Vector) -> Vector:
        # Digit by digit: interleaving leaves no vectors to speak of.
        d, below = self._digits, plan.down()
        terms: list[list[tuple[Vector, int]]] = [[] for _ in range(blocks.length)]
        for i, (o, s) in enumerate(zip(blocks.offsets, blocks.sizes, strict=True)):
            if s == 1:
                whole = SubProduct(o, Blocks((1,)), ((o,),))
                terms[o].append((self._part(m, f"whole_{i}", whole, below, a, b), 0))
                continue
            even, odd, both = (
                self._part(m, f"{name}_{i}", part, below, a, b)
                for name, part in zip(("even", "odd", "both"), odd_and_even(o, s), strict=True)
            )
            # The sum of products first, as in `_cut`.
            for first, product in ((1, both), (0, even), (2, odd), (1, even), (1, odd)):
                for j in range(product.length):
                    if first + 2 * j < 2 * s - 1:  # an odd block: there the two leading products cancel
                        terms[o + first + 2 * j].append((product, j))
            if s % 2:
                d.unused(m, both[both.length - 1])
        return d.add(
            m,
            "all",
            [
                d.take([row[k] if k < len(row) else None for row in terms])
                for k in range(max(map(len, terms)))
            ],
        )

    def _school(self, m: Module, blocks: Blocks, plan: Plan, a: Vector, b: Vector) -> Vector:
        """The block product one by one: row i holds digit i of every block of a times that block of b."""
        pieces = list(zip(blocks.offsets, blocks.sizes, strict=True))
        rows = [
            {o + i + j: ((a, o + i), (b, o + j)) for o, s in pieces if i < s for j in range(s)}
            for i in range(max(blocks.sizes))
        ]
        return self._digits.products(m, "row", blocks.length, rows, plan.chain)


def _bits(net: Expr) -> list[sums.Node]:
    return [net[i] for i in range(net.width)]


def _emitted(m: Module, name: str, vectors: Sequence[str], nodes: Sequence[Sequence[sums.Node]]) -> list[Net]:
    """Vectors of nodes as named wires, and `name` for all they need."""
    made = iter(sums.emit(m, name, [node for row in nodes for node in row]))
    return [
        m.wire(vector, concat(*reversed(list(itertools.islice(made, len(row))))))
        for vector, row in zip(vectors, nodes, strict=True)
    ]


def _runs(sizes: Sequence[int]) -> str:
    if len(set(sizes)) == 1:
        return str(sizes[0])
    return " and ".join(str(s) for s in dict.fromkeys(sizes))
