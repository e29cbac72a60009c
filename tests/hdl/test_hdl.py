"""What the structural layer prints, to the letter, and what it refuses."""

import pytest

from pairforge.hdl import (
    Arith,
    Compare,
    Concat,
    Const,
    Module,
    Mux,
    Net,
    Repeat,
    Select,
    concat,
    design_files,
    file_text,
    gate,
    product,
    widened,
    xor,
)

GOLDEN = """\
// Everything once.
module sample (
  // clock and reset
  input  wire clk,
  input  wire rst,
  // inputs
  input  wire [3:0] a,
  input  wire [3:0] b,
  input  wire choose,
  // outputs
  output wire [3:0] y,
  output wire [11:0] wide
);
  wire [3:0] both = (a & b) ^ a ^ 4'd9;

  // state
  reg  [3:0] count;
  reg  [3:0] held;
  wire at_end = count == 4'd15;
  (* ram_style = "distributed", rom_style = "distributed", no_rw_check *) reg [3:0] table0 [0:3];
  initial begin
    table0[0] = 4'h1;
    table0[1] = 4'h2;
    table0[2] = 4'h4;
    table0[3] = 4'h8;
  end
  always @(posedge clk) if (at_end) table0[a[1:0]] <= held;
  wire [1:0] crossed;
  assign crossed[0] = a[3];
  assign crossed[1] = a[0] | ~b[2];
  wire [3:0] later;
  wire [3:0] picked = choose ? later : table0[crossed];
  assign later = {4{choose}} & {a[1:0], 2'd0};
  assign y = picked;
  assign wide = {held, {2{picked}}};
  always @(posedge clk) begin
    if (rst) count <= 4'd0;
    else if (choose) count <= count + 4'd1;
    held <= both;
  end

  // left over on purpose
  wire unused = &{1'b0, later[3]};
endmodule
"""


def sample() -> Module:
    m = Module("sample", "Everything once.")
    m.input("clk")
    rst, a, b, choose = m.input("rst"), m.input("a", 4), m.input("b", 4), m.input("choose")
    both = m.wire("both", xor(a & b, a, Const(4, 9)))
    m.comment("state")
    count = m.forward_reg("count", 4)
    m.drive_reg(count, Arith("+", count, Const(4, 1)), enable=choose, reset=(rst, 0))
    held = m.reg("held", both)
    end = m.wire("at_end", Compare("==", count, Const(4, 15)))
    table = m.memory("table0", 4, 4, style="distributed", init=[1, 2, 4, 8], apart=True)
    m.write(table, a[1, 0], held, end)
    crossed = m.bits("crossed", [a[3], a[0] | ~b[2]])
    later = m.forward("later", 4)
    picked = m.wire("picked", Mux(choose, later, Select(table, crossed)))
    m.drive(later, gate(choose, concat(a[1, 0], Const(2, 0))))
    m.unused(later[3])
    m.output("y", picked)
    m.output("wide", concat(held, Repeat(2, picked)))
    return m


def test_a_module_prints_as_written() -> None:
    assert sample().verilog() == GOLDEN


def test_products_and_widened_values_have_all_their_bits() -> None:
    m = Module("wide")
    m.input("clk")
    a, b, start = m.input("a", 3), m.input("b", 40), m.input("start")
    m.output("y", product(a, b))
    assert widened(b, 40) is b
    m.reg("long_one", widened(b, 41), reset=(start, 1 << 40))
    text = m.verilog()
    assert "  assign y = {40'h0, a} * {3'd0, b};\n" in text
    assert "    if (start) long_one <= 41'h10000000000;\n    else long_one <= {1'd0, b};\n" in text


def leaf(name: str = "leaf") -> Module:
    m = Module(name)
    m.output("y", ~m.input("a"))
    return m


def test_an_instance_names_its_outputs_after_itself() -> None:
    top = Module("top")
    out = top.instance(leaf(), "u", a=top.input("a"))
    top.output("y", out["y"])
    assert "  wire u_y;\n  leaf u (\n    .a(a),\n    .y(u_y)\n  );\n  assign y = u_y;\n" in top.verilog()


def test_a_file_has_a_header_and_no_implicit_nets() -> None:
    text = file_text(leaf(), "SPDX-License-Identifier: Apache-2.0\n\nsecond")
    head = "// SPDX-License-Identifier: Apache-2.0\n//\n// second\n`default_nettype none\n\nmodule leaf ("
    assert text.startswith(head)
    assert text.endswith("endmodule\n\n`default_nettype wire\n")


def test_each_distinct_module_is_one_file_and_children_come_first() -> None:
    shared = leaf()
    top = Module("top")
    a = top.input("a")
    top.output("y", top.instance(shared, "u", a=a)["y"] ^ top.instance(shared, "v", a=a)["y"])
    assert list(design_files(top, "")) == ["leaf.v", "top.v"]


def test_equal_modules_of_one_name_are_one_file() -> None:
    top = Module("top")
    a = top.input("a")
    top.output("y", top.instance(leaf(), "u", a=a)["y"] ^ top.instance(leaf(), "v", a=a)["y"])
    assert list(design_files(top, "")) == ["leaf.v", "top.v"]


def test_different_modules_of_one_name_are_refused() -> None:
    other = Module("leaf")
    other.output("y", other.input("a"))
    top = Module("top")
    a = top.input("a")
    top.output("y", top.instance(leaf(), "u", a=a)["y"] ^ top.instance(other, "v", a=a)["y"])
    with pytest.raises(ValueError, match="two different modules are called leaf"):
        top.hierarchy()


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda m, a: m.wire("a", a), r"net name 'a' is malformed.* or taken"),
        (lambda m, a: m.wire("Bad", a), r"net name 'Bad' is malformed.* or taken"),
        (lambda m, a: m.drive(m.forward("w", 3), a), "w is 3 bits, driven by 4"),
        (lambda m, a: m.drive_reg(m.forward_reg("r", 3), a), "r is 3 bits, its input 4"),
        (lambda m, a: m.instance(leaf(), "u", b=a), r"missing \['a'\], unknown \['b'\]"),
        (lambda m, a: m.instance(leaf(), "u", a=a), "port a is 1 bits, given 4"),
        (lambda m, a: a ^ a[0], r"operands of \^ have widths \[4, 1\]"),
        (lambda m, a: a[4], "bits 4..4 of a 4-bit expression"),
        (lambda m, a: Mux(a, a, a), "1-bit select"),
        (lambda m, a: Const(2, 4), "4 does not fit 2 bits"),
    ],
)
def test_what_does_not_fit_is_refused(build: object, message: str) -> None:
    m = Module("m")
    a = m.input("a", 4)
    with pytest.raises(ValueError, match=message):
        build(m, a)  # type: ignore[operator]


def test_only_nets_are_sliced() -> None:
    with pytest.raises(TypeError, match="give the expression a name first"):
        Concat((Net("a", 2), Net("b", 2)))[0]


def test_module_names_are_checked() -> None:
    with pytest.raises(ValueError, match="'Top' is not a module name"):
        Module("Top")
