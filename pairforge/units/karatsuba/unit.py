"""The Karatsuba multiplier as a functional unit. Imports everything else of this package, and the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from pairforge.errors import UserError
from pairforge.hdl import Module, concat
from pairforge.units.base import AreaModel, UnitBase
from pairforge.units.fields.base import DigitField
from pairforge.units.karatsuba.area import Area, smallest_levels
from pairforge.units.karatsuba.hardware import Builder
from pairforge.units.karatsuba.levels import (
    Split,
    balanced_cuts,
    check_levels,
    cut_names,
    cuts_for,
    levels_for,
)
from pairforge.units.karatsuba.structure import Blocks, Plan
from pairforge.units.parts import sums
from pairforge.units.parts.digits import Vector, digits_of

T = TypeVar("T")

MOST_STAGES = 20
"""Of a design file and of the search."""


@dataclass(frozen=True)
class Karatsuba(UnitBase):
    """A pipelined multiplier: one product a cycle, `stages` cycles from operands to result.

    Parameters
    ----------
    field:
        Of characteristic 2 or 3, by any irreducible polynomial.
    stages:
        Pipeline stages, at least 1: the latency in cycles.
    cutoff, split, ways:
        How the levels are made where `levels` is not given, see `levels_for`. Cut-off 0 stands for the levels
        of least area, see `smallest_levels`; split and ways do not count then.
    levels:
        The splits themselves, from the top.
    cuts:
        Where the registers stand, `stages` names from `cut_names`; a name may be repeated. The default evens
        out the logic between them. With "reduced" among them the result comes straight from registers.
    chain:
        Over F_3, the greatest number of products that the base adds in a row, at least 1: more take fewer
        tables and more levels of them, see `digits`. Over F_2 it has no effect.
    sharing:
        Over F_2, "pairs" makes pairs of coefficients that several sums of the reduction have in common once
        (`sums.shared_pairs`). That saves tables where no register stands in front of the reduction, or its
        polynomial has five terms.

    Raises `UserError` where the options do not fit together.
    """

    field: DigitField
    stages: int = 5
    cutoff: int = 0
    split: str | tuple[str, ...] = "halves"
    ways: int | tuple[int, ...] = 2
    levels: tuple[Split, ...] | None = None
    cuts: tuple[str, ...] | None = None
    chain: int = 2
    sharing: str = "none"

    def __post_init__(self) -> None:
        if self.chain < 1:
            raise UserError(f"chain {self.chain}: a sum has at least 1 product in a row")
        if self.sharing not in ("none", "pairs"):
            raise UserError(f"sharing {self.sharing!r}: must be none or pairs")
        if self.sharing == "pairs" and self.field.characteristic != 2:
            raise UserError("sharing pairs: there are none but over F_2")
        check_levels(self.splits, self.field.m, self.field.characteristic)
        names = cut_names(len(self.splits), toom=bool(self.splits) and self.splits[0].kind == "toom")
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
            p, chain = self.field.characteristic, self._plan_chain
            levels = smallest_levels(self.field.m, characteristic=p, chain=chain)
            if p == 2:
                registers = self.cuts if self.cuts is not None else cuts_for(len(levels), self.stages)
                if f"in{len(levels)}" not in registers:
                    return smallest_levels(self.field.m, thirds=False)
            return levels
        return levels_for(self.field.m, cutoff=self.cutoff, split=self.split, ways=self.ways)

    @cached_property
    def registers(self) -> tuple[str, ...]:
        """The register places in use."""
        if self.cuts is not None:
            return self.cuts
        if self.field.characteristic == 2:
            return cuts_for(len(self.splits), self.stages)
        digits = digits_of(self.field)
        smallest = self.splits[-1].size if self.splits else self.field.m
        terms = max(map(len, self.field.reduction_rows(2 * self.field.m - 1)))
        return balanced_cuts(
            self.stages,
            [
                *[digits.levels(0, 2)] * len(self.splits),
                digits.levels(smallest, 0, self.chain),
                *[digits.levels(0, 3)] * len(self.splits),
                digits.levels(0, terms),
            ],
        )

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

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a b in the field."""
        a, b = operands
        return self.field.mul(a, b)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other, and single digits at the edges of the blocks."""
        corners = self.field.corner_elements()
        cases = [(a, b) for a in corners for b in corners]
        edges = sorted({e for s in self.splits for e in (s.size - 1, s.size) if e < self.field.m})
        single = [self.field.monomial(e) for e in edges]
        top = self.field.monomial(self.field.m - 1)
        return [*cases, *((e, g) for e in single for g in single), *((e, top) for e in single)]

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, y."""
        field, digits, plan = self.field, digits_of(self.field), self._plan
        shared = "p" if self.sharing == "pairs" else ""
        name = f"mul_{field.name}_s{self.stages}{shared}"
        top = Module("_".join(part for part in (name, plan.tag) if part), for_threads=self._for_threads)
        top.doc = (
            f"Product in F_{field.characteristic}[x] / ({field.polynomial}): {self.stages} stages, "
            f"one product a cycle.\nKaratsuba: {self._levels_text()}. Registers: {', '.join(self.registers)}."
        )
        top.input("clk")
        a, b = (digits.split(top, name, top.input(name, field.width)) for name in ("a", "b"))
        d = digits.instance(top, Builder(digits).product(Blocks((field.m,)), plan), "product", a=a, b=b)
        if self.sharing == "pairs":
            (net,) = d.planes
            bits: list[sums.Node] = [net[i] for i in range(net.width)]
            made = sums.emit(top, "reduction", self._reduced(bits, sums.add))
            reduced = Vector((concat(*reversed(made)),))
        else:
            reduced = digits.linear_map(top, "reduction", d, field.reduction_rows(d.length))
        y = top.wire("reduced", digits.join(top, "digit", reduced))
        for i in range(self.registers.count("reduced")):
            y = top.reg(f"y_r{i or ''}", y)
        top.output("y", y)
        return top

    def _for_threads(self, threads: int, late: int) -> Module:
        """As many stages for each thread, the first of them in front of the operands where those are late.

        Registers are placed anew: the places of `cuts` are for one thread.
        """
        deep = replace(self, stages=self.stages * threads, cuts=None)
        cuts = list(deep.registers)
        for _ in range(late):
            cuts.remove("in0" if "in0" in cuts else cuts[0])
        return replace(deep, stages=len(cuts), cuts=tuple(cuts)).module()

    def area_model(self) -> AreaModel:
        """Tables counted sum by sum, registers exactly; docs/reference/units.md compares with synthesis."""
        digits = digits_of(self.field)
        area = Area(digits, self._plan.chain)
        d = area.product(Blocks((self.field.m,)), self._plan)
        y = self._reduced(d, lambda nodes: area.add(0, nodes))
        area.register(y, self.registers.count("reduced"))
        ports = 2 * digits.split_tables(self.field.m)
        return AreaModel(lut=ports + area.lut + area.tables(y), ff=area.ff)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "Karatsuba multiplier",
            "field": f"{self.field.label}, {self.field.polynomial}",
            "stages": self.stages,
            "levels": self._levels_text(),
            "registers": " ".join(self.registers),
            **({"chain": self.chain} if self._plan_chain else {}),
            **({"sharing": self.sharing} if self.sharing != "none" else {}),
        }

    def _reduced(self, nodes: Sequence[T], add: Callable[[list[T]], T]) -> list[T]:
        """The sums of the reduction over any kind of node, coefficients of F_3 left out."""
        rows: Sequence[Sequence[int]] = [[i for i, _ in row] for row in self.field.reduction_rows(len(nodes))]
        known = list(nodes)
        if self.sharing == "pairs":
            pairs, rows = sums.shared_pairs(rows)
            for first, second in pairs:
                known.append(add([known[first], known[second]]))
        return [add([known[i] for i in row]) for row in rows]

    @property
    def _plan(self) -> Plan:
        return Plan(self.splits, self.registers, self._plan_chain)

    @property
    def _plan_chain(self) -> int:
        return 0 if self.field.characteristic == 2 else self.chain

    def _levels_text(self) -> str:
        parts = [f"{'' if s.kind == 'halves' else s.kind + ' '}{s.size}" for s in self.splits]
        return f"blocks of {', '.join([str(self.field.m), *parts])} {digits_of(self.field).noun}"
