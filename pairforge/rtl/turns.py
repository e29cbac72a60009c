"""The outside of an interleaved core: deals pairings to the slots in turn, collects results in that order.

Pairing i goes to slot i mod C and results are taken from the slots round and round, so they come in the order
of the inputs, and a lone pairing needs no company. A word passes in its slot's cycle, one every C cycles. A
register at the output keeps a word on offer while other slots have their cycles; a reset is stretched to C
cycles, one for each slot.

Imports the hardware layer.
"""

from __future__ import annotations

from pairforge.rtl.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, any_of, concat
from pairforge.rtl.interleave import SLOT, interleaved
from pairforge.rtl.units.stream import WORD
from pairforge.rtl.verdict import OFF_CURVE


def take_turns(core: Module, name: str, slots: int, words_in: int, words_out: int) -> Module:
    """A core of `slots` slots around a core for one pairing at a time, with the same ports.

    Parameters
    ----------
    words_in, words_out
        Words of a pairing and of its result.
    """
    made = interleaved(core, slots)
    if any(made.late.values()):
        raise ValueError(f"outputs of {core.name} are late: {made.late}")
    m = Module(name, core.doc)
    m.input("clk")
    rst = m.input("rst")
    data, valid, ready = m.input("in_data", WORD), m.input("in_valid"), m.input("out_ready")
    bits = slots.bit_length()

    m.comment(f"the slot whose cycle it is, of {slots}, and a reset that all of them see")
    slot = _round(m, SLOT, slots, rst, None)
    stretched, left = m.forward_reg("stretched", 1), m.forward_reg("reset_left", bits)
    m.drive_reg(left, Arith("-", left, Const(bits, 1)), reset=(rst, slots - 1))
    m.drive_reg(stretched, stretched & Compare("!=", left, Const(bits, 1)), reset=(rst, 1))
    resets = m.wire("resets", rst | stretched)

    take, fetch = m.forward("take", 1), m.forward("fetch", 1)
    m.comment("whether it is the slot that the next word goes to or comes from")
    enters = _turn(m, "in", slots, words_in, resets, take)
    comes = _turn(m, "out", slots, words_out, resets, fetch)
    full = m.forward_reg("is_full", 1)
    leaves = m.wire("leaves", comes & ~full)

    m.comment("all slots")
    pins: dict[str, Expr] = {"in_valid": valid & enters, "out_ready": leaves}
    if any(net.name == SLOT for _, net in made.module.ports):
        pins[SLOT] = slot
    inner = m.instance(made.module, "slots", rst=resets, in_data=data, **pins)
    m.drive(take, inner["in_ready"] & enters & valid)
    m.drive(fetch, inner["out_valid"] & leaves)
    m.drive_reg(full, any_of(fetch, full & ~ready), reset=(resets, 0))
    word = m.reg("word", inner["out_data"], enable=fetch)
    if OFF_CURVE in inner:
        m.output(OFF_CURVE, m.reg("off_curve", inner[OFF_CURVE], enable=fetch))
    m.output("in_ready", inner["in_ready"] & enters)
    m.output("out_data", word)
    m.output("out_valid", full & ~rst)
    return m


def _turn(m: Module, name: str, slots: int, words: int, rst: Net, step: Net) -> Expr:
    """Whether it is a slot's cycle; after `words` steps that of the next slot, which follows at once.

    A mark goes round a ring once in as many cycles as there are slots, and stands still to change slots.
    """
    last = step
    if words > 1:
        word = _round(m, f"{name}_word", words, rst, step)
        last = m.wire(f"{name}_last", step & Compare("==", word, Const(word.width, words - 1)))
    ring = m.forward_reg(f"{name}_ring", slots)
    m.drive_reg(ring, Mux(last, ring, concat(ring[0], ring[slots - 1, 1])), reset=(rst, 1))
    return ring[0]


def _round(m: Module, name: str, count: int, rst: Net, step: Expr | None) -> Net:
    """A counter from 0 to count - 1 and round again."""
    bits = (count - 1).bit_length()
    net = m.forward_reg(name, bits)
    end = Compare("==", net, Const(bits, count - 1))
    m.drive_reg(net, Mux(end, Const(bits, 0), Arith("+", net, Const(bits, 1))), enable=step, reset=(rst, 0))
    return net
