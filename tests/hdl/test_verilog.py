"""How modules are printed: what a person would have written."""

import pytest

from pairforge.hdl import Arith, Compare, Const, Module, Mux


def test_a_choice_of_three_values_is_if_and_else_if() -> None:
    m = Module("m")
    a, b = m.input("a"), m.input("b")
    x = m.wire("x", Mux(a, Const(2, 1), Mux(b, Const(2, 2), Const(2, 3))))
    m.output("y", x)
    assert (
        "  reg  [1:0] x;\n  always @* begin\n    if (a) x = 2'd1;\n    else if (b) x = 2'd2;\n"
        "    else x = 2'd3;\n  end\n" in m.verilog()
    )


def test_a_register_that_may_keep_its_value_has_no_last_else() -> None:
    m = Module("m")
    m.input("clk")
    rst, a, b = m.input("rst"), m.input("a"), m.input("b")
    x = m.forward_reg("x", 2)
    m.drive_reg(x, Mux(a, Const(2, 1), Mux(b, Const(2, 2), x)), reset=(rst, 0))
    assert (
        "  always @(posedge clk) begin\n    if (rst) x <= 2'd0;\n    else if (a) x <= 2'd1;\n"
        "    else if (b) x <= 2'd2;\n  end\n" in m.verilog()
    )


def test_registers_of_a_section_share_a_block_and_those_with_one_enable_a_condition() -> None:
    m = Module("m")
    m.input("clk")
    rst, enable, d = m.input("rst"), m.input("enable"), m.input("d")
    for name in "xy":
        m.reg(name, d, enable=enable, reset=(rst, 0))
    m.reg("z", d)
    m.comment("another section")
    m.reg("w", d)
    text = m.verilog()
    assert (
        "    if (rst) begin\n      x <= 1'd0;\n      y <= 1'd0;\n    end else if (enable) begin\n"
        "      x <= d;\n      y <= d;\n    end\n    z <= d;\n  end\n" in text
    )
    assert "  // another section\n  reg  w;\n  always @(posedge clk) w <= d;\n" in text


def test_a_wire_is_declared_where_it_is_driven_unless_something_reads_it_before() -> None:
    m = Module("m")
    a = m.input("a")
    early, late = m.forward("early", 1), m.forward("late", 1)
    m.wire("reader", early)
    m.drive(early, a)
    m.drive(late, ~a)
    text = m.verilog()
    assert "  wire early;\n  wire reader = early;\n  assign early = a;\n  wire late = ~a;\n" in text


def test_constants_with_names_are_local_parameters() -> None:
    m = Module("m")
    m.input("clk")
    rst = m.input("rst")
    last = Const(4, 9, "LAST")
    count = m.forward_reg("count", 4)
    at_end = m.wire("at_end", Compare("==", count, last))
    m.drive_reg(count, Arith("-", count, Const(4, 1)), enable=~at_end, reset=(rst, last))
    text = m.verilog()
    assert "  localparam [3:0] LAST = 4'd9;\n" in text
    assert "wire at_end = count == LAST;" in text and "if (rst) count <= LAST;" in text


def test_one_name_stands_for_one_constant() -> None:
    m = Module("m")
    a = m.input("a", 4)
    m.output("y", (a ^ Const(4, 1, "ONE")) & Const(4, 2, "ONE"))
    with pytest.raises(ValueError, match="ONE is 1 and 2"):
        m.verilog()


def test_ports_of_a_group_stand_together_below_a_comment() -> None:
    m = Module("m", port_groups={"step": "steps"})
    m.input("clk")
    up = m.input("step_up")
    other = m.input("other")
    m.input("step_down")
    m.output("y", up & other)
    assert (
        "  // clock\n  input  wire clk,\n"
        "  // steps\n  input  wire step_up,\n  input  wire step_down,\n"
        "  // inputs\n  input  wire other,\n  // outputs\n  output wire y\n);\n" in m.verilog()
    )


def test_what_is_left_over_is_one_wire_at_the_end() -> None:
    m = Module("m")
    a = m.input("a", 40)
    for i in range(39):
        m.unused(a[i])
    m.output("y", a[39])
    text = m.verilog()
    assert text.count("unused") == 1 and text.rstrip().endswith("a[38]};\nendmodule")
    assert max(map(len, text.splitlines())) <= 110
