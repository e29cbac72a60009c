"""The AXI wrapper: AXI4-Lite for control, AXI4-Stream for data.

Registers and flags only stand between the channels, so that no output depends on an input of the same cycle
(the reset apart): a request is taken in one cycle and done in a later one, and each channel passes at most
one transfer in two cycles. Address and data of a write may come in any order.
"""

from __future__ import annotations

from pairforge.hdl import Const, Expr, Module, Net, any_of, concat
from pairforge.registers.map import ADDRESS_BITS, Facts
from pairforge.rtl.bus.endpoint import endpoint
from pairforge.rtl.bus.offer import offer
from pairforge.rtl.bus.registers import BYTES, WORD_ADDRESS
from pairforge.rtl.stream import WORD

_CHANNELS = {
    "aw": "AXI4-Lite: address of a write",
    "w": "AXI4-Lite: data of a write",
    "b": "AXI4-Lite: answer to a write",
    "ar": "AXI4-Lite: address of a read",
    "r": "AXI4-Lite: data of a read",
}
_LITE_PORTS = {**_CHANNELS, "write": "the write port", "read": "the read port", "hold": "the read port"}
_PORTS = {
    "aclk": "clock and reset",
    "aresetn": "clock and reset",
    **{f"s_axi_{channel}": purpose for channel, purpose in _CHANNELS.items()},
    "s_axis_": "AXI4-Stream: words of points",
    "m_axis_": "AXI4-Stream: words of results",
    "irq": "interrupt",
}


def axi_lite() -> Module:
    """From AXI4-Lite to one write port and one read port.

    Ports, beside the channels without their prefix: `write`, `write_address`, `write_data`, `write_strobe`: a
    write is done in this cycle, and `write_error` says whether it is refused; `read`, `read_address`: a read,
    with `read_data` and `read_error`. `hold`: no read is done in this cycle (a write never is, in
    the cycle after another).
    """
    m = Module("pairforge_axi_lite", "AXI4-Lite to a write port and a read port.", port_groups=_LITE_PORTS)
    m.input("clk")
    rst = m.input("rst")
    low = ADDRESS_BITS - WORD_ADDRESS

    def held(channel: str, open_for: Net, **parts: Expr) -> tuple[Net, dict[str, Net]]:
        """A transfer of a channel kept until `open_for` it: whether there is one, and its parts."""
        full = m.forward_reg(f"{channel}_held", 1)
        valid = m.input(f"{channel}valid")
        ready = m.wire(f"{channel}_free", ~any_of(full, rst))
        take = m.wire(f"{channel}_takes", valid & ready)
        m.drive_reg(full, any_of(take, full & ~open_for), reset=(rst, 0))
        m.output(f"{channel}ready", ready)
        return full, {name: m.reg(f"{channel}_{name}", value, enable=take) for name, value in parts.items()}

    def answer(channel: str, given: Net, **parts: Expr) -> Net:
        """The answering channel: `given` puts an answer there; returns whether there is room for one."""
        full = m.forward_reg(f"{channel}_held", 1)
        ready = m.input(f"{channel}ready")
        m.drive_reg(full, any_of(given, full & ~ready), reset=(rst, 0))
        m.output(f"{channel}valid", full & ~rst)
        for name, value in parts.items():
            m.output(f"{channel}{name}", m.reg(f"{channel}_{name}", value, enable=given))
        return m.wire(f"{channel}_open", any_of(~full, ready))

    m.comment("writes: address and data wait for each other")
    write = m.forward("writes", 1)
    waddr, wdata = m.input("awaddr", ADDRESS_BITS), m.input("wdata", WORD)
    wstrb, write_error = m.input("wstrb", BYTES), m.input("write_error")
    has_address, address = held("aw", write, address=waddr[ADDRESS_BITS - 1, low])
    has_data, word = held("w", write, data=wdata, strobe=wstrb)
    room = answer("b", write, resp=concat(write_error, Const(1, 0)))
    m.drive(write, has_address & has_data & room)
    m.output("write", write)
    m.output("write_address", address["address"])
    m.output("write_data", word["data"])
    m.output("write_strobe", word["strobe"])

    m.comment("reads")
    read = m.forward("reads", 1)
    raddr = m.input("araddr", ADDRESS_BITS)
    read_data, read_error = m.input("read_data", WORD), m.input("read_error")
    has_read, asked = held("ar", read, address=raddr[ADDRESS_BITS - 1, low])
    room = answer("r", read, data=read_data, resp=concat(read_error, Const(1, 0)))
    m.drive(read, has_read & room & ~m.input("hold"))
    m.output("read", read)
    m.output("read_address", asked["address"])
    m.unused(waddr[low - 1, 0], raddr[low - 1, 0])
    return m


def axi(core: Module, facts: Facts) -> Module:
    """The wrapper; `docs/reference/bus.md` has its ports."""
    m = Module(
        f"{core.name}_axi",
        f"The core {core.name} with AXI4-Lite for control and AXI4-Stream for data.",
        port_groups=_PORTS,
    )
    clk = m.input("aclk")
    rst = m.wire("rst", ~m.input("aresetn"))
    control = {
        name: m.input(f"s_axi_{name}", width)
        for name, width in (
            ("awaddr", ADDRESS_BITS),
            ("awvalid", 1),
            ("wdata", WORD),
            ("wstrb", BYTES),
            ("wvalid", 1),
            ("bready", 1),
            ("araddr", ADDRESS_BITS),
            ("arvalid", 1),
            ("rready", 1),
        )
    }
    m.unused(m.input("s_axi_awprot", 3), m.input("s_axi_arprot", 3))
    answers = {
        name: m.forward(name, width)
        for name, width in (("read_data", WORD), ("read_error", 1), ("write_error", 1))
    }
    clears = m.forward("clears", 1)
    # In the cycle of a soft reset a read would find what is about to go.
    bus = m.instance(axi_lite(), "control", clk=clk, rst=rst, hold=clears, **control, **answers)
    takes = m.forward("offer_takes", 1)
    inside = m.instance(
        endpoint(core, facts),
        "endpoint",
        clk=clk,
        rst=rst,
        streams=Const(1, 1),
        **{
            name: bus[name]
            for name in ("write", "write_address", "write_data", "write_strobe", "read", "read_address")
        },
        s_data=m.input("s_axis_tdata", WORD),
        s_last=m.input("s_axis_tlast"),
        s_valid=m.input("s_axis_tvalid"),
        m_ready=takes,
    )
    for name, net in answers.items():
        m.drive(net, inside[name])
    m.drive(clears, inside["clear"])
    out = m.instance(
        offer(),
        "offer",
        clk=clk,
        rst=rst,
        clear=clears,
        d=inside["m_data"],
        last=inside["m_last"],
        off_curve=inside["m_off_curve"],
        fault=inside["m_fault"],
        valid=inside["m_valid"],
        tready=m.input("m_axis_tready"),
    )
    m.drive(takes, out["ready"])
    for name in ("awready", "wready", "bvalid", "bresp", "arready", "rvalid", "rdata", "rresp"):
        m.output(f"s_axi_{name}", bus[name])
    m.output("s_axis_tready", inside["s_ready"])
    for name in ("tdata", "tlast", "tuser", "tvalid"):
        m.output(f"m_axis_{name}", out[name])
    m.output("irq", inside["irq"])
    return m
