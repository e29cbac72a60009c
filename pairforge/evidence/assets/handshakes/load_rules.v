// What is loaded after a reset, where a core takes any: as many words as there should be, then inputs.
//
// `loaded`: where the core says that all of them are there. From then on it is so until the next reset.
module load_rules #(
  parameter WORDS = 0,
  parameter BITS = 12
) (
  input wire clk,
  input wire rst,
  input wire in_valid,
  input wire in_ready,
  input wire loaded,
  output wire bad
);
  reg live = 1'b0;
  reg [BITS-1:0] left = 0;
  always @(posedge clk) begin
    live <= live | rst;
    left <= rst ? WORDS : left - (in_valid & in_ready & left != 0);
  end
  assign bad = live & ~rst & (loaded != (left == 0));
endmodule
