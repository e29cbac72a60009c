"""Montgomery's inverse modulo a large prime, in constant time, word by word.

Kaliski (1995), "The Montgomery inverse and its applications". Imports the hardware layer, adders of one word
and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Compare, Const, Expr, Module, Mux, Net, concat, gate, widened
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, loaded_modulus, prime_field, said, tag
from pairforge.units.options import LARGE_PRIME, UnitOptions, choice, clock_option, integer
from pairforge.units.parts.carry import (
    NETWORKS,
    adder_tables,
    counter,
    modulus_of,
    sequence,
    shifted,
    word_adder,
    words_of,
)
from pairforge.units.parts.carry_save import late_carry_adder, part_for, sum_delay

_LEVELS = 4
"""Of tables in front of a sum that no register divides."""


@dataclass(frozen=True)
class InverterOptions(UnitOptions):
    """The keys of a `inverter`; `Inverter` explains them."""

    kind: ClassVar[str] = "inverter"
    operations: ClassVar[tuple[str, ...]] = ("inv",)
    summary: ClassVar[str] = "Montgomery's inverse modulo a large prime in constant time, word by word."
    over: ClassVar[str] = LARGE_PRIME

    core: int = integer(64, least=2, most=2048, metavar="BITS", about="bits of a word")
    network: str = choice("ripple", *NETWORKS, about="how carries go through a word")
    clock: int = clock_option()

    def make(self, field: Field) -> Inverter:
        """The inverter over a large prime."""
        return Inverter(prime_field(field), self.core, self.network, clock=self.clock)

    def make_loadable(self, field: Field) -> Inverter:
        """The same with p from an input."""
        return Inverter(prime_field(field), self.core, self.network, loadable=True, clock=self.clock)


@dataclass(frozen=True)
class Inverter(UnitBase):
    """a^-1 R^2 mod p, R = 2^(core W), W = ceil(width / core): from x R the result is x^-1 R. 0 gives 0.

    It keeps u s + v r = p, from u = p, v = p - a, r = 0, s = 1, in steps of the almost inverse:

    - u even: u <- u / 2, s <- 2 s
    - v even: v <- v / 2, r <- 2 r mod p
    - u > v: u <- (u - v) / 2, r <- r + s, s <- 2 s
    - else: v <- (v - u) / 2, s <- r + s, r <- 2 r

    Each step multiplies by 2 and at least halves u v. So v is 0 after k <= 2 width steps, when r = 2^k / a;
    from then on v is even and a step doubles r mod p. After exactly 2 core W steps r = R^2 / a. While v > 0,
    r is below p, so that the end needs no rule of its own. For a = 0 the first step makes v zero with r = 0.

    A pass over the words does a step, a word a cycle, with one adder for u and v and one for r and s. Two
    more find out, on the words just made, which of u and v is larger and whether r has reached p: what the
    next step needs to know. `network`: see `carry.NETWORKS`. `loadable`: p comes from an input. The result
    stands until the next start.

    `clock`: where it leaves no time for the sum of a word and what stands around it, sums take two cycles,
    and a pass two more: a word comes in a cycle later, and the comparison ends a cycle later yet.
    """

    field: PrimeField
    core: int = 64
    network: str = "ripple"
    loadable: bool = False
    clock: float = 0

    def __post_init__(self) -> None:
        if self.core < 2:
            raise UserError(f"core {self.core}: must be at least 2 bits")
        if self.network not in NETWORKS:
            raise UserError(f"network {self.network!r}: must be one of {', '.join(NETWORKS)}")

    def clocked(self, mhz: float, threads: int) -> Inverter:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz)

    @property
    def part(self) -> int:
        """The most bits of a sum that a cycle has time for; 0: sums are of whole words."""
        return part_for(self.clock, sum_delay(self.core, self.network, _LEVELS))

    @property
    def pass_cycles(self) -> int:
        """Cycles of a pass."""
        return self.words + (3 if self.part else 1)

    @property
    def kind(self) -> str:
        """Inversion modulo p."""
        return "inverter"

    @property
    def operands(self) -> tuple[str, ...]:
        """What is inverted."""
        return ("a",)

    @property
    def words(self) -> int:
        """Words of an element, W."""
        return self.field.words(self.core)

    @property
    def radix(self) -> int:
        """R: the factor in the representation a R mod p of an element a."""
        return 1 << self.core * self.words

    @property
    def steps(self) -> int:
        """Steps of an operation: 2 log2 R."""
        return 2 * self.core * self.words

    @property
    def loaded(self) -> Mapping[str, tuple[int, int]]:
        """p."""
        return loaded_modulus(self.field, self.loadable)

    def latency(self, attribute: int | None = None) -> int:
        """A pass for p - a, one for each step, one for the last reduction: W + 1 cycles each.

        Where sums take two cycles W + 3, but for the last one, which compares nothing.
        """
        return (self.steps + 2) * self.pass_cycles - (1 if self.part else 0)

    def interval(self, attribute: int | None = None) -> int:
        """The same; the next operand may be taken in the cycle of the result."""
        return self.latency()

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` in the first cycle."""
        return (ControlInput("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """R^2 / a by integers; 0 for 0."""
        (a,) = operands
        self.field.check(a)
        return pow(a, -1, self.field.p) * self.radix**2 % self.field.p if a else 0

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements, R mod p, and R^2 mod p, whose inverse is 1."""
        p, corners = self.field.p, self.field.corner_elements()
        return [(a,) for a in dict.fromkeys((*corners, self.radix % p, self.radix**2 % p))]

    def module(self) -> Module:
        """The inverter; ports clk, a, start, y."""
        field, core, count = self.field, self.core, self.words
        network = self.network.replace("-", "_")
        m = Module(
            f"inverter_{tag(field, self.loadable)}_w{core}_{network}"
            + (f"_c{self.part}" if self.part else ""),
            f"R^2 / a modulo {said(field, self.loadable)}, R = 2^{core * count}; 0 for a = 0:\n"
            f"{self.steps} steps of the "
            f"almost inverse, each a pass over {count} words of {core} bits.",
        )
        m.input("clk")
        a = m.wire("a_padded", widened(m.input("a", field.width), core * count))
        start = m.input("start")
        result = _Hardware(self, m, start).make(a)
        m.output("y", result[field.width - 1, 0])
        if result.width > field.width:
            m.unused(result[result.width - 1, field.width])
        return m

    def area_model(self) -> AreaModel:
        """The load, four adders, choices of words; registers nearly exactly."""
        width, core = self.words * self.core, self.core
        lut = width + 4 * adder_tables(core, self.network) + 11 * core + 60
        return AreaModel(lut=lut, ff=4 * width + core + 2 * self.steps.bit_length() + 16)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "Montgomery inverter",
            "field": f"{self.field.label}, {self.field.definition}",
            "core": self.core,
            "network": self.network,
            "words": self.words,
            "steps": self.steps,
            "result": f"R^2 / a, R = 2^{self.core * self.words}",
        }


class _Hardware:
    """The body of the module, part by part."""

    def __init__(self, unit: Inverter, m: Module, start: Net) -> None:
        self.m, self.start = m, start
        self.core, self.count, self.steps = unit.core, unit.words, unit.steps
        self.width = self.core * self.count
        self.p = modulus_of(m, unit.field.p, self.width, loadable=unit.loadable)
        self.cut = unit.part > 0
        self.adder = (
            late_carry_adder(unit.core, unit.part, unit.network)
            if self.cut
            else word_adder(unit.core, unit.network)
        )

    def make(self, a: Net) -> Net:
        """Everything; returns the register that ends up with the result."""
        m, core = self.m, self.core
        self._passes()
        m.comment("the rule of this step, one of four; none where p - a is made")
        rules = {rule: m.forward_reg(f"rule_{rule}", 1) for rule in ("even_u", "even_v", "greater_u", "rest")}
        even_u, even_v, greater_u, rest = rules.values()

        m.comment("u - v or v - u; what becomes or is even is halved")
        u = _Halving(self, "u", self.p, even_u | greater_u)
        v = _Halving(self, "v", a, even_v | rest)
        x, y = Mux(rest, v.word, u.word), Mux(rest, u.word, v.word)
        difference, _ = self._subtract("difference", x, y, self.adds_next, self.moves)
        u.drive(Mux(greater_u, difference, self._held("u", u.lower)[core - 1, 0]))
        v.drive(Mux(rest | self.begins, difference, self._held("v", v.lower)[core - 1, 0]))
        m.comment("is the new u greater than the new v")
        word, not_less = self._subtract("compared", v.done, u.done, self.compares_next, self.running)
        greater = m.wire("greater", ~not_less)
        m.unused(word)

        m.comment("r + s, or r less p where it has reached p")
        r, s = m.forward_reg("r", self.width), m.forward_reg("s", self.width)
        r_word, s_word = r[core - 1, 0], s[core - 1, 0]
        words = words_of(self.p, core, self.count)
        modulus, _ = sequence(m, "modulus_word", words, core, self.start, self.reads)
        reduces, carry = m.forward_reg("reduces", 1), m.forward_reg("r_carry", 1)
        term = m.wire("term", gate(greater_u | rest, s_word) | gate(reduces, ~modulus))
        total = m.instance(self.adder, "r_sum", a=r_word, b=term, carry_in=carry)
        r_read, s_read = self._held("r", r), self._held("s", s)
        m.comment("twice r and twice s")
        twice = m.wire("twice_r", rest | (even_v & ~self.ends))
        doubled = m.wire("doubled", Mux(rest, r_read[core - 1, 0], total["total"]))
        r_high, s_high = (m.forward_reg(f"{name}_high", 1) for name in "rs")
        for high, word in ((r_high, doubled), (s_high, s_read)):
            m.drive_reg(high, word[core - 1], enable=self.writes, reset=(self.closes, 0))
        new_r = Mux(twice, self._double(doubled, r_high), total["total"])
        new_s = Mux(
            rest, total["total"], Mux(even_u | greater_u, self._double(s_read, s_high), s_read[core - 1, 0])
        )
        m.drive_reg(r, shifted(r, new_r), enable=self.moves, reset=(self.start, 0))
        m.drive_reg(s, shifted(s, new_s), enable=self.moves, reset=(self.start, 1))
        m.comment("has the new r reached p")
        before = modulus if self.count == 1 else m.reg("modulus_before", modulus, enable=self.moves)
        if self.cut and self.count > 1:
            before = m.reg("modulus_checked", before, enable=self.running)
        highest = r[self.width - 1, self.width - core]
        word, not_less = self._subtract("checked", highest, before, self.compares_next, self.running)
        reaches = m.wire("reaches", not_less | (twice & r_high))
        m.unused(word)

        m.comment("the rule of the next step")
        u_odd, v_odd = u.lowest, v.lowest
        chosen = (~u_odd, u_odd & ~v_odd, u_odd & v_odd & greater, u_odd & v_odd & ~greater)
        for rule, value in zip(rules.values(), chosen, strict=True):
            m.drive_reg(rule, value, enable=self.closes, reset=(self.start, 0))
        subtracts = m.wire("subtracts", u_odd & ~v_odd & reaches)
        m.drive_reg(reduces, subtracts, enable=self.closes, reset=(self.start, 0))
        m.drive_reg(
            carry,
            Mux(self.closes, subtracts, total["carry_out"]),
            enable=self.running & ~self.first_word if self.cut else self.running,
            reset=(self.start, 0),
        )
        return r

    def _passes(self) -> None:
        """Passes of a cycle for each word and one in which the last word is finished; two more where cut.

        `reads`: a word is taken. `moves`: words move. `writes`: a word of r and s comes in. `settles`: the
        last word of u and v is finished. `adds_next`, `compares_next`: the carry into the first word of a
        difference is needed in the next cycle; the same of a comparison.
        """
        m, start, count = self.m, self.start, self.count
        m.comment(f"{self.steps + 2} passes: p - a, the steps, the last reduction of r")
        running = m.forward_reg("running", 1)
        place, closing = counter(m, "place", count + 2 if self.cut else count, start, running)
        closes = m.forward_reg("closes", 1) if self.cut else m.wire("closes", running & closing)
        _, over = counter(m, "step", self.steps, start, closes)
        self.begins = m.reg("begins", Const(1, 0), enable=closes, reset=(start, 1))
        self.ends = m.reg("ends", over, enable=closes, reset=(start, 0))
        m.drive_reg(running, start | (running & ~(closes & self.ends)))
        self.running, self.closes = running, closes
        self.reads: Expr
        if not self.cut:
            self.moves = m.wire("moves", running & ~closing)
            self.first_word = m.wire("first_word", Compare("==", place, Const(place.width, 0)))
            self.reads = self.writes = self.moves
            self.settles = self.adds_next = closes
            self.compares_next = self.first_word
            return
        again = m.wire("again", start | (closes & ~self.ends))
        last = m.wire("last_place", Compare("==", place, Const(place.width, count)))
        self.moves = m.forward_reg("moves", 1)
        m.drive_reg(self.moves, again | (self.moves & ~last))
        self.settles = m.reg("settles", self.moves & last, reset=(start, 0))
        m.drive_reg(closes, self.settles, reset=(start, 0))
        self.reads = self.moves & ~last
        self.first_word = self.adds_next = m.reg("first_word", again)
        self.writes = m.wire("writes", self.moves & ~self.first_word)
        self.compares_next = m.reg("third_word", m.reg("second_word", self.first_word))

    def _held(self, name: str, register: Net) -> Net:
        """A register from which words are read, or of the word read for the cycle of the sum with it."""
        return self.m.reg(f"{name}_read", register[self.core - 1, 0]) if self.cut else register

    def _subtract(self, name: str, a: Expr, b: Expr, start: Expr, enable: Expr) -> tuple[Expr, Net]:
        """a - b word by word; `start` is in the cycle before the first. The word, and no borrow from it."""
        m = self.m
        no_borrow = m.forward_reg(f"{name}_no_borrow", 1)
        made = m.instance(self.adder, name, a=a, b=m.wire(f"{name}_taken", ~b), carry_in=no_borrow)
        m.drive_reg(no_borrow, made["carry_out"], enable=enable, reset=(start | self.start, 1))
        return made["total"], made["carry_out"]

    def _double(self, word: Net, below: Net) -> Expr:
        return concat(word[self.core - 2, 0], below)


class _Halving:
    """A register of words that move out below and in above, halved on the way where `halves`.

    The top word waits for the lowest bit of the word that follows it. `word`: the one that moves out. `done`:
    the top word as it moves on. `lowest`: the lowest bit, once the last word is done.
    """

    def __init__(self, hardware: _Hardware, name: str, first: int | Net, halves: Expr) -> None:
        m, core = hardware.m, hardware.core
        self.hardware, self.first = hardware, first
        self.new = m.forward(f"{name}_new", core)
        self.top = m.forward_reg(f"{name}_top", core)
        self.below = m.forward_reg(f"{name}_below", hardware.width - core) if hardware.count > 1 else None
        self.lower = self.below or self.top
        self.word = self.lower[core - 1, 0]
        late = m.wire(f"{name}_halves", halves & ~hardware.first_word)
        half = concat(self.new[0] & hardware.moves, self.top[core - 1, 1])
        self.done = m.wire(f"{name}_done", Mux(late, half, self.top))
        self.lowest = (self.below or (self.top if hardware.cut else self.done))[0]

    def drive(self, new: Expr) -> None:
        """Give the word that moves in."""
        hardware, m, core = self.hardware, self.hardware.m, self.hardware.core
        m.drive(self.new, new)
        kept = hardware.running & ~hardware.closes if hardware.cut else hardware.running
        self._load(self.top, Mux(hardware.settles, self.done, self.new), kept, hardware.width - core)
        if self.below is not None:
            self._load(self.below, shifted(self.below, self.done), hardware.moves, 0)

    def _load(self, register: Net, value: Expr, enable: Expr, low: int) -> None:
        """What a register takes, and from which bit on its part of the first value."""
        m, start = self.hardware.m, self.hardware.start
        if isinstance(self.first, int):
            part = self.first >> low & (1 << register.width) - 1
            m.drive_reg(register, value, enable=enable, reset=(start, part))
        else:
            part_in = self.first[low + register.width - 1, low]
            m.drive_reg(register, Mux(start, part_in, value), enable=start | enable)
