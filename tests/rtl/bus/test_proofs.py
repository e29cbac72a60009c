"""The ends of the AXI channels, proved by SAT: for every environment, not only those that were simulated."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge.evidence import _yosys
from pairforge.hdl import Module, design_files
from pairforge.rtl.bus.axi import axi_lite
from pairforge.rtl.bus.offer import offer

PAYLOADS = {"b": ("bresp",), "r": ("rdata", "rresp"), "t": ("tdata", "tlast", "tuser")}


def harness(module: Module, channels: str) -> str:
    """The module with inputs that are free in every cycle; `bad` is high where a rule is broken.

    Valid stays until ready and its payload is stable; no channel offers anything in reset; an answer needs a
    request, and requests that were taken are answered (counted from a reset on).
    """
    pins, lines = [], []
    for direction, net in module.ports:
        kind = "input" if direction.startswith("input") else "wire"
        if net.name != "clk":
            lines.append(f"  {'wire' if kind == 'wire' else 'rand reg'} [{net.width - 1}:0] {net.name};")
        pins.append(f".{net.name}({net.name})")
    bad = []
    for channel in channels:
        now = "{" + ", ".join(PAYLOADS[channel]) + "}"
        lines += [
            f"  reg {channel}_waits = 0;",
            f"  reg [40:0] {channel}_was;",
            f"  always @(posedge clk) {channel}_waits <= ~rst & {channel}valid & ~{channel}ready;",
            f"  always @(posedge clk) {channel}_was <= {now};",
        ]
        bad.append(f"{channel}_waits & ~rst & (~{channel}valid | ({now} != {channel}_was))")
        bad.append(f"rst & {channel}valid")
    if channels == "br":
        for name, taken, given in (
            ("wrote", "awvalid & awready", "b"),
            ("data", "wvalid & wready", "b"),
            ("asked", "arvalid & arready", "r"),
        ):
            lines += [
                f"  reg [5:0] {name} = 0;",
                f"  always @(posedge clk) if (rst) {name} <= 0; else",
                f"    {name} <= {name} + ({taken}) - ({given}valid & {given}ready);",
            ]
            bad.append(f"live & ~rst & {given}valid & ({name} == 0)")
            bad.append(f"live & ({name} > 2)")
    text = "\n".join(lines)
    return f"""module harness (input clk, output bad);
{text}
  {module.name} unit ({", ".join(pins)});
  reg live = 0;
  always @(posedge clk) live <= live | rst;
  assign bad = live & ({" | ".join(f"({rule})" for rule in bad)});
endmodule
"""


def prove(module: Module, channels: str, command: str, change: tuple[str, str] = ("", "")) -> str:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        files = design_files(module, "")
        if change[0]:
            assert sum(text.count(change[0]) for text in files.values()) == 1
        for name, text in files.items():
            (folder / name).write_text(text.replace(*change) if change[0] else text)
        (folder / "harness.v").write_text(harness(module, channels))
        script = [f"read_verilog -formal {' '.join([*files, 'harness.v'])}", "prep -top harness -flatten"]
        script += ["setundef -undriven -anyseq", "opt -full", f"sat -verify {command} -prove bad 0 harness"]
        return _yosys.run(script, folder)


INDUCTION = "-tempinduct -maxsteps 8"
BOUNDED = "-set-at 1 rst 1 -prove-skip 1 -seq 16"


@pytest.mark.parametrize(("make", "channels"), [(offer, "t")], ids=["offer"])
def test_what_is_offered_stays_for_ever(make: Callable[..., Any], channels: str) -> None:
    assert "SUCCESS" in prove(make(), channels, INDUCTION)


def test_sixteen_cycles_of_any_traffic_on_the_control_channels() -> None:
    assert "SUCCESS" in prove(axi_lite(), "br", BOUNDED)


@pytest.mark.parametrize(
    ("make", "channels", "command", "change"),
    [
        (offer, "t", INDUCTION, ("if (free) begin", "begin")),
        (offer, "t", INDUCTION, ("offered & ~rst", "offered")),
        (axi_lite, "br", BOUNDED, ("(r_held & ~rready)", "1'd0")),
        (axi_lite, "br", BOUNDED, ("aw_held & w_held", "aw_held")),
        (axi_lite, "br", BOUNDED, ("ar_free = ~(ar_held | rst)", "ar_free = ~rst")),
    ],
    ids=["marks change", "offered in reset", "an answer taken back", "no wait for data", "a request lost"],
)
def test_a_broken_one_is_refuted(
    make: Callable[..., Any], channels: str, command: str, change: tuple[str, str]
) -> None:
    with pytest.raises(_yosys.YosysError, match="proof did fail"):
        prove(make(), channels, command, change)
