"""The bits of a stage's ladders, beside the control word: which one it is of the turn in progress."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.rtl.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, Select
from pairforge.rtl.microcode import SMALL, Ladder
from pairforge.rtl.units.carry import chosen

LOADED = "ladder"
"""The input that has the bits where they are loadable, that of the first turn lowest."""


def ladder_bits(
    m: Module, ladders: Sequence[Ladder], turn_ends: Expr, rst: Net, style: str, *, loadable: bool = False
) -> None:
    """Output `ladder_bit`: the bit of the turn that the control word belongs to, ladder after ladder.

    `turn_ends`: the row that becomes the control word is the last one of a turn. `style`: of the memory that
    has the bits, unless they are `loadable`.
    """
    ladders = sorted(ladders, key=lambda ladder: ladder.first)
    bits = [bit for ladder in ladders for bit in ladder.bits]
    m.comment(f"bits of the ladders, from rows {', '.join(str(ladder.first) for ladder in ladders)} on")
    width = max((len(bits) - 1).bit_length(), 1)
    turn = m.forward_reg("ladder_turn", width)
    after = Mux(
        Compare("==", turn, Const(width, len(bits) - 1)), Const(width, 0), Arith("+", turn, Const(width, 1))
    )
    m.drive_reg(turn, after, enable=m.wire("ladder_turn_ends", turn_ends), reset=(rst, 0))
    if loadable:
        loaded = m.input(LOADED, len(bits))
        bit = chosen(turn, [loaded[i] for i in range(len(bits))])
    else:
        style = "distributed" if len(bits) < SMALL else style
        bit = Select(m.memory("ladder_bits", 1, len(bits), style=style, init=bits), turn)
    m.output("ladder_bit", m.reg("bit_of_turn", bit))
