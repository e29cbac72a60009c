"""A LiteX SoC without a CPU around a core, as Verilog: `python soc.py FOLDER MODULE CLASS`.

Its bus is driven from outside, through the pads `wb`; besides there is a UART bridge, as on a real board.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.gen import LiteXModule
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import wishbone
from migen import ClockDomain, Module

ORIGIN = 0x10000000

folder, module, class_name = sys.argv[1:]
sys.path.insert(0, folder)
pairing = importlib.import_module(module)


def master() -> Any:
    return wishbone.Interface(data_width=32, address_width=32, addressing="word")


def pads(label: Any, **widths: Any) -> Any:
    return (label, 0, *(Subsignal(signal, Pins(width)) for signal, width in widths.items()))


class Clocks(LiteXModule):  # type: ignore[misc]
    def __init__(self, platform: Any) -> None:
        self.cd_sys = ClockDomain()
        self.comb += [
            self.cd_sys.clk.eq(platform.request("clk")),
            self.cd_sys.rst.eq(platform.request("rst")),
        ]


class Board(SoCMini):  # type: ignore[misc]
    def __init__(self, platform: Any) -> None:
        self.crg = Clocks(platform)
        SoCMini.__init__(self, platform, clk_freq=1_000_000)
        self.add_uartbone(baudrate=115200)
        outside = master()
        self.comb += outside.connect_to_pads(platform.request("wb"), mode="slave")
        self.bus.add_master("outside", outside)
        self.irq.enable()  # as a CPU with interrupts does
        core = pairing.add_core(self, origin=ORIGIN, module=getattr(pairing, class_name))
        if class_name.endswith("Stream"):
            source, sink = platform.request("send"), platform.request("take")
            self.comb += [
                core.sink.data.eq(source.data),
                core.sink.last.eq(source.last),
                core.sink.valid.eq(source.valid),
                source.ready.eq(core.sink.ready),
                sink.data.eq(core.source.data),
                sink.last.eq(core.source.last),
                sink.valid.eq(core.source.valid),
                core.source.ready.eq(sink.ready),
            ]
        self.comb += platform.request("irq").eq(core.irq)


stream = {"data": 32, "last": 1, "valid": 1, "ready": 1}
platform = GenericPlatform(
    "none",
    [
        *((pin, 0, Pins(1)) for pin in ("clk", "rst", "irq")),
        pads("serial", tx=1, rx=1),
        *master().get_ios("wb"),
        pads("send", **stream),
        pads("take", **stream),
    ],
)
soc = Board(platform)
assert isinstance(soc, Module) and soc.irq.locs["pairing"] == 0
soc.finalize()
region = soc.bus.regions["pairing"]
assert (region.origin, region.size) == (ORIGIN, pairing.REGION_BYTES)
print(f"words {pairing.WORDS_IN} {pairing.WORDS_OUT}", *(path for path, *_ in platform.sources), sep="\n")
Path("soc.v").write_text(str(platform.get_verilog(soc, name="soc")))
