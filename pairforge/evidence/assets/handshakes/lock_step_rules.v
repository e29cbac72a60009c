// Cores in lock step: each input goes to one of them, and results come from the cores that the inputs went to, in the
// order of the inputs.
//
// `takes` and `gives`: the cores that take and give a word. Elements are popped from the places of all cores at once,
// which `full` says are full. Between the first and the last one `popping` is high. A place that is not full has to be
// left alone meanwhile: then it is as if nothing had been popped from it.
module lock_step_rules #(
  parameter CORES = 2,
  parameter MOST = 1,  // inputs that may be in the core, of which no result is out
  parameter BITS = 8   // of their number
) (
  input wire clk,
  input wire rst,
  input wire in_take,
  input wire in_last,
  input wire [CORES-1:0] takes,
  input wire out_give,
  input wire out_last,
  input wire [CORES-1:0] gives,
  input wire pop,
  input wire popping,
  input wire [CORES-1:0] full,
  output wire partial,
  output wire [2:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;
  wire looks = live & ~rst;

  function one(input [CORES-1:0] chosen);
    one = chosen != 0 & (chosen & (chosen - 1'b1)) == 0;
  endfunction

  // A word goes to one core, and all words of an input to the same.
  reg [CORES-1:0] filling = 0;
  always @(posedge clk) filling <= rst | in_take & in_last ? 0 : in_take ? takes : filling;
  assign partial = filling != 0;
  assign bad[0] = looks & (in_take ? ~one(takes) | partial & takes != filling : takes != 0);

  // The cores that inputs went to of which no result is out, the oldest first.
  wire filled = in_take & in_last;
  wire sent = out_give & out_last;
  reg [(MOST+2)*CORES-1:0] went = 0;
  reg [BITS-1:0] held = 0;
  wire [(MOST+2)*CORES-1:0] left = sent ? went >> CORES : went;
  wire [BITS-1:0] before = held - sent;
  always @(posedge clk) begin
    held <= rst ? 0 : before + filled;
    went <= rst ? 0 : filled ? left | takes << CORES * before : left;
  end
  assign bad[1] = looks & (out_give ? gives != went[CORES-1:0] : gives != 0);

  // A place that is not full holds no word of an input when others are popped, and takes none.
  assign bad[2] = looks & ((pop | popping) & (takes & ~full) != 0 | pop & ~popping & (filling & ~full) != 0);
endmodule
