"""A multiplier block with all of its registers, as a module of its own.

The registers stand at both inputs, behind the product and behind the sum, as in DSP blocks. So synthesis maps
a module to one block by its name (`targets.parts.dsp_map`), and tools that infer blocks find all that they
look for in one place.

Imports the hardware layer.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from pairforge.hdl import Arith, Const, Expr, Module, concat, product, widened

__all__ = ["NARROW", "SUM", "Addend", "multiplier_block"]

NARROW = 17
"""Unsigned bits of the narrower operand of a multiplier block; the cascade moves a sum down by as many."""

SUM = 48
"""Bits of the sum."""


class Addend(StrEnum):
    """What a block adds to its product: nothing, the sum of another block moved down, a number."""

    NONE = ""
    CASCADE = "cascade"
    NUMBER = "plus"


@cache
def multiplier_block(wide: int, addend: Addend) -> Module:
    """a b, plus `below` without its lowest digit or plus `c`, in 48 bits; `wide`: bits of a, b has 17.

    Ports clk, a, b, total, and the addend. The total is there three cycles after a and b, two after c and one
    after `below`.
    """
    m = Module(
        "_".join(filter(None, (f"multiplier_block_{wide}x{NARROW}", addend.value))),
        "a b"
        + {
            Addend.NONE: "",
            Addend.CASCADE: f" + (below >> {NARROW})",
            Addend.NUMBER: " + c",
        }[addend]
        + ", with the registers of a DSP block: at the inputs, behind the product, behind the sum.",
    )
    m.input("clk")
    a, b = m.input("a", wide), m.input("b", NARROW)
    factors = m.reg("a_taken", a), m.reg("b_taken", b)
    whole: Expr = widened(m.reg("product", product(*factors)), SUM)
    if addend is Addend.CASCADE:
        below = m.input("below", SUM)
        moved = concat(Const(NARROW, 0), below[SUM - 1, NARROW])
        m.unused(below[NARROW - 1, 0])
        whole = Arith("+", whole, moved)
    elif addend is Addend.NUMBER:
        whole = Arith("+", whole, m.reg("c_taken", m.input("c", SUM)))
    m.output("total", m.reg("sum", whole))
    return m
