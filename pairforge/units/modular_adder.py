"""Addition and subtraction modulo a large prime, word by word, after Barenghi et al. (2008), section 3.1.

Imports the hardware layer, adders of one word and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Module, Mux, Repeat, any_of, concat, widened
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, loaded_modulus, prime_field, said, tag
from pairforge.units.options import LARGE_PRIME, UnitOptions, choice, clock_option, integer
from pairforge.units.parts.carry import (
    NETWORKS,
    adder_tables,
    modulus_of,
    sequence,
    shifted,
    word_adder,
    words_of,
)
from pairforge.units.parts.carry_save import late_carry_adder, part_for, sum_delay
from pairforge.units.parts.signs import ADD, SUBTRACT, sign_of

_LEVELS = 4
"""Of tables in front of a sum that no register divides."""


@dataclass(frozen=True)
class ModularAdderOptions(UnitOptions):
    """The keys of a `modular-adder`; `ModularAdder` explains them."""

    kind: ClassVar[str] = "modular-adder"
    operations: ClassVar[tuple[str, ...]] = ("add",)
    summary: ClassVar[str] = "Addition and subtraction modulo a large prime, a word a cycle."
    over: ClassVar[str] = LARGE_PRIME

    core: int = integer(64, least=2, most=2048, metavar="BITS", about="bits of a word")
    network: str = choice("ripple", *NETWORKS, about="how carries go through a word")
    clock: int = clock_option()

    def make(self, field: Field) -> ModularAdder:
        """The adder over a large prime."""
        return ModularAdder(prime_field(field), self.core, self.network, clock=self.clock)

    def make_loadable(self, field: Field) -> ModularAdder:
        """The same with p from an input."""
        return ModularAdder(prime_field(field), self.core, self.network, loadable=True, clock=self.clock)


@dataclass(frozen=True)
class ModularAdder(UnitBase):
    """a + b mod p (attribute 1) or a - b mod p (attribute -1) by two adders of one word of `core` bits.

    A word a cycle, the first adder makes a + b or a - b, the second at the same time that result corrected by
    p: a + b - p or a - b + p, its three terms brought down to two by a row of full adders. What the last
    carries say decides which of them the result is. Both move into the registers from which the operands
    move out. The result stands until the next operation starts.

    `network`: how carries go through a word, see `carry.NETWORKS`. `loadable`: p comes from an input.

    `clock`: where it leaves no time for the sum of a word and what stands around it, sums take two cycles,
    and an operation one more.
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

    def clocked(self, mhz: float, threads: int) -> ModularAdder:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz)

    @property
    def part(self) -> int:
        """The most bits of a sum that a cycle has time for; 0: sums are of whole words."""
        return part_for(self.clock, sum_delay(self.size, self.network, _LEVELS))

    @property
    def kind(self) -> str:
        """Addition modulo p."""
        return "modular-adder"

    @property
    def operands(self) -> tuple[str, ...]:
        """The two terms."""
        return ("a", "b")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return (ADD, SUBTRACT)

    @property
    def size(self) -> int:
        """Bits of a word: `core`, or all bits of an element where those are fewer."""
        return min(self.core, self.field.width)

    @property
    def words(self) -> int:
        """Words of an element."""
        return self.field.words(self.size)

    @property
    def loaded(self) -> Mapping[str, tuple[int, int]]:
        """p."""
        return loaded_modulus(self.field, self.loadable)

    def latency(self, attribute: int | None = None) -> int:
        """A cycle to take the operands, one for each word: 9 for 512 bits by words of 64.

        One more where sums take two cycles.
        """
        return self.words + (2 if self.part else 1)

    def interval(self, attribute: int | None = None) -> int:
        """The same; the next operands may be taken in the cycle of the result."""
        return self.latency()

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` in the first cycle, `subtract` with it for a - b."""
        start = ControlInput("start", 1, 0, 1)
        return (start, ControlInput("subtract", 1, 0, 1)) if sign_of(attribute) == SUBTRACT else (start,)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """a + b or a - b by integers."""
        a, b = operands
        self.field.check(a, b)
        return (a + sign_of(attribute) * b) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements against each other, and sums just below, at and above p and a power of two.

        Each stands twice in a row, as operations take the constants round-robin.
        """
        corners = self.field.corner_elements()
        p = self.field.p
        pairs = [(a, b) for a in corners for b in corners]
        pairs += [(a, (total - a) % p) for a in corners for total in (-1, 0, 1, 1 << self.size)]
        return [pair for pair in dict.fromkeys(pairs) for _ in self.constants]

    def module(self) -> Module:
        """The adder; ports clk, a, b, start, subtract, y."""
        field, size, count = self.field, self.size, self.words
        network = self.network.replace("-", "_")
        m = Module(
            f"modular_adder_{tag(field, self.loadable)}_w{size}_{network}"
            + (f"_c{self.part}" if self.part else ""),
            f"a + b or a - b modulo {said(field, self.loadable)},\n"
            f"{count} words of {size} bits, one a cycle.",
        )
        m.input("clk")
        a, b = (m.wire(f"{n}_padded", widened(m.input(n, field.width), count * size)) for n in self.operands)
        start, subtract = m.input("start"), m.input("subtract")
        m.comment("an operation runs for as many cycles as there are words")
        running = m.forward_reg("running", 1)
        p = modulus_of(m, field.p, size * count, loadable=self.loadable)
        modulus, ends = sequence(m, "modulus_word", words_of(p, size, count), size, start, running)
        if self.part:
            m.comment("and one in which the last word of the sums is there")
            ends = m.reg("words_end", running & ends, reset=(start, 0))
        m.drive_reg(running, any_of(start, running & ~ends))
        active = m.wire("active", start | running)
        minus = m.reg("minus", subtract, enable=start)

        first, second = (m.forward_reg(name, count * size) for name in ("first", "second"))
        x = m.wire("x", first[size - 1, 0])
        y = m.wire("term", second[size - 1, 0] ^ Repeat(size, minus))
        m.comment("a + b, or a - b = a + ~b + 1")
        carries = [m.forward_reg(name, 1) for name in ("carry", "corrected_carry")]
        adder = (
            late_carry_adder(size, self.part, self.network) if self.part else word_adder(size, self.network)
        )
        carried_on = any_of(start, running & ~m.reg("first_word", start)) if self.part else active
        plain = m.instance(adder, "plain", a=x, b=y, carry_in=carries[0])
        m.comment("the same less p (+ ~p + 1) or with p: three terms brought down to two, then added")
        z = m.wire("correction", modulus ^ Repeat(size, ~minus))
        sums = m.wire("sums", x ^ y ^ z)
        carried = m.wire("carried", (x & y) | (x & z) | (y & z))
        above = m.reg("carried_above", carried[size - 1], enable=active, reset=(start, 0))
        moved = concat(carried[size - 2, 0], above)
        corrected = m.instance(adder, "corrected", a=sums, b=moved, carry_in=carries[1])
        m.drive_reg(carries[0], Mux(start, subtract, plain["carry_out"]), enable=carried_on)
        m.drive_reg(carries[1], corrected["carry_out"], enable=carried_on, reset=(start, 1))
        m.comment("words move out below and in above")
        for held, operand, word in ((first, a, plain["total"]), (second, b, corrected["total"])):
            m.drive_reg(held, Mux(start, operand, shifted(held, word)), enable=active)
        m.comment("corrected where a + b reaches p, or a - b is below 0")
        reaches = corrected["carry_out"] | (above if self.part else carried[size - 1])
        chosen = m.reg("take_corrected", Mux(minus, ~plain["carry_out"], reaches), enable=running)
        m.output("y", Mux(chosen, second[field.width - 1, 0], first[field.width - 1, 0]))
        return m

    def area_model(self) -> AreaModel:
        """The loads, the choice of the result, two adders, full adders and signs; registers exactly."""
        width, size = self.words * self.size, self.size
        lut = 2 * width + self.field.width + 2 * adder_tables(size, self.network) + 4 * size
        place = (self.words - 1).bit_length()
        return AreaModel(lut=lut + 2 * place, ff=2 * width + 6 + place + (size if place else 0))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "modular adder and subtracter",
            "field": f"{self.field.label}, {self.field.definition}",
            "core": self.core,
            "network": self.network,
            "words": self.words,
            "constants": "1 adds, -1 subtracts",
        }
