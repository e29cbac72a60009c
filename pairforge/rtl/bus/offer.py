"""The last register before an AXI4-Stream master port: what it offers stays until it is taken.

That holds across a soft reset as well, which takes away the words behind it. A packet that was begun then is
ended by one word more, zero, with `tlast` and bit 1 of `tuser`: whoever receives it knows, and finds the
beginning of the next packet.
"""

from __future__ import annotations

from pairforge.hdl import Const, Module, Mux, any_of, concat
from pairforge.rtl.stream import WORD


def offer() -> Module:
    """Ports: `clear`: what came in is discarded; `d`, `last`, `off_curve`, `fault`, `valid`, `ready`: what
    comes in; `tdata`, `tlast`, `tuser`, `tvalid`, `tready`: what goes out.
    """
    m = Module("pairforge_axis_offer", "What is offered stays until it is taken; packets always have an end.")
    m.input("clk")
    rst, clear = m.input("rst"), m.input("clear")
    d, last, valid = m.input("d", WORD), m.input("last"), m.input("valid")
    off_curve, fault = m.input("off_curve"), m.input("fault")
    tready = m.input("tready")

    offered, begun, broken = (m.forward_reg(name, 1) for name in ("offered", "begun", "broken"))
    free = m.wire("free", any_of(~offered, tready))
    ready = m.wire("is_ready", free & ~any_of(broken, clear))
    take, close = m.wire("takes", valid & ready), m.wire("closes", broken & free)
    m.drive_reg(offered, any_of(take, close, offered & ~tready), reset=(rst, 0))
    m.drive_reg(begun, Mux(take, ~last, begun & ~clear), reset=(rst, 0))
    m.drive_reg(broken, any_of(clear & begun, broken & ~free), reset=(rst, 0))

    m.output("ready", ready)
    m.output("tdata", m.reg("word", Mux(broken, Const(WORD, 0), d), enable=free))
    m.output("tlast", m.reg("is_last", any_of(broken, last), enable=free))
    m.output("tuser", m.reg("marks", concat(fault & ~broken, broken, off_curve & ~broken), enable=free))
    m.output("tvalid", offered & ~rst)
    return m
