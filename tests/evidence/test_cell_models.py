"""Our models of cells: the same as those of Yosys where it has one, and else as what was synthesized."""

from __future__ import annotations

import gzip
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.netlist_simulation import CellModels, netlist_files
from pairforge.targets.base import Fpga
from pairforge.targets.registry import all_targets

from .played import Field, first_difference, play, random_rows

FAMILIES = ("xc2vp", "xc4v", "xc6v", "xc7", "xcup", "ecp5", "nexus")
SLOW = pytest.mark.slow  # half a minute each, as Yosys reads much for these families
WARM = 80
"""Rows in which registers come to hold what they were given: before, they hold anything."""


def family(name: str) -> Fpga:
    target = all_targets()[name]
    assert isinstance(target, Fpga) and target.models is not None
    return target


# ------------------------------------------------------------------------------------------- look-up tables


def tables(kinds: dict[str, str], text: bool, per_kind: int = 12) -> str:
    """A device of tables with random contents, all on the lowest input bits.

    `kinds`: inputs, then output; `text`: contents are a text of digits.
    """
    rng = random.Random(7)
    lines = ["module device(input clk, input [95:0] bus_in, output [95:0] bus_out);"]
    place = 0
    for kind, pins in kinds.items():
        *inputs, output = pins.split()
        for _ in range(per_kind):
            joined = [f".{pin}(bus_in[{i}])" for i, pin in enumerate(inputs)]
            size = 1 << len(inputs)
            bits = f"{rng.getrandbits(size):0{-(-size // 4)}x}"
            init = f'"0x{bits}"' if text else f"{size}'h{bits}"
            lines.append(
                f"  {kind} #(.INIT({init})) c{place} ({', '.join(joined)}, .{output}(bus_out[{place}]));"
            )
            place += 1
    return "\n".join([*lines, f"  assign bus_out[95:{place}] = 0;", "endmodule", ""])


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("xc7", {f"LUT{n}": " ".join([*(f"I{i}" for i in range(n)), "O"]) for n in range(1, 7)}),
        ("ecp5", {"LUT4": "A B C D Z"}),
        ("nexus", {"LUT4": "A B C D Z"}),
    ],
)
def test_tables_are_those_of_yosys(name: str, kinds: dict[str, str], tmp_path: Path) -> None:
    models = family(name).models
    assert models is not None
    device = {"device.v": tables(kinds, text=name == "nexus")}
    rows = list(range(64))
    ours = {
        file: text
        for file, text in models.files(kinds).items()
        if file.endswith(("lut.v", "luts.v", "tables.v"))
    }
    assert len(ours) == 1 and all(f"module {kind} " in "".join(ours.values()) for kind in kinds)
    theirs = CellModels(models.yosys, ()).files(kinds)
    first, second = (play(device | files, rows, 96, 96, tmp_path) for files in (ours, theirs))
    assert first.any() and first_difference(first, second) == ""


def test_cells_without_a_model_are_refused() -> None:
    models = family("xc7").models
    assert models is not None
    with pytest.raises(CheckError, match="no model to simulate the cell PCIE_2_1 with"):
        models.files(["LUT4", "PCIE_2_1"])


def test_models_are_read_with_what_they_are_made_of() -> None:
    models = family("ecp5").models
    assert models is not None
    text = models.files(["CCU2C"])["yosys_cells.v"]
    assert "module CCU2C" in text and "module LUT2" in text  # LUT4 is ours
    assert "module LUT4" not in text and "specify" not in text


# ------------------------------------------------------------------------------------------------ memories


@dataclass(frozen=True)
class Memory:
    """A memory of the device: its word, its address bits and how its ports behave."""

    name: str
    width: int
    depth: int
    body: str

    def text(self) -> str:
        """Its declaration and ports; `q` and, of one with two outputs, `r` are what is read."""
        text = f"""
  (* ram_style = "block" *) reg [{self.width - 1}:0] $m[0:{(1 << self.depth) - 1}];
  wire [{self.depth - 1}:0] $a = a[15:{16 - self.depth}], $b = b[15:{16 - self.depth}];
  reg [{self.width - 1}:0] $q, $r;
{self.body}
"""
        sizes = {"$": f"{self.name}_", "WIDTH": self.width, "DEPTH": self.depth, "WORDS": 1 << self.depth}
        for key, value in sizes.items():
            text = text.replace(key, str(value))
        return text


# Words are written at address a and read at b, or both at a; $ begins the names of a memory.
_READ = """  integer $i;
  initial for ($i = 0; $i < WORDS; $i = $i + 1) $m[$i] = {3{$i * 32'd2654435769}} >> 7;
  always @(posedge clk) if (en_b) $q <= $m[$b];"""
_OLD = "  always @(posedge clk) begin if (we) $m[$a] <= d; if (en_b) $q <= $m[$b]; end"
_BYTES = """  integer $k;
  always @(posedge clk) begin
    for ($k = 0; $k < WIDTH / 9; $k = $k + 1) if (we && be[$k]) $m[$a][9*$k+:9] <= d[9*$k+:9];
    if (en_b) $q <= $m[$b];
  end"""
_KEPT = "  always @(posedge clk) if (we) $m[$a] <= d; else if (en_b) $q <= $m[$a];"
_FRESH = "  always @(posedge clk) begin if (we) begin $m[$a] <= d; $q <= d; end else $q <= $m[$a]; end"
_RESET = (
    "  always @(posedge clk) begin if (we) $m[$a] <= d; if (rst) $q <= 5; else if (en_b) $q <= $m[$b]; end"
)
_TWO = """  always @(posedge clk) if (we) $m[$a] <= d; else $q <= $m[$a];
  always @(posedge clk) if (we_b && $b != $a) $m[$b] <= e; else $r <= $m[$b];"""
# The same where the ports never meet, for blocks that do not say what a port then reads.
_APART = """  wire [DEPTH-1:0] $x = {1'b0, $a[DEPTH-2:0]}, $y = {1'b1, $b[DEPTH-2:0]};
  always @(posedge clk) if (we) $m[$x] <= d; else $q <= $m[$x];
  always @(posedge clk) if (we_b) $m[$y] <= e; else $r <= $m[$y];"""


def memories(name: str) -> list[Memory]:
    """Memories of all widths that a block of the family has, in all modes."""
    found = []
    full = {1: 14, 2: 13, 4: 12, 9: 11, 18: 10, 36: 9, 72: 9}
    modes = {
        "old": _OLD,
        "kept": _KEPT,
        "fresh": _FRESH,
        "two": _APART if name in ("ecp5", "nexus") else _TWO,
    }
    for width, depth in full.items():
        found += [Memory(f"{mode}{width}", width, depth, body) for mode, body in modes.items()]
        if width >= 9:
            found.append(Memory(f"read{width}", width, depth, _READ))
            found.append(Memory(f"bytes{width}", width, depth, _BYTES))
    found.append(Memory("reset", 18, 10, _RESET))
    found.append(Memory("cascade", 1, 15 if family(name).lut_inputs == 4 else 16, _OLD))
    return found


def device_of(chosen: list[Memory]) -> tuple[str, int]:
    """A device that holds memories, and the bits of its output."""
    outputs = [f"{memory.name}_q" for memory in chosen]
    outputs += [f"{memory.name}_r" for memory in chosen if memory.name.startswith("two")]
    bits = sum(memory.width * (2 if memory.name.startswith("two") else 1) for memory in chosen)
    bits_out = max(96, bits)
    lines = [
        f"module device(input clk, input [187:0] bus_in, output [{bits_out - 1}:0] bus_out);",
        "  wire [15:0] a = bus_in[15:0], b = bus_in[31:16];",
        "  wire [71:0] d = bus_in[103:32], e = bus_in[175:104];",
        "  wire [7:0] be = bus_in[183:176];",
        "  wire we = bus_in[184], we_b = bus_in[185], en_b = bus_in[186], rst = bus_in[187];",
        *(memory.text() for memory in chosen),
        f"  assign bus_out = {{{', '.join(outputs[::-1])}}};",
        "endmodule",
    ]
    return "\n".join(lines) + "\n", bits_out


def memory_rows(count: int) -> list[int]:
    """Inputs of it: at first every place is written; then addresses among them, so that both ports meet."""
    places = random.Random(3).choices(range(1 << 16), k=24)
    data = 72, 72
    rest = 1, 1, 1, (1, [0, 0, 0, 1])
    return [
        *(
            place * 0x10001 | row << 32 | 0x3FF << 176 | 1 << 186
            for place, row in zip(places, random_rows(24, data), strict=True)
        ),
        *random_rows(count, [(16, places), (16, places), *data, 8, *rest]),
    ]


def cells_of(packed: bytes) -> list[dict[str, Any]]:
    """Cells of the netlist of a device."""
    return list(json.loads(gzip.decompress(packed))["modules"]["device"]["cells"].values())


def widths(packed: bytes) -> set[int]:
    """Widths that ports of block RAMs in a netlist have."""
    found = set()
    for cell in cells_of(packed):
        if cell["type"].startswith("RAMB16_S"):
            found |= {int(width) for width in re.findall(r"S(\d+)", cell["type"])}
        elif "RAMB" in cell["type"] or cell["type"] == "DP16KD":
            values = [value for key, value in cell["parameters"].items() if "WIDTH" in key]
            found |= {int(value, 2) for value in values}
        elif cell["type"] in ("DP16K", "PDPSC16K"):
            values = [value for key, value in cell["parameters"].items() if "DATA_WIDTH" in key]
            found |= {int(value.removeprefix("X")) for value in values}
    return found


def synthesized(name: str, verilog: str, rows: list[int], bits_in: int, bits_out: int, folder: Path) -> str:
    """How the netlist of a device differs from it, after the first rows."""
    target = family(name)
    assert target.models is not None
    synthesis = target.synthesize({"device.v": verilog}, "device", depth=0)
    made = netlist_files(synthesis.netlist, "device", target.models).verilog
    wanted = play({"device.v": verilog}, rows, bits_in, bits_out, folder)
    assert wanted[WARM:].any()
    return first_difference(wanted, play(made, rows, bits_in, bits_out, folder), WARM)


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n == "ecp5" else SLOW) for n in FAMILIES])
def test_block_ram(name: str, tmp_path: Path) -> None:
    verilog, bits_out = device_of(memories(name))
    assert synthesized(name, verilog, memory_rows(1500), 188, bits_out, tmp_path) == ""
    netlist = family(name).synthesize({"device.v": verilog}, "device", depth=0).netlist
    most = {72} if name in ("xc6v", "xc7", "xcup") else set()
    assert widths(netlist) - {0} == {1, 2, 4, 9, 18, 36} | most
    joined = [cell for cell in cells_of(netlist) if cell["parameters"].get("RAM_EXTENSION_A") == "UPPER"]
    assert len(joined) == (name in ("xc4v", "xc6v", "xc7"))


# ---------------------------------------------------------------------------------------- output registers
# Beside each block with output registers stands one without, with registers of Verilog. Port A writes and
# reads, port B reads.

_RAMB = """
  NAME #(
    .READ_WIDTH_A(WIDE), .WRITE_WIDTH_A(WIDE), .READ_WIDTH_B(WIDE), .WRITE_MODE_A("READ_FIRST"),
    .SRVAL_A(21), .SRVAL_B(21), .DOA_REG(REG), .DOB_REG(REG),
    .RSTREG_PRIORITY_A("FIRST"), .RSTREG_PRIORITY_B("FIRST")
  ) ram (
    .CLKARDCLK(clk), .CLKBWRCLK(clk), .ENARDEN(en), .ENBWREN(en), .RSTRAMARSTRAM(rst), .RSTRAMB(rst),
    .REGCEAREGCE(ce), .REGCEB(ce), .RSTREGARSTREG(rstreg), .RSTREGB(rstreg), .WEA({4{we}}), .WEBWE(0),
    .ADDRARDADDR({a, 5'd0}), .ADDRBWRADDR({b, 5'd0}), .PIN0(d), .PIN1(d[35:32]),
    .PIN2(q[31:0]), .PIN3(q[35:32]), .PIN4(q[67:36]), .PIN5(q[71:68])
  );"""
_PINS = {
    "E1": "DIADI DIPADIP DOADO DOPADOP DOBDO DOPBDOP",
    "E2": "DINADIN DINPADINP DOUTADOUT DOUTPADOUTP DOUTBDOUT DOUTPBDOUTP",
}


def _ramb(name: str, width: int, first: str) -> str:
    text = _RAMB.replace("NAME", name).replace("WIDE", str(width)).replace('FIRST")', first + '")')
    for i, pin in enumerate(_PINS[name[-2:]].split()):
        text = text.replace(f"PIN{i}", pin)
    return text


_V4 = """
  RAMB16 #(
    .READ_WIDTH_A(36), .WRITE_WIDTH_A(36), .READ_WIDTH_B(36), .WRITE_MODE_A("READ_FIRST"),
    .SRVAL_A(21), .SRVAL_B(21), .DOA_REG(REG), .DOB_REG(REG)
  ) ram (
    .CLKA(clk), .CLKB(clk), .ENA(en), .ENB(en), .REGCEA(ce), .REGCEB(ce),
    .SSRA(rstreg && REG), .SSRB(rstreg && REG), .WEA({4{we}}), .WEB(4'd0),
    .ADDRA({a, 5'd0}), .ADDRB({b, 5'd0}),
    .DIA(d[31:0]), .DIPA(d[35:32]), .DOA(q[31:0]), .DOPA(q[35:32]), .DOB(q[67:36]), .DOPB(q[71:68])
  );"""


def _bits(port: str, width: int, value: str) -> str:
    return ", ".join(f".{port}{i}({value}[{i}])" for i in range(width))


_LATTICE = f"""
  wire [13:0] x = {{a, 3'd0, 2'b11}}, y = {{b, 5'd0}};
  assign q[71:36] = 0;
  DP16KD #(
    .DATA_WIDTH_A(18), .DATA_WIDTH_B(18), .WRITEMODE_A("WRITETHROUGH"),
    .REGMODE_A(REG ? "OUTREG" : "NOREG"), .REGMODE_B(REG ? "OUTREG" : "NOREG")
  ) ram (
    .CLKA(clk), .CLKB(clk), .CEA(en), .CEB(en), .OCEA(ce), .OCEB(ce),
    .RSTA(rst), .RSTB(rst), .WEA(we), .WEB(1'b0),
    {_bits("ADA", 14, "x")}, {_bits("ADB", 14, "y")}, {_bits("DIA", 18, "d")},
    {", ".join(f".DOA{i}(q[{i}]), .DOB{i}(q[{18 + i}])" for i in range(18))}
  );"""

_RESET_ALONE = "if (rstreg) q <= SET; else if (ce) q <= old;"
_RESET_ENABLED = "if (ce) q <= rstreg ? SET : old;"
_SET = "{2{36'd21}}"

# The cell, its family, the block, what its register does and is set to.
OUTPUT_REGISTERS = {
    "RAMB16": ("xc4v", _V4, _RESET_ENABLED, _SET),
    "RAMB18E1": ("xc7", _ramb("RAMB18E1", 18, "RSTREG"), _RESET_ALONE, _SET),
    "RAMB36E1": ("xc6v", _ramb("RAMB36E1", 36, "REGCE"), _RESET_ENABLED, _SET),
    "RAMB18E2": ("xcup", _ramb("RAMB18E2", 18, "REGCE"), _RESET_ENABLED, _SET),
    "RAMB36E2": ("xcup", _ramb("RAMB36E2", 36, "RSTREG"), _RESET_ALONE, _SET),
    "DP16KD": ("ecp5", _LATTICE, "if (rst) q <= 0; else if (ce) q <= old;", "0"),
}


@pytest.mark.parametrize("kind", OUTPUT_REGISTERS)
def test_output_registers(kind: str, tmp_path: Path) -> None:
    name, block, step, value = OUTPUT_REGISTERS[kind]
    models = family(name).models
    assert models is not None
    verilog = f"""
module block #(parameter REG = 0) (
    input clk, en, we, rst, ce, rstreg, input [8:0] a, b, input [35:0] d, output [71:0] q);
{block}
endmodule
module device(input clk, input [95:0] bus_in, output [143:0] bus_out);
  wire [8:0] a = bus_in[8:0], b = bus_in[17:9];
  wire [35:0] d = bus_in[53:18];
  wire en = bus_in[54], we = bus_in[55], rst = bus_in[56], ce = bus_in[57], rstreg = bus_in[58];
  wire [71:0] old;
  reg [71:0] q;
  always @(posedge clk) {step.replace("SET", value)}
  block #(1) held (clk, en, we, rst, ce, rstreg, a, b, d, bus_out[71:0]);
  block #(0) bare (clk, en, we, rst, ce, rstreg, a, b, d, old);
  assign bus_out[143:72] = q;
endmodule
"""
    rare = (1, [0, 0, 0, 1])
    places = list(range(0, 64, 7))
    rows = random_rows(600, [(9, places), (9, places), 36, 1, 1, rare, 1, rare])
    out = play({"device.v": verilog, **models.files([kind])}, rows, 96, 144, tmp_path)
    bits = [int.from_bytes(row.tobytes(), "little") for row in out[WARM:]]
    low = [row & (1 << 72) - 1 for row in bits]
    assert len(set(low)) > 50
    assert low == [row >> 72 & (1 << 72) - 1 for row in bits]


@pytest.mark.parametrize(
    ("mode", "seen"), [("READ_FIRST", "old"), ("WRITE_FIRST", "wrong"), ("NO_CHANGE", "wrong")]
)
def test_a_word_that_is_written_reads_as_the_vendor_promises(mode: str, seen: str, tmp_path: Path) -> None:
    """At the other port it is the old word of READ_FIRST; else it is not defined, and given wrong here."""
    models = family("xc7").models
    assert models is not None
    verilog = f"""
module device(input clk, input [95:0] bus_in, output [95:0] bus_out);
  assign bus_out[95:16] = 0;
  RAMB18E1 #(
    .WRITE_WIDTH_A(18), .READ_WIDTH_B(18), .WRITE_MODE_A("{mode}"), .WRITE_MODE_B("READ_FIRST")
  ) ram (
    .CLKARDCLK(clk), .CLKBWRCLK(clk), .ENARDEN(1'b1), .ENBWREN(1'b1), .RSTRAMARSTRAM(1'b0), .RSTRAMB(1'b0),
    .REGCEAREGCE(1'b0), .REGCEB(1'b0), .RSTREGARSTREG(1'b0), .RSTREGB(1'b0),
    .WEA(bus_in[17:16]), .WEBWE(4'd0), .ADDRARDADDR(14'd32), .ADDRBWRADDR(14'd32),
    .DIADI(bus_in[15:0]), .DIPADIP(2'd0), .DOBDO(bus_out[15:0])
  );
endmodule
"""
    both, low, none = 3 << 16, 1 << 16, 0
    rows = [both | 0x1234, none, none, low | 0x55AB, none, none]
    out = play({"device.v": verilog, **models.files(["RAMB18E1"])}, rows, 96, 96, tmp_path)[:, 0]
    assert [hex(word) for word in out[2:]] == [
        "0x1234",
        "0x1234",
        "0x1234" if seen == "old" else "0x12cb",
        "0x12ab",
    ]


# -------------------------------------------------------------------------------------------- multipliers


def multipliers(name: str) -> tuple[str, int]:
    """A device of products in the ways that synthesis makes of blocks, and the bits of its output."""
    wide = {"xc6v": 25, "xc7": 25, "xcup": 27}.get(name, 18)
    outputs = {
        "plain": 36,
        "unsigned_": 34,
        "wide": wide + 18,
        "held": 36,
        "enabled": wide + 18,
        "sum": 48,
        "larger": 80,
        "shifted": 48,
        "difference": 48,
        "added": 40,
    }
    lines = [
        f"module device(input clk, input [187:0] bus_in, output [{sum(outputs.values()) - 1}:0] bus_out);",
        "  wire signed [17:0] a = bus_in[17:0], b = bus_in[35:18];",
        f"  wire signed [{wide - 1}:0] w = bus_in[{35 + wide}:36];",
        "  wire [16:0] s = bus_in[86:70], t = bus_in[103:87];",
        "  wire [39:0] x = bus_in[143:104], y = bus_in[183:144];",
        "  wire ce = bus_in[184], rst = bus_in[185];",
        "  wire signed [35:0] plain = a * b;",
        "  wire [33:0] unsigned_ = s * t;",
        f"  wire signed [{wide + 17}:0] wide = w * b;",
        "  reg signed [17:0] a1, b1, a2, b2; reg signed [35:0] m, held;",
        "  always @(posedge clk) begin a1 <= a; b1 <= b; a2 <= a1; b2 <= b1; m <= a2 * b2; held <= m; end",
        f"  reg signed [{wide - 1}:0] w1; reg signed [17:0] b3; reg signed [{wide + 17}:0] enabled;",
        "  always @(posedge clk) if (rst) begin w1 <= 0; b3 <= 0; enabled <= 0; end",
        "    else if (ce) begin w1 <= w; b3 <= b; enabled <= w1 * b3; end",
        "  reg signed [47:0] sum;",
        "  always @(posedge clk) if (rst) sum <= 0; else sum <= sum + a * b;",
        "  reg [79:0] larger;",
        "  always @(posedge clk) larger <= x * y;",
        # Two blocks, of which the second adds what the first gives, seventeen places lower.
        "  reg signed [47:0] first, shifted; reg signed [17:0] a4, b4;",
        "  always @(posedge clk) begin first <= a * b; a4 <= a; b4 <= s[16:1];",
        "    shifted <= (first >>> 17) + a4 * b4; end",
        "  reg signed [47:0] difference;",
        "  always @(posedge clk) difference <= {a, b} - a * b;",
        "  reg signed [39:0] added;",
        "  always @(posedge clk) added <= (a + b) * $signed({1'b0, s});",
        f"  assign bus_out = {{{', '.join(reversed(outputs))}}};",
        "endmodule",
    ]
    return "\n".join(lines) + "\n", sum(outputs.values())


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n == "ecp5" else SLOW) for n in FAMILIES])
def test_multipliers(name: str, tmp_path: Path) -> None:
    verilog, bits_out = multipliers(name)
    edges = [0, 1, (1 << 17) - 1, 1 << 17, (1 << 18) - 1]
    fields: list[Field] = [(18, edges), (18, edges), 150, 1, (1, [0, 0, 0, 0, 0, 1])]
    rows = [1 << 185] * 4 + random_rows(400, fields) + random_rows(800, [186])
    assert synthesized(name, verilog, rows, 188, bits_out, tmp_path) == ""
    netlist = family(name).synthesize({"device.v": verilog}, "device", depth=0).netlist
    kinds = {cell["type"] for cell in cells_of(netlist)}
    assert family(name).dsp in kinds
    if name in ("xc6v", "xc7"):
        joined = [
            c for c in cells_of(netlist) if set(map(str, c["connections"].get("PCIN", "0"))) - {"0", "x"}
        ]
        assert joined, "no block takes the sum of another"


def e2_or_e1(number: int, rng: random.Random) -> str:
    """A DSP48E2 and the DSP48E1 that does the same, with random registers, operands before and sums."""
    register = {
        key: rng.randrange(2) for key in ("ADREG", "ALUMODEREG", "CARRYINREG", "CREG", "DREG", "MREG")
    }
    register |= {key: rng.randrange(2) for key in ("INMODEREG", "OPMODEREG", "CARRYINSELREG")}
    register |= {"PREG": 1, "AREG": rng.randrange(3), "BREG": rng.randrange(3)}
    register |= {f"{x}CASCREG": rng.choice({0: [0], 1: [1], 2: [1, 2]}[register[f"{x}REG"]]) for x in "AB"}
    before = rng.randrange(2)
    shared = ", ".join(f".{key}({value})" for key, value in register.items())
    shared += ', .A_INPUT("CASCADE")' if rng.randrange(2) else ""
    shared += ', .B_INPUT("CASCADE")' if rng.randrange(2) else ""
    multiply = rng.randrange(2)
    opmode = rng.choice(["0000101", "0010101", "0100101", "0110101", "1010101", "1100101"])
    if not multiply:
        opmode = rng.choice(["0001111", "0011100", "0101011", "0110010", "1011110", "1101000"])
    # Bit 1 of INMODE takes the operand away, bits 2 and 3 are about the adder before the multiplier.
    inmode = f"{rng.randrange(2)}{rng.randrange(2) * before}{rng.randrange(2) * before}{rng.randrange(2)}"
    inmode += str(rng.randrange(2))
    # A carry from the block before stands where the product is not defined.
    carryinsel = rng.choice(["000", "001", "000" if multiply else "010", "011", "101", "111"])
    alumode = rng.choice(["0000", "0011", "0001", "0010"])
    resets = "ALLCARRYIN ALUMODE A B C CTRL D INMODE M P".split()
    enables = "A1 A2 AD ALUMODE B1 B2 C CARRYIN CTRL D INMODE M P".split()
    pins = [f".RST{key}(rst[{i}])" for i, key in enumerate(resets)]
    pins += [f".CE{key}(ce[{i}])" for i, key in enumerate(enables)]
    pins += [".CLK(clk)", ".A({{5{a[24]}}, a})", ".ACIN({{5{b[24]}}, b})", ".B(c[17:0])", ".BCIN(c[35:18])"]
    pins += [".C(c)", ".PCIN(p)", ".CARRYIN(cin)", ".CARRYCASCIN(ccin)", f".ALUMODE(4'b{alumode})"]
    pins += [f".INMODE(5'b{inmode})", f".CARRYINSEL(3'b{carryinsel})"]
    outputs = ("P", "PCOUT", "ACOUT", "BCOUT", "CARRYCASCOUT")
    lines = []
    for kind, more, at in (
        ("DSP48E1", f'.USE_DPORT("{"TRUE" if before else "FALSE"}")', 0),
        ("DSP48E2", f'.AMULTSEL("{"AD" if before else "A"}")', 1),
    ):
        own = (
            [".D(b)", f".OPMODE(7'b{opmode})"]
            if not at
            else [".D({{2{b[24]}}, b})", f".OPMODE(9'b00{opmode})"]
        )
        joined = [f".{port}(o{number}_{at}_{port})" for port in outputs]
        sizes = (48, 48, 30, 18, 1)
        lines += [
            f"  wire [{size - 1}:0] o{number}_{at}_{port};" for port, size in zip(outputs, sizes, strict=True)
        ]
        lines.append(f"  {kind} #({shared}, {more}) d{number}_{at} ({', '.join(pins + own + joined)});")
    both = [f"{{{', '.join(f'o{number}_{at}_{port}' for port in outputs)}}}" for at in (0, 1)]
    lines.append(f"  assign bus_out[{160 * number}+:160] = {both[0]} ^ {both[1]};")
    lines.append(f"  assign bus_out[{160 * COMPARED + number}] = ^{both[0]};")
    return "\n".join(lines)


COMPARED = 40


@pytest.mark.slow
def test_dsp48e2_is_what_yosys_says_of_dsp48e1(tmp_path: Path) -> None:
    models = family("xcup").models
    assert models is not None
    rng = random.Random(11)
    bits_out = 161 * COMPARED
    verilog = f"""
module device(input clk, input [187:0] bus_in, output [{bits_out - 1}:0] bus_out);
  // One bit less than there is room for, as what is beyond goes lost at other places.
  wire signed [24:0] a = $signed(bus_in[23:0]), b = $signed(bus_in[48:25]);
  wire [47:0] c = bus_in[97:50], p = bus_in[145:98];
  wire cin = bus_in[146], ccin = bus_in[147];
  wire [9:0] rst = bus_in[157:148];
  wire [12:0] ce = bus_in[170:158];
{chr(10).join(e2_or_e1(i, rng) for i in range(COMPARED))}
endmodule
"""
    rare = (1, [0] * 30 + [1])
    often = (1, [0, 1, 1, 1, 1])
    rows = [0x3FF << 148] * 3 + random_rows(600, [146, 2, *[rare] * 10, *[often] * 13])
    out = play({"device.v": verilog, **models.files(["DSP48E1", "DSP48E2"])}, rows, 188, bits_out, tmp_path)
    results = [int.from_bytes(row.tobytes(), "little") for row in out[WARM:]]
    differ = {i for row in results for i in range(COMPARED) if row >> 160 * i & (1 << 160) - 1}
    assert not differ
    moving = [sum(row >> 160 * COMPARED + i & 1 for row in results) for i in range(COMPARED)]
    assert min(moving) > 20


@pytest.mark.parametrize("signs", range(4))
def test_registers_of_the_ecp5_multiplier(signs: int, tmp_path: Path) -> None:
    models = family("ecp5").models
    assert models is not None
    signed = [bool(signs & 1), bool(signs & 2)]
    operand = [f"$signed({{1'b{int(flag)} & {x}1[17], {x}1}})" for x, flag in zip("ab", signed, strict=True)]
    verilog = f"""
module device(input clk, input [95:0] bus_in, output [107:0] bus_out);
  wire [17:0] a = bus_in[17:0], b = bus_in[35:18];
  wire [3:0] ce = bus_in[39:36], rst = bus_in[43:40];
  wire [35:0] q;
  MULT18X18D #(
    .REG_INPUTA_CLK("CLK0"), .REG_INPUTA_CE("CE0"), .REG_INPUTA_RST("RST0"),
    .REG_INPUTB_CLK("CLK1"), .REG_INPUTB_CE("CE1"), .REG_INPUTB_RST("RST1"),
    .REG_PIPELINE_CLK("CLK2"), .REG_PIPELINE_CE("CE2"), .REG_PIPELINE_RST("RST2"),
    .REG_OUTPUT_CLK("CLK3"), .REG_OUTPUT_CE("CE3"), .REG_OUTPUT_RST("RST3")
  ) m (
    .CLK0(clk), .CLK1(clk), .CLK2(clk), .CLK3(clk), .SIGNEDA(1'b{signs & 1}), .SIGNEDB(1'b{signs >> 1}),
    {", ".join(f".CE{i}(ce[{i}]), .RST{i}(rst[{i}])" for i in range(4))}, .SOURCEA(1'b0), .SOURCEB(1'b0),
    {_bits("A", 18, "a")}, {_bits("B", 18, "b")}, {_bits("P", 36, "q")}
  );
  reg [17:0] a1, b1;
  reg signed [37:0] product, out;
  always @(posedge clk) begin
    if (rst[0]) a1 <= 0; else if (ce[0]) a1 <= a;
    if (rst[1]) b1 <= 0; else if (ce[1]) b1 <= b;
    if (rst[2]) product <= 0; else if (ce[2]) product <= {operand[0]} * {operand[1]};
    if (rst[3]) out <= 0; else if (ce[3]) out <= product;
  end
  assign bus_out = {{36'd0, q, out[35:0]}};
endmodule
"""
    rare = (1, [0] * 9 + [1])
    rows = random_rows(500, [36, 4, rare, rare, rare, rare])
    out = play({"device.v": verilog, **models.files(["MULT18X18D"])}, rows, 96, 108, tmp_path)
    results = [int.from_bytes(row.tobytes(), "little") for row in out[WARM:]]
    low = [row & (1 << 36) - 1 for row in results]
    assert len(set(low)) > 50 and low == [row >> 36 & (1 << 36) - 1 for row in results]
