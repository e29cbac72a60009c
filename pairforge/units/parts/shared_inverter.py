"""One inverter modulo a large prime for several cores in lock step: Montgomery's trick, in constant time.

Montgomery (1987), "Speeding the Pollard and elliptic curve methods of factorization", section 10.3.1: the
inverses of N elements from one inversion and 3 (N - 1) multiplications. Imports the hardware layer, the
contract of units and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pairforge.hdl import (
    Arith,
    Compare,
    Const,
    Expr,
    Module,
    Mux,
    Net,
    RetimingPoint,
    Select,
    any_of,
    concat,
    gate,
)
from pairforge.hdl.interleave import FEW_THREADS, MANY_THREADS
from pairforge.units.base import AreaModel, ControlInput, Unit, UnitBase
from pairforge.units.fields.prime import PrimeField

CHUNK = 32
"""Bits that are compared with those of 0 and of p in one go."""


class Inversion(Unit, Protocol):
    """A unit that inverts in Montgomery's representation: from a it makes R^2 / a, and 0 from 0."""

    @property
    def radix(self) -> int:
        """R."""


@dataclass(frozen=True)
class SharedInverter(UnitBase):
    """R^2 / a modulo p for an a of each of N cores, which come together; 0 for 0, which leaves the others
    alone.

    - P_0 = 1, and P_k = P_k-1 a_k for each core k;
    - 1 / P_N by the inverter;
    - from the last core to the first: 1 / a_k = (1 / P_k) P_k-1, and 1 / P_k-1 = (1 / P_k) a_k.

    One multiplier does all that. P_0 is a factor as well, so that all products are elements whatever a_1 is.
    Of an a_k that is 0 the lowest bit is turned over, so that P_k is not 0. The same is done with p, which a
    word can be that encodes no element, and with a core that takes no part, whose bits may be anything. In
    these cases 1 / a_k is made with 0 in the place of P_k-1, and is 0.

    Parameters
    ----------
    inverter, multiplier:
        Over `field`, with one R.
    cores:
        Two or more.
    threads:
        For several, values that are held are in memories.
    """

    field: PrimeField
    inverter: Inversion
    multiplier: Unit
    cores: int
    threads: int = 1

    @property
    def kind(self) -> str:
        """Inversion modulo p, for all cores."""
        return f"{self.inverter.kind}, one for {self.cores} cores"

    @property
    def operands(self) -> tuple[str, ...]:
        """What is inverted."""
        return ("a",)

    @property
    def radix(self) -> int:
        """R: the factor in the representation a R mod p of an element a."""
        return self.inverter.radix

    @property
    def _return(self) -> int:
        """The phase in which the second product of a step back is there."""
        return self.multiplier.interval() + self.multiplier.latency()

    def latency(self, attribute: int | None = None) -> int:
        """Two cycles to take the operands and to begin; steps to the product, the inversion, and steps back,
        each with a cycle in which what it made is written.
        """
        product, cores = self.multiplier.latency() + 1, self.cores
        return 2 + (cores + 1) * product + (self.inverter.latency() + 1) + (cores - 1) * (self._return + 1)

    def interval(self, attribute: int | None = None) -> int:
        """The same; the next operands may be taken in the cycle of the results."""
        return self.latency()

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` with the operands."""
        return (ControlInput("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """Of each core as if it were alone: R^2 / a by integers; 0 for 0."""
        return self.inverter.function(operands)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Those of the inverter."""
        return self.inverter.corner_cases()

    def module(self) -> Module:
        """The unit; ports clk, start, a, a1, … and y, y1, … for the cores, and joins1, …: with `start`,
        whether a core but the first takes part.
        """
        inverter, multiplier = self.inverter.module(), self.multiplier.module()
        m = Module(
            f"shared{self.cores}_{inverter.name}_i{self.multiplier.interval()}",
            f"R^2 / a modulo p = {self.field.p:#x}\nfor each of {self.cores} cores; 0 for a = 0. One "
            f"inversion, {3 * self.cores - 1} products.",
        )
        m.input("clk")
        _Hardware(self, m, m.input("start")).make(inverter, multiplier)
        return m

    def area_model(self) -> AreaModel:
        """Inverter and multiplier; a table for each bit that is held, three for a choice of factors."""
        parts = self.inverter.area_model(), self.multiplier.area_model()
        n, cores = self.field.width, self.cores
        held = n * 2 * cores
        tables = n * (cores + 2) + (held if self.threads > 1 else n)
        return AreaModel(
            lut=sum(part.lut for part in parts) + tables,
            ff=sum(part.ff for part in parts) + (0 if self.threads > 1 else held) + 3 * cores + 12,
        )

    def describe(self) -> Mapping[str, int | str]:
        """Those of the inverter, and for whom it is."""
        return {**self.inverter.describe(), "cores": self.cores, "multiplier": self.multiplier.kind}


class _Hardware:
    """The body of the module, part by part.

    A step is one of 2 N + 1, in `step`: on core by core, the inversion, back core by core. `phase`: its
    cycle.
    """

    def __init__(self, unit: SharedInverter, m: Module, start: Net) -> None:
        self.unit, self.m, self.start = unit, m, start
        # Threads have their operands late in their cycles.
        self.begun = m.reg("begun", start)
        self.p, self.n, cores = unit.field.p, unit.field.width, unit.cores
        self.step = m.forward_reg("step", 2 * cores + 1)
        longest = max(unit.inverter.latency(), unit._return)
        self.phase = m.forward_reg("phase", longest.bit_length())
        self.on = [m.wire(f"on{core}", self.step[core]) for core in range(cores)]
        self.inverts = m.wire("inverts", self.step[cores])
        self.back = [m.wire(f"back{core}", self.step[2 * cores - core]) for core in range(cores)]
        self.one = Const(self.n, unit.radix % self.p, "R_MOD_P")

    def make(self, inverter: Module, multiplier: Module) -> None:
        """Everything."""
        m, unit, cores = self.m, self.unit, range(self.unit.cores)
        goes_on, goes_back = m.wire("goes_on", any_of(*self.on)), m.wire("goes_back", any_of(*self.back[1:]))
        m.comment("in a step")
        begins = m.wire("begins", self._at(0, "BEGIN"))
        again = self._seen("again", self._at(unit.multiplier.interval(), "SECOND_BEGIN"))
        multiplied = self._seen("multiplied", self._at(unit.multiplier.latency(), "PRODUCT"))
        inverted = self._seen("inverted", self._at(unit.inverter.latency(), "INVERSE"))
        returned = self._seen("returned", self._at(unit._return, "SECOND_PRODUCT"))
        ends = self._seen(
            "ends",
            ((goes_on | self.back[0]) & multiplied) | (self.inverts & inverted) | (goes_back & returned),
        )
        self._steps(ends)

        m.comment("the product so far, or its inverse: written at the end of a step")
        made = m.forward("made", self.n)
        total = self._held("total", made, self.begun | ends)
        m.comment("what each core gives")
        style = "block" if unit.threads > MANY_THREADS else "distributed"
        operands = [
            self._held(f"operand{core}", m.input(f"a{core or ''}", self.n), self.start, style)
            for core in cores
        ]
        m.comment("for a core but the first the product in front of it, and then its result")
        fronts = [
            self._held(
                f"result{core}",
                made,
                self._seen(f"writes{core}", multiplied & (self.on[core - 1] | self.back[core])),
            )
            for core in cores[1:]
        ]
        factor = self._factor(begins, operands, fronts)
        total_now = m.wire("total_now", self._late("total_read", total))

        m.comment("products and the inverse")
        starts = m.wire("multiplies", ((goes_on | goes_back | self.back[0]) & begins) | (goes_back & again))
        product = m.instance(multiplier, "mul", a=total_now, b=factor, start=starts)["y"]
        inverse = m.instance(
            inverter, "inv", a=total_now, start=m.wire("begins_inverse", self.inverts & begins)
        )
        chosen = Mux(self.begun, self.one, Mux(self.inverts, inverse["y"], product))
        m.drive(made, self._late("is_made", chosen))
        for core, result in enumerate((total, *fronts)):
            m.output(f"y{core or ''}", result)

    def _at(self, cycle: int, name: str) -> Expr:
        """Whether it is that cycle of a step."""
        return Compare("==", self.phase, Const(self.phase.width, cycle, name))

    def _seen(self, name: str, value: Expr) -> Net:
        return self.m.wire(name, self._late(f"is_{name}", value))

    def _late(self, name: str, value: Expr) -> RetimingPoint:
        return RetimingPoint(name, value, above=FEW_THREADS)

    def _steps(self, ends: Net) -> None:
        """One step after the other, and then none."""
        m, begun, bits = self.m, self.begun, self.step.width
        first, zero = Const(bits, 1, "FIRST_STEP"), Const(self.phase.width, 0)
        moved = concat(self.step[bits - 2, 0], Const(1, 0))
        m.drive_reg(self.step, Mux(begun, first, moved), enable=begun | ends)
        m.drive_reg(self.phase, Mux(begun | ends, zero, Arith("+", self.phase, Const(self.phase.width, 1))))

    def _held(self, name: str, value: Expr, enable: Expr, style: str = "distributed") -> Net:
        """A value that stands until the next one; `style`: of the memory for several threads. What a block
        memory gives is read through two registers, which are its own.
        """
        m = self.m
        if self.unit.threads == 1:
            return m.reg(name, value, enable=enable)
        words = m.memory(f"{name}_word", value.width, 2, style=style, apart=style == "block")
        m.write(words, Const(1, 0), value, enable)
        return m.wire(name, Select(words, Const(1, 0)))

    def _factor(self, begins: Net, operands: Sequence[Net], fronts: Sequence[Net]) -> Expr:
        """What the total is multiplied by: an operand, which is not 0, or the product in front of it."""
        m, cores = self.m, range(self.unit.cores)
        m.comment("the factor of the total; none gives the result 0")
        zeros = [m.forward_reg(f"zero{core}", 1) for core in cores]
        choices: list[Expr] = []
        for core in cores:
            takes: Expr = self.on[core]
            if core:
                takes |= self.back[core] & ~begins
                takes &= m.reg(f"joined{core}", m.input(f"joins{core}"), enable=self.start)
            takes = m.wire(f"takes_operand{core}", self._late(f"of_operand{core}", takes))
            read = self._late(f"operand{core}_read", operands[core])
            choices.append(gate(takes, RetimingPoint(f"operand{core}_out", read, above=MANY_THREADS)))
            front = self.back[core] & begins & ~zeros[core]
            takes = m.wire(f"takes_front{core}", self._late(f"of_front{core}", front))
            value = self._late(f"front{core}_read", fronts[core - 1]) if core else self.one
            choices.append(gate(takes, value))
        chosen = m.wire("chosen", self._late("factor_chosen", any_of(*choices)))
        m.comment("an operand that is 0 or p is taken for 1 or p - 1: its lowest bit is turned over")
        zero = m.wire("is_zero", self._is(chosen, 0) | self._is(chosen, self.p))
        for core, each in enumerate(zeros):
            m.drive_reg(each, zero, enable=self.on[core] & begins)
        turns = zero & ~(any_of(*self.back) & begins)
        taken = concat(chosen[self.n - 1, 1], chosen[0] ^ turns)
        return m.wire("factor", RetimingPoint("factor_taken", taken, above=MANY_THREADS))

    def _is(self, value: Net, number: int) -> Net:
        """Whether a value is that number."""
        m, named = self.m, "p" if number else "zero"
        parts = []
        for low in range(0, self.n, CHUNK):
            bits = min(CHUNK, self.n - low)
            other = Const(bits, number >> low & (1 << bits) - 1)
            differs = Compare("!=", value[low + bits - 1, low], other)
            parts.append(RetimingPoint(f"bits{low}_not_{named}", differs, above=MANY_THREADS))
        return m.wire(f"is_{named}_all", ~any_of(*parts))
