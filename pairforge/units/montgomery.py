"""Montgomery multiplication by one word multiplier: coarsely integrated operand scanning.

Koc, Acar, Kaliski (1996), "Analyzing and comparing Montgomery multiplication algorithms"; Barenghi et al.
(2008), section 3.2. Imports the hardware layer, adders and multipliers of one word, and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Compare, Const, Expr, Module, Mux, Net, any_of, concat, widened
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, loaded_modulus, prime_field, said, tag
from pairforge.units.options import LARGE_PRIME, UnitOptions, clock_option, integer
from pairforge.units.parts.carry import (
    MULTIPLIER_BITS,
    counter,
    modulus_of,
    sequence,
    shifted,
    word_adder,
    word_multiplier,
    words_of,
)
from pairforge.units.parts.carry_save import carry_save_multiplier, late_carry_adder, part_for
from pairforge.units.parts.running_sum import CutSums, Early, Steps, Sums, WholeSums
from pairforge.units.parts.step_delays import LAUNCH, chain, table

MOST_DEPTH = 4

Words = list[int] | list[Expr]


@dataclass(frozen=True)
class MontgomeryOptions(UnitOptions):
    """The keys of a `montgomery`; `Montgomery` explains them."""

    kind: ClassVar[str] = "montgomery"
    operations: ClassVar[tuple[str, ...]] = ("mul",)
    summary: ClassVar[str] = "Montgomery multiplication modulo a large prime, a product of two words a cycle."
    over: ClassVar[str] = LARGE_PRIME

    core: int = integer(64, least=2, most=2048, metavar="BITS", about="bits of a word")
    depth: int = integer(3, most=MOST_DEPTH, about="registers in the multiplier of words")
    clock: int = clock_option()

    def make(self, field: Field) -> Montgomery:
        """The multiplier over a large prime."""
        return Montgomery(prime_field(field), self.core, self.depth, clock=self.clock)

    def make_loadable(self, field: Field) -> Montgomery:
        """The same with p from an input."""
        return Montgomery(prime_field(field), self.core, self.depth, loadable=True, clock=self.clock)


@dataclass(frozen=True)
class Montgomery(UnitBase):
    """a b R^-1 mod p, R = 2^(core W), W = ceil(width / core): a product of two words of `core` bits a cycle.

    W iterations of 2 W + 1 products. An iteration adds a b_i to a running total t word by word, finds
    m = t p' mod 2^core from its lowest word, p' = -p^-1 mod 2^core, and adds m p, of which the lowest word is
    zero and dropped. The product for m is made as soon as the lowest word is there, between products a_j b_i.
    In the end t < 2 p; its words pass a subtracter as they come, and t or t - p is the result.

    `depth`: registers in the word multiplier, see `carry.word_multiplier`. Beyond depth = (W - 1) / 2 each
    iteration waits for m. `loadable`: p and p' come from inputs.

    `clock`: where it leaves no time for two sums of a word one behind the other, products stay two numbers,
    and a sum takes two cycles, see `running_sum.CutSums`. A word goes to the multiplier of words as it is
    made, so that an iteration takes as many cycles as without.
    """

    field: PrimeField
    core: int = 64
    depth: int = 3
    loadable: bool = False
    clock: float = 0

    def __post_init__(self) -> None:
        if self.core < 2:
            raise UserError(f"core {self.core}: must be at least 2 bits")
        if not 1 <= self.depth <= MOST_DEPTH:
            raise UserError(f"depth {self.depth}: must be from 1 to {MOST_DEPTH}")

    def clocked(self, mhz: float, threads: int) -> Montgomery:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz)

    @property
    def part(self) -> int:
        """The most bits of a sum that a cycle has time for; 0: sums are of whole words, two in a cycle."""
        return part_for(self.clock, LAUNCH + table(2) + 2 * chain(self.core))

    @property
    def kind(self) -> str:
        """Montgomery multiplication."""
        return "montgomery"

    @property
    def operands(self) -> tuple[str, ...]:
        """Factors; b is taken word by word."""
        return ("a", "b")

    @property
    def words(self) -> int:
        """Words of an element, W."""
        return self.field.words(self.core)

    @property
    def radix(self) -> int:
        """R: the factor in the representation a R mod p of an element a."""
        return 1 << self.core * self.words

    @property
    def loaded(self) -> Mapping[str, tuple[int, int]]:
        """p, and p' = -1/p mod 2^core."""
        if not self.loadable:
            return {}
        name, number = self._inverse
        return {**loaded_modulus(self.field, True), name: (self.core, number)}

    @property
    def _inverse(self) -> tuple[str, int]:
        return f"modulus_inverse{self.core}", -pow(self.field.p, -1, 1 << self.core) % (1 << self.core)

    @property
    def reduction_phase(self) -> int:
        """The cycle of an iteration in which the product for m is begun: the lowest word is there."""
        return self.depth + 1

    @property
    def second_phase(self) -> int:
        """The cycle of an iteration in which the products m p begin: those of a are begun, and m is there."""
        return max(self.words + 1, 2 * (self.depth + 1))

    @property
    def iteration(self) -> int:
        """Cycles of an iteration: one for each product, and those spent waiting."""
        return self.second_phase + self.words

    def latency(self, attribute: int | None = None) -> int:
        """A cycle to take the operands, the iterations, the last product on its way, the subtraction.

        Where sums take two cycles it is three more: a product is begun a cycle later, the last total and its
        difference are there a cycle later each.
        """
        return self.iteration * self.words + self.depth + (6 if self.part else 3)

    def interval(self, attribute: int | None = None) -> int:
        """The iterations, and two or three cycles in which the total must stand."""
        return self.iteration * self.words + (3 if self.part else 2)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` in the first cycle."""
        return (ControlInput("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a b / R by integers."""
        a, b = operands
        self.field.check(a, b)
        return a * b * pow(self.radix, -1, self.field.p) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against some of them, R mod p and its square; totals near p before the last
        subtraction.
        """
        p, corners = self.field.p, self.field.corner_elements()
        one = self.radix % p
        some = (*corners[:7], one, self.radix**2 % p, one - 1)
        pairs = [(a, b) for a in corners for b in some]
        pairs += [(a, e * pow(a, -1, p) * one % p) for a in corners if a for e in (1, p - 1)]
        return [*dict.fromkeys(pairs)]

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, start, y."""
        field, core, count = self.field, self.core, self.words
        m = Module(
            f"montgomery_{tag(field, self.loadable)}_w{core}_d{self.depth}{self._suffix}",
            f"a b / R modulo {said(field, self.loadable)}, R = 2^{core * count}:\n"
            f"coarsely integrated operand scanning, {count} words of {core} bits, a product of two words a "
            "cycle.",
        )
        m.input("clk")
        a, b = (m.wire(f"{n}_padded", widened(m.input(n, field.width), count * core)) for n in self.operands)
        start = m.input("start")
        factor = m.forward_reg("factor", core)
        p = modulus_of(m, field.p, count * core, loadable=self.loadable)
        modulus = words_of(p, core, count)
        at_once = m.forward("factor_at_once", core) if self.part else factor
        steps, sums = self._products(m, a, b, start, at_once, modulus)
        total, over, word = self._total(m, steps, sums, factor)
        if self.part:
            m.drive(at_once, Mux(steps.keeps, word, factor))
        self._result(m, steps, total, over, modulus)
        return m

    @property
    def _suffix(self) -> str:
        return f"_c{self.part}" if self.part else ""

    def _products(
        self, m: Module, a: Net, b: Net, start: Net, factor: Net, modulus: Words
    ) -> tuple[Steps, Sums]:
        """The order of the products and their factors; what is to happen with each, and what adds them up."""
        core, count = self.core, self.words
        m.comment(f"iterations of {self.iteration} cycles, one for each word of b")
        busy = m.forward_reg("busy", 1)
        phase, iteration_ends = counter(m, "phase", self.iteration - 1, start, busy)
        iteration_over = m.wire("iteration_over", busy & iteration_ends)
        iteration, last_iteration = counter(m, "iteration", count - 1, start, iteration_over)
        m.drive_reg(busy, start | (busy & ~(iteration_ends & last_iteration)))

        def at(*phases: int) -> Expr:
            return any_of(*(Compare("==", phase, Const(phase.width, n)) for n in phases))

        m.comment("in an iteration: products a_j b_i, that for m as soon as it can be, then products m p_j")
        finds = m.wire("finds", busy & at(self.reduction_phase))
        between = self.reduction_phase < count
        last = count if between else count - 1
        first_row = Compare("<=", phase, Const(phase.width, last, "LAST_PHASE_OF_A"))
        of_a = m.wire("of_a", busy & first_row & ~finds if between else busy & first_row)
        of_p = m.wire(
            "of_p", busy & Compare(">=", phase, Const(phase.width, self.second_phase, "FIRST_PHASE_OF_P"))
        )
        steps = {
            "adds": of_a | of_p,
            "finds": finds,
            "begins": busy & at(0, self.second_phase),
            "keeps": busy & at(0, self.reduction_phase),
            "reduces": of_p,
            "ends": busy & at(last, self.iteration - 1),
            "fresh": of_a & Compare("==", iteration, Const(iteration.width, 0)),
            "final": of_p & last_iteration,
        }
        if self.part:
            m.comment("all that a cycle later")
            adds = steps["adds"]
            steps |= {"follows": adds & ~steps["begins"], "retains": adds & ~steps["fresh"]}
            later = {"of_a": of_a, "iteration_over": iteration_over, **steps}
            late = {name: m.reg(f"{name}_late", net, reset=(start, 0)) for name, net in later.items()}
            of_a, iteration_over = late.pop("of_a"), late.pop("iteration_over")
            of_p, finds = late["reduces"], late["finds"]
            steps |= late
        held_a, held_b = m.forward_reg("held_a", a.width), m.forward_reg("held_b", b.width)
        m.drive_reg(held_a, Mux(start, a, shifted(held_a, held_a[core - 1, 0])), enable=start | of_a)
        m.drive_reg(
            held_b, Mux(start, b, shifted(held_b, held_b[core - 1, 0])), enable=start | iteration_over
        )
        word, _ = sequence(m, "modulus_word", modulus, core, start, of_p)
        name, number = self._inverse
        inverse = m.input(name, core) if self.loadable else Const(core, number, name.upper())
        x = m.wire("x", Mux(of_a, held_b[core - 1, 0], factor))
        y = m.wire("y_word", Mux(of_a, held_a[core - 1, 0], Mux(finds, inverse, word)))
        multiplier = carry_save_multiplier if self.part else word_multiplier
        product = m.instance(multiplier(core, self.depth), "product", x=x, y=y)

        m.comment("what is done with a product goes along with it")
        along = m.wire("step0", concat(*reversed(steps.values())))
        for i in range(1, self.depth + 1):
            along = m.reg(f"step{i}", along)
        bits = list(steps)

        def named(kind: type[Steps] | type[Early], prefix: str) -> list[Net]:
            names = [item.name for item in fields(kind)]
            return [m.wire(f"{prefix}_{name}", along[bits.index(name)]) for name in names]

        if not self.part:
            found = Steps(*named(Steps, "step"))
            return found, WholeSums(m, core, found, product["result"])
        early = Early(*named(Early, "early"))
        along = m.reg(f"step{self.depth + 1}", along[len(fields(Steps)) - 1, 0])
        found = Steps(*named(Steps, "step"))
        return found, CutSums(m, core, found, early, (product["total"], product["carries"]), self.part)

    def _total(self, m: Module, steps: Steps, sums: Sums, factor: Net) -> tuple[_Total, Net, Net]:
        """The running total: its words but for those above, which are in `over`; the word just made."""
        core, count = self.core, self.words
        m.comment("a word of the total, low half of this product, high half of the one before, two carries")
        last = m.forward_reg("latest", core)
        before = m.forward_reg("earlier", core * (count - 1)) if count > 1 else None
        lowest = (before or last)[core - 1, 0]
        comes = m.forward("comes", core) if self.part and count == 2 else None
        following = comes or (before[2 * core - 1, core] if before is not None and count > 2 else lowest)
        word = sums.word(lowest, following)
        m.drive_reg(factor, word, enable=steps.keeps)

        m.comment("the words above, in the cycle after the last product of a row")
        tops = m.reg("tops", steps.ends)
        tops_reduced = m.reg("tops_reduced", steps.ends & steps.reduces)
        fresh = steps.fresh if self.part else m.reg("tops_fresh", steps.fresh)
        over = m.forward_reg("over", core + 1)
        top = sums.top(over, fresh)
        m.drive_reg(over, Mux(tops_reduced, widened(top[core], core + 1), top), enable=tops)

        m.comment("words move down as they are used and come in again above; m p brings them one place lower")
        alone = m.wire("alone", tops_reduced & ~steps.adds)
        top_word = top[core - 1, 0]
        m.drive_reg(last, Mux(alone, top_word, word), enable=steps.adds | alone)
        if before is not None:
            lower = m.wire("lower", steps.reduces & ~steps.begins)
            comes = comes or m.forward("comes", core)
            m.drive(comes, Mux(lower, word, Mux(tops_reduced, top_word, last)))
            m.drive_reg(before, shifted(before, comes), enable=steps.adds)
        return _Total(last, before, alone), over, word

    def _result(self, m: Module, steps: Steps, total: _Total, over: Net, modulus: Words) -> None:
        """t - p word by word, as the last row of products makes the words of t; then the choice."""
        field, core, count = self.field, self.core, self.words
        m.comment("t - p, a cycle behind the words of t")
        row = m.wire("last_row", steps.final & steps.adds)
        begins = m.wire("check_begins", row & steps.begins)
        last = m.reg("check_ends", total.alone)
        if total.before is None:
            checks, word = last, total.last
        else:
            checks = m.wire("checks", m.reg("check_goes_on", row & ~steps.begins) | last)
            highest = total.before.width - 1
            word = m.wire("checked", Mux(last, total.last, total.before[highest, highest - core + 1]))
        word_of_p, _ = sequence(m, "checked_modulus", modulus, core, begins, checks)
        no_borrow = m.forward_reg("no_borrow", 1)
        adder = late_carry_adder(core, self.part, "ripple") if self.part else word_adder(core, "ripple")
        less = m.instance(adder, "less", a=word, b=~word_of_p, carry_in=no_borrow)
        if self.part:
            checks, last = m.reg("checks_late", checks), m.reg("check_ends_late", last)
        m.drive_reg(no_borrow, less["carry_out"], enable=checks, reset=(begins, 1))
        reduced = m.forward_reg("reduced", core * count)
        m.drive_reg(reduced, shifted(reduced, less["total"]), enable=checks)
        m.comment("t - p, unless that is below 0")
        chosen = m.reg("take_reduced", over[0] | less["carry_out"], enable=last)
        words = [total.last] if total.before is None else [total.last, total.before]
        t = m.wire("t", concat(*words))
        m.output("y", Mux(chosen, reduced[field.width - 1, 0], t[field.width - 1, 0]))
        if t.width > field.width:
            m.unused(t[t.width - 1, field.width], reduced[t.width - 1, field.width])

    def area_model(self) -> AreaModel:
        """The loads, the choice of the result, the parts of the word product and their sum, the total's
        adders; registers nearly exactly. Multiplier blocks are not counted.
        """
        width, core = self.words * self.core, self.core
        parts = -(-core // MULTIPLIER_BITS)
        rows = parts * min(2, parts)
        lut = 2 * width + self.field.width + (rows - 1) * core + 17 * core
        ff = 4 * width + 5 * core + 30
        ff += 2 * core if self.depth >= 2 else 0
        ff += 2 * core * parts if self.depth >= 3 else 0
        ff += core * rows if self.depth >= 4 else 0
        return AreaModel(lut=lut, ff=ff)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "Montgomery multiplier",
            "field": f"{self.field.label}, {self.field.definition}",
            "core": self.core,
            "depth": self.depth,
            "words": self.words,
            "result": f"a b / R, R = 2^{self.core * self.words}",
        }


@dataclass(frozen=True)
class _Total:
    """Registers of the total: its last word, those before it if any; `alone`: only the last is written."""

    last: Net
    before: Net | None
    alone: Net
