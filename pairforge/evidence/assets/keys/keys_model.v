// A store of secrets as its contract says: a place holds what was stored there last, for all threads.
//
// An operation is asked for by `keep` (store b in place a) or `recall` (read place a), and its result is there DELAY
// cycles later. What is stored is in its place two cycles after it was asked for. A reset erases all places at once, and
// in that cycle and CLOSED more nothing is asked for. What is read is what the place holds in the cycle before the
// result. In cycles without a result, and of a place that there is not, that is 0. Where something is stored it is 1.
module keys_model #(
  parameter WIDTH = 1,
  parameter PLACES = 1,
  parameter DELAY = 2,
  parameter CLOSED = 4
) (
  input wire clk,
  input wire rst,
  input wire [WIDTH-1:0] a,
  input wire [WIDTH-1:0] b,
  input wire keep,
  input wire recall,
  output reg [WIDTH-1:0] y
);
  reg [15:0] closed = 0;
  always @(posedge clk) closed <= rst ? CLOSED : closed - (closed != 0);
  wire open = ~rst & closed == 0;

  // Whether it is asked for, in the cycle after: of each place, and of any of them.
  reg [PLACES-1:0] put, got;
  reg [WIDTH-1:0] secret;
  always @(posedge clk) secret <= keep ? b : 0;

  wire [WIDTH-1:0] found [0:PLACES];
  assign found[0] = 0;
  genvar i;
  generate
    for (i = 0; i < PLACES; i = i + 1) begin : place
      always @(posedge clk) begin
        put[i] <= open & keep & a == i;
        got[i] <= open & recall & a == i;
      end
      reg [WIDTH-1:0] holds = 0;
      always @(posedge clk) holds <= rst ? 0 : put[i] ? secret : holds;
      wire reads;
      late #(DELAY - 2) waits (clk, got[i], reads);
      assign found[i+1] = found[i] | (reads ? holds : 0);
    end
  endgenerate

  wire stored;
  late #(DELAY - 2) waits (clk, |put, stored);
  always @(posedge clk) y <= found[PLACES] | stored;
endmodule

// A bit so many cycles later.
module late #(
  parameter CYCLES = 0
) (
  input wire clk,
  input wire d,
  output wire q
);
  reg [CYCLES:0] line;
  always @* line[0] = d;
  genvar i;
  generate
    for (i = 0; i < CYCLES; i = i + 1) begin : cycle
      always @(posedge clk) line[i+1] <= line[i];
    end
  endgenerate
  assign q = line[CYCLES];
endmodule
