"""State that survives one flipped bit: three registers, no two of which hold the same.

A word v is kept as v, as its complement, and as each bit of v exclusive-or the next one, round and round.
Where the first two agree on a bit, that is it. Where they do not, one of them is wrong there, and nothing
else is: the third and the next bit of the first give it. A bit of v takes one table of four inputs so, and is
right whichever single bit of the three is turned over.

Three equal registers would do as well, but synthesis makes one of them. Imports the hardware layer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairforge.hdl import Const, Expr, Module, Net, concat

__all__ = ["GuardedState", "guarded", "unguarded"]


def guarded(value: Net) -> tuple[Expr, Expr, Expr]:
    """What to keep of a word of two bits or more."""
    return value, ~value, value ^ _turned(value)


def unguarded(m: Module, name: str, kept: tuple[Net, Net, Net]) -> Net:
    """The word that was kept, one bit of which may be wrong; a wire `name`."""
    plain, complement, pairs = kept
    agree = m.wire(f"{name}_agree", plain ^ complement)
    return m.wire(name, (agree & plain) | (~agree & (pairs ^ _turned(plain))))


def _turned(value: Net) -> Expr:
    """Each bit the next one, the highest the lowest."""
    if value.width < 2:
        raise ValueError(f"{value.name}: one bit has no other to be kept with")
    return concat(value[0], value[value.width - 1, 1])


@dataclass(frozen=True)
class GuardedState:
    """Registers of a module kept as one guarded word, which is loaded anew in every cycle.

    `now`: what they hold, by name.
    """

    m: Module
    kept: tuple[Net, Net, Net]
    now: Mapping[str, Net]

    @classmethod
    def of(cls, m: Module, widths: Mapping[str, int]) -> GuardedState:
        """Registers of these names and widths, to be driven by `drive`."""
        total = sum(widths.values())
        plain, complement, pairs = (
            m.forward_reg(name, total) for name in ("state", "state_complement", "state_pairs")
        )
        whole = unguarded(m, "state_now", (plain, complement, pairs))
        now, low = {}, 0
        for name, width in widths.items():
            now[name] = m.wire(name, whole[low + width - 1, low])
            low += width
        return cls(m, (plain, complement, pairs), now)

    def drive(self, rst: Net, following: Mapping[str, Expr]) -> None:
        """What each register holds next; 0 after a reset."""
        parts = [following[name] for name in self.now]
        value = self.m.wire("state_next", concat(*reversed(parts)))
        ones = (1 << value.width) - 1
        for net, part, start in zip(self.kept, guarded(value), (0, ones, 0), strict=True):
            self.m.drive_reg(net, part, reset=(rst, Const(net.width, start)))
