"""The Wishbone wrapper: a slave of revision B4, classic and pipelined at once, 32 bits.

A request is taken in one cycle and answered in the next, in which no other is taken: that is what
`wb_stall_o` says to a pipelined master, and a classic one takes its request back when it sees the answer.
"""

from __future__ import annotations

from pairforge.hdl import Const, Module, any_of
from pairforge.registers.map import ADDRESS_BITS, Facts
from pairforge.rtl.bus.endpoint import endpoint
from pairforge.rtl.bus.registers import BYTES, WORD_ADDRESS
from pairforge.rtl.stream import WORD


def wishbone(core: Module, facts: Facts) -> Module:
    """The wrapper; `docs/reference/bus.md` has its ports."""
    m = Module(
        f"{core.name}_wishbone",
        f"The core {core.name} as a Wishbone B4 slave, classic and pipelined.",
        port_groups={"wb_": "Wishbone B4", "irq": "interrupt"},
    )
    m.input("clk")
    rst = m.input("rst")
    cyc, stb, we = m.input("wb_cyc_i"), m.input("wb_stb_i"), m.input("wb_we_i")
    adr = m.input("wb_adr_i", ADDRESS_BITS)
    data, select = m.input("wb_dat_i", WORD), m.input("wb_sel_i", BYTES)
    low = ADDRESS_BITS - WORD_ADDRESS

    m.comment("a request is taken, and answered in the next cycle")
    acks, fails = m.forward_reg("acks", 1), m.forward_reg("fails", 1)
    answers = m.wire("answers", any_of(acks, fails))
    take = m.wire("takes", cyc & stb & ~any_of(answers, rst))
    write, read = m.wire("writes", take & we), m.wire("reads", take & ~we)
    m.unused(adr[low - 1, 0])
    inside = m.instance(
        endpoint(core, facts),
        "endpoint",
        rst=rst,
        streams=Const(1, 0),
        write=write,
        write_address=adr[ADDRESS_BITS - 1, low],
        write_data=data,
        write_strobe=select,
        read=read,
        read_address=adr[ADDRESS_BITS - 1, low],
        s_data=Const(WORD, 0),
        s_last=Const(1, 0),
        s_valid=Const(1, 0),
        m_ready=Const(1, 0),
    )
    idle = ("clear", "s_ready", "m_data", "m_last", "m_off_curve", "m_fault", "m_valid")
    m.unused(*(inside[name] for name in idle))
    refused = m.wire("refused", any_of(inside["write_error"], inside["read_error"]))
    m.drive_reg(acks, take & ~refused, reset=(rst, 0))
    m.drive_reg(fails, take & refused, reset=(rst, 0))
    m.output("wb_dat_o", m.reg("word", inside["read_data"], enable=read))
    m.output("wb_ack_o", acks & cyc & ~rst)
    m.output("wb_err_o", fails & cyc & ~rst)
    m.output("wb_stall_o", answers)
    m.output("irq", inside["irq"])
    return m
