// Toy.
`default_nettype none

// Toy sequencer.
module sequencer (
  input  wire clk,
  input  wire rst,
  input  wire start_ready,
  output wire start,
  output wire pop,
  output wire push,
  output wire [4:0] row
);
  reg  [3:0] pc;
  wire resting;
  assign resting = pc == 4'd8;
  wire last;
  assign last = pc == 4'd7;
  wire starting;
  assign starting = (resting | last) & start_ready;
  reg  current;
  reg  previous;

  // next row: start, shared rows without a new run, rest, play the loop again, wait, or the next one
  wire drained;
  assign drained = (pc == 4'd1) & ~current;
  reg  [2:0] rounds_left;
  wire loop_end;
  assign loop_end = pc == 4'd5;
  wire again;
  assign again = loop_end & (rounds_left != 3'd0);
  always @(posedge clk) if (rst) rounds_left <= 3'd4; else rounds_left <= again ? (rounds_left - 3'd1) : (loop_end ? 3'd4 : rounds_left);
  wire [3:0] step;
  assign step = starting ? 4'd0 : (resting ? 4'd8 : (last ? (current ? 4'd0 : 4'd8) : (drained ? 4'd8 : (again ? 4'd3 : (pc + 4'd1)))));
  always @(posedge clk) if (rst) pc <= 4'd8; else pc <= step;
  wire turn;
  assign turn = (starting | last) | resting;
  always @(posedge clk) if (rst) current <= 1'd0; else if (turn) current <= starting;
  always @(posedge clk) if (rst) previous <= 1'd0; else if (turn) previous <= current & last;
  assign start = starting;

  // control store: 8 words of 7 bits, and a word of rest
  (* ram_style = "distributed", rom_style = "distributed" *) reg [6:0] store [0:8];
  initial begin
    store[0] = 7'h09;
    store[1] = 7'h14;
    store[2] = 7'h18;
    store[3] = 7'h20;
    store[4] = 7'h28;
    store[5] = 7'h30;
    store[6] = 7'h58;
    store[7] = 7'h62;
    store[8] = 7'h00;
  end
  reg  [6:0] word;
  always @(posedge clk) word <= store[pc];
  reg  live;
  always @(posedge clk) if (rst) live <= 1'd0; else live <= current;

  // effects outside the datapath, of real runs only
  assign pop = word[0] & live;
  reg  live_previous;
  always @(posedge clk) if (rst) live_previous <= 1'd0; else live_previous <= previous;
  assign push = (word[1] & live) | (word[2] & live_previous);

  // fields of the control word
  assign row = {word[6], 1'd0, word[5:3]};
endmodule

`default_nettype wire
