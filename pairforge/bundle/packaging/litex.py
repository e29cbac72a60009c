"""LiteX modules around a core's wrappers: registers on the SoC's bus, an interrupt, and streams or none."""

from __future__ import annotations

from string import Template

from pairforge.bundle.packaging.model import Package

__all__ = ["litex_files"]

_TEXT = Template(
    '''$header
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import axi, stream, wishbone
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import Cat, ClockSignal, Constant, Instance, ResetSignal, Signal

REGION_BYTES = 0x100
"""Size of the registers on the bus; registers/$name.h has their offsets."""

$constants
_FOLDER = Path(__file__).resolve().parent.parent


def add_sources(platform):
    """Add the Verilog of the core and its wrappers to a LiteX platform."""
    for folder in ("rtl", "bus"):
        for path in sorted((_FOLDER / folder).glob("*.v")):
            platform.add_source(str(path))


class _Wrapper(LiteXModule):
    """What both wrappers have: their sources and the interrupt.

    `irq` is the interrupt as a signal; `ev` passes it on to a CPU. Registers of the core say what happened.
    """

    def __init__(self, platform):
        add_sources(platform)
        self.irq = Signal()
        self.ev = EventManager()
        self.ev.core = EventSourceLevel(description="Level of irq; INTERRUPT_STATUS clears it.")
        self.ev.finalize()
        self.comb += self.ev.core.trigger.eq(self.irq)


class $wishbone(_Wrapper):
    """$name behind Wishbone (`bus`), data through registers."""

    def __init__(self, platform):
        super().__init__(platform)
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        self.specials += Instance(
            "${name}_wishbone",
            i_clk=ClockSignal("sys"),
            i_rst=ResetSignal("sys"),
            o_irq=self.irq,
            i_wb_cyc_i=bus.cyc,
            i_wb_stb_i=bus.stb,
            i_wb_we_i=bus.we,
            i_wb_adr_i=Cat(Constant(0, 2), bus.adr[:6]),
            i_wb_dat_i=bus.dat_w,
            i_wb_sel_i=bus.sel,
            o_wb_dat_o=bus.dat_r,
            o_wb_ack_o=bus.ack,
            o_wb_err_o=bus.err,
            o_wb_stall_o=Signal(),  # for pipelined masters; LiteX's hold a request until it is answered
        )


class ${axi}(_Wrapper):
    """$name behind AXI4-Lite (`bus`), data through streams of 32-bit words: `sink` and `source`.

    `last` ends an input and a result; `off_curve`, `broken` and `fault` come with each word of a result.
    """

    def __init__(self, platform):
        super().__init__(platform)
        self.bus = bus = axi.AXILiteInterface(data_width=32, address_width=32)
        self.sink = sink = stream.Endpoint([("data", 32)])
        marks = [("off_curve", 1), ("broken", 1), ("fault", 1)]
        self.source = source = stream.Endpoint([("data", 32), *marks])
        reset_n = Signal()
        self.comb += [reset_n.eq(~ResetSignal("sys")), source.first.eq(0)]
        self.specials += Instance(
            "${name}_axi",
            i_aclk=ClockSignal("sys"),
            i_aresetn=reset_n,
            o_irq=self.irq,
            i_s_axi_awaddr=bus.aw.addr[:8],
            i_s_axi_awprot=bus.aw.prot,
            i_s_axi_awvalid=bus.aw.valid,
            o_s_axi_awready=bus.aw.ready,
            i_s_axi_wdata=bus.w.data,
            i_s_axi_wstrb=bus.w.strb,
            i_s_axi_wvalid=bus.w.valid,
            o_s_axi_wready=bus.w.ready,
            o_s_axi_bresp=bus.b.resp,
            o_s_axi_bvalid=bus.b.valid,
            i_s_axi_bready=bus.b.ready,
            i_s_axi_araddr=bus.ar.addr[:8],
            i_s_axi_arprot=bus.ar.prot,
            i_s_axi_arvalid=bus.ar.valid,
            o_s_axi_arready=bus.ar.ready,
            o_s_axi_rdata=bus.r.data,
            o_s_axi_rresp=bus.r.resp,
            o_s_axi_rvalid=bus.r.valid,
            i_s_axi_rready=bus.r.ready,
            i_s_axis_tdata=sink.data,
            i_s_axis_tlast=sink.last,
            i_s_axis_tvalid=sink.valid,
            o_s_axis_tready=sink.ready,
            o_m_axis_tdata=source.data,
            o_m_axis_tlast=source.last,
            o_m_axis_tuser=Cat(source.off_curve, source.broken, source.fault),
            o_m_axis_tvalid=source.valid,
            i_m_axis_tready=source.ready,
        )


def add_core(soc, name="$noun", origin=None, module=$wishbone):
    """Add the core to a LiteX SoC: module, slave of the bus, interrupt where the CPU takes any.

    `origin` is the address of its registers, None for one that the SoC chooses. Returns the module, of the
    class `module`.
    """
    core = module(soc.platform)
    soc.add_module(name=name, module=core)
    soc.bus.add_slave(name, core.bus, SoCRegion(origin=origin, size=REGION_BYTES, cached=False))
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    return core
'''
)


def litex_files(package: Package) -> dict[str, str]:
    """`litex/NAME_litex.py`; nothing where the build has no wrappers."""
    if package.axi is None or package.wishbone is None:
        return {}
    name = package.name
    words = "".join(part.capitalize() for part in name.split("_"))
    constants = "".join(
        f'{key.upper()} = {value}\n"""{meaning[0].upper()}{meaning[1:]}."""\n\n'
        for key, (value, meaning) in package.constants.items()
    )
    text = _TEXT.substitute(
        header=package.comment("#", f"LiteX modules around {name}. In a SoC: add_core(self)."),
        name=name,
        noun=package.noun,
        constants=constants,
        wishbone=words,
        axi=f"{words}Stream",
    )
    return {f"litex/{name}_litex.py": text}
