// A queue whose words move up: what it holds says all of its state. It keeps to the rules of a queue, and gives anything
// where it holds nothing.
module moving_queue #(
  parameter BITS = 4,  // of a place; there are 2 to that power
  parameter WIDTH = 1
) (
  input wire clk,
  input wire rst,
  input wire put,
  input wire [WIDTH-1:0] d,
  input wire take,
  output wire [WIDTH-1:0] y,
  output wire full,
  output wire some,
  output wire [BITS:0] level
);
  localparam DEPTH = 1 << BITS;
  wire [WIDTH-1:0] words[DEPTH:0];
  wire [WIDTH-1:0] nothing = $anyseq;
  reg [BITS:0] held = 0;
  wire [BITS:0] place = held - take;
  assign words[DEPTH] = 0;
  genvar k;
  generate
    for (k = 0; k < DEPTH; k = k + 1) begin : each
      reg [WIDTH-1:0] word = 0;
      assign words[k] = word;
      always @(posedge clk) begin
        if (rst) word <= 0;
        else if (put & place == k) word <= d;
        else if (take) word <= words[k+1];
      end
    end
  endgenerate
  always @(posedge clk) held <= rst ? 0 : place + put;
  assign some = held != 0;
  assign full = held[BITS];
  assign level = held;
  assign y = some ? words[0] : nothing;
endmodule
