// Two of one circuit, each in any state at all when both are reset: they do the same from the next cycle on, and are in
// the same state CYCLES cycles after it. Where that is 0, they do the same for ever, whatever their states are.
module meeting_rules #(
  parameter BITS = 1,  // that are compared
  parameter STATE = 1,  // of the registers
  parameter CYCLES = 0
) (
  input wire clk,
  input wire [BITS-1:0] first,
  input wire [BITS-1:0] other,
  input wire [STATE-1:0] first_state,
  input wire [STATE-1:0] other_state,
  output wire bad
);
  reg [7:0] cycle = 8'd0;
  always @(posedge clk) if (cycle != CYCLES + 1) cycle <= cycle + 8'd1;
  wire looks = cycle != 8'd0 & (CYCLES == 0 | cycle <= CYCLES);
  assign bad = looks & first != other | CYCLES != 0 & cycle == CYCLES & first_state != other_state;
endmodule
