"""The running total of a multiplication word by word: the sum that makes each of its words.

Imports the hardware layer and adders of one word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pairforge.hdl import Arith, Const, Expr, Module, Mux, Net, concat, gate, widened
from pairforge.units.parts.carry import word_adder
from pairforge.units.parts.carry_save import Saved, compressed, late_carry_adder

__all__ = ["CutSums", "Early", "Steps", "Sums", "WholeSums"]


@dataclass(frozen=True)
class Steps:
    """What happens to a product in the cycle in which the word that it is added to is there, one bit each.

    `adds`: it is added to the total. `finds`: it gives m. `begins`: it is the first of a row, and nothing is
    carried to it. `keeps`: its sum is a factor of products to come (the lowest word of the total, or m).
    `reduces`: it is of m p. `ends`: it is the last of a row. `fresh`: the total before it is zero.
    `final`: it is of the last m p.
    """

    adds: Net
    finds: Net
    begins: Net
    keeps: Net
    reduces: Net
    ends: Net
    fresh: Net
    final: Net


@dataclass(frozen=True)
class Early:
    """The same a cycle before, when the product leaves the multiplier, as far as it matters then.

    `follows`: something is carried to it. `retains`: the total before it is not zero.
    """

    adds: Net
    follows: Net
    retains: Net


class Sums(Protocol):
    """Makes the words of the total."""

    def word(self, lowest: Expr, following: Expr) -> Net:
        """A word: the low half of the product, what is carried to it, and the lowest word of the old total.

        `following`: that which is the lowest one in the next cycle.
        """

    def top(self, over: Net, fresh: Net) -> Net:
        """The words above the last word of a row, in the cycle after that, with those kept in `over`.

        `fresh`: there are none, said in the cycle in which the sum begins.
        """


class WholeSums:
    """A word a cycle: low half of this product, high half of the one before, two carries."""

    def __init__(self, m: Module, core: int, steps: Steps, product: Net) -> None:
        self.m, self.core, self.steps, self.product = m, core, steps, product
        self.adder = word_adder(core, "ripple")

    def word(self, lowest: Expr, following: Expr) -> Net:
        """See `Sums`."""
        m, core, steps = self.m, self.core, self.steps
        self.high, self.carries = m.forward_reg("high", core), m.forward_reg("carries", 2)
        old = m.wire("old", gate(~(steps.fresh | steps.finds), lowest))
        follows = m.wire("follows", ~(steps.begins | steps.finds))
        low = self.product[core - 1, 0]
        one = m.instance(self.adder, "one", a=old, b=low, carry_in=self.carries[0] & follows)
        two = m.instance(
            self.adder,
            "two",
            a=one["total"],
            b=gate(follows, self.high),
            carry_in=self.carries[1] & follows,
        )
        m.drive_reg(self.high, self.product[2 * core - 1, core], enable=steps.adds)
        m.drive_reg(self.carries, concat(two["carry_out"], one["carry_out"]), enable=steps.adds)
        return two["total"]

    def top(self, over: Net, fresh: Net) -> Net:
        """See `Sums`."""
        m, core, high, carries = self.m, self.core, self.high, self.carries
        above = m.wire("above", gate(~fresh, over))
        carried = Arith("+", concat(above, Const(1, 1)), concat(Const(1, 0), high, carries[0]))
        with_one = m.wire("with_one", carried)
        top = m.wire("top", Arith("+", with_one[core + 1, 1], widened(carries[1], core + 1)))
        m.unused(with_one[0])
        return top


class CutSums:
    """A word a cycle, two cycles after it began: no carry runs through a word and what stands around it.

    In the cycle in which a product leaves the multiplier, as two numbers, full adders bring it, the high half
    of the one before, also two numbers, and the old word down to two, whose sum is made in parts for either
    carry into them. In the next one the carry from the word before chooses. `part`: bits of a part, at most.
    """

    def __init__(
        self, m: Module, core: int, steps: Steps, early: Early, product: tuple[Net, Net], part: int
    ) -> None:
        self.m, self.core, self.steps, self.early = m, core, steps, early
        self.product, self.part = product, part

    def word(self, lowest: Expr, following: Expr) -> Net:
        """See `Sums`."""
        m, core, steps, early = self.m, self.core, self.steps, self.early
        self.high = [m.forward_reg(f"high_{name}", core) for name in ("total", "carries")]
        self.saved, self.carry = m.forward_reg("saved_carries", 3), m.forward_reg("carry", 1)
        old = m.wire("old", gate(early.retains, Mux(steps.adds, following, lowest)))
        saved = m.wire("carried", gate(early.follows, self.saved))
        low = [half[core - 1, 0] for half in self.product]
        high = [gate(early.follows, half) for half in self.high]
        pair = self._two("", [*low, *high, old], saved)
        for register, half in zip(self.high, self.product, strict=True):
            m.drive_reg(register, half[2 * core - 1, core], enable=early.adds)
        above = concat(*(one.above for one in reversed(pair)))
        m.drive_reg(self.saved, above, enable=early.adds)
        m.unused(steps.finds)
        follows = m.reg("follows", early.follows)
        last = pair[-1]
        made = m.instance(
            late_carry_adder(core, self.part, "ripple"),
            "sum",
            a=last.total,
            b=last.carries,
            carry_in=self.carry & follows,
        )
        m.drive_reg(self.carry, made["carry_out"], enable=steps.adds)
        return made["total"]

    def top(self, over: Net, fresh: Net) -> Net:
        """See `Sums`."""
        m, core = self.m, self.core
        wide = core + 1
        old = m.wire("above", gate(~fresh, over))
        ones = widened(self.saved[2], wide)
        made = self._two("top_", [*(widened(half, wide) for half in self.high), old, ones], self.saved)
        last = made[-1]
        m.unused(*(one.above for one in made))
        top = m.instance(
            late_carry_adder(wide, self.part, "ripple"),
            "top_sum",
            a=last.total,
            b=last.carries,
            carry_in=self.carry,
        )
        m.unused(top["carry_out"])
        return top["total"]

    def _two(self, name: str, terms: list[Expr], carries: Net) -> list[Saved]:
        """Terms brought down to two, one after the other, with a carry into each; all that was made."""
        made: list[Saved] = []
        first, second, *others = terms
        for i, third in enumerate(others):
            made.append(compressed(self.m, f"{name}saved{i}", (first, second, third), carries[i]))
            first, second = made[-1].total, made[-1].carries
        return made
