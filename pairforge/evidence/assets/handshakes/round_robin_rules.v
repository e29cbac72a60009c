// The outside of a core with several threads: inputs go to them in turn, and results come from them in turn.
//
// `inner_*` are the pins of the threads, `thread` says whose cycle it is. Words are counted where they pass outside;
// a word that goes in must go to the thread whose turn it is, in that cycle, and a word that comes out must have come
// from the one whose turn it is. `bad` is high in a cycle in which a rule is broken.
module round_robin_rules #(
  parameter THREADS = 2,
  parameter WORDS_IN = 1,
  parameter WORDS_OUT = 1,
  parameter BITS = 8
) (
  input wire clk,
  input wire rst,
  input wire in_valid,
  input wire in_ready,
  input wire out_valid,
  input wire out_ready,
  input wire [31:0] out_data,
  input wire [BITS-1:0] thread,
  input wire inner_rst,
  input wire inner_in_valid,
  input wire inner_in_ready,
  input wire inner_out_valid,
  input wire inner_out_ready,
  output wire [6:0] bad
);
  reg live = 1'b0;
  always @(posedge clk) live <= live | rst;
  wire looks = live & ~rst;

  // Cycles since the reset: each thread has one in which it is reset, and no word passes before that.
  reg [BITS-1:0] age = 0;
  always @(posedge clk) age <= rst ? 0 : age == THREADS ? age : age + 1'b1;
  assign bad[0] = looks & age != THREADS & ~inner_rst;
  assign bad[1] = rst & (in_ready | out_valid) | live & inner_rst & (inner_in_valid | in_ready);

  // The threads have one cycle each, in turn.
  reg [BITS-1:0] turn = 0;
  always @(posedge clk) turn <= rst | turn == THREADS - 1 ? 0 : turn + 1'b1;
  assign bad[2] = looks & thread != turn;

  // Words in: the thread takes what is taken outside, in a cycle of the one whose turn it is.
  reg [BITS-1:0] in_word = 0, in_thread = 0, out_word = 0, out_thread = 0;
  wire take = in_valid & in_ready;
  wire last_in = in_word == WORDS_IN - 1;
  wire fetch = inner_out_valid & inner_out_ready & ~inner_rst;
  wire last_out = out_word == WORDS_OUT - 1;
  always @(posedge clk)
    if (rst) begin
      in_word <= 0;
      in_thread <= 0;
      out_word <= 0;
      out_thread <= 0;
    end else begin
      if (take) in_word <= last_in ? 0 : in_word + 1'b1;
      if (take & last_in) in_thread <= in_thread == THREADS - 1 ? 0 : in_thread + 1'b1;
      if (fetch) out_word <= last_out ? 0 : out_word + 1'b1;
      if (fetch & last_out) out_thread <= out_thread == THREADS - 1 ? 0 : out_thread + 1'b1;
    end
  // The first word of all is for the thread that has the first cycle after the reset.
  reg [BITS-1:0] first = 0;
  always @(posedge clk) if (age == THREADS - 1) first <= turn == THREADS - 1 ? 0 : turn + 1'b1;
  function [BITS-1:0] place(input [BITS-1:0] number, input [BITS-1:0] from);
    place = number + from >= THREADS ? number + from - THREADS : number + from;
  endfunction
  assign bad[3] = looks & (take != (inner_in_valid & inner_in_ready));
  assign bad[4] = looks & take & turn != place(in_thread, first);

  // Words out: fetched from the thread whose turn it is, and none before the last one is on its way out.
  assign bad[5] = looks & fetch & turn != place(out_thread, first);

  // A word that is offered stays as it is, and as many are offered as are fetched.
  reg waits = 1'b0;
  reg [31:0] was = 0;
  reg [1:0] held = 0;
  wire give = out_valid & out_ready;
  always @(posedge clk) begin
    waits <= ~rst & out_valid & ~out_ready;
    was <= out_data;
    held <= rst ? 0 : held + fetch - give;
  end
  assign bad[6] = looks & (waits & (~out_valid | out_data != was) | out_valid & held == 0 | held > 1);
endmodule
