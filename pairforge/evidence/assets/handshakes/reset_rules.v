// Two of one circuit: a reset in any cycle leaves what a reset after the start leaves.
//
// `rst_first` and `rst_other` are the resets of the two. One lives on; the other is held in reset until a cycle of
// anybody's choice, in which both are reset. From then on both see the same, and must do the same.
module reset_rules #(
  parameter BITS = 1  // that are compared
) (
  input wire clk,
  input wire choice,
  input wire rst,
  input wire [BITS-1:0] first,
  input wire [BITS-1:0] other,
  output wire rst_first,
  output wire rst_other,
  output wire bad
);
  reg met = 1'b0;
  always @(posedge clk) met <= met | choice;
  assign rst_first = rst | (choice & ~met);
  assign rst_other = rst | ~met;
  assign bad = met & first != other;
endmodule
