"""The ULX3S with an LFE5U-85F: a core with its console behind the board's USB serial port.

Pins: the board's public constraints (github.com/emard/ulx3s, doc/constraints/ulx3s_v20.lpf), the same for all
boards from version 2.0 on. The names of the serial pins are the USB chip's: what it receives (`ftdi_rxd`) the
FPGA sends.

Imports the hardware layer, `rtl`, the target ECP5, console and serial port.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairforge.boards.console import MARKS, Console
from pairforge.boards.uart import Rate, queue, receiver, sender, synchronous
from pairforge.hdl import Arith, Compare, Const, Module, any_of, concat
from pairforge.targets import ecp5

CLOCK_HZ = 25_000_000
TARGET = ecp5.TARGET
ROUTER = ecp5.NEXTPNR
PART = replace(
    TARGET.part,
    order="LFE5U-85F-6BG381C",
    options=("--85k", "--package", "CABGA381", "--speed", "6"),
)
BAUD = 115_200

_QUEUE_BITS = 11
_RESET_BITS = 4
_BLINK_BITS = 25


@dataclass(frozen=True)
class Pin:
    """A pin of the package and how it is driven; `pull`: UP, DOWN or NONE."""

    port: str
    site: str
    pull: str = "NONE"
    output: bool = False


PINS = (
    Pin("clk", "G2"),
    Pin("ftdi_rxd", "L4", "UP", output=True),
    Pin("ftdi_txd", "M1", "UP"),
    Pin("button", "R1", "DOWN"),
    Pin("wifi_gpio0", "L2", output=True),
    *(
        Pin(f"led[{i}]", site, output=True)
        for i, site in enumerate(("B2", "C2", "C1", "D2", "D1", "E2", "E1", "H3"))
    ),
)


def constraints() -> str:
    """Pins and clock in Lattice's LPF."""
    lines = ["BLOCK RESETPATHS;", "BLOCK ASYNCPATHS;", f'FREQUENCY PORT "clk" {CLOCK_HZ / 1e6:g} MHz;']
    for pin in PINS:
        drive = " DRIVE=4" if pin.output else ""
        lines += [
            f'LOCATE COMP "{pin.port}" SITE "{pin.site}";',
            f'IOBUF PORT "{pin.port}" PULLMODE={pin.pull} IO_TYPE=LVCMOS33{drive};',
        ]
    return "\n".join(lines) + "\n"


def board_top(core: Module, console: Console, rate: Rate) -> Module:
    """The top: ports `clk`, `ftdi_txd`, `button` (FIRE 1: reset), `ftdi_rxd`, `led`, `wifi_gpio0`.

    LEDs: 0 blinks, 1 a pairing is under way, 2 the last line was wrong or its result none, 3 characters
    come, 7 reset.
    """
    m = Module(f"{core.name}_ulx3s", f"{console.title} on a ULX3S, behind its USB serial port.")
    m.input("clk")
    serial, button = m.input("ftdi_txd"), m.input("button")

    m.comment("reset: some cycles after configuration, and while FIRE 1 is held")
    since = m.forward_reg("cycles_since", _RESET_BITS, start=0)
    ready = m.wire("is_ready", Compare("==", since, Const(_RESET_BITS, (1 << _RESET_BITS) - 1)))
    m.drive_reg(since, Arith("+", since, Const(_RESET_BITS, 1)), enable=~ready)
    rst = m.reg("rst", any_of(~ready, synchronous(m, "pressed", button)))

    m.comment("serial port")
    rx = m.instance(receiver(rate), "receive", rst=rst, rx=serial)
    taken = m.forward("taken", 1)
    waiting = m.instance(
        queue(_QUEUE_BITS), "typed", rst=rst, data=rx["data"], valid=rx["valid"], taken=taken
    )
    tx_data, tx_valid = m.forward("tx_data", 8), m.forward("tx_valid", 1)
    tx = m.instance(sender(rate), "transmit", rst=rst, data=tx_data, valid=tx_valid)

    m.comment("the console and the core")
    in_data, in_valid, out_ready = (
        m.forward("in_data", 32),
        m.forward("in_valid", 1),
        m.forward("out_ready", 1),
    )
    found = m.instance(core, "core", rst=rst, in_data=in_data, in_valid=in_valid, out_ready=out_ready)
    talk = m.instance(
        console.module(),
        "console",
        rst=rst,
        rx_data=waiting["next_data"],
        rx_valid=waiting["next_valid"],
        rx_lost=waiting["lost"],
        tx_ready=tx["ready"],
        in_ready=found["in_ready"],
        out_data=found["out_data"],
        out_valid=found["out_valid"],
        **{port: found[port] for port in MARKS if port in found},
    )
    m.drive(taken, talk["rx_taken"])
    m.drive(tx_data, talk["tx_data"])
    m.drive(tx_valid, talk["tx_valid"])
    m.drive(in_data, talk["in_data"])
    m.drive(in_valid, talk["in_valid"])
    m.drive(out_ready, talk["out_ready"])

    m.comment("what a person sees")
    blink = m.forward_reg("blink", _BLINK_BITS)
    m.drive_reg(blink, Arith("+", blink, Const(_BLINK_BITS, 1)), reset=(rst, 0))
    m.output("ftdi_rxd", tx["tx"])
    lights = concat(
        rst, Const(3, 0), waiting["next_valid"], talk["wrong"], talk["busy"], blink[_BLINK_BITS - 1]
    )
    m.output("led", lights)
    m.comment("high: the ESP32 of the board does not take over")
    m.output("wifi_gpio0", Const(1, 1))
    return m
