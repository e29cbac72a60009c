// A queue: counted, and in order. Nobody puts where it is full, or takes where there is nothing.
module queue_rules #(
  parameter BITS = 4  // of a place; there are 2 to that power
) (
  input wire clk,
  input wire rst,
  input wire put,
  input wire take,
  input wire full,
  input wire some,
  input wire [BITS:0] level,
  input wire [BITS-1:0] head,
  input wire [BITS-1:0] tail,
  output wire bad
);
  reg live = 1'b0;
  reg [BITS:0] held = 0;
  reg [BITS-1:0] first = 0;
  always @(posedge clk) begin
    live <= live | rst;
    held <= rst ? 0 : held + put - take;
    first <= rst ? 0 : first + take;
  end
  wire [BITS-1:0] after = first + held[BITS-1:0];
  assign bad = live & (level != held | some != (held != 0) | full != held[BITS] | head != first | tail != after);
endmodule
