// The words of a core at its ports: what the interface of a core promises.
//
// in_last and out_last say which words are the last of a whole input and of a whole result. `bad` is high in a cycle in
// which a rule is broken. Nothing is said before the first reset. `ends`: a cycle in which words may pass; where words
// have digits, the last one of a word cycle. Between these nothing is offered.
module stream_rules #(
  parameter MOST = 1,  // inputs that may be in the core, of which no result is out
  parameter BITS = 8   // of their number
) (
  input wire clk,
  input wire rst,
  input wire ends,
  input wire in_valid,
  input wire in_ready,
  input wire in_last,
  input wire out_valid,
  input wire out_ready,
  input wire out_last,
  output wire owes,  // a result
  output wire [3:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;
  wire looks = live & ~rst;

  // Nothing is offered and nothing is taken in a reset.
  assign bad[0] = rst & (in_ready | out_valid);

  // A word that is offered stays.
  reg waits = 1'b0;
  always @(posedge clk) waits <= ~rst & (ends ? out_valid & ~out_ready : waits);
  assign bad[1] = looks & (ends ? waits & ~out_valid : in_ready | out_valid);

  // No word of a result before all words of its input, and as many results as inputs.
  wire filled = in_valid & in_ready & in_last;
  wire sent = out_valid & out_ready & out_last;
  reg [BITS-1:0] held = 0;
  always @(posedge clk) held <= rst ? 0 : held + filled - sent;
  assign owes = held != 0;
  assign bad[2] = looks & out_valid & ~owes;

  // No input is taken that there is no place for.
  assign bad[3] = looks & held > MOST;
endmodule
