// What takes words behind a reset before anything else: it has them all after WORDS of them, and keeps them.
module load_rules #(
  parameter WORDS = 1,
  parameter BITS = 12
) (
  input wire clk,
  input wire rst,
  input wire in_valid,
  input wire loaded,
  output wire bad
);
  reg live = 1'b0;
  reg [BITS-1:0] words = 0;
  always @(posedge clk) begin
    live <= live | rst;
    words <= rst ? 0 : words + (in_valid & words != WORDS);
  end
  assign bad = live & ~rst & loaded != (words == WORDS);
endmodule
