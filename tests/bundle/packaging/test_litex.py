"""A SoC made by LiteX, with the core on its bus, computes pairings: simulated from the SoC's bus."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge.registers.map import IDENTITY, register

NAME = "small_f2_5"
CLASSES = {"registers": "SmallF25", "streams": "SmallF25Stream"}
SOC = Path(__file__).with_name("soc.py")
# Accesses through the SoC's bus; then one pairing through registers, or several through streams.
BENCH = """`timescale 1ns/1ps
module bench;
  reg clk = 0, rst = 1, cyc = 0, we = 0;
  reg [29:0] adr;
  reg [31:0] dat_w;
  wire [31:0] dat_r;
  wire ack, err, irq;
  reg [31:0] words [0:31];
  reg [31:0] wanted [0:31];
  reg [31:0] got;
  integer i, sent = 0, taken = 0;
  always #5 clk = ~clk;
  soc dut (.clk(clk), .rst(rst), .irq(irq), .serial_rx(1'b1), .wb_cyc(cyc), .wb_stb(cyc), .wb_we(we),
           .wb_adr(adr), .wb_dat_w(dat_w), .wb_dat_r(dat_r), .wb_sel(4'hf), .wb_cti(3'd0), .wb_bte(2'd0),
           .wb_ack(ack), .wb_err(err)@STREAMS@);
  task access(input [31:0] address, input write, input [31:0] data);
    begin
      @(negedge clk) cyc = 1; we = write; adr = address >> 2; dat_w = data;
      @(posedge clk); while (!(ack | err)) @(posedge clk);
      got = dat_r;
      if (err) begin $display("FAIL: error at %h", address); $fatal(1); end
      @(negedge clk) cyc = 0;
    end
  endtask
  task expect_word(input [31:0] address, input [31:0] value);
    begin
      access(address, 0, 0);
      if (got !== value) begin $display("FAIL: %h holds %h, not %h", address, got, value); $fatal(1); end
    end
  endtask
  initial begin
    $readmemh("vectors_in.hex", words);
    $readmemh("vectors_out.hex", wanted);
    repeat (3) @(posedge clk);
    @(negedge clk) rst = 0;
    expect_word(@ORIGIN@ + @ID@, @IDENTITY@);
    access(@ORIGIN@ + @INTERRUPT_ENABLE@, 1, 1);
    @BODY@
    access(@ORIGIN@ + @INTERRUPT_STATUS@, 1, 1);
    @(negedge clk) if (irq) begin $display("FAIL: the interrupt stays"); $fatal(1); end
    expect_word(@ORIGIN@ + @RESULTS@, @COUNT@);
    $display("PASS");
    $finish;
  end
  initial begin #100000 $display("FAIL: no end"); $fatal(1); end
endmodule
"""
REGISTERS = """access(@ORIGIN@ + @CONTROL@, 1, 6);
    for (i = 0; i < 4; i = i + 1) access(@ORIGIN@ + @DATA_IN@, 1, words[i]);
    wait (irq);
    for (i = 0; i < 4; i = i + 1) expect_word(@ORIGIN@ + @DATA_OUT@, wanted[i]);"""
PORTS = """, .send_data(words[sent]), .send_last(sent % 4 == 3),
           .send_valid(sent < 32 && !rst), .send_ready(ready), .take_data(data), .take_last(last),
           .take_valid(valid), .take_ready(1'b1)"""
STREAMS = """wait (irq);
    while (taken < 32) @(negedge clk);"""
TAKING = """
  wire ready, valid, last;
  wire [31:0] data;
  always @(posedge clk) begin
    if (!rst && sent < 32 && ready) sent <= sent + 1;
    if (!rst && valid) begin
      if (data !== wanted[taken] || last !== (taken % 4 == 3)) begin
        $display("FAIL: word %0d is %h", taken, data); $fatal(1);
      end
      taken <= taken + 1;
    end
  end
endmodule
"""


def bench(kind: str) -> str:
    text = BENCH.replace("@BODY@", REGISTERS if kind == "registers" else STREAMS)
    text = text.replace("@STREAMS@", PORTS if kind == "streams" else "")
    if kind == "streams":
        text = text.replace("\nendmodule\n", TAKING).replace("integer i, sent", "integer sent")
    for name in ("ID", "CONTROL", "INTERRUPT_ENABLE", "INTERRUPT_STATUS", "RESULTS", "DATA_IN", "DATA_OUT"):
        text = text.replace(f"@{name}@", f"32'h{register(name).offset:x}")
    count = 1 if kind == "registers" else 8
    return (
        text.replace("@ORIGIN@", "32'h10000000")
        .replace("@IDENTITY@", f"32'h{IDENTITY:x}")
        .replace("@COUNT@", str(count))
    )


def settled(block: re.Match[str]) -> str:
    """A combinational block of LiteX with blocking assignments.

    It has non-blocking ones, and reads what it assigns: an event-driven simulator never gets out of that.
    """
    return re.sub(r"^(\s+\S+) <= ", r"\1 = ", block[0], flags=re.M)


@pytest.mark.parametrize("kind", CLASSES)
def test_a_soc_computes_pairings(kind: str, built: Path, tools: Callable[..., Any], tmp_path: Path) -> None:
    said = tools(sys.executable, SOC, built / "litex", f"{NAME}_litex", CLASSES[kind], cwd=tmp_path)
    head, *sources = said[said.index("words ") :].splitlines()
    assert head == "words 4 4"
    assert sorted(sources) == sorted(map(str, [*built.glob("rtl/*.v"), *built.glob("bus/*.v")]))
    lint = tools(
        "verilator_bin",
        "--lint-only",
        "-Wall",
        "-Wno-fatal",
        "--top-module",
        "soc",
        "soc.v",
        *sources,
        cwd=tmp_path,
    )
    # LiteX's own text is not free of warnings; what is said of our files, or of their connection, is ours.
    assert not [
        line for line in lint.splitlines() if str(built) in line or f"'{NAME}" in line or "PIN" in line
    ]
    soc = (tmp_path / "soc.v").read_text()
    (tmp_path / "soc.v").write_text(
        re.sub(r"^always @\(\*\) begin$.*?^end$", settled, soc, flags=re.M | re.S)
    )
    for file in built.glob("tb/*.hex"):
        shutil.copy(file, tmp_path)

    def simulate(text: Any, *, fails: Any = False) -> Any:
        (tmp_path / "bench.v").write_text(text)
        tools(
            "iverilog", "-g2012", "-s", "bench", "-o", "run.vvp", "bench.v", "soc.v", *sources, cwd=tmp_path
        )
        return tools("vvp", "-N", "run.vvp", cwd=tmp_path, fails=fails)

    assert "PASS" in simulate(bench(kind))
    wrong = bench(kind).replace("initial begin #100000", "initial begin #1 wanted[2] = ~wanted[2]; #100000")
    assert "FAIL: " in simulate(wrong, fails=True)
