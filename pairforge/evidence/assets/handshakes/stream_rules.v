// The words of a core at its ports, counted: what the interface of a core promises.
//
// A word counts where in_last and out_last say so; where these are always high every word does. `bad` is high in a
// cycle in which a rule is broken. Nothing is said before the first reset.
module stream_rules #(
  parameter WORDS_IN = 1,   // of an input
  parameter WORDS_OUT = 1,  // of a result
  parameter MOST = 1,       // inputs that may be in the core, of which no result is out
  parameter PATIENCE = 0,   // cycles in which something must pass where everybody is willing; 0: not looked at
  parameter BITS = 8        // of the counters
) (
  input wire clk,
  input wire rst,
  input wire in_valid,
  input wire in_ready,
  input wire in_last,
  input wire out_valid,
  input wire out_ready,
  input wire out_last,
  output wire [4:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;
  wire looks = live & ~rst;

  // Nothing is offered and nothing is taken in a reset.
  assign bad[0] = rst & (in_ready | out_valid);

  // A word that is offered stays.
  reg waits = 1'b0;
  always @(posedge clk) waits <= ~rst & out_valid & ~out_ready;
  assign bad[1] = looks & waits & ~out_valid;

  // No word of a result before all words of its input, and as many results as inputs.
  wire take = in_valid & in_ready & in_last;
  wire give = out_valid & out_ready & out_last;
  reg [BITS-1:0] in_word = 0;
  reg [BITS-1:0] out_word = 0;
  reg [BITS-1:0] held = 0;
  wire filled = take & in_word == WORDS_IN - 1;
  wire sent = give & out_word == WORDS_OUT - 1;
  always @(posedge clk) begin
    if (rst) begin
      in_word <= 0;
      out_word <= 0;
      held <= 0;
    end else begin
      if (take) in_word <= filled ? 0 : in_word + 1'b1;
      if (give) out_word <= sent ? 0 : out_word + 1'b1;
      if (filled & ~sent) held <= held + 1'b1;
      if (sent & ~filled) held <= held - 1'b1;
    end
  end
  assign bad[2] = looks & out_valid & held == 0;

  // No input is taken that there is no place for.
  assign bad[3] = looks & held > MOST;

  // Where words are always offered and always taken, something passes.
  generate
    if (PATIENCE != 0) begin : patient
      reg [23:0] waited = 0;
      wire moves = rst | take | give | ~in_valid | ~in_last | ~out_ready | ~out_last;
      always @(posedge clk) waited <= moves ? 0 : waited + 1'b1;
      assign bad[4] = looks & waited == PATIENCE;
    end else begin : hasty
      assign bad[4] = 1'b0;
    end
  endgenerate
endmodule
