"""The bits of a stage's ladders, beside the control word: which one it is of the iteration in progress."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, Select
from pairforge.rtl.microcode import SMALL, Ladder
from pairforge.units.parts.carry import chosen

LADDER_BIT = "ladder_bit"
"""The output of a sequencer that has it."""

LOADED = "ladder"
"""The input that has the bits where they are loadable, that of the first iteration lowest."""


def ladder_bits(
    m: Module,
    ladders: Sequence[Ladder],
    iteration_ends: Expr,
    rst: Net,
    style: str,
    *,
    loadable: bool = False,
) -> Net:
    """The bit of the iteration that the control word belongs to, ladder after ladder.

    `iteration_ends`: the row that becomes the control word is the last one of an iteration. `style`: of the
    memory that has the bits, unless they are `loadable`.
    """
    ladders = sorted(ladders, key=lambda ladder: ladder.first)
    bits = [bit for ladder in ladders for bit in ladder.bits]
    m.comment(f"bits of the ladders, from rows {', '.join(str(ladder.first) for ladder in ladders)} on")
    width = max((len(bits) - 1).bit_length(), 1)
    iteration = m.forward_reg("ladder_iteration", width)
    is_last = Compare("==", iteration, Const(width, len(bits) - 1, "LAST_ITERATION"))
    after = Mux(is_last, Const(width, 0), Arith("+", iteration, Const(width, 1)))
    m.drive_reg(iteration, after, enable=m.wire("ladder_iteration_ends", iteration_ends), reset=(rst, 0))
    if loadable:
        loaded = m.input(LOADED, len(bits))
        bit = chosen(iteration, [loaded[i] for i in range(len(bits))])
    else:
        style = "distributed" if len(bits) < SMALL else style
        bit = Select(m.memory("ladder_bits", 1, len(bits), style=style, init=bits), iteration)
    return m.reg("bit_of_iteration", bit)
