"""What a netlist shows of a unit: which inputs its output depends on, of how many cycles before."""

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation, box_of, pipeline
from pairforge.evidence.proof.netlist import Netlist, read

PIPELINE = """module unit(input wire clk, input wire [3:0] a, input wire [3:0] b, input wire subtract,
  output wire [3:0] y);
  reg [3:0] a1, b1, s2, y3;
  reg subtract1;
  always @(posedge clk) begin
    a1 <= a; b1 <= b; subtract1 <= subtract;
    s2 <= subtract1 ? a1 - b1 : a1 + b1;
    y3 <= s2;
  end
  assign y = y3;
endmodule
"""


def unit(text: str) -> Netlist:
    return read({"unit.v": text}, "unit", ["unit"]).boxes["unit"]


def operation(delay: int, *values: tuple[str, int, int], busy: int = 1) -> Operation:
    return Operation(values, 2, busy, 1, delay)


def test_the_delay_of_a_pipeline_is_that_of_its_registers() -> None:
    assert pipeline(unit(PIPELINE)) == {"y": {"a": 3, "b": 3, "subtract": 3}}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s2 <= subtract1 ? a1 - b1 : a1 + b1;", "s2 <= s2 + a1;"),  # feedback
        ("y3 <= s2;", "if (subtract) y3 <= s2;"),  # a register that holds
        ("s2 <= subtract1 ?", "s2 <= a[0] ?"),  # two delays of one input
    ],
)
def test_what_is_no_pipeline_is_seen(before: str, after: str) -> None:
    assert before in PIPELINE
    assert pipeline(unit(PIPELINE.replace(before, after))) is None


def test_a_pipeline_that_keeps_to_its_contract() -> None:
    operations = [operation(3), operation(3, ("subtract", 0, 1))]
    box = box_of(unit(PIPELINE), {"y": ["a", "b"]}, operations)
    assert box.pipeline
    assert box.controls == ["subtract"]
    assert box.bits("y", 0) == 8
    assert box.label("y", 0) != box.label("y", 1)


@pytest.mark.parametrize(
    "operations",
    [[operation(2)], [operation(4)], [operation(3, ("subtract", 1, 1))]],
)
def test_a_pipeline_with_another_timing_is_an_error(operations: list[Operation]) -> None:
    with pytest.raises(CheckError, match=r"^unit: y depends on "):
        box_of(unit(PIPELINE), {"y": ["a", "b"]}, operations)


def test_a_control_of_another_cycle_is_an_error() -> None:
    box = unit(PIPELINE)
    with pytest.raises(CheckError, match="y depends on subtract of 3 cycles before, the contract says 2"):
        box_of(box, {"y": ["a", "b"]}, [operation(3, ("subtract", 1, 1))])


def test_what_is_steady_is_known_from_the_operands_to_the_result() -> None:
    asked = Operation((("start", 0, 1),), 2, 2, 1, 3, (("modulus", 23),))
    known = {("start", 0): 1, ("start", 1): 0} | {("modulus", cycle): 23 for cycle in range(4)}
    assert asked.known(["start", "modulus"]) == known


def test_an_operation_is_known_by_its_controls_and_by_their_silence() -> None:
    asked = Operation((("start", 0, 1), ("last", 2, 1)), 2, 3, 1, 4)
    assert asked.span == 2
    assert set(asked.tests(["start", "last"])) == {
        ("start", 0, 1),
        ("last", 2, 1),
        ("start", 1, 0),
        ("start", 2, 0),
        ("last", 0, 0),
        ("last", 1, 0),
    }
