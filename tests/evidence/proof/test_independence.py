"""Data that reaches control is found, wherever it does."""

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.proof.independence import Independence, check_independence
from pairforge.evidence.proof.netlist import read

UNIT = "module unit(input wire clk, input wire [3:0] a, input wire go, output reg [3:0] y);\n" \
    "always @(posedge clk) if (go) y <= a;\nendmodule\n"  # fmt: skip

CORE = """module core(input wire clk, input wire rst, input wire [3:0] in_data, input wire in_valid,
  output wire [3:0] out_data, output wire out_valid);
  reg [3:0] kept, count;
  reg [3:0] memory [0:15];
  wire [3:0] made;
  always @(posedge clk) begin
    if (rst) count <= 4'd0; else count <= count + 4'd1;
    if (in_valid) kept <= in_data;
    memory[count] <= made ^ kept;
  end
  unit unit0(.clk(clk), .a(kept), .go(count == 4'd3), .y(made));
  assign out_data = count[0] ? memory[count] : (kept & {4{count[1]}});
  assign out_valid = count == 4'd7;
endmodule
"""


def checked(core: str, public: str = "") -> Independence:
    design = read({"core.v": core, "unit.v": UNIT}, "core", ["unit"])
    wires = design.core.nets[public] if public else ()
    return check_independence(design.core, ["in_data"], ["out_data"], {"unit": ["a"]}, wires)


def test_data_that_is_moved_and_chosen_from_is_no_control() -> None:
    found = checked(CORE)
    assert found.boxes == 1
    assert found.data > 12
    assert found.control > 4


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("count[0] ?", "kept[0] ?", r"S of the \$mux"),
        ("count[0] ?", "made[2] ?", r"S of the \$mux"),
        ("memory[count] <=", "memory[kept] <=", r"WR_ADDR of the \$mem_v2"),
        (": (kept", ": (memory[kept]", r"RD_ADDR of the \$mem_v2"),
        ("if (in_valid)", "if (in_valid & ~kept[3])", r"S of the \$mux"),
        ("if (rst) count", "if (rst | memory[0][0]) count", r"S of the \$mux"),
        (".go(count == 4'd3)", ".go(made == 4'd3)", "go of the unit unit0"),
        ("count == 4'd7", "count == kept", "the output out_valid"),
        ("count + 4'd1", "count + {3'd0, ^made}", "control"),
    ],
)
def test_data_that_reaches_control_is_found(before: str, after: str, what: str) -> None:
    assert before in CORE
    with pytest.raises(CheckError, match=f"^core: data reaches .*({what})"):
        checked(CORE.replace(before, after))


def test_what_is_public_may_be_control() -> None:
    core = CORE.replace("count[0] ?", "opcode ?").replace(
        "reg [3:0] kept", "wire opcode = kept[0]; reg [3:0] kept"
    )
    core = core.replace(
        "wire opcode = kept[0]; reg [3:0] kept, count;",
        "reg [3:0] kept, count; wire opcode = kept[0] ^ in_valid;",
    )
    with pytest.raises(CheckError, match=r"S of the \$mux"):
        checked(core)
    assert checked(core, "opcode").boxes == 1


def test_what_yosys_refuses_is_an_error() -> None:
    with pytest.raises(CheckError, match=r"^core: Yosys: "):
        checked(CORE.replace("unit unit0", "other unit0"))
