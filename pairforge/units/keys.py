"""A store of secrets that outlasts a run: one for all threads of a core, cleared by every reset.

It is registers, not a memory: a reset clears a register in one cycle, and a memory not at all. Nothing comes
out but in the cycle of an operation that reads. Imports the hardware layer and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.algebra.arithmetic import PLACES
from pairforge.errors import UserError
from pairforge.hdl import Arith, Compare, Const, Module, Net, any_of, concat, gate
from pairforge.program.decisions import KEEP, KEPT
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.options import LARGE_PRIME, UnitOptions, integer
from pairforge.units.parts.pipeline import register_bits

MOST_PLACES = 64
"""More secrets are for a memory, which no reset clears."""

_TOGETHER = 36  # bits of a number that are compared before a register: two tables deep
_LATENCY = 2  # registers behind the operands and behind the store, of a single thread


@dataclass(frozen=True)
class KeysOptions(UnitOptions):
    """The keys of a `keys`."""

    kind: ClassVar[str] = "keys"
    operations: ClassVar[tuple[str, ...]] = ("keep", "kept")
    summary: ClassVar[str] = "A store of secrets for all threads, cleared by every reset."
    over: ClassVar[str] = LARGE_PRIME

    places: int = integer(PLACES, most=MOST_PLACES, about="how many secrets, in places from 0 on")

    def make(self, field: Field) -> Keys:
        """The store of integers below a large prime."""
        return Keys(prime_field(field), self.places)


@dataclass(frozen=True)
class Keys(UnitBase):
    """Integers in places that the integer a says; b is stored, or what is stored comes out.

    In all cycles in which nothing is read the result is 0, or 1 of an integer stored. For several threads the
    store is still one, so what one of them stores the others read.
    """

    field: PrimeField
    places: int = PLACES

    @property
    def kind(self) -> str:
        """What it is."""
        return "keys"

    @property
    def operands(self) -> tuple[str, ...]:
        """The place, and what is stored there."""
        return ("a", "b")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """Storing and reading."""
        return (KEEP, KEPT)

    def latency(self, attribute: int | None = None) -> int:
        """Two cycles."""
        return _LATENCY

    def interval(self, attribute: int | None = None) -> int:
        """Two cycles: what is stored next then comes behind what is read, with any number of threads."""
        return _LATENCY

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`keep` stores, `recall` reads."""
        if attribute not in self.constants:
            raise UserError(f"a unit of kind keys has no operation {attribute}")
        return (ControlInput("keep" if attribute == KEEP else "recall", 1, 0, 1),)

    @property
    def closed(self) -> int:
        """Cycles of a thread for which nothing is stored or read after a reset.

        A control word that was read before the reset may come in the first of them. A run begins later: its
        input has words of three elements or more.
        """
        return 4

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """Of a store in which nothing is."""
        return self.in_order([(operands, attribute)])[0]

    def in_order(self, operations: Sequence[tuple[Sequence[int], int | None]]) -> list[int]:
        """The results of operations one after the other, the first of them behind a reset."""
        places: dict[int, int] = {}
        found = []
        for (place, secret), attribute in operations:
            self.field.check(place, secret)
            if attribute == KEEP and place < self.places:
                places[place] = secret
            found.append(int(place < self.places) if attribute == KEEP else places.get(place, 0))
        return found

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """By turns stored and read: every place, filled, read, erased; places that are none; a place next to
        another one.
        """
        p, corners = self.field.p, self.field.corner_elements()
        places = [*range(self.places), self.places, self.places | 1, p - 1, *corners]
        whole = [(place % p, secret) for secret in (p - 1, *corners, 0, 1) for place in places]
        read = [(place % p, 0) for _ in (p - 1, *corners, 0, 1) for place in (*places[1:], *places[:1])]
        return [case for pair in zip(whole, read, strict=True) for case in pair]

    def module(self) -> Module:
        """The store; ports clk, rst, a, b, keep, recall, y."""
        m = self._made(1, 0)
        m.for_threads = self._made
        return m

    def _made(self, threads: int, late: int) -> Module:
        """The store for so many threads; its inputs are `late` cycles late, its result is not."""
        behind, n = (threads - 1) * _LATENCY - late, self.field.width
        tag = f"_x{threads}" if threads > 1 else ""
        tag += f"_r{behind}" if behind else ""
        count, bits = self.places, max(1, (self.places - 1).bit_length())
        m = Module(f"keys{count}_{n}{tag}", f"{count} secrets of {n} bits, one store for all threads.")
        m.input("clk")
        rst = m.input("rst")
        a, b = m.input("a", n), m.input("b", n)
        keep, recall = m.input("keep"), m.input("recall")

        m.comment("for some cycles after a reset nothing is stored")
        cycles = self.closed * threads
        left = m.forward_reg("closed_left", cycles.bit_length(), start=0)
        closed = m.wire("closed", rst | Compare("!=", left, Const(left.width, 0)))
        m.drive_reg(
            left,
            Arith("-", left, Const(left.width, 1)),
            enable=closed,
            reset=(rst, Const(left.width, cycles, "CYCLES_CLOSED")),
        )

        m.comment("the operation; whether there is the place, from whether parts of its number are 0")
        place, secret = m.reg("place", a[bits - 1, 0]), m.reg("secret", gate(keep, b))
        keeping, recalling = (m.forward_reg(name, 1, start=0) for name in ("keeping", "recalling"))
        for net, asked in ((keeping, keep), (recalling, recall)):
            m.drive_reg(net, asked & ~closed, reset=(rst, 0))
        beyond: list[Net] = []
        for low in range(bits, n, _TOGETHER):
            some = a[min(low + _TOGETHER, n) - 1, low]
            beyond.append(m.reg(f"beyond{low}", Compare("!=", some, Const(some.width, 0))))
        there = m.wire("there", ~any_of(*beyond))
        at = [there & Compare("==", place, Const(bits, i)) for i in range(count)]
        if count < 1 << bits:
            there = m.wire("there_at_all", any_of(*at))

        m.comment("the store")
        held: list[Net] = []
        for i, here in enumerate(at):
            held.append(m.forward_reg(f"place{i}", n, start=0))
            m.drive_reg(held[i], secret, enable=keeping & here, reset=(rst, 0))

        m.comment("what is read; 1 of what is stored. Few bits wait for their cycle, not all of a secret")
        asked_of = [m.wire(f"reads{i}", recalling & here) for i, here in enumerate(at)]
        stored = m.wire("stores", keeping & there)
        for late_by in range(1, behind + 1):
            asked_of = [m.reg(f"reads{i}_late{late_by}", net) for i, net in enumerate(asked_of)]
            stored = m.reg(f"stores_late{late_by}", stored)
        read = any_of(*(gate(asked, net) for asked, net in zip(asked_of, held, strict=True)))
        m.output("y", m.reg("result", read | concat(Const(n - 1, 0), stored)))
        return m

    def area_model(self) -> AreaModel:
        """Tables that choose a place for each bit; registers exactly."""
        n = self.field.width
        return AreaModel(lut=(self.places - 1) * n + n // 3, ff=register_bits(self.module()))

    def describe(self) -> Mapping[str, int | str]:
        """What it is."""
        return {"unit": "store of secrets", "field": self.field.label, "places": self.places}
