"""The system: a VexRiscv with its memories, a jobs core behind Wishbone, and a port to whoever simulates it.

python soc.py CORE FIRMWARE: the folder of a build of `bls.toml`, and the firmware as plain bytes. Leaves
`soc.v` and `sources.txt` in the current folder.
"""

import sys
from pathlib import Path
from typing import Any

from litex.build.generic_platform import GenericPlatform, Pins, Subsignal
from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import wishbone
from migen import ClockDomain, Module, Signal

CORE, HOST = 0x90000000, 0x91000000  # as in firmware/system.h
ROM, RAM = 0x8000, 0x4000  # bytes, as in firmware/link.ld


class Clocks(LiteXModule):  # type: ignore[misc]
    """Clock and reset from outside."""

    def __init__(self, platform: Any) -> None:
        self.cd_sys = ClockDomain()
        self.comb += [
            self.cd_sys.clk.eq(platform.request("clk")),
            self.cd_sys.rst.eq(platform.request("rst")),
        ]


class Host(LiteXModule):  # type: ignore[misc]
    """A word on the bus: written, it goes to whoever simulates; read, it is the number of cycles so far."""

    def __init__(self, pads: Any) -> None:
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        cycles = Signal(32)
        self.sync += [cycles.eq(cycles + 1), bus.ack.eq(bus.cyc & bus.stb & ~bus.ack)]
        self.comb += [bus.dat_r.eq(cycles), pads.data.eq(bus.dat_w), pads.valid.eq(bus.ack & bus.we)]


class System(SoCCore):  # type: ignore[misc]
    """All of it on one clock."""

    def __init__(self, platform: Any, core: Any, firmware: list[int]) -> None:
        self.crg = Clocks(platform)
        SoCCore.__init__(
            self,
            platform,
            clk_freq=100_000_000,
            cpu_type="vexriscv",
            cpu_variant="standard",
            integrated_rom_size=ROM,
            integrated_rom_init=firmware,
            integrated_sram_size=RAM,
            with_uart=False,
            with_timer=False,
            with_ctrl=False,
        )
        core.add_core(self, origin=CORE)
        self.host = Host(platform.request("host"))
        self.bus.add_slave("host", self.host.bus, SoCRegion(origin=HOST, size=4096, cached=False))


def words(data: bytes) -> list[int]:
    """The words of the firmware, lowest byte first."""
    data += bytes(-len(data) % 4)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def main() -> None:
    """Write the system."""
    folder, firmware = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    (module,) = (folder / "litex").glob("*_litex.py")
    sys.path.insert(0, str(module.parent))
    core = __import__(module.stem)
    pins = [
        ("clk", 0, Pins(1)),
        ("rst", 0, Pins(1)),
        ("host", 0, Subsignal("data", Pins(32)), Subsignal("valid", Pins(1))),
    ]
    platform = GenericPlatform("none", pins)
    soc = System(platform, core, words(firmware.read_bytes()))
    assert isinstance(soc, Module)
    soc.finalize()
    platform.get_verilog(soc, name="soc").write("soc.v")
    Path("sources.txt").write_text("".join(f"{path}\n" for path, *_ in platform.sources))


if __name__ == "__main__":
    main()
