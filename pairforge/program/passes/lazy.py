"""Products and reductions apart: a sum of products is reduced once, where an element is wanted.

Aranha, Karabina, Longa, Gebotys and Lopez (eprint 2010/526) put reductions in front of the operations of a
tower by hand. Here they go where a minimum cut has them. Every way from a product to a reader that takes
elements (a factor, an inverse, an output, a loop-carried value, another block or loop) passes one reduction;
sums before it are wide, those behind it are not. What can be cut is a reduction behind a value; to make a sum
wide, or to lift one of its operands, costs a little. So the cut with the least costs is a minimum cut of a
graph with two nodes for each value: "it is wide", and "all its readers take it wide".

Needs `prime` before it, after which every operand is one value, and for the same reductions in all instances
of a body `align`. Leaves no `mul` in the blocks and loops that it works on, and no wide value beyond them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from ortools.graph.python import max_flow

from pairforge.program.ir import Linear, Loop, Op, Program, Region, value

Able = Callable[[str, str], bool]
"""Whether a machine has a unit for an operation of a kind (second) in a block or loop (first)."""

_REDUCTION, _ADDITION, _LIFT = 8, 1, 1
"""Costs of a reduction, of a wide sum beside one that is not, and of a lift.

In the pairings of the catalogue a reduction less costs up to seven wide sums.
"""

_NEVER = 1 << 40


def split_products(program: Program, able: Able, *, sums: bool = True) -> Program:
    """Split where there are units for `product` and `reduce`, and none for `mul`.

    `sums`: whether sums may be wide, where there are units for `wadd` and `lift`; else every product is
    reduced.
    """
    outside = _read_outside(program)
    regions = tuple(
        _Splitting(region, outside, able, sums).done() if splits(able, region.name) else region
        for region in program.regions
    )
    return program.with_regions(regions)


def splits(able: Able, block: str) -> bool:
    """Whether a machine can do nothing but split the products of a block or loop."""
    return able(block, "product") and able(block, "reduce") and not able(block, "mul")


def _read_outside(program: Program) -> frozenset[str]:
    """Values that another block or loop than their own reads, and those that loops carry."""
    found: set[str] = set()
    for region in program.regions:
        own = {op.name for op in region.ops}
        found |= {name for op in region.ops for name in op.reads if name not in own}
        if isinstance(region, Loop):
            found |= {name for looped in region.carried for name in (looped.initial, looped.next)}
    return frozenset(found)


@dataclass
class _Splitting:
    """One block or loop. `ops`: what has been written so far; `there`: the wide values among them."""

    region: Region
    outside: frozenset[str]
    able: Able
    sums: bool
    ops: list[Op] = field(default_factory=list)
    there: set[str] = field(default_factory=set)

    def done(self) -> Region:
        """The region with products, wide sums and reductions."""
        wide, reduced = self._cut()
        for op in self.region.ops:
            if op.name not in wide:
                self.ops.append(op)
                continue
            if op.kind == "mul":
                split = replace(op, name=_named(op.name), kind="product")
            else:
                operands = tuple(value(self._wide(_single(form), wide)) for form in op.operands)
                split = replace(op, name=_named(op.name), kind="wadd", operands=operands)
            self.ops.append(split)
            if op.name in reduced:
                self.ops.append(Op(op.name, "reduce", (value(_named(op.name)),)))
        return replace(self.region, ops=tuple(self.ops))

    def _wide(self, name: str, wide: set[str]) -> str:
        """The wide value of a name, lifted at its first use where it is not made so."""
        if name in wide:
            return _named(name)
        lifted = _named(name) if name in self._own else f"{self.region.name}.{_named(name)}"
        if lifted not in self.there:
            self.there.add(lifted)
            self.ops.append(Op(lifted, "lift", (value(name),)))
        return lifted

    @cached_property
    def _own(self) -> frozenset[str]:
        """Values that no other block or loop has a name for."""
        carried = self.region.carried if isinstance(self.region, Loop) else ()
        return frozenset([*(op.name for op in self.region.ops), *(looped.param for looped in carried)])

    def _cut(self) -> tuple[set[str], set[str]]:
        """The values that are wide, and those of them that are reduced as well."""
        products = {op.name for op in self.region.ops if op.kind == "mul"}
        sums = {op.name: op for op in self.region.ops if op.kind == "add" and self._can_be_wide()}
        if not sums:
            return products, products
        flow = _Flow()
        for op in self.region.ops:
            for name in op.reads:
                # What takes an element is on the side of those that are not wide.
                flow.arc((name, "all"), (op.name, "wide") if op.name in sums else "narrow", _NEVER)
                if op.name in sums:
                    flow.arc((op.name, "wide"), (name, "lifted"), _NEVER)
            if op.name in self.outside:
                flow.arc((op.name, "all"), "narrow", _NEVER)
            if op.name in products or op.name in sums:
                flow.arc((op.name, "wide"), (op.name, "all"), _REDUCTION)
        for name in products:
            flow.arc("product", (name, "wide"), _NEVER)
        for name in sums:
            flow.arc((name, "wide"), "narrow", _ADDITION)
        for name in {name for op in sums.values() for name in op.reads}:
            flow.arc((name, "lifted"), (name, "wide"), _LIFT)
            if name not in products and name not in sums:
                flow.arc((name, "wide"), "narrow", _NEVER)
        side = flow.cut("product", "narrow")
        wide_names = products | {name for name in sums if (name, "wide") in side}
        return wide_names, {name for name in wide_names if (name, "all") not in side}

    def _can_be_wide(self) -> bool:
        return self.sums and self.able(self.region.name, "wadd") and self.able(self.region.name, "lift")


_Node = str | tuple[str, str]


class _Flow:
    """A graph of named nodes, and its minimum cut by maximum flow (OR-tools, push-relabel)."""

    def __init__(self) -> None:
        self._solver = max_flow.SimpleMaxFlow()
        self._number: dict[_Node, int] = {}

    def arc(self, source: _Node, target: _Node, capacity: int) -> None:
        """An arc between two nodes."""
        ends = (self._number.setdefault(node, len(self._number)) for node in (source, target))
        self._solver.add_arc_with_capacity(*ends, capacity)

    def cut(self, source: _Node, target: _Node) -> frozenset[_Node]:
        """The nodes on the source's side of the minimum cut in which these are fewest, so that it is one."""
        if not {source, target} <= self._number.keys():
            return frozenset()
        if self._solver.solve(self._number[source], self._number[target]) != self._solver.OPTIMAL:
            raise AssertionError("a flow is always possible")
        reached = set(self._solver.get_source_side_min_cut())
        return frozenset(node for node, number in self._number.items() if number in reached)


def _single(form: Linear) -> str:
    if form.single is None:
        raise ValueError(f"{form}: an operand that is not one value; run `prime` before")
    return form.single


def _named(name: str) -> str:
    """What the wide form of a value is called."""
    return f"{name}.wide"
